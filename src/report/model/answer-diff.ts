import type { PairedCase, PieceLink, ShownAnswer, StatementChange } from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { MAX_PIECES, splitAnswer } from '../../scorers/judged/split-answer.js';
import { cutText } from '../../text/values.js';
import { normalizeWording } from '../../text/words.js';

/** One statement or tool call of the two answers. */
export type DiffLine = {
  readonly sign: ' ' | '-' | '+';
  /** Foreign text. */
  readonly text: string;
  /** The base's wording of a kept line; empty if an earlier line has it. Foreign text. */
  readonly base?: string;
  /** The judge's words: `irrelevant`, `possibly dropped`; else empty. */
  readonly mark: string;
  /** Of a conversation, the turn that it belongs to, from 1. */
  readonly turn?: number;
  /** Key of the team's label; missing if the statement takes none. */
  readonly labelKey?: string;
};

/** Both answers as one list, in the head's order. The comparison's findings decide; changes that only other runs show come last. */
export function diffAnswers(pair: PairedCase, bad: string): readonly DiffLine[] {
  const base = listPieces(pair.baseAnswer, pair);
  const head = listPieces(pair.headAnswer, pair);
  const turns = { base: listPieceTurns(pair.baseAnswer), head: listPieceTurns(pair.headAnswer) };
  const links = pair.links ?? linkEqualPieces(base, head);
  const changes = indexChanges(pair.statements);
  const partners = pairPieces(base, head, { changes, links });
  const dropped = Map.groupBy(
    [...base.keys()].filter((index) => !partners.kept.has(index)),
    (index) => partners.anchors[index] ?? -1,
  );
  const droppedAt = (place: number) =>
    (dropped.get(place) ?? []).map((index): DiffLine => {
      const piece = base[index] ?? '';
      const mark = buildMark(findChange(changes, GONE, piece), bad);
      return omitUndefined({ sign: '-', text: piece, ...mark, turn: turns.base[index] });
    });
  // A baseline may be stored without its answers. What the comparison does not name may not be new.
  const isBaseKnown = pair.baseAnswer !== null || pair.base === null;
  const lines = head.flatMap((piece, index): readonly DiffLine[] => {
    const change = findChange(changes, BAD, piece);
    const was = change?.kind === 'newly-irrelevant' ? undefined : partners.wordingAt(index);
    const effect = describeEffect({ changes, links }, base, index);
    const { mark, labelKey } = buildMark(change, bad);
    const added = omitUndefined({
      text: piece,
      mark: effect === '' ? mark : effect,
      labelKey,
      turn: turns.head[index],
    });
    const isNew = was === undefined && (isBaseKnown || change?.kind === 'newly-irrelevant');
    const line: DiffLine = omitUndefined({ sign: isNew ? '+' : ' ', ...added, base: was });
    return partners.changed.has(index) ? [...droppedAt(index), line] : [line, ...droppedAt(index)];
  });
  return [...droppedAt(-1), ...lines, ...listUnshownChanges(pair.statements, { base, head }, bad)];
}

/** The lines with `Turn 2: …` before the first line of each turn after the first. Titles hold foreign text. */
export function titleTurns(
  lines: readonly DiffLine[],
  turns: readonly string[],
): readonly { readonly line: DiffLine; readonly title: string | null }[] {
  let last = 1;
  return lines.map((line) => {
    const { turn = last } = line;
    if (turn <= last) return { line, title: null };
    last = turn;
    return { line, title: `Turn ${turn}: ${turns[turn - 1] ?? ''}` };
  });
}

const BAD: ReadonlySet<StatementChange['kind']> = new Set(['newly-irrelevant', 'stray', 'still-irrelevant']);
const DROPPED: ReadonlySet<StatementChange['kind']> = new Set(['lost', 'partly-lost', 'says-otherwise']);
const GONE: ReadonlySet<StatementChange['kind']> = new Set([...DROPPED, 'no-longer-irrelevant']);

/** In the order of `PieceLink`: the text's pieces, then the tool calls. */
function listPieces(answer: ShownAnswer | null, { links }: PairedCase): readonly string[] {
  if (answer?.status !== 'answered') return [];
  const calls = answer.toolCalls.map((call) => `called ${call}`);
  const pieces = [...splitAnswer(answer.output).map(({ text }) => text), ...calls];
  // A very long answer that nothing links to the other one is shown as a whole.
  return links === null && pieces.length > MAX_PIECES ? [answer.output] : pieces;
}

/** The turn of each piece of a conversation's text; empty if the answer has no turns. */
function listPieceTurns(answer: ShownAnswer | null): readonly number[] {
  if (answer?.status !== 'answered' || answer.turns === undefined) return [];
  const turns = answer.turns.flatMap(({ output }, at) => splitAnswer(output).map(() => at + 1));
  return turns.length === splitAnswer(answer.output).length ? turns : [];
}

/** The changes by their statement's bare wording. */
type ChangesByWording = ReadonlyMap<string, readonly StatementChange[]>;

function indexChanges(changes: readonly StatementChange[]): ChangesByWording {
  return Map.groupBy(changes, ({ text }) => normalizeWording(text));
}

function findChange(
  changes: ChangesByWording,
  kinds: ReadonlySet<StatementChange['kind']>,
  piece: string,
): StatementChange | undefined {
  return changes.get(normalizeWording(piece))?.find(({ kind }) => kinds.has(kind));
}

type LinkedPair = { readonly changes: ChangesByWording; readonly links: readonly PieceLink[] };

/** Pieces in the same words, each once. */
function linkEqualPieces(base: readonly string[], head: readonly string[]): readonly PieceLink[] {
  const places = Map.groupBy(head.keys(), (index) => normalizeWording(head[index] ?? ''));
  return base.flatMap((piece, index): PieceLink[] => {
    const place = places.get(normalizeWording(piece))?.shift();
    return place === undefined ? [] : [{ base: index, head: place, kind: 'said' }];
  });
}

type Partners = {
  /** Base pieces that a head piece still says. */
  readonly kept: ReadonlySet<number>;
  /** Head pieces that tell a base piece in part or otherwise. */
  readonly changed: ReadonlySet<number>;
  /** The base's wording of a head piece; empty if a head piece before it has the same; `undefined` without one. */
  readonly wordingAt: (head: number) => string | undefined;
  /** For each base piece, the head piece beside which it is shown if it is not kept; -1 for the top. */
  readonly anchors: readonly number[];
};

/** A base piece is kept unless the findings say that it is gone. */
function pairPieces(
  base: readonly string[],
  head: readonly string[],
  { links, changes }: LinkedPair,
): Partners {
  const isGone = (index: number) => {
    const change = findChange(changes, GONE, base[index] ?? '');
    return change !== undefined && change.effect === undefined;
  };
  const isNew = (index: number) => findChange(changes, BAD, head[index] ?? '')?.kind === 'newly-irrelevant';
  const tells = ({ kind, base: from, head: to }: PieceLink) =>
    (kind === 'said' || ((kind === 'partly' || kind === 'contradicted') && !isGone(from))) && !isNew(to);
  const keptLinks = links.filter((link) => tells(link) && !isGone(link.base));
  const kept = new Set(keptLinks.map((link) => link.base));
  const changed = links.filter(({ kind, base: from }) => isChange(kind) && !kept.has(from));
  const firstAt = new Map(changed.toReversed().map((link) => [link.base, link.head]));
  const owners = new Map(keptLinks.toReversed().map((link) => [link.base, link.head]));
  const saidAt = Map.groupBy(keptLinks, (link) => link.head);
  let above = -1;
  const anchors = Array.from(base.keys(), (index) => {
    const anchor = firstAt.get(index) ?? above;
    above = owners.get(index) ?? above;
    return anchor;
  });
  return {
    kept,
    changed: new Set(firstAt.values()),
    anchors,
    wordingAt(index) {
      const own = saidAt.get(index);
      if (own === undefined) return undefined;
      const first = own.filter((link) => owners.get(link.base) === index);
      return first.map((link) => base[link.base]).join(' ');
    },
  };
}

function isChange(kind: PieceLink['kind']): boolean {
  return kind === 'partly' || kind === 'contradicted';
}

const MAX_EFFECT_LENGTH = 60;

/** `takes back “Returns are free.”`, if a head piece takes back or restricts what a finding names. */
function describeEffect({ links, changes }: LinkedPair, base: readonly string[], index: number): string {
  const effects = links.filter(({ head, kind }) => head === index && kind in EFFECTS);
  const texts = effects.flatMap((link) => {
    const text = base[link.base] ?? '';
    const change = findChange(changes, DROPPED, text);
    return change?.effect === undefined ? [] : [{ text, change }];
  });
  const [first, ...more] = texts;
  if (first === undefined) return '';
  const { effect = 'restricts', confirmed = false } = first.change;
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  const words = `${EFFECTS[effect]} “${cutText(first.text, MAX_EFFECT_LENGTH)}”${rest}`;
  return confirmed ? words : `possibly ${words}`;
}

const EFFECTS = { 'takes-back': 'takes back', restricts: 'restricts' } as const;

function buildMark(change: StatementChange | undefined, bad: string) {
  return omitUndefined({ mark: renderMark(change, bad), labelKey: change?.labelKey });
}

function renderMark(change: StatementChange | undefined, bad: string): string {
  if (change === undefined) return '';
  const mark = describeDrop(change) ?? bad;
  return change.kind === 'partly-lost' && change.reason !== '' ? `${mark}: ${change.reason}` : mark;
}

const DROPS: Partial<Record<StatementChange['kind'], string>> = {
  lost: 'dropped',
  'partly-lost': 'partly dropped',
  'says-otherwise': 'contradicted',
};
const BY_EFFECT = { 'takes-back': 'taken back', restricts: 'restricted' } as const;

/** `null` for a statement that is not dropped. */
export function describeDrop({ kind, confirmed, effect }: StatementChange): string | null {
  const words = effect === undefined ? DROPS[kind] : BY_EFFECT[effect];
  if (words === undefined) return null;
  return confirmed ? words : `possibly ${words}`;
}

/** Changed statements that the two shown answers do not contain. */
function listUnshownChanges(
  changes: readonly StatementChange[],
  { base, head }: { readonly base: readonly string[]; readonly head: readonly string[] },
  bad: string,
): readonly DiffLine[] {
  const shown = new Set([...base, ...head].map(normalizeWording));
  const rest = changes.filter(
    ({ kind, text }) =>
      (kind === 'newly-irrelevant' || DROPPED.has(kind)) && !shown.has(normalizeWording(text)),
  );
  return rest.flatMap((change): DiffLine[] => {
    const { kind, text, head: seen, otherText } = change;
    if (kind === 'newly-irrelevant') {
      const often = seen.runs < seen.of ? `, in ${seen.runs} of ${seen.of} runs` : '';
      return [{ sign: '+', text, ...buildMark(change, bad), mark: `${bad}${often}` }];
    }
    const dropped: DiffLine = { sign: '-', text, ...buildMark(change, bad) };
    return otherText === null ? [dropped] : [dropped, { sign: '+', text: otherText, mark: '' }];
  });
}
