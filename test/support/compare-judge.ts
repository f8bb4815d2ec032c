import type {
  AdditionResult,
  ComparedPiece,
  Match,
  Search,
  SearchResult,
} from '../../src/model/comparison.js';

/** The data of a comparison as a judge sees it. */
export type CompareData = {
  readonly input?: string;
  readonly earlier?: readonly Readonly<Record<string, string>>[];
  readonly earlier_calls?: Readonly<Record<string, string>>;
  readonly answer?: Readonly<Record<string, string>>;
  readonly calls?: Readonly<Record<string, string>>;
};

type Pieces = Readonly<Record<string, string>>;

/** A reply about every piece: `find` for earlier ones, `judge` for new ones, each with the other side's pieces by key. */
export function compareReply(
  { earlier = [], earlier_calls = {}, answer = {}, calls = {} }: CompareData,
  find: (text: string, answer: Pieces) => string,
  judge: (text: string, earlier: Pieces) => string = () => 'new',
): string {
  const before = Object.assign({}, ...earlier, earlier_calls) as Pieces;
  const now = { ...answer, ...calls };
  const rest = Object.entries(now).map(([key, text]) => {
    const [label = '', of = ''] = judge(text, before).split(': ').toReversed();
    return `${key} ${of}: ${label}`;
  });
  return JSON.stringify({
    ...Object.fromEntries(Object.entries(before).map(([key, text]) => [key, find(text, now)])),
    rest: rest.join('; '),
  });
}

/** `a1: said` if a piece has these words, else what is given. */
export function saidBy(wanted: string | RegExp, pieces: Pieces, otherwise: string): string {
  const key = Object.keys(pieces).find((each) => {
    const text = pieces[each] ?? '';
    return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  });
  return key === undefined ? otherwise : `${key}: said`;
}

export function isComparison(rules: string): boolean {
  return rules.startsWith('You compare a new answer');
}

type Found = SearchResult | AdditionResult;

/** Results of a search, by what is said of each piece: `find` for wanted ones, `judge` for added ones. */
export function matchesOf(
  search: Search,
  find: (piece: ComparedPiece, search: Search) => SearchResult,
  judge: (piece: ComparedPiece, search: Search) => AdditionResult = () => ({ status: 'new' }),
): readonly Match[] {
  const { answerId, draw, wanted, added, answer, earlier } = search;
  const pieceOf = (pieces: readonly ComparedPiece[], id: string) => {
    const piece = pieces.find((each) => each.id === id);
    if (piece === undefined) throw new Error(`a search without its piece ${id}`);
    return piece;
  };
  const match = (side: Match['side'], pieceId: string, found: Found): Match =>
    ({ answerId, pieceId, draw, side, result: found }) as Match;
  return [
    ...wanted.map((id) => match('earlier', id, find(pieceOf(earlier.flat(), id), search))),
    ...added.map((id) => match('answer', id, judge(pieceOf(answer, id), search))),
  ];
}
