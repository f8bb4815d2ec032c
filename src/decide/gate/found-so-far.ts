import type { Finding } from '../../model/finding.js';
import { collectEvidence } from './case-evidence.js';
import type { RuleContext } from './rule.js';
import { RULES } from './rules.js';

/**
 * Findings among the cases with a score while nothing can be decided. Never red, and not about the mean: the other cases
 * could change it.
 */
export function findSoFar(context: RuleContext): readonly Finding[] {
  const evidence = collectEvidence(context);
  if (evidence.length === 0) return [];
  const measured: RuleContext = {
    ...context,
    evidence,
    measured: true,
    comparable: true,
    over: 'undecided',
  };
  return RULES.flatMap((rule) => rule.decide(measured).findings)
    .filter(({ rule, caseIds }) => rule !== 'no-longer-answers' && caseIds.length > 0)
    .map((finding) => ({ ...finding, outcome: 'worse', unconfirmed: 'undecided' }));
}
