import type { Comparison } from '../../ports/comparison.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { oneLine } from './gate-words.js';
import type { Ask, GateFacts } from './rule.js';

/** Held against a base that was run today, a true fall shows at least like this. */
const AGREES_UP_TO = 0.1;

/** What the base, run again today, says to a fall against what was stored of it. */
export type Control =
  | { readonly kind: 'ask'; readonly ask: Ask }
  /** Said after the fall; empty where there is nothing to say. */
  | { readonly kind: 'agrees' | 'denies'; readonly line: string };

/**
 * Before MEAN or SPREAD fails against a stored baseline, the base is run once more: judge and provider drift between the
 * day it was stored and today, and that is nobody's regression. So asking can only turn a fail into a pass. Where the
 * base cannot be run, the fall stands.
 *
 * @param chanceIn Chance of such a fall in a comparison, if nothing had changed.
 */
export function askControl(
  { control, words }: Pick<GateFacts, 'control' | 'words'>,
  since: string,
  chanceIn: (comparison: Comparison) => number,
): Control {
  switch (control?.kind) {
    case undefined:
      return { kind: 'agrees', line: '' };
    case 'askable':
      return { kind: 'ask', ask: { kind: 'control', since } };
    case 'failed':
      return {
        kind: 'agrees',
        line: ` The base could not be run again today, to see whether it was the change: ${oneLine(control.reason)}.`,
      };
    case 'measured': {
      const { baseMean } = control.comparison;
      const today = `run again today, the base gives ${words.score(baseMean)}`;
      return chanceIn(control.comparison) <= AGREES_UP_TO
        ? { kind: 'agrees', line: ` ${today[0]?.toUpperCase()}${today.slice(1)}${asBefore(control, words)}.` }
        : {
            kind: 'denies',
            line: ` But ${today}: the agent's or the judge's provider moved since the baseline was stored, so this does not fail.`,
          };
    }
    default:
      return control satisfies never;
  }
}

function asBefore(
  { comparison, storedMean }: Extract<NonNullable<GateFacts['control']>, { kind: 'measured' }>,
  words: MeasureWords,
): string {
  return words.score(comparison.baseMean) === words.score(storedMean) ? ' as before' : '';
}
