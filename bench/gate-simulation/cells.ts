import type { Change } from './change.js';
import type { TrialPlan } from './run-trial.js';

/** One line of the table: the same under both noise models, with a baseline of 3 and of 5 samples a case. */
export type Cell = {
  /** What happened, as the table says it. */
  readonly label: string;
  readonly plan: Omit<TrialPlan, 'noise' | 'baseSamples'>;
  readonly trials: number;
  /** What is counted: the last decision is red, any is, or the last one is green. */
  readonly counts: 'last-red' | 'any-red';
  readonly aim: Aim | null;
};

/** Shares with 3 and with 5 base samples, on either model; `missed`: why not everywhere, in one sentence. */
export type Aim = {
  readonly kind: 'at-most' | 'at-least';
  readonly shares: readonly [number, number];
  readonly missed?: string;
};

/** Lines that are shown together. */
export type CellGroup = { readonly title: string; readonly text: string; readonly cells: readonly Cell[] };

export const MODELS = ['medium', 'uneven'] as const;
export const BASE_SAMPLES = [3, 5] as const;

const USUAL: Cell['plan'] = {
  change: { kind: 'none' },
  cases: 50,
  repeats: 0,
  scores: 'shares',
  scorers: 1,
  higherIsBetter: true,
  control: false,
  rounds: 1,
};

type More = Partial<Cell['plan']> & { readonly counts?: Cell['counts']; readonly aim?: Aim };

/** Every kind of pull request that is tried; so many trials each, fewer where one is of more cases or rounds. */
export function listCells({ trials }: { readonly trials: number }): readonly CellGroup[] {
  const cell = (label: string, change: Change, more: More = {}): Cell => {
    const { counts = 'last-red', aim = null, ...plan } = more;
    const all = { ...USUAL, ...plan, change };
    const weight = Math.max(1, (all.cases / 50) * all.rounds);
    return { label, plan: all, counts, aim, trials: Math.max(2, Math.round(trials / weight)) };
  };
  const none = { kind: 'none' } as const;
  const lower = (drop: number) => ({ kind: 'every-case', drop }) as const;
  const one = { kind: 'collapse', cases: 1, hidden: false } as const;
  const some = (hidden: boolean) => ({ kind: 'collapse', cases: { share: 0.1 }, hidden, to: 0.7 }) as const;
  const reworded = { kind: 'reworded', share: 1 } as const;
  const sentence = { kind: 'sentence', share: 0.25 } as const;
  const sizes = [10, 20, 100, 200];
  return [
    {
      title: 'Nothing changed',
      text: 'Every red is a false alarm. *Drift between days*: judge or provider moved the mean of everything between the stored baseline and today, by a standard deviation of 0.02. Several scorers and suites are independent of each other, the worst case.',
      cells: [
        cell('nothing', none, { aim: atMost(0.025) }),
        ...sizes.map((cases) => cell(`nothing, ${cases} cases`, none, { cases })),
        cell('nothing, 3 scorers', none, { scorers: 3, aim: atMost(0.025) }),
        cell('nothing, 5 scorers', none, { scorers: 5, aim: atMost(0.025) }),
        cell('nothing, a scorer where lower is better', none, { higherIsBetter: false }),
        cell('nothing, a scorer of 0 and 1', none, { scores: 'binary' }),
        cell('nothing, an agent that repeats 95 %', none, { repeats: 0.95 }),
        cell('drift between days', { kind: 'days', deviation: 0.02 }, { control: true, aim: atMost(0.04) }),
        cell('drift between days, no control', { kind: 'days', deviation: 0.02 }),
        cell('ten pushes, any red', none, {
          rounds: 10,
          counts: 'any-red',
          aim: {
            ...atMost(0.12),
            missed:
              'Ten heads are ten independent draws, and at 1.7 to 2.2 % each that is a red in 16 to 20 %; a push of the same files draws nothing, and shows the decision that is there.',
          },
        }),
      ],
    },
    {
      title: 'Harmless rewording',
      text: "All cases get other usual wordings, of the same quality on average. Every red is a false alarm in the eyes of the author. *Repeats*: so much of the answers is a case's usual one, word for word.",
      cells: [
        cell('half reworded', { kind: 'reworded', share: 0.5 }),
        cell('all reworded', reworded, { aim: atMost(0.06) }),
        cell('all reworded, 20 cases', reworded, { cases: 20 }),
        cell('all reworded, 200 cases', reworded, { cases: 200 }),
        ...[0.7, 0.9, 0.95, 0.98, 1].map((repeats) =>
          cell(`all reworded, repeats ${100 * repeats} %`, reworded, { repeats, aim: atMost(0.1) }),
        ),
      ],
    },
    {
      title: 'Worse',
      text: 'Every red is right. *Every case*: now and then a good statement gives way to one beside the point. *10 % of the cases*: each falls by 0.3; *hidden*: others gain as much.',
      cells: [
        cell('every case −0.02', lower(0.02)),
        cell('every case −0.05', lower(0.05), { aim: atLeast(0.64, 0.68) }),
        ...sizes.map((cases) => cell(`every case −0.05, ${cases} cases`, lower(0.05), { cases })),
        cell('every case −0.05, 3 scorers', lower(0.05), { scorers: 3 }),
        cell('every case −0.05, 5 scorers', lower(0.05), { scorers: 5 }),
        cell('every case −0.05, with the control', lower(0.05), { control: true }),
        cell('every case −0.10', lower(0.1)),
        cell('10 % of the cases −0.3', some(false), {
          aim: {
            ...atLeast(0.75, 0.85),
            missed:
              'The aim is within the interval; a quarter of the lowered cases vary by 0.3 from run to run, and one counts only where every run lies 0.2 below all five of the base.',
          },
        }),
        cell('10 % of the cases −0.3, hidden', some(true), { aim: atLeast(0.3, 0.3) }),
        cell('one case collapses', one, { aim: atLeast(0.6, 0.66) }),
        ...[20, 200].map((cases) => cell(`one case collapses, ${cases} cases`, one, { cases })),
        cell('five of 20 gain one irrelevant sentence', sentence, { cases: 20, aim: atLeast(0.95, 0.95) }),
        cell('five of 20 gain one irrelevant sentence, always the same answers', sentence, {
          cases: 20,
          repeats: 1,
          aim: atLeast(0.95, 0.95),
        }),
      ],
    },
  ];
}

export function atMost(share: number): Aim {
  return { kind: 'at-most', shares: [share, share] };
}

export function atLeast(three: number, five: number): Aim {
  return { kind: 'at-least', shares: [three, five] };
}
