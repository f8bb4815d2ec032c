import type { Message, ToolCall } from '../model/case.js';
import type { FailureKind } from '../model/errors.js';
import { describeJson } from '../text/values.js';

/** An answer to score: a line to a program of the repository. */
export type ScoreLine = {
  /** The case's. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly task: string | null;
  readonly input: string;
  /** The conversation, with `input` as its last message. */
  readonly messages: readonly Message[];
  readonly output: string;
  readonly toolCalls: readonly ToolCall[];
  readonly groundTruth?: string;
  readonly context?: readonly string[];
};

/** One line back, under the line's id: a score, an error, or `null` with the reason for not scoring. */
export type ScoreReply = {
  readonly id: string;
  readonly score?: unknown;
  readonly reason?: unknown;
  readonly error?: unknown;
  /** Our host's only: why its judge failed. */
  readonly kind?: FailureKind | undefined;
  /** Our host's only: the file's scorer, if the line had only an id. */
  readonly scorer?: HostedScorer;
};

export type HostedScorer = {
  /** Its highest possible score. */
  readonly scale: number;
  readonly higherIsBetter: boolean;
};

export function isScore(score: unknown, scale: number): score is number {
  return typeof score === 'number' && score >= 0 && score <= scale;
}

/** Says why a value is not a score. */
export function explainNoScore(value: unknown, scale: number): string {
  return `its score is ${describeJson(value)}, and a score is a number from 0 to ${scale}, or null if there is nothing to score`;
}
