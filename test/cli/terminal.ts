import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { StopError } from '../../src/cli/terminal.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { KEY, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.js';
import { startProcess } from '../support/start-process.js';

const CLI = join(import.meta.dirname, '../../lib/cli.js');

/** What every process of a test may have; without the cache each would compile hundreds of files anew. */
export const PLAIN_ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

export type Said = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Where = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of this package, as the program's own process knows it. */
  readonly checkout?: string;
};

/** What somebody types, line by line, or `Ctrl-C`; then nothing more comes. Missing where nobody sits there. */
type Typed = { readonly lines?: readonly string[] };

/** Beyond loopback, every connection fails at once. */
const NO_NETWORK = { HTTPS_PROXY: 'http://127.0.0.1:1' };

/** A command in this process. */
export async function type(
  command: string,
  { cwd, env = {}, checkout, lines }: Where & Typed,
): Promise<Said> {
  const typed = [...(lines ?? [])];
  let stdout = '';
  let stderr = '';
  const code = await runCli(command.split(' '), {
    env: { ...PLAIN_ENV, ...NO_NETWORK, HOME: cwd, OPENAI_API_KEY: KEY, ...env },
    cwd,
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
    program: 'npx prompt-regression',
    scorerHost: [process.execPath, CLI, 'scorer-host'],
    color: false,
    ...(checkout !== undefined && { checkout }),
    ...(lines !== undefined && {
      ask: async () => {
        if (typed[0] === 'Ctrl-C') throw new StopError('SIGINT');
        return typed.shift() ?? null;
      },
    }),
  });
  return { code, stdout, stderr };
}

/** A command in a process of its own, as the shell starts it. */
export async function start(
  args: readonly string[],
  options: Where & {
    /** `said` resolves once standard error has said something, counted from where it last resolved. */
    readonly onStart?: (
      kill: (signal: NodeJS.Signals) => void,
      said: (what: RegExp) => Promise<void>,
    ) => Promise<void>;
  },
): Promise<Said> {
  const { cwd, env = {}, onStart } = options;
  const child = startProcess([process.execPath, CLI, ...args], {
    cwd,
    env: { ...PLAIN_ENV, ...NO_NETWORK, HOME: cwd, OPENAI_API_KEY: KEY, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let heard = 0;
  const said = async (what: RegExp) => {
    const found = await vi.waitFor(
      () => {
        const match = what.exec(stderr.slice(heard));
        if (match === null) throw new Error(`${what} was not said in: ${stderr.slice(heard)}`);
        return match;
      },
      { timeout: 100_000 },
    );
    heard += found.index + found[0].length;
  };
  const ended = new Promise<number>((resolve) => child.on('close', (exit) => resolve(exit ?? -1)));
  await onStart?.((signal) => child.kill(signal), said);
  const code = await ended;
  return { code, stdout, stderr };
}

/** A provider whose agent answers in one sentence and adds what its prompt's `Add:` lines say. */
export function startProvider(): Promise<OpenAiServer> {
  return startOpenAiServer({ reply: (body) => modelReply(PLAIN_MODEL, body) });
}

export async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The run record that a command left in a folder. */
export async function readRecord(folder: string, suite = 'support'): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, 'records', `${suite}.json`), 'utf8'));
}
