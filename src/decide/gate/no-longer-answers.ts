import { AGENT_FAILURES } from '../compare/unscored-case.js';
import { renderNames } from './case-words.js';
import { counted, oneLine } from './gate-words.js';
import { type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';

/**
 * A case that the base always answered, and for which every try at head fails by the agent's own doing, is a
 * regression: one broken case does not move the mean, and an answer that is not there has no score that could fall. It
 * counts also where so many cases fail that nothing else can be decided. A provider's failure (429, 5xx, no connection,
 * no answer in time, refused key or request), a judge's and an unfinished run's never count: an outage is no
 * regression. Against a baseline of another prompt it only warns.
 */
export function decideNoLongerAnswers({ comparison, stale, head }: GateFacts): RuleResult {
  if (head.stopped !== null) return NOTHING_TO_SAY;
  const silent = comparison.unscored.filter((row) => row.noLongerAnswers && AGENT_FAILURES.has(row.kind));
  // Alphabetical, so that the order of the dataset does not change what is said.
  const reason = silent.map((row) => oneLine(row.reason, 160)).sort()[0];
  const names = renderNames(silent.map(({ id }) => id).sort());
  if (reason === undefined) return NOTHING_TO_SAY;
  const cases = counted(silent.length, 'case');
  const answer = silent.length === 1 ? 'no longer answers' : 'no longer answer';
  const why = silent.every((row) => oneLine(row.reason, 160) === reason) ? 'Why' : 'One reason';
  const line = `${cases} ${answer}: ${names}. ${why}: ${reason}.`;
  return {
    finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line },
    because: stale ? null : 'regression',
    short: `${cases} ${answer}`,
    ask: null,
  };
}
