import { registerHooks } from 'node:module';
import * as zod from 'zod';
import { messageOf, ProviderError } from '../../model/errors.js';
import type { HostReply, HostRequest, HostResult } from '../../scorers/host-protocol.js';
import { isFields, shownJson } from '../../text/values.js';
import { createLineSplitter } from '../../workers/program-output.js';
import * as library from '../index.js';
import { type LoadedScorer, loadAgent, loadScorer } from './load-scorer.js';

/**
 * `scorer-host <file>` runs a repository's own scorer, and `scorer-host <file> agent` its agent: JSON Lines requests on
 * stdin, replies on stdout, the file's prints on stderr. Resolves with the exit code when stdin ends.
 */
export function runScorerHost(
  [path = '', kind]: readonly string[],
  process: NodeJS.Process,
): Promise<number> {
  const { stdin, stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  provideModules();
  const answer = kind === 'agent' ? hostAgent(path, process.cwd()) : hostScorer(path, process.cwd());
  const { promise, resolve } = Promise.withResolvers<number>();
  const onLine = async (line: string) => {
    const request: HostRequest = JSON.parse(line);
    const reply = { ...(await answer(request)), id: request.id };
    // The file's own child processes may have left half a line on stdout.
    write(`\n${JSON.stringify(reply)}\n`);
  };
  const lines = createLineSplitter({ longest: Number.POSITIVE_INFINITY, onLine, onOverflow() {} });
  stdin
    .setEncoding('utf8')
    .on('data', lines.push)
    .on('end', () => resolve(0));
  return promise;
}

/** Answers a line; the reply's `id` is added. */
type Host = (request: HostRequest) => Promise<object>;

function hostAgent(path: string, folder: string): Host {
  const loading = loadAgent(path, folder);
  return async (request) => {
    const loaded = await loading;
    if ('error' in loaded) return loaded;
    try {
      const given = await loaded.answer(request);
      if (typeof given === 'string') return { output: given };
      return isFields(given) ? given : { error: `it returned ${shownJson(given)}, not a text or { output }` };
    } catch (thrown) {
      return { error: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
    }
  };
}

function hostScorer(path: string, folder: string): Host {
  const loading = loadScorer(path, folder);
  return async (request) => judge(request, await loading);
}

async function judge({ run }: HostRequest, loaded: LoadedScorer): Promise<Omit<HostReply, 'id'>> {
  if ('error' in loaded) return loaded;
  if (run === undefined) return { scorer: loaded.about };
  try {
    return { result: resultOf(await loaded.run(run), loaded.about.scale) };
  } catch (thrown) {
    return { error: messageOf(thrown), kind: kindOf(thrown) };
  }
}

function kindOf(thrown: unknown): ProviderError['kind'] | undefined {
  if (thrown instanceof ProviderError) return thrown.kind;
  return thrown instanceof Error ? kindOf(thrown.cause) : undefined;
}

/** Throws for anything but a score: JSON would turn NaN into a missing score. */
function resultOf(given: unknown, scale: number): HostResult {
  const { score, reason, unscored }: HostResult = Object(given);
  if (score === null || (typeof score === 'number' && score >= 0 && score <= scale))
    return { score, reason, unscored };
  throw new RangeError(
    `its score is ${shownJson(score)}, and a score is a number from 0 to ${scale}, or null if there is nothing to score`,
  );
}

const SCHEME = 'prompt-regression:';
const LIBRARY = 'prompt-regression';
const MODULES: Readonly<Record<string, object>> = {
  [LIBRARY]: library,
  [`${LIBRARY}/scorers`]: library,
  zod,
  'zod/v4': zod,
};

/**
 * Makes these modules importable without `node_modules`, since the action is one bundle. The library is always our
 * own; zod is the repository's if installed.
 */
function provideModules(): void {
  Object.assign(globalThis, { [Symbol.for(SCHEME)]: MODULES });
  registerHooks({
    resolve(specifier, context, next) {
      if (!Object.hasOwn(MODULES, specifier)) return next(specifier, context);
      const provided = { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true };
      if (specifier.startsWith(LIBRARY)) return provided;
      try {
        return next(specifier, context);
      } catch {
        return provided;
      }
    },
    load(url, context, next) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const name = url.slice(SCHEME.length);
      const lines = Object.keys(MODULES[name] ?? {}).map(
        (each, index) => `const e${index} = given.${each}; export { e${index} as ${each} };`,
      );
      const given = `const given = globalThis[Symbol.for('${SCHEME}')]['${name}'];`;
      return { format: 'module', source: [given, ...lines].join('\n'), shortCircuit: true };
    },
  });
}
