import type { HistoryPoint } from './history.js';
import type { RunRecord } from './run-record.js';

export type StoreRead =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' }
  /** There is a record, and it cannot be used, or the store could not be asked: never the same as none. */
  | { readonly status: 'unreadable'; readonly reason: string };

/** Stored records, by suite. They are immutable; the newest of a commit counts. */
export interface StoredRecords {
  /** The newest record of exactly this commit. */
  byCommit(suite: string, commit: string): Promise<StoreRead>;
  /** Commits that have a record whose watched files have this fingerprint; order of no meaning. */
  commitsByWatched(suite: string, watched: string): Promise<readonly string[]>;
  /** All commits that have a record. */
  commits(suite: string): Promise<readonly string[]>;
  /** The newest record of any commit, for use outside a repository. */
  latest(suite: string): Promise<StoreRead>;
}

/** Where the baselines of one working directory lie. */
export interface BaselineStore extends StoredRecords {
  /** In words, for messages: `branch prompt-regression-data`. */
  readonly name: string;
  /** What releases before record version 2 wrote: records of a suite of this name, of any working directory. */
  readonly older: StoredRecords;
  /** Every run of a suite that is kept, under one scorer; order of no meaning. None of what older releases wrote. */
  history(suite: string, scorer: string): Promise<readonly HistoryPoint[]>;
  /** @param points the record's own, by scorer. */
  write(record: RunRecord, points?: ReadonlyMap<string, HistoryPoint>): Promise<void>;
}
