// Starting what is measured: the server, the floor, and the action with the runner's environment.
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = dirname(HERE);

/** Starts the fixed-latency server; `stats()` tells how many calls came and when the first one did. */
export async function startServer(latency, limit = []) {
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(ROOT, 'test/support/typescript-hooks.mjs'),
      join(ROOT, 'bench/model-server.ts'),
      '--latency',
      String(latency),
      '--reply',
      join(HERE, 'replies.ts'),
      ...limit,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (text) => resolve([text]));
  });
  const { url } = JSON.parse(line);
  return {
    url,
    stats: async () => (await fetch(`${url}/stats`)).json(),
    close: () => child.stdin.end(),
  };
}

async function measure(args, env, cwd) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const usage = join(folder, 'usage.json');
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['--import', join(HERE, 'report-usage.mjs'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, ...env, BENCH_USAGE: usage },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.on('data', (data) => {
    log += data;
  });
  child.stderr.on('data', (data) => {
    log += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const wallMs = Date.now() - startedAt;
  if (code !== 0) throw new Error(`exit code ${code}\n${log}`);
  const measured = JSON.parse(await readFile(usage, 'utf8'));
  await rm(folder, { recursive: true });
  return { ...measured, wallMs, startedAt, log };
}

export function runFloor({ url, cases, inFlight }) {
  return measure(
    [join(HERE, 'floor.mjs')],
    { BENCH_URL: url, BENCH_CASES: String(cases), BENCH_IN_FLIGHT: String(inFlight) },
    ROOT,
  );
}

/** One first run of the action over `cases` cases, with no baseline and nobody to tell. */
export async function runAction({ url, cases, inFlight }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-action-'));
  try {
    const files = ['output', 'summary', 'state', 'env', 'path'];
    await Promise.all(files.map((name) => writeFile(join(folder, name), '')));
    const work = join(folder, 'work');
    await mkdir(work);
    await writeFile(join(folder, 'event.json'), JSON.stringify({ repository: { default_branch: 'main' } }));
    await writeFile(join(work, 'prompt.md'), 'You answer questions about orders.');
    await writeFile(
      join(work, 'cases.jsonl'),
      Array.from({ length: cases }, (_, index) =>
        JSON.stringify({ id: `case-${index + 1}`, input: `Where is order ${index + 1}?` }),
      ).join('\n'),
    );
    await writeFile(
      join(work, 'prompt-regression.yml'),
      `limits: { max-concurrency: ${inFlight} }\nstore: { file: ${join(folder, 'store')} }\n` +
        `suites:\n  - name: bench\n    dataset: cases.jsonl\n    repeat: 1\n    baseline-repeat: 1\n    target: { prompt: prompt.md, model: fixed, base-url: '${url}' }\n`,
    );
    const sha = commitAll(work);
    const path = (name) => join(folder, name);
    const measured = await measure(
      [join(ROOT, 'dist/index.js')],
      {
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: work,
        GITHUB_EVENT_NAME: 'push',
        GITHUB_EVENT_PATH: path('event.json'),
        GITHUB_SHA: sha,
        GITHUB_REF: 'refs/heads/main',
        GITHUB_REPOSITORY: 'acme/agents',
        GITHUB_OUTPUT: path('output'),
        GITHUB_STEP_SUMMARY: path('summary'),
        GITHUB_STATE: path('state'),
        GITHUB_ENV: path('env'),
        GITHUB_PATH: path('path'),
        RUNNER_TEMP: folder,
        INPUT_BASELINE: 'none',
        INPUT_COMMENT: 'off',
        INPUT_STATUS: 'false',
        'INPUT_OPENAI-API-KEY': 'bench-key',
      },
      work,
    );
    return { ...measured, outputs: await readFile(path('output'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function commitAll(folder) {
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'bench');
  return git('rev-parse', 'HEAD');
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
