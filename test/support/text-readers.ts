import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vitest/node';
import { readCsv } from '../../src/dataset/csv-rows.js';
import { alignStatements } from '../../src/decide/compare/align-statements.js';
import { claimsOf, statementWords } from '../../src/decide/compare/statement-claims.js';
import { createFeatureReader } from '../../src/decide/compare/statement-similarity.js';
import { shortNotDecided } from '../../src/decide/gate/headline.js';
import { readImportedFiles } from '../../src/files/reached-files.js';
import { findRenamed } from '../../src/files/renames.js';
import { matchWatched, rootGlobs } from '../../src/files/watch.js';
import { parseWait } from '../../src/llm/stated-wait.js';
import { judgeForm } from '../../src/offline-judge/answer-form.js';
import { judgeStatements } from '../../src/offline-judge/judge-statements.js';
import { firstLines } from '../../src/publish/comment-body.js';
import { redactName, redactValue } from '../../src/publish/redact-value.js';
import { statusContext } from '../../src/publish/status.js';
import { tellAccepted } from '../../src/report/comment/banner.js';
import { createFold, createSection } from '../../src/report/comment/parts.js';
import { excerpt } from '../../src/report/markdown/excerpt.js';
import { codeCell, codeSpan } from '../../src/report/markdown/markdown.js';
import { isRefusal, judgeWithoutAsking } from '../../src/scorers/judged/classify-answer.js';
import { CONTROL_POOL } from '../../src/scorers/judged/control-pool.js';
import { chooseControl } from '../../src/scorers/judged/control-statement.js';
import { parseItemsReply, withoutWords } from '../../src/scorers/judged/items-question.js';
import { jsonFields } from '../../src/scorers/judged/json-fields.js';
import { splitAnswer } from '../../src/scorers/judged/split-answer.js';
import { createVerdictKeys, onlyOnce } from '../../src/scorers/judged/verdict-keys.js';
import { compared } from '../../src/scorers/prebuilt/checks/check.js';
import { checkJsonSchema, compileSchema } from '../../src/scorers/prebuilt/checks/json-schema.js';
import {
  checkContains,
  checkEquals,
  checkExcludes,
  checkMaxLength,
  checkStartsWith,
} from '../../src/scorers/prebuilt/checks/text-checks.js';
import { missingElements } from '../../src/scorers/prebuilt/completeness/completeness.js';
import {
  comparedText,
  textSimilarity,
} from '../../src/scorers/prebuilt/content-similarity/content-similarity.js';
import { isReadable, sentimentOf } from '../../src/scorers/prebuilt/tone/sentiment.js';
import { compareTone, toneStability, whyToneless } from '../../src/scorers/prebuilt/tone/tone.js';
import { parseCount } from '../../src/settings/inputs/input-values.js';
import { buildAnswer, buildFailure } from '../../src/target/build-answer.js';
import { graphemesOf } from '../../src/text/graphemes.js';
import { endOfBrackets, endOfString } from '../../src/text/json.js';
import { createRedactor } from '../../src/text/redact.js';
import { cutText } from '../../src/text/values.js';
import { createLineSplitter } from '../../src/workers/line-splitter.js';
import { createStderrTail } from '../../src/workers/stderr-tail.js';

export type ReadText = (text: string) => unknown;

const SOURCES = join(import.meta.dirname, '../../src');

const redact = createRedactor(['a'.repeat(40), 'secret-of-the-run']);
const FITS = compileSchema({ type: 'string', maxLength: 9 });
const SIMILARITY = { ignoreCase: true, ignoreWhitespace: true };
const REQUEST = {
  kind: 'order',
  input: '',
  stems: new Set<string>(),
  taskStems: new Set<string>(),
  answerIsShort: true,
} as const;
const NO_VALUES = new Map<string, number>();

/** Those that want more than texts, by the name that they are found under. */
const GIVEN_MORE: Readonly<Record<string, ReadText>> = {
  'dataset/csv-rows.ts readCsv': (text) => readCsv(text, 'a.csv', ','),
  'decide/compare/statement-claims.ts claimsOf': (text) => claimsOf(text, statementWords(text)),
  'text/values.ts cutText': (text) => cutText(text, text.length / 2),
  'decide/gate/headline.ts shortNotDecided': (text) => shortNotDecided(text, 'inconclusive', undefined),
  'files/reached-files.ts readImportedFiles': (text) =>
    readImportedFiles('a.ts', { name: 'files', read: async (path) => (path === 'a.ts' ? text : null) }),
  'offline-judge/answer-form.ts judgeForm': (text) => judgeForm(text, text, REQUEST),
  'publish/comment-body.ts firstLines': (text) => firstLines(text, null),
  'publish/redact-value.ts redactName': (text) => redactName(text, redact),
  'publish/status.ts statusContext': (text) => statusContext(text, text, redact),
  'report/comment/parts.ts createFold': (text) => createFold(text, []),
  'report/comment/parts.ts createSection': (text) => createSection(text, []),
  'report/markdown/excerpt.ts excerpt': (text) => excerpt(text, text.length / 2),
  'report/markdown/markdown.ts codeSpan': (text) => codeSpan(text, text.length),
  'report/markdown/markdown.ts codeCell': (text) => codeCell(text, text.length),
  'report/comment/banner.ts tellAccepted': (text) => tellAccepted(text, null),
  'scorers/judged/classify-answer.ts isRefusal': (text) => isRefusal(text, null),
  'scorers/judged/items-question.ts withoutWords': (text) => withoutWords(text, text.slice(1, -1)),
  'scorers/judged/json-fields.ts jsonFields': (text) =>
    jsonFields(JSON.stringify([{ a: text, [text]: [text] }]), splitAnswer),
  'text/json.ts endOfBrackets': (text) => endOfBrackets(text, 0),
  'text/json.ts endOfString': (text) => endOfString(text, 0),
  'files/renames.ts findRenamed': (text) => {
    const side = (path: string) => ({ name: 'files', read: async () => text, paths: async () => [path] });
    return findRenamed('a.md', { head: side('b.md'), base: side('a.md') });
  },
  'scorers/prebuilt/checks/check.ts compared': (text) => compared(text, text, { ignoreCase: true }),
  'scorers/prebuilt/checks/text-checks.ts checkContains': (text) =>
    checkContains(text, text.slice(0, -2), { ignoreCase: true }),
  'scorers/prebuilt/checks/text-checks.ts checkExcludes': (text) =>
    checkExcludes(text, text.slice(0, -2), { ignoreCase: true }),
  'scorers/prebuilt/checks/text-checks.ts checkEquals': (text) =>
    checkEquals(text, text, { ignoreCase: true }),
  'scorers/prebuilt/checks/json-schema.ts checkJsonSchema': (text) =>
    checkJsonSchema(text, FITS, { allowFence: true }),
  'scorers/prebuilt/checks/text-checks.ts checkMaxLength': (text) =>
    checkMaxLength(text, { characters: 9, words: 9 }),
  'scorers/prebuilt/checks/text-checks.ts checkStartsWith': (text) =>
    checkStartsWith(text, text.slice(0, -2), { ignoreCase: true }),
  'scorers/prebuilt/content-similarity/content-similarity.ts comparedText': (text) =>
    comparedText(text, SIMILARITY),
  'scorers/prebuilt/content-similarity/content-similarity.ts textSimilarity': (text) =>
    textSimilarity(text, `${text}x`, SIMILARITY),
  'scorers/prebuilt/tone/tone.ts compareTone': (text) => compareTone(text, text, NO_VALUES),
  'scorers/prebuilt/tone/tone.ts toneStability': (text) => toneStability(text, NO_VALUES),
  'scorers/prebuilt/tone/tone.ts whyToneless': (text) => whyToneless(text, 'answer', NO_VALUES),
  'scorers/prebuilt/tone/sentiment.ts isReadable': (text) => isReadable(text, NO_VALUES),
  'scorers/prebuilt/tone/sentiment.ts sentimentOf': (text) => sentimentOf(text, NO_VALUES),
  'settings/inputs/input-values.ts parseCount': (text) => parseCount(text, { from: 0, to: 9 }),
  'text/graphemes.ts graphemesOf': (text) => [...graphemesOf(text)].length,
};

/** Those whose text comes in an object, a list or in pieces. */
const FURTHER: Readonly<Record<string, ReadText>> = {
  alignStatements: (text) => alignStatements([text], [`${text} x`], createFeatureReader()),
  buildAnswer: (text) => buildAnswer({ output: text }),
  buildFailure: (text) => buildFailure('target', text),
  chooseControl: (foreign) => chooseControl(CONTROL_POOL, { salt: '', seed: '', foreign, places: 1 }),
  createLineSplitter: (text) => {
    const splitter = createLineSplitter({ longest: 1e9, onLine: () => {}, onOverflow: () => {} });
    for (let at = 0; at < text.length; at += 1_000) splitter.push(text.slice(at, at + 1_000));
    splitter.end();
  },
  createRedactor: (text) => redact(text),
  createStderrTail: (text) => {
    const tail = createStderrTail(redact);
    tail.push(text);
    return tail.text();
  },
  createVerdictKeys: (text) => createVerdictKeys({ judged: [text], answerHash: '' })({ text }),
  judgeStatements: (text) =>
    judgeStatements({
      name: 'answer-relevancy/verdicts',
      rules: '',
      schema: {},
      shape: '',
      data: {
        task: text,
        conversation: [],
        input: text,
        answer: text,
        tool_calls: [],
        statements: { s1: text },
      },
    }),
  judgeWithoutAsking: (output) =>
    judgeWithoutAsking({ status: 'answered', output, toolCalls: [], finish: 'stop' }),
  matchWatched: (text) => matchWatched([{ path: text, blob: '' }], rootGlobs(['**/*.md'], '')),
  missingElements: (text) => missingElements([text], [`${text}x`]),
  onlyOnce: (text) => onlyOnce([{ text }, { text: `${text}x` }]),
  parseItemsReply: (text) =>
    parseItemsReply(
      { s1: { reason: text, verdict: 'mixed', off: text } },
      { name: '', rules: '', context: {}, itemsKey: 'statements', labels: ['no'], mixedElse: 'no' },
      { items: [{ text }], isLast: false },
    ),
  parseWait: (text) => parseWait({ headers: { get: () => text }, message: `retry in ${text}` }, 0),
  redactValue: (text) => redactValue({ a: [text] }, redact),
};

const YAML = 'test/files/yaml-document.test.ts holds what its parser does with texts of a sign';
/** No reader of texts that others wrote, each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'baseline/found-baseline.ts renderAge': 'a date of our own records, checked by their schema',
  'baseline/store/folder-files.ts startIgnoredFolder': 'a folder',
  'baseline/store/record-codec.ts readRecordFile': 'a path',
  'baseline/store/record-codec.ts decodeStored': 'a path',
  'baseline/store/store-paths.ts runFileName': "the run's number",
  'files/readers.ts resolveFolder': 'a folder',
  'files/yaml-document.ts parseYamlDocument': YAML,
  'judging/own-scorer/choose-scorer-files.ts chooseScorerFiles': 'a path',
  'library/context-source.ts takeSource': 'the id of a scorer',
  'library/resolve-judge.ts createJudge': "the judge's name",
  'publish/files.ts publishFiles': 'a folder',
  'publish/files.ts recordFile': 'the name of a file of our own',
  'publish/outcome.ts publishing': 'words of our own',
  'scorers/builder/agent-run.ts readAgentRun': 'the id of a scorer',
  'scorers/eval-scorer.ts checkRun': 'the id of a scorer',
  'scorers/prebuilt/checks/text-checks.ts checkRegex': 'lookWithin limits the pattern, whatever it is',
  'settings/review-change.ts reviewStore': 'a folder',
  'settings/config-file.ts parseConfig': YAML,
  'settings/flags.ts renderCall': "the tool's own name",
  'target/recorded-target.ts openRecordedTarget': 'the path of a file that was read',
  'workers/child-environment.ts environmentIn': 'a folder',
};
/** Reach out of the program, for files, git or GitHub: their strings are names of those. */
const OUTSIDE = ['action/', 'cli/', 'git/', 'github/', 'post/', 'scorer-host/', 'session/'];

/**
 * Every function of `src/` that reads a text, by its file and name: all that are exported and take a string first, and
 * those of `FURTHER`. So a new one is found without being written down.
 * @throws Error naming each function that wants something besides texts, and stands in no table above.
 */
export async function listTextReaders(): Promise<ReadonlyMap<string, ReadText>> {
  const readers = new Map<string, ReadText>();
  const unknown: string[] = [];
  const untold = new Set([...Object.keys(GIVEN_MORE), ...Object.keys(LEFT_OUT)]);
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts') || OUTSIDE.some((room) => file.startsWith(room))) continue;
    for (const { name, onlyTexts } of functionsOfTexts(readFileSync(join(SOURCES, file), 'utf8'))) {
      const full = `${file} ${name}`;
      const known = GIVEN_MORE[full];
      untold.delete(full);
      if (LEFT_OUT[full] !== undefined) continue;
      if (known !== undefined) readers.set(full, known);
      else if (onlyTexts !== null) readers.set(full, await loadReader(file, name, onlyTexts));
      else unknown.push(full);
    }
  }
  const problems = [
    ...unknown.map(
      (full) => `${full} takes a text and more: call it in GIVEN_MORE, or say in LEFT_OUT why not`,
    ),
    ...[...untold].map((full) => `${full} is in a table, and is no function that takes a text first`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return new Map([...readers, ...Object.entries(FURTHER)]);
}

type Shape = 'text' | 'list' | 'path';
const GIVEN: Readonly<Record<Shape, ReadText>> = {
  text: (text) => text,
  list: (text) => [text],
  // Named in each problem of a file.
  path: () => 'a.file',
};

async function loadReader(file: string, name: string, shapes: readonly Shape[]): Promise<ReadText> {
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(SOURCES, file)).href);
  const read = module[name];
  if (typeof read !== 'function') throw new Error(`${file} exports no function ${name}`);
  return (text) => read(...shapes.map((shape) => GIVEN[shape](text)));
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Exported functions whose first parameter is a string; what else they want, where it is nothing but texts. */
function* functionsOfTexts(
  source: string,
): Generator<{ readonly name: string; readonly onlyTexts: readonly Shape[] | null }> {
  for (const statement of parseAst(source, { lang: 'ts' }).body as unknown as readonly Node[]) {
    const declared = statement['declaration'] as Node | null | undefined;
    if (statement.type !== 'ExportNamedDeclaration' || declared?.type !== 'FunctionDeclaration') continue;
    const parameters = declared['params'] as readonly Node[];
    const needed = parameters.filter(
      ({ type, optional }) => type !== 'AssignmentPattern' && optional !== true,
    );
    const shapes = needed.map((parameter, index) => {
      const shape = shapeOf(
        (parameter['typeAnnotation'] as Node | null)?.['typeAnnotation'] as Node | undefined,
      );
      return shape === 'text' && index > 0 && parameter['name'] === 'path' ? 'path' : shape;
    });
    if (shapes[0] !== 'text') continue;
    const onlyTexts = declared['async'] === true || shapes.includes(null) ? null : (shapes as Shape[]);
    yield { name: String((declared['id'] as Node)['name']), onlyTexts };
  }
}

function shapeOf(type: Node | undefined): Shape | null {
  switch (type?.type) {
    case 'TSStringKeyword':
      return 'text';
    case 'TSUnionType':
      return (type['types'] as readonly Node[]).some((one) => shapeOf(one) === 'text') ? 'text' : null;
    case 'TSTypeOperator':
      return shapeOf(type['typeAnnotation'] as Node);
    case 'TSArrayType':
      return shapeOf(type['elementType'] as Node) === 'text' ? 'list' : null;
    default:
      return null;
  }
}
