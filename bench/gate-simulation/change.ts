import {
  answerCase,
  nameWording,
  type SimulatedCase,
  type Wording,
  type World,
  withWordings,
} from './agent.js';
import { averageLoss, type Phrase } from './judge.js';

/** What happened to the agent between baseline and head. */
export type Change =
  | { readonly kind: 'none' }
  /** This share of the cases gets other usual wordings, drawn like the ones before. */
  | { readonly kind: 'reworded'; readonly share: number }
  /** The score of every case falls by so much on average: now and then a good point gives way to one beside it. */
  | { readonly kind: 'every-case'; readonly drop: number }
  /** The same for the first so many cases. */
  | { readonly kind: 'group'; readonly cases: number; readonly drop: number }
  /** So many of the mastered cases fall from 1 to 0.2; with `hidden`, other cases rise until the mean is as before. */
  | {
      readonly kind: 'collapse';
      readonly cases: number | { readonly share: number };
      readonly hidden: boolean;
      /** Score that they fall to; 0.2 where it is missing. */
      readonly to?: number;
    }
  /** So many of the answers now have one and the same sentence beside the point. */
  | { readonly kind: 'sentence'; readonly share: number }
  /** Nothing, but the mean moved between the day of the stored base and today, by a standard deviation of so much. */
  | { readonly kind: 'days'; readonly deviation: number }
  /** Nothing: both sides say the same sentence beside the point in this share of their answers. */
  | { readonly kind: 'habit'; readonly rate: number };

/** Answers at head, one at each call. */
export type HeadAgent = (index: number) => Wording;

/** A broken answer: four statements beside the point for one to it. */
const BROKEN_STATEMENTS = 5;

export function changeAgent(world: World, cases: readonly SimulatedCase[], change: Change): HeadAgent {
  switch (change.kind) {
    case 'none':
    case 'days':
    case 'habit':
      return (index) => answer(world, cases[index]);
    case 'sentence': {
      const sentence = world.judge.sharedPhrase();
      const chosen = shuffled(world, [...cases.keys()]).slice(0, Math.round(change.share * cases.length));
      const says = new Set(chosen);
      return (index) => {
        const said = answer(world, cases[index]);
        return says.has(index) ? { id: `${said.id} with it`, phrases: [...said.phrases, sentence] } : said;
      };
    }
    case 'reworded': {
      const reworded = cases.map((row) =>
        world.random.chance(change.share) ? withWordings(world, row) : row,
      );
      return (index) => answer(world, reworded[index]);
    }
    case 'every-case':
      return (index) => worsened(world, answer(world, cases[index]), change.drop);
    case 'group':
      return (index) =>
        index < change.cases
          ? worsened(world, answer(world, cases[index]), change.drop)
          : answer(world, cases[index]);
    case 'collapse':
      return collapsed(world, cases, change);
    default:
      return change satisfies never;
  }
}

function answer(world: World, row: SimulatedCase | undefined): Wording {
  return row === undefined ? nameWording(world, []) : answerCase(world, row);
}

/** With the right chance one relevant statement is replaced, so that the score falls by `drop` on average. */
export function worsened(world: World, wording: Wording, drop: number): Wording {
  const { judge, random, noise } = world;
  const { phrases } = wording;
  const good = phrases.filter((phrase) => judge.judged(phrase).result === 'yes');
  const chance = (drop * phrases.length) / averageLoss(noise.slip);
  const victim = good[random.integer(0, good.length - 1)];
  if (victim === undefined || !random.chance(chance)) return wording;
  return nameWording(
    world,
    phrases.map((phrase) => (phrase === victim ? judge.phrase('no') : phrase)),
  );
}

function collapsed(
  world: World,
  cases: readonly SimulatedCase[],
  { cases: wanted, hidden, to = 0.2 }: Extract<Change, { kind: 'collapse' }>,
): HeadAgent {
  const count = typeof wanted === 'number' ? wanted : Math.max(1, Math.round(wanted.share * cases.length));
  const mastered = shuffled(
    world,
    [...cases.keys()].filter((index) => cases[index]?.mastered),
  );
  const broken = new Map(
    mastered
      .slice(0, count)
      .map((index) => [index, to < 0.5 ? breakCase(world, cases[index]) : weaken(world, cases[index], to)]),
  );
  const better = hidden ? mendCases(world, cases, (1 - to) * broken.size) : new Map<number, SimulatedCase>();
  return (index) => answer(world, broken.get(index) ?? better.get(index) ?? cases[index]);
}

/** The case answered beside the point, in as many wordings as before. */
function breakCase(world: World, row: SimulatedCase | undefined): SimulatedCase {
  const points = Array.from({ length: BROKEN_STATEMENTS }, (_, index) => {
    const truth = index === 0 ? 'yes' : 'no';
    return { truth, usual: world.judge.phrase(truth) } as const;
  });
  return withWordings(world, { id: row?.id ?? '', mastered: true, points, wordings: [] });
}

/** The case with a share of its points beside the point, as near to this score as its number allows. */
function weaken(world: World, row: SimulatedCase | undefined, to: number): SimulatedCase {
  const known = row?.points ?? [];
  const more = Array.from(
    { length: Math.max(0, 3 - known.length) },
    () => ({ truth: 'yes', usual: world.judge.phrase('yes') }) as const,
  );
  const all = [...known, ...more];
  const lost = Math.round((1 - to) * all.length);
  const points = all.map((point, index) =>
    index < lost ? ({ truth: 'no', usual: world.judge.phrase('no') } as const) : point,
  );
  return withWordings(world, { id: row?.id ?? '', mastered: true, points, wordings: [] });
}

/** Masters as many of the weak cases as it takes to raise the sum of the scores by `gain`. */
function mendCases(world: World, cases: readonly SimulatedCase[], gain: number): Map<number, SimulatedCase> {
  const mended = new Map<number, SimulatedCase>();
  let gained = 0;
  for (const index of shuffled(
    world,
    [...cases.keys()].filter((each) => !cases[each]?.mastered),
  )) {
    const row = cases[index];
    if (row === undefined || gained >= gain) break;
    gained += 1 - averageTruth(row);
    const points = row.points.map(() => ({ truth: 'yes', usual: world.judge.phrase('yes') }) as const);
    mended.set(index, withWordings(world, { ...row, mastered: true, points }));
  }
  return mended;
}

const WEIGHT = { yes: 1, unsure: 0.3, no: 0 };

function averageTruth({ wordings }: SimulatedCase): number {
  const scoreOf = (phrases: readonly Phrase[]) =>
    phrases.reduce((sum, { truth }) => sum + WEIGHT[truth], 0) / phrases.length;
  return wordings.reduce((sum, { phrases }) => sum + scoreOf(phrases), 0) / wordings.length;
}

function shuffled({ random }: World, values: readonly number[]): readonly number[] {
  return random.shuffled(values);
}
