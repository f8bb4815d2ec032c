import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, isJudging, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  DATASET,
  HARMLESS,
  type Model,
  PLAIN_MODEL,
} from '../scenarios/world.js';
import type { Files } from '../support/git-project.js';

const GOOD = BASE_FILES['prompts/support.md'];
const ROWS = DATASET.split('\n');
const without = (...ids: string[]) =>
  ROWS.filter((row) => !ids.some((id) => row.includes(`"${id}"`))).join('\n');
/** Whoever is asked about these talks of cats. */
const breaking = (...topics: string[]) => `${GOOD}Break: ${topics.join(', ')}\n`;

let answers = 0;
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    const broken = /^Break: (.+)$/m.exec(system)?.[1]?.split(', ') ?? [];
    answers += 1;
    return broken.some((topic) => input.includes(topic))
      ? `Our cat number ${answers} sends her love.`
      : PLAIN_MODEL.answer(input, system);
  },
};

const REFUNDS = 'Tell me about refunds.';
const edited = DATASET.replace(REFUNDS, 'Tell me about the weather.');

/** Ways out of the one case that shows what the prompt broke. */
const WAYS: readonly (readonly ['stored' | 'run now', string, Files])[] = [
  ['stored', 'removes the case', { 'evals/cases.jsonl': without('case-1') }],
  ['run now', 'edits its input', { 'evals/cases.jsonl': edited }],
  ['stored', 'renames it', { 'evals/cases.jsonl': DATASET.replace('case-1', 'case-one') }],
  [
    'run now',
    'renames it and edits its input',
    { 'evals/cases.jsonl': edited.replace('case-1', 'case-one') },
  ],
  [
    'run now',
    'moves the dataset, without the case',
    {
      'evals/cases.jsonl': null,
      'evals/moved.jsonl': without('case-1'),
      'prompt-regression.yml': CONFIG.replace('evals/cases.jsonl', 'evals/moved.jsonl'),
    },
  ],
  [
    'stored',
    'asks it with a variable that the base has not',
    {
      'evals/cases.jsonl': DATASET.replace(
        `"input":"${REFUNDS}"`,
        `"input":"${REFUNDS}","vars":{"tone":"kind"}`,
      ),
    },
  ],
];

describe('one case broke, and the pull request', () => {
  it.each(WAYS)('(the base is %s) %s', async (how, _, files) => {
    await using world = await createWorld({ model: MODEL });
    if (how === 'stored') await world.runPush();
    const head = world.openPull(7, { 'prompts/support.md': breaking('refunds'), ...files });
    expectEnd(await world.runPull(7), 1, { decision: 'fail', passed: 'false' });
    expect(statusOf(world, head)?.state).toBe('failure');
    expect(commentOf(world)).toContain('1.00 → 0.00');
  });
});

const SIX = ['refunds', 'invoices', 'delivery', 'opening hours', 'warranty', 'returns'];
/** Half of each answer on these is off the matter. */
const half = (topics: readonly string[]): Model => ({
  ...PLAIN_MODEL,
  answer: (input, system) =>
    PLAIN_MODEL.answer(input, topics.some((topic) => input.includes(topic)) ? system : GOOD),
});
const PETS = `${GOOD}Add: By the way, our cat sends her love.\n`;

/** The first so many cases are others. */
function replaced(count: number): string {
  return ROWS.map((row, index) =>
    index < count
      ? JSON.stringify({ id: `new-${index}`, input: `Tell me about parcels of type ${index}.` })
      : row,
  ).join('\n');
}

describe('many cases fell by half, and the pull request replaces them', () => {
  it.each([
    ['run now', CONFIG, 1],
    [
      'stored, where too few cases in common are no stop',
      CONFIG.replace('threshold: 0.6', 'fail-on: [regression]'),
      3,
    ],
  ])('the base is %s', async (how, config, code) => {
    await using world = await createWorld({ model: half(SIX), files: { 'prompt-regression.yml': config } });
    if (how !== 'run now') await world.runPush();
    const head = world.openPull(7, { 'prompts/support.md': PETS, 'evals/cases.jsonl': replaced(6) });
    expectEnd(await world.runPull(7), code, { passed: 'false' });
    expect(statusOf(world, head)?.description).toContain('6 removed cases, asked again as the base has them');
  });

  it('and only the threshold shows it', async () => {
    const config = CONFIG.replace('threshold: 0.6', 'threshold: 0.9');
    await using world = await createWorld({
      model: half(SIX.slice(0, 2)),
      files: { 'prompt-regression.yml': config },
    });
    const head = world.openPull(7, { 'prompts/support.md': PETS, 'evals/cases.jsonl': replaced(2) });
    expectEnd(await world.runPull(7), 1, { decision: 'fail', score: '1.00' });
    expect(statusOf(world, head)?.state).toBe('failure');
  });
});

it('nobody knows what the prompt does to it, since it wants a variable that only the new cases have', async () => {
  await using world = await createWorld();
  const rows = ROWS.map((row) => JSON.stringify({ ...JSON.parse(row), vars: { tone: 'kind' } }));
  const head = world.openPull(7, {
    'prompts/support.md': `${GOOD}Be {{tone}}.\n`,
    'evals/cases.jsonl': rows.join('\n'),
  });
  expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  expect(statusOf(world, head)?.description).toMatch(/^needs a person: 8 edited cases cannot be asked again/);
});

it('the budget covers what is left, and not what was removed', async () => {
  const config = CONFIG.replace('limits: {', 'limits: { max-calls: 47,');
  await using world = await createWorld({ model: MODEL, files: { 'prompt-regression.yml': config } });
  const head = world.openPull(7, {
    'prompts/support.md': breaking('refunds'),
    'evals/cases.jsonl': without('case-1'),
  });
  expectEnd(await world.runPull(7), 3, { decision: 'inconclusive' });
  expect(statusOf(world, head)?.state).toBe('error');
});

describe('a fall that shows only in a removed case', () => {
  it('is accepted by somebody who may', async () => {
    await using world = await createWorld({ model: MODEL });
    const files = { 'prompts/support.md': breaking('refunds'), 'evals/cases.jsonl': without('case-1') };
    const head = world.openPull(7, files);
    const run = await world.runPull(7);
    // It enters neither score nor delta of the head's own dataset.
    expectEnd(run, 1, { score: '1.00', 'baseline-score': '1.00', delta: '0.00' });
    expect(JSON.parse(run.outputs['result-json'] ?? '')).toMatchObject({ because: ['review'] });
    world.github.state.collaborators.set('ann', 'maintain');
    const payload = {
      action: 'labeled',
      label: { name: 'prompt-regression-accepted' },
      sender: { login: 'ann' },
    };
    expectEnd(await world.runPull(7, { payload }), 0, { decision: 'accepted' });
    expect(statusOf(world, head)).toMatchObject({ state: 'success', description: 'accepted by ann' });
  });
});

describe('a dataset that is looked after', () => {
  it('costs no answer more where the agent is the same', async () => {
    await using world = await createWorld();
    await world.runPush();
    const before = world.openai.requests.length;
    world.openPull(7, { 'evals/cases.jsonl': replaced(1) });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass' });
    const asked = world.openai.requests.slice(before).filter(({ body }) => !isJudging(body));
    expect(asked).toHaveLength(8);
    expect(commentOf(world)).not.toContain('asked again');
  });

  it('passes beside a harmless prompt, and says what was asked again', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS, 'evals/cases.jsonl': replaced(2) });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass' });
    expect(run.log).toContain('2 removed or edited cases are asked again as the base has them: 8 answers');
    expect(commentOf(world)).toContain('2 removed cases, asked again as the base has them: no score fell.');
    expect(commentOf(world)).not.toContain('is not measured any more');
  });

  it('is not asked twice where the run fails anyway', async () => {
    await using world = await createWorld({ model: MODEL });
    world.openPull(7, { 'prompts/support.md': breaking(...SIX), 'evals/cases.jsonl': without('case-1') });
    expectEnd(await world.runPull(7), 1, { decision: 'fail' });
    expect(commentOf(world)).toContain(
      '1 removed case, not asked again as the base has it: the run fails without',
    );
  });
});
