import type { StatementChange } from '../../ports/comparison.js';
import type { Scored } from './sample-scores.js';
import {
  createStatementFinder,
  type SaidElsewhere,
  type SaidStatement,
  saidStatements,
} from './sample-statements.js';

export type StatementComparison = {
  readonly changes: Changes;
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
  if (base.length === 0 || head.length === 0) return { changes: [], baseStrays: [], headRuns: head.length };
  const samples = [...base, ...head].map(saidStatements);
  const find = createStatementFinder(samples);
  const sides: Sides = {
    samples,
    find,
    base: base.map((_, index) => index),
    head: head.map((_, index) => base.length + index),
  };
  const { newly, stray, still } = headIrrelevant(sides);
  const { lost, better } = baseStatements(sides);
  return {
    changes: [...newly, ...lost, ...better, ...stray, ...still],
    baseStrays: straysOfBase(sides),
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

function headIrrelevant({ samples, find, base, head }: Sides): {
  readonly newly: Changes;
  readonly stray: Changes;
  readonly still: Changes;
} {
  const newly: StatementChange[] = [];
  const stray: StatementChange[] = [];
  const still: StatementChange[] = [];
  const counted = new Set<string>();
  for (const [place, sample] of head.entries()) {
    // A statement that is first said after half of the samples can no longer be in most of them.
    if (2 * place >= head.length) break;
    for (const [index, statement] of (samples[sample] ?? []).entries()) {
      if (statement.result !== 'no' || counted.has(`${sample} ${index}`)) continue;
      const inHead = head.flatMap((other) => {
        const said = find(sample, index, other);
        if (said?.statement.result !== 'no') return [];
        counted.add(`${other} ${said.index}`);
        return [said];
      });
      const inBase = base.flatMap((other) => find(sample, index, other) ?? []);
      const alsoNo = inBase.filter((said) => said.statement.result === 'no');
      const isMost = 2 * inHead.length > head.length;
      if (place > 0 && !isMost) continue;
      const kind = alsoNo.length > 0 ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray';
      const list = { 'still-irrelevant': still, 'newly-irrelevant': newly, stray }[kind];
      list.push({
        kind,
        ...worded(statement, surest(alsoNo.length === 0 ? inBase : alsoNo)),
        head: { runs: inHead.length, of: head.length },
        base: { runs: alsoNo.length, of: base.length },
      });
    }
  }
  return { newly, stray, still };
}

function straysOfBase({ samples, find, base }: Sides): readonly (readonly string[])[] {
  return base.map((sample) =>
    (samples[sample] ?? []).flatMap(({ result, normalised }, index) => {
      const isAlone =
        result === 'no' &&
        base.every((other) => other === sample || find(sample, index, other)?.statement.result !== 'no');
      return isAlone ? [normalised] : [];
    }),
  );
}

function baseStatements({ samples, find, base, head }: Sides): {
  readonly lost: Changes;
  readonly better: Changes;
} {
  const lost: StatementChange[] = [];
  const better: StatementChange[] = [];
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
      const runs = (result: SaidStatement['result']) =>
        members.filter((member) => member.statement.result === result).length;
      const inHead = head.flatMap((other) =>
        members.flatMap((member) => find(member.sample, member.index, other) ?? []),
      );
      const isMost = (count: number) => 2 * count > base.length;
      const seen = (count: number) => ({
        head: { runs: 0, of: head.length },
        base: { runs: count, of: base.length },
      });
      if (isMost(runs('no')) && inHead.every((said) => said.statement.result !== 'no')) {
        const spoken = members.find((member) => member.statement.result === 'no')?.statement ?? statement;
        const now = inHead[0];
        const words =
          now === undefined
            ? worded(spoken, undefined)
            : worded(now.statement, { ...now, statement: spoken });
        better.push({ kind: 'no-longer-irrelevant', ...words, ...seen(runs('no')) });
      } else if (isMost(runs('yes')) && inHead.length === 0) {
        const spoken = members.find((member) => member.statement.result === 'yes')?.statement ?? statement;
        lost.push({ kind: 'lost', ...worded(spoken, undefined), ...seen(runs('yes')) });
      }
    }
  }
  return { lost, better };
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
