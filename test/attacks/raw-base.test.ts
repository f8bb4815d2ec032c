import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNotGreen, regressionOf, resultOf, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  configOf,
  createWorld,
  DATASET,
  PETS,
  PLAIN_MODEL,
  type World,
} from '../scenarios/world.js';
import type { Files } from '../support/git-project.js';
import type { ActionResult } from '../support/run-action.js';
import { shellAgent } from '../support/shell-agent.js';

/** The gate of somebody who wants no gate. */
const NO_GATE = CONFIG.replace(/gate: .*/, 'gate: { threshold: 0, max-drop: 1, case-drop: 1, fail-on: [] }');

/** What a checkout with `working-tree-encoding=UTF-16BE` makes this very text of. */
function encoded(text: string): string {
  const even = text.length % 2 === 0 ? text : `${text}\n`;
  return Buffer.from(even).swap16().toString('utf16le');
}

/** Neither is the job green nor does a success status stand on the head. */
function expectRefused(world: World, run: ActionResult, head: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(statusOf(world, head)?.state, run.log).not.toBe('success');
}

describe("the head's attributes and how the base is read", () => {
  const utf16 = (path: string) => `${path} working-tree-encoding=UTF-16BE\n`;

  it("keep the gate of the base in a fork's run, which has no key", async () => {
    const byCommand = (config: string) =>
      `judge: { model: builtin }\n${config.replace(/target: .*/, 'target: { command: [sh, agent.sh], timeout: 100s }')}`;
    await using world = await createWorld({
      files: { 'agent.sh': shellAgent(), 'prompt-regression.yml': byCommand(CONFIG) },
    });
    const head = world.openPull(7, {
      '.gitattributes': utf16('prompt-regression.yml'),
      'prompt-regression.yml': encoded(byCommand(NO_GATE)),
      'agent.sh': shellAgent(' Cats sleep for most of the day.'),
    });
    const run = await world.runPull(7, {
      headRepository: 'stranger/agents',
      inputs: { 'openai-api-key': '' },
    });
    expectRefused(world, run, head);
    // Of the head, too, the commit's bytes are read, not what its attributes make of them.
    expect(run.log).toMatch(/^::error.*prompt-regression\.yml/m);
  });
});

/** Answers like the fake model, under the prompt in the file that is named first, and by this way. */
const agentOf = (folder: string) => `
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
const prompt = readFileSync(${folder} + process.argv[2], 'utf8');
const linesOf = (word) => [...prompt.matchAll(new RegExp('^ *' + word + ': (.+)$', 'gm'))].map((match) => match[1]);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const good = 'Here is what we know of ' + input.replace(/[.]$/, '').toLowerCase() + '.';
  const broken = linesOf('Break').some((topic) => input.includes(topic));
  console.log(JSON.stringify({ id, output: broken ? 'Our cat sends her love.' : [good, ...linesOf('Add')].join(' ') }));
}
`;

describe("the base's own agent, scorer and task, in one run", () => {
  const GOOD = BASE_FILES['prompts/support.md'];
  const TASK = '    task: Answers customers.\n';
  const command = (...words: string[]) =>
    `{ command: [node, ${words.join(', ')}], timeout: 100s, workers: 1 }`;
  const WORSE = 'Add: Parrots are nice.\nAdd: A parrot sings.\nAdd: Cats too.';
  const rowsWith = (rewrite: (row: object, index: number) => object) =>
    DATASET.split('\n')
      .map((row, index) => JSON.stringify({ ...JSON.parse(row), ...rewrite(JSON.parse(row), index) }))
      .join('\n');
  /** A prompt with its own dataset, the cases of these topics left out. */
  const oneFile = (line: string, ...without: string[]) => {
    const rows = DATASET.split('\n').filter((row) => !without.some((topic) => row.includes(topic)));
    return `messages:
  - role: system
    content: |
      You answer.
      ${line}
  - { role: user, content: "{{input}}" }
testData:
${rows.map((row) => `  - ${row}`).join('\n')}
`;
  };
  const suites = (borrowed: string) => {
    const gate = '{ max-drop: 0.02 }';
    return `judge: { model: judge-1 }\n${configOf({
      workspace: { target: command('located.mjs', 'prompts/workspace.md'), gate, more: TASK },
      folder: { target: command('shell.mjs', 'prompts/folder.md'), gate, more: TASK },
      task: { dataset: 'evals/task.jsonl', gate, more: TASK },
      id: { dataset: 'evals/id.jsonl', gate, more: TASK },
      borrowed: { target: borrowed, gate },
      'one-file': {
        dataset: 'one.prompt.yml',
        target: command('agent.mjs', 'one.prompt.yml'),
        gate,
        more: TASK,
      },
      scorer: { gate, more: `${TASK}    scorers: [{ path: evals/short.mjs, gate: { threshold: 0.6 } }]\n` },
    })}`;
  };
  const SCORER = `
import { readFileSync } from 'node:fs';
const limit = Number(readFileSync(process.env.GITHUB_WORKSPACE + '/limit.txt', 'utf8'));
export default { id: 'short', run: ({ output }) => ({ score: output.length <= limit ? 1 : 0 }) };
`;
  const before = {
    'agent.mjs': agentOf("''"),
    'located.mjs': agentOf("process.env.GITHUB_WORKSPACE + '/'"),
    'shell.mjs': agentOf("process.env.PWD + '/'"),
    'prompts/workspace.md': GOOD,
    'prompts/folder.md': GOOD,
    'prompts/task.md': `${GOOD}{{task}}\n`,
    'prompts/id.md': `${GOOD}{{id}}\n`,
    'prompts/scorer.md': GOOD,
    'evals/task.jsonl': rowsWith(() => ({ task: 'Answers customers.' })),
    'evals/id.jsonl': DATASET,
    'one.prompt.yml': oneFile('Be kind.'),
    'evals/short.mjs': SCORER,
    'limit.txt': '60\n',
    'prompt-regression.yml': suites(command('agent.mjs', 'prompts/support.md')),
  };
  const two = `${PETS}Add: Our dog does too.\n`;
  const after = {
    'prompts/workspace.md': two,
    'prompts/folder.md': two,
    'prompts/task.md': two,
    'prompts/id.md': two,
    'prompts/scorer.md': two,
    'prompts/borrowed.md': `You talk of cats and dogs.\n${two}`,
    'evals/task.jsonl': rowsWith(() => ({ task: WORSE })),
    'evals/id.jsonl': rowsWith((_, index) => ({ id: `${index}\n${WORSE}` })),
    'limit.txt': '600\n',
    'prompt-regression.yml': suites('{ prompt: prompts/borrowed.md, model: agent-1 }'),
  };
  let world: World;
  let run: ActionResult;
  let head: string;

  beforeAll(async () => {
    world = await createWorld({
      files: before,
      model: {
        ...PLAIN_MODEL,
        verdict: (statement, data) =>
          data.task?.includes('cats') && data.answer.includes(statement)
            ? 'yes'
            : PLAIN_MODEL.verdict(statement, data),
      },
    });
    head = world.openPull(7, after);
    const start = await world.checkoutPull(7);
    run = await world.run({ ...start, env: { PWD: start.workspace } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['workspace', 'is told that the repository lies where the base is checked out'],
    ['folder', 'is told that it stands there'],
    ['task', 'is asked with the task that its row has at base'],
    ['id', 'is told the id that the case has at base'],
    ['borrowed', 'has no task where the base knows none, and the prompt of the pull request is not it'],
    ['scorer', 'reads the files of the base'],
  ])('%s: it %s', (suite) => {
    expect(resultOf(run, suite)?.passed, run.summary).toBe(false);
    expect(statusOf(world, head, suite)?.state).toBe('failure');
    expect(run.code, run.log).toBe(1);
  });

  it('what is removed from a dataset that holds the prompt too is asked again', async () => {
    // Nothing else is changed, which would be a change of the agent anyway.
    world.openPull(8, { 'one.prompt.yml': oneFile('Break: refunds', 'refunds') });
    const second = await world.runPull(8);
    const fell = regressionOf(second, 'one-file', 'case-1');
    expect(fell, second.summary).toMatchObject({ baselineScore: 1, score: 0 });
  });
});

describe('a symbolic link', () => {
  it('in the place of a prompt or a dataset is not followed, within the repository nor out of it', async () => {
    const suite = (name: string, dataset: string, prompt: string) =>
      `  - { name: ${name}, dataset: ${dataset}, target: { prompt: ${prompt}, model: agent-1 } }\n`;
    const prompt = BASE_FILES['prompts/support.md'] ?? '';
    await using world = await createWorld({
      files: {
        'prompts/other.md': prompt,
        'evals/other.jsonl': DATASET,
        'prompt-regression.yml': `suites:\n${suite('inside', 'evals/cases.jsonl', 'prompts/support.md')}${suite('easy', 'evals/other.jsonl', 'README.md')}${suite('outside', 'evals/cases.jsonl', 'prompts/other.md')}`,
      },
    });
    world.openPull(7, {
      'README.md': PETS,
      'prompts/good.md': prompt,
      'prompts/support.md': { link: '../prompts/good.md' },
      'evals/easy.jsonl': '{"id":"case-1","input":"Tell me about refunds."}\n',
      'evals/other.jsonl': { link: '../evals/easy.jsonl' },
      'prompts/other.md': { link: '/etc/hostname' },
    });
    const run = await world.runPull(7);
    expectNotGreen(world, run);
    for (const path of ['prompts/support.md', 'evals/other.jsonl', 'prompts/other.md']) {
      expect(run.log).toMatch(new RegExp(`^::error file=.*${path}.*symbolic links are not followed`, 'm'));
    }
    expect(world.openai.requests).toEqual([]);
  });
});

it('a prompt that is a pointer, packed or encrypted, or says a thing twice, is never asked as it lies there', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 9\n`;
  const chat = (system: string) =>
    `"messages":[{"role":"system","content":"${system}"},{"role":"user","content":"{{input}}"}]`;
  const heads: Files = {
    'prompts/lfs.md': pointer,
    'prompts/crypt.md': Buffer.from('\0GITCRYPT\0ab'),
    'prompts/gzip.md': gzipSync(PETS),
    'prompts/wide.md': Buffer.from(PETS, 'utf16le'),
    'prompts/latin.md': Buffer.from(`${PETS}Gr\u00fc\u00dfe`, 'latin1'),
    'prompts/alias.prompt.yml': `name: &k messages\n${chat('Speak of cats.')}\n*k :${chat('You answer.').replace('"messages":', ' ')}\n`,
    'prompts/twice.json': `{${chat('Speak of cats.')},${chat('You answer.')}}`,
  };
  const paths = Object.keys(heads);
  const named = paths.map((path) => [path.replace(/^.*\/|\..*$/g, ''), path] as const);
  const suites = named.map(
    ([name, path]) => [name, { target: `{ prompt: ${path}, model: agent-1 }` }] as const,
  );
  const prompt = (path: string) => (/json|yml/.test(path) ? `{${chat('You answer.')}}` : 'You answer.\n');
  await using world = await createWorld({
    files: {
      ...Object.fromEntries(paths.map((path) => [path, prompt(path)])),
      'prompt-regression.yml': configOf(Object.fromEntries(suites)),
    },
  });
  world.openPull(7, heads);
  const run = await world.runPull(7);
  expectNotGreen(world, run);
  expect(run.code).toBe(2);
  for (const path of paths) expect(run.log).toMatch(new RegExp(`^::error.*::.*${path}`, 'm'));
  expect(world.openai.requests).toEqual([]);
});
