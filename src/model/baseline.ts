import type { Coverage } from './coverage.js';
import type { JudgingDifference } from './notes.js';
import type { RunRecord } from './run-record.js';

export type BranchCommit = {
  readonly commit: string;
  /** The branch that it was found on; `null` if no branch was looked at. */
  readonly branch: string | null;
};

/** Why a stored record was not used. Reasons are clauses that may hold foreign text. */
export type StoreProblem =
  /** `commit`: `null` if it was not looked for by its commit. */
  | { readonly kind: 'unreadable-record'; readonly commit: string | null; readonly reason: string }
  | { readonly kind: 'unreachable-store'; readonly reason: string }
  /** The age of these stored records relative to the base commit is unknown. */
  | { readonly kind: 'unknown-order'; readonly records: number }
  /** It keeps no answers to judge again. */
  | { readonly kind: 'judged-otherwise'; readonly because: JudgingDifference };

/** True if the base's answers were given in this run. */
export function ranInThisCheck(baseline: ChosenBaseline): boolean {
  return baseline.kind === 'record' && baseline.rule === 'ran-now';
}

/** Where a baseline was looked for. */
export type BaselineOrigin = {
  /** The base commit; missing if none was looked for. */
  readonly base?: BranchCommit;
  /** The ref or path that `baseline` names. */
  readonly name?: string;
  /** Why a better one was not used. */
  readonly problems?: readonly StoreProblem[];
};

/** The baseline that was used, the reason for the choice, and its age. */
export type ChosenBaseline =
  | (BaselineOrigin & {
      readonly kind: 'record';
      /** The commit whose record it is; `null` for a file outside a repository. */
      readonly commit: string | null;
      readonly rule:
        | 'same-commit'
        | 'same-files'
        | 'ran-now'
        | 'nearest-ancestor'
        | 'given-ref'
        | 'given-record'
        | 'latest';
      readonly createdAt: string;
      /** The watched files changed between the baseline and the base commit, so falls only warn. */
      readonly stale: boolean;
    })
  | {
      readonly kind: 'none';
      readonly base?: BranchCommit;
      readonly problems?: readonly StoreProblem[];
      /** Set if the base could not have run instead, because its agent is a server. */
      readonly isServer?: true;
      /**
       * `first`: this run measures the first baseline. `broken-base`: the base's own files are wrong, or its
       * agent fails. `base-not-set-up`: the same, but the base's config file does not have the suite yet.
       */
      readonly because:
        | 'absent'
        | 'switched-off'
        | 'new-prompt'
        | 'first'
        | 'broken-base'
        | 'base-not-set-up';
    }
  | { readonly kind: 'unreadable'; readonly problems: readonly StoreProblem[] };

export type StoreLookup =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' }
  /** A record exists but cannot be used, or the store could not be read. Never the same as none. */
  | { readonly status: 'unreadable'; readonly reason: string };

export type CoverageLookup =
  | { readonly status: 'found'; readonly coverage: Coverage }
  | Exclude<StoreLookup, { status: 'found' }>;

/** The coverage maps of prompts. */
export interface CoverageStore {
  /** Fingerprints of the prompts that have a map, in any order. */
  coveredPrompts(suite: string): Promise<readonly string[]>;
  /** The map of a prompt with this fingerprint: a whole one, otherwise a partial one. */
  coverage(suite: string, prompt: string): Promise<CoverageLookup>;
  /** A partial map never replaces a whole one of the same prompt. */
  writeCoverage(prompt: string, coverage: Coverage): Promise<void>;
}

/**
 * The baselines of one working directory, by suite, and the coverage of its prompts. Records are immutable; the newest
 * of a commit counts.
 */
export interface BaselineStore extends CoverageStore {
  /** In words, for messages: `branch prompt-regression-data`. */
  readonly name: string;
  /** How much of a record's text the store keeps. */
  readonly text: RunRecord['text'];
  byCommit(suite: string, commit: string): Promise<StoreLookup>;
  /** Commits that have a record whose watched files have this fingerprint, in any order. */
  commitsByWatched(suite: string, watched: string): Promise<readonly string[]>;
  commits(suite: string): Promise<readonly string[]>;
  /** The newest record of any commit, for use outside a repository. */
  latest(suite: string): Promise<StoreLookup>;
  write(record: RunRecord): Promise<void>;
}
