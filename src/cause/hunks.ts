import { isDeepStrictEqual } from 'node:util';
import { findCommonSequence } from '../decide/compare/common-sequence.js';
import { measureSharedWords, readWords } from '../text/words.js';
import {
  cutBlocks,
  detectTextKind,
  type LineRange,
  normaliseLines,
  type TextBlock,
  type TextKind,
} from './blocks.js';

/** A changed file; `null` on a side that lacks it. */
export type FileVersions = {
  readonly path: string;
  readonly base: string | null;
  readonly head: string | null;
};

/** A setting of the agent that differs: its model, a parameter, a tool definition. */
export type ChangedSetting = { readonly name: string; readonly base: unknown; readonly head: unknown };

type EditRanges = { readonly base: LineRange; readonly head: LineRange };

/** Lines of a file that one side has in place of the other's. */
export type Edit = EditRanges & { readonly path: string };

/** The part of a change that is left out or restored as a whole. */
export type Hunk = {
  readonly edits: readonly Edit[];
  readonly settings: readonly ChangedSetting[];
};

/** More of them cost more answers than a reader wants to wait for. */
export const MAX_HUNKS = 8;

/** Blocks of one side × blocks of the other: a file that was rewritten is one hunk. */
const MAX_PAIRINGS = 10_000;

/**
 * Cuts a change into its paragraphs, list items and settings, in their order, at most `MAX_HUNKS`. White space is not a
 * change. A paragraph that only moved is one hunk.
 */
export function cutHunks(
  files: readonly FileVersions[],
  settings: readonly ChangedSetting[],
): readonly Hunk[] {
  const editGroups = joinMoves(files.flatMap((file) => listChanges(file)));
  const texts = editGroups.map((edits): Hunk => ({ edits, settings: [] }));
  const values = settings
    .filter(({ base, head }) => !isDeepStrictEqual(base, head))
    .map((setting): Hunk => ({ edits: [], settings: [setting] }));
  return joinNeighbours([...texts, ...values]);
}

/** One change of a file, with the text that it takes out or adds as a whole. */
type Change = {
  readonly edit: Edit;
  readonly removed: string | null;
  readonly added: string | null;
};

function listChanges({ path, base, head }: FileVersions): readonly Change[] {
  const kind = detectTextKind(path);
  const before = base === null ? [] : base.split('\n');
  const after = head === null ? [] : head.split('\n');
  const whole: Change = {
    edit: {
      path,
      base: { start: 0, end: before.length },
      head: { start: 0, end: after.length },
    },
    removed: null,
    added: null,
  };
  if (base === null || head === null) return base === head ? [] : [whole];
  const atBase = cutBlocks(base, kind);
  const atHead = cutBlocks(head, kind);
  const regions = listRegions(atBase, atHead).filter((region) => !isSameText(region, kind));
  return regions.flatMap((region) => listRegionChanges(region, { path, kind, before, after }));
}

/** Blocks between two that both sides have; `from`: the lines at which both sides begin. */
type Region = {
  readonly from: { readonly base: number; readonly head: number };
  readonly base: readonly TextBlock[];
  readonly head: readonly TextBlock[];
};

function listRegions(base: readonly TextBlock[], head: readonly TextBlock[]): readonly Region[] {
  const [baseNames, headNames] = [nameBlocks(base), nameBlocks(head)];
  const common = findCommonSequence(baseNames, headNames);
  const regions: Region[] = [];
  let from = { base: 0, head: 0 };
  let [atBase, atHead] = [0, 0];
  const isCommon = (name: string | undefined) => name === undefined || common.has(name);
  while (atBase < base.length || atHead < head.length) {
    const removed: TextBlock[] = [];
    const added: TextBlock[] = [];
    while (!isCommon(baseNames[atBase])) removed.push(...base.slice(atBase, ++atBase));
    while (!isCommon(headNames[atHead])) added.push(...head.slice(atHead, ++atHead));
    if (removed.length + added.length > 0) regions.push({ from, base: removed, head: added });
    from = { base: base[atBase]?.end ?? 0, head: head[atHead]?.end ?? 0 };
    atBase += 1;
    atHead += 1;
  }
  return regions;
}

/** A name for each block: a text that is repeated gets another name each time. */
function nameBlocks(blocks: readonly TextBlock[]): readonly string[] {
  const counts = new Map<string, number>();
  return blocks.map(({ text }) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${count} ${text}`;
  });
}

/** True if only the line breaks differ. */
function isSameText({ base, head }: Region, kind: TextKind): boolean {
  const renderText = (blocks: readonly TextBlock[]) =>
    normaliseLines(
      blocks.map(({ text }) => text),
      kind,
    );
  return renderText(base) === renderText(head);
}

type FileTexts = {
  readonly path: string;
  readonly kind: TextKind;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

function listRegionChanges(region: Region, file: FileTexts): readonly Change[] {
  const { base, head, from } = region;
  const isOne = file.kind === 'data' || base.length * head.length > MAX_PAIRINGS;
  const steps: readonly Step[] = isOne ? [{ base, head }] : pairBlocks(base, head);
  const cursor = { ...from };
  return steps.map((step): Change => {
    const atBase = findRange(step.base, cursor.base, step.head.length === 0);
    const atHead = findRange(step.head, cursor.head, step.base.length === 0);
    cursor.base = atBase.end;
    cursor.head = atHead.end;
    const ranges = trimSameLines({ base: atBase, head: atHead }, file);
    const joinTexts = (blocks: readonly TextBlock[]) => blocks.map(({ text }) => text).join('\n');
    return {
      edit: { path: file.path, ...ranges },
      removed: step.head.length === 0 ? joinTexts(step.base) : null,
      added: step.base.length === 0 ? joinTexts(step.head) : null,
    };
  });
}

/** A whole block that is added or removed takes the blank lines before it along. */
function findRange(blocks: readonly TextBlock[], cursor: number, isWhole: boolean): LineRange {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return { start: cursor, end: cursor };
  return { start: isWhole && cursor > 0 ? cursor : first.start, end: last.end };
}

/** In a long paragraph, only the lines that differ count as changed. */
function trimSameLines({ base, head }: EditRanges, { before, after, kind }: FileTexts): EditRanges {
  const isSame = (atBase: number, atHead: number) =>
    normaliseLines([before[atBase] ?? ''], kind) === normaliseLines([after[atHead] ?? ''], kind);
  const shorter = Math.min(base.end - base.start, head.end - head.start);
  let first = 0;
  while (first < shorter && isSame(base.start + first, head.start + first)) first += 1;
  let last = 0;
  while (last < shorter - first && isSame(base.end - last - 1, head.end - last - 1)) last += 1;
  return {
    base: { start: base.start + first, end: base.end - last },
    head: { start: head.start + first, end: head.end - last },
  };
}

/** Blocks of one side in place of the other's: one of each, or one that was removed or added. */
type Step = { readonly base: readonly TextBlock[]; readonly head: readonly TextBlock[] };

/** Pairs a block with the one that it became, in order, so that both share the most words. */
function pairBlocks(base: readonly TextBlock[], head: readonly TextBlock[]): readonly Step[] {
  const words = (blocks: readonly TextBlock[]) => blocks.map(({ text }) => readWords(text));
  const [baseWords, headWords] = [words(base), words(head)];
  const alike = (i: number, j: number): number => {
    const [one, two] = [baseWords[i], headWords[j]];
    return one === undefined || two === undefined
      ? 0
      : (measureSharedWords(one, two) + measureSharedWords(two, one)) / 2;
  };
  /** The most that pairs can share from these two on. */
  const best = base.map(() => new Array<number>(head.length + 1).fill(0));
  best.push(new Array<number>(head.length + 1).fill(0));
  const bestAt = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = base.length - 1; i >= 0; i -= 1) {
    for (let j = head.length - 1; j >= 0; j -= 1) {
      const row = best[i];
      if (row === undefined) continue;
      row[j] = Math.max(alike(i, j) + bestAt(i + 1, j + 1), bestAt(i + 1, j), bestAt(i, j + 1));
    }
  }
  const steps: Step[] = [];
  const unpaired: { base: TextBlock[]; head: TextBlock[] } = { base: [], head: [] };
  let [i, j] = [0, 0];
  while (i < base.length && j < head.length) {
    const shared = alike(i, j);
    if (shared > 0 && bestAt(i, j) === shared + bestAt(i + 1, j + 1)) {
      steps.push(...pairInOrder(unpaired), { base: base.slice(i, i + 1), head: head.slice(j, j + 1) });
      [unpaired.base, unpaired.head] = [[], []];
      i += 1;
      j += 1;
    } else if (bestAt(i, j) === bestAt(i + 1, j)) unpaired.base.push(...base.slice(i, ++i));
    else unpaired.head.push(...head.slice(j, ++j));
  }
  unpaired.base.push(...base.slice(i));
  unpaired.head.push(...head.slice(j));
  return [...steps, ...pairInOrder(unpaired)];
}

/** Blocks without a word in common replace each other if there are as many on both sides. */
function pairInOrder({ base, head }: Step): readonly Step[] {
  if (base.length === head.length)
    return base.map((block, at) => ({ base: [block], head: head.slice(at, at + 1) }));
  return [
    ...base.map((block) => ({ base: [block], head: [] })),
    ...head.map((block) => ({ base: [], head: [block] })),
  ];
}

/** Joins the removal and the addition of the same text. */
function joinMoves(changes: readonly Change[]): readonly (readonly Edit[])[] {
  const remaining = [...changes];
  const hunks: Edit[][] = [];
  for (const change of changes) {
    if (!remaining.includes(change)) continue;
    remaining.splice(remaining.indexOf(change), 1);
    const other = remaining.find((each) => isMove(change, each) || isMove(each, change));
    if (other !== undefined) remaining.splice(remaining.indexOf(other), 1);
    hunks.push([change.edit, ...(other === undefined ? [] : [other.edit])]);
  }
  return hunks;
}

function isMove({ removed }: Change, { added }: Change): boolean {
  return removed !== null && removed === added;
}

/** Joins the two hunks that are nearest to each other until `MAX_HUNKS` are left. */
function joinNeighbours(hunks: readonly Hunk[]): readonly Hunk[] {
  const joined = [...hunks];
  while (joined.length > MAX_HUNKS) {
    const gaps = joined.slice(1).map((next, at) => measureGap(joined[at], next));
    const at = gaps.indexOf(Math.min(...gaps));
    const [one, two] = joined.slice(at, at + 2);
    if (one === undefined || two === undefined) return joined;
    joined.splice(at, 2, {
      edits: [...one.edits, ...two.edits],
      settings: [...one.settings, ...two.settings],
    });
  }
  return joined;
}

/** In lines; other files and settings are further away than any line. */
function measureGap(one: Hunk | undefined, two: Hunk): number {
  const last = one?.edits.at(-1);
  const [first] = two.edits;
  if (last === undefined || first === undefined) return first === last ? 1e8 : 1e9;
  return last.path === first.path ? Math.abs(first.head.start - last.head.end) : 1e7;
}
