import { pairCases } from '../dataset/pair-cases.js';
import type { ReviewReason } from '../model/notes.js';
import type { CaseRecord, RunRecord } from '../model/run-record.js';
import { countSuiteRuns } from './compare/sample-scores.js';
import {
  concludeScorers,
  decideSuite,
  reviewMisled,
  reviewSuite,
  type SuiteDecision,
  type SuiteEvidence,
} from './conclude.js';

/** With a smaller share of the base's cases in the head, the change needs human review. */
const MIN_SHARED = 0.9;

export type RecordsDecision = {
  readonly decided: SuiteDecision;
  /** The head's record with the cases that both records have. */
  readonly head: RunRecord;
  /** Cases that only the head has, or has with another input. They do not count. */
  readonly lone: readonly { readonly row: CaseRecord; readonly change: 'added' | 'edited' }[];
};

/** Decides from two given records, without any call. The base's cases are the test. */
export function decideRecords(
  given: Pick<SuiteEvidence, 'scorers' | 'head' | 'baseline'> & { readonly base: RunRecord },
): RecordsDecision {
  const { base } = given;
  const { rows } = pairCases(given.head.cases, base.cases);
  const shared = rows.flatMap((row) => (row.kind === 'pair' ? [row.head] : []));
  const lone = rows.flatMap((row) => (row.kind === 'pair' ? [] : [{ row: row.head, change: row.kind }]));
  const head = { ...given.head, cases: shared };
  const concluded = concludeScorers({
    scorers: given.scorers,
    head,
    base,
    baseline: given.baseline,
    askable: 'none',
    extraLeft: 0,
    firstRuns: Math.max(1, countSuiteRuns(head)),
    tests: given.scorers.length,
    today: null,
    secondLooks: new Map(),
  });
  const review = [...reviewShared(head, base), ...reviewMisled(concluded)];
  return { decided: reviewSuite(decideSuite(concluded), review), head, lone };
}

function reviewShared({ cases, subset }: RunRecord, base: RunRecord): readonly ReviewReason[] {
  const of = base.cases.length;
  if (subset !== undefined || cases.length >= MIN_SHARED * of) return [];
  const missing = of - cases.length;
  return [{ kind: 'cases-not-compared', cause: 'not-in-record', missing, of }];
}
