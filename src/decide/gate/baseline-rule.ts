import type { RuleFinding } from '../../ports/decision.js';
import { AGENT_FAILURES } from '../../ports/errors.js';
import type { CaseRecord } from '../../ports/run-record.js';
import { counted, grouped } from '../../text/counts.js';
import { findSpoiltRun, renderSpoiltRun } from './error-limit.js';
import { oneLine } from './gate-words.js';
import type { GateInput, Trouble } from './rule.js';

export type BaselineResult = {
  readonly finding: RuleFinding | null;
  readonly trouble: Trouble | null;
  /** True where a baseline should be there, is not, and `on-missing-baseline: fail` is set. */
  readonly missing: boolean;
};

/**
 * Is there a baseline that the head can be held against? Without one the floor alone decides: said loudly where it is
 * missing, as a matter of course where the prompt is new (in both `on-missing-baseline` decides) or it is switched off.
 * An unreadable or incomparable one, one without a pair, or one of whose cases fewer than half are left with a score on
 * both sides, is *inconclusive*. New cases that a base was asked which is run now count as left: what became of the
 * others is asked apart.
 *
 * @param aside said before the cause: which of the cases it is about.
 */
export function decideBaseline(
  { comparison, baseline, base, settings }: GateInput,
  aside = '',
): BaselineResult {
  switch (baseline.kind) {
    case 'none': {
      const isDue = baseline.reason === 'absent' || baseline.reason === 'new-prompt';
      const missing = isDue && settings.onMissingBaseline === 'fail';
      const outcome = missing ? 'fails' : baseline.reason === 'absent' ? 'warns' : 'off';
      return {
        finding: { rule: 'baseline', outcome, line: withStop(baseline.line) },
        trouble: null,
        missing,
      };
    }
    case 'unreadable':
      return undecided(oneLine(baseline.line));
    case 'record': {
      if (base === null) return undecided('the baseline has no record');
      if (comparison.comparability.status === 'incomparable') {
        return undecided(oneLine(comparison.comparability.reason));
      }
      const spoilt = findSpoiltRun(base, comparison.scorer, AGENT_FAILURES);
      if (spoilt !== null) return undecided(`${aside}in the baseline ${renderSpoiltRun(spoilt)}`);
      const { pairs, added, edited } = comparison;
      const usable =
        pairs.filter(({ delta }) => delta !== null).length +
        [...added, ...edited].filter((row) => row.base !== undefined && row.score !== null).length;
      if (usable === 0) return undecided(`${aside}no case has a score on both sides`);
      const had = base.cases.filter((row) => isScorable(row, comparison.scorer)).length;
      if (2 * usable < had) {
        const left = `${grouped(usable)} of the baseline's ${counted(had, 'case')}`;
        return undecided(`${aside}only ${left} are left with the same input and a score on both sides`);
      }
      if (!baseline.stale) return { finding: null, trouble: null, missing: false };
      const line = `${withStop(baseline.line)} The prompt has changed since, so a lower mean only warns.`;
      return { finding: { rule: 'baseline', outcome: 'warns', line }, trouble: null, missing: false };
    }
    default:
      return baseline satisfies never;
  }
}

/** False where every sample says that this scorer has nothing to score in it. */
export function isScorable({ samples }: CaseRecord, scorer: string): boolean {
  if (samples.length === 0) return true;
  return !samples.every(({ judgements }) => {
    const judgement = Object.hasOwn(judgements, scorer) ? judgements[scorer] : undefined;
    return judgement?.status === 'unscored' && judgement.kind === 'not-scorable';
  });
}

function undecided(cause: string): BaselineResult {
  return {
    finding: { rule: 'baseline', outcome: 'inconclusive', line: `Not compared: ${cause}.` },
    trouble: { because: 'inconclusive', cause, nothingMeasured: false },
    missing: false,
  };
}

function withStop(line: string): string {
  return `${oneLine(line)}.`;
}
