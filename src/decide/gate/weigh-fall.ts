import type { Comparison } from '../../ports/comparison.js';
import { asClause } from './gate-words.js';
import type { GateFacts, RuleResult } from './rule.js';

/** Held against a base that was run today, a true fall shows at least like this. */
export const AGREES_UP_TO = 0.1;

/** A fall as MEAN or SPREAD sees it. */
type Fall = {
  /** Neither chance nor a harmless rewording explains it. */
  readonly real: boolean;
  /** Another sample of the suite may still change that. */
  readonly open: boolean;
  /** What it is, a clause without a full stop. */
  readonly since: string;
  /** Chance of such a fall in a comparison, if nothing had changed. */
  readonly chanceIn: (comparison: Comparison) => number;
};

/**
 * What a fall comes to. Before it fails against a stored baseline, the base is run once more: judge and provider drift
 * between the day it was stored and today, and that is nobody's regression. So asking can only turn a fail into a pass.
 * Where the base cannot be run, the fall stands; against a baseline of another prompt it only warns.
 */
export function weighFall(
  { control, stale, words }: Pick<GateFacts, 'control' | 'stale' | 'words'>,
  { real, open, since, chanceIn }: Fall,
): Pick<RuleResult, 'because' | 'ask'> & {
  readonly outcome: 'holds' | 'warns' | 'fails';
  /** Said after the fall: a sentence, or nothing. */
  readonly aside: string;
} {
  const ask = open ? ({ kind: 'suite', since } as const) : null;
  if (!real) return { outcome: 'holds', because: null, ask, aside: '' };
  if (stale) return { outcome: 'warns', because: null, ask, aside: '' };
  const fails = { outcome: 'fails', because: 'regression', ask, aside: '' } as const;
  if (open) return fails;
  switch (control?.kind) {
    case undefined:
      return fails;
    case 'askable':
      return { ...fails, ask: { kind: 'control', why: `The base is run again today, because ${since}.` } };
    case 'failed': {
      const why = asClause(control.reason);
      return {
        ...fails,
        aside: ` The base could not be run again today, to see whether it was the change: ${why}.`,
      };
    }
    case 'measured': {
      const score = words.score(control.comparison.baseMean);
      if (chanceIn(control.comparison) <= AGREES_UP_TO) {
        const same = score === words.score(control.storedMean) ? ' as before' : '';
        return { ...fails, aside: ` Run again today, the base gives ${score}${same}.` };
      }
      const aside = ` But run again today, the base gives ${score}: the agent's or the judge's provider moved since the baseline was stored, so this does not fail.`;
      return { outcome: 'holds', because: null, ask, aside };
    }
    default:
      return control satisfies never;
  }
}
