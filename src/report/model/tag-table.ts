import type { PairedCase } from '../../model/comparison.js';
import type { GroupFigures } from '../../model/finding.js';
import type { EvaluatedSuite } from '../../model/report.js';
import type { Figures } from '../../scorers/measure-words.js';
import { findSuiteWords } from './scores.js';

/** One tag's line: means as the scorer gives its numbers. */
export type TagRow = Figures & {
  /** Foreign text. */
  readonly tag: string;
  /** True if the group's own gate failed. */
  readonly failed: boolean;
  readonly cases: number;
  /** Answers that got worse. */
  readonly worse: number;
  /** New cases of the pull request and their mean: `2 (0.91)`; empty without one. */
  readonly added: string;
};

/** Failed groups first, then the largest falls. Empty without tags, and of an undecided check. */
export function listTags(suite: EvaluatedSuite): readonly TagRow[] {
  const { outcome, groups = [], mean } = suite.decision;
  if (outcome === 'inconclusive') return [];
  const words = findSuiteWords(suite);
  const added = groupAddedByTag(suite);
  const gatedTags = new Set(groups.map(({ tag }) => tag));
  const onlyNew = [...added.keys()].filter((tag) => !gatedTags.has(tag)).map(createGroup);
  return [...groups, ...onlyNew].toSorted(compareAttention).map((group) => {
    const { tag, cases, worse, fails, base, head, limits } = group;
    const drop = limits?.maxDrop ?? mean?.maxDrop;
    const threshold = limits?.threshold ?? undefined;
    const scores = added.get(tag) ?? [];
    const scored = scores.filter((score) => score !== null);
    const average = scored.reduce((sum, score) => sum + score, 0) / scored.length;
    return {
      ...words.figures(base, head, {
        drop: drop && 100 * drop,
        threshold: threshold && 100 * threshold,
      }),
      tag,
      failed: fails,
      cases,
      worse,
      added:
        scores.length === 0 ? '' : `${scores.length} (${words.score(scored.length === 0 ? null : average)})`,
    };
  });
}

function createGroup(tag: string): GroupFigures {
  return { tag, cases: 0, base: null, head: null, worse: 0, fails: false };
}

function compareAttention(a: GroupFigures, b: GroupFigures): number {
  const computeFall = ({ base, head }: GroupFigures) => (base === null || head === null ? 0 : base - head);
  return Number(b.fails) - Number(a.fails) || computeFall(b) - computeFall(a);
}

/** Scores in hundredths of the cases that the pull request adds, by their tags; `null` without a score. */
function groupAddedByTag({
  shown,
  comparison,
}: EvaluatedSuite): ReadonlyMap<string, readonly (number | null)[]> {
  const cases = shown?.byScorer.find(({ scorer }) => scorer === comparison.scorer)?.cases ?? [];
  const tags = new Map(shown?.record.cases.map((row) => [row.id, row.tags ?? []]));
  const scores = cases
    .filter(({ change }) => change === 'added')
    .flatMap(({ id, score }) => (tags.get(id) ?? []).map((tag) => ({ tag, score })));
  return new Map(
    [...Map.groupBy(scores, ({ tag }) => tag)].map(([tag, rows]) => [tag, rows.map(({ score }) => score)]),
  );
}

/** The cases of the groups that failed, if nothing else is red; else `null`. */
export function findPairsOfFailedGroups({
  decision,
  comparison,
  head,
}: EvaluatedSuite): readonly PairedCase[] | null {
  const red = decision.findings.filter(({ outcome }) => outcome === 'fails');
  const tags = red.map(({ tag }) => tag).filter((tag) => tag !== undefined);
  if (red.length === 0 || tags.length < red.length) return null;
  const own = head.cases.filter((row) => row.tags?.some((tag) => tags.includes(tag)));
  const ids = new Set(own.map(({ id }) => id));
  return comparison.pairs.filter(({ id }) => ids.has(id));
}
