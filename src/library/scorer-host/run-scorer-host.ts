import { registerHooks } from 'node:module';
import * as zod from 'zod';
import { describeError, ProviderError } from '../../model/errors.js';
import {
  createAgentRun,
  createTextRun,
  type ScorerOutcome,
  type ScorerRun,
} from '../../scorers/eval-scorer.js';
import { explainNoScore, isScore, type ScoreLine, type ScoreReply } from '../../scorers/host-protocol.js';
import { describeJson, isFields } from '../../text/values.js';
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
    const request: ScoreRequestLine = JSON.parse(line);
    const reply = { ...(await answer(request)), id: request.id };
    // The file's own child processes may have left half a line on stdout.
    write(`\n${JSON.stringify(reply)}\n`);
  };
  const lines = createLineSplitter({ onLine });
  stdin
    .setEncoding('utf8')
    .on('data', lines.push)
    .on('end', () => resolve(0));
  return promise;
}

type ScoreRequestLine = { readonly id: string } & Partial<ScoreLine>;

/** Answers a line; the reply's `id` is added. */
type Host = (request: ScoreRequestLine) => Promise<object>;

function hostAgent(path: string, folder: string): Host {
  const loading = loadAgent(path, folder);
  return async (request) => {
    const loaded = await loading;
    if ('error' in loaded) return loaded;
    try {
      const given = await loaded.answer(request);
      if (typeof given === 'string') return { output: given };
      return isFields(given)
        ? given
        : { error: `it returned ${describeJson(given)}, not a text or { output }` };
    } catch (thrown) {
      return { error: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
    }
  };
}

function hostScorer(path: string, folder: string): Host {
  const loading = loadScorer(path, folder);
  return async (request) => scoreLine(request, await loading);
}

async function scoreLine(request: ScoreRequestLine, loaded: LoadedScorer): Promise<Omit<ScoreReply, 'id'>> {
  if ('error' in loaded) return loaded;
  if (!isScoreLine(request)) return { scorer: loaded.about };
  try {
    const { score, reason, unscored }: ScorerOutcome = Object(
      await loaded.run(buildRun(request, loaded.type)),
    );
    // Checked here too: JSON would turn NaN into a missing score.
    if (score !== null && !isScore(score, loaded.about.scale))
      return { error: explainNoScore(score, loaded.about.scale) };
    return { score, reason: unscored?.reason ?? reason, kind: unscored?.kind };
  } catch (thrown) {
    return { error: describeError(thrown), kind: findErrorKind(thrown) };
  }
}

function isScoreLine(request: ScoreRequestLine): request is ScoreLine {
  return request.output !== undefined;
}

/** Texts, or for a scorer of agents messages. */
function buildRun(
  { id, tags, messages, output, toolCalls, ...line }: ScoreLine,
  type: 'agent' | null,
): ScorerRun {
  const request = { ...line, history: messages.slice(0, -1), answer: { output, toolCalls } };
  return {
    ...(type === 'agent' ? createAgentRun(request) : createTextRun(request)),
    caseId: id,
    tags,
  };
}

function findErrorKind(thrown: unknown): ProviderError['kind'] | undefined {
  if (thrown instanceof ProviderError) return thrown.kind;
  return thrown instanceof Error ? findErrorKind(thrown.cause) : undefined;
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
