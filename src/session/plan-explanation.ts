import type { CutChange } from '../cause/build-variant.js';
import { type FindingSymptoms, listSymptoms } from '../cause/symptom.js';
import type { Explanation } from '../model/explanation.js';
import { type EvaluatedSuite, listScorerReports } from '../model/report.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import type { ConcludedSuite } from './conclude-suite.js';
import { cutChange, describeHunk } from './read-change.js';

/** A decided suite whose findings can be explained. */
export type ExplanationPlan = {
  readonly suite: ConcludedSuite;
  readonly base: Side;
  readonly report: EvaluatedSuite;
  readonly change: CutChange;
  readonly findings: readonly FindingSymptoms[];
};

/** `null` if nothing is to be explained, or nothing that was compared changed. */
export function planExplanation(
  suite: ConcludedSuite,
  report: EvaluatedSuite,
  { yellow }: { readonly yellow: boolean },
): ExplanationPlan | null {
  const { base, head, calls } = suite;
  const { live, server } = describeTarget(head.target);
  if (base === null || !calls.compared || !live || server !== null) return null;
  const findings = listScorerReports(report).flatMap(({ comparison, decision }) =>
    listSymptoms({ comparison, decision, head: report.head, base: report.base ?? null }, { yellow }),
  );
  if (findings.length === 0) return null;
  return { suite, base, report, change: cutChange({ base, head }, report.changedFiles ?? []), findings };
}

/** The explanations that need no answers: there is one changed paragraph, or none. `null` if answers are needed. */
export function explainWithoutAsking({ change, findings }: ExplanationPlan): readonly Explanation[] | null {
  const { hunks, files } = change;
  if (hunks.length > 1) return null;
  const [only] = hunks;
  return findings.map((found) =>
    only === undefined
      ? { ...aboutFinding(found), kind: 'none', because: 'no-change' }
      : { ...aboutFinding(found), kind: 'only-change', hunks: [describeHunk(only, files)] },
  );
}

/** The fields that identify an explanation's finding. */
export function aboutFinding({ finding, statement, symptoms }: FindingSymptoms) {
  return { rule: finding.rule, statement, caseIds: symptoms.map(({ caseId }) => caseId) };
}
