import { pairCases } from '../../dataset/pair-cases.js';
import type { Comparison, LoneCase, Matches, UnscoredCase } from '../../ports/comparison.js';
import { type CaseRecord, type RunRecord, scorerOf } from '../../ports/run-record.js';
import { measureOf } from '../../scorers/measure-words.js';
import { grouped } from '../../text/counts.js';
import { oneLine } from '../../text/values.js';
import { type CaseSide, type ComparedCase, caseMean, compareCase, showLowest } from './compare-case.js';
import { equalSamples, meanOf } from './sample-scores.js';
import { findShared, groupWordings } from './shared-statements.js';
import { misleadsJudge, unscoredCase } from './unscored-case.js';

/**
 * Holds a run against its baseline, for one scorer. With `base: null` every case counts as added. Where the two cannot
 * be compared, cases are still paired, without the base's scores and without statements, so that no delta exists that
 * means nothing.
 *
 */
export function compareRecords(options: {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly scorer: string;
  /** Missing where nobody searches: then words alone say what is new and what is lost. */
  readonly matches?: Matches | undefined;
}): Comparison {
  const { head, base, scorer, matches } = options;
  const reason = base === null ? null : differenceOf(head, base, scorer);
  const headScorer = scorerOf(head, scorer);
  const baseScorer = base !== null && reason === null ? scorerOf(base, scorer) : null;
  const tellsLost = headScorer !== null && measureOf(headScorer).items?.lost === true;
  const atHead = (row: CaseRecord): CaseSide => ({ row, text: head.text, scorer: headScorer });
  const atBase = (row: CaseRecord): CaseSide => ({ row, text: base?.text ?? 'none', scorer: baseScorer });
  const lone = (side: CaseSide): LoneCase => {
    const answer = showLowest(side);
    return {
      id: side.row.id,
      input: side.row.input,
      score: caseMean(side),
      ...(answer !== null && { answer }),
    };
  };

  const compared: ComparedCase[] = [];
  const added: LoneCase[] = [];
  const edited: LoneCase[] = [];
  const renamed: { from: string; to: string }[] = [];
  const unscored: UnscoredCase[] = [];
  const misled: string[] = [];
  const { rows, removed } = pairCases(head.cases, base?.cases ?? []);
  for (const row of rows) {
    const partner = row.kind === 'pair' ? row.base : null;
    const without = unscoredCase({ row: row.head, base: partner, head, scorer });
    if (without !== null) unscored.push(without);
    if (partner === null) {
      (row.kind === 'edited' ? edited : added).push(lone(atHead(row.head)));
      continue;
    }
    if (misleadsJudge(row.head, partner, scorer)) misled.push(row.head.id);
    if (partner.id !== row.head.id) renamed.push({ from: partner.id, to: row.head.id });
    const known = matches === undefined ? null : (matches.get(row.head.id) ?? []);
    compared.push(compareCase(atHead(row.head), atBase(partner), { tellsLost, matches: known }));
  }

  const pairs = compared.map(({ pair }) => pair);
  const wordings = groupWordings(
    pairs.flatMap(({ irrelevant }) => (irrelevant ?? []).map(({ text }) => text)),
    pairs.flatMap((pair) => pair.statements.map(({ text }) => text)),
  );
  const { cases } = equalSamples(pairs);
  return {
    scorer,
    comparability: reason === null ? { status: 'comparable' } : { status: 'incomparable', reason },
    pairs,
    shared: findShared(pairs, wordings),
    wordings,
    added,
    removed: removed.map((row) => lone(atBase(row))),
    edited,
    renamed,
    unscored,
    misled,
    openFacts: compared.flatMap(({ openFact }) => openFact ?? []),
    searches: new Map(
      compared.flatMap(({ pair, searches }) => (searches.length === 0 ? [] : [[pair.id, searches] as const])),
    ),
    headCases: head.cases.length,
    baseMean: meanOf(cases.map((each) => meanOf(each.base) ?? 0)),
    headMean: meanOf(cases.map((each) => meanOf(each.head) ?? 0)),
    floorMean: meanOf(head.cases.map((row) => caseMean(atHead(row))).filter((score) => score !== null)),
  };
}

/**
 * Why the two runs' scores cannot be held against each other; `null` where they can. A changed target or dataset is what
 * a comparison is for; a changed yardstick (scorer, formula, scale, judge, rubric, a case's task) is not.
 */
function differenceOf(head: RunRecord, base: RunRecord, id: string): string | null {
  const now = scorerOf(head, id);
  const then = scorerOf(base, id);
  if (now === null) return `this run was not scored for ${id}`;
  if (then === null) return `the baseline was not scored for ${id}`;
  if (now.scale !== then.scale) {
    return `the scale of ${id} changed from ${then.scale} to ${now.scale}. ${tellKept(base)}`;
  }
  if (now.formula !== then.formula || now.higherIsBetter !== then.higherIsBetter) {
    return `the formula of ${id} changed since the baseline. ${tellKept(base)}`;
  }
  if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
    const change =
      head.judge.name === base.judge.name
        ? `${shortName(head.judge.name)} has other parameters than for the baseline`
        : `${shortName(base.judge.name)} judged the baseline, ${shortName(head.judge.name)} this run`;
    return `the judge changed: ${change}. ${tellKept(base)}`;
  }
  if (now.rubric !== then.rubric) {
    return `the rubric of ${id} changed from version ${then.rubric} to ${now.rubric}. ${tellKept(base)}`;
  }
  const others = now.judged === false ? 0 : countOtherTasks(head, base);
  if (others > 0) {
    const cases = others === 1 ? '1 case was' : `${grouped(others)} cases were`;
    return `${cases} judged under another task than for the baseline. ${tellKept(base)}`;
  }
  return null;
}

function countOtherTasks(head: RunRecord, base: RunRecord): number {
  return pairCases(head.cases, base.cases).rows.filter(
    (row) => row.kind === 'pair' && row.head.taskHash !== row.base.taskHash,
  ).length;
}

/** Other scores are to be had wherever the answers are still known. */
function tellKept({ text }: RunRecord): string {
  return text === 'full'
    ? '`prompt-regression baseline` records a new one under the judge of today'
    : `The baseline's answers were not kept, so they cannot be judged again (\`store.text\` is ${text})`;
}

function shortName(judge: string): string {
  return oneLine(judge).slice(0, 100);
}
