import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../ports/errors.js';
import type { HostedScorer } from '../ports/scorer-host.js';
import type { EvalScorer } from '../scorers/eval-scorer.js';

/** A file's scorer, or what is wrong with the file and what helps. */
export type LoadedScorer =
  | { readonly status: 'loaded'; readonly about: HostedScorer; readonly run: EvalScorer['run'] }
  | { readonly status: 'refused'; readonly why: string };

const EXAMPLE =
  "export default createScorer({ id, description }).generateScore(…), with createScorer from 'prompt-regression/scorers'";

/** `import()` itself: in a module of ours the bundler would take it for an import of ours and look in the bundle. */
const importFile = new Function('url', 'return import(url)') as (
  url: string,
) => Promise<{ readonly default?: unknown }>;

/** Loads the default export of a file. Its own code runs here, and TypeScript is stripped as Node.js does it. */
export async function loadScorer(path: string, folder: string): Promise<LoadedScorer> {
  let exported: unknown;
  try {
    const module = await importFile(pathToFileURL(resolve(folder, path)).href);
    exported = module.default;
  } catch (thrown) {
    return refused(whyNotLoaded(thrown, folder));
  }
  if (exported === undefined) return refused(`has no default export: end it with ${EXAMPLE}`);
  if (!isScorer(exported)) {
    return refused(`exports ${inWords(exported)} as its default, which is no scorer: ${EXAMPLE}`);
  }
  const { id, type, scale = 1, higherIsBetter = true } = exported;
  if (typeof scale !== 'number' || !Number.isFinite(scale) || scale <= 0) {
    return refused(
      `has a scorer whose scale is ${inWords(scale)}: it is the highest possible score, a number above 0`,
    );
  }
  const about = { id, scale, higherIsBetter: higherIsBetter !== false };
  return {
    status: 'loaded',
    about: type === 'agent' ? { ...about, type } : about,
    run: (run) => exported.run(run),
  };
}

function refused(why: string): LoadedScorer {
  return { status: 'refused', why };
}

type ScorerLike = Pick<EvalScorer, 'id' | 'run'> & {
  readonly type?: unknown;
  readonly scale?: unknown;
  readonly higherIsBetter?: unknown;
};

function isScorer(exported: unknown): exported is ScorerLike {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'id' in exported &&
    typeof exported.id === 'string' &&
    'run' in exported &&
    typeof exported.run === 'function'
  );
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object without id and run';
  return typeof value === 'function' ? 'a function' : JSON.stringify(value);
}

/** By Node's own error codes. */
const REMEDIES: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'types are only taken out, not compiled, so enum, namespace with values and parameter properties do not work here: use a const object, a module, a plain field',
  ERR_MODULE_NOT_FOUND:
    'write relative imports with the ending that the file has (./x.ts), and install the packages that it needs before the action runs',
  ERR_UNSUPPORTED_DIR_IMPORT: 'name the file that is meant, with its ending',
  ERR_UNKNOWN_FILE_EXTENSION: 'a scorer is written in .ts, .mts, .cts, .js, .mjs or .cjs',
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: 'packages must come as JavaScript',
};

function whyNotLoaded(thrown: unknown, folder: string): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const remedy = REMEDIES[code];
  const where = placeOf(thrown, folder);
  const name = thrown instanceof Error && !thrown.message.startsWith(thrown.name) ? `${thrown.name}: ` : '';
  const said = withoutFolder(`${name}${messageOf(thrown)}`, folder);
  return `cannot be loaded${where}: ${said}${remedy === undefined ? '' : ` (${remedy})`}`;
}

/** Where Node.js says it broke: a syntax error opens with the place, another error has it in its first frame of ours. */
function placeOf(thrown: unknown, folder: string): string {
  if (!(thrown instanceof Error)) return '';
  const stack = withoutFolder(thrown.stack ?? '', folder);
  const [place] =
    /^[^\s:]+:\d+(?=\n)/.exec(stack) ??
    /(?<=^ +at (?:.*\()?)(?!node:)[^\s():]+:\d+(?=:\d+)/m.exec(stack) ??
    [];
  return place === undefined || place.startsWith('/') || place.includes('://') ? '' : ` (${place})`;
}

function withoutFolder(text: string, folder: string): string {
  return [folder, realpathSync(folder)].reduce(
    (shown, root) => shown.replaceAll(`${pathToFileURL(root).href}/`, '').replaceAll(`${root}/`, ''),
    text,
  );
}
