import type { PairedCase, ShownAnswer, StatementChange } from '../../model/comparison.js';
import { splitAnswer } from '../../scorers/judged/split-answer.js';
import { bareWording, contentWords } from '../../text/words.js';

export type DiffLine = {
  readonly sign: ' ' | '-' | '+';
  /** Foreign text. */
  readonly text: string;
  /** The base's wording of a kept line. Foreign text. */
  readonly base?: string;
  /** The judge's words: `irrelevant`, `possibly dropped`; else empty. */
  readonly mark: string;
  /** Key of the team's label; missing if the statement takes none. */
  readonly labelKey?: string;
};

/** Share of a base sentence's words that a rewording keeps. */
const REWORDED = 0.3;

/** Both answers as one list, in the head's order. The comparison's findings decide; changes that only other runs show come last. */
export function diffAnswers(pair: PairedCase, bad: string): readonly DiffLine[] {
  const base = piecesOf(pair.baseAnswer);
  const head = piecesOf(pair.headAnswer);
  const partners = pairPieces(base, head, pair.statements);
  const kept = new Map([...partners].map(([index, partner]) => [partner, base[index]]));
  const lines: DiffLine[] = [];
  const emitDropped = (after: number) => {
    base.forEach((piece, index) => {
      if (partners.has(index) || anchorOf(index, partners) !== after) return;
      const change = find(pair.statements, GONE, piece);
      lines.push({ sign: '-', text: piece, ...about(change, bad) });
    });
  };
  emitDropped(-1);
  head.forEach((piece, index) => {
    const change = find(pair.statements, BAD, piece);
    const was = change?.kind === 'newly-irrelevant' ? undefined : kept.get(index);
    const line = { text: piece, ...about(change, bad) };
    lines.push(was === undefined ? { sign: '+', ...line } : { sign: ' ', ...line, base: was });
    emitDropped(index);
  });
  return [...lines, ...unseen(pair.statements, { base, head }, bad)];
}

const BAD: ReadonlySet<StatementChange['kind']> = new Set(['newly-irrelevant', 'stray', 'still-irrelevant']);
const DROPPED: ReadonlySet<StatementChange['kind']> = new Set(['lost', 'partly-lost', 'says-otherwise']);
const GONE: ReadonlySet<StatementChange['kind']> = new Set([...DROPPED, 'no-longer-irrelevant']);

function piecesOf(answer: ShownAnswer | null): readonly string[] {
  if (answer?.status !== 'answered') return [];
  return splitAnswer(answer.output).map(({ text }) => text);
}

function find(
  changes: readonly StatementChange[],
  kinds: ReadonlySet<StatementChange['kind']>,
  piece: string,
): StatementChange | undefined {
  const key = bareWording(piece);
  return changes.find(({ kind, text }) => kinds.has(kind) && bareWording(text) === key);
}

/** By the index of a base sentence, the head's that says the same. */
function pairPieces(
  base: readonly string[],
  head: readonly string[],
  changes: readonly StatementChange[],
): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const free = new Set(head.keys());
  const take = (index: number, partner: number | undefined) => {
    if (partner === undefined) return;
    partners.set(index, partner);
    free.delete(partner);
  };
  const keys = head.map(bareWording);
  base.forEach((piece, index) => {
    const key = bareWording(piece);
    take(
      index,
      [...free].find((each) => keys[each] === key),
    );
  });
  const reworded = new Set([...free].filter((each) => find(changes, BAD, head[each] ?? '') === undefined));
  base.forEach((piece, index) => {
    if (partners.has(index) || find(changes, GONE, piece) !== undefined) return;
    const [best] = [...reworded]
      .filter((each) => free.has(each))
      .map((each) => ({ each, share: sharedWords(piece, head[each] ?? '') }))
      .filter(({ share }) => share >= REWORDED)
      .sort((a, b) => b.share - a.share);
    take(index, best?.each);
  });
  return partners;
}

function sharedWords(text: string, other: string): number {
  const words = contentWords(text);
  const others = new Set(contentWords(other));
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}

/** The head's sentence after which a dropped one is shown; -1 for the top. */
function anchorOf(index: number, partners: ReadonlyMap<number, number>): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const partner = partners.get(at);
    if (partner !== undefined) return partner;
  }
  return -1;
}

function about(change: StatementChange | undefined, bad: string): Pick<DiffLine, 'mark' | 'labelKey'> {
  return {
    mark: markOf(change, bad),
    ...(change?.labelKey !== undefined && { labelKey: change.labelKey }),
  };
}

function markOf(change: StatementChange | undefined, bad: string): string {
  if (change === undefined) return '';
  const mark = wordsOfDrop(change) ?? bad;
  return change.kind === 'partly-lost' && change.reason !== '' ? `${mark}: ${change.reason}` : mark;
}

const DROPS: Partial<Record<StatementChange['kind'], readonly [string, string]>> = {
  lost: ['dropped', 'possibly dropped'],
  'partly-lost': ['partly dropped', 'possibly dropped in part'],
  'says-otherwise': ['contradicted', 'possibly contradicted'],
};

/** `null` for a statement that is not dropped. */
export function wordsOfDrop({ kind, confirmed }: StatementChange): string | null {
  return DROPS[kind]?.[confirmed ? 0 : 1] ?? null;
}

/** Changed statements that the two shown answers do not contain. */
function unseen(
  changes: readonly StatementChange[],
  { base, head }: { readonly base: readonly string[]; readonly head: readonly string[] },
  bad: string,
): readonly DiffLine[] {
  const known = new Set([...base, ...head].map(bareWording));
  const rest = changes.filter(
    ({ kind, text }) => (kind === 'newly-irrelevant' || DROPPED.has(kind)) && !known.has(bareWording(text)),
  );
  return rest.flatMap((change): DiffLine[] => {
    const { kind, text, head: seen, otherText } = change;
    if (kind === 'newly-irrelevant') {
      const often = seen.runs < seen.of ? `, in ${seen.runs} of ${seen.of} runs` : '';
      return [{ sign: '+', text, ...about(change, bad), mark: `${bad}${often}` }];
    }
    const dropped: DiffLine = { sign: '-', text, ...about(change, bad) };
    return otherText === null ? [dropped] : [dropped, { sign: '+', text: otherText, mark: '' }];
  });
}
