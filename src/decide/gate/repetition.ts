import type { CaseRecord, RunRecord } from '../../ports/run-record.js';
import type { GateInput } from './rule.js';

/** Share of the cases that must always have had the same answer. */
export const REPEATED_SHARE = 0.9;

/**
 * True where the agent gives the same answer every time, on both sides. Some cases of any agent have one usual short
 * answer; only nearly all of them show that asking again tells nothing.
 */
export function agentRepeatsItself({ head, base }: GateInput): boolean {
  return base !== null && repeats(base) === true && repeats(head) === true;
}

/**
 * True where further samples of a case are copies as far as is known: one side shows it, and the other does not show
 * otherwise. A copy is no evidence of its own.
 */
export function samplesAreCopies({ head, base }: GateInput): boolean {
  const sides = [base === null ? null : repeats(base), repeats(head)];
  return sides.includes(true) && !sides.includes(false);
}

/** Whether nearly all cases with several answers have several times the same; `null` where no case has several. */
function repeats({ cases }: RunRecord): boolean | null {
  const answers = cases.map(hashesOf).filter((hashes) => hashes.length > 1);
  if (answers.length === 0) return null;
  const repeated = answers.filter((hashes) => new Set(hashes).size === 1);
  return repeated.length >= REPEATED_SHARE * answers.length;
}

function hashesOf({ samples, caseSamples }: CaseRecord): readonly string[] {
  return [...samples, ...caseSamples]
    .filter(({ answer }) => answer.status === 'answered')
    .map(({ answerHash }) => answerHash);
}
