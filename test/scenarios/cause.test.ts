import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import { commentOf, expectEnd, expectNotGreen, isJudging, resultOf, statusOf } from './said.js';
import {
  createWorld,
  type Model,
  PLAIN_MODEL,
  type RunOptions,
  CONFIG as WITH_THRESHOLD,
  type World,
} from './world.js';

const CONFIG = WITH_THRESHOLD.replace('threshold: 0.6', 'case-drop: 0.45');

const PROMPT = `You answer questions of customers.
Be kind.
Name the price.
Sign with a name.
`;
const CAT = 'Add: By the way, our cat sends her love.';
/** Three changed lines, of which the second adds a sentence about a cat to every answer. */
const HEAD = `You answer the questions of our customers.
Be kind.
Name the price of everything.
${CAT}
Sign with a name.
`;
const CHANGE = { 'prompts/support.md': HEAD };

/** The plain model as a program that reads the prompt from its file. */
const AGENT = `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const prompt = readFileSync('prompts/support.md', 'utf8');
const added = [...prompt.matchAll(/^Add: (.+)$/gm)].map((match) => match[1]);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const about = input.replace(/[?.]$/, '').toLowerCase();
  console.log(JSON.stringify({ id, output: ['Here is what we know of ' + about + '.', ...added].join(' ') }));
}
`;

async function checkPull(
  change: Files,
  { files = {}, ...run }: RunOptions & { readonly files?: Files } = {},
): Promise<{
  readonly world: World;
  readonly head: string;
  readonly ran: Awaited<ReturnType<World['runPull']>>;
}> {
  const world = await createWorld({
    files: { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG, ...files },
  });
  const head = world.openPull(7, change);
  return { world, head, ran: await world.runPull(7, run) };
}

describe('the cause of a red result', () => {
  it('is the line that the answers go and come with', async () => {
    const { world, head, ran } = await checkPull(CHANGE);
    await using _ = world;
    expectEnd(ran, 1);
    expect(resultOf(ran, 'support')?.causes).toEqual([
      {
        rule: 'sentence',
        cases: ['case-1', 'case-2', 'case-3'],
        result: 'named',
        because: null,
        relation: 'alone',
        lines: [{ path: 'prompts/support.md', line: 4, endLine: 4 }],
        settings: [],
        without: { agree: 12, of: 12 },
        only: { agree: 12, of: 12 },
        repaired: true,
      },
    ]);
    expect(statusOf(world, head)?.state).toBe('failure');
    const comment = commentOf(world);
    expect(comment).toContain('**Caused by** [`prompts/support.md line 4`]');
    expect(comment).toContain('without this change, the problem is gone from all 12 answers');
    expect(comment).toContain('Without it, no other answer scores lower.');
    expect(comment).not.toContain('Probably from');
    expect(ran.log).toMatch(/^::error title=[^\n]*file=prompts\/support\.md,line=4/m);
    expect(ran.log).toMatch(/^Looking for the cause: \d changed paragraphs, 3 cases, at most \d+ calls\.$/m);
    expect(world.openai.requests.filter(({ body }) => !isJudging(body)).length).toBeGreaterThan(24);
  });

  it('comes with a repair on the lines, which later pushes take back', async () => {
    const { world, head } = await checkPull(CHANGE);
    await using _ = world;
    expect(world.github.state.reviewComments).toMatchObject([
      { path: 'prompts/support.md', line: 4, endLine: 4, commit: head, author: world.github.state.viewer },
    ]);
    const body = world.github.state.reviewComments[0]?.body ?? '';
    expect(body).toContain('12 of 12 answers recover. All 8 cases of the suite were asked');
    expect(body).toContain('8 of the 8 affected recover, and none scores lower.');
    expect(body).toContain('```suggestion\n```');
    // The same head again is not measured, and changes nothing.
    const { length } = world.openai.requests;
    expectEnd(await world.runPull(7), 1);
    expect(world.openai.requests).toHaveLength(length);
    expect(world.github.requestsOf('pulls/create-review-comment')).toHaveLength(1);
    expect(world.github.requestsOf('pulls/update-review-comment')).toHaveLength(0);
    // Committed, the suggestion is gone, and the check passes.
    world.openPull(7, { 'prompts/support.md': HEAD.replace(`${CAT}\n`, '') });
    expectEnd(await world.runPull(7), 0);
    expect(world.github.state.reviewComments).toEqual([]);
  });

  it('has no repair without the permission, and everything else is as ever', async () => {
    const world = await createWorld({
      files: { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG },
    });
    await using _ = world;
    world.openPull(7, CHANGE);
    world.github.state.forbidden.add('review-comments');
    const ran = await world.runPull(7);
    expectEnd(ran, 1);
    expect(ran.log).toMatch(/Suggested repair not written: .*permissions: pull-requests: write/);
    expect(commentOf(world)).toContain('**Caused by**');
  });

  it('of a fork is not looked for, so nothing is suggested', async () => {
    const world = await createWorld({
      files: { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG },
    });
    await using _ = world;
    world.openPull(7, CHANGE, 'stranger/agents');
    const ran = await world.runPull(7, { inputs: { 'openai-api-key': '', explain: 'true' } });
    expectNotGreen(world, ran);
    expect(world.github.requests.filter(({ operation }) => operation?.startsWith('pulls/create'))).toEqual(
      [],
    );
    expect(world.openai.requests).toEqual([]);
  });

  it('needs no further answer if there is one changed line', async () => {
    const change = { 'prompts/support.md': PROMPT.replace('Sign', `${CAT}\nSign`) };
    const { world, ran } = await checkPull(change);
    await using _ = world;
    expect(resultOf(ran, 'support')?.causes).toMatchObject([
      { result: 'only-change', lines: [{ path: 'prompts/support.md', line: 4, endLine: 4 }] },
    ]);
  });

  it('is not looked for beyond explain.max-calls, and not if that is 0', async () => {
    const withLimit = (calls: number) => ({
      'prompt-regression.yml': `explain: { max-calls: ${calls} }\n${CONFIG}`,
    });
    const few = await checkPull(CHANGE, { files: withLimit(20) });
    await using _ = few.world;
    expect(resultOf(few.ran, 'support')?.causes).toMatchObject([{ result: 'none', because: 'budget' }]);
    expect(commentOf(few.world)).toContain('the calls that `explain` allows were used up');
    const none = await checkPull(CHANGE, { files: withLimit(0) });
    await using __ = none.world;
    expect(resultOf(none.ran, 'support')?.causes).toBeUndefined();
  });

  it('of a program is found in a worktree, beside the unchanged head and base', async () => {
    const target = 'target: { command: [node, agent.mjs] }\n    task: Answers.';
    const config = CONFIG.replace(/target: .*/, target);
    const { world, ran } = await checkPull(CHANGE, {
      files: {
        'prompt-regression.yml': config.replace('suites:', 'judge: { model: judge-1 }\nsuites:'),
        'agent.mjs': AGENT,
      },
    });
    await using _ = world;
    expect(resultOf(ran, 'support')?.causes).toMatchObject([
      { result: 'named', lines: [{ path: 'prompts/support.md', line: 4, endLine: 4 }], repaired: true },
    ]);
  });

  it('of a program that does not show the difference in the worktree cannot be tested here', async () => {
    // The agent adds the sentence only where an earlier step of the job has left a file.
    const agent = AGENT.replace('const added = ', "const added = !existsSync('built.txt') ? [] : ").replace(
      '{ readFileSync }',
      '{ existsSync, readFileSync }',
    );
    const config = CONFIG.replace(/target: .*/, 'target: { command: [node, agent.mjs] }\n    task: Answers.');
    const { world, ran } = await checkPull(CHANGE, {
      files: {
        'prompt-regression.yml': config.replace('suites:', 'judge: { model: judge-1 }\nsuites:'),
        'agent.mjs': agent,
        '.gitignore': 'built.txt\n',
      },
      prepare: (workspace) => writeFile(join(workspace, 'built.txt'), 'Built.'),
    });
    await using _ = world;
    expectEnd(ran, 1);
    expect(resultOf(ran, 'support')?.causes).toMatchObject([{ result: 'none', because: 'not-here' }]);
    expect(commentOf(world)).toContain('This could not be tested: in a worktree');
    expect(world.github.state.reviewComments).toEqual([]);
  });
});

/** Adds to the answers of two cases only. */
const YELLOW: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) =>
    PLAIN_MODEL.answer(input, /refunds|invoices/.test(input) ? system : system.replaceAll('Add:', 'Not:')),
};

describe('the explanation', () => {
  /** Where each request comes from: agent or judge, or GitHub's operation. */
  function listOrder({ github, openai }: World, act: () => Promise<unknown>): Promise<readonly string[]> {
    const order: string[] = [];
    github.before({}, () => void order.push(github.requests.at(-1)?.operation ?? ''));
    const before = openai.requests.length;
    return act().then(() => [...order, `${openai.requests.length - before} calls`]);
  }

  it('comes after comment and status, and then only updates the comment', async () => {
    const world = await createWorld({
      files: { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG },
    });
    await using _ = world;
    const head = world.openPull(7, CHANGE);
    const seen: { readonly calls: number; readonly state: string | undefined; readonly body: string }[] = [];
    const note = () => {
      const body = world.github.state.comments[0]?.body ?? '';
      seen.push({ calls: world.openai.requests.length, state: statusOf(world, head)?.state, body });
    };
    world.github.before({ operation: 'issues/create-comment' }, note);
    world.github.before({ operation: 'issues/update-comment' }, note);
    const order = await listOrder(world, () => world.runPull(7));
    expect(order.filter((name) => /comment|status/.test(name) && !name.includes('get-'))).toEqual([
      'repos/create-commit-status',
      'issues/create-comment',
      'repos/create-commit-status',
      'issues/update-comment',
      'pulls/create-review-comment',
    ]);
    const [decided, explained] = seen;
    // The comment with the decision was there before the variants were asked.
    expect(explained?.calls).toBeGreaterThan((decided?.calls ?? 0) + 24);
    expect(explained?.state).toBe('failure');
    expect(explained?.body).not.toContain('Caused by');
    // If the run is killed now, the next one goes on, and does not show this as its result.
    expect(explained?.body).not.toContain('prompt-regression-decision');
    expect(commentOf(world)).toContain('prompt-regression-decision');
  });

  it('is of a yellow result only on demand, by the input `explain`, which measures again', async () => {
    const files = { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG };
    const world = await createWorld({ files, model: YELLOW });
    await using _ = world;
    const head = world.openPull(7, CHANGE);
    const first = await world.runPull(7);
    expectEnd(first, 0);
    expect(resultOf(first, 'support')?.causes).toBeUndefined();
    const again = await world.runPull(7, { inputs: { explain: 'true' } });
    expectEnd(again, 0);
    expect(resultOf(again, 'support')?.causes).toMatchObject([
      { result: 'named', lines: [{ path: 'prompts/support.md', line: 4, endLine: 4 }] },
    ]);
    expect(commentOf(world)).toContain('**Caused by**');
    expect(statusOf(world, head)?.state).toBe('success');
  });

  it('counts toward max-calls, changes no outcome, and claims nothing that was not run', async () => {
    const world = await createWorld({
      files: { 'prompts/support.md': PROMPT, 'prompt-regression.yml': CONFIG },
    });
    await using _ = world;
    const head = world.openPull(7, CHANGE);
    let decided = 0;
    world.github.before({ operation: 'issues/create-comment' }, () => {
      decided = world.openai.requests.length;
    });
    expectEnd(await world.runPull(7), 1);
    // Another run may make a few calls more than the check itself.
    const maxCalls = decided + 30;
    const before = world.openai.requests.length;
    const ran = await world.runPull(7, { inputs: { 'force-run': 'true', 'max-calls': String(maxCalls) } });
    expectEnd(ran, 1);
    expect(world.openai.requests.length - before).toBeLessThanOrEqual(maxCalls);
    expect(resultOf(ran, 'support')?.causes).toMatchObject([
      { result: 'none', because: 'budget', repaired: false },
    ]);
    expect(commentOf(world)).not.toContain('Caused by');
    expect(statusOf(world, head)?.state).toBe('failure');
    // The suggestion of the run before was not confirmed.
    expect(world.github.state.reviewComments).toEqual([]);
  });
});
