import type { IrrelevantPoint, StatementChange } from '../../ports/comparison.js';
import type { Scored } from './sample-scores.js';
import {
  createStatementFinder,
  type SaidElsewhere,
  type SaidStatement,
  saidStatements,
} from './sample-statements.js';

export type StatementComparison = {
  readonly changes: Changes;
  /** Indices of the samples as they were given. */
  readonly points: readonly IrrelevantPoint[];
  /** Of each base sample, what it alone says as "no"; normalised. So often the agent strays without a change. */
  readonly baseStrays: readonly (readonly string[])[];
  readonly headRuns: number;
};

/**
 * What became of the statements of one case. `base` and `head` are the scored samples; the first of the head is the
 * answer that a reader sees.
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
export function compareStatements(base: readonly Scored[], head: readonly Scored[]): StatementComparison {
  if (base.length === 0 || head.length === 0) {
    return { changes: [], points: [], baseStrays: [], headRuns: head.length };
  }
  const samples = [...base, ...head].map(saidStatements);
  const find = createStatementFinder(samples);
  const sides: Sides = {
    samples,
    find,
    base: base.map((_, index) => index),
    head: head.map((_, index) => base.length + index),
  };
  const points = groupIrrelevant(sides);
  const { newly, stray, still } = headIrrelevant(points, sides);
  return {
    changes: [...newly, ...lostStatements(sides), ...noLongerIrrelevant(points, sides), ...stray, ...still],
    points: points.map((point) => pointOf(point, base.length)),
    baseStrays: straysOfBase(points, sides),
    headRuns: head.length,
  };
}

type Sides = {
  readonly samples: readonly (readonly SaidStatement[])[];
  readonly find: ReturnType<typeof createStatementFinder>;
  /** Indices of the samples of each side. */
  readonly base: readonly number[];
  readonly head: readonly number[];
};

type Changes = readonly StatementChange[];

/** A statement where it stands. */
type Placed = { readonly sample: number; readonly index: number; readonly statement: SaidStatement };

/** One irrelevant point, in all its wordings: the head's first, each side in the order of its samples. */
type Point = { readonly head: readonly Placed[]; readonly base: readonly Placed[] };

/** Puts what is "no" into one group wherever two samples say the same, however often it is worded anew. */
function groupIrrelevant({ samples, find, base, head }: Sides): readonly Point[] {
  const groups = new Map<string, Placed[]>();
  for (const sample of [...head, ...base]) {
    for (const [index, statement] of (samples[sample] ?? []).entries()) {
      if (statement.result === 'no') groups.set(`${sample} ${index}`, [{ sample, index, statement }]);
    }
  }
  const nodes = [...groups.values()].flat();
  for (const { sample, index } of nodes) {
    for (const other of samples.keys()) {
      const said = other > sample ? find(sample, index, other) : null;
      const [one, two] = [groups.get(`${sample} ${index}`), groups.get(`${other} ${said?.index}`)];
      if (one === undefined || two === undefined || one === two) continue;
      one.push(...two);
      for (const each of two) groups.set(`${each.sample} ${each.index}`, one);
    }
  }
  const isBase = new Set(base);
  const order = new Map(nodes.map((node, place) => [node.statement, place]));
  return [...new Set(nodes.map(({ sample, index }) => groups.get(`${sample} ${index}`) ?? []))].map(
    (group) => {
      const sorted = group.toSorted((a, b) => (order.get(a.statement) ?? 0) - (order.get(b.statement) ?? 0));
      return {
        head: sorted.filter(({ sample }) => !isBase.has(sample)),
        base: sorted.filter(({ sample }) => isBase.has(sample)),
      };
    },
  );
}

function runsOf(placed: readonly Placed[]): readonly number[] {
  return [...new Set(placed.map(({ sample }) => sample))];
}

function pointOf({ head, base }: Point, baseSamples: number): IrrelevantPoint {
  return {
    text: (head[0] ?? base[0])?.statement.text ?? '',
    base: runsOf(base),
    head: runsOf(head).map((sample) => sample - baseSamples),
  };
}

function headIrrelevant(
  points: readonly Point[],
  { find, base, head }: Sides,
): { readonly newly: Changes; readonly stray: Changes; readonly still: Changes } {
  const newly: StatementChange[] = [];
  const stray: StatementChange[] = [];
  const still: StatementChange[] = [];
  for (const point of points) {
    const [first] = point.head;
    if (first === undefined) continue;
    const { sample, index, statement } = first;
    const runs = runsOf(point.head).length;
    const isMost = 2 * runs > head.length;
    if (sample !== head[0] && !isMost) continue;
    const alsoNo = point.base.map((other): SaidElsewhere => {
      const said = find(sample, index, other.sample);
      return said?.index === other.index ? said : { ...other, kind: 'probably-reworded' };
    });
    const inBase = alsoNo.length > 0 ? alsoNo : base.flatMap((other) => find(sample, index, other) ?? []);
    const kind = alsoNo.length > 0 ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray';
    const list = { 'still-irrelevant': still, 'newly-irrelevant': newly, stray }[kind];
    list.push({
      kind,
      ...worded(statement, surest(inBase)),
      head: { runs, of: head.length },
      base: { runs: runsOf(point.base).length, of: base.length },
    });
  }
  return { newly, stray, still };
}

function noLongerIrrelevant(points: readonly Point[], { find, base, head }: Sides): Changes {
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
    return [{ kind: 'no-longer-irrelevant', ...words, ...gone(runs, { base, head }) }];
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

function lostStatements({ samples, find, base, head }: Sides): Changes {
  const lost: StatementChange[] = [];
  const counted = base.map(() => new Set<number>());
  for (const sample of base) {
    // A statement that is first said after half of the samples can no longer be in most of them.
    if (2 * sample >= base.length) break;
    for (const [index, statement] of (samples[sample] ?? []).entries()) {
      if (counted[sample]?.has(index)) continue;
      const members = base.flatMap((other) => {
        const said = find(sample, index, other);
        if (said === null || counted[other]?.has(said.index)) return [];
        counted[other]?.add(said.index);
        return [{ sample: other, ...said }];
      });
      const spoken = members.filter((member) => member.statement.result === 'yes');
      const inHead = head.some((other) =>
        members.some((member) => find(member.sample, member.index, other) !== null),
      );
      if (2 * spoken.length <= base.length || inHead) continue;
      const said = spoken[0]?.statement ?? statement;
      lost.push({ kind: 'lost', ...worded(said, undefined), ...gone(spoken.length, { base, head }) });
    }
  }
  return lost;
}

const SURENESS = { same: 2, reworded: 1, 'probably-reworded': 0 } as const;

function surest(said: readonly SaidElsewhere[]): SaidElsewhere | undefined {
  return [...said].sort((a, b) => SURENESS[b.kind] - SURENESS[a.kind])[0];
}

function worded(
  { text, result, reason, normalised }: SaidStatement,
  other: SaidElsewhere | undefined,
): Pick<StatementChange, 'text' | 'otherText' | 'alignment' | 'verdict' | 'reason'> {
  const differs = other !== undefined && other.statement.normalised !== normalised;
  return {
    text,
    otherText: differs ? other.statement.text : null,
    alignment: other?.kind ?? 'unmatched',
    verdict: result,
    reason,
  };
}
