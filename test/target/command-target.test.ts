import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/model/answer.js';
import type { Case } from '../../src/model/case.js';
import { ProviderError, UserError } from '../../src/model/errors.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { openCommandTarget } from '../../src/target/command-target.js';
import type { Target } from '../../src/target/target.js';
import { createRedactor } from '../../src/text/redact.js';
import { isAlive } from '../support/is-alive.js';

const FOLDER = join(import.meta.dirname, 'agents');
const never = new AbortController().signal;

type CommandSettings = Extract<TargetSettings, { kind: 'command' }>;

function open(
  settings: Partial<CommandSettings> = {},
  env: Record<string, string> = {},
  onRestart: (why: string) => void = () => undefined,
): Target {
  return openCommandTarget(
    {
      kind: 'command',
      command: [process.execPath, 'agent.mjs'],
      workers: 1,
      timeoutMs: 100_000,
      env: [],
      ...settings,
    },
    {
      root: FOLDER,
      env: { PATH: process.env['PATH'], ...env },
      redact: createRedactor(['s3cr3t-value']),
      onRestart,
    },
  );
}

function row(input: string, id = 'a'): Case {
  return { id, input, history: [], inputHash: 'h', vars: {}, tags: [] };
}

async function outputOf(answer: Promise<Answer>): Promise<string> {
  const given = await answer;
  return given.status === 'answered' ? given.output : `${given.kind}: ${given.message}`;
}

test('the request holds id, input, messages, vars and sample', async () => {
  await using target = open();
  const asked: Case = {
    ...row('whole request'),
    history: [{ role: 'assistant', content: 'Hello!' }],
    vars: { lang: 'de' },
  };
  expect(JSON.parse(await outputOf(target.answer(asked, 2, { signal: never })))).toEqual({
    id: 'a',
    input: 'whole request',
    messages: [
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'whole request' },
    ],
    vars: { lang: 'de' },
    sample: 2,
  });
});

test('one process gives many answers, and only as many processes start as needed', async () => {
  await using target = open({ workers: 4 });
  const pids = new Set<string>();
  for (let at = 0; at < 5; at++) pids.add(await outputOf(target.answer(row('pid'), 0, { signal: never })));
  expect(pids.size).toBe(1);
});

test('several workers answer at once, never more than allowed', async () => {
  await using target = open({ workers: 3 });
  const outputs = await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      outputOf(target.answer(row('pid, slowly', `c${at}`), 0, { signal: never })),
    ),
  );
  expect(new Set(outputs).size).toBe(3);
});

test('asking again takes a fresh process, once', async () => {
  await using target = open();
  const first = await outputOf(target.answer(row('pid'), 0, { signal: never }));
  const again = await outputOf(target.answer(row('pid'), 0, { signal: never, fresh: true }));
  const third = await outputOf(target.answer(row('pid'), 1, { signal: never }));
  expect(new Set([first, again, third]).size).toBe(3);
});

test('the environment is the harmless one and what was named', async () => {
  await using target = open(
    { env: ['AGENT_TOKEN'] },
    { AGENT_TOKEN: 'mine', OPENAI_API_KEY: 'not mine', GITHUB_ENV: '/x', LANG: 'C' },
  );
  const env = JSON.parse(await outputOf(target.answer(row('env'), 0, { signal: never })));
  expect(env).toMatchObject({ AGENT_TOKEN: 'mine', LANG: 'C' });
  expect(env).not.toHaveProperty('OPENAI_API_KEY');
  expect(env).not.toHaveProperty('GITHUB_ENV');
});

test('what it says it spent is added up', async () => {
  await using target = open();
  await target.answer(row('usage'), 0, { signal: never });
  await target.answer(row('usage'), 1, { signal: never });
  await target.answer(row('pid'), 0, { signal: never });
  expect(target.usage()).toEqual({ calls: 4, inputTokens: 10, outputTokens: 2 });
});

describe('failures belong to one answer, and the next one is answered', () => {
  test.each<[string, RegExp]>([
    ['error', /^target: the agent reports an error: no such user; stderr: looking it up$/],
    [
      'crash:s3cr3t-value',
      /^target: the command ended with code 3 before it answered; stderr: boom \(last lines: first line \| token \*\*\* \| boom\)$/,
    ],
    ['killed', /^target: the command was ended by SIGKILL before it answered$/],
    ['closed stdin', /^target: the command ended with code 1 before it answered$/],
    [
      'noise:A',
      /^target: the command wrote text to stdout that is not a JSON object, first: Loading model A \(stdout is for answers alone; to send logs to stderr, begin the program with `console\.log = console\.error;` and write answers with `process\.stdout\.write\(JSON\.stringify\(answer\) \+ '\\n'\);`\)$/,
    ],
    ['nan', /^target: the command wrote a line that is not JSON: it has NaN, which JSON does not know; /],
    ['stranger', /^target: the command answered "someone else" without a question$/],
    ['object', /^harness: output is an object, not a text/],
    ['long:17000000', /^target: the command wrote a line of more than 16 MB/],
  ])('%s', async (input, message) => {
    await using target = open();
    expect(await outputOf(target.answer(row(input, 'b'), 0, { signal: never }))).toMatch(message);
    expect(await outputOf(target.answer(row('hello'), 0, { signal: never }))).toBe('answer to hello');
  });

  test('a program that prints something else for each question gets one message for all', async () => {
    await using target = open({ workers: 2 });
    const inputs = ['noise:A', 'noise:B', 'noise:C'];
    const outputs = inputs.map((input) => outputOf(target.answer(row(input, input), 0, { signal: never })));
    expect(new Set(await Promise.all(outputs)).size).toBe(1);
  });

  test('a process that leaves without an answer after earlier ones is replaced', async () => {
    await using target = open();
    const ask = (id: string, input: string) => outputOf(target.answer(row(input, id), 0, { signal: never }));
    for (const id of ['a', 'b']) expect(await ask(id, 'hello')).toBe('answer to hello');
    expect(await ask('c', 'leaves unasked')).toMatch(/ended with code 0 before it answered/);
  });

  test('a timeout is one', async () => {
    await using target = open({ timeoutMs: 200 });
    expect(await outputOf(target.answer(row('hang'), 0, { signal: never }))).toMatch(
      /^late: the command gave no answer within 0\.2 s \(target\.timeout\): nothing came on stdout; it has to flush after each line, and must not wait for the end of stdin, which stays open(?:; stderr: waiting for godot)?$/,
    );
  });

  test.each([
    ['one process', 1, 3],
    ['two processes', 2, 4],
  ])('a program that stays silent is given up, %s', async (_, workers, after) => {
    await using target = open({ workers, timeoutMs: 10 });
    const ask = () => target.answer(row('hang'), 0, { signal: never });
    for (let asked = 1; asked < after; asked += 1) expect(await outputOf(ask())).toMatch(/^late: /);
    await expect(ask()).rejects.toMatchObject({
      kind: 'target',
      fatal: true,
      message: expect.stringMatching(
        new RegExp(`^the command gave none of its first ${after} answers in time`),
      ),
    });
  });

  test.each(['noise after', 'twice'])('%s: this answer and the next are kept', async (input) => {
    await using target = open();
    expect(await outputOf(target.answer(row(input), 0, { signal: never }))).toBe('fine');
    expect(await outputOf(target.answer(row('hello', 'b'), 0, { signal: never }))).toBe('answer to hello');
  });
});

test('a long line is an answer', async () => {
  await using target = open();
  expect((await outputOf(target.answer(row('long:900000'), 0, { signal: never }))).length).toBe(900_000);
});

test('an answer without a newline counts when the program ends', async () => {
  await using target = open();
  expect(await outputOf(target.answer(row('no newline'), 0, { signal: never }))).toBe('last words');
});

test('a program that answers once and ends is started for every request', async () => {
  await using target = open();
  const pids = new Set<string>();
  for (let at = 0; at < 4; at++)
    pids.add(await outputOf(target.answer(row('one shot'), at, { signal: never })));
  expect(pids.size).toBe(4);
});

describe('a program that cannot be started is an error for the user to fix', () => {
  test.each<[string, string[]]>([
    ['unknown', ['no-such-program-anywhere', 'x']],
    ['not a program', [join(FOLDER, 'agent.mjs')]],
    ['an impossible name', ['a\0b']],
  ])('%s', async (_, command) => {
    await using target = open({ command });
    const error = await target.answer(row('x'), 0, { signal: never }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toContain(`target command ${JSON.stringify(command[0])}: cannot be started`);
  });

  test('an empty command', () => {
    expect(() => open({ command: [] })).toThrow(UserError);
  });
});

describe('abort', () => {
  test('waiting and running requests end at once, with the reason', async () => {
    const stop = new AbortController();
    await using target = open();
    const calls = [row('hang'), row('hello', 'b')].map((asked) =>
      target.answer(asked, 0, { signal: stop.signal }),
    );
    const ended = Promise.allSettled(calls);
    setTimeout(() => stop.abort(new ProviderError('time is up', { kind: 'timeout' })), 100);
    for (const result of await ended) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { kind: 'timeout', message: 'time is up' },
      });
    }
    await expect(target.answer(row('hello'), 0, { signal: stop.signal })).rejects.toThrow('time is up');
  });
});

describe('disposing', () => {
  test('ends a process that ignores TERM', async () => {
    let pid = 0;
    {
      await using target = open();
      pid = Number(await outputOf(target.answer(row('stubborn'), 0, { signal: never })));
      expect(isAlive(pid)).toBe(true);
    }
    expect(isAlive(pid)).toBe(false);
  });

  test('ends a grandchild that ignores TERM and holds the pipes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'grandchild-'));
    try {
      const file = join(folder, 'pid');
      {
        await using target = open();
        expect(await outputOf(target.answer(row(`grandchild:${file}`), 0, { signal: never }))).toBe(
          'started',
        );
        expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(true);
      }
      const pid = Number(readFileSync(file, 'utf8'));
      while (isAlive(pid)) await sleep(5);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test.each<[string, string, readonly string[], number]>([
  ['after an answer', 'noise after', ['pid'], 1],
  ['after each answer', 'noise after', ['noise after', 'pid'], 2],
  ['and nothing answers then', 'noise after', ['nan', 'crash:x', 'noise:x'], 0],
  ['instead of an answer', 'nan', ['nan', 'noise:x'], 0],
])('a restart counts once a new process has answered: lost %s', async (_, first, then, count) => {
  const restarts: string[] = [];
  await using target = open({}, {}, (why) => restarts.push(why));
  for (const input of [first, ...then]) {
    await target.answer(row(input), 0, { signal: never });
    await sleep(100);
  }
  expect(restarts).toHaveLength(count);
});
