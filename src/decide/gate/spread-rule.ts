import type { Comparison } from '../../ports/comparison.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { binomialTail, waysToChoose } from '../compare/chance.js';
import { equalSamples, meanOf, type TestedCase } from '../compare/sample-scores.js';
import { FAILS_BELOW, SPREAD_FAILS_AT_ONCE, SPREAD_SAMPLES_UP_TO } from './false-alarm-levels.js';
import {
  compareIds,
  nameCase,
  renderByChance,
  renderChance,
  renderNoProof,
  renderTooOften,
  withMore,
} from './gate-words.js';
import { type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';
import { weighFall } from './weigh-fall.js';

/** A case fell clearly where every run of the head lies so far below every run of the base; in hundredths. */
export const CLEAR_FALL = 20;
export const FEWEST_FALLS = 2;
/** And of many cases this share: where nearly all are reworded, some fall clearly and as many rise. */
export const LEAST_SHARE = 0.04;

type Named = TestedCase & { readonly id: string };

/**
 * SPREAD, "did several cases clearly fall?": a fall of a few cases is lost in the mean of many, and gains elsewhere hide
 * it. Counts the cases of which every run at head lies at least 0.2 below every run of the base. In how many cases the
 * runs part like that at all is known; that it is the head's runs that are the low ones would be so, if nothing had
 * changed, in one of `C(base runs + head runs, head runs)` of them. Fails where so many are in fewer than 1.6 % of runs,
 * and, the more the agent repeats itself the more so, where clear falls outnumber clear rises: a harmless rewording of
 * fixed answers moves cases clearly, up and down alike.
 */
export function decideSpread(facts: GateFacts): RuleResult {
  const { comparable, comparison, stale, moreToLearn, repeated, levels, words } = facts;
  if (!comparable) return NOTHING_TO_SAY;
  const found = findClearFalls(comparison, repeated);
  const { cases, fallen, p, chance } = found;
  if (fallen.length < Math.max(FEWEST_FALLS, LEAST_SHARE * cases)) return NOTHING_TO_SAY;
  const level = FAILS_BELOW * levels;
  const real = chance < level;
  const mayLearn = moreToLearn && !stale;
  const open = mayLearn && chance <= SPREAD_SAMPLES_UP_TO && chance > SPREAD_FAILS_AT_ONCE;
  const what = `${grouped(fallen.length)} of ${counted(cases, 'case')}`;
  const since = `${what} clearly ${words.worse} (by chance ${renderChance(p)})`;
  const chanceIn = (today: Comparison) => findClearFalls(today, repeated).chance;
  const { outcome, because, ask, aside } = weighFall(facts, { real, open, since, chanceIn });
  return {
    finding: {
      rule: 'spread',
      outcome,
      line: `${sentenceOf({ ...found, what, level, real, repeated }, words)}${aside}`,
      cases: worstFirst(fallen).map(({ id }) => id),
    },
    because,
    short: `${what} clearly ${words.worse}`,
    ask,
  };
}

type ClearFalls = {
  /** How many were looked at. */
  readonly cases: number;
  readonly fallen: readonly Named[];
  readonly rises: number;
  /** Chance of so many if nothing had changed. */
  readonly p: number;
  /** Chance that so many of those that moved clearly fell, if each were as likely to rise. */
  readonly pEven: number;
  /** What decides of both. */
  readonly chance: number;
};

function findClearFalls({ pairs }: Comparison, repeated: number): ClearFalls {
  const { cases, baseRuns, headRuns } = equalSamples(pairs);
  const fallen = cases.filter(({ base, head }) => liesBelow(head, base));
  const rises = cases.filter(({ base, head }) => liesBelow(base, head)).length;
  const parted = cases.filter((each) => partsLow(each, headRuns)).length;
  const p = binomialTail(fallen.length, parted, 1 / waysToChoose(baseRuns + headRuns, headRuns));
  const pEven = binomialTail(fallen.length, fallen.length + rises, 0.5);
  // To the third power: with a few usual answers a case, clear falls beside clear rises are no rewording yet.
  return { cases: cases.length, fallen, rises, p, pEven, chance: Math.max(p, pEven * repeated ** 3) };
}

function sentenceOf(
  found: ClearFalls &
    Pick<GateFacts, 'repeated'> & { readonly what: string; readonly level: number; readonly real: boolean },
  words: MeasureWords,
): string {
  const { what, fallen, rises, p, pEven, level, real, repeated } = found;
  const names = worstFirst(fallen).map(
    ({ id, base, head }) => `\`${nameCase(id)}\` ${words.move(meanOf(base) ?? 0, meanOf(head) ?? 0)}`,
  );
  const everyRun = (fallen[0]?.head.length ?? 1) > 1 ? 'in every run ' : '';
  const fell = `${what} clearly ${words.worse}, ${everyRun}by ${sizeOf(fallen)}: ${withMore(names)}`;
  if (real) return `${fell}. ${renderByChance(p)}.`;
  if (p >= level) return `${fell}. ${renderByChance(p)}${renderTooOften(level)}.`;
  const rose = rises === 0 ? '' : ` ${grouped(rises)} clearly ${words.better}.`;
  return `${fell}.${rose} ${renderNoProof(pEven, level / repeated ** 3)}.`;
}

/** `0.67` where every run of every case fell by that, else the least: `0.25 or more`. */
function sizeOf(fallen: readonly TestedCase[]): string {
  const least = Math.min(...fallen.map(({ base, head }) => Math.min(...base) - Math.max(...head)));
  const most = Math.max(...fallen.map(({ base, head }) => Math.max(...base) - Math.min(...head)));
  return `${(least / 100).toFixed(2)}${most === least ? '' : ' or more'}`;
}

function worstFirst(cases: readonly Named[]): readonly Named[] {
  const dropOf = ({ base, head }: Named) => (meanOf(base) ?? 0) - (meanOf(head) ?? 0);
  return [...cases].sort((a, b) => dropOf(b) - dropOf(a) || compareIds(a.id, b.id));
}

function liesBelow(low: readonly number[], high: readonly number[]): boolean {
  return Math.min(...high) - Math.max(...low) >= CLEAR_FALL;
}

/** True where so many runs of the case, whosever they are, lie clearly below all the others. */
function partsLow({ base, head }: TestedCase, headRuns: number): boolean {
  const scores = [...base, ...head].sort((a, b) => a - b);
  return (scores[headRuns] ?? 0) - (scores[headRuns - 1] ?? 0) >= CLEAR_FALL;
}
