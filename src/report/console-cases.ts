import type { LoneCase, ShownAnswer } from '../ports/comparison.js';
import type { EvaluatedSuite } from '../ports/report.js';
import type { Sample } from '../ports/run-record.js';
import type { Judgement } from '../ports/verdict.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import { whyOfChange } from './case-changes.js';
import { inertForLog, NAME_CHARACTERS, type Paint, renderCaseNames, shortened } from './console-text.js';
import { renderCount, renderCounted } from './figures.js';
import { wordsOfSuite } from './list-scores.js';

const MOST_SHARED = 8;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;
const FULL = 100;

type Scored = Extract<Judgement, { status: 'scored' }>;
type Statement = Scored['statements'][number];

/**
 * Cases that have no base to be compared with, worst first, with what of their answers is irrelevant; then how many more
 * there are. A sentence that several cases have is told once, with their names.
 */
export function renderLowest(suite: EvaluatedSuite, lone: readonly LoneCase[], paint: Paint): string[] {
  const words = wordsOfSuite(suite);
  const isNew = suite.baseline.kind === 'record' ? ', a new case' : '';
  const rows = lone
    .flatMap(({ id, score }) =>
      score === null ? [] : [{ id, score, judgement: lowestOf(judgementsOf(suite, id)) }],
    )
    .sort((a, b) => a.score - b.score);
  const low = rows.filter(({ score }) => score < FULL);
  const full = rows.length - low.length;
  if (low.length === 0) {
    return rows.length === 0 ? [] : [`  ${renderCounted(full, 'case')} with ${words.score(FULL)}.`];
  }
  const shared = [
    ...Map.groupBy(
      low.flatMap(({ id, judgement }) =>
        new Map(notRelevant(judgement).map((statement) => [statement.text, { id, statement }]))
          .values()
          .toArray(),
      ),
      ({ statement }) => `${statement.result} ${statement.text}`,
    ),
  ]
    .filter(([, found]) => found.length > 1)
    .sort(([, a], [, b]) => b.length - a.length);
  const told = new Set(shared.slice(0, MOST_SHARED).map(([key]) => key));
  const shown = low.slice(0, MOST_CASES);
  const more = rows.length - shown.length;
  const below = low.length - shown.length;
  return [
    ...shared.slice(0, MOST_SHARED).flatMap(([, found]) => {
      const [first] = found;
      if (first === undefined) return [];
      const where = ` in ${renderCounted(found.length, 'case')}`;
      return [
        `  ${renderStatement(first.statement, { words, paint, where })}`,
        `      ${renderCaseNames(found)}`,
      ];
    }),
    ...shown.flatMap(({ id, score, judgement }) => [
      `  ${paint(shortened(id, NAME_CHARACTERS), 'bold')} ${words.score(score)}${isNew}`,
      ...renderWhy(judgement, { words, paint, told }).map((line) => `    ${line}`),
    ]),
    ...(more === 0 ? [] : [`  ${renderCounted(more, 'more case')}${renderRest(below, full, words)}`]),
  ];
}

function renderRest(below: number, full: number, words: MeasureWords): string {
  const best = words.score(FULL);
  if (below === 0) return ` with ${best}.`;
  return full === 0
    ? ` ${words.below} ${best}.`
    : `: ${renderCount(below)} ${words.below} ${best}, ${renderCount(full)} with ${best}.`;
}

/** Every case, worst first: its question, its statements, and the answers of both sides. */
export function renderEveryCase(suite: EvaluatedSuite, paint: Paint): string[] {
  const { comparison } = suite;
  const words = wordsOfSuite(suite);
  const told = new Set<string>();
  const pairs = comparison.pairs.filter(({ head }) => head !== null);
  const lone = [...comparison.added, ...comparison.edited].filter(({ score }) => score !== null);
  return [
    ...pairs
      .toSorted((a, b) => (a.delta ?? 0) - (b.delta ?? 0) || (a.head ?? 0) - (b.head ?? 0))
      .flatMap((pair) => [
        `  ${paint(shortened(pair.id, NAME_CHARACTERS), 'bold')} ${words.score(pair.base)} → ${words.score(pair.head)}`,
        ...renderCase(suite, { ...pair, shown: pair.headAnswer }, { words, paint, told }),
        ...pair.statements
          .filter(({ kind }) => kind === 'lost')
          .map((change) => {
            const why = whyOfChange(change);
            return `    ${paint('lost', 'red')}: “${whole(change.text)}”${why === '' ? '' : ` — ${whole(why)}`}`;
          }),
        ...renderAnswer('base', pair.baseAnswer, words),
        ...renderAnswer(pair.baseAnswer === null ? 'answer' : 'head', pair.headAnswer, words),
      ]),
    ...lone
      .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
      .flatMap((row) => [
        `  ${paint(shortened(row.id, NAME_CHARACTERS), 'bold')} ${words.score(row.score)}`,
        ...renderCase(suite, { ...row, shown: row.answer ?? null }, { words, paint, told }),
        ...renderAnswer('answer', row.answer ?? null, words),
      ]),
    ...comparison.unscored.flatMap((row) => [
      `  ${paint(shortened(row.id, NAME_CHARACTERS), 'bold')} ${words.score(null)}`,
      `    asked: ${whole(row.input)}`,
      `    no score: ${whole(row.reason)}`,
      ...renderAnswer('answer', answerOf(suite, row.id), words),
    ]),
  ];
}

type Telling = {
  readonly words: MeasureWords;
  readonly paint: Paint;
  /** What was told of several cases already. */
  readonly told: ReadonlySet<string>;
};

function renderCase(
  suite: EvaluatedSuite,
  { id, input, shown }: { readonly id: string; readonly input: string; readonly shown: ShownAnswer | null },
  { words, paint }: Telling,
): string[] {
  const judgement = shownJudgement(suite, id, shown);
  const colours = { yes: 'green', unsure: 'yellow', no: 'red' } as const;
  const marks = { yes: '✓', unsure: '?', no: '✗' } as const;
  const statements = judgement?.statements ?? [];
  return [
    `    asked: ${whole(input)}`,
    ...statements.map(
      ({ text, reason, result, byTeam, labelKey }) =>
        `    ${paint(marks[result], colours[result])} “${whole(text)}”${(result === 'yes' && byTeam !== true) || reason === '' ? '' : ` — ${whole(reason)}`}${labelKey === undefined ? '' : ` [${inertForLog(labelKey)}]`}`,
    ),
    ...(words.judgesItems || judgement === null || judgement.reason === ''
      ? []
      : [`    why: ${whole(judgement.reason)}`]),
  ];
}

function renderAnswer(name: string, answer: ShownAnswer | null, words: MeasureWords): string[] {
  if (answer === null) return [];
  const { run } = answer;
  const score = run === undefined || run.score === null ? '' : `, ${words.score(run.score)}`;
  const side = run === undefined ? name : `${name} (run ${run.number} of ${run.of}${score})`;
  if (answer.status === 'failed') return [`    ${side}: failed: ${whole(answer.message)}`];
  const calls = answer.toolCalls.map((call) => `calls ${call}`);
  const text = [...calls, ...(answer.output === '' ? [] : [answer.output])].join('\n');
  const [first = '', ...rest] = inertForLog(text).split('\n');
  const pad = ' '.repeat(4 + side.length + 2);
  return [`    ${side}: ${first}`, ...rest.map((line) => `${pad}${line}`)];
}

function renderWhy(judgement: Scored | null, telling: Telling): string[] {
  if (judgement === null) return [];
  const found = notRelevant(judgement);
  const own = found.filter(({ result, text }) => !telling.told.has(`${result} ${text}`));
  if (!telling.words.judgesItems && judgement.reason !== '') return [`why: ${shortened(judgement.reason)}`];
  const more = own.length - MOST_STATEMENTS;
  return [
    ...own.slice(0, MOST_STATEMENTS).map((statement) => renderStatement(statement, telling)),
    ...(more > 0 ? [`${renderCounted(more, `more ${telling.words.items.one}`)} not listed`] : []),
  ];
}

function renderStatement(
  { text, reason, result }: Statement,
  { words, paint, where = '' }: Pick<Telling, 'words' | 'paint'> & { readonly where?: string },
): string {
  const name = result === 'no' ? paint(words.items.bad, 'red') : paint('unsure', 'yellow');
  return `${name}${where}: “${shortened(text)}”${reason === '' ? '' : ` — ${shortened(reason)}`}`;
}

/** What is not as it should be, worst first. */
function notRelevant(judgement: Scored | null): readonly Statement[] {
  const statements = judgement?.statements ?? [];
  return (['no', 'unsure'] as const).flatMap((label) => statements.filter(({ result }) => result === label));
}

/** Of each suite-wide run that has one. */
function judgementsOf(suite: EvaluatedSuite, id: string): readonly Scored[] {
  return samplesOf(suite, id).flatMap((sample) => scoredBy(suite, sample) ?? []);
}

/** Of the very run whose answer is shown; without an answer, of the first that has one. */
function shownJudgement(suite: EvaluatedSuite, id: string, shown: ShownAnswer | null): Scored | null {
  const number = shown?.run?.number;
  const sample = number === undefined ? undefined : samplesOf(suite, id)[number - 1];
  return (sample === undefined ? judgementsOf(suite, id)[0] : scoredBy(suite, sample)) ?? null;
}

function samplesOf({ head }: EvaluatedSuite, id: string): readonly Sample[] {
  return head.cases.find((row) => row.id === id)?.samples ?? [];
}

function scoredBy({ comparison: { scorer } }: EvaluatedSuite, { judgements }: Sample): Scored | null {
  const judgement = Object.hasOwn(judgements, scorer) ? judgements[scorer] : undefined;
  return judgement?.status === 'scored' ? judgement : null;
}

function lowestOf(judgements: readonly Scored[]): Scored | null {
  return judgements.toSorted((a, b) => notRelevant(b).length - notRelevant(a).length)[0] ?? null;
}

function answerOf({ head }: EvaluatedSuite, id: string): ShownAnswer | null {
  const answer = head.cases.find((row) => row.id === id)?.samples[0]?.answer;
  if (answer === undefined || head.text !== 'full') return null;
  return answer.status === 'failed'
    ? { status: 'failed', message: answer.message }
    : { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(({ name }) => name) };
}

const WHOLE_CHARACTERS = 4_000;

function whole(text: string): string {
  return shortened(text, WHOLE_CHARACTERS);
}
