import type { MeasureWords } from '../../scorers/measure-words.js';

/** What is counted when a block is left out. */
export type LeftOutKind = 'case' | 'answer' | 'suite';

/** The smallest piece of a report: printed whole or not at all. */
export type Block = {
  readonly kind: 'block';
  /** Blocks of a lower rank get their room first. */
  readonly rank: number;
  readonly render: () => string;
  readonly counts: LeftOutKind | null;
  /** Printed right behind this block, and only with it. */
  readonly behind: readonly Block[];
};

/** Parts between an opening and a closing, which are printed only where one of the parts is. */
export type Group = {
  readonly kind: 'group';
  readonly opening: string;
  readonly closing: string;
  readonly parts: readonly Part[];
};

/** The place of the sentence that says what was left out. */
export type LeftOutMark = { readonly kind: 'left-out' };

export type Part = Block | Group | LeftOutMark;

/** How much of everything is shown. */
export type Room = {
  readonly limitBytes: number;
  /** Rows of the table of cases. */
  readonly tableRows: number;
  /** Bytes of the table of cases: hostile names are long. */
  readonly tableBytes: number;
  /** True where there is room for all: cases that did not change, last lines of a crash, keys of statements for labels. */
  readonly whole: boolean;
  /** Regressed cases that are shown unfolded when the gate did not pass. */
  readonly openCases: number;
  readonly answerCharacters: number;
  readonly inputCharacters: number;
  readonly lineCharacters: number;
  readonly statementsPerCase: number;
  /** Names in a list of cases, suites or notes. */
  readonly listed: number;
  /** Where the rest is, in words: `the job summary`. */
  readonly restIsIn: string;
};

/** The same for one suite, with the words for its numbers. */
export type SuiteRoom = Room & { readonly words: MeasureWords };

/** Importance of a block: what it is, then which case, then which suite. */
export function rankOf(tier: Tier, place: { readonly index?: number; readonly suite: number }): number {
  return TIERS.indexOf(tier) * 1e10 + Math.min(place.index ?? 0, 1e6) * 1e4 + Math.min(place.suite, 9_999);
}

const TIERS = [
  'frame',
  'decision',
  'table',
  'notes',
  'lists',
  'no-longer-answers',
  'regressed',
  'statements',
  'improved',
  'unscored',
  'answers',
] as const;

export type Tier = (typeof TIERS)[number];

/** What the parts of one suite are built with. */
export type SuiteContext = {
  readonly room: SuiteRoom;
  /** Marks of the suite's own heading, for example `###`. */
  readonly level: string;
  /** Rank of a block of this suite. */
  readonly rank: (tier: Tier, index?: number) => number;
};

export function createBlock(
  rank: number,
  render: () => string,
  more: { readonly counts?: LeftOutKind; readonly behind?: readonly Block[] } = {},
): Block {
  return { kind: 'block', rank, render, counts: more.counts ?? null, behind: more.behind ?? [] };
}

/** Parts that a reader unfolds. The title is our own words: foreign text has no place in raw HTML. */
export function createFold(title: string, parts: readonly Part[]): Group {
  return { kind: 'group', opening: `<details><summary>${title}</summary>`, closing: '</details>', parts };
}

export function createSection(heading: string, parts: readonly Part[]): Group {
  return { kind: 'group', opening: heading, closing: '', parts };
}
