import { pairCases } from '../../dataset/pair-cases.js';
import type { Comparability, Comparison, LoneCase, Match, Matches, Search } from '../../model/comparison.js';
import type { JudgingDifference } from '../../model/notes.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type CaseRecord, findScorerFingerprint, type RunRecord } from '../../model/run-record.js';
import { buildMeasureWords } from '../../scorers/measure-words.js';
import {
  type CaseSide,
  type ComparedCase,
  compareCase,
  computeCaseMean,
  findLowestRun,
} from './compare-case.js';
import { computeMean, equalizeSamples } from './sample-scores.js';
import { findSharedStatements, groupWordings } from './shared-statements.js';
import { explainUnscored, misleadsJudge } from './unscored-case.js';

/**
 * Compares two records under one scorer. With `base: null` every case is added. Incomparable cases are
 * paired without the base's scores.
 */
export function compareRecords(options: {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly scorer: string;
  /** Missing without a judge: then words alone decide what is new and what is lost. */
  readonly matches?: Matches | undefined;
}): Comparison {
  const { head, base, scorer, matches } = options;
  const comparability: Comparability =
    base === null ? { status: 'comparable' } : compareJudging(head, base, scorer);
  const { atHead, atBase, reportsLostFacts } = buildCaseSides(options, comparability.status === 'comparable');
  const { rows, removed } = pairCases(head.cases, base?.cases ?? []);
  const paired = rows.filter((row) => row.kind === 'pair');
  const buildLoneCases = (kind: 'edited' | 'added') =>
    rows.filter((row) => row.kind === kind).map((row) => buildLoneCase(atHead(row.head)));
  const compared = paired.map((row) =>
    compareCachedCase(atHead(row.head), atBase(row.base), {
      reportsLostFacts: reportsLostFacts,
      matches: matches ? (matches.get(row.head.id) ?? NO_MATCHES) : null,
    }),
  );
  const pairs = compared.map(({ pair }) => pair);
  const wordings = groupWordings(
    pairs.flatMap(({ irrelevant }) => (irrelevant ?? []).map(({ text }) => text)),
  );
  const { cases } = equalizeSamples(pairs);
  return {
    scorer,
    comparability,
    pairs,
    shared: findSharedStatements(pairs, wordings),
    wordings,
    added: buildLoneCases('added'),
    removed: removed.map((row) => buildLoneCase(atBase(row))),
    edited: buildLoneCases('edited'),
    renamed: paired
      .filter((row) => row.base.id !== row.head.id)
      .map((row) => ({ from: row.base.id, to: row.head.id })),
    unscored: rows.flatMap((row) => {
      const partner = row.kind === 'pair' ? row.base : null;
      return explainUnscored({ row: row.head, base: partner, head, scorer }) ?? [];
    }),
    misled: paired.filter((row) => misleadsJudge(row.head, row.base, scorer)).map((row) => row.head.id),
    searches: groupSearchesByCase(compared, ({ searches }) => searches),
    secondSearches: groupSearchesByCase(compared, ({ secondSearches }) => secondSearches),
    headCases: head.cases.length,
    baseMean: computeMean(cases.map((each) => computeMean(each.base) ?? 0)),
    headMean: computeMean(cases.map((each) => computeMean(each.head) ?? 0)),
    floorMean: computeMean(
      head.cases.map((row) => computeCaseMean(atHead(row))).filter((score) => score !== null),
    ),
  };
}

const NO_MATCHES: readonly Match[] = [];

type CaseOptions = { readonly reportsLostFacts: boolean; readonly matches: readonly Match[] | null };
type CachedCase = CaseOptions & {
  readonly head: CaseSide;
  readonly base: CaseSide;
  readonly compared: ComparedCase;
};

/**
 * Comparisons by the head's case. When the gate gets more answers, all cases are compared again, and few of
 * them have changed.
 */
const caseCache = new WeakMap<CaseRecord, CachedCase[]>();

function compareCachedCase(head: CaseSide, base: CaseSide, options: CaseOptions): ComparedCase {
  const cached = caseCache.get(head.row) ?? [];
  const same = cached.find(
    (each) =>
      each.matches === options.matches &&
      each.reportsLostFacts === options.reportsLostFacts &&
      isSameSide(each.head, head) &&
      isSameSide(each.base, base),
  );
  if (same !== undefined) return same.compared;
  const compared = compareCase(head, base, options);
  // Keeps one comparison per scorer and base; older ones are not needed again.
  const others = cached.filter((each) => each.base.row !== base.row || each.head.scorer !== head.scorer);
  caseCache.set(head.row, [...others, { ...options, head, base, compared }]);
  return compared;
}

function isSameSide(one: CaseSide, two: CaseSide): boolean {
  return one.row === two.row && one.scorer === two.scorer && one.text === two.text;
}

function groupSearchesByCase(
  compared: readonly ComparedCase[],
  listSearches: (each: ComparedCase) => readonly Search[],
): ReadonlyMap<string, readonly Search[]> {
  return new Map(
    compared.flatMap((each) => {
      const searches = listSearches(each);
      return searches.length === 0 ? [] : [[each.pair.id, searches] as const];
    }),
  );
}

/** Both sides of a case; the base's scores are used only if they are comparable. */
function buildCaseSides(
  {
    head,
    base,
    scorer,
  }: { readonly head: RunRecord; readonly base: RunRecord | null; readonly scorer: string },
  isComparable: boolean,
) {
  const headScorer = findScorerFingerprint(head, scorer);
  const baseScorer = base !== null && isComparable ? findScorerFingerprint(base, scorer) : null;
  return {
    atHead: (row: CaseRecord): CaseSide => ({ row, text: head.text, scorer: headScorer }),
    atBase: (row: CaseRecord): CaseSide => ({ row, text: base?.text ?? 'none', scorer: baseScorer }),
    reportsLostFacts: headScorer !== null && buildMeasureWords(headScorer).items.lost === true,
  };
}

function buildLoneCase(side: CaseSide): LoneCase {
  const { id, input } = side.row;
  const answer = findLowestRun(side);
  return omitUndefined({ id, input, score: computeCaseMean(side), answer: answer ?? undefined });
}

/** A changed target or dataset is what a comparison is for. Another scorer, formula, judge, rubric or task is not. */
function compareJudging(head: RunRecord, base: RunRecord, id: string): Comparability {
  const because = findRecordDifference(head, base, id);
  return because === null
    ? { status: 'comparable' }
    : { status: 'incomparable', because, canRejudge: base.text === 'full' };
}

function findRecordDifference(head: RunRecord, base: RunRecord, id: string): JudgingDifference | null {
  const now = findScorerFingerprint(head, id);
  const then = findScorerFingerprint(base, id);
  if (now === null || then === null) return { kind: 'scorers', scorers: [id] };
  const sameFormula =
    now.scale === then.scale && now.formula === then.formula && now.higherIsBetter === then.higherIsBetter;
  if (!sameFormula) return { kind: 'formula', scorers: [id] };
  if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
    const [before, after] = [base.judge.name, head.judge.name];
    return before === after ? { kind: 'judge-settings' } : { kind: 'judge', before, after };
  }
  if (now.rubric !== then.rubric) return { kind: 'rubric' };
  return now.judged !== false && hasOtherTask(head, base) ? { kind: 'task' } : null;
}

function hasOtherTask(head: RunRecord, base: RunRecord): boolean {
  return pairCases(head.cases, base.cases).rows.some(
    (row) => row.kind === 'pair' && row.head.taskHash !== row.base.taskHash,
  );
}
