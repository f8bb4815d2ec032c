import type { PieceLink } from '../../model/comparison.js';
import { measureSharedWords } from '../../text/words.js';
import type { AnswerPiece, AnswerPieces } from './answer-pieces.js';
import { type PieceLookup, readPieceWords } from './piece-search.js';

/** Without a judge, two pieces belong together if they share at least this part of their words. */
const MIN_SHARED_WORDS = 0.3;

/** Links pieces of two answers that are about the same: equal words first, then the judge's verdict, then shared words. */
export function linkPieces(
  base: AnswerPieces | undefined,
  head: AnswerPieces | undefined,
  lookup: PieceLookup,
): readonly PieceLink[] {
  if (base === undefined || head === undefined) return [];
  const candidates = [
    ...base.pieces.flatMap((piece) => linkBasePiece(piece, head, lookup)),
    ...head.pieces.flatMap((piece) => linkHeadPiece(piece, base, lookup.findAddition(piece, head))),
  ];
  const links = [
    ...new Map(
      candidates.toReversed().map((buildLinks) => [`${buildLinks.base} ${buildLinks.head}`, buildLinks]),
    ).values(),
  ];
  const sorted = links.toSorted((a, b) => a.base - b.base || a.head - b.head);
  return [...sorted, ...linkByWords(base, head, { lookup, links: sorted })];
}

function linkBasePiece(piece: AnswerPiece, head: AnswerPieces, lookup: PieceLookup): readonly PieceLink[] {
  const pieceStatus = lookup.find(piece, head);
  if (!('by' in pieceStatus)) return [];
  const { status, effect } = pieceStatus;
  const kind = effect ?? status;
  const links = pieceStatus.by.flatMap((id) => link(piece.at, findPlace(id, head), kind));
  // The statement that a new sentence takes back or restricts may still be there.
  const own = effect === undefined ? [] : link(piece.at, findPlace(piece.id, head), 'said');
  return [...own, ...links];
}

function linkHeadPiece(
  { at }: AnswerPiece,
  base: AnswerPieces,
  addition: ReturnType<PieceLookup['findAddition']>,
): readonly PieceLink[] {
  return addition.status === 'said' ? addition.of.flatMap((id) => link(findPlace(id, base), at, 'said')) : [];
}

function findPlace(id: string, { pieces }: AnswerPieces): number | null {
  return pieces.find((piece) => piece.id === id)?.at ?? null;
}

function link(base: number | null, head: number | null, kind: PieceLink['kind']): readonly PieceLink[] {
  return base === null || head === null ? [] : [{ base, head, kind }];
}

/** Links pieces that no judge compared by their shared words: headings, and without a judge all pieces. */
function linkByWords(
  base: AnswerPieces,
  head: AnswerPieces,
  { lookup, links }: { readonly lookup: PieceLookup; readonly links: readonly PieceLink[] },
): readonly PieceLink[] {
  const linked = {
    base: new Set(links.map((link) => link.base)),
    head: new Set(links.map((link) => link.head)),
  };
  const alike: PieceLink[] = [];
  const isOpen = (piece: AnswerPiece) => lookup.findAddition(piece, head).status === 'unknown';
  const free = new Set(
    head.pieces.filter((piece) => piece.at !== null && !linked.head.has(piece.at) && isOpen(piece)),
  );
  for (const piece of base.pieces) {
    if (piece.at === null || linked.base.has(piece.at)) continue;
    if (lookup.find(piece, head).status !== 'unknown') continue;
    const best = [...free]
      .filter((each) => each.isCall === piece.isCall)
      .map((each) => ({ each, share: computeSharedShare(piece, each) }))
      .filter(({ share }) => share >= MIN_SHARED_WORDS)
      .toSorted((a, b) => b.share - a.share)[0];
    if (best === undefined) continue;
    free.delete(best.each);
    alike.push({ base: piece.at, head: best.each.at ?? 0, kind: 'said' });
  }
  return alike;
}

function computeSharedShare(one: AnswerPiece, two: AnswerPiece): number {
  return one.normalised === two.normalised ? 1 : measureSharedWords(readPieceWords(one), readPieceWords(two));
}
