import type { RunRecord, Sample } from '../ports/run-record.js';
import type { Verdict } from '../ports/verdict.js';
import type { StatementScorer } from '../scorers/scorer.js';

/** The record with these verdicts, by statement key, wherever a sample has such a statement; its scores follow. */
export function replaceVerdicts(
  record: RunRecord,
  scorer: Pick<StatementScorer, 'id' | 'withVerdicts'>,
  verdicts: ReadonlyMap<string, Verdict>,
): RunRecord {
  if (verdicts.size === 0) return record;
  const replaced = (sample: Sample): Sample => {
    const judgement = sample.judgements[scorer.id];
    if (judgement?.status !== 'scored') return sample;
    if (!judgement.statements.some(({ key }) => verdicts.has(key))) return sample;
    const judgements = { ...sample.judgements, [scorer.id]: scorer.withVerdicts(judgement, verdicts) };
    return { ...sample, judgements };
  };
  const cases = record.cases.map((row) => ({
    ...row,
    samples: row.samples.map(replaced),
    caseSamples: row.caseSamples.map(replaced),
  }));
  return { ...record, cases };
}
