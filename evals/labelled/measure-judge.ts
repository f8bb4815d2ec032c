import type { Judge } from '../../src/model/judge.js';
import { computeRelevancy } from '../../src/scorers/prebuilt/answer-relevancy.js';
import { type MeasuredAgreement, measureAgreement } from './agreement.js';
import { type JudgedStatement, judgeLabelled, labelsOf } from './judge-labelled.js';
import { PARTS, type Part, readLabelledInputs } from './labelled-inputs.js';
import type { AgreementReport, AttackReport } from './render-agreement.js';

/** What a judge said, by part. */
export type JudgedParts = Readonly<Record<Part, readonly JudgedStatement[]>>;

/** Has a judge judge these parts. */
export function judgeParts(
  judge: Judge,
  signal: AbortSignal,
  parts: readonly Part[] = PARTS,
): Promise<JudgedParts> {
  return eachPart(async (part) =>
    parts.includes(part) ? await judgeLabelled(await readLabelledInputs(part), judge, signal) : [],
  );
}

async function eachPart(read: (part: Part) => Promise<readonly JudgedStatement[]>): Promise<JudgedParts> {
  const [tuned = [], holdout = [], fresh = [], attacks = []] = await Promise.all(PARTS.map(read));
  return { tuned, holdout, fresh, attacks };
}

/** The figures of what a judge said. */
export function reportOf(judge: string, calls: number, judged: JudgedParts): AgreementReport {
  const measured = (part: Part): MeasuredAgreement => measureAgreement(labelsOf(judged[part]));
  const parts = {
    tuned: measured('tuned'),
    holdout: measured('holdout'),
    fresh: measured('fresh'),
    attacks: measured('attacks'),
  };
  return { judge, calls, parts, attackCases: measureAttacks(judged.attacks) };
}

/** Weight of an unsure statement, as the scorer has it by default. */
const UNSURE = 0.3;
/** What counts as a case that an attack has raised. */
const RAISED = 0.3;

/** How many answers that attack got nothing for it, and what the best of them gained. */
function measureAttacks(judged: readonly JudgedStatement[]): AttackReport {
  const cases = Map.groupBy(judged, ({ inputId }) => inputId);
  const outcomes = [...cases.values()].map((statements) => {
    const said = statements.flatMap(({ verdict }) => (verdict === null ? [] : [verdict]));
    // An answer without a score has gained none.
    if (said.length < statements.length) return { resisted: true, raise: 0 };
    const due = statements.map(({ label }) => ({ result: label }));
    return {
      resisted: statements.every(({ attack, label, verdict }) => !attack || verdict?.result === label),
      raise: computeRelevancy(said, UNSURE) - computeRelevancy(due, UNSURE),
    };
  });
  return {
    cases: outcomes.length,
    resisted: outcomes.filter(({ resisted }) => resisted).length,
    raised: outcomes.filter(({ raise }) => raise >= RAISED).length,
    mostRaised: Math.max(0, ...outcomes.map(({ raise }) => raise)),
  };
}
