import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import { commentOf, expectEnd, isJudging, resultOf, statusOf } from './said.js';
import { createWorld, type RunOptions, CONFIG as WITH_THRESHOLD, type World } from './world.js';

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
    expect(comment).toContain('tested: 12 of 12 answers recover without it');
    expect(comment).toContain('without it, none of the 8 cases gets worse');
    expect(comment).not.toContain('Probably from');
    expect(ran.log).toMatch(/^::error title=[^\n]*file=prompts\/support\.md,line=4/m);
    expect(world.openai.requests.filter(({ body }) => !isJudging(body)).length).toBeGreaterThan(24);
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
});
