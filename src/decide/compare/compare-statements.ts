import type { IrrelevantPoint, Match, Search, StatementChange } from '../../ports/comparison.js';
import { asSaid, groupIrrelevant, type Point, pointOf, runsOf, type Sides } from './irrelevant-points.js';
import type { Scored } from './sample-scores.js';
import {
  createSearch,
  createStatementFinder,
  type SaidElsewhere,
  type SaidStatement,
  type Searching,
  saidStatements,
} from './sample-statements.js';

export type StatementComparison = {
  readonly changes: Changes;
  /** Indices of the samples as they were given. */
  readonly points: readonly IrrelevantPoint[];
  /** Of each base sample, what it alone says as "no"; normalised. So often the agent strays without a change. */
  readonly baseStrays: readonly (readonly string[])[];
  readonly headRuns: number;
  /** What words did not find and nobody searched yet. */
  readonly searches: readonly Search[];
};

/** Of runs that say nothing worth comparing. */
export function nothingSaid(headRuns: number, baseRuns = 0): StatementComparison {
  const baseStrays = Array.from({ length: baseRuns }, () => []);
  return { changes: [], points: [], baseStrays, headRuns, searches: [] };
}

export type StatementOptions = {
  /** Place of the head sample that a reader sees. */
  readonly shown?: number;
  readonly tellsLost?: boolean;
  /** What a judge found in other words; `null` where nobody searches, and words alone decide. */
  readonly matches?: readonly Match[] | null;
};

/**
 * What became of the statements of one case. `base` and `head` are the scored samples.
 *
 * - *newly irrelevant*: "no" in most head samples, and no base sample says it as "no";
 * - *stray*: the same, "no" in the shown answer, but not in most head samples;
 * - *still irrelevant*: "no" in the shown answer, and a base sample says it as "no";
 * - *no longer irrelevant*: "no" in most base samples, and "no" in no head sample, gone or with a better verdict;
 * - *lost*: "yes" in most base samples, and said in no head sample.
 *
 * Asking for most of the samples keeps what an agent says only now and then out of the list. Of a single head sample
 * one case alone cannot tell that: `tellStrays` looks at the whole suite.
 */
export function compareStatements(
  base: readonly Scored[],
  head: readonly Scored[],
  options: StatementOptions = {},
): StatementComparison {
  const { shown = 0, tellsLost = true, matches = null } = options;
  if (base.length === 0 || head.length === 0) return nothingSaid(head.length);
  const samples = [...base, ...head].map(saidStatements);
  const sides: Sides = {
    samples,
    find: createStatementFinder(samples),
    base: base.map((_, index) => index),
    head: head.map((_, index) => base.length + index),
  };
  const { search, due } = createSearch(matches);
  const points = groupIrrelevant(sides, search);
  const irrelevant = headIrrelevant(points, sides, base.length + shown);
  const of = (kind: StatementChange['kind']) => irrelevant.filter((change) => change.kind === kind);
  const lost = tellsLost ? lostStatements(sides, search) : [];
  const noLonger = noLongerIrrelevant(points, sides);
  return {
    changes: [...of('newly-irrelevant'), ...lost, ...noLonger, ...of('stray'), ...of('still-irrelevant')],
    points: points.map((point) => pointOf(point, base.length)),
    baseStrays: straysOfBase(points, sides),
    headRuns: head.length,
    searches: due,
  };
}

type Changes = readonly StatementChange[];

function headIrrelevant(points: readonly Point[], { find, base, head }: Sides, shown: number): Changes {
  const baseHasSome = points.some((point) => point.base.length > 0);
  return points.flatMap((point): StatementChange[] => {
    const inShown = point.head.find(({ sample }) => sample === shown);
    const placed = inShown ?? point.head[0];
    const runs = runsOf(point.head).length;
    const isMost = 2 * runs > head.length;
    if (placed === undefined || (inShown === undefined && !isMost)) return [];
    const alsoNo = point.base.map((other) => asSaid(placed, other, find));
    const { sample, index, statement } = placed;
    const inBase = alsoNo.length > 0 ? alsoNo : base.flatMap((other) => find(sample, index, other) ?? []);
    return [
      {
        kind: alsoNo.length > 0 ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray',
        ...worded(statement, surest(inBase)),
        head: { runs, of: head.length },
        base: { runs: runsOf(point.base).length, of: base.length },
        wordsOnly: alsoNo.length === 0 && baseHasSome && point.wordsOnly,
      },
    ];
  });
}

function noLongerIrrelevant(points: readonly Point[], { find, base, head }: Sides): Changes {
  const wordsOnly = points.some((point) => point.head.length > 0 && point.wordsOnly);
  return points.flatMap((point): StatementChange[] => {
    const [first] = point.base;
    const runs = runsOf(point.base).length;
    if (first === undefined || point.head.length > 0 || 2 * runs <= base.length) return [];
    const now = head.flatMap((other) =>
      point.base.flatMap(({ sample, index }) => find(sample, index, other) ?? []),
    )[0];
    const words =
      now === undefined
        ? worded(first.statement, undefined)
        : worded(now.statement, { ...now, statement: first.statement });
    return [{ kind: 'no-longer-irrelevant', ...words, ...gone(runs, { base, head }), wordsOnly }];
  });
}

function gone(
  runs: number,
  { base, head }: Pick<Sides, 'base' | 'head'>,
): Pick<StatementChange, 'head' | 'base'> {
  return { head: { runs: 0, of: head.length }, base: { runs, of: base.length } };
}

function straysOfBase(points: readonly Point[], { base }: Sides): readonly (readonly string[])[] {
  const alone = points.filter((point) => runsOf(point.base).length === 1);
  return base.map((sample) =>
    alone.flatMap((point) =>
      point.base.filter((placed) => placed.sample === sample).map(({ statement }) => statement.normalised),
    ),
  );
}

/**
 * What words find in no head sample is searched in all of them; what is not said there either, and by words in too few
 * base samples, is searched in the other base samples, since each of them may word it in its own way: also what only a
 * late sample says in these words, since an earlier one may say it with more. A point that a told one carries is told.
 */
function lostStatements({ samples, find, base, head }: Sides, search: Searching): Changes {
  const lost: StatementChange[] = [];
  const counted = base.map(() => new Set<number>());
  const told = base.map(() => new Set<number>());
  const atHead = textsOf(head.flatMap((sample) => samples[sample] ?? []));
  for (const sample of base) {
    for (const index of (samples[sample] ?? []).keys()) {
      if (counted[sample]?.has(index)) continue;
      const members = base.flatMap((other) => {
        const said = find(sample, index, other);
        if (said === null || counted[other]?.has(said.index)) return [];
        counted[other]?.add(said.index);
        return [{ sample: other, ...said }];
      });
      const spoken = members.filter((member) => member.statement.result === 'yes');
      const [first] = spoken;
      const inHead = head.some((other) =>
        members.some((member) => find(member.sample, member.index, other) !== null),
      );
      if (first === undefined || inHead) continue;
      const { normalised } = first.statement;
      const found = search({ statement: normalised, among: atHead, for: 'comment' });
      if (found.status === 'said') continue;
      let runs = spoken.length;
      let isTold = false;
      for (const other of found.status === 'unknown' || 2 * runs > base.length ? [] : base) {
        if (members.some((member) => member.sample === other)) continue;
        const among = (samples[other] ?? []).filter(({ result }) => result === 'yes');
        const there = search({ statement: normalised, among: textsOf(among), for: 'comment' });
        if (there.status !== 'said') continue;
        const place = (samples[other] ?? []).findIndex((said) => said.normalised === there.by);
        if (told[other]?.has(place)) isTold = true;
        counted[other]?.add(place);
        runs += 1;
      }
      if (2 * runs <= base.length || isTold) continue;
      for (const member of members) told[member.sample]?.add(member.index);
      const wordsOnly = found.status === 'unknown';
      const words = worded(first.statement, undefined);
      const reason = wordsOnly ? '' : found.missing;
      lost.push({ kind: 'lost', ...words, reason, ...gone(runs, { base, head }), wordsOnly });
    }
  }
  return lost;
}

function textsOf(statements: readonly SaidStatement[]): readonly string[] {
  return [...new Set(statements.map(({ normalised }) => normalised))];
}

const SURENESS = { same: 2, reworded: 1, 'probably-reworded': 0 } as const;

function surest(said: readonly SaidElsewhere[]): SaidElsewhere | undefined {
  return [...said].sort((a, b) => SURENESS[b.kind] - SURENESS[a.kind])[0];
}

function worded(
  { text, reason, normalised, labelKey }: SaidStatement,
  other: SaidElsewhere | undefined,
): Pick<StatementChange, 'text' | 'otherText' | 'alignment' | 'labelKey' | 'reason'> {
  const differs = other !== undefined && other.statement.normalised !== normalised;
  return {
    text,
    otherText: differs ? other.statement.text : null,
    alignment: other?.kind ?? 'unmatched',
    ...(labelKey !== undefined && { labelKey }),
    reason,
  };
}
