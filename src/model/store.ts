import type { RunRecord } from './run-record.js';

export type StoreLookup =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' }
  /** A record exists but cannot be used, or the store could not be read. Never the same as none. */
  | { readonly status: 'unreadable'; readonly reason: string };

/** The baselines of one working directory, by suite. Records are immutable; the newest of a commit counts. */
export interface BaselineStore {
  /** In words, for messages: `branch prompt-regression-data`. */
  readonly name: string;
  /** The newest record of exactly this commit. */
  byCommit(suite: string, commit: string): Promise<StoreLookup>;
  /** Commits that have a record whose watched files have this fingerprint; order of no meaning. */
  commitsByWatched(suite: string, watched: string): Promise<readonly string[]>;
  /** All commits that have a record. */
  commits(suite: string): Promise<readonly string[]>;
  /** The newest record of any commit, for use outside a repository. */
  latest(suite: string): Promise<StoreLookup>;
  write(record: RunRecord): Promise<void>;
}
