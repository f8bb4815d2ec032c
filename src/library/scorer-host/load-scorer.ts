import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeError } from '../../model/errors.js';
import type { EvalScorer } from '../../scorers/eval-scorer.js';
import type { HostedScorer } from '../../scorers/host-protocol.js';
import { describeJson, isFields } from '../../text/values.js';

/** A file's scorer, or its problem and the remedy. */
export type LoadedScorer =
  | {
      readonly about: HostedScorer;
      /** `agent`: it reads messages. */
      readonly type: 'agent' | null;
      readonly run: EvalScorer['run'];
    }
  | { readonly error: string };

type ScorerLike = Partial<EvalScorer> & { readonly type?: unknown };

const EXAMPLE =
  "export default createScorer({ id, description }).generateScore(…), with createScorer from 'prompt-regression/scorers'";

/** An agent in a file, or the file's problem. */
export type LoadedAgent = { readonly answer: (question: unknown) => unknown } | { readonly error: string };

/** Loads a file's default export, which has to be a function from a case to its answer. */
export async function loadAgent(path: string, folder: string): Promise<LoadedAgent> {
  const loaded = await loadDefault(path, folder);
  if ('error' in loaded) return { error: `${path} ${loaded.error}` };
  const { exported } = loaded;
  if (typeof exported === 'function') return { answer: (question) => exported(question) };
  const what = exported === undefined ? 'no default export' : `the default export ${describeJson(exported)}`;
  return {
    error: `${path} has ${what}: it has to be a function, export default async ({ input, messages }) => …`,
  };
}

type LoadedDefault = { readonly exported: unknown } | { readonly error: string };

/** Loads a file's default export, which runs the file. Node.js strips its types. */
async function loadDefault(path: string, folder: string): Promise<LoadedDefault> {
  try {
    const module = await import(/* webpackIgnore: true */ pathToFileURL(resolve(folder, path)).href);
    return { exported: module.default };
  } catch (thrown) {
    return { error: explainLoadFailure(thrown, folder) };
  }
}

export async function loadScorer(path: string, folder: string): Promise<LoadedScorer> {
  const loaded = await loadDefault(path, folder);
  if ('error' in loaded) return loaded;
  const { exported } = loaded;
  if (exported === undefined) return { error: `has no default export: end it with ${EXAMPLE}` };
  const { id, run, type, scale = 1, higherIsBetter = true }: ScorerLike = Object(exported);
  if (typeof id !== 'string' || typeof run !== 'function') {
    const what = isFields(exported) ? 'an object without id and run' : describeJson(exported);
    return { error: `exports ${what} as its default, which is not a scorer: ${EXAMPLE}` };
  }
  if (!(typeof scale === 'number' && scale > 0 && scale < Number.POSITIVE_INFINITY)) {
    return { error: `has a scorer whose scale is ${describeJson(scale)}: it must be a number above 0` };
  }
  const about = { scale, higherIsBetter };
  return { about, type: type === 'agent' ? type : null, run: (given) => run.call(exported, given) };
}

const REMEDIES: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'types are only taken out, not compiled, so enum, namespace with values and parameter properties do not work here: use a const object, a module, a plain field',
  ERR_MODULE_NOT_FOUND:
    'write relative imports with the ending that the file has (./x.ts), and install the packages that it needs before the action runs',
  ERR_UNKNOWN_FILE_EXTENSION:
    'the file has to end in .ts, .mts, .cts, .js, .mjs or .cjs; a program in another language is given by `command`',
};

function explainLoadFailure(thrown: unknown, folder: string): string {
  const remedy = REMEDIES[thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''];
  const stack = removeFolder(thrown instanceof Error ? (thrown.stack ?? '') : '', folder);
  // A syntax error starts with its place; other errors have it in their first frame.
  const [place] = /^[^\s:]+:\d+(?=\n)|(?<=^ +at (?:.*\()?)(?!node:)[^\s():]+:\d+(?=:\d+)/m.exec(stack) ?? [];
  const name = thrown instanceof Error ? `${thrown.name}: ` : '';
  const message = removeFolder(`${name}${describeError(thrown)}`, folder);
  return `cannot be loaded${place ? ` (${place})` : ''}: ${message}${remedy === undefined ? '' : ` (${remedy})`}`;
}

function removeFolder(text: string, folder: string): string {
  return text.replaceAll(`${pathToFileURL(folder).href}/`, '').replaceAll(`${folder}/`, '');
}
