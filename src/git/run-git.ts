import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { createAbortError, describeError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { createRedactor, type Redact } from '../text/redact.js';

type GitResult = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

/** Input, output and limit of one command. */
export type RunGitOptions = {
  readonly input?: string | Readable;
  /** Receives the standard output in place of the result. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** For commands that talk to a server. */
  readonly timeoutMs?: number;
};

/** Runs `git` in the repository, without a shell. Resolves for every exit code; throws if git cannot be started. */
export type RunGit = (args: readonly string[], options?: RunGitOptions) => Promise<GitResult>;

/** On abort a running command throws; later ones still run, unless they talk to a server. */
export function createRunGit(options: {
  readonly folder: string;
  readonly ceiling?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly token: string | null;
  readonly serverUrl: string;
  readonly signal?: AbortSignal;
}): RunGit {
  const { folder, token, signal } = options;
  const env = buildGitEnvironment(options);
  const redact = createRedactor([token, token === null ? null : `x-access-token:${token}`]);
  return async (args, { input = '', timeoutMs, onOutput } = {}) => {
    if (signal?.aborted && timeoutMs !== undefined) throw createAbortError(signal);
    // In its own group, because `git fetch` starts processes that must end too.
    const detached = timeoutMs !== undefined && process.platform !== 'win32';
    const child = spawn('git', args, { cwd: folder, env, detached, windowsHide: true });
    const outcome = readGit(child, redact, onOutput);
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const end = AbortSignal.any([signal, timeout].filter((each) => each !== undefined));
    const kill = () => killProcess(child.pid, detached);
    end.addEventListener('abort', kill, { once: true });
    // git may end before it has read everything; the exit code shows it.
    Readable.from(input, { objectMode: false }).pipe(child.stdin.on('error', () => {}));
    try {
      const result = await outcome;
      if (result.code === 0 || !end.aborted) return result;
      if (signal?.aborted) throw createAbortError(signal);
      return { ...result, code: -1, stderr: `no answer within ${(timeoutMs ?? 0) / 1000} s` };
    } finally {
      end.removeEventListener('abort', kill);
    }
  };
}

/** Rejects if git cannot be started. */
function readGit(
  child: ChildProcessWithoutNullStreams,
  redact: Redact,
  onOutput?: (chunk: Buffer) => void,
): Promise<GitResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', onOutput ?? ((chunk: Buffer) => out.push(chunk)));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(createStartError(error)));
    child.on('close', (code) => {
      const stderr = cleanOutput(Buffer.concat(err).toString('utf8'), redact);
      resolve({ code: code ?? -1, stdout: Buffer.concat(out), stderr });
    });
  });
}

/** Standard output of a command that must succeed. Throws `UserError` with git's message. */
export async function readGitOutput(
  run: RunGit,
  args: readonly string[],
  options?: RunGitOptions,
): Promise<Buffer> {
  const result = await run(args, options);
  if (result.code === 0) return result.stdout;
  throw createGitError(args[0] ?? '', result);
}

/** Commands that only read the repository do not fail unless it is damaged. */
export function createGitError(command: string, { code, stderr }: GitResult): UserError {
  return new UserError(
    `\`git ${command}\` failed (exit code ${code}): ${stderr || 'no message'}. Check the repository out again.`,
  );
}

/** Fields of `-z` output. */
export function splitNul(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '');
}

function createStartError(error: unknown): Error {
  return new UserError(
    `\`git\` could not be started: ${describeError(error)}. Install git, or make it available on PATH ` +
      '(container images often leave it out: `apt-get install git`).',
    { cause: error },
  );
}

function killProcess(pid: number | undefined, group: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(group ? -pid : pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** One line, without the token and without credentials of a remote's address. */
function cleanOutput(text: string, redact: Redact): string {
  return redact(text)
    .replaceAll(/:\/\/[^/@\s]+@/g, '://***@')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ');
}

/** The only variables that git needs. Others may be secrets. */
const PASSED_VARIABLES = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
  'SUDO_UID',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'COMSPEC',
  'PATHEXT',
  'WINDIR',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_EXEC_PATH',
  'GIT_ASKPASS',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_SSL_NO_VERIFY',
  'GIT_SSL_CERT',
  'GIT_SSL_KEY',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
]);

/**
 * Environment of one `git` process. Settings use `GIT_CONFIG_*`, so that no token appears in an argument list.
 * Unlisted variables are dropped: a hook's `GIT_DIR` names another index, and `GIT_TRACE_CURL` prints the token.
 */
export function buildGitEnvironment(options: {
  readonly ceiling?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly token: string | null;
  readonly serverUrl: string;
}): Record<string, string> {
  const { env, token, serverUrl, ceiling } = options;
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && PASSED_VARIABLES.has(name.toUpperCase())) variables[name] = value;
  }
  const config: (readonly [key: string, value: string])[] = [
    // Another user may own the repository, as in a container.
    ['safe.directory', '*'],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['submodule.recurse', 'false'],
    ['fetch.recurseSubmodules', 'false'],
    // A server that accepts and never answers would block the run.
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '60'],
  ];
  if (token !== null) {
    const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
    const basic = Buffer.from(`x-access-token:${token}`, 'utf8').toString('base64');
    // The empty value removes the header that actions/checkout left: servers refuse two.
    config.push([key, ''], [key, `AUTHORIZATION: basic ${basic}`]);
  }
  const numbered = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return omitUndefined({
    ...variables,
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(config.length),
    GIT_CEILING_DIRECTORIES: ceiling,
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    // Read commits without the clone's replacement objects.
    GIT_NO_REPLACE_OBJECTS: '1',
    // Reading must not refresh the user's index.
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  });
}
