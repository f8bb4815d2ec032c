import type { IrrelevantPoint } from '../../ports/comparison.js';
import type { SaidElsewhere, SaidStatement, Searching, StatementFinder } from './sample-statements.js';

/** The scored samples of one case, what they say, and which of them are whose. */
export type Sides = {
  readonly samples: readonly (readonly SaidStatement[])[];
  readonly find: StatementFinder;
  /** Indices of the samples of each side; the base's come first. */
  readonly base: readonly number[];
  readonly head: readonly number[];
};

/** A statement where it stands. */
type Placed = { readonly sample: number; readonly index: number; readonly statement: SaidStatement };

/** One irrelevant point in all its wordings, each side in the order of its samples. */
export type Point = {
  readonly head: readonly Placed[];
  readonly base: readonly Placed[];
  /** True where only likeness of words says that it is none of the points that other samples have. */
  readonly wordsOnly: boolean;
};

type Group = { members: Placed[]; wordsOnly: boolean };

/**
 * What is "no" in some sample, in one group wherever two samples say the same: by likeness of words, and where that finds
 * nothing by what a judge found. A group that is new to its first sample is searched among all that earlier ones have.
 */
export function groupIrrelevant(sides: Sides, search: Searching): readonly Point[] {
  const { samples, find, base } = sides;
  const placed = samples.flatMap((statements, sample) =>
    statements.flatMap((statement, index): Placed[] =>
      statement.result === 'no' ? [{ sample, index, statement }] : [],
    ),
  );
  const groups = new Map(
    placed.map((each): [SaidStatement, Group] => [each.statement, { members: [each], wordsOnly: false }]),
  );
  const join = (one: Group, two: Group) => {
    one.members.push(...two.members);
    for (const { statement } of two.members) groups.set(statement, one);
  };
  for (const { sample, index, statement } of placed) {
    for (let other = sample + 1; other < samples.length; other += 1) {
      const said = find(sample, index, other);
      const [one, two] = [groups.get(statement), said === null ? undefined : groups.get(said.statement)];
      if (one !== undefined && two !== undefined && one !== two) join(one, two);
    }
  }
  const worded = new Map(
    placed.map(({ statement }) => [
      statement,
      new Set(groups.get(statement)?.members.map(({ sample }) => sample)),
    ]),
  );
  for (const group of new Set(groups.values())) {
    const [first] = group.members;
    if (first === undefined) continue;
    // What words find in that sample already is said by another statement of it.
    const earlier = placed.filter(
      ({ sample, statement }) => sample < first.sample && worded.get(statement)?.has(first.sample) !== true,
    );
    if (earlier.length === 0) continue;
    const among = [...new Set(earlier.map(({ statement }) => statement.normalised))];
    const found = search({ statement: first.statement.normalised, among, for: 'rule' });
    group.wordsOnly = found.status === 'unknown';
    if (found.status !== 'said') continue;
    const by = earlier.find(({ statement }) => statement.normalised === found.by);
    const known = by && groups.get(by.statement);
    if (known !== undefined && known !== group) join(known, group);
  }
  const isBase = new Set(base);
  return [...new Set(groups.values())].map(({ members, wordsOnly }) => {
    const sorted = members.toSorted((a, b) => a.sample - b.sample || a.index - b.index);
    return {
      head: sorted.filter(({ sample }) => !isBase.has(sample)),
      base: sorted.filter(({ sample }) => isBase.has(sample)),
      wordsOnly,
    };
  });
}

/** Indices of the samples that say it, ascending. */
export function runsOf(placed: readonly Placed[]): readonly number[] {
  return [...new Set(placed.map(({ sample }) => sample))];
}

export function pointOf({ head, base }: Point, baseSamples: number): IrrelevantPoint {
  return {
    text: (head[0] ?? base[0])?.statement.text ?? '',
    base: runsOf(base),
    head: runsOf(head).map((sample) => sample - baseSamples),
  };
}

/** A wording as the other side has it. What is one point by way of other wordings, or by a judge's word, is reworded. */
export function asSaid(
  from: Placed,
  { sample, index, statement }: Placed,
  find: StatementFinder,
): SaidElsewhere {
  const said = find(from.sample, from.index, sample);
  return said?.index === index ? said : { statement, index, kind: 'reworded' };
}
