import type { ComparedPiece, Match, Search, SearchResult } from '../../src/model/comparison.js';
import type { Wording } from './agent.js';
import type { SimulatedJudge } from './judge.js';
import type { Random } from './random.js';
import type { Side, SimulatedSuite } from './suite.js';

/** What the head's answers state less. Their scores stay: every statement is relevant. */
export type FactChange =
  | { readonly kind: 'no-fact' }
  /** This share of the cases is answered with one sentence instead of four. */
  | { readonly kind: 'one-sentence'; readonly share: number }
  /** So many cases lose one fact that this share of the base's answers states. */
  | { readonly kind: 'one-fact'; readonly cases: number; readonly rate: number }
  /** So many cases lose all facts. */
  | { readonly kind: 'all-facts'; readonly cases: number }
  /** Nothing is lost, but every statement has other words; the judge misreads this share of the facts whenever it is asked. */
  | { readonly kind: 'other-words'; readonly misread: number }
  /** The provider's model states this share of the facts no longer, on both sides. */
  | { readonly kind: 'model-update'; readonly share: number };

const FACTS = 4;
/** How often answers state a fact, and how many of the facts they state so often. */
const RATES = [
  { rate: 1, share: 0.7 },
  { rate: 0.9, share: 0.2 },
  { rate: 0.5, share: 0.1 },
];
/** A fact in its usual words; otherwise in words that no other answer has. */
const IN_USUAL_WORDS = 0.6;
/** A verdict of the comparing judge is wrong. */
const SLIP = 0.01;

type SimulatedFact = {
  readonly rate: number;
  readonly isLost: boolean;
  /** On both sides, from today on. */
  readonly isGoneToday: boolean;
  /** In the head's words. */
  readonly isMisread: boolean;
};

export type FactPlan = { readonly cases: number; readonly repeats: number; readonly change: FactChange };

/** A suite whose answers differ in what they state, with the judge that compares them. */
export function createFactSuite(
  { cases, repeats, change }: FactPlan,
  { random, judge }: { readonly random: Random; readonly judge: SimulatedJudge },
): SimulatedSuite {
  const order = random.shuffled(Array.from({ length: cases }, (_, index) => index));
  const chosen = new Set(order.slice(0, countChosen(change, cases)));
  const rows = Array.from({ length: cases }, (_, index) => createFacts(change, chosen.has(index), random));
  const isReworded = change.kind === 'other-words';
  let count = 0;
  const write = (side: Side, index: number): Wording => {
    const said = (rows[index] ?? []).flatMap((fact, number) => {
      if (side !== 'base' && fact.isGoneToday) return [];
      if ((side === 'head' && fact.isLost) || !random.chance(fact.rate)) return [];
      count += 1;
      const isUsual = repeats === 1 || random.chance(IN_USUAL_WORDS);
      const words = side === 'head' && isReworded ? ' reworded' : '';
      return [`c${index} f${number}${words}${isUsual ? '' : ` v${count}`}`];
    });
    const texts = said.length > 0 ? said : [`c${index} says little`];
    return { id: texts.join('\n'), phrases: texts.map((text) => judge.fact(text)), output: texts.join('\n') };
  };
  const favourites = new Map<string, Wording>();
  const favourite = (side: Side, index: number): Wording => {
    const key = `${side === 'head' ? 'head' : 'base'} ${index}`;
    const known = favourites.get(key) ?? write(side, index);
    favourites.set(key, known);
    return known;
  };
  return {
    cases,
    ask: (side, index) => (repeats === 1 ? favourite(side, index) : write(side, index)),
    trueScore: (side, index) => {
      const isLost = (rows[index] ?? []).some((fact) => fact.isLost);
      return side === 'head' && isLost ? 0 : 1;
    },
    states: (index, fact) => statesFact(favourite('head', index).output ?? '', fact),
    match: (index, search) => comparePieces(search, rows[index] ?? [], random),
  };
}

function countChosen(change: FactChange, cases: number): number {
  switch (change.kind) {
    case 'one-sentence':
      return Math.round(change.share * cases);
    case 'one-fact':
    case 'all-facts':
      return change.cases;
    default:
      return 0;
  }
}

function createFacts(change: FactChange, isChosen: boolean, random: Random): readonly SimulatedFact[] {
  return Array.from({ length: FACTS }, (_, number) => {
    const isOne = change.kind === 'one-fact' && isChosen && number === 0;
    const isAll = isChosen && (change.kind === 'all-facts' || (change.kind === 'one-sentence' && number > 0));
    return {
      rate: isOne ? change.rate : drawRate(random),
      isLost: isOne || isAll,
      isGoneToday: change.kind === 'model-update' && random.chance(change.share),
      isMisread: change.kind === 'other-words' && random.chance(change.misread),
    };
  });
}

function drawRate(random: Random): number {
  let draw = random.next();
  for (const { rate, share } of RATES) {
    draw -= share;
    if (draw < 0) return rate;
  }
  return 1;
}

const FACT = /(?:^| )c\d+ f(\d)/;

function statesFact(answer: string, fact: string): boolean {
  const number = FACT.exec(fact)?.[1];
  return answer.split('\n').some((line) => FACT.exec(line)?.[1] === number);
}

/** A verdict on each piece; those of earlier answers are sometimes wrong. */
function comparePieces(
  { answerId, draw, wanted, added, earlier, answer }: Search,
  facts: readonly SimulatedFact[],
  random: Random,
): readonly Match[] {
  const texts = new Map([...earlier.flat(), ...answer].map(({ id, shown }) => [id, shown]));
  const numberOf = (id: string) => FACT.exec(texts.get(id) ?? '')?.[1];
  const sameIn = (id: string, pieces: readonly ComparedPiece[]) =>
    pieces.filter((piece) => numberOf(id) !== undefined && numberOf(piece.id) === numberOf(id));
  const inAnswer = wanted.map((pieceId): Match => {
    const found = findFact(sameIn(pieceId, answer), facts[Number(numberOf(pieceId))], { answer, random });
    return { answerId, pieceId, draw, side: 'earlier', result: found };
  });
  const inEarlier = added.map((pieceId): Match => {
    const of = sameIn(pieceId, earlier.flat()).map(({ id }) => id);
    const found = of.length === 0 ? ({ status: 'new' } as const) : ({ status: 'said', of } as const);
    return { answerId, pieceId, draw, side: 'answer', result: found };
  });
  return [...inAnswer, ...inEarlier];
}

function findFact(
  [same]: readonly ComparedPiece[],
  fact: SimulatedFact | undefined,
  { answer: [first], random }: { readonly answer: readonly ComparedPiece[]; readonly random: Random },
): SearchResult {
  const isMisread = same?.shown.includes('reworded') === true && fact?.isMisread === true;
  const truth: SearchResult =
    same === undefined || isMisread ? { status: 'dropped' } : { status: 'said', by: [same.id] };
  if (isMisread || !random.chance(SLIP)) return truth;
  const by = first === undefined ? [] : [first.id];
  const wrong: readonly SearchResult[] = [
    { status: 'partly', by, missing: '' },
    { status: 'contradicted', by },
    same === undefined ? { status: 'said', by } : { status: 'dropped' },
  ];
  return wrong[random.integer(0, wrong.length - 1)] ?? truth;
}
