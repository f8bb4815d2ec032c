import type { RuleFinding } from '../../ports/decision.js';
import { type AgreementGate, LEAST_LABELS } from '../../ports/team-labels.js';
import { renderSetting } from './gate-words.js';
import type { Trouble } from './rule.js';

const REMEDY =
  'choose another judge or correct the labels (`prompt-regression judge-check` lists where they differ)';

/**
 * A judge that agrees with the team too rarely measures nothing: then nothing can be decided. Fewer than
 * `LEAST_LABELS` labels say too little of a judge to stop anything.
 */
export function decideAgreement(
  gate: AgreementGate | undefined,
): { readonly finding: RuleFinding; readonly trouble: Trouble } | null {
  if (gate === undefined) return null;
  const { agreed, of, missed, minimum } = gate;
  if (of + missed < LEAST_LABELS) return null;
  if (of < LEAST_LABELS) {
    return undecided(
      `the judge could be asked about only ${of} of ${of + missed} of your labels, and \`min-agreement\` counts from ${LEAST_LABELS}`,
    );
  }
  // Whole numbers: 45 of 50 is not below 0.9.
  if (agreed >= minimum * of - 1e-9) return null;
  const share = Math.floor((1000 * agreed) / of) / 1000;
  return undecided(
    `the judge agrees with ${agreed} of ${of} of your labels (${renderSetting(share)}), and \`min-agreement\` is ${renderSetting(minimum)}; ${REMEDY}`,
  );
}

function undecided(cause: string) {
  return {
    finding: { rule: 'agreement', outcome: 'inconclusive', line: `Not decided: ${cause}.` },
    trouble: { because: 'inconclusive', cause, nothingMeasured: false },
  } as const;
}
