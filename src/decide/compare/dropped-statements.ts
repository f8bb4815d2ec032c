import type { FactStatus, Search, StatementChange } from '../../model/comparison.js';
import type { FactInRuns } from './facts.js';
import { dueSearches, type Results } from './statement-search.js';

/** Fewer runs of a side confirm nothing: an agent that says a sentence in 90% of its answers often drops some. */
const FEWEST_TO_CONFIRM = 3;

type DroppedStatements = {
  readonly changes: readonly StatementChange[];
  readonly searches: readonly Search[];
  /** True if every base run says one of them and no head run does: more runs could confirm or contradict it. */
  readonly isOpen: boolean;
};

/** Facts that no head run says. Confirmed if all runs (three or more) and a second judge call agree. */
export function droppedStatements(facts: readonly FactInRuns[], results: Results): DroppedStatements {
  const dropped = facts
    .filter(({ head }) => head.every((status) => status !== 'said'))
    .map((fact) => describeDrop(fact, results));
  return {
    changes: dropped.map(({ change }) => change),
    searches: dueSearches(
      dropped.flatMap(({ second }) => second),
      results,
    ),
    isOpen: dropped.some(({ isOpen }) => isOpen),
  };
}

const KINDS: Readonly<Record<Exclude<FactStatus, 'said'>, StatementChange['kind']>> = {
  contradicted: 'says-otherwise',
  partly: 'partly-lost',
  dropped: 'lost',
  unknown: 'lost',
};
/** The worst first. */
const STATUSES = ['contradicted', 'partly', 'dropped', 'unknown'] as const;

/** `second`: the second search, if all runs agree. */
function describeDrop(fact: FactInRuns, results: Results) {
  const { base, head, second, secondSearches } = fact;
  const worst = STATUSES.find((status) => head.includes(status)) ?? 'unknown';
  const runs = base.filter((status) => status === 'said').length;
  const allAgree = results !== null && runs === base.length && !head.includes('unknown');
  const isEnough = allAgree && Math.min(base.length, head.length) >= FEWEST_TO_CONFIRM;
  const confirmed = isEnough && second !== null && second !== 'said' && second !== 'unknown';
  const change: StatementChange = {
    kind: KINDS[worst],
    text: fact.text,
    otherText: fact.otherText,
    reason: fact.reason,
    head: { runs: 0, of: head.length },
    base: { runs, of: base.length },
    confirmed,
    ...(fact.labelKey !== undefined && { labelKey: fact.labelKey }),
  };
  return { change, isOpen: isEnough ? confirmed : allAgree, second: isEnough ? secondSearches : [] };
}
