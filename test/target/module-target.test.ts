import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTarget } from '../../src/target/open-target.js';
import { PLAIN_ENV } from '../cli/terminal.js';
import { openTestClient } from '../support/agent-server.js';

const CLI = join(import.meta.dirname, '../../lib/cli.js');

async function ask(input: string, module = 'module.mts') {
  await using target = await openTarget(
    { kind: 'module', module, workers: 1, timeoutMs: 100_000, env: [] },
    {
      tree: { name: 'files of the test', read: async () => null },
      root: join(import.meta.dirname, 'agents'),
      chat: null,
      http: openTestClient,
      blocked: false,
      scorerHost: [process.execPath, CLI, 'scorer-host'],
      env: PLAIN_ENV,
      redact: (text) => text,
    },
  );
  const row = { id: 'a', input, history: [], inputHash: 'h', vars: {}, tags: [] };
  const answer = await target.answer(row, 0, { signal: new AbortController().signal });
  return { answer, usage: target.usage() };
}

test('a returned object is the whole answer', async () => {
  const { answer, usage } = await ask('whole answer');
  expect(answer).toMatchObject({ output: 'x', toolCalls: [{ name: 'search' }] });
  expect(usage.calls).toBe(2);
});

test.each([
  ['error', 'module.mts', /reports an error: TypeError: no such user; stderr: prints go to stderr$/],
  ['nothing', 'module.mts', /reports an error: it returned undefined, not a text or \{ output \}/],
  ['x', 'missing.mjs', /reports an error: missing\.mjs cannot be loaded/],
  ['x', 'constant.mjs', /constant\.mjs has the default export 3: it has to be a function/],
])('%s from %s is a failed answer', async (input, module, message) => {
  const { answer } = await ask(input, module);
  expect(answer).toMatchObject({ status: 'failed', kind: 'target', message: expect.stringMatching(message) });
});
