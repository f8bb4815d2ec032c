import type { Judge } from '../../src/ports/judge.js';
import { measureAgreement } from './agreement.js';
import { type JudgedStatement, judgeLabelled, labelsOf } from './judge-labelled.js';
import { PARTS, readLabelledInputs } from './labelled-inputs.js';
import type { AgreementReport } from './render-agreement.js';

/** A judge's agreement with the labels, and what it said in the part that may be looked at. */
export type Measured = { readonly report: AgreementReport; readonly tuned: readonly JudgedStatement[] };

/**
 * Measures a judge on both parts. What it said to single statements of the hold-out is not in the result.
 * @param calls Model calls so far, read when all is judged.
 */
export async function measureJudge(
  judge: Judge,
  calls: () => number,
  signal: AbortSignal,
): Promise<Measured> {
  const [tuned = [], holdout = []] = await Promise.all(
    PARTS.map(async (part) => judgeLabelled(await readLabelledInputs(part), judge, signal)),
  );
  const parts = {
    tuned: measureAgreement(labelsOf(tuned)),
    holdout: measureAgreement(labelsOf(holdout)),
  };
  return { report: { judge: judge.name, calls: calls(), parts }, tuned };
}
