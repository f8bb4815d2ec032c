import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOf, expectEnd, resultOf, statusOf } from './said.js';
import { configOf, createWorld, HARMLESS, type Model, PLAIN_MODEL, type World } from './world.js';

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
      headline: 'billing scored lower · relevancy 0.90',
      delta: 0,
      tags: [
        { tag: 'billing', cases: 8, score: 0.86, baselineScore: 0.93, delta: -0.07, failed: true },
        { tag: 'shipping', cases: 8, score: 0.93, baselineScore: 0.86, delta: 0.07, failed: false },
      ],
    });
    expect(statusOf(world, head, 'gated')).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).toMatch(
      /❌ <code>billing<\/code> \| 8 \| 0\.93 \| 0\.86 \| −0\.07 \| 0 \| 1 \(0\.86\) \|/,
    );
  });

  it('is red by its own threshold', () => {
    expect(resultOf(run, 'floor')).toMatchObject({
      decision: 'fail',
      because: ['threshold'],
      headline: 'billing is below the threshold · relevancy 0.90',
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
