import type { Answer } from './answer.js';
import type { PieceMatch } from './comparison.js';
import type { Verdict } from './verdict.js';

export type JournalValues = {
  /** Of the head: valid until the run ends. The next run gets new answers. */
  readonly answer: Answer;
  readonly 'base-answer': Answer;
  readonly verdict: Verdict;
  /** The judge's result for one piece in a comparison of answers. */
  readonly match: PieceMatch;
  /** The judge's reply to a question without influence on verdicts: the wording of a reason. */
  readonly reply: unknown;
};
export type JournalKind = keyof JournalValues;

/**
 * Paid answers and verdicts, written as they arrive. A run after a killed one only repeats what was in
 * flight.
 */
export interface Journal {
  /** The value that an earlier run stored under this key; each is returned once. */
  take<Kind extends JournalKind>(kind: Kind, key: string): JournalValues[Kind] | undefined;
  /** True if an earlier run stored a value under this key that is still unused. */
  has(kind: JournalKind, key: string): boolean;
  /** It is on disk after this turn of the event loop. */
  keep<Kind extends JournalKind>(kind: Kind, key: string, value: JournalValues[Kind]): void;
}

export interface Journals {
  /** Reads the entries of earlier runs. Disposing writes pending ones; never throws. */
  open(suite: string): Promise<Journal & AsyncDisposable>;
  /** The suite's run has ended: removes entries that the next run must not reuse. */
  finish(suite: string): void;
}

/** The head's answers by key, between runs of one process: after a save, only changed cases run. */
export type AnswerMemory = Map<string, Answer>;

/** The place of a run's journals, and the pull request or branch that they serve. */
export type JournalPlace = {
  /** Absolute; made if it is missing. */
  readonly folder: string;
  /** Entries serve runs with the same list: repository, pull request or ref, working directory. */
  readonly boundTo: readonly string[];
  readonly memory?: AnswerMemory | undefined;
  /** True for a file that is neither read nor written. Default: none is. */
  readonly isIgnored?: (path: string) => boolean;
};

export const NO_JOURNAL: Journal = {
  take: () => undefined,
  has: () => false,
  keep() {},
};

export const NO_JOURNALS: Journals = {
  open: async () => ({ ...NO_JOURNAL, async [Symbol.asyncDispose]() {} }),
  finish() {},
};
