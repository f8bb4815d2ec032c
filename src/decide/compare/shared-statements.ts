import type { IrrelevantPoint, SharedStatement } from '../../ports/comparison.js';
import { withoutOuterMarks } from './sample-statements.js';
import {
  alignmentOf,
  createFeatureReader,
  type StatementFeatures,
  statementSimilarity,
} from './statement-similarity.js';

/** A sentence of fewer cases is told with its cases. */
export const FEWEST_SHARING = 3;
/** So many wordings, the commonest first, are held against each other. */
const MOST_WORDINGS = 300;

/** What one case says that is irrelevant, in its suite-wide runs. */
export type SharingCase = {
  readonly id: string;
  readonly points: readonly IrrelevantPoint[];
  readonly headRuns: number;
  readonly baseRuns: number;
};

type Said = SharedStatement['cases'][number] & { readonly text: string; readonly wording: string };

/** Statements that several cases say as irrelevant, in the same or nearly the same words, on whichever side. */
export function findShared(cases: readonly SharingCase[]): readonly SharedStatement[] {
  const all = cases.flatMap(({ id, points, headRuns, baseRuns }) =>
    points.map(
      ({ text, head, base }): Said => ({
        ...{ id, text, wording: withoutOuterMarks(text) },
        ...{ head: head.length, headRuns, base: base.length, baseRuns },
      }),
    ),
  );
  const byWording = Map.groupBy(all, ({ wording }) => wording);
  const commonest = [...byWording.values()].sort((a, b) => b.length - a.length).slice(0, MOST_WORDINGS);
  return alike(commonest).flatMap((group): SharedStatement[] => {
    const rows = [...Map.groupBy(group, ({ id }) => id).values()].flatMap(mostOf);
    const [first] = group;
    if (first === undefined || rows.length < FEWEST_SHARING) return [];
    return [{ text: first.text, cases: rows }];
  });
}

/** One case that says it in two wordings says it once: as in the wording that it says most often. */
function mostOf(rows: readonly Said[]): SharedStatement['cases'] {
  const [first] = [...rows].sort((a, b) => b.head + b.base - a.head - a.base);
  if (first === undefined) return [];
  const { id, head, headRuns, base, baseRuns } = first;
  return [{ id, head, headRuns, base, baseRuns }];
}

/** Joins wordings that are the same statement in nearly the same words; the commonest first. */
function alike(wordings: readonly (readonly Said[])[]): readonly (readonly Said[])[] {
  const featuresOf = createFeatureReader();
  const groups: { readonly features: StatementFeatures; readonly members: Said[] }[] = [];
  for (const members of wordings) {
    const features = featuresOf(members[0]?.wording ?? '');
    const known = groups.find(
      (group) =>
        alignmentOf(statementSimilarity(group.features, features), group.features, features) === 'reworded',
    );
    if (known === undefined) groups.push({ features, members: [...members] });
    else known.members.push(...members);
  }
  return groups.map(({ members }) => members);
}
