import type { Answer } from './answer.js';
import type { Suite } from './settings.js';
import type { Verdict } from './verdict.js';

/** Values of the journal, by kind. */
export type JournalValues = {
  /** Of the head: it counts until the run is at its end; the next one asks anew. */
  readonly answer: Answer;
  readonly 'base-answer': Answer;
  readonly verdict: Verdict;
  /** The judge's reply to a question that no verdict depends on: the wording of a reason. */
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
  /** Whether `take` would hand something out. */
  has(kind: JournalKind, key: string): boolean;
  /** It is on disk when this turn of the event loop is over. */
  keep<Kind extends JournalKind>(kind: Kind, key: string, value: JournalValues[Kind]): void;
}

/** One journal per suite. */
export interface Journals {
  /** Reads what earlier runs left. Disposing writes what is still to be written; never throws. */
  open(suite: Suite): Promise<Journal & AsyncDisposable>;
  /** The suite's run is at its end: what the next run asks anew goes. */
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
  readonly memory?: AnswerMemory;
  /** Entries that survive the end of a run: verdicts and answers of a base, or nothing. */
  readonly outlives: 'verdicts' | 'nothing';
};

/** Keeps nothing. */
export const NO_JOURNAL: Journal = {
  take: () => undefined,
  has: () => false,
  keep() {},
};

export const NO_JOURNALS: Journals = {
  open: async () => ({ ...NO_JOURNAL, async [Symbol.asyncDispose]() {} }),
  finish() {},
};

/** A part of a journal that knows nothing of its other parts. */
export function partOfJournal(journal: Journal, part: string): Journal {
  return {
    take: (kind, key) => journal.take(kind, `${part} ${key}`),
    has: (kind, key) => journal.has(kind, `${part} ${key}`),
    keep: (kind, key, value) => journal.keep(kind, `${part} ${key}`, value),
  };
}
