import type { Decision } from '../../ports/decision.js';
import { rowOf } from './decision-table.js';

/** The decision where no watched file changed: nothing was run, and nothing can have become worse. */
export function decideUnchanged(): Decision {
  return {
    ...rowOf({ fails: [], open: [], failOn: [], force: null, unmeasured: false }),
    headline: 'No watched file changed, so nothing was run.',
    shortLine: 'no watched file changed',
    findings: [],
    mean: null,
  };
}
