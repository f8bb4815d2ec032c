import { pairCases } from '../dataset/pair-cases.js';
import type { ChosenBaseline } from '../model/baseline.js';
import type { Matches } from '../model/comparison.js';
import type { MatchAsk } from '../model/finding.js';
import type { ReviewReason } from '../model/notes.js';
import { omitKeys } from '../model/omit-keys.js';
import { type CaseRecord, pickMarks, type RunRecord } from '../model/run-record.js';
import { countSuiteRuns } from './compare/sample-scores.js';
import {
  concludeScorers,
  decideSuite,
  findNextAsk,
  reviewMisled,
  reviewSuite,
  type SuiteDecision,
  type SuiteEvidence,
} from './conclude.js';
import { MIN_RECORDED_RUNS } from './gate/facts.js';

/** With a smaller share of the base's cases in the head, the change needs human review. */
const MIN_SHARED_CASES = 0.9;

export type RecordsDecision = {
  readonly kind: 'decided';
  readonly decided: SuiteDecision;
  /** The head's record with the cases that both records have. */
  readonly head: RunRecord;
  /** Cases that only the head has, or has with another input. They do not count. */
  readonly lone: readonly { readonly row: CaseRecord; readonly change: 'added' | 'edited' }[];
};

export type RecordsToDecide = {
  readonly scorers: SuiteEvidence['scorers'];
  readonly baseline: ChosenBaseline;
  readonly head: RunRecord;
  readonly base: RunRecord;
};

/** Decides from two given records, without any call. The base's cases are the test. */
export function decideRecords(input: RecordsToDecide): RecordsDecision;
/** The same with what a judge found of statements in other words, or what it has to search next. */
export function decideRecords(
  input: RecordsToDecide & { readonly matches: Matches },
): RecordsDecision | MatchAsk;
export function decideRecords(
  input: RecordsToDecide & { readonly matches?: Matches },
): RecordsDecision | MatchAsk {
  const { base } = input;
  const { rows } = pairCases(input.head.cases, base.cases);
  // The base's tags count, like its cases.
  const shared = rows.flatMap((row) => {
    if (row.kind !== 'pair') return [];
    return [{ ...omitKeys(row.head, 'tags', 'mustPass'), ...pickMarks(row.base) }];
  });
  const lone = rows.filter((row) => row.kind !== 'pair').map((row) => ({ row: row.head, change: row.kind }));
  const head = { ...input.head, cases: shared };
  const concluded = concludeScorers({
    scorers: input.scorers,
    head,
    base,
    baseline: input.baseline,
    askable: 'none',
    extraLeft: 0,
    firstRuns: Math.max(1, countSuiteRuns(head)),
    tests: input.scorers.length,
    today: null,
    secondLooks: new Map(),
    matches: input.matches,
  });
  const ask = findNextAsk(concluded, 0);
  if (ask?.kind === 'match') return ask;
  const review = [...reviewSharedCases(head, base), ...reviewMisled(concluded)];
  return { kind: 'decided', decided: reviewSuite(decideSuite(concluded), review), head, lone };
}

/** Answers per case that both records need to show that a fact is lost; `null` if they have them. */
export function findMissingRuns(head: RunRecord, base: RunRecord): number | null {
  const runs = Math.min(countSuiteRuns(head), countSuiteRuns(base));
  return runs < MIN_RECORDED_RUNS ? MIN_RECORDED_RUNS : null;
}

function reviewSharedCases({ cases, subset }: RunRecord, base: RunRecord): readonly ReviewReason[] {
  const of = base.cases.length;
  if (subset !== undefined || cases.length >= MIN_SHARED_CASES * of) return [];
  const missing = of - cases.length;
  return [{ kind: 'cases-not-compared', cause: 'not-in-record', missing, of }];
}
