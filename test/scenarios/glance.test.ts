import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import { commentOf, expectEnd, statusOf } from './said.js';
import { createWorld, HARMLESS, type Model } from './world.js';

/** What a steady agent answers to the case at this place: sentences, the irrelevant ones about parrots. */
type Answers = (at: number) => readonly string[];

const fact = (at: number) => `Item ${at} arrives within ${at + 2} days of the order.`;
const more = (at: number) => `It can be sent back for ${at + 30} days after that.`;
const parrot = (at: number) => `Parrot number ${at} sings ${at + 5} songs every morning.`;
const ADVERT = 'A parrot is the best present for the whole family.';

const before: Answers = (at) => [fact(at), more(at)];
const first = (count: number, changed: Answers): Answers => {
  return (at) => (at < count ? changed(at) : before(at));
};

type Look = { readonly mark: '✅' | '🟡' | '❌'; readonly worse: number; readonly heading: string };
const red = (worse: number, cases: number, what: string): Look => ({
  mark: '❌',
  worse,
  heading: `${worse} of ${cases} answers ${what}`,
});
const yellow = (worse: number, cases: number, what: string): Look => ({
  mark: '🟡',
  worse,
  heading: `passes, but ${worse} of ${cases} answers ${what}`,
});
const LOST = 'lost a fact';
const BROKE = 'became irrelevant';
const GAINED = 'gained an irrelevant sentence';
const GREEN: Look = { mark: '✅', worse: 0, heading: 'no answer got worse' };
const UNNOTICED: Look = { ...GREEN, heading: 'no answer changed' };

type Glance = readonly [change: string, cases: number, after: Answers, look: Look, runs: number];
const STEADY: readonly Glance[] = [
  ['2 of 12 answers are gone', 12, first(2, (at) => [parrot(at), parrot(at + 50)]), red(2, 12, BROKE), 1],
  ['4 of 12 lose half', 12, first(4, (at) => [fact(at), parrot(at)]), red(4, 12, GAINED), 1],
  [
    '2 of 12 gain different off-topic sentences',
    12,
    first(2, (at) => [...before(at), parrot(at)]),
    yellow(2, 12, GAINED),
    1,
  ],
  ['2 of 12 drop a fact', 12, first(2, (at) => [fact(at)]), yellow(2, 12, LOST), 1],
  ['3 of 12 drop a fact', 12, first(3, (at) => [fact(at)]), red(3, 12, LOST), 1],
  ['20 of 30 answer in one sentence', 30, first(20, (at) => [fact(at)]), red(20, 30, LOST), 1],
  [
    '1 of 12 gets vaguer',
    12,
    first(1, (at) => [`Perhaps item ${at} arrives some day.`]),
    yellow(1, 12, 'got worse'),
    1,
  ],
  ['nothing changed', 12, before, UNNOTICED, 1],
  ['1 of 30 is gone', 30, first(1, (at) => [parrot(at), parrot(at + 50)]), red(1, 30, BROKE), 1],
];
const RECORDED: readonly Glance[] = [
  [
    '5 of 6 are gone, and the sixth gains a sentence',
    6,
    (at) => (at < 5 ? [parrot(at), parrot(at + 50)] : [...before(at), parrot(at)]),
    { ...red(6, 6, ''), heading: '5 of 6 answers became irrelevant, 1 more may have got worse' },
    1,
  ],
  ['4 of 12 drop a fact in three runs', 12, first(4, (at) => [fact(at)]), yellow(4, 12, LOST), 3],
  ['5 of 12 drop a fact in three runs', 12, first(5, (at) => [fact(at)]), red(5, 12, LOST), 3],
  ['all of 12 drop a fact in two runs', 12, (at) => [fact(at)], yellow(12, 12, 'may have lost a fact'), 2],
  [
    '5 of 20 gain the same sentence',
    20,
    first(5, (at) => [...before(at), ADVERT]),
    red(5, 20, 'gained the same irrelevant sentence'),
    1,
  ],
  [
    '2 of 20 gain a sentence each',
    20,
    first(2, (at) => [...before(at), parrot(at)]),
    yellow(2, 20, `${GAINED}, not confirmed`),
    1,
  ],
  [
    '1 of 12 is gone in each of five runs',
    12,
    first(1, (at) => [parrot(at), parrot(at + 50)]),
    red(1, 12, 'became mostly irrelevant'),
    5,
  ],
];

const questions = (cases: number) =>
  Array.from({ length: cases }, (_, at) =>
    JSON.stringify({ id: `case-${at}`, input: `When does item ${at} arrive?` }),
  ).join('\n');
const recorded = (cases: number, answers: Answers, runs: number) =>
  Array.from({ length: cases * runs }, (_, line) => {
    const at = line % cases;
    const said = runs === 1 ? [] : [`Take number ${Math.floor(line / cases)} ends here.`];
    return JSON.stringify({ id: `case-${at}`, output: [...answers(at), ...said].join(' ') });
  }).join('\n');

/** The most calls that the line about cost allows. */
function announcedIn(log: string): number {
  const [line = ''] = /^.*(cases × |with recorded answers).*$/m.exec(log) ?? [];
  const calls = [...line.matchAll(/at most ([\d,]+) /g)].map(([, most = '']) => most.replace(',', ''));
  return Math.max(...calls.map(Number));
}

/** Gives the same answer every time; the head's prompt says "our customers". */
const steadyModel = (after: Answers): Model => ({
  answer: (input, system) =>
    (system.includes('our customers') ? after : before)(Number(/\d+/.exec(input)?.[0])).join(' '),
  verdict(statement, { answer }) {
    if (/^perhaps/i.test(statement)) return 'unsure';
    return answer.includes(statement) && !/parrot/i.test(statement) ? 'yes' : 'no';
  },
});

async function glanceAt([, , after, { mark, worse, heading }]: Glance, files: Files, change: Files) {
  await using world = await createWorld({ model: steadyModel(after), files });
  const head = world.openPull(7, change);
  const run = await world.runPull(7);
  expect(world.openai.requests.length).toBeLessThanOrEqual(announcedIn(run.log));
  const isRed = mark === '❌';
  expectEnd(run, isRed ? 1 : 0, {
    decision: isRed ? 'fail' : 'pass',
    passed: String(!isRed),
    'worse-answers': String(worse),
  });
  expect(statusOf(world, head)).toMatchObject({
    state: isRed ? 'failure' : 'success',
    description: expect.stringMatching(new RegExp(`^${heading} · relevancy `)),
  });
  expect(commentOf(world)).toContain(`\n### ${mark} support: ${heading} · relevancy `);
  world.github.assertNoViolations();
}

describe('an agent that always gives the same answer', () => {
  const config = `suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1 }
`;
  it.each(STEADY)('%s', async (...glance) => {
    const files = { 'prompt-regression.yml': config, 'evals/cases.jsonl': questions(glance[1]) };
    await glanceAt(glance, files, { 'prompts/support.md': HARMLESS });
  });
});

describe('recorded answers', () => {
  const config = `judge: { model: judge-1 }
suites:
  - name: support
    dataset: evals/cases.jsonl
    task: Says when items arrive and how long they can be sent back.
    target: { recorded: evals/answers.jsonl }
`;
  it.each(RECORDED)('%s', async (...glance) => {
    const [, cases, after, , runs] = glance;
    const files = {
      'prompt-regression.yml': config,
      'evals/cases.jsonl': questions(cases),
      'evals/answers.jsonl': recorded(cases, before, runs),
    };
    await glanceAt(glance, files, { 'evals/answers.jsonl': recorded(cases, after, runs) });
  });
});
