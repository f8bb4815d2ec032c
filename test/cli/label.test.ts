import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createAsk, StopError } from '../../src/cli/terminal.js';
import { modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

const LABELLED = CONFIG.replace('    target:', '    labels: evals/labels.jsonl\n    target:');

/** A folder in which the agent with the advertisement was run once, before there were labels. */
async function createRun(): Promise<{ readonly cwd: string; readonly keys: ReadonlyMap<string, string> }> {
  const cwd = await createAgent();
  await type('run --baseline none', { cwd, env: { PETS: '1' } });
  await writeTree(cwd, { 'prompt-regression.yml': LABELLED });
  const { cases } = await readRecord(join(cwd, '.prompt-regression/last-run'));
  const statements = cases.flatMap(({ samples }) =>
    samples.slice(0, 1).flatMap(({ judgements }) => {
      const judgement = judgements['answer-relevancy'];
      return judgement?.status === 'scored' ? judgement.statements : [];
    }),
  );
  return { cwd, keys: new Map(statements.map(({ labelKey = '', text }) => [labelKey, text])) };
}

async function readRows(cwd: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(join(cwd, 'evals/labels.jsonl'), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

test('walks through the last run, saves every answer and begins again where it ended', async () => {
  const { cwd, keys } = await createRun();
  expect((await type('label', { cwd })).stderr).toContain('label: this is not a terminal');
  const first = await type('label', { cwd, lines: ['what?', 'y', 's', 'U', 'q'] });
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain(
    `${keys.size} statements of .prompt-regression/last-run/records/support.json, ${keys.size} without a label`,
  );
  expect(first.stdout).toContain('y, u or n: is it relevant');
  expect(first.stdout).toContain('  asked: Tell me about');
  expect(first.stdout.indexOf('The judge says')).toBeGreaterThan(first.stdout.indexOf('1 of'));
  expect(first.stdout).toMatch(/evals\/labels\.jsonl has 2 labels: 1 yes, 1 unsure, 0 no\.\n$/);
  const rows = await readRows(cwd);
  expect(rows.map(({ label }) => label)).toEqual(['yes', 'unsure']);
  for (const row of rows) {
    expect(keys.get(String(row['key']))).toBe(row['statement']);
    expect(row).toMatchObject({
      case: expect.stringMatching(/^case-/),
      input: expect.any(String),
      answer: expect.any(String),
    });
  }
  expect(await readdir(join(cwd, 'evals'))).toEqual(['labels.jsonl']);
  const second = await type('label', { cwd, lines: Array<string>(keys.size).fill('no') });
  expect(second.stdout).toContain(`${keys.size - 2} without a label`);
  expect(second.stdout).toContain(`has ${keys.size} labels: 1 yes, 1 unsure, ${keys.size - 2} no.`);
});

test('goes back to correct the last label', async () => {
  const { cwd } = await createRun();
  const { stdout } = await type('label', { cwd, lines: ['n', 'z', 'y', 'q'] });
  expect(stdout).toMatch(/has 1 label: 1 yes, 0 unsure, 0 no\.\n$/);
  expect(stdout).not.toMatch(/The judge says \w+: *\n/);
  expect(await readRows(cwd)).toHaveLength(1);
});

test('on a terminal, one key is the answer', async () => {
  const input = Object.assign(new PassThrough(), { setRawMode: vi.fn() });
  const output = new PassThrough();
  const ask = createAsk(input, output);
  const first = ask('> ', { keys: ['y', 'n'] });
  input.write('x');
  input.write('N');
  expect(await first).toBe('n');
  expect(input.setRawMode.mock.calls).toEqual([[true], [false]]);
  const end = ask('> ', { keys: ['y'] });
  input.write('\u0004');
  expect(await end).toBeNull();
  const stopped = ask('> ', { keys: ['y'] });
  input.write('\u0003');
  await expect(stopped).rejects.toThrow(StopError);
  expect(String(output.read())).toBe('> n\n> \n> \n');
});

test('writes one label by its key, with what is known of it', async () => {
  const { cwd, keys } = await createRun();
  const [key = ''] = keys.keys();
  const one = await type(`label --key ${key} --as no`, { cwd });
  expect(one.stdout, one.stderr).toContain('Labelled no.');
  const again = await type(`label --key ${key} --as yes`, { cwd });
  expect(again.stdout).toContain('evals/labels.jsonl has 1 label: 1 yes');
  const strange = await type('label --key 00000000000000000000 --as no', { cwd });
  expect(strange.stdout).toContain('has this key, so only the key was kept');
  expect((await type('label --key 0000 --as no', { cwd })).stderr).toContain(
    'must be the whole key of a statement',
  );
  expect((await type(`label --key ${key}`, { cwd })).stderr).toContain('--key and --as go together');
  expect(await readRows(cwd)).toMatchObject([
    { key, label: 'yes', statement: keys.get(key) },
    { label: 'no' },
  ]);
});

test('a statement of a conversation is labelled with its turn', async () => {
  const turns = ['Tell me about refunds.', 'Tell me about invoices.'];
  const cwd = await createAgent({
    'cases.jsonl': JSON.stringify({ id: 'talk', turns }),
    'prompt-regression.yml': LABELLED,
    'evals/labels.jsonl': '',
  });
  await type('run --baseline none', { cwd });
  await type('label', { cwd, lines: ['y', 'y'] });
  const [first, second] = ['refunds', 'invoices'].map((topic) => `Here is what we know of ${topic}.`);
  expect(await readRows(cwd)).toMatchObject([
    { input: turns[0], history: [], answer: first, statement: first },
    {
      input: turns[1],
      history: [{ content: turns[0] }, { content: first }],
      answer: second,
      statement: second,
    },
  ]);
});

test('without labels says how to begin, and the steps work in that order', async () => {
  const { cwd } = await createRun();
  await writeTree(cwd, { 'prompt-regression.yml': CONFIG });
  const none = await type('label', { cwd, lines: ['q'] });
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/make an empty file.*name it in the config/),
  });
  await writeTree(cwd, { 'evals/labels.jsonl': '', 'prompt-regression.yml': LABELLED });
  expect((await type('judge-check', { cwd })).stdout).toBe(
    'support: evals/labels.jsonl has no label yet; `prompt-regression label` fills it after a run\n',
  );
});

test('judge-check says where judge and labels differ, and what it cannot measure', async () => {
  await using provider = await startOpenAiServer({
    reply: (body) =>
      JSON.stringify(body).includes('outage') ? { status: 500 } : modelReply(PLAIN_MODEL, body),
  });
  const rowOf = (topic: string, index: number) => ({
    ...{ key: index.toString(16).padStart(20, '0'), label: index < 3 ? 'no' : 'yes' },
    ...{
      input: `Tell me about ${topic}.`,
      statement: `We know of ${topic}.`,
      answer: `We know of ${topic}.`,
    },
  });
  const fileOf = (topics: readonly string[]) =>
    topics.map((topic, index) => `${JSON.stringify(rowOf(topic, index))}\n`).join('');
  const suiteOf = (name: string) =>
    `  - { name: ${name}, dataset: cases.jsonl, labels: ${name}.jsonl, target: { command: [sh, agent.sh] } }\n`;
  const cwd = await createAgent({
    'prompt-regression.yml': `judge: { model: judge-1, base-url: ${provider.url} }\nlimits: { max-retries: 0 }\nsuites:\n${suiteOf('up')}${suiteOf('down')}`,
    'up.jsonl': `${fileOf(['tea', 'coffee', 'milk', 'juice'])}{"key":"${'f'.repeat(20)}","label":"no"}\n`,
    'down.jsonl': fileOf(['the outage']),
  });
  const up = await type('judge-check --suite up', { cwd });
  expect(up.stdout, up.stderr).toContain('up: judge-1 agrees with 1 of 4 labels (yes 1 of 1, no 0 of 3)');
  expect(up.stdout).toMatch(/labelled no, judged yes: “We know of tea\.”/);
  expect(up.stdout).toContain('asked: Tell me about tea. (00000000000000000000)');
  expect(up.stdout).toContain('1 label of up.jsonl without a statement: not measured');
  expect(up.code).toBe(0);
  const asked = provider.requests.length;
  expect((await type('judge-check --suite up', { cwd })).stdout).toBe(up.stdout);
  expect(provider.requests).toHaveLength(asked);

  const down = await type('judge-check', { cwd });
  expect(down.stderr).toContain('The judge did not judge 1 label');
  expect(down.stdout).toContain('1 label could not be measured');
  expect(down.code).toBe(3);
});

test('ends with Ctrl-C as every command, and keeps what was answered', async () => {
  const { cwd } = await createRun();
  const { code, stdout, stderr } = await type('label', { cwd, lines: ['y', 'n', 'Ctrl-C'] });
  expect({ code, stderr }).toEqual({ code: 130, stderr: 'Stopped.\n' });
  expect(stdout).toMatch(/evals\/labels\.jsonl has 2 labels: 1 yes, 0 unsure, 1 no\.\n$/);
  expect(await readRows(cwd)).toHaveLength(2);
});

test('a terminal is asked by a line; its end is none, and Ctrl-C stops the command', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const ask = createAsk(input, output);
  const answer = ask('? ');
  input.write('yes\n');
  expect(await answer).toBe('yes');
  const none = ask('? ');
  input.end();
  expect(await none).toBeNull();
  expect(String(output.read())).toMatch(/\? \n$/);
  const keys = Object.assign(new PassThrough(), { isTTY: true });
  const stopped = createAsk(keys, Object.assign(new PassThrough(), { isTTY: true }))('? ');
  keys.write('\u0003');
  await expect(stopped).rejects.toMatchObject({ exitCode: 130 });
});
