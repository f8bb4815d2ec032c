import type { SharedStatement } from '../../ports/comparison.js';
import type { RuleFinding } from '../../ports/decision.js';
import { counted, grouped } from '../../text/counts.js';
import { cutText } from '../../text/values.js';
import { bareWording } from '../../text/wording.js';
import { binomialTail } from '../compare/chance.js';
import { FEWEST_SHARING } from '../compare/shared-statements.js';
import { FAILS_AT_ONCE, MOST_RUNS, SAMPLES_UP_TO, STATEMENTS_FAIL_BELOW } from './false-alarm-levels.js';
import {
  asClause,
  compareIds,
  renderByChance,
  renderChance,
  renderNames,
  renderTooOften,
} from './gate-words.js';
import { relabellingTest } from './relabelling-test.js';
import { type Ask, type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';

/** The judge looks again at so many of the cases, worst and alphabetically first, at a time. */
export const MOST_CONFIRMED = 10;
const LONGEST_QUOTE = 80;

type Gain = {
  /** Ids of the cases that say it and never did. */
  readonly gained: readonly string[];
  /** As most of them say it, and whether all do. */
  readonly said: { readonly text: string; readonly byAll: boolean };
  readonly chance: number;
};

/**
 * STATEMENTS, "do several answers now say the same irrelevant thing?": it may cost each of them little, and of an agent
 * that always answers alike five cases are too few for a test of the mean. Who says it, base or head, is relabelled
 * within every case as for MEAN, so what the base's own runs say now and then is counted against it; of several such
 * statements each has to be as many times rarer. Fails below 0.5 %, where at least three cases, and `max-drop` of all,
 * gained it and the judge, asked twice more, stays with it.
 */
export function decideStatements(facts: GateFacts): RuleResult {
  const { comparable, comparison, settings, stale, runs, canSample, confirmed, words, levels, repeated } =
    facts;
  if (!comparable) return NOTHING_TO_SAY;
  const cases = comparison.pairs.filter(({ delta }) => delta !== null).length;
  const least = Math.max(FEWEST_SHARING, Math.ceil(settings.maxDrop * cases - 1e-9));
  const tests = comparison.shared.length;
  const [found] = comparison.shared
    .map((statement) => gainOf(statement, { tests, repeated }))
    .filter(({ gained }) => gained.length >= least)
    .sort((a, b) => a.chance - b.chance || b.gained.length - a.gained.length);
  if (found === undefined) return NOTHING_TO_SAY;

  const { gained, said, chance } = found;
  const level = STATEMENTS_FAIL_BELOW * levels;
  const real = chance < level;
  const outcome: RuleFinding['outcome'] = !real ? 'holds' : stale ? 'warns' : 'fails';
  const what = `${grouped(gained.length)} of ${counted(cases, 'answer')} now ${gained.length === 1 ? 'says' : 'say'}`;
  const quote = `“${cutText(asClause(said.text), LONGEST_QUOTE)}”${said.byAll ? '' : ', or nearly the same'}`;
  const happens = renderByChance(chance);
  const limit = real ? '' : renderTooOften(level);
  const mayLearn = canSample && runs < MOST_RUNS && !stale;
  const open = mayLearn && chance <= SAMPLES_UP_TO && chance > Math.min(FAILS_AT_ONCE, level);
  const unconfirmed =
    confirmed === undefined ? [] : gained.filter((id) => !confirmed.has(id)).slice(0, MOST_CONFIRMED);
  const since = `${what} the same ${words.items.bad} ${words.items.one} (by chance ${renderChance(chance)})`;
  const next: Ask | null = open
    ? { kind: 'suite', since }
    : outcome === 'fails' && unconfirmed.length > 0
      ? {
          kind: 'confirm',
          cases: unconfirmed,
          why: `The ${words.items.bad} ${words.items.many} of ${counted(unconfirmed.length, 'case')} are judged twice more, because ${what} the same one.`,
        }
      : null;
  return {
    finding: {
      rule: 'statements',
      outcome,
      line: `${what} ${quote}, which is ${words.items.bad} and new to ${gained.length === 1 ? 'it' : 'them'}: ${renderNames(gained)}. ${happens}${limit}.`,
      cases: gained,
    },
    because: outcome === 'fails' ? 'regression' : null,
    short: `${what} the same ${words.items.bad} ${words.items.one}`,
    ask: next,
  };
}

/** `tests`: so many statements are looked at. */
function gainOf(
  statement: SharedStatement,
  { tests, repeated }: { readonly tests: number; readonly repeated: number },
): Gain {
  const chance = relabellingTest(
    statement.cases.map(({ head, headRuns, base, baseRuns }) => ({
      base: withoutIn(base, baseRuns),
      head: withoutIn(head, headRuns),
    })),
  );
  const gained = statement.cases.filter(({ head, base }) => head > 0 && base === 0);
  const lost = statement.cases.filter(({ head, base }) => head === 0 && base > 0).length;
  // What the base says anywhere is a habit: other wordings of fixed answers have it in other cases.
  const habit = statement.cases.some(({ base }) => base > 0);
  const even = habit ? binomialTail(gained.length, gained.length + lost, 0.5) * repeated ** 3 : 0;
  return {
    gained: gained.map(({ id }) => id).sort(compareIds),
    said: wordingOf(gained),
    chance: Math.min(1, Math.max(chance, even) * tests),
  };
}

function wordingOf(cases: SharedStatement['cases']): Gain['said'] {
  const wordings = Map.groupBy(cases, ({ text }) => bareWording(text).toLowerCase());
  const [most] = [...wordings.values()].sort((a, b) => b.length - a.length);
  return { text: most?.[0]?.text ?? '', byAll: wordings.size <= 1 };
}

/** A run that says it scores 0, one that does not 1. */
function withoutIn(said: number, runs: number): readonly number[] {
  return Array.from({ length: runs }, (_, run) => (run < said ? 0 : 1));
}
