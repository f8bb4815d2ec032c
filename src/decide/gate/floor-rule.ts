import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { renderSetting } from './gate-words.js';
import { type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';

/** A mean this near to the threshold is measured again before it decides; 0..1 of the scale. */
export const NEAR = 0.05;
const ROUNDING = 1e-9;

/**
 * FLOOR: fails where the mean of all scored head cases lies below `threshold`, or above it where lower is better. While it
 * lies within 0.05 of it, on either side, samples 2 and 3 of the whole suite are asked for first. The mean of chosen cases
 * says nothing about it.
 */
export function decideFloor({
  comparison,
  settings,
  measured,
  comparable,
  moreToLearn,
  words,
  head: { subset },
}: GateFacts): RuleResult {
  const { floorMean: mean, baseMean } = comparison;
  const { threshold } = settings;
  if (threshold === null) return NOTHING_TO_SAY;
  if (!measured || mean === null || subset !== undefined) {
    const why = subset === undefined ? '' : `: it is for the mean of all ${counted(subset.of, 'case')}`;
    const line = `The threshold was not tested${why}.`;
    return { ...NOTHING_TO_SAY, finding: { rule: 'floor', outcome: 'off', line } };
  }
  const { name, below: side } = words;
  const least = leastOf(threshold, words);
  const missed = misses(mean, least);
  const near = Math.abs(mean / 100 - least) <= NEAR + ROUNDING;
  const limit = `the threshold ${renderSetting(threshold)}`;
  const score = missed ? renderMissed(mean, threshold, words) : words.score(mean);
  const place = missed ? side : `not ${side}`;
  // Then it is not this change that has to be corrected.
  const before = missed && comparable && baseMean !== null && misses(baseMean, least);
  return {
    finding: {
      rule: 'floor',
      outcome: missed ? 'fails' : 'holds',
      line: `Mean ${name} ${score} is ${place} ${limit}${before ? ", and so is the base's" : ''}.`,
    },
    because: missed ? 'threshold' : null,
    short: `${name} ${score} ${place} ${limit}${before ? ", like the base's" : ''}`,
    ask:
      near && moreToLearn
        ? { kind: 'suite', since: `the mean ${score} is within ${NEAR} of ${limit}` }
        : null,
  };
}

function misses(mean: number, least: number): boolean {
  return mean / 100 < least - ROUNDING;
}

/** Like the mean, turned so that higher is better. */
function leastOf(threshold: number, { higherIsBetter }: Pick<MeasureWords, 'higherIsBetter'>): number {
  return higherIsBetter ? threshold : 1 - threshold;
}

/** A mean that rounds to the threshold itself gets the decimals that show on which side of it it lies. */
function renderMissed(hundredths: number, threshold: number, words: MeasureWords): string {
  const short = words.score(hundredths);
  if (words.higherIsBetter) {
    return Number(short) < threshold ? short : (Math.floor(hundredths * 100) / 10_000).toFixed(4);
  }
  return Number(short) > threshold ? short : (Math.ceil((100 - hundredths) * 100) / 10_000).toFixed(4);
}
