import { counted } from '../../text/counts.js';
import { renderList } from '../figures.js';
import type { Block, Group, LeftOutKind, Part } from './parts.js';

const SEPARATOR = '\n\n';
/** After so many blocks in a row that did not fit, the others are counted without being rendered. */
const MOST_MISSES = 50;

type Counts = Record<LeftOutKind, number>;

/**
 * Joins parts to a text of at most `limitBytes` UTF-8 bytes. Blocks are taken by rank, each whole or not at all;
 * where one is left out, a sentence says how many, and has its room reserved.
 */
export function fitParts(request: {
  readonly parts: readonly Part[];
  readonly limitBytes: number;
  /** Where the rest is: `the job summary`. */
  readonly restIsIn: string;
}): string {
  const { parts, limitBytes, restIsIn } = request;
  const ranked = blocksOf(parts).sort((a, b) => a.block.rank - b.block.rank);
  const whole = takeBlocks(ranked, limitBytes);
  if (whole.left.case + whole.left.answer + whole.left.suite === 0) {
    return joinParts(parts, { ...whole, leftOut: '' });
  }
  const most: Counts = { case: 999_999_999, answer: 999_999_999, suite: 999_999_999 };
  const taken = takeBlocks(ranked, limitBytes - sizeOf(renderLeftOut(most, restIsIn)));
  return joinParts(parts, { ...taken, leftOut: renderLeftOut(taken.left, restIsIn) });
}

type Taken = {
  readonly texts: ReadonlyMap<Block, string>;
  readonly opened: ReadonlySet<Group>;
  readonly left: Counts;
};

function takeBlocks(ranked: readonly Placed[], limitBytes: number): Taken {
  // Every block is counted with a separator behind it; the last one has none.
  let room = limitBytes + SEPARATOR.length;
  const texts = new Map<Block, string>();
  const opened = new Set<Group>();
  let misses = 0;
  const left: Counts = { case: 0, answer: 0, suite: 0 };
  for (const { block, groups, parent } of ranked) {
    if (parent !== null && !texts.has(parent)) continue;
    const unopened = groups.filter((group) => !opened.has(group));
    const frame = unopened.reduce((sum, group) => sum + sizeOf(group.opening) + sizeOf(group.closing), 0);
    const text = misses < MOST_MISSES ? block.render() : null;
    if (text !== null && frame + sizeOf(text) <= room) {
      texts.set(block, text);
      for (const group of unopened) opened.add(group);
      room -= frame + sizeOf(text);
      misses = 0;
    } else if (block.counts !== null) {
      left[block.counts] += 1;
      misses += 1;
    }
  }
  return { texts, opened, left };
}

/** `412 more cases and 3 answers are left out here; the job summary has them.` */
function renderLeftOut(counts: Counts, place: string): string {
  const nouns = [
    [counts.suite, 'suite'],
    [counts.case, 'more case'],
    [counts.answer, 'answer'],
  ] as const;
  const named = nouns.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  const total = counts.suite + counts.case + counts.answer;
  return `*${renderList(named)} ${total === 1 ? 'is' : 'are'} left out here; ${place} ${total === 1 ? 'has it' : 'has them'}.*`;
}

type Placed = { readonly block: Block; readonly groups: readonly Group[]; readonly parent: Block | null };

function blocksOf(parts: readonly Part[]): Placed[] {
  const placed: Placed[] = [];
  const placeBlock = (block: Block, groups: readonly Group[], parent: Block | null): void => {
    placed.push({ block, groups, parent });
    for (const next of block.behind) placeBlock(next, groups, block);
  };
  const placeParts = (rest: readonly Part[], groups: readonly Group[]): void => {
    for (const part of rest) {
      if (part.kind === 'group') placeParts(part.parts, [...groups, part]);
      if (part.kind === 'block') placeBlock(part, groups, null);
    }
  };
  placeParts(parts, []);
  return placed;
}

function joinParts(
  parts: readonly Part[],
  shown: {
    readonly texts: ReadonlyMap<Block, string>;
    readonly opened: ReadonlySet<Group>;
    readonly leftOut: string;
  },
): string {
  const lines: string[] = [];
  for (const part of parts) {
    if (part.kind === 'left-out') lines.push(shown.leftOut);
    if (part.kind === 'block') pushBlock(part);
    if (part.kind === 'group' && shown.opened.has(part)) {
      lines.push(part.opening, joinParts(part.parts, shown), part.closing);
    }
  }
  return lines.filter((line) => line !== '').join(SEPARATOR);

  function pushBlock(block: Block): void {
    lines.push(shown.texts.get(block) ?? '');
    block.behind.forEach(pushBlock);
  }
}

function sizeOf(text: string): number {
  return text === '' ? 0 : Buffer.byteLength(text) + SEPARATOR.length;
}
