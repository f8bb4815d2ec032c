import { z } from 'zod';
import { type Answer, answerSchema } from './answer.js';
import type { ExtractedStatement } from './judge.js';
import type { SuiteSettings } from './settings.js';
import { type Verdict, verdictSchema } from './verdict.js';

/** What is kept, by kind. */
export type JournalValues = {
  /** Of the head: it counts until the run is at its end; the next one asks anew. */
  readonly answer: Answer;
  /** Of a base that was run: it counts as long as the base is the same. */
  readonly 'base-answer': Answer;
  readonly verdict: Verdict;
  readonly statements: readonly ExtractedStatement[];
  /** What the judge replied to a question that no verdict hangs on: the wording of a reason. */
  readonly reply: unknown;
};

export type JournalKind = keyof JournalValues;

/** What a run pays for, kept as it comes, so that a run that was killed is taken up where it ended. */
export interface Journal {
  /** What an earlier run kept under this key; each is handed out once. */
  take<Kind extends JournalKind>(kind: Kind, key: string): JournalValues[Kind] | undefined;
  /** Whether `take` would hand something out. */
  has(kind: JournalKind, key: string): boolean;
  /** It is on disk when this turn of the event loop is over. */
  keep<Kind extends JournalKind>(kind: Kind, key: string, value: JournalValues[Kind]): void;
  /** A hash that nobody without the journal's key can try guesses on: what goes into it may be secret. */
  digest(text: string): string;
  /** Hash of what programs of the repository run with besides their own files; part of their answers' keys. */
  readonly surroundings: string;
  /** What was taken so far, in one line for the report; none where nothing was. */
  notes(): readonly string[];
}

/** One journal a suite. */
export interface Journals {
  /** Reads what earlier runs left. Disposing writes what is still to be written; never throws. */
  open(suite: SuiteSettings): Promise<Journal & AsyncDisposable>;
  /**
   * The suite's run is at its end and told: what the next run asks anew goes, and so do the base's answers that it did
   * not use, unless it ran only some cases. Verdicts stay.
   */
  finish(suite: string, of?: 'all-cases' | 'some-cases'): Promise<void>;
}

export type AnswerMemory = Map<string, Answer>;

/** Where the journals of a run lie, and whom they serve. */
export type JournalPlace = {
  /** Absolute; made where it is missing. */
  readonly folder: string;
  /** Entries serve runs with the very same list: repository, pull request or ref, working directory. */
  readonly boundTo: readonly string[];
  readonly surroundings: string;
  /**
   * The head's answers by their keys, from run to run of one process: where files are watched, a save asks only what it
   * changes.
   */
  readonly memory?: AnswerMemory;
  /**
   * `provider`: entries are authenticated with a key that comes from the provider's. `none`: a developer's own folder,
   * whose runs decide for nobody else; damage is noticed, forgery is not.
   */
  readonly authenticatedBy: 'provider' | 'none';
  /** What outlives a run's end: verdicts and answers of a base, or nothing, where the next run is to know of none. */
  readonly outlives: 'verdicts' | 'nothing';
};

/** Keeps nothing. */
export const NO_JOURNAL: Journal = {
  take: () => undefined,
  has: () => false,
  keep() {},
  digest: (text) => text,
  surroundings: '',
  notes: () => [],
};

/** A part of a journal that knows nothing of its other parts. */
export function partOfJournal(journal: Journal, part: string): Journal {
  return {
    ...journal,
    take: (kind, key) => journal.take(kind, `${part} ${key}`),
    has: (kind, key) => journal.has(kind, `${part} ${key}`),
    keep: (kind, key, value) => journal.keep(kind, `${part} ${key}`, value),
  };
}

export const NO_JOURNALS: Journals = {
  open: async () => ({ ...NO_JOURNAL, async [Symbol.asyncDispose]() {} }),
  async finish() {},
};

const statements = z.array(z.object({ text: z.string(), quote: z.string() }));

/** One entry: kind, key, value. */
export const journalEntrySchema = z.union([
  z.tuple([z.literal('verdict'), z.string(), verdictSchema.omit({ byTeam: true })]),
  z.tuple([z.literal('statements'), z.string(), statements]),
  z.tuple([z.literal('reply'), z.string(), z.json()]),
  z.tuple([z.enum(['answer', 'base-answer']), z.string(), answerSchema]),
]);
