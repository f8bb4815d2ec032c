import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecord, type } from '../cli/terminal.js';
import { createFolder } from '../support/folder.js';
import { ROOT } from './code-blocks.js';

const AGENT_TOKEN = 'a-token-of-the-test';

/** The example's folder as a repository, with its server on a free port. */
async function startExample(): Promise<string> {
  const cwd = createFolder();
  await cp(join(ROOT, 'examples/http-agent'), cwd, { recursive: true });
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd,
    env: { ...process.env, PORT: '0', AGENT_TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
  const config = join(cwd, 'prompt-regression.yml');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('8080', /\d+/.exec(String(line))?.[0] ?? ''));
  return cwd;
}

test('the example of an agent behind an address is answered, stored as a baseline and compared', async () => {
  const cwd = await startExample();
  const env = { AGENT_TOKEN };
  const first = await type('run', { cwd, env });
  expect(first.stderr).toContain('3 cases');
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('No baseline is stored');
  expect((await type('baseline', { cwd, env })).code).toBe(0);
  expect((await type('run --output out', { cwd, env })).stdout).toContain('no answer got worse');
  const record = await readRecord(join(cwd, 'out'));
  expect(record.target).toMatch(/^http http:\/\/localhost:\d+\/answer$/);
  expect(record.usage.target.calls).toBe(3);
  expect(JSON.stringify(record)).not.toContain(AGENT_TOKEN);
});

test('the base of a server is never run: without a stored baseline only the threshold counts', async () => {
  const cwd = await startExample();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'agent');
  git('switch', '-qc', 'change');
  await writeFile(join(cwd, 'handbook.md'), 'Something new.\n');
  const { code, stdout, stderr } = await type('run --baseline auto', { cwd, env: { AGENT_TOKEN } });
  expect(stdout + stderr).toContain('a server cannot be run at the base, so only the threshold counts');
  expect(code).toBe(0);
  const ref = await type('run --baseline main', { cwd, env: { AGENT_TOKEN } });
  expect(ref.stderr).toContain('cannot be started at another commit');
  expect(ref.code).toBe(2);
});

test('a missing variable is named, and a refused one ends the run', async () => {
  const cwd = await startExample();
  const missing = await type('run', { cwd });
  expect(missing.stderr).toContain(
    'target headers.Authorization: the environment variable AGENT_TOKEN is not set',
  );
  expect(missing.code).toBe(2);
  const wrong = await type('run', { cwd, env: { AGENT_TOKEN: 'another-token' } });
  expect(wrong.stdout).toContain('/answer: status 401, wrong token');
  expect(wrong.code).toBe(3);
});
