import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOf, expectEnd, isJudging, partOf, resultOf, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  configOf,
  createWorld,
  DATASET,
  HARMLESS,
  type Model,
  PLAIN_MODEL,
} from '../scenarios/world.js';

const GOOD = BASE_FILES['prompts/support.md'];
const ROWS = DATASET.split('\n');
const without = (...ids: string[]) =>
  ROWS.filter((row) => !ids.some((id) => row.includes(`"${id}"`))).join('\n');
/** Whoever is asked about these talks of cats. */
const breaking = (...topics: string[]) => `${GOOD}Break: ${topics.join(', ')}\n`;
/** Half of each answer on these is off the matter. */
const halving = (...topics: string[]) => `${GOOD}Halve: ${topics.join(', ')}\n`;

let answers = 0;
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    const isAmong = (line: RegExp) =>
      (line.exec(system)?.[1]?.split(', ') ?? []).some((topic) => input.includes(topic));
    answers += 1;
    if (isAmong(/^Break: (.+)$/m)) return `Our cat number ${answers} sends her love.`;
    if (isAmong(/^Break alike: (.+)$/m)) return 'Our cat sends her love.';
    const answer = PLAIN_MODEL.answer(input, system);
    return isAmong(/^Halve: (.+)$/m) ? `${answer} By the way, our cat sends her love.` : answer;
  },
};

const REFUNDS = 'Tell me about refunds.';
const edited = DATASET.replace(REFUNDS, 'Tell me about the weather.');
const SIX = ['refunds', 'invoices', 'delivery', 'opening hours', 'warranty', 'returns'];

/** The first so many cases are others. */
function replaced(count: number): string {
  return ROWS.map((row, index) =>
    index < count
      ? JSON.stringify({ id: `new-${index}`, input: `Tell me about parcels of type ${index}.` })
      : row,
  ).join('\n');
}

const ASKED_AGAIN = '6 removed cases, asked again as the base has them';

/** What a pull request does to a suite, and the gate that it has. */
type Attack = {
  readonly prompt: string;
  readonly dataset: string;
  readonly gate?: string;
  /** It moves the dataset too. */
  readonly moves?: boolean;
};

/** One pull request with several suites, each with a prompt and a dataset of its own. */
async function attackSuites(attacks: Readonly<Record<string, Attack>>, base: 'stored' | 'run now') {
  const names = Object.keys(attacks);
  const config = (folderOf: (attack: Attack) => string) =>
    configOf(
      Object.fromEntries(
        Object.entries(attacks).map(([name, attack]) => [
          name,
          { dataset: `${folderOf(attack)}/${name}.jsonl`, ...(attack.gate && { gate: attack.gate }) },
        ]),
      ),
    );
  const before = Object.fromEntries(
    names.flatMap((name) => [
      [`prompts/${name}.md`, GOOD],
      [`evals/${name}.jsonl`, DATASET],
    ]),
  );
  const world = await createWorld({
    model: MODEL,
    files: { ...before, 'prompt-regression.yml': config(() => 'evals') },
  });
  if (base === 'stored') await world.runPush();
  const after = Object.entries(attacks).flatMap(
    ([name, { prompt, dataset, moves }]): [string, string | null][] => [
      [`prompts/${name}.md`, prompt],
      [`evals/${name}.jsonl`, moves ? null : dataset],
      ...(moves ? [[`moved/${name}.jsonl`, dataset] as [string, string]] : []),
    ],
  );
  const head = world.openPull(7, {
    ...Object.fromEntries(after),
    'prompt-regression.yml': config(({ moves }) => (moves ? 'moved' : 'evals')),
  });
  const run = await world.runPull(7);
  return { world, head, run };
}

type Attacked = Awaited<ReturnType<typeof attackSuites>>;

/** The job and the suite are red. */
function expectRed({ world, head, run }: Attacked, suite: string, state = 'failure'): void {
  expectEnd(run, 1, { decision: 'fail', passed: 'false' });
  expect(resultOf(run, suite)?.passed, run.log).toBe(false);
  expect(statusOf(world, head, suite)?.state).toBe(state);
}

/** Ways out of the one case that shows what the prompt broke, by suite. */
const WAYS = {
  stored: {
    removes: without('case-1'),
    renames: DATASET.replace('case-1', 'case-one'),
    'asks-with-a-variable-that-the-base-has-not': DATASET.replace(
      `"input":"${REFUNDS}"`,
      `"input":"${REFUNDS}","vars":{"tone":"kind"}`,
    ),
  },
  'run now': {
    'edits-its-input': edited,
    'renames-and-edits': edited.replace('case-1', 'case-one'),
    'moves-the-dataset-without-it': without('case-1'),
  },
} as const;

const waysOut = (how: keyof typeof WAYS): Readonly<Record<string, Attack>> =>
  Object.fromEntries(
    Object.entries(WAYS[how]).map(([name, dataset]) => [
      name,
      { prompt: breaking('refunds'), dataset, moves: name.startsWith('moves') },
    ]),
  );

describe('held against a base that is stored', () => {
  let attacked: Attacked;

  beforeAll(async () => {
    const gate = '{ fail-on: [regression] }';
    const many = { prompt: halving(...SIX), dataset: replaced(6), gate };
    const alike = { prompt: `${GOOD}Break alike: refunds\n`, dataset: without('case-1') };
    attacked = await attackSuites({ ...waysOut('stored'), many, alike }, 'stored');
  });
  afterAll(() => attacked.world[Symbol.asyncDispose]());

  it.each(Object.keys(WAYS.stored))('one case broke, and the pull request %s', (suite) => {
    expectRed(attacked, suite);
    expect(partOf(attacked.run.summary, suite)).toContain('1.00 → 0.00');
  });

  it('one case broke, with the same answer every time, and the pull request removes it', () => {
    expectRed(attacked, 'alike');
  });

  it('many cases fell by half and are replaced, where too few in common are no stop', () => {
    expectRed(attacked, 'many', 'error');
    expect(statusOf(attacked.world, attacked.head, 'many')?.description).toContain(ASKED_AGAIN);
  });
});

describe('held against a base that is run now', () => {
  let attacked: Attacked;

  beforeAll(async () => {
    const attacks = {
      ...waysOut('run now'),
      many: { prompt: halving(...SIX), dataset: replaced(6) },
      'few-below-the-threshold': {
        prompt: halving(...SIX.slice(0, 2)),
        dataset: replaced(2),
        gate: '{ threshold: 0.9 }',
      },
      unknown: {
        prompt: `${GOOD}Be {{tone}}.\n`,
        dataset: ROWS.map((row) => JSON.stringify({ ...JSON.parse(row), vars: { tone: 'kind' } })).join('\n'),
      },
    };
    attacked = await attackSuites(attacks, 'run now');
  });
  afterAll(() => attacked.world[Symbol.asyncDispose]());

  it.each(Object.keys(WAYS['run now']))('one case broke, and the pull request %s', (suite) => {
    expectRed(attacked, suite);
    expect(partOf(attacked.run.summary, suite)).toContain('1.00 → 0.00');
  });

  it('many cases fell by half and are replaced', () => {
    expectRed(attacked, 'many');
    expect(statusOf(attacked.world, attacked.head, 'many')?.description).toContain(ASKED_AGAIN);
  });

  it('some fell by half and are replaced, and only the threshold shows it', () => {
    expectRed(attacked, 'few-below-the-threshold');
    expect(resultOf(attacked.run, 'few-below-the-threshold')).toMatchObject({ decision: 'fail', score: 1 });
  });

  it('nobody knows what the prompt does to them, since it wants a variable that only the new cases have', () => {
    expectRed(attacked, 'unknown');
    expect(statusOf(attacked.world, attacked.head, 'unknown')?.description).toMatch(
      /^needs a person: 8 edited cases cannot be asked again/,
    );
  });
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
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      description: 'accepted by ann · against main',
    });
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

  it('passes beside a harmless prompt and says what was asked again, but not where the run fails anyway', async () => {
    const attacks = {
      harmless: { prompt: HARMLESS, dataset: replaced(2) },
      failing: { prompt: breaking(...SIX), dataset: without('case-1') },
    };
    const { world, head, run } = await attackSuites(attacks, 'run now');
    await using _ = world;
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'harmless')).toMatchObject({ decision: 'pass', passed: true });
    expect(statusOf(world, head, 'harmless')?.state).toBe('success');
    expect(run.log).toContain('2 removed or edited cases are asked again as the base has them: 8 answers');
    const passed = partOf(commentOf(world), 'harmless');
    expect(passed).toContain('2 removed cases, asked again as the base has them: no score fell.');
    expect(passed).not.toContain('is not measured any more');
    expect(resultOf(run, 'failing')).toMatchObject({ decision: 'fail' });
    expect(partOf(commentOf(world), 'failing')).toContain(
      '1 removed case, not asked again as the base has it: the run fails anyway',
    );
  });
});
