import type { Wording } from './agent.js';
import type { Change } from './change.js';
import type { SimulatedJudge } from './judge.js';
import type { Random } from './random.js';
import type { Side, SimulatedSuite } from './suite.js';

/**
 * The second noise model: scores straight, not out of verdicts. Repeated runs have a standard deviation of about 0.155,
 * unevenly: most cases hardly vary, others by 0.3, and a case that collapses goes on varying as before.
 */
type UnevenCase = {
  /** What wordings of it are worth on average, and the usual one; 0..1. */
  readonly matter: number;
  quality: number;
  /** Standard deviation of its runs. */
  readonly deviation: number;
  /** So many statements an answer has; scores are quarters of such shares, or 0 and 1 of a binary scorer. */
  readonly statements: number;
  favourite: Wording;
  /** Lost at head: so much, with this probability. */
  loss: { readonly by: number; readonly chance: number } | null;
  says: boolean;
};

export type UnevenPlan = {
  readonly cases: number;
  readonly repeats: number;
  readonly change: Change;
  readonly scores: 'shares' | 'binary' | 'heavy' | 'perfect';
};

const MASTERED = 0.5;
const STEADY = { mastered: 0.75, weak: 0.45 };
const DEVIATION = { steady: 0.04, unsteady: 0.31 };
/** By so much another wording of the same quality differs, as a standard deviation. */
const REWORDING = 0.08;
const BROKEN = 0.2;
/** With heavy tails, so many answers to any case score anything up to their usual score. */
const ODD = 0.08;
/** A case of which a fall to 0.3 or less is one of 0.5 or more. */
const GOOD = 0.8;

export function createUnevenSuite(
  plan: UnevenPlan,
  { random, judge, day }: { readonly random: Random; readonly judge: SimulatedJudge; readonly day: number },
): SimulatedSuite {
  let count = 0;
  const name = () => {
    count += 1;
    return `u${count}`;
  };
  const sentence = judge.sharedPhrase();
  const draw = (row: Omit<UnevenCase, 'favourite'>): Wording => {
    if (plan.scores === 'binary') {
      return { id: name(), phrases: [], score: random.chance(clip(row.quality)) ? 1 : 0 };
    }
    const steps = 4 * row.statements;
    const isOdd = plan.scores === 'heavy' && random.chance(ODD);
    const score = isOdd ? row.quality * random.next() : clip(row.quality + row.deviation * gauss(random));
    return { id: name(), phrases: [], score: Math.round(score * steps) / steps };
  };
  const wordingOf = (matter: number) => clip(matter + REWORDING * gauss(random));
  const reworded = (row: UnevenCase): UnevenCase => {
    const next = { ...row, quality: wordingOf(row.matter) };
    return { ...next, favourite: draw(next) };
  };
  const base = Array.from({ length: plan.cases }, (): UnevenCase => {
    const mastered = random.chance(MASTERED);
    if (plan.scores === 'perfect') return { ...perfect(name()) };
    const matter = mastered ? 0.97 : 0.45 + 0.5 * random.next();
    const row = {
      matter,
      quality: wordingOf(matter),
      deviation: random.chance(mastered ? STEADY.mastered : STEADY.weak)
        ? DEVIATION.steady
        : DEVIATION.unsteady,
      statements: random.integer(2, 8),
      loss: null,
      says: false,
    };
    return { ...row, favourite: draw(row) };
  });
  const head = changed(plan, base, { random, reworded });
  const rate = plan.change.kind === 'habit' ? plan.change.rate : 0;
  const ask = (side: Side, index: number): Wording => {
    const row = (side === 'head' ? head : base)[index];
    if (row === undefined) throw new RangeError(`no case ${index}`);
    const said = plan.repeats > 0 && random.chance(plan.repeats) ? row.favourite : draw(row);
    let score = said.score ?? 0;
    let { id } = said;
    // Where answers repeat, a loss does so too: it is another favourite.
    if (row.loss !== null && (plan.repeats === 1 || random.chance(row.loss.chance))) {
      score = Math.max(0, score - row.loss.by);
      id += 'l';
    }
    const says = row.says || random.chance(rate);
    if (says) score *= row.statements / (row.statements + 1);
    const shift = side === 'base' ? Math.min(0, day) : -Math.max(0, day);
    if (shift !== 0) score = Math.max(0, score + shift);
    return { id: says ? `${id}s` : id, phrases: says ? [sentence] : [], score };
  };
  const trueScore = (side: Side, index: number) => {
    const { favourite, quality, loss } = (side === 'head' ? head : base)[index] ?? perfect('');
    const usual = plan.repeats * (favourite.score ?? 0) + (1 - plan.repeats) * quality;
    return Math.max(0, usual - (loss === null ? 0 : loss.by * loss.chance));
  };
  return { cases: plan.cases, ask, trueScore };
}

/** A case that is always answered to the point. */
function perfect(id: string): UnevenCase {
  const favourite = { id, phrases: [], score: 1 };
  return { matter: 1, quality: 1, deviation: 0, statements: 4, favourite, loss: null, says: false };
}

/** A statement lost now and then, so that the score falls by `drop` on average; what falls below 0 is lost for the loss. */
function lossOf({ statements }: UnevenCase, drop: number): { readonly by: number; readonly chance: number } {
  return { by: 1 / statements, chance: Math.min(1, 1.06 * drop * statements) };
}

function changed(
  { change, repeats }: UnevenPlan,
  base: readonly UnevenCase[],
  { random, reworded }: { readonly random: Random; readonly reworded: (row: UnevenCase) => UnevenCase },
): readonly UnevenCase[] {
  const rows = base.map((row) => ({ ...row }));
  const order = random.shuffled([...rows.keys()]);
  const usual = ({ favourite, quality }: UnevenCase) => (repeats === 1 ? (favourite.score ?? 0) : quality);
  const good = order.filter((index) => {
    const row = rows[index];
    return row !== undefined && usual(row) > GOOD;
  });
  switch (change.kind) {
    case 'none':
    case 'days':
    case 'habit':
      return rows;
    case 'reworded':
      return rows.map((row) => (random.chance(change.share) ? reworded(row) : row));
    case 'every-case':
      for (const row of rows) row.loss = lossOf(row, change.drop);
      return rows;
    case 'group':
      for (const row of rows.slice(0, change.cases)) row.loss = lossOf(row, change.drop);
      return rows;
    case 'collapse': {
      const count =
        typeof change.cases === 'number'
          ? change.cases
          : Math.max(1, Math.round(change.cases.share * rows.length));
      return fallen(rows, good.slice(0, count), { to: change.to ?? BROKEN, hidden: change.hidden, usual });
    }
    case 'sentence':
      for (const index of order.slice(0, Math.round(change.share * rows.length))) {
        const row = rows[index];
        if (row !== undefined) row.says = true;
      }
      return rows;
    default:
      return change satisfies never;
  }
}

function fallen(
  rows: UnevenCase[],
  which: readonly number[],
  {
    to,
    hidden,
    usual,
  }: { readonly to: number; readonly hidden: boolean; readonly usual: (row: UnevenCase) => number },
): readonly UnevenCase[] {
  let lost = 0;
  for (const index of which) {
    const row = rows[index];
    if (row === undefined) continue;
    const by = Math.max(0, to < BROKEN + 0.01 ? usual(row) - to : 1 - to);
    lost += by;
    row.loss = { by, chance: 1 };
  }
  if (!hidden) return rows;
  for (const [index, row] of rows.entries()) {
    if (lost <= 0 || which.includes(index) || row.quality > 0.95) continue;
    const gain = Math.min(1 - row.quality, 0.3, lost);
    lost -= gain;
    row.quality += gain;
    row.favourite = {
      ...row.favourite,
      score: clip((row.favourite.score ?? 0) + gain),
      id: `${row.favourite.id}g`,
    };
  }
  return rows;
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Standard normal, by Box and Muller. */
export function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
