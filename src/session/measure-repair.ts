import type { VariantName } from '../cause/build-variant.js';
import type { NamedCause } from '../cause/find-cause.js';
import type { FindingSymptoms } from '../cause/symptom.js';
import { compareRecords } from '../decide/compare/compare-records.js';
import { MIN_VISIBLE_FALL } from '../decide/gate/several.js';
import type { Repair, Tally } from '../model/explanation.js';
import { listScorerReports } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { SearchEnd, type VariantObserver } from './observe-variants.js';
import type { ExplanationPlan } from './plan-explanation.js';
import { suggestRepair } from './read-change.js';

/** New answers to a case that seems to stay bad, or to get worse, without the hunks. */
export const NEW_ANSWERS = 3;

/** Of the cases with the finding, how many may keep it: as many as answers may contradict a cause. */
const MAX_NOT_RECOVERED = 1 / 6;

/**
 * Asks every case of the suite without the hunks. `null` if too few cases recover, another case scores lower than
 * at the head, or not all can run.
 */
export async function measureRepair(
  plan: ExplanationPlan,
  { affected }: FindingSymptoms,
  { hunks, relation }: NamedCause,
  observer: VariantObserver,
): Promise<Repair | null> {
  const { suite, change } = plan;
  const variant: VariantName = { origin: 'head', hunks };
  const listAffected = async (record: RunRecord): Promise<readonly string[]> => {
    const kept = await Promise.all(
      affected.map(async (symptom) => {
        const samples = record.cases.filter(({ id }) => id === symptom.caseId).flatMap((row) => row.samples);
        const results = await observer.recognise(symptom, samples);
        const recovered = results.filter((hasFinding) => hasFinding === false).length;
        return samples.length > 0 && recovered * 2 <= samples.length ? [symptom.caseId] : [];
      }),
    );
    return kept.flat();
  };
  try {
    const record = await observer.ask(variant, suite.head.cases, 1);
    const suspects = new Set([...(await listAffected(record)), ...listWorse(record, plan)]);
    let notRecovered: readonly string[] = [];
    if (suspects.size > 0) {
      // One answer may be bad by accident, so only new ones count.
      const cases = suite.head.cases.filter(({ id }) => suspects.has(id));
      const asked = Math.max(...record.cases.filter(({ id }) => suspects.has(id)).map(countSamples));
      const again = onlyNew(await observer.ask(variant, cases, asked + NEW_ANSWERS));
      if (listWorse(again, plan).length > 0) return null;
      notRecovered = await listAffected(again);
    }
    const recovered: Tally = { agree: affected.length - notRecovered.length, of: affected.length };
    if (notRecovered.length > MAX_NOT_RECOVERED * affected.length) return null;
    const [only] = change.hunks.filter((_hunk, at) => hunks.includes(at));
    const suggestion = relation === 'alone' && only !== undefined ? suggestRepair(only, change.files) : null;
    return { cases: record.cases.length, recovered, suggestion };
  } catch (thrown) {
    if (thrown instanceof SearchEnd) return null;
    throw thrown;
  }
}

function countSamples({ samples }: RunRecord['cases'][number]): number {
  return samples.length;
}

function onlyNew(record: RunRecord): RunRecord {
  return {
    ...record,
    cases: record.cases.map((row) => ({ ...row, samples: row.samples.slice(-NEW_ANSWERS) })),
  };
}

/** Ids of the cases that score lower than at the head by a fall that readers see, or have no score. */
function listWorse(record: RunRecord, { report }: ExplanationPlan): readonly string[] {
  const known = new Set(report.head.cases.map(({ id }) => id));
  const ids = listScorerReports(report).flatMap(({ comparison: { scorer } }) => {
    const { pairs, unscored } = compareRecords({ head: record, base: report.head, scorer });
    return [
      ...pairs
        .filter(({ delta }) => delta !== null && delta <= -100 * MIN_VISIBLE_FALL.value)
        .map(({ id }) => id),
      ...unscored.filter(({ id, kind }) => known.has(id) && kind !== 'not-scorable').map(({ id }) => id),
    ];
  });
  return [...new Set(ids)];
}
