import type { Decision, Finding } from '../../model/finding.js';

/** True if no answer is missing that could contradict it. A few falls are only yellow, although they are confirmed. */
export function isConfirmed({ unconfirmed }: Finding): boolean {
  return unconfirmed === undefined || unconfirmed === 'few';
}

/** The confirmed findings first. */
export function sortByConfirmation(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => Number(isConfirmed(b)) - Number(isConfirmed(a)));
}

/** Ids of answers that got worse, and of those that only may have: a rule suspects them, and none confirms it. */
export function splitWorse({ worse, findings }: Decision): {
  readonly confirmed: readonly string[];
  readonly open: readonly string[];
} {
  const bad = findings.filter(({ outcome }) => outcome === 'fails' || outcome === 'worse');
  const sure = new Set(bad.filter(isConfirmed).flatMap(({ caseIds }) => caseIds));
  const suspected = bad.filter((finding) => !isConfirmed(finding)).flatMap(({ caseIds }) => caseIds);
  const open = new Set(suspected.filter((id) => !sure.has(id)));
  return { confirmed: worse.filter((id) => !open.has(id)), open: worse.filter((id) => open.has(id)) };
}
