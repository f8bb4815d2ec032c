import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd, isJudging, partOf, resultOf, statusOf } from './said.js';
import {
  configOf,
  createWorld,
  DATASET,
  HARMLESS,
  type Model,
  modelReply,
  PLAIN_MODEL,
  type World,
} from './world.js';

const SENTENCES = 10;

/** Eight questions on billing, eight on shipping. At head the answers on billing get vaguer, and the others less vague. */
const rows = (marks: (name: string, index: number) => object) =>
  ['billing', 'shipping']
    .flatMap((name) =>
      Array.from({ length: 8 }, (_, index) =>
        JSON.stringify({
          id: `${name}-${index}`,
          input: `Tell me about ${name} ${index}.`,
          ...marks(name, index),
        }),
      ),
    )
    .join('\n');

const MODEL: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    const isHead = system.includes('our customers');
    const isBilling = input.includes('billing');
    const relevant = isHead === isBilling ? SENTENCES - 2 : SENTENCES - 1;
    const about = input.replace('Tell me about ', '').replace('.', '');
    return Array.from({ length: SENTENCES }, (_, index) =>
      index < relevant
        ? `Point ${index} is what we know about ${about}.`
        : `Perhaps ${index} is something about ${about}.`,
    ).join(' ');
  },
  verdict(statement, { answer }) {
    if (!answer.includes(statement) || /parrot/.test(statement)) return 'no';
    return /Perhaps/.test(statement) ? 'unsure' : 'yes';
  },
};

const DATASETS = {
  'evals/tagged.jsonl': rows((name) => ({ tags: [name] })),
  'evals/key.jsonl': rows((name, index) => ({
    tags: [name],
    ...(name === 'billing' && index < 2 && { 'must-pass': true }),
  })),
};

const PROMPT = '{ prompt: prompts/support.md, model: agent-1 }';
const suite = (gate: string, dataset = 'evals/tagged.jsonl') => ({ dataset, target: PROMPT, gate });
const CONFIG = configOf({
  shown: suite('{ lost-facts: off }'),
  gated: suite('{ lost-facts: off, tags: { billing: {}, shipping: { threshold: 0.5 } } }'),
  floor: suite('{ lost-facts: off, tags: { billing: { threshold: 0.9, max-drop: 1 } } }'),
  slight: suite('{ lost-facts: off }', 'evals/key.jsonl'),
});

describe('a group that broke under a mean that did not move', () => {
  let world: World;
  let head: string;
  let run: Awaited<ReturnType<World['runPull']>>;
  beforeAll(async () => {
    world = await createWorld({ model: MODEL, files: { ...DATASETS, 'prompt-regression.yml': CONFIG } });
    head = world.openPull(7, {
      'prompts/support.md': HARMLESS,
      // The pull request's own limits and tags count after the merge.
      'prompt-regression.yml': CONFIG.replace('tags: { billing: {}, shipping', 'tags: { shipping'),
      'evals/tagged.jsonl': `${rows(() => ({ tags: ['billing', 'shipping'] }))}\n${JSON.stringify({
        id: 'new',
        input: 'Tell me about billing 9.',
        tags: ['billing'],
      })}`,
    });
    run = await world.runPull(7);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('is red by its own mean, and the mean of all is shown beside it', () => {
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'gated')).toMatchObject({
      decision: 'fail',
      because: ['regression'],
      headline: 'billing scored lower · relevancy still 0.90',
      delta: 0,
      tags: [
        { tag: 'billing', cases: 8, score: 0.86, baselineScore: 0.93, delta: -0.07, failed: true },
        { tag: 'shipping', cases: 8, score: 0.93, baselineScore: 0.86, delta: 0.07, failed: false },
      ],
    });
    expect(statusOf(world, head, 'gated')).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).toMatch(/❌ <code>billing<\/code> \| 8 \| 0\.93 → 0\.86 \| 0 \| 1 \(0\.86\) \|/);
  });

  it("the pull request's tags are listed, and count after the merge", () => {
    expect(resultOf(run, 'gated')?.dataset).toMatchObject({ added: 1, remarked: 16 });
    expect(commentOf(world)).toContain('Dataset: 17 changed cases, which count only after the merge');
    expect(commentOf(world)).toMatch(/Other tags: `billing-0`, `billing-1`, .* and 4 more/);
  });

  it('is red by its own threshold', () => {
    expect(resultOf(run, 'floor')).toMatchObject({
      decision: 'fail',
      because: ['threshold'],
      headline: 'billing is below the threshold · relevancy still 0.90',
    });
  });

  it('without a gate of its own it is only shown', () => {
    expect(resultOf(run, 'shown')).toMatchObject({
      decision: 'pass',
      tags: [
        { tag: 'billing', delta: -0.07, failed: false },
        { tag: 'shipping', failed: false },
      ],
    });
    expect(statusOf(world, head, 'shown')).toMatchObject({ state: 'success' });
  });

  it('a must-pass case that fell by less than 0.2 passes', () => {
    expect(resultOf(run, 'slight')).toMatchObject({ decision: 'pass', mustPass: { failed: 0, of: 2 } });
  });
});

describe('a pull request that changes only tags and must-pass', () => {
  it('lists them', async () => {
    await using world = await createWorld({
      model: MODEL,
      files: {
        ...DATASETS,
        'prompt-regression.yml': configOf({ key: suite('{ threshold: 0.6 }', 'evals/key.jsonl') }),
      },
    });
    world.openPull(7, {
      'evals/key.jsonl': rows((name, index) => ({
        tags: [name, ...(index === 3 ? ['vip'] : [])],
        ...(index === 1 && { 'must-pass': true }),
      })),
    });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass' });
    expect(resultOf(run, 'key')?.dataset).toMatchObject({ added: 0, edited: 0, remarked: 4 });
    const comment = commentOf(world);
    expect(comment).toContain('Dataset: 4 changed cases, which count only after the merge');
    expect(comment).toContain('Other tags: `billing-3` and `shipping-3`');
    expect(comment).toContain('Now must-pass: `shipping-1`');
    expect(comment).toContain('No longer must-pass: `billing-0`');

    // Another order of the same rows is no change.
    world.openPull(8, { 'evals/key.jsonl': DATASETS['evals/key.jsonl'].split('\n').toReversed().join('\n') });
    expectEnd(await world.runPull(8), 0, { decision: 'pass' });
    expect(world.github.state.comments.map(({ pullRequest }) => pullRequest)).toEqual([7]);
  });
});

describe('limits of cost and time', () => {
  /** At head, an answer has half as many tokens again, and takes a second. */
  const reply = async (body: ChatCompletionRequestBody): Promise<ServerReply> => {
    const isHead = JSON.stringify(body.messages[0]).includes('our customers');
    if (isJudging(body)) return modelReply(PLAIN_MODEL, body);
    if (isHead) await setTimeout(1000);
    const tokens = isHead ? 150 : 100;
    const usage = { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens };
    return { ...modelReply(PLAIN_MODEL, body), usage };
  };
  const dataset = 'evals/three.jsonl';
  const files = {
    [dataset]: DATASET.split('\n').slice(0, 3).join('\n'),
    'prompt-regression.yml': configOf({
      cost: suite('{ max-cost-rise: 49% }', dataset),
      within: suite('{ max-cost-rise: 51% }', dataset),
      shown: suite('{ max-cost-rise: 49%, fail-on: [regression] }', dataset),
      time: suite('{ max-time-rise: 20% }', dataset),
    }),
  };

  it('red names both numbers; a limit that is not reached, and another fail-on, pass', async () => {
    await using world = await createWorld({ reply, files });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'cost')).toMatchObject({ decision: 'fail', because: ['cost'], delta: 0 });
    expect(statusOf(world, head, 'cost')?.state).toBe('failure');
    expect(partOf(commentOf(world), 'cost')).toMatch(/100\D+150/);
    expect(resultOf(run, 'within')).toMatchObject({ decision: 'pass', because: [] });
    expect(statusOf(world, head, 'within')?.state).toBe('success');
    expect(statusOf(world, head, 'shown')?.state).toBe('success');
    expect(resultOf(run, 'time')).toMatchObject({ decision: 'fail', because: ['cost'] });
    expect(partOf(commentOf(world), 'time')).toMatch(/1\.\d+ s/);
  });
});

describe('a tag that no case has', () => {
  it("is an error of the head's config, with the nearest name", async () => {
    await using world = await createWorld({
      model: MODEL,
      files: { ...DATASETS, 'prompt-regression.yml': configOf({ gated: suite('{ threshold: 0.6 }') }) },
    });
    world.openPull(7, {
      'prompt-regression.yml': configOf({ gated: suite('{ tags: { biling: {} } }') }),
      'prompts/support.md': HARMLESS,
    });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(commentOf(world)).toContain('Did you mean `billing`?');
  });
});

describe('a case that must pass', () => {
  /** At head the second question on billing is answered with a third of its sentences beside the point. */
  const one: Model = {
    ...MODEL,
    answer: (input, system) =>
      input.includes('billing 1.') && system.includes('our customers')
        ? PLAIN_MODEL.answer(input, 'Add: Ask us anything.\nAdd: The parrot sang.')
        : PLAIN_MODEL.answer(input, 'Add: Ask us anything.\nAdd: We are open.'),
  };

  it('fails the check alone, where another such case would be yellow', async () => {
    await using world = await createWorld({
      model: one,
      files: {
        ...DATASETS,
        'prompt-regression.yml': configOf({
          key: suite('{ threshold: 0.1 }', 'evals/key.jsonl'),
          tagged: suite('{ threshold: 0.1 }'),
        }),
      },
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'key')).toMatchObject({
      decision: 'fail',
      headline: expect.stringMatching(/^1 of 2 must-pass cases failed/),
      mustPass: { failed: 1, of: 2 },
      worse: ['billing-1'],
    });
    expect(resultOf(run, 'tagged')).toMatchObject({ decision: 'pass', because: ['worse'] });
  });
});
