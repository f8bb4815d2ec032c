import type { TrialPlan } from './run-trial.js';

/** One line of the table. */
export type Cell = {
  readonly label: string;
  readonly plan: Omit<TrialPlan, 'noise' | 'baseRuns'>;
  readonly models: readonly TrialPlan['noise'][];
  readonly baseRuns: readonly number[];
  readonly counts: 'red' | 'yellow' | 'worse' | 'red-without-cause' | 'extra';
  /** Share of the trials, or extra answers per case; `null`: only stated. */
  readonly aim: { readonly kind: 'at-most' | 'at-least'; readonly share: number } | null;
  /** Trials as a share of those asked for: costly cells run fewer. */
  readonly weight: number;
};

const MODELS = ['medium', 'uneven'] as const;

const USUAL: Cell['plan'] = {
  change: { kind: 'none' },
  cases: 50,
  repeats: 0,
  scores: 'shares',
  scorers: 1,
  suites: 1,
  headRuns: 1,
  askable: 'both',
  rounds: 1,
};

type More = Partial<Cell['plan']> & Partial<Pick<Cell, 'models' | 'baseRuns' | 'counts' | 'weight'>>;

function cell(label: string, aim: Cell['aim'], more: More = {}): Cell {
  const { models = MODELS, baseRuns = [3], counts = 'red', weight = 1, ...plan } = more;
  return { label, aim, models, baseRuns, counts, weight, plan: { ...USUAL, ...plan } };
}

const stated = null;

function atMost(share: number): Cell['aim'] {
  return { kind: 'at-most', share };
}

function atLeast(share: number): Cell['aim'] {
  return { kind: 'at-least', share };
}

const ONE = { kind: 'collapse', cases: 1, hidden: false } as const;
const lose = (cases: number, to: number) => ({ kind: 'collapse', cases, hidden: false, to }) as const;
const everyCase = (drop: number) => ({ kind: 'every-case', drop }) as const;
const reworded = (share: number) => ({ kind: 'reworded', share }) as const;
const sentence = (share: number) => ({ kind: 'sentence', share }) as const;
const steady = { repeats: 1, models: ['uneven'] } as const;

/** Nothing changed: every red is false, and every yellow, too. */
function quietCells(): readonly Cell[] {
  const quiet = (label: string, more: More = {}) => cell(`nothing: ${label}`, atMost(0.025), more);
  return [
    ...[10, 20, 50, 100].map((cases) =>
      quiet(`${cases} cases`, { cases, baseRuns: [1, 3, 5], weight: cases > 50 ? 0.5 : 1 }),
    ),
    quiet('heavy tails', { scores: 'heavy', models: ['uneven'], baseRuns: [1, 3, 5] }),
    quiet('scores 0 or 1', { scores: 'binary', models: ['uneven'], baseRuns: [1, 3, 5] }),
    ...[0.7, 0.9, 1].map((repeats) => quiet(`repeats ${100 * repeats} %`, { repeats })),
    quiet('head alone can be asked', { askable: 'head', baseRuns: [1, 3, 5] }),
    quiet('recorded, 1 run', { askable: 'none', baseRuns: [1] }),
    quiet('recorded, 3 runs', { askable: 'none', headRuns: 3 }),
    quiet('recorded, 5 runs', { askable: 'none', headRuns: 5, baseRuns: [5] }),
    cell('nothing: 3 scorers', atMost(0.035), { scorers: 3, weight: 0.5 }),
    cell('nothing: 5 scorers', atMost(0.035), { scorers: 5, weight: 0.4 }),
    cell('nothing: ten pushes, any red', atMost(0.15), { rounds: 10, weight: 0.3 }),
    cell('nothing: day drift 0.02', atMost(0.04), { change: { kind: 'days', deviation: 0.02 } }),
    cell('nothing: 12 suites of 33, any red', atMost(0.1), { suites: 12, cases: 33, weight: 0.3 }),
    cell('nothing: 12 suites of 33, any yellow', atMost(0.3), {
      suites: 12,
      cases: 33,
      counts: 'yellow',
      weight: 0.3,
    }),
    cell('nothing: 30 cases, yellow', atMost(0.1), { cases: 30, counts: 'yellow', baseRuns: [1, 3, 5] }),
    cell('nothing: 20 cases, yellow', atMost(0.1), { cases: 20, counts: 'yellow' }),
    cell('nothing: extra answers', atMost(0.6), { counts: 'extra', baseRuns: [1, 3, 5] }),
    cell('nothing: extra answers, steady', atMost(0), { counts: 'extra', ...steady }),
    ...[0.05, 0.2, 0.5].map((rate) =>
      cell(`a habitual sentence in ${100 * rate} %`, atMost(0.025), { change: { kind: 'habit', rate } }),
    ),
  ];
}

/** Something got worse: every red is right. */
function worseCells(): readonly Cell[] {
  return [
    ...[12, 20, 50].map((cases) =>
      cell(`one of ${cases} collapses`, atLeast(0.8), { change: ONE, cases, baseRuns: [3, 5] }),
    ),
    ...[12, 20, 50].map((cases) =>
      cell(`one of ${cases} collapses, temperature 0`, atLeast(0.85), { change: ONE, cases, repeats: 1 }),
    ),
    cell('one of 50 collapses, head alone', stated, { change: ONE, askable: 'head' }),
    cell('one of 20 collapses, recorded 5', stated, {
      change: ONE,
      cases: 20,
      askable: 'none',
      headRuns: 5,
      baseRuns: [5],
    }),
    cell('steady: 2 of 12 to 0', atLeast(1), { change: lose(2, 0), cases: 12, scores: 'perfect', ...steady }),
    cell('steady: 1 of 30 to 0', atLeast(1), { change: lose(1, 0), cases: 30, scores: 'perfect', ...steady }),
    cell('steady: 4 of 12 to 0.5', atLeast(1), {
      change: lose(4, 0.5),
      cases: 12,
      scores: 'perfect',
      ...steady,
    }),
    cell('10 % of cases -0.3', atLeast(0.8), {
      change: { kind: 'collapse', cases: { share: 0.1 }, hidden: false, to: 0.7 },
      baseRuns: [3, 5],
    }),
    cell('every case -0.05, 3 base runs', atLeast(0.62), { change: everyCase(0.05) }),
    cell('every case -0.05, 5 base runs', atLeast(0.7), { change: everyCase(0.05), baseRuns: [5] }),
    cell('every case -0.05, head alone', stated, { change: everyCase(0.05), askable: 'head' }),
    cell('same sentence in 5 of 20', atLeast(0.95), { change: sentence(0.25), cases: 20 }),
    cell('same sentence in 3 of 12', atLeast(0.95), { change: sentence(0.25), cases: 12 }),
    cell('same sentence in 5 of 20, steady', atLeast(0.95), {
      change: sentence(0.25),
      cases: 20,
      repeats: 1,
    }),
    cell('same sentence in 5 of 20, recorded', stated, {
      change: sentence(0.25),
      cases: 20,
      askable: 'none',
      baseRuns: [1],
    }),
    cell('two of 20 -0.3: at least yellow', atLeast(0.85), {
      change: lose(2, 0.7),
      cases: 20,
      counts: 'worse',
    }),
  ];
}

function rewordedCells(): readonly Cell[] {
  const all = [0, 0.9, 1].flatMap((repeats) =>
    [15, 50].map((cases) =>
      cell(`all of ${cases} reworded, repeats ${100 * repeats} %: red without a true fall`, atMost(0.06), {
        change: reworded(1),
        cases,
        repeats,
        counts: 'red-without-cause',
      }),
    ),
  );
  const reds = [1, 1 / 3].flatMap((share) =>
    [0, 1].flatMap((repeats) =>
      [15, 50].map((cases) =>
        cell(
          `${share === 1 ? 'all' : 'a third'} of ${cases} reworded, repeats ${100 * repeats} %: any red`,
          stated,
          {
            change: reworded(share),
            cases,
            repeats,
          },
        ),
      ),
    ),
  );
  return [...all, ...reds];
}

/** Falls as large as the report says is noticed, for the base's runs of this cell: at least 8 of 10. */
function powerCells(): readonly Cell[] {
  return [20, 50, 100].flatMap((cases) =>
    [3, 5].map((baseRuns) =>
      cell(`power: the printed fall, ${cases} cases`, atLeast(0.8), {
        change: { kind: 'noticeable' },
        cases,
        baseRuns: [baseRuns],
      }),
    ),
  );
}

/** What answers state: facts that 100, 90 or 50 % of the answers state, 70, 20 and 10 of 100 facts. */
function factCells(): readonly Cell[] {
  const facts = (label: string, aim: Cell['aim'], more: More) =>
    cell(`facts: ${label}`, aim, { models: ['facts'], change: { kind: 'no-fact' }, ...more });
  const oneFact = (rate: number) => ({ kind: 'one-fact', cases: 3, rate }) as const;
  const otherWords = (misread: number) => ({ kind: 'other-words', misread }) as const;
  const oneSentence = { kind: 'one-sentence', share: 2 / 3 } as const;
  const update = { kind: 'model-update', share: 0.05 } as const;
  const sizes = [12, 30, 50, 100, 300, 1000];
  return [
    ...sizes.flatMap((cases) => {
      const weight = Math.min(1, 100 / cases);
      return [
        facts(`nothing, ${cases} cases, red`, atMost(0.005), { cases, weight }),
        facts(`nothing, ${cases} cases, yellow`, atMost(0.12), { cases, weight, counts: 'yellow' }),
        facts(`nothing, ${cases} cases, extra`, atMost(0.6), { cases, weight, counts: 'extra' }),
      ];
    }),
    facts('nothing, 1 and 5 base runs, red', atMost(0.005), { cases: 30, baseRuns: [1, 5] }),
    ...[12, 30, 100].map((cases) =>
      facts(`one sentence instead of four, ${cases} cases`, atLeast(0.99), { change: oneSentence, cases }),
    ),
    facts('3 of 12 lose an always-stated fact', atLeast(0.9), { change: oneFact(1), cases: 12 }),
    ...[6, 9].map((cases) =>
      facts(`all of ${cases} lose an always-stated fact`, atLeast(0.9), {
        change: { kind: 'one-fact', cases, rate: 1 },
        cases,
      }),
    ),
    facts('3 of 12 lose a fact stated in 90 %', atLeast(0.75), { change: oneFact(0.9), cases: 12 }),
    facts('one of 30 loses everything, yellow or red', atLeast(0.97), {
      change: { kind: 'all-facts', cases: 1 },
      cases: 30,
      counts: 'worse',
    }),
    ...[12, 30, 50, 100].map((cases) =>
      facts(`all of ${cases} reworded, 0.4 % misread`, atMost(0.01), { change: otherWords(0.004), cases }),
    ),
    ...[12, 30, 50].map((cases) =>
      facts(`all of ${cases} reworded, temperature 0: red though nothing is lost`, atMost(0.01), {
        change: otherWords(0),
        cases,
        repeats: 1,
        counts: 'red-without-cause',
      }),
    ),
    ...[12, 30, 100].map((cases) =>
      facts(`a model update loses 5 % of the facts of ${cases} cases`, atMost(0.005), {
        change: update,
        cases,
      }),
    ),
    facts('head alone: nothing, 30 cases, red', atMost(0.005), {
      cases: 30,
      askable: 'head',
      baseRuns: [3, 5],
    }),
    facts('head alone: 3 of 12 lose an always-stated fact', stated, {
      change: oneFact(1),
      cases: 12,
      askable: 'head',
    }),
    ...[3, 4, 5, 6].flatMap((runs) => [
      facts(`recorded, ${runs} runs: nothing, 30 cases, red`, atMost(0.005), {
        cases: 30,
        askable: 'none',
        headRuns: runs,
        baseRuns: [runs],
      }),
      facts(`recorded, ${runs} runs: 5 of 12 lose a fact stated in 90 %`, stated, {
        change: { kind: 'one-fact', cases: 5, rate: 0.9 },
        cases: 12,
        askable: 'none',
        headRuns: runs,
        baseRuns: [runs],
      }),
    ]),
  ];
}

/** Groups of ten cases, each with a gate of its own. */
function groupCells(): readonly Cell[] {
  const oneFell = { kind: 'group', cases: 10, drop: 0.1 } as const;
  const five = { cases: 50, groups: 5 };
  const twenty = { cases: 200, groups: 20, weight: 0.5 };
  return [
    cell('groups: nothing, five', atMost(0.03), five),
    cell('groups: nothing, twenty', atMost(0.03), twenty),
    cell('groups: nothing, five, extra', atMost(1), { ...five, counts: 'extra' }),
    cell('groups: nothing, twenty, extra', atMost(1), { ...twenty, counts: 'extra' }),
    cell('groups: one of five -0.1', atLeast(0.6), { ...five, change: oneFell, models: ['medium'] }),
    cell('groups: one of five -0.1', stated, { ...five, change: oneFell, models: ['uneven'] }),
    cell('groups: one of twenty -0.1', atLeast(0.4), { ...twenty, change: oneFell, models: ['medium'] }),
    cell('groups: one of twenty -0.1', stated, { ...twenty, change: oneFell, models: ['uneven'] }),
    cell('groups: ten of 50 -0.1, no groups', stated, { change: oneFell }),
    cell('groups: ten of 200 -0.1, no groups', stated, { change: oneFell, cases: 200, weight: 0.5 }),
  ];
}

/** Cases that must pass. */
function mustPassCells(): readonly Cell[] {
  const ten = { cases: 50, mustPass: 10 };
  return [
    cell('must pass: nothing, 10 of 50', atMost(0.025), ten),
    cell('must pass: nothing, all of 50', atMost(0.03), { cases: 50, mustPass: 50 }),
    cell('must pass: nothing, 10 of 50, extra', atMost(1), { ...ten, counts: 'extra' }),
    cell('must pass: all reworded, 10 of 50', stated, { ...ten, change: reworded(1) }),
    cell('must pass: one of 50 -0.3', atLeast(0.6), { cases: 50, mustPass: 50, change: lose(1, 0.7) }),
    cell('must pass: facts, nothing, all of 50', atMost(0.05), {
      cases: 50,
      mustPass: 50,
      models: ['facts'],
      change: { kind: 'no-fact' },
    }),
    cell('must pass: facts, one of 30 loses an always-stated fact', atLeast(0.9), {
      cases: 30,
      mustPass: 30,
      models: ['facts'],
      change: { kind: 'one-fact', cases: 1, rate: 1 },
    }),
  ];
}

/** Every cell of the table. */
export function listCells(): readonly Cell[] {
  return [
    ...groupCells(),
    ...mustPassCells(),
    ...quietCells(),
    ...worseCells(),
    ...rewordedCells(),
    ...powerCells(),
    ...factCells(),
  ];
}
