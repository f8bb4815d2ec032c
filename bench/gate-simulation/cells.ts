import type { Change } from './change.js';
import type { NoiseLevel } from './noise.js';
import type { TrialPlan } from './run-trial.js';

/** One line of the table: the same with a baseline of 3 and of 5 samples a case. */
export type Cell = Pick<TrialPlan, 'noise' | 'deterministic' | 'change' | 'cases'> & {
  /** What happened, as the table says it. */
  readonly label: string;
  readonly trials: number;
};

/** Lines that are shown together. */
export type CellGroup = { readonly title: string; readonly text: string; readonly cells: readonly Cell[] };

export const BASE_SAMPLES = [3, 5] as const;

const SIZES = [5, 10, 20, 50, 100, 200];
const FEW_SIZES = [10, 50, 200];
const FAIR_TRIALS = 4000;
const FOUND_TRIALS = 600;

/** Every kind of pull request that is tried; `divide` takes so many times fewer trials. */
export function listCells(options: { readonly divide: number } = { divide: 1 }): readonly CellGroup[] {
  const { divide } = options;
  const cellsOf = (
    label: string,
    change: Change,
    more: {
      readonly noise?: NoiseLevel;
      readonly deterministic?: boolean;
      readonly sizes?: readonly number[];
      readonly trials?: number;
    } = {},
  ): readonly Cell[] =>
    (more.sizes ?? SIZES).map((cases) => ({
      label,
      change,
      cases,
      noise: more.noise ?? 'medium',
      deterministic: more.deterministic ?? false,
      trials: Math.max(1, Math.round((more.trials ?? FOUND_TRIALS) / divide)),
    }));
  const none = { kind: 'none' } as const;
  const reworded = (share: number, deterministic: boolean) =>
    cellsOf(`${100 * share} % reworded`, { kind: 'reworded', share }, { deterministic });
  const lower = (drop: number, noise: NoiseLevel = 'medium', sizes: readonly number[] = SIZES) =>
    cellsOf(`every case −${drop.toFixed(2)}`, { kind: 'every-case', drop }, { noise, sizes });
  const collapse = (cases: number | { readonly share: number }, hidden = false): Change => ({
    kind: 'collapse',
    cases,
    hidden,
  });
  const fair = { trials: FAIR_TRIALS };
  return [
    {
      title: 'Nothing changed',
      text: 'Every *fails* is a false alarm. *Provider drift*: between baseline and head half of the cases get other usual wordings, and wordings for once, as well as points left out, become half as common again.',
      cells: [
        ...cellsOf('nothing', none, fair),
        ...cellsOf('nothing', none, { ...fair, noise: 'low', sizes: [10, 50] }),
        ...cellsOf('nothing', none, { ...fair, noise: 'high', sizes: [10, 50] }),
        ...cellsOf('nothing, always the same answer', none, {
          ...fair,
          deterministic: true,
          sizes: [10, 50],
        }),
        ...cellsOf('provider drift', { kind: 'drift' }, { ...fair, sizes: [10, 50] }),
      ],
    },
    {
      title: 'Harmless rewording, an agent that words its answers differently every time',
      text: 'So many of the cases get other usual wordings, of the same quality on average. Every *fails* is a false alarm in the eyes of the author.',
      cells: [...reworded(0.2, false), ...reworded(0.5, false), ...reworded(1, false)],
    },
    {
      title: 'Harmless rewording, an agent that always gives the same answer',
      text: 'Repeating runs tells nothing here: each reworded answer is one draw of its quality, and nobody can see from outside how much such draws differ.',
      cells: [...reworded(0.2, true), ...reworded(0.5, true), ...reworded(1, true)],
    },
    {
      title: 'Every case a little worse',
      text: 'In every case now and then a relevant statement gives way to one beside the point. Every *fails* is right.',
      cells: [
        ...lower(0.02),
        ...lower(0.05),
        ...lower(0.1),
        ...lower(0.05, 'low', FEW_SIZES),
        ...lower(0.05, 'high', [50, 100, 200]),
      ],
    },
    {
      title: 'Single cases broken',
      text: 'Cases that the agent masters (usual score 1) are answered with about 0.2. Every *fails* is right.',
      cells: [
        ...cellsOf('one case 1.0 → 0.2', collapse(1)),
        ...cellsOf('one case 1.0 → 0.2', collapse(1), { noise: 'high', sizes: FEW_SIZES }),
        ...cellsOf('one case 1.0 → 0.2, always the same answer', collapse(1), {
          deterministic: true,
          sizes: FEW_SIZES,
        }),
        ...cellsOf('5 % of the cases 1.0 → 0.2', collapse({ share: 0.05 }), { sizes: [20, 50, 100, 200] }),
        ...cellsOf('the same, hidden by gains elsewhere', collapse({ share: 0.05 }, true), {
          sizes: [20, 50, 100, 200],
        }),
      ],
    },
  ];
}
