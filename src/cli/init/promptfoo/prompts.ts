import { isCaseColumn } from '../../../dataset/case-row.js';
import { type PromptFile, parsePromptFile } from '../../../dataset/prompt-file.js';
import { attempt, describeError } from '../../../model/errors.js';
import { namePage } from '../../../settings/page-name.js';
import { parseJson, tryJson } from '../../../text/json.js';
import { collapseWhitespace, isFields, isList } from '../../../text/values.js';
import { buildName, buildSlug, type NewFile } from '../write-project.js';
import {
  type ConfigPart,
  createConfigPart,
  listFields,
  listItems,
  parseConfigPart,
  readFields,
  renderValue,
} from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import { NO_FILE, type ReadNamed } from './named-files.js';
import { findTemplate, listVariables, renameVariables } from './templates.js';

/** A prompt that can be a prompt file. */
export type PromptfooPrompt = {
  readonly name: string;
  /** In words, for the outcome. */
  readonly part: string;
  readonly text: string;
  /** Of the file that holds exactly this prompt; `null` for any other prompt. */
  readonly path: string | null;
  /** By the text, not by the file's name. */
  readonly extension: 'txt' | 'json' | 'yml';
  readonly file: PromptFile;
  readonly place: string;
};

const PATH =
  /^(?:file:\/\/.*|[^\n{}]*\.(?:txt|md|json|ya?ml|j2|jsonl|csv|[cm]?[jt]s|py|sh|rb|go|exe)(?::\w+)?|[^\n{}\s]*\/\*[^\n{}\s]*)$/;
const CODE = /^exec:|\.(?:[cm]?[jt]s|py|sh|rb|go|exe)(?::\w+)?$/;
/** Prompts of other services, such as `langfuse://…`. */
const ELSEWHERE = /^(?!file:)\w+:\/\//;
const TEXT_FILE = /\.(?:txt|md|json|ya?ml|j2)$/;
const MADE_BY_CODE = `made by code; make it a command: ${namePage('agents.md')}`;
const KNOWN_KEYS = ['raw', 'id', 'label', 'display'];

/** The prompts whose placeholders are all variables of the tests. */
export async function importPrompts(
  given: ConfigPart,
  { names, read, outcome }: { names: ReadonlySet<string>; read: ReadNamed; outcome: ImportOutcome },
): Promise<readonly PromptfooPrompt[]> {
  const prompts: PromptfooPrompt[] = [];
  for (const entry of listEntries(given)) {
    const { part, source, label } = readEntry(entry);
    const problem = explainChange(entry);
    if (source === null || problem !== null) {
      outcome.skipped(`prompt ${part}`, problem ?? 'not a text', entry);
      continue;
    }
    for (const [key, option] of listFields(entry).filter(([key]) => !KNOWN_KEYS.includes(key))) {
      outcome.skipped(
        `prompt option ${key}`,
        'the settings of the model are `parameters` of the target',
        option,
      );
    }
    for (const text of await readTexts(source, entry, read)) {
      const prompt = await parsePrompt(text, { part, label, names });
      if ('reason' in prompt) outcome.skipped(`prompt ${part}`, prompt.reason, prompt);
      else prompts.push(prompt);
    }
  }
  return prompts;
}

/** A list, a single prompt, or the old form `{ file: label }`. */
function listEntries(given: ConfigPart): readonly ConfigPart[] {
  const fields = readFields(given);
  const isMap = isFields(given.value) && !['raw', 'id', 'label'].some((key) => key in fields);
  if (!isMap) return listItems(given);
  return listFields(given).map(([file, { value, place }]) =>
    createConfigPart({ id: file, label: value }, place),
  );
}

function readEntry(entry: ConfigPart): {
  readonly part: string;
  readonly source: string | null;
  readonly label: string | null;
} {
  const { raw, id, label } = isFields(entry.value)
    ? entry.value
    : { raw: entry.value, id: null, label: null };
  const source = raw ?? id ?? label;
  const name = label ?? (raw === undefined || raw === null ? null : id);
  return {
    part: renderValue(label ?? id ?? raw),
    source: typeof source === 'string' && source.trim() !== '' ? source : null,
    label: typeof name === 'string' ? name : null,
  };
}

/** Why a prompt is not sent as its text says. */
function explainChange(entry: ConfigPart): string | null {
  const config = readFields(entry.at('config'));
  const setting = ['prefix', 'suffix'].find((key) => key in config);
  if (setting !== undefined) return `its config.${setting} changes the text; write it into the prompt`;
  return readFields(entry)['function'] === undefined ? null : MADE_BY_CODE;
}

type PromptText = { readonly text: string; readonly path: string | null; readonly place: string };
type Skipped = { readonly reason: string; readonly place: string };

async function readTexts(
  source: string,
  { place }: ConfigPart,
  read: ReadNamed,
): Promise<readonly (PromptText | Skipped)[]> {
  if (ELSEWHERE.test(source)) return [{ reason: 'kept in another service; copy it into a file', place }];
  if (source.startsWith('exec:')) return [{ reason: MADE_BY_CODE, place }];
  if (!PATH.test(source)) return [{ text: source, path: null, place }];
  if (CODE.test(source)) return [{ reason: MADE_BY_CODE, place }];
  const files = await read(source);
  return files.map(({ path, text, isMissing }) => {
    if (text === null) return { reason: isMissing ? NO_FILE : 'a file that cannot be read', place };
    if (CODE.test(path)) return { reason: MADE_BY_CODE, place };
    if (!TEXT_FILE.test(path))
      return { reason: 'not a .txt, .md, .json, .yaml or .j2 file', place: `${path}:1` };
    const isSeveral = path.endsWith('.txt') && /^\s*---\s*$/m.test(text);
    if (isSeveral)
      return { reason: 'several prompts in one file; write each into a file of its own', place: `${path}:1` };
    return { text, path, place: `${path}:1` };
  });
}

async function parsePrompt(
  given: PromptText | Skipped,
  { part, label, names }: { part: string; label: string | null; names: ReadonlySet<string> },
): Promise<PromptfooPrompt | Skipped> {
  if ('reason' in given) return given;
  const { text, path, place } = given;
  const template = findTemplate(text, names);
  if (template !== null) {
    const { reason, line } = template;
    return { reason, place: path === null ? place : `${path}:${line}` };
  }
  const extension = chooseExtension(text, path);
  const broken = path?.endsWith('.json') === true ? explainInvalidJson(text) : null;
  if (broken !== null) return { reason: broken, place };
  const file = await attempt([], async () => parsePromptFile(text, `prompt.${extension}`));
  const isOther =
    extension === 'yml' ? !isList(parseConfigPart(text, 'prompt').value) : isFields(tryJson(text));
  if (file === undefined || isOther) return { reason: 'not a text or a list of messages with texts', place };
  const name = label === null ? buildName(path ?? 'prompt.txt') : buildSlug(label);
  return { name, part, text, path, extension, file, place };
}

function explainInvalidJson(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (thrown) {
    return `its JSON is broken: ${collapseWhitespace(describeError(thrown))}`;
  }
}

/** Messages are recognised by the text: a `.txt` file may hold them too. */
function chooseExtension(text: string, path: string | null): PromptfooPrompt['extension'] {
  if (isList(tryJson(text))) return 'json';
  return /\.ya?ml$/.test(path ?? '') || text.trimStart().startsWith('- role:') ? 'yml' : 'txt';
}

/** Where the prompt is measured. */
export type PlacedPrompt = {
  /** The file that is measured. */
  readonly path: string;
  /** `null` if the prompt's own file is measured. */
  readonly copy: NewFile | null;
};

/**
 * The prompt as a file that asks the same: its own, or a copy if a variable has the name of a column, if the file's
 * ending belies its text, or if the prompt has no file. Otherwise the reason why there is none.
 */
export function placePrompt(
  prompt: PromptfooPrompt,
  { question, renames }: { readonly question: string; readonly renames: ReadonlyMap<string, string> },
): PlacedPrompt | { readonly reason: string } {
  const { name, path, text, extension, file } = prompt;
  if (!listVariables(text).has(question)) {
    return { reason: `it does not ask {{${question}}}, the question of the tests` };
  }
  const last = file.messages.at(-1)?.role;
  // Only a prompt that ends with the beginning of the answer may ask in a message that is not the user's.
  const asks = file.messages.some(
    ({ role, content }) => (role === 'user' || last === 'assistant') && listVariables(content).has(question),
  );
  if (file.kind === 'chat' && last !== 'user' && !asks) {
    return { reason: `no user's message has {{${question}}}` };
  }
  const isColumn = question !== 'input' && isCaseColumn(question);
  const copy = renameVariables(text, isColumn ? new Map([...renames, [question, 'input']]) : renames);
  if (path !== null && copy === text && findKind(path) === extension) return { path, copy: null };
  const to = `prompts/promptfoo/${name}.${extension}`;
  return { path: to, copy: { path: to, text: copy, about: 'a copy of a prompt' } };
}

const EXTENSIONS: Readonly<Record<string, string>> = { md: 'txt', j2: 'txt', yaml: 'yml' };

function findKind(path: string): string {
  const extension = path.split('.').at(-1) ?? '';
  return EXTENSIONS[extension] ?? extension;
}
