import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { summary } from '@actions/core';
import { parse } from 'yaml';
import { runAction as runMain } from '../../src/action/run-action.js';
import { startProcess } from './start-process.js';

const ROOT = join(import.meta.dirname, '../..');
/** It runs scorers of the repository's own as the bundle does. */
const CLI = join(ROOT, 'lib/cli.js');

export type ActionRun = {
  /** Inputs as a workflow gives them; defaults of action.yml are applied like the runner does. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event: {
    readonly name: string;
    readonly payload: unknown;
    readonly sha: string;
    readonly ref: string;
  };
  /** The checkout. */
  readonly workspace: string;
  readonly apiUrl: string;
  readonly repository?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly attempt?: number;
};

export type BundleRun = ActionRun & {
  /** State saved by `main`: makes it the `post` step. */
  readonly state?: Readonly<Record<string, string>>;
  /** Folder of the bundle's files. Default: the committed one. */
  readonly dist?: string;
  /** Called at the start and with all output so far, and able to signal the process. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
};

/** How a program ended, and what it wrote meanwhile. */
type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error as the runner's log shows them. */
  readonly log: string;
};

export type ActionResult = Ended & {
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
};

/** What action.yml says: inputs by their default, and the paths of the two programs. */
type Action = {
  readonly defaults: Readonly<Record<string, string>>;
  readonly runs: Readonly<Record<'main' | 'post', string>>;
};

let known: Action | undefined;

/** The runner gives every declared input, with its default where the workflow says nothing. */
async function readAction(): Promise<Action> {
  if (known === undefined) {
    const { inputs, runs }: { inputs: Record<string, { default?: unknown }>; runs: Action['runs'] } = parse(
      await readFile(join(ROOT, 'action.yml'), 'utf8'),
    );
    const defaults = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, String(input.default ?? '')]),
    );
    known = { defaults, runs: { main: join(ROOT, runs.main), post: join(ROOT, runs.post) } };
  }
  return known;
}

/**
 * `main` in this very process, from `src/`: what a process costs is most of what a run costs. One run at a time, since
 * the environment and the standard output of a process are its own.
 */
export function runAction(run: ActionRun): Promise<ActionResult> {
  return onRunner(run, {}, async (env) => {
    using output = captureProcess(env);
    const code = await runMain(env, [process.execPath, CLI, 'scorer-host']);
    return { code, signal: null, log: output.log };
  });
}

/** The bundle's `main` or `post` as the runner starts it: its own process, the runner's environment, nothing else. */
export function runBundle({ state, onOutput, dist, ...run }: BundleRun): Promise<ActionResult> {
  return onRunner(run, state ?? {}, async (env, { main, post }) => {
    const committed = state === undefined ? main : post;
    const program = dist === undefined ? committed : join(dist, basename(committed));
    const child = startProcess([process.execPath, program], { cwd: run.workspace, env });
    let log = '';
    const kill = (signal: NodeJS.Signals) => void child.kill(signal);
    const take = (data: Buffer) => {
      log += data.toString('utf8');
      onOutput?.(log, kill);
    };
    onOutput?.('', kill);
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const [code, signal] = await once(child, 'close');
    return { code, signal, log };
  });
}

type Env = Readonly<Record<string, string>>;

let captured = false;

/** Until it is disposed, this process has that environment and what it writes is kept. */
function captureProcess(env: Env): Disposable & { readonly log: string } {
  if (captured) throw new Error('two runs at once in one process: give `createWorld` `bundle: true`');
  captured = true;
  const { stdout, stderr } = process;
  const writers = [stdout, stderr].map((stream) => ({ stream, write: stream.write }));
  const kept = { ...process.env };
  const setEnvironment = (next: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, next);
    // `@actions/core` would go on with the file that it found the first time.
    Reflect.deleteProperty(summary, '_filePath');
    summary.emptyBuffer();
  };
  let log = '';
  setEnvironment(env);
  for (const { stream } of writers) {
    stream.write = (text: string | Uint8Array) => {
      log += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    };
  }
  return {
    get log() {
      return log;
    },
    [Symbol.dispose]() {
      for (const { stream, write } of writers) stream.write = write;
      setEnvironment(kept);
      captured = false;
    },
  };
}

/** Does a step on a runner of its own, and reads what it told it. */
async function onRunner(
  run: ActionRun,
  state: Env,
  act: (env: Env, programs: Action['runs']) => Promise<Ended>,
): Promise<ActionResult> {
  const folder = await mkdtemp(join(tmpdir(), 'runner-'));
  try {
    const files = {
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      GITHUB_STATE: join(folder, 'state'),
      GITHUB_ENV: join(folder, 'env'),
      GITHUB_PATH: join(folder, 'path'),
    };
    await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
    const eventPath = join(folder, 'event.json');
    await writeFile(eventPath, JSON.stringify(run.event.payload));
    const temp = join(folder, 'temp');
    await mkdir(temp);
    const { defaults, runs } = await readAction();
    const inputs = { ...defaults, ...run.inputs };
    const env: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      HOME: folder,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION: '__self',
      GITHUB_API_URL: run.apiUrl,
      GITHUB_GRAPHQL_URL: `${run.apiUrl}/graphql`,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: run.repository ?? 'acme/agents',
      GITHUB_WORKFLOW: 'prompt-regression',
      GITHUB_JOB: 'relevancy',
      GITHUB_RUN_ID: '1001',
      GITHUB_RUN_NUMBER: '1',
      GITHUB_RUN_ATTEMPT: String(run.attempt ?? 1),
      GITHUB_EVENT_NAME: run.event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_SHA: run.event.sha,
      GITHUB_REF: run.event.ref,
      GITHUB_WORKSPACE: run.workspace,
      RUNNER_TEMP: temp,
      RUNNER_OS: 'Linux',
      ...files,
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [
          `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
          value.replace(/\$\{\{\s*github\.token\s*\}\}/, 'ghs_tokenOfTheRunner1234567890'),
        ]),
      ),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
      ...run.env,
    };
    const ended = await act(env, runs);
    return {
      ...ended,
      outputs: parseFileCommands(await readFile(files.GITHUB_OUTPUT, 'utf8')),
      state: parseFileCommands(await readFile(files.GITHUB_STATE, 'utf8')),
      summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `name<<delimiter`, lines, `delimiter`: the runner's file commands. */
function parseFileCommands(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const match = /^(.+?)<<(.+)$/.exec(lines[at] ?? '');
    if (match?.[1] === undefined || match[2] === undefined) continue;
    const end = lines.indexOf(match[2], at + 1);
    if (end < 0) throw new Error(`file command ${match[1]} is not closed`);
    values[match[1]] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return values;
}
