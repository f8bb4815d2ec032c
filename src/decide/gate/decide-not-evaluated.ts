import type { Decision } from '../../ports/decision.js';
import { rowOf } from './decision-table.js';
import { oneLine } from './gate-words.js';
import { shortNotDecided } from './headline.js';

/**
 * The decision where an evaluation was due and could not be had. It fails the job whatever `fail-on` says: a gate that
 * was never measured must not be green.
 *
 * @param options.reason Why, free of secrets; shown on one line.
 * @param options.kind `error` where target, judge or provider failed, `inconclusive` where it was refused or impossible.
 * @param options.mistake True for what a user must mend: a run of the same again would end the same.
 */
export function decideNotEvaluated(options: {
  readonly reason: string;
  readonly kind: 'error' | 'inconclusive';
  readonly mistake?: boolean;
}): Decision {
  const cause = oneLine(options.reason);
  const headline = `Not evaluated: ${cause}${/[!?]$/.test(cause) ? '' : '.'}`;
  return {
    ...rowOf({ fails: [], open: [options.kind], failOn: [], force: 'inconclusive', unmeasured: true }),
    headline,
    shortLine: shortNotDecided(cause, 'not evaluated', options.mistake === true ? 'mend it' : 're-run'),
    findings: [{ rule: 'errors', outcome: 'inconclusive', line: headline }],
    mean: null,
  };
}
