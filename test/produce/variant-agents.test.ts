import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Git } from '../../src/model/repository.js';
import type { Side } from '../../src/model/side.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { VariantAgents } from '../../src/produce/variant-agents.js';
import { PLAIN_ENV } from '../cli/terminal.js';
import { openTestGit, TestFolders, type TestRepository } from '../support/git-repository.js';
import { type FakeChat, fakeChat } from '../support/judges.js';
import { createEffects, createProducePlan, createRow, createSuite } from '../support/suites.js';

const CASES = ['a', 'b'].map((id) => createRow(id));

/** Answers with the system prompt. */
const echoPrompt = () => fakeChat(({ messages }) => messages[0]?.content ?? '');

function answersOf(
  record: Awaited<ReturnType<VariantAgents['ask']>>,
): Readonly<Record<string, readonly string[]>> {
  const texts = record.cases.map(({ id, samples }) => [
    id,
    samples.map(({ answer }) => (answer.status === 'answered' ? answer.output : answer.message)),
  ]);
  return Object.fromEntries(texts);
}

describe('a prompt', () => {
  const suite = createSuite({
    target: { kind: 'prompt', prompt: 'prompt.md', model: 'agent', parameters: {} },
  });

  function setUp(chat: FakeChat, directory = '') {
    const { side, ...asking } = createProducePlan(suite, CASES, { folder: '.' });
    const effects = createEffects(chat);
    return { side, agents: new VariantAgents({ ...asking, directory }, effects) };
  }

  it('is read from the given files, by its path from the top, and the wanted cases alone are asked', async () => {
    const chat = echoPrompt();
    const { side, agents } = setUp(chat, 'apps/shop');
    const files = new Map([
      ['prompt.md', 'The wrong one.'],
      ['apps/shop/prompt.md', 'Be kind.'],
    ]);
    const record = await agents.ask({ side, files }, { cases: CASES.slice(1), samples: 2, previous: null });
    expect(answersOf(record)).toEqual({ b: ['Be kind.', 'Be kind.'] });
    expect(record.subset).toEqual({ of: 2 });
  });

  it('goes on from an earlier record', async () => {
    const chat = echoPrompt();
    const { side, agents } = setUp(chat);
    const variant = { side, files: new Map([['prompt.md', 'Be kind.']]) };
    const first = await agents.ask(variant, { cases: CASES, samples: 1, previous: null });
    await agents.ask(variant, { cases: CASES, samples: 3, previous: first });
    expect(chat.requests).toHaveLength(6);
  });

  it('that the variant lacks is an error', async () => {
    const { side, agents } = setUp(echoPrompt());
    const files = new Map([['prompt.md', null]]);
    await expect(agents.ask({ side, files }, { cases: CASES, samples: 1, previous: null })).rejects.toThrow(
      'prompt.md',
    );
  });
});

describe('a program', () => {
  const folders = new TestFolders();
  afterAll(() => folders.remove());
  let repository: TestRepository;
  let git: Git;
  let commit: string;

  const AGENT = `import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : 'none');
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: [read('prompt.md'), read('more/extra.md')].join(' ') }));
}
`;

  beforeAll(async () => {
    repository = folders.repository();
    repository.write({
      'prompt.md': 'Old.',
      'agent.mjs': AGENT,
      'run.sh': '#!/bin/sh\nexec node agent.mjs\n',
    });
    execFileSync('chmod', ['+x', 'run.sh'], { cwd: repository.path });
    execFileSync('ln', ['-s', '/tmp', 'linked'], { cwd: repository.path });
    execFileSync('ln', ['-s', 'prompt.md', 'link.md'], { cwd: repository.path });
    repository.git('add', '--all');
    commit = repository.commit({});
    git = await openTestGit(repository);
  });

  const suite = createSuite({
    target: { kind: 'command', command: ['./run.sh'], workers: 1, timeoutMs: 100_000, env: [] },
  });

  async function ask(
    variants: readonly Readonly<Record<string, string | null>>[],
    {
      of = commit,
      ...overrides
    }: Partial<Side> & { readonly of?: string | null; readonly git?: Git | null } = {},
  ) {
    const { side, ...asking } = createProducePlan(suite, CASES, { folder: repository.path });
    const used = overrides.git === undefined ? git : overrides.git;
    const effects = createEffects(
      fakeChat(() => ''),
      { git: used, env: PLAIN_ENV },
    );
    await using agents = new VariantAgents(asking, effects);
    return await Promise.all(
      variants.map(async (files) => {
        const variant = { side: { ...side, commit: of }, files: new Map(Object.entries(files)) };
        const record = await agents.ask(variant, { cases: CASES.slice(0, 1), samples: 1, previous: null });
        return answersOf(record)['a'];
      }),
    );
  }

  it('runs in a worktree of its commit with the files of each variant, one after the other', async () => {
    repository.write({ 'prompt.md': 'Not committed.' });
    const answers = await ask([
      { 'prompt.md': 'New.', 'more/extra.md': 'Extra.' },
      { 'prompt.md': 'Other.', 'more/extra.md': null },
      { 'prompt.md': null, 'more/extra.md': 'Extra.' },
    ]);
    expect(answers).toEqual([['New. Extra.'], ['Other. none'], ['none Extra.']]);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repository.git('status', '--porcelain')).toBe(' M prompt.md');
  });

  it('keeps its right to run, and a link is replaced, never followed', async () => {
    const script =
      '#!/bin/sh\nread line\nprintf \'{"id": "a", "output": "%s"}\\n\' "$(cat prompt.md link.md)"\n';
    const [answer] = await ask([{ 'run.sh': script, 'link.md': 'Instead.' }]);
    expect(answer).toEqual(['Old.Instead.']);
  });

  it('is not asked behind a link out of the worktree', async () => {
    await expect(ask([{ 'linked/prompt-regression-test.md': 'Planted.' }])).rejects.toThrow(
      'lies behind a link',
    );
    expect(existsSync(join('/tmp', 'prompt-regression-test.md'))).toBe(false);
  });

  it('is not asked without a commit or a repository', async () => {
    await expect(ask([{}], { of: null })).rejects.toThrow('with a commit');
    await expect(ask([{}], { git: null })).rejects.toThrow('in a git repository');
  });
});

const RECORDED: TargetSettings = { kind: 'recorded', recorded: 'answers.jsonl' };

it('recorded answers cannot be asked with other files', async () => {
  const { side, ...asking } = createProducePlan(createSuite(), CASES, { folder: '.' });
  const agents = new VariantAgents(asking, createEffects(echoPrompt()));
  const variant = { side: { ...side, target: RECORDED }, files: new Map() };
  await expect(agents.ask(variant, { cases: CASES, samples: 1, previous: null })).rejects.toThrow(
    'cannot be asked with other files',
  );
});
