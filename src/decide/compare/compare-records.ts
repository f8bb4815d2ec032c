import { pairCases } from '../../dataset/pair-cases.js';
import type { Comparison, LoneCase, PairedCase, UnscoredCase } from '../../ports/comparison.js';
import type { CaseRecord, RunRecord } from '../../ports/run-record.js';
import { measureOf } from '../../scorers/measure.js';
import { decideComparability } from './comparability.js';
import { type CaseSide, type ComparedCase, caseMean, compareCase } from './compare-case.js';
import { equalSamples } from './equal-samples.js';
import { meanOf, scorerOf } from './sample-score.js';
import { tellStrays } from './tell-strays.js';
import { unscoredCase } from './unscored-case.js';

/**
 * Holds a run against its baseline, for one scorer. With `base: null` every case counts as added. Where the two cannot
 * be compared, cases are still paired, without the base's scores and without statements, so that no delta exists that
 * means nothing.
 */
export function compareRecords(options: {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly scorer: string;
}): Comparison {
  const { head, base, scorer } = options;
  const comparability = decideComparability(head, base, scorer);
  const headScorer = scorerOf(head, scorer);
  const baseScorer = base !== null && comparability.status === 'comparable' ? scorerOf(base, scorer) : null;
  const atHead = (row: CaseRecord): CaseSide => ({ row, text: head.text, scorer: headScorer });
  const atBase = (row: CaseRecord): CaseSide => ({ row, text: base?.text ?? 'none', scorer: baseScorer });
  const lone = (side: CaseSide): LoneCase => ({
    id: side.row.id,
    input: side.row.input,
    score: caseMean(side),
  });

  const compared: ComparedCase[] = [];
  const added: LoneCase[] = [];
  const edited: LoneCase[] = [];
  const renamed: { from: string; to: string }[] = [];
  const unscored: UnscoredCase[] = [];
  const { rows, removed } = pairCases(head.cases, base?.cases ?? []);
  for (const row of rows) {
    const partner = row.kind === 'pair' ? row.base : null;
    const without = unscoredCase({ row: row.head, base: partner, head, scorer });
    if (without !== null) unscored.push(without);
    if (partner === null) {
      (row.kind === 'edited' ? edited : added).push(lone(atHead(row.head)));
      continue;
    }
    if (partner.id !== row.head.id) renamed.push({ from: partner.id, to: row.head.id });
    compared.push(compareCase(atHead(row.head), atBase(partner)));
  }

  const tellsLost = headScorer !== null && measureOf(headScorer).items?.lost === true;
  const statements = tellStrays(compared.map((each) => each.statements));
  const pairs = compared.map(
    ({ pair }, index): PairedCase => ({
      ...pair,
      statements: (statements[index] ?? []).filter(({ kind }) => kind !== 'lost' || tellsLost),
    }),
  );
  const { cases } = equalSamples(pairs);
  const scores = [...pairs.map((pair) => pair.head), ...[...added, ...edited].map((row) => row.score)];
  return {
    suite: head.suite,
    scorer,
    comparability,
    pairs,
    added,
    removed: removed.map((row) => lone(atBase(row))),
    edited,
    renamed,
    unscored,
    headCases: head.cases.length,
    baseMean: meanOf(cases.map((each) => meanOf(each.base) ?? 0)),
    headMean: meanOf(cases.map((each) => meanOf(each.head) ?? 0)),
    floorMean: meanOf(scores.filter((score) => score !== null)),
  };
}
