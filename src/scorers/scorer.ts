import type { Answer } from '../model/answer.js';
import type { Message } from '../model/dataset.js';
import type { Question } from '../model/judge.js';
import type { Log } from '../model/log.js';
import type { ScorerFingerprint } from '../model/run-record.js';
import type { Judgement } from '../model/verdict.js';

/** What was asked of the agent: the yardstick that an answer is held against. */
export type Asked = {
  /** What the agent is for, in words; `null` where nobody says. */
  readonly task: string | null;
  /** The conversation before `input`. */
  readonly history: readonly Message[];
  readonly input: string;
};

export type GivenAnswer = Extract<Answer, { readonly status: 'answered' }>;

export type ScoreRequest = Asked & { readonly answer: GivenAnswer };

/** The steps of a scorer that asks a judge. */
export type ScoreStep = 'preprocess' | 'analyze' | 'generate-reason';

export type ScoreOptions = {
  readonly signal: AbortSignal;
  readonly log?: Log;
  /** Hears every question that is due, as a reader should see it: no control statements, no repeats. */
  readonly onQuestion?: (step: ScoreStep, question: Question) => void;
};

export interface Scorer {
  readonly id: string;
  readonly fingerprint: ScorerFingerprint;
  /**
   * Scores one answer. What the judge spoils is an `unscored` judgement.
   * Throws `ProviderError` where the judge could not be reached or the run was cancelled.
   */
  score(request: ScoreRequest, options: ScoreOptions): Promise<Judgement>;
}
