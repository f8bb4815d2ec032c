import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Scalar, stringify } from 'yaml';
import type { LanguageSetup } from './language-setup.js';

/** A file to write; `about` says in words what it is. */
export type NewFile = {
  readonly path: string;
  readonly text: string;
  readonly about: string;
};

/** The model of a new suite. */
export const MODEL = 'gpt-6-luna';
/** The judge of a new suite. */
export const JUDGE = 'gpt-6.1-terra';

/** The beginning of a text that the user has to write. `lint` looks for it. */
export const PLACEHOLDER = 'Replace this with';

const TO_DO = /^[\s<[("'*#-]*(?:(?:TODO|TBD|FIXME|XXX)\b|todo:)/;
const NO_TEXT = /^\s*(?:todo|tbd|\.+|…)[\s.!:]*$/i;

/** True for a text that only says that another is to be written: `TODO`, `Replace this with …`. */
export function isUnwritten(text: string): boolean {
  return text.startsWith(PLACEHOLDER) || TO_DO.test(text) || NO_TEXT.test(text);
}

/** The prompt of a folder that has none. */
export const STARTER_PROMPT = `${PLACEHOLDER} your prompt: what the assistant is for, and how it answers.\n`;

/** The model of a suite whose provider is not known. `lint` reports it. */
export const UNKNOWN_MODEL = `${PLACEHOLDER} the model`;

/** The model of a suite to begin with, and a comment that `lint` looks for: only the user knows which model it has to be. */
export function suggestModel(): Scalar<string> {
  const model = new Scalar(MODEL);
  model.comment = ` ${PLACEHOLDER} the model that your product asks`;
  return model;
}

const SUGGESTION = new RegExp(`\\bmodel: *(\\S+) +# *${PLACEHOLDER}`, 'g');

/** The models in the text of a config file that the user has not chosen yet. */
export function listSuggestedModels(config: string): readonly string[] {
  return [...config.matchAll(SUGGESTION)].map(([, model = '']) => model);
}

const STAND_IN = /^(?:<.*>|your[-_ ].*)$/i;

/** True for a placeholder instead of a model's name: `your-model`, `openai/<model>`. */
export function isStandIn(model: string): boolean {
  return isUnwritten(model) || STAND_IN.test(model.replace(/^[\w.-]+\//, ''));
}

/** The same for a case's question. A user may ask about `TODO: …`, so that is one. */
export function isUnwrittenQuestion(text: string): boolean {
  return text.startsWith(PLACEHOLDER) || NO_TEXT.test(text);
}

/** An environment variable of the workflow's steps, with its value there. */
export type PlainVariable = { readonly name: string; readonly value: string };

/** The files of a new set-up, and the messages for the user. */
export type Setup = {
  readonly config: object;
  readonly files: readonly NewFile[];
  /** Set-up of the program that is the agent; `null` if a model answers prompts. */
  readonly program: LanguageSetup | null;
  /** Variables without a secret that the program needs. */
  readonly variables: readonly PlainVariable[];
  /** Other files that could be tested here, as `--target` names them. */
  readonly others?: readonly string[];
  readonly notes: readonly string[];
  /** Steps for the user before the first check. */
  readonly todo: readonly string[];
};

/** `acme/prompt-regression@v1`, with a folder in it or without. */
const ACTION = /^([\w.-]+\/[\w.-]+)(?:\/[^@]*)?@([\w./-]+)/;

/** Text of a config file. If the action is known, editors read the schema from its repository. */
export function renderConfig(config: object, action: string | null = null): string {
  const [, repository, version] = ACTION.exec(action ?? '') ?? [];
  const schema =
    repository === undefined
      ? ''
      : `# yaml-language-server: $schema=https://raw.githubusercontent.com/${repository}/${version}/schemas/config.schema.json\n`;
  return `${schema}${stringify(config, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

/** Lines of code below a sentence. */
export function indentLines(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** One row per line. */
export function renderJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Writes files that do not exist yet. Resolves with the paths of those that do. */
export async function writeNewFiles(folder: string, files: readonly NewFile[]): Promise<ReadonlySet<string>> {
  const existing = new Set<string>();
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    try {
      await writeFile(join(folder, path), text, { flag: 'wx' });
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
      existing.add(path);
    }
  }
  return existing;
}

/** A name of letters, digits and hyphens; `suite` if none are left. */
export function buildSlug(text: string): string {
  const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return slug.slice(0, 40).replaceAll(/^-+|-+$/g, '') || 'suite';
}

/** Names of files and folders that say nothing of what an agent does. */
const GENERAL = /^(?:__main__|app|chat|cli|index|instructions?|lib|main|prompts?|run|server|src|system)$/;

/** `bot` for `packages/bot/src/index.ts` and for `apps/bot/prompts/system.md`. */
export function buildSuiteName(path: string): string {
  const names = path.split('/').map(buildName);
  return names.findLast((name) => !GENERAL.test(name)) ?? 'agent';
}

/** The name of a file, without its folder and ending. */
export function buildName(path: string): string {
  return buildSlug((path.split('/').at(-1) ?? '').replace(/(?:\.prompt)?\.\w+$/, ''));
}
