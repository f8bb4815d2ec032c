import { Worker } from 'node:worker_threads';
import { FAILURE_KINDS, messageOf, ProviderError } from '../ports/errors.js';
import type { HostReply, HostRequest, HostResult } from '../ports/scorer-host.js';
import { shownJson } from '../text/values.js';
import { createLineSplitter } from '../workers/line-splitter.js';
import { provideBundledModules } from './bundled-modules.js';
import { type LoadedScorer, loadScorer } from './load-scorer.js';

const LONGEST_REQUEST = 64 * 1024 * 1024;

const PARENT_IS_LOOKED_FOR_MS = 1_000;

export type HostStreams = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
};

/**
 * `scorer-host <file>`: runs a scorer of the repository's own, in the folder that it is started in. Requests come on
 * stdin, replies leave on stdout, one JSON line each; whatever the scorer prints goes to stderr. Resolves with the exit
 * code when stdin ends.
 * @param readLibrary Loads what a scorer's file gets as this tool's library.
 */
export async function runScorerHost(
  [path = '']: readonly string[],
  folder: string,
  { stdin, stdout, stderr }: HostStreams,
  readLibrary: Parameters<typeof provideBundledModules>[0],
): Promise<number> {
  endWithParent();
  const reply = takeStdout(stdout, stderr);
  provideBundledModules(readLibrary);
  const scorer = loadScorer(path, folder);
  const lines = createLineSplitter({
    longest: LONGEST_REQUEST,
    onLine: (line) => void answer(JSON.parse(line), scorer).then(reply),
    onOverflow: () => stdin.destroy(new Error('a request is too long')),
  });
  stdin.setEncoding('utf8').on('data', lines.push);
  return new Promise((resolve, reject) => {
    stdin.on('end', () => resolve(0)).on('error', reject);
  });
}

/**
 * Ends this process when its parent is gone. A parent that is killed hard ends nobody, and a scorer that loops for ever
 * never sees that its input has ended: so another thread looks, since nothing that the scorer does can hold it.
 */
function endWithParent(): void {
  // Asked for here: by the time that the thread runs, the parent may be gone already.
  const watch = `
    const parent = ${process.ppid};
    setInterval(() => {
      if (process.ppid === parent && isThere()) return;
      process.kill(process.pid, 'SIGKILL');
    }, ${PARENT_IS_LOOKED_FOR_MS});
    function isThere() {
      // Windows keeps the number of a parent that has ended.
      if (process.platform !== 'win32') return true;
      try { return process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; }
    }`;
  new Worker(watch, { eval: true, env: {}, execArgv: [] }).unref();
}

/** Stdout is the protocol's alone from now on. Returns what writes to it. */
function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): (reply: HostReply) => void {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  // What a child of the scorer's wrote to our stdout may stand on the same line.
  return (reply) => void write(`\n${JSON.stringify(reply)}\n`);
}

async function answer(request: HostRequest, loading: Promise<LoadedScorer>): Promise<HostReply> {
  const { id } = request;
  const scorer = await loading;
  if (scorer.status === 'refused') return { id, refused: scorer.why };
  if ('about' in request) return { id, about: scorer.about };
  try {
    return { id, result: resultOf(await scorer.run(request.run), scorer.about.scale) };
  } catch (thrown) {
    const { kind } = rootOf(thrown);
    return { id, error: messageOf(thrown), ...(kind !== undefined && { kind }) };
  }
}

/** A judge that failed says so in words of its own. */
function rootOf(thrown: unknown): { readonly kind?: ProviderError['kind'] } {
  if (thrown instanceof ProviderError) return { kind: thrown.kind };
  return thrown instanceof Error && thrown.cause !== undefined ? rootOf(thrown.cause) : {};
}

/** Throws where a result is none: JSON would turn NaN into a missing score. */
function resultOf(given: unknown, scale: number): HostResult {
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`run gave ${shownJson(given)} as its result`);
  const { score, reason, unscored } = given as Partial<HostResult>;
  const text = typeof reason === 'string' ? { reason } : {};
  if (score === null) return { score, ...text, unscored: unscoredOf(unscored, reason) };
  if (typeof score !== 'number' || !Number.isFinite(score) || score < 0 || score > scale) {
    throw new RangeError(
      `its score is ${shownJson(score)}, and a score is a number from 0 to ${scale}, or null where there is nothing to score`,
    );
  }
  return { score, ...text };
}

function unscoredOf(given: HostResult['unscored'], reason: unknown): NonNullable<HostResult['unscored']> {
  const why = given?.reason ?? reason;
  const kind = FAILURE_KINDS.find((known) => known === given?.kind) ?? 'not-scorable';
  return { kind, reason: typeof why === 'string' ? why : 'no reason given' };
}
