import { type Fields, isFields, isList } from '../../../text/values.js';
import type { ReadNamed } from './named-files.js';
import { fillVariables, findOnlyVariable, listVariables } from './templates.js';

/** A file whose text is a part of a prompt. */
export type IncludedFile = {
  /** Relative to the working directory. */
  readonly path: string;
  readonly text: string;
};

/** A prompt with the texts of its files. */
export type Inclusion<Prompt> = {
  readonly prompt: Prompt;
  /** Each once. */
  readonly files: readonly IncludedFile[];
  /** The file that is the whole system message, if the prompt is only that and one user's message. */
  readonly system: IncludedFile | null;
};

/** A value names a file only if it begins with `file://`. */
const NAMES_FILE = /^\s*file:\/\//;
/** promptfoo parses these, so that they are not one text. */
const DATA_FILE = /\.(?:json|ya?ml|csv)$/;
const CODE_FILE = /\.(?:[cm]?[jt]s|py|rb|go|sh)(?::\w+)?$/;

/** True if a text is only the name of a file. */
export function namesFile(value: unknown): boolean {
  return listTexts(value).some((text) => NAMES_FILE.test(text));
}

/** The files that the messages of a chat name, by name, or the reason why one has no text. */
export async function readNamedTexts(
  messages: unknown,
  read: ReadNamed,
): Promise<ReadonlyMap<string, IncludedFile> | { readonly reason: string }> {
  const files = new Map<string, IncludedFile>();
  for (const name of listTexts(messages).filter((text) => text.startsWith('file://'))) {
    const [file, ...others] = await read(name);
    if (file === undefined || others.length > 0 || DATA_FILE.test(name) || CODE_FILE.test(name)) {
      return { reason: `it names ${name}, which is not one file of text; write its text out` };
    }
    const { path, text, problem } = file;
    if (text === null)
      return { reason: `it names ${name}, which is ${path} from the folder of the config: ${problem}` };
    files.set(name, { path, text });
  }
  return files;
}

/** A chat with the texts of files in the place of their names, and of the variables that are files. */
export function includeInChat(
  messages: unknown,
  named: ReadonlyMap<string, IncludedFile>,
  variables: ReadonlyMap<string, IncludedFile>,
): Inclusion<unknown> {
  const texts = listTexts(messages);
  const asked = findIncluded([...texts, ...[...named.values()].map(({ text }) => text)], variables);
  const values = listValues(asked);
  return {
    prompt: replaceTexts(messages, (text) => fillVariables(named.get(text)?.text ?? text, values)),
    files: listFiles([...named.values(), ...asked.values()]),
    system: findSystemFile(messages, named, asked),
  };
}

/** A text with the texts of the variables that are files. */
export function includeInText(text: string, variables: ReadonlyMap<string, IncludedFile>): Inclusion<string> {
  const asked = findIncluded([text], variables);
  return {
    prompt: fillVariables(text, listValues(asked)),
    files: listFiles([...asked.values()]),
    system: null,
  };
}

/** In a prompt of only the file, the file is the question. */
function findIncluded(
  texts: readonly string[],
  variables: ReadonlyMap<string, IncludedFile>,
): ReadonlyMap<string, IncludedFile> {
  const names = new Set(texts.flatMap((text) => [...listVariables(text)]));
  const isQuestion = [...names].every((name) => variables.has(name));
  return isQuestion ? new Map() : new Map([...variables].filter(([name]) => names.has(name)));
}

function listValues(files: ReadonlyMap<string, IncludedFile>): ReadonlyMap<string, string> {
  return new Map([...files].map(([name, { text }]) => [name, text]));
}

function listFiles(files: readonly IncludedFile[]): readonly IncludedFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function findSystemFile(
  messages: unknown,
  named: ReadonlyMap<string, IncludedFile>,
  variables: ReadonlyMap<string, IncludedFile>,
): IncludedFile | null {
  const [first, second, ...others] = isList(messages) ? messages : [];
  if (others.length > 0 || !isMessage(first, 'system') || !isMessage(second, 'user')) return null;
  const content = String(first['content']);
  return named.get(content) ?? variables.get(findOnlyVariable(content) ?? '') ?? null;
}

function isMessage(value: unknown, role: string): value is Fields {
  return isFields(value) && value['role'] === role && Object.keys(value).length === 2 && 'content' in value;
}

/** Every text inside a value. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(listTexts);
  return isFields(value) ? Object.values(value).flatMap(listTexts) : [];
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (isList(value)) return value.map((item) => replaceTexts(item, replace));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replace)]));
}
