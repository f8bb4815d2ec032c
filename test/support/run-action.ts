import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');

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
  /** State saved by `main`: makes it the `post` step. */
  readonly state?: Readonly<Record<string, string>>;
  /** Called at the start and with all output so far, and able to signal the process. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  readonly attempt?: number;
};

export type ActionResult = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error as the runner's log shows them. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
};

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
    known = { defaults, runs };
  }
  return known;
}

/** Starts `main` or `post` as the runner does: its own process, the runner's environment, nothing else. */
export async function runAction(run: ActionRun): Promise<ActionResult> {
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
      ...Object.fromEntries(Object.entries(run.state ?? {}).map(([name, value]) => [`STATE_${name}`, value])),
      ...run.env,
    };
    const child = spawn(process.execPath, [join(ROOT, run.state === undefined ? runs.main : runs.post)], {
      cwd: run.workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    const take = (data: Buffer) => {
      log += data.toString('utf8');
      run.onOutput?.(log, (signal) => child.kill(signal));
    };
    run.onOutput?.('', (signal) => child.kill(signal));
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.on('close', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
    });
    return {
      code,
      signal,
      log,
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
