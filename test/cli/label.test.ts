import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createAsk } from '../../src/cli/terminal.js';
import { modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

const LABELLED = CONFIG.replace(
  '    target:',
  '    labels: evals/labels.jsonl\n    min-agreement: 90%\n    target:',
);

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
  expect((await type('label', { cwd })).stderr).toContain('label: nobody can be asked here');
  const first = await type('label', { cwd, lines: ['what?', 'y', 's', 'v', 'n', 'b', 'U', 'q'] });
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

test('asks about different verdicts in turn', async () => {
  const { cwd } = await createRun();
  const { stdout } = await type('label', { cwd, lines: ['v', 's', 'v', 's', 'v', 's', 'v', 's'] });
  const said = [...stdout.matchAll(/The judge says (\w+)/g)].map(([, verdict]) => verdict);
  expect(new Set(said.slice(0, 2)).size).toBe(2);
});

test('writes one label by its key, with what is known of it', async () => {
  const { cwd, keys } = await createRun();
  const [key = ''] = keys.keys();
  const one = await type(`label --key ${key} --as no`, { cwd });
  expect(one.stdout, one.stderr).toContain(`Labelled no: “${keys.get(key)}”.`);
  const again = await type(`label --key ${key} --as yes`, { cwd });
  expect(again.stdout).toContain('evals/labels.jsonl has 1 label: 1 yes');
  const strange = await type('label --key 00000000000000000000 --as no', { cwd });
  expect(strange.stdout).toContain('has this key, so nothing but the key was kept');
  expect((await type('label --key 0000 --as no', { cwd })).stderr).toContain(
    'must be the whole key of a statement',
  );
  expect((await type(`label --key ${key}`, { cwd })).stderr).toContain('--key and --as go together');
  expect(await readRows(cwd)).toMatchObject([
    { key, label: 'yes', statement: keys.get(key) },
    { label: 'no' },
  ]);
});

test('takes the files that a run takes, and no others', async () => {
  const { cwd, keys } = await createRun();
  const [key = ''] = keys.keys();
  const path = join(cwd, 'evals/labels.jsonl');
  await writeTree(cwd, { 'evals/labels.jsonl': `\uFEFF{"key":"${key}","label":"yes","note":"mine"}\r\n` });
  const marked = await type(`label --key ${key} --as no`, { cwd });
  expect(marked.stdout, marked.stderr).toContain('has 1 label: 0 yes, 0 unsure, 1 no.');
  expect(await readRows(cwd)).toMatchObject([{ key, label: 'no', note: 'mine', statement: keys.get(key) }]);
  await writeFile(path, Buffer.from('\uFEFF{}', 'utf16le'));
  expect((await type(`label --key ${key} --as no`, { cwd })).stderr).toContain('is written in UTF-16');
  await rm(path);
  await symlink('../cases.jsonl', path);
  expect((await type(`label --key ${key} --as no`, { cwd })).stderr).toContain('is a symbolic link');
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

test('judge-check knows what a key alone is about from the last run', async () => {
  const { cwd, keys } = await createRun();
  const rows = [...keys.keys()].map((key) => JSON.stringify({ key, label: 'yes' }));
  const strange = JSON.stringify({ key: '0'.repeat(20), label: 'no' });
  await writeTree(cwd, { 'evals/labels.jsonl': [...rows, strange].join('\n') });
  const { stdout } = await type('judge-check', { cwd });
  expect(stdout).toContain(`support: builtin agrees with ${keys.size / 2} of ${keys.size} labels`);
  expect(stdout).toContain('labelled yes, judged no: “By the way, our cat sends her love.”');
  expect(stdout).toContain(`1 label of evals/labels.jsonl (line ${keys.size + 1}) is a key alone`);
});

test('two suites may share a file: what one of them asks is not stale', async () => {
  const { cwd } = await createRun();
  await type('label', { cwd, lines: ['y', 'n', 'q'] });
  const other = LABELLED.slice(LABELLED.indexOf('  - name')).replace('support', 'other');
  await writeTree(cwd, {
    'prompt-regression.yml': `${LABELLED}${other.replace('cases.jsonl', 'others.jsonl')}`,
    'others.jsonl': '{"id":"moon","input":"Tell me about the moon"}\n',
  });
  for (const command of ['lint', 'judge-check', 'judge-check --suite other']) {
    expect((await type(command, { cwd })).stdout, command).not.toContain('asked no more');
  }
});

test('judge-check says where judge and labels differ, and what is asked no more', async () => {
  const { cwd, keys } = await createRun();
  expect((await type('judge-check', { cwd })).stderr).toContain(
    '`prompt-regression label` fills it after a run',
  );
  const answers = [...keys].map(() => 'y');
  await type('label', { cwd, lines: answers });
  const { code, stdout, stderr } = await type('judge-check', { cwd });
  expect(stderr).toBe('');
  expect(stdout).toContain(`support: builtin agrees with ${keys.size / 2} of ${keys.size} labels`);
  expect(stdout).toContain(`by kind: sentences ${keys.size / 2} of ${keys.size}`);
  expect(stdout).toContain(`labelled: yes ${keys.size / 2} of ${keys.size}`);
  expect(stdout).toContain('labelled yes, judged no: “By the way, our cat sends her love.”');
  expect(stdout).toMatch(/asked: Tell me about .* \(evals\/labels\.jsonl:\d+\)/);
  // Sixteen labels are too few to stop anything.
  expect(keys.size).toBeLessThan(20);
  expect(stdout).toContain('min-agreement 0.9 counts from 20 labels on.');
  expect(code).toBe(0);

  const rows = await readRows(cwd);
  const twice = rows.flatMap((row, index) => [
    row,
    { ...row, key: index.toString(16).padStart(20, '0'), input: 'Another?' },
  ]);
  await writeFile(join(cwd, 'evals/labels.jsonl'), twice.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const low = await type('judge-check', { cwd });
  expect(low.code).toBe(1);
  expect(low.stdout).toContain('min-agreement 0.9: does not hold');
  expect(low.stdout).toContain('of evals/labels.jsonl (lines 2, 4, 6');
  const run = await type('run --baseline none', { cwd });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain(
    'See where the judge differs from your labels:\n  npx prompt-regression judge-check\n',
  );
  expect((await type('lint', { cwd })).stdout).toMatch(
    /warning: 16 labels of evals\/labels\.jsonl .* no verdict's place/,
  );

  // 14 of 25 are the 56 % that are asked for, whatever 0.56 · 25 is in binary.
  const isPets = ({ statement }: Readonly<Record<string, unknown>>) => String(statement).includes('cat');
  const same = twice.map((row, index) => ({ ...row, input: rows[Math.floor(index / 2)]?.['input'] }));
  const some = [...same.filter((row) => !isPets(row)).slice(0, 14), ...same.filter(isPets).slice(0, 11)];
  await writeFile(join(cwd, 'evals/labels.jsonl'), some.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeTree(cwd, { 'prompt-regression.yml': LABELLED.replace('90%', '56%') });
  const exact = await type('judge-check', { cwd });
  expect(exact.stdout).toContain('agrees with 14 of 25 labels');
  expect(exact.stdout).toContain('min-agreement 0.56: holds');
  expect(exact.code).toBe(0);
});

test('judge-check ends with 1 where one suite is below its minimum, though another could not be measured', async () => {
  await using provider = await startOpenAiServer({
    reply: (body) =>
      JSON.stringify(body).includes('outage') ? { status: 500 } : modelReply(PLAIN_MODEL, body),
  });
  const rowOf = (topic: string, index: number) => ({
    ...{ key: index.toString(16).padStart(20, '0'), label: 'no', input: `Tell me about ${topic}.` },
    ...{ statement: `We know of ${topic}.`, answer: `We know of ${topic}.` },
  });
  const fileOf = (topics: readonly string[]) =>
    topics.map((topic, index) => `${JSON.stringify(rowOf(topic, index))}\n`).join('');
  const suiteOf = (name: string) =>
    `  - { name: ${name}, dataset: cases.jsonl, labels: ${name}.jsonl, min-agreement: 90%, target: { command: [node, agent.mjs] } }\n`;
  const cwd = await createAgent({
    'prompt-regression.yml': `judge: { model: judge-1, base-url: ${provider.url} }\nlimits: { max-retries: 0 }\nsuites:\n${suiteOf('low')}${suiteOf('down')}`,
    'low.jsonl': fileOf(Array.from({ length: 20 }, (_, index) => `topic ${index}`)),
    'down.jsonl': fileOf(['the outage']),
  });
  const { code, stdout, stderr } = await type('judge-check', { cwd });
  expect(stdout, stderr).toContain('min-agreement 0.9: does not hold');
  expect(stdout).toContain('1 label could not be measured');
  expect(code).toBe(1);
  expect((await type('judge-check --suite down', { cwd })).code).toBe(3);
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
