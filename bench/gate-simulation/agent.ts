import type { VerdictLabel } from '../../src/model/verdict.js';
import type { Phrase, SimulatedJudge } from './judge.js';
import type { Noise } from './noise.js';
import type { Random } from './random.js';

/** What the agent says, as statements. One object is one text: the same wording is the same answer. */
export type Wording = {
  readonly id: string;
  readonly phrases: readonly Phrase[];
  /** Its score, 0..1, where the phrases are not all of it. */
  readonly score?: number;
  /** The answer's text, where what it states is compared. */
  readonly output?: string;
};

/** One case as the agent sees it: the points that a good answer makes, and the wordings that are usual for it. */
export type SimulatedCase = {
  readonly id: string;
  /** True where every point is to the point: the usual score is 1. */
  readonly mastered: boolean;
  readonly points: readonly { readonly truth: VerdictLabel; readonly usual: Phrase }[];
  readonly wordings: Wording[];
};

/** The agent's usual wordings of one case, the favourite first, and how often it uses each. */
const USUAL = [0.45, 0.25, 0.18, 0.12];
const MASTERED = 0.65;
const MAX_POINTS = 8;
/** A point in its usual words; otherwise in words that no other wording has. */
const IN_USUAL_WORDS = 0.6;
/** Of sentences beside the point, those that are the agent's habit and the same in every case. */
const HABITUAL = 0.3;
const WEAK = { no: 0.2, unsure: 0.15 };

export type World = {
  readonly judge: SimulatedJudge;
  readonly random: Random;
  readonly noise: Noise;
  /** Share of the answers that are the case's favourite wording whatever happens; 1: the same every time. */
  readonly repeats: number;
  /** What the agent says now and then where nobody asked, in any case. */
  readonly habit: Phrase;
  wordings: number;
};

export function createCase(world: World, id: string): SimulatedCase {
  const { judge, random } = world;
  const mastered = random.chance(MASTERED);
  const points = Array.from({ length: random.integer(1, MAX_POINTS) }, () => {
    const draw = mastered ? 1 : random.next();
    const truth = draw < WEAK.no ? 'no' : draw < WEAK.no + WEAK.unsure ? 'unsure' : 'yes';
    return { truth, usual: judge.phrase(truth) } as const;
  });
  return withWordings(world, { id, mastered, points, wordings: [] });
}

/** The case with usual wordings of its own, drawn like any others of it: the same quality on average. */
export function withWordings(world: World, row: SimulatedCase): SimulatedCase {
  const wordings = (world.repeats === 1 ? [1] : USUAL).map(() => writeWording(world, row));
  return { ...row, wordings };
}

/** One answer: a usual wording, or now and then one for this once. */
export function answerCase(world: World, row: SimulatedCase): Wording {
  const { random, noise, repeats } = world;
  const favourite = row.wordings[0] ?? writeWording(world, row);
  if (repeats > 0 && random.chance(repeats)) return favourite;
  if (random.chance(noise.oneOff)) return writeWording(world, row);
  let draw = random.next();
  const index = USUAL.findIndex((share) => {
    draw -= share;
    return draw < 0;
  });
  return row.wordings[index] ?? favourite;
}

export function nameWording(world: World, phrases: readonly Phrase[]): Wording {
  world.wordings += 1;
  return { id: `w${world.wordings}`, phrases };
}

function writeWording(world: World, { points, mastered }: SimulatedCase): Wording {
  const { judge, random, noise } = world;
  const kept = points.filter(() => !random.chance(noise.leftOut));
  const said = kept.length > 0 ? kept : points.slice(0, 1);
  const phrases = said.map(({ truth, usual }) =>
    random.chance(IN_USUAL_WORDS) ? usual : judge.phrase(truth),
  );
  if (random.chance(mastered ? noise.aside : noise.weakAside)) {
    phrases.push(random.chance(HABITUAL) ? world.habit : judge.phrase('no'));
  }
  return nameWording(world, phrases);
}
