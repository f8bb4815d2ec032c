import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import type { ActionResult } from '../support/run-action.js';
import { expectEnd, isJudging, partOf, regressionOf, resultOf, statusOf } from './said.js';
import {
  BASE_FILES,
  configOf,
  createWorld,
  DATASET,
  HARMLESS,
  type Model,
  PLAIN_MODEL,
  type World,
} from './world.js';

const GOOD = BASE_FILES['prompts/support.md'];
/** Its answers on these are off the matter. */
const breaking = (...topics: string[]) => `${GOOD}Break: ${topics.join(', ')}\n`;
const ALL = [
  'refunds',
  'invoices',
  'delivery',
  'opening hours',
  'warranty',
  'returns',
  'gift cards',
  'repairs',
];

let answers = 0;
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    answers += 1;
    const broken = /^Break: (.+)$/m.exec(system)?.[1]?.split(', ') ?? [];
    return broken.some((topic) => input.includes(topic))
      ? `Our cat number ${answers} sends her love.`
      : PLAIN_MODEL.answer(input, system);
  },
};

const rowsOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const REFUNDS = 'Tell me about refunds.';
const WEATHER = 'Tell me about the weather.';
const NEW_CASE = JSON.stringify({ id: 'new', input: WEATHER });
const MANY = rowsOf(Array.from({ length: 100 }, (_, index) => ({ id: `more-${index}`, input: WEATHER })));
const withoutFirst = DATASET.split('\n').slice(1).join('\n');
const expecting = (groundTruth: string) =>
  rowsOf(
    ALL.map((topic, index) => ({
      id: `case-${index + 1}`,
      input: `Tell me about ${topic}.`,
      groundTruth: index === 0 ? groundTruth : topic,
    })),
  );
const csv = (header: string, more: string) =>
  [header, ...ALL.map((topic, index) => `case-${index + 1},Tell me about ${topic}.${more}`)].join('\n');
const BOTH_SCORES = 'another expected answer, pass rate of contains 0.00 → 1.00';
const TONED = `${GOOD}Answer in a {{tone}} tone.\n`;

/** A suite on both sides. Without a prompt or a dataset of its own the head has the base's. */
type Change = {
  readonly prompt?: string;
  readonly dataset?: string;
  /** Path of the dataset, where it is not `evals/<suite>.jsonl`. */
  readonly path?: string;
  readonly moved?: string;
  readonly was?: string;
  readonly more?: string;
  /** The base's config file does not have it. */
  readonly isNew?: boolean;
};

const CHANGES: Readonly<Record<string, Change>> = {
  'prompt-only': { prompt: breaking('refunds') },
  'new-case': { prompt: breaking('weather'), dataset: `${DATASET}\n${NEW_CASE}\n${MANY}` },
  'edited-input': { prompt: breaking('refunds'), dataset: DATASET.replace(REFUNDS, WEATHER) },
  'edited-truth': {
    prompt: HARMLESS,
    was: expecting('warranty'),
    dataset: expecting('refunds'),
    more: '    scorers: [contains]\n',
  },
  'dataset-only': { dataset: `${withoutFirst.replace('opening hours', 'the weather')}\n${NEW_CASE}` },
  'dataset-only-truth': {
    was: expecting('warranty'),
    dataset: `${expecting('refunds')}\n${NEW_CASE}\n${MANY}`,
    more: '    scorers: [contains]\n',
  },
  'removed-case': { prompt: breaking('refunds'), dataset: withoutFirst },
  'renamed-ids': { prompt: breaking('refunds'), dataset: DATASET.replaceAll('case-', 'question-') },
  'renamed-file': { prompt: breaking('refunds'), dataset: withoutFirst, moved: 'evals/moved.jsonl' },
  'first-pull': { prompt: breaking('refunds'), isNew: true },
  'first-pull-below': { prompt: breaking(...ALL), isNew: true },
  'new-column': {
    prompt: TONED,
    was: csv('id,input', ''),
    dataset: csv('id,input,tone', ',kind'),
    path: 'evals/new-column.csv',
  },
  'new-column-and-removed-row': {
    prompt: TONED,
    was: csv('id,input', ''),
    dataset: csv('id,input,tone', ',kind').replace(/^case-1,.*\n/m, ''),
    path: 'evals/new-column-and-removed-row.csv',
  },
};

const pathOf = (suite: string, { path = `evals/${suite}.jsonl` }: Change) => path;
const config = (side: 'base' | 'head') =>
  configOf(
    Object.fromEntries(
      Object.entries(CHANGES)
        .filter(([, { isNew }]) => side === 'head' || isNew !== true)
        .map(([suite, change]) => [
          suite,
          {
            dataset: side === 'head' ? (change.moved ?? pathOf(suite, change)) : pathOf(suite, change),
            ...(change.more && { more: change.more }),
          },
        ]),
    ),
  );

const before: Files = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([suite, change]) => [
    [`prompts/${suite}.md`, GOOD],
    [pathOf(suite, change), change.was ?? DATASET],
  ]),
);
const after: Files = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([suite, change]): [string, string | null][] => [
    [`prompts/${suite}.md`, change.prompt ?? GOOD],
    [pathOf(suite, change), change.moved === undefined ? (change.dataset ?? change.was ?? DATASET) : null],
    ...(change.moved === undefined ? [] : [[change.moved, change.dataset ?? DATASET] as [string, string]]),
  ]),
);

describe("the base's dataset is the test", () => {
  let world: World;
  let run: ActionResult;
  let head: string;

  beforeAll(async () => {
    world = await createWorld({
      model: MODEL,
      files: { ...before, 'prompt-regression.yml': config('base') },
    });
    head = world.openPull(7, { ...after, 'prompt-regression.yml': config('head') });
    run = await world.runPull(7);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const stateOf = (suite: string) => statusOf(world, head, suite)?.state;
  const said = (suite: string) => partOf(run.summary, suite);
  const fell = (suite: string) =>
    expect(regressionOf(run, suite, 'case-1'), said(suite)).toMatchObject({ baselineScore: 1, score: 0 });

  it('prompt only', () => {
    expectEnd(run, 1);
    expect(stateOf('prompt-only')).toBe('failure');
    fell('prompt-only');
    expect(said('prompt-only')).not.toContain('Dataset:');
  });

  it('prompt and new case: the case is listed with its score and decides nothing', () => {
    expect(stateOf('new-case')).toBe('success');
    expect(said('new-case')).toContain('101 changed cases, 1 not run yet');
    expect(said('new-case')).toContain('(`new`): relevancy 0.00');
    expect(resultOf(run, 'new-case')).toMatchObject({
      score: 1,
      cases: { head: 8, paired: 8 },
      dataset: { added: 101 },
    });
  });

  it("prompt and edited input: the base's question decides", () => {
    expect(stateOf('edited-input')).toBe('failure');
    fell('edited-input');
    expect(said('edited-input')).toContain('(`case-1`): relevancy 1.00');
  });

  it("edited ground truth: the base's decides, and the other score is shown beside it", () => {
    expect(stateOf('edited-truth')).toBe('success');
    expect(said('edited-truth')).toContain(BOTH_SCORES);
  });

  it('dataset only: only new and edited cases run, and nothing can fail', () => {
    expect(stateOf('dataset-only')).toBe('success');
    expect(resultOf(run, 'dataset-only')).toMatchObject({
      status: 'unchanged',
      dataset: { before: 8, added: 1, removed: 1, edited: 1 },
      usage: { calls: 3 },
    });
    expect(run.summary).toContain('<code>dataset-only</code> | ✅ ');
    expect(said('dataset-only')).toContain('(`new`): relevancy 1.00');
    expect(said('dataset-only')).toContain('`case-1`: removed');
  });

  it('dataset only: an edited ground truth has both scores and does not use up the place of a new case', () => {
    expect(stateOf('dataset-only-truth')).toBe('success');
    expect(said('dataset-only-truth')).toContain(BOTH_SCORES);
    expect(said('dataset-only-truth')).toContain('Dataset: 102 changed cases, 1 not run yet');
    expect(resultOf(run, 'dataset-only-truth')).toMatchObject({
      status: 'unchanged',
      usage: { calls: 101 },
    });
  });

  it('removed case: it is still asked', () => {
    expect(stateOf('removed-case')).toBe('failure');
    fell('removed-case');
  });

  it('renamed ids: the same cases', () => {
    expect(stateOf('renamed-ids')).toBe('failure');
    fell('renamed-ids');
    expect(resultOf(run, 'renamed-ids')?.dataset).toMatchObject({ added: 0, removed: 0, renamed: 8 });
  });

  it("renamed dataset file: the one that the base's config names decides", () => {
    expect(stateOf('renamed-file')).toBe('failure');
    fell('renamed-file');
  });

  it('new suite: the fall is shown, and only the threshold decides', () => {
    expect(stateOf('first-pull')).toBe('success');
    fell('first-pull');
    expect(stateOf('first-pull-below')).toBe('failure');
    expect(resultOf(run, 'first-pull-below')?.because).toContain('threshold');
  });

  it('a new CSV column that the prompt uses: both sides are asked, the head with its column', () => {
    expect(stateOf('new-column')).toBe('success');
    expect(resultOf(run, 'new-column')).toMatchObject({
      cases: { paired: 8 },
      dataset: { added: 0, edited: 0 },
    });
    const asked = world.openai.requests.map(({ body }) => body).filter((body) => !isJudging(body));
    expect(
      asked.filter(({ messages }) => String(messages[0]?.content).includes('in a kind tone')),
    ).not.toEqual([]);
  });

  it('a base case without a value for a new prompt variable needs human review', () => {
    const suite = 'new-column-and-removed-row';
    expect(resultOf(run, suite)?.because).toContain('review');
    expect(said(suite)).toContain("1 of the base branch's 8 cases (`case-1`) could not be run");
    expect(resultOf(run, suite)).toMatchObject({ delta: 0, cases: { paired: 7 } });
  });
});
