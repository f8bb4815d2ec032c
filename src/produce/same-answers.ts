import type { RunRecord } from '../model/run-record.js';

/** True if each case has exactly one answer, word for word, in all runs of both sides. */
export function sameAnswers(base: RunRecord | null, head: RunRecord): boolean {
  const ofBase = new Map(base?.cases.map(({ id, samples }) => [id, samples]));
  return (
    head.cases.length > 0 &&
    head.cases.every(({ id, samples }) => {
      const before = ofBase.get(id) ?? [];
      const all = [...samples, ...before];
      return (
        before.length > 0 &&
        all.every(
          ({ answer, answerHash }) => answer.status === 'answered' && answerHash === all[0]?.answerHash,
        )
      );
    })
  );
}
