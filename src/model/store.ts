import type { RunRecord } from './run-record.js';

export type StoreLookup =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' }
  /** A record exists but cannot be used, or the store could not be read. Never the same as none. */
  | { readonly status: 'unreadable'; readonly reason: string };

/** A baseline's entry in the store's index for one scorer, so that a list needs no records. */
export type BaselineMean = {
  /** `null` outside a repository. */
  readonly commit: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly cases: number;
  /** Over the scored cases, 0..1 of the scale, as the scorer gives it. */
  readonly mean: number;
};

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
  /** Every baseline of a suite that is kept, under one scorer; order of no meaning. */
  means(suite: string, scorer: string): Promise<readonly BaselineMean[]>;
  /** @param means the record's own, by scorer. */
  write(record: RunRecord, means?: ReadonlyMap<string, number>): Promise<void>;
}
