import { type PromptFile, parsePromptFile } from '../../../dataset/prompt-file.js';
import { attempt, describeError } from '../../../model/errors.js';
import { namePage } from '../../../settings/page-name.js';
import { parseJson, tryJson } from '../../../text/json.js';
import { collapseWhitespace, isFields, isList } from '../../../text/values.js';
import { buildName, buildSlug } from '../write-project.js';
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
import {
  type IncludedFile,
  type Inclusion,
  includeInChat,
  includeInText,
  namesFile,
  readNamedTexts,
} from './included-files.js';
import type { ReadNamed } from './named-files.js';
import { ADDED_TEXT } from './providers.js';
import { findTemplate, listTemplateNames, listVariables } from './templates.js';

type PromptSource = {
  readonly name: string;
  /** In words, for the outcome. */
  readonly part: string;
  /** Of the file that holds this prompt; `null` for a text in the config. */
  readonly path: string | null;
  /** The files whose texts the prompt includes. */
  readonly included: readonly IncludedFile[];
  /** The variables of the tests that it asks. */
  readonly variables: ReadonlySet<string>;
  readonly place: string;
};

/** A prompt that can be a prompt file. */
export type PromptfooPrompt = PromptSource & {
  readonly kind: 'prompt';
  /** With the texts of its files. */
  readonly text: string;
  /** By the text, not by the file's name. */
  readonly extension: 'txt' | 'json' | 'yml';
  readonly file: PromptFile;
  /** The file that is the whole system message, if only a user's message follows. */
  readonly system: IncludedFile | null;
};

/** A prompt that the user has to write out, because it has template logic. */
export type UnwrittenPrompt = PromptSource & { readonly kind: 'unwritten'; readonly reason: string };

const PATH =
  /^(?:file:\/\/.*|[^\n{}]*\.(?:txt|md|json|ya?ml|j2|jsonl|csv|[cm]?[jt]s|py|sh|rb|go|exe)(?::\w+)?|[^\n{}\s]*\/\*[^\n{}\s]*)$/;
const CODE = /^exec:|\.(?:[cm]?[jt]s|py|sh|rb|go|exe)(?::\w+)?$/;
/** Prompts of other services, such as `langfuse://…`. */
const ELSEWHERE = /^(?!file:)\w+:\/\//;
const TEXT_FILE = /\.(?:txt|md|json|ya?ml|j2)$/;
const MADE_BY_CODE = `made by code; make it a command: ${namePage('agents.md')}`;
const KNOWN_KEYS = ['raw', 'id', 'label', 'display'];

type PromptTools = {
  /** The variables of the tests. */
  readonly names: ReadonlySet<string>;
  /** The variables that are the same file in all tests. */
  readonly files: ReadonlyMap<string, IncludedFile>;
  readonly read: ReadNamed;
  readonly outcome: ImportOutcome;
};

type ImportedPrompts = {
  readonly prompts: readonly (PromptfooPrompt | UnwrittenPrompt)[];
  /** The prompts that no suite will have, in words. */
  readonly untested: readonly string[];
};

/** The prompts of the config. Those that are neither taken nor can be written out are rows of the outcome. */
export async function importPrompts(given: ConfigPart, tools: PromptTools): Promise<ImportedPrompts> {
  const { read, outcome } = tools;
  const prompts: (PromptfooPrompt | UnwrittenPrompt)[] = [];
  const untested: string[] = [];
  for (const entry of listEntries(given)) {
    const { part, source, label } = readEntry(entry);
    const problem = explainChange(entry);
    if (source === null || problem !== null) {
      outcome.skipped(`prompt ${part}`, problem ?? 'not a text', entry);
      untested.push(part);
      continue;
    }
    skipOptions(entry, outcome);
    for (const text of await readTexts(source, entry, read)) {
      const prompt = 'reason' in text ? text : await parsePrompt(text, { ...tools, part, label });
      if ('kind' in prompt) {
        prompts.push(prompt);
      } else {
        outcome.skipped(`prompt ${part}`, prompt.reason, prompt);
        untested.push(part);
      }
    }
  }
  return { prompts, untested };
}

function skipOptions(entry: ConfigPart, outcome: ImportOutcome): void {
  for (const [key, option] of listFields(entry).filter(([key]) => !KNOWN_KEYS.includes(key))) {
    outcome.skipped(
      `prompt option ${key}`,
      'the settings of the model are `parameters` of the target',
      option,
    );
  }
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
  const setting = Object.keys(config).find((key) => ADDED_TEXT.test(key));
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
  return files.map(({ path, text, problem }) => {
    if (text === null) return { reason: problem ?? '', place };
    if (CODE.test(path)) return { reason: MADE_BY_CODE, place };
    if (!TEXT_FILE.test(path))
      return { reason: 'not a .txt, .md, .json, .yaml or .j2 file', place: `${path}:1` };
    const isSeveral = path.endsWith('.txt') && /^\s*---\s*$/m.test(text);
    if (isSeveral)
      return { reason: 'several prompts in one file; write each into a file of its own', place: `${path}:1` };
    return { text, path, place: `${path}:1` };
  });
}

type ParseTools = PromptTools & { readonly part: string; readonly label: string | null };

async function parsePrompt(
  given: PromptText,
  tools: ParseTools,
): Promise<PromptfooPrompt | UnwrittenPrompt | Skipped> {
  const { path, place } = given;
  const { part, label, names } = tools;
  const inclusion = await includeFiles(given, tools);
  if ('reason' in inclusion) return { ...inclusion, place };
  const { prompt: text, files: included, system } = inclusion;
  const name = label === null ? buildName(path ?? 'prompt.txt') : buildSlug(label);
  const source = { name, part, path, included };
  const template = findTemplateOf([given, ...included.map((file) => ({ ...file, place: '' }))], names);
  if (template?.isLogic === true) {
    const variables = listTemplateNames(text, names);
    return { kind: 'unwritten', ...source, variables, reason: template.reason, place: template.place };
  }
  if (template !== null) return template;
  const broken = path?.endsWith('.json') === true ? explainInvalidJson(text) : null;
  if (broken !== null) return { reason: broken, place };
  const extension = chooseExtension(text, path);
  const file = await attempt([], async () => parsePromptFile(text, `prompt.${extension}`));
  const isOther =
    extension === 'yml' ? !isList(parseConfigPart(text, 'prompt').value) : isFields(tryJson(text));
  if (file === undefined || isOther) return { reason: 'not a text or a list of messages with texts', place };
  if (namesFile(file.messages.map(({ content }) => content))) {
    return {
      reason: 'a message that is the name of a file: promptfoo reads it only if a .json or .yaml file has it',
      place,
    };
  }
  return { kind: 'prompt', ...source, variables: listVariables(text), text, extension, file, system, place };
}

/** The text with the texts of its files; as it is if it has none. */
async function includeFiles(
  { text, path }: PromptText,
  { files, read }: ParseTools,
): Promise<Inclusion<string> | { readonly reason: string }> {
  const messages = await parseMessageList(text, path);
  if (messages === null) return includeInText(text, files);
  // In any other text, promptfoo asks the name of the file.
  const isRead = /\.(?:json|ya?ml)$/.test(path ?? '');
  const named = isRead ? await readNamedTexts(messages, read) : new Map<string, IncludedFile>();
  if ('reason' in named) return named;
  const { prompt, ...inclusion } = includeInChat(messages, named, files);
  const hasFiles = inclusion.files.length > 0;
  return { prompt: hasFiles ? `${JSON.stringify(prompt, null, 2)}\n` : text, ...inclusion };
}

/** The list of a chat, else `null`. */
async function parseMessageList(text: string, path: string | null): Promise<unknown> {
  if (chooseExtension(text, path) === 'txt') return null;
  const parsed = await attempt([], async () => parseConfigPart(text, 'prompt').value);
  return isList(parsed) ? parsed : null;
}

/** The first template of a prompt or its files, with its place. */
function findTemplateOf(
  texts: readonly PromptText[],
  names: ReadonlySet<string>,
): (Skipped & { readonly isLogic: boolean }) | null {
  for (const { text, path, place } of texts) {
    const template = findTemplate(text, names);
    if (template === null) continue;
    const { reason, isLogic, line } = template;
    return { reason, isLogic, place: path === null ? place : `${path}:${line}` };
  }
  return null;
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
