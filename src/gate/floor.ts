import { measureOf, renderScore, renderSetting } from './gate-words.js';
import { type GateFacts, MOST_RUNS, NOTHING_TO_SAY, type RuleResult } from './rule.js';

/** A mean this near to the threshold is measured again before it decides; 0..1 of the scale. */
const NEAR = 0.05;
const ROUNDING = 1e-9;

/**
 * FLOOR: fails where the mean of all scored head cases, new ones included, lies below `threshold`. While it lies within
 * 0.05 of it, on either side, samples 2 and 3 of the whole suite are asked for first.
 */
export function decideFloor({ comparison, settings, measured, runs, moreToLearn }: GateFacts): RuleResult {
  const { floorMean, scorer } = comparison;
  const { threshold } = settings;
  if (threshold === null) return NOTHING_TO_SAY;
  if (!measured || floorMean === null) {
    return {
      ...NOTHING_TO_SAY,
      finding: { rule: 'floor', outcome: 'off', line: 'The threshold was not tested.' },
    };
  }
  const below = floorMean / 100 < threshold - ROUNDING;
  const near = Math.abs(floorMean / 100 - threshold) <= NEAR + ROUNDING;
  const limit = `the threshold ${renderSetting(threshold)}`;
  const score = below ? renderBelow(floorMean, threshold) : renderScore(floorMean);
  const what = `Mean ${measureOf(scorer)} ${score}`;
  return {
    finding: {
      rule: 'floor',
      outcome: below ? 'fails' : 'holds',
      line: below ? `${what} is below ${limit}.` : `${what} is not below ${limit}.`,
    },
    because: below ? 'threshold' : null,
    short: `${measureOf(scorer)} ${score} ${below ? 'below' : 'not below'} ${limit}`,
    ask:
      near && runs < MOST_RUNS && moreToLearn
        ? { kind: 'suite', since: `the mean ${score} is within ${NEAR} of ${limit}` }
        : null,
  };
}

/** A mean that rounds up to the threshold itself gets the decimals that show it below. */
function renderBelow(hundredths: number, threshold: number): string {
  const short = renderScore(hundredths);
  return Number(short) < threshold ? short : (Math.floor(hundredths * 100) / 10_000).toFixed(4);
}
