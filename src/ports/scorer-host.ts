import type { FailureKind } from './errors.js';

/** What a scorer's file always gets from this tool, whatever its repository has installed. */
export const SCORER_LIBRARY = 'prompt-regression/scorers';

/**
 * The protocol of the process that runs a scorer of the repository's own: JSON Lines, one request and one reply each,
 * under the request's id.
 */
export type HostRequest =
  /** What scorer the file exports. */
  { readonly id: string; readonly about: true } | { readonly id: string; readonly run: HostRun };

/** One answer to be scored. */
export type HostRun = {
  /** A text, or messages where the scorer is one of agents. */
  readonly input: unknown;
  readonly output: unknown;
  readonly groundTruth?: string;
  readonly context?: readonly string[];
  readonly runId: string;
};

/** What a scorer says of itself. */
export type HostedScorer = {
  readonly id: string;
  /** `agent`: it reads messages. */
  readonly type?: 'agent' | undefined;
  /** Highest possible score. */
  readonly scale: number;
  readonly higherIsBetter: boolean;
};

export type HostResult = {
  /** `null`: see `unscored`. */
  readonly score: number | null;
  readonly reason?: string | undefined;
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string } | undefined;
};

export type HostReply =
  | { readonly id: string; readonly about: HostedScorer }
  /** The file exports no scorer that could be used: no other file of this process will do. */
  | { readonly id: string; readonly refused: string }
  | { readonly id: string; readonly result: HostResult }
  /** The scorer failed on this answer; `kind` where a judge that it asked did. */
  | { readonly id: string; readonly error: string; readonly kind?: FailureKind | undefined };
