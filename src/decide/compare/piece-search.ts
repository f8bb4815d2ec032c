import type {
  AdditionResult,
  ComparedPiece,
  Fact,
  Match,
  MatchQuestion,
  Search,
  SearchResult,
} from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { areAlike, readWords, type Words } from '../../text/words.js';
import type { AnswerPiece, AnswerPieces } from './answer-pieces.js';
import { findUnmovedEntries } from './common-sequence.js';

/** All scored runs of a case. `extra`: base runs of this case alone, later than the suite-wide ones. */
export type RunPair = {
  readonly base: readonly AnswerPieces[];
  readonly extra: readonly AnswerPieces[];
  readonly head: readonly AnswerPieces[];
};

/** Whether a run says a piece. `effect`: a new sentence of the run takes it back or restricts it. */
export type PieceStatus = SearchResult & { readonly effect?: NonNullable<Fact['effect']> };

/** Finds the pieces that the runs of one case share, by order and words, and by the judge. */
export interface PieceLookup {
  /** Whether a run says a piece of another run. */
  find(piece: AnswerPiece, run: AnswerPieces, draw?: number): PieceStatus;
  /** The effect of a head run's piece on the base's pieces. */
  findAddition(piece: AnswerPiece, run: AnswerPieces): AdditionResult;
  /** True if the run has the piece in the same words, place and order as a run of the base. */
  isKept(id: string, run: AnswerPieces): boolean;
  /** The pieces of a search without a result; `null` if there are none. */
  selectDue(search: Search): Search | null;
}

const UNKNOWN = { status: 'unknown' } as const;

export function isIrrelevant({ result }: AnswerPiece): boolean {
  return result === 'no';
}

export function createLookup({ base, extra, head }: RunPair, matches: readonly Match[] | null): PieceLookup {
  const matchesByKey = new Map((matches ?? []).map((match) => [buildMatchKey(match), match]));
  const before = [...base, ...extra];
  const keptIdsByRun = new Map<AnswerPieces, ReadonlySet<string>>();
  const findKeptIds = (run: AnswerPieces) => {
    const known = keptIdsByRun.get(run) ?? findCommonIds(run, before);
    keptIdsByRun.set(run, known);
    return known;
  };
  const readAddition = (
    { id: pieceId }: AnswerPiece,
    { answerId }: AnswerPieces,
    draw: number,
  ): AdditionResult => {
    const match = matchesByKey.get(buildMatchKey({ answerId, pieceId, draw, side: 'answer' }));
    return match?.side === 'answer' ? match.result : UNKNOWN;
  };
  const effects = new Map<string, ReadonlyMap<string, PieceStatus>>();
  for (const draw of [0, 1]) {
    for (const run of head) {
      effects.set(
        `${run.answerId} ${draw}`,
        collectEffects(run, (piece) => readAddition(piece, run, draw)),
      );
    }
  }
  const readResult = (piece: AnswerPiece, { answerId, pieces }: AnswerPieces, draw: number): SearchResult => {
    const match = matchesByKey.get(buildMatchKey({ answerId, pieceId: piece.id, draw, side: 'earlier' }));
    if (match?.side === 'earlier' && match.result.status !== 'unknown') return match.result;
    if (draw > 0) return UNKNOWN;
    // Without a judge, the same words anywhere, or nearly the same, say it.
    const alike = matches === null ? findAlike(piece, pieces) : undefined;
    return alike === undefined ? UNKNOWN : { status: 'said', by: [alike.id] };
  };
  return {
    find(piece, run, draw = 0) {
      if (run.pieces.length === 0) return { status: 'dropped' };
      const result = findKeptIds(run).has(piece.id)
        ? ({ status: 'said', by: [piece.id] } as const)
        : readResult(piece, run, draw);
      const effect = effects.get(`${run.answerId} ${draw}`)?.get(piece.id);
      return effect !== undefined && isWorse(effect, result) ? effect : result;
    },
    findAddition: (piece, run) => readAddition(piece, run, 0),
    isKept: (id, run) => findKeptIds(run).has(id),
    selectDue(search) {
      if (matches === null || search.answerId === '') return null;
      const isOpen = (side: 'earlier' | 'answer') => (pieceId: string) =>
        !matchesByKey.has(buildMatchKey({ ...search, pieceId, side }));
      const wanted = search.wanted.filter(isOpen('earlier'));
      const added = search.added.filter(isOpen('answer'));
      return wanted.length + added.length === 0 ? null : { ...search, wanted, added };
    },
  };
}

function buildMatchKey({
  answerId,
  pieceId,
  draw,
  side,
}: MatchQuestion & { readonly side: Match['side'] }): string {
  return `${answerId} ${pieceId} ${draw} ${side}`;
}

/** Ids of what a run has in the same order as another one, for each of the others alone; text and calls apart. */
function findCommonIds(run: AnswerPieces, others: readonly AnswerPieces[]): ReadonlySet<string> {
  const listPieceIds = ({ pieces }: AnswerPieces, isCall: boolean) =>
    pieces.filter((piece) => (piece.isCall === true) === isCall).map(({ id }) => id);
  return new Set(
    others.flatMap((other) =>
      [false, true].flatMap((isCall) => [
        ...findUnmovedEntries(listPieceIds(other, isCall), listPieceIds(run, isCall)),
      ]),
    ),
  );
}

function findAlike(piece: AnswerPiece, pieces: readonly AnswerPiece[]): AnswerPiece | undefined {
  const same = pieces.filter(({ isCall }) => isCall === piece.isCall);
  return (
    same.find(({ normalised }) => normalised === piece.normalised) ??
    same.find((each) => isAlike(each, piece))
  );
}

/** Whether two pieces say the same in nearly the same words. */
export function isAlike(one: AnswerPiece, two: AnswerPiece): boolean {
  return areAlike(readPieceWords(one), readPieceWords(two));
}

const wordsByPiece = new WeakMap<AnswerPiece, Words>();

/** Cached, because a piece is compared with many others. */
export function readPieceWords(piece: AnswerPiece): Words {
  const words = wordsByPiece.get(piece) ?? readWords(piece.normalised);
  wordsByPiece.set(piece, words);
  return words;
}

/** The effects of a run's new sentences, by the ids of the base's pieces. */
function collectEffects(
  { pieces }: AnswerPieces,
  readAddition: (piece: AnswerPiece) => AdditionResult,
): ReadonlyMap<string, PieceStatus> {
  const effects = new Map<string, PieceStatus>();
  for (const piece of pieces) {
    const addition = readAddition(piece);
    if (addition.status !== 'takes-back' && addition.status !== 'restricts') continue;
    const effect: PieceStatus =
      addition.status === 'takes-back'
        ? { status: 'contradicted', by: [piece.id], effect: 'takes-back' }
        : { status: 'partly', by: [piece.id], missing: '', effect: 'restricts' };
    for (const id of addition.of) {
      const known = effects.get(id);
      if (known === undefined || isWorse(effect, known)) effects.set(id, effect);
    }
  }
  return effects;
}

/** The worst first. */
export const STATUSES = ['contradicted', 'dropped', 'partly', 'unknown', 'said'] as const;

function isWorse(one: PieceStatus, two: PieceStatus): boolean {
  return STATUSES.indexOf(one.status) < STATUSES.indexOf(two.status);
}

/** True if an answer is one of the base's, piece by piece. */
export function repeatsBase({ answerId }: AnswerPieces, { base, extra }: RunPair): boolean {
  return answerId !== '' && [...base, ...extra].some((run) => run.answerId === answerId);
}

/** One comparison for each head answer that differs from the base's; one for each later base run that differs. */
export function planSearches(
  sides: RunPair,
  lookup: PieceLookup,
  reportsLostFacts: boolean,
): readonly Search[] {
  const { base, extra, head } = sides;
  const inHead = head.flatMap((run, at) => {
    const bad = run.pieces.filter(isIrrelevant);
    if (repeatsBase(run, sides) || run.pieces.length === 0 || !(reportsLostFacts || bad.length > 0))
      return [];
    const others = listIrrelevantPieces(bad.length > 0 ? head.slice(0, at) : []);
    const earlier = [
      ...listBase(base),
      ...selectNewPieces(
        [others],
        base.flatMap(({ pieces }) => pieces),
      ),
    ];
    const matters = (piece: AnswerPiece) => (reportsLostFacts ? piece.result !== null : isIrrelevant(piece));
    const own = new Set(run.pieces.map(({ normalised }) => normalised));
    const wanted = [
      ...base.flatMap(({ pieces }) => pieces.filter(matters)),
      ...others.filter(({ normalised }) => !own.has(normalised)),
    ].filter(({ id }) => !lookup.isKept(id, run));
    const added = run.pieces.filter((piece) => matters(piece) && !lookup.isKept(piece.id, run));
    return [buildSearch(run, { earlier, wanted, added })];
  });
  const inExtra = extra.flatMap((run) => {
    const others = listIrrelevantPieces(head).filter(
      ({ normalised }) => !run.pieces.some((piece) => piece.normalised === normalised),
    );
    return buildLoneSearch(others, run);
  });
  return [...inHead, ...inExtra];
}

function listIrrelevantPieces(runs: readonly AnswerPieces[]): readonly AnswerPiece[] {
  return runs.flatMap(({ pieces }) => pieces.filter(isIrrelevant));
}

/** The first base answer whole, then the new pieces of each later one. */
function listBase([first, ...others]: readonly AnswerPieces[]): Search['earlier'] {
  if (first === undefined) return [];
  const newPieces = others.map(({ pieces }) => pieces.filter(({ result }) => result !== null));
  return [first.pieces.map(toComparedPiece), ...selectNewPieces(newPieces, first.pieces)];
}

function toComparedPiece({ id, shown, isCall }: AnswerPiece): ComparedPiece {
  return omitUndefined({ id, shown, isCall });
}

function selectNewPieces(
  lists: readonly (readonly AnswerPiece[])[],
  before: readonly AnswerPiece[],
): readonly (readonly ComparedPiece[])[] {
  const seen = new Set(before.map(({ id }) => id));
  return lists.map((list) =>
    list.flatMap((piece) => {
      if (seen.has(piece.id)) return [];
      seen.add(piece.id);
      return [{ ...toComparedPiece(piece), shown: piece.alone }];
    }),
  );
}

type SearchTarget = {
  readonly earlier: Search['earlier'];
  readonly wanted: readonly AnswerPiece[];
  readonly added?: readonly AnswerPiece[];
  readonly draw?: number;
};

function buildSearch(run: AnswerPieces, { earlier, wanted, added = [], draw = 0 }: SearchTarget): Search {
  const listPieceIds = (pieces: readonly AnswerPiece[]) => [...new Set(pieces.map(({ id }) => id))];
  return {
    earlier: earlier.filter(({ length }) => length > 0),
    answer: run.pieces.map(toComparedPiece),
    answerId: run.answerId,
    wanted: listPieceIds(wanted),
    added: listPieceIds(added),
    draw,
  };
}

/** The search for some pieces in a run, without the answers that they come from; none if there are no pieces. */
export function buildLoneSearch(pieces: readonly AnswerPiece[], run: AnswerPieces): readonly Search[] {
  if (pieces.length === 0 || run.pieces.length === 0) return [];
  return [buildSearch(run, { earlier: selectNewPieces([pieces], []), wanted: pieces })];
}

/** The second call about a piece of the base in a head run: about itself, or about what takes it back or restricts it. */
export function buildSecondSearch(
  piece: AnswerPiece,
  run: AnswerPieces,
  sides: RunPair,
  lookup: PieceLookup,
): Search {
  const pieceStatus = lookup.find(piece, run);
  const by = 'by' in pieceStatus ? pieceStatus.by : [];
  const added = pieceStatus.effect === undefined ? [] : run.pieces.filter(({ id }) => by.includes(id));
  return buildSearch(run, {
    earlier: listBase(sides.base),
    wanted: lookup.isKept(piece.id, run) ? [] : [piece],
    added,
    draw: 1,
  });
}
