import type { Answer } from '../ports/answer.js';
import type { Message } from '../ports/dataset.js';
import type { Question } from '../ports/judge.js';
import type { Log } from '../ports/log.js';
import type { ScorerFingerprint } from '../ports/run-record.js';
import type { Judgement, Verdict } from '../ports/verdict.js';

/** What was asked of the agent: the yardstick that an answer is held against. */
export type Asked = {
  /** What the agent is for, in words; `null` where nobody says. */
  readonly task: string | null;
  /** The conversation before `input`. */
  readonly history: readonly Message[];
  readonly input: string;
  /** The answer that is wanted, where the case has one. */
  readonly groundTruth?: string;
  /** What the agent was given to know, in the order of retrieval, where the case says. */
  readonly context?: readonly string[];
};

export type GivenAnswer = Extract<Answer, { readonly status: 'answered' }>;

export type ScoreRequest = Asked & { readonly answer: GivenAnswer };

/** The steps of a scorer that asks a judge. */
export type ScoreStep = 'analyze' | 'generate-reason';

export type ScoreOptions = {
  readonly signal: AbortSignal;
  readonly log?: Log;
  /** Hears every question that is due, as a reader should see it: no control statements, no repeats. */
  readonly onQuestion?: (step: ScoreStep, question: Question) => void;
  /** Hears why a reply of the judge is asked for once more. */
  readonly onRepeat?: (why: string) => void;
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

/** A scorer whose score follows from one verdict a statement. */
export interface StatementScorer extends Scorer {
  /**
   * Asks the judge once more about the statements of these keys, past the store, which stays as it is. What the answer
   * does not say, and what no judge decides on, is not in the result. Throws `ProviderError` where there are no verdicts.
   *
   * @param again.draw 1, 2 …: each is another request, so that no reply is merely repeated.
   */
  judgeAgain(
    request: ScoreRequest,
    again: { readonly keys: ReadonlySet<string>; readonly draw: number },
    options: ScoreOptions,
  ): Promise<ReadonlyMap<string, Verdict>>;
  /** True where a team's labels take the place of its verdicts. */
  readonly takesLabels: boolean;
  /**
   * What the judge itself says of these statements of an answer, whatever the team says: known verdicts cost nothing. In
   * the order of the statements, `null` for what cannot be judged. Throws `ProviderError` where there are no verdicts.
   */
  judgeLabelled(
    request: ScoreRequest,
    statements: readonly { readonly text: string; readonly quote: string; readonly isCall?: true }[],
    options: ScoreOptions,
  ): Promise<readonly ((Verdict & { readonly key: string }) | null)[]>;
  /** The judgement with these verdicts, by statement key, in the place of its own; score and reason follow. */
  withVerdicts(judgement: Scored, verdicts: ReadonlyMap<string, Verdict>): Scored;
}

/** True where single items of an answer can be judged once more. */
export function isStatementScorer(scorer: Scorer): scorer is StatementScorer {
  return 'judgeAgain' in scorer;
}

type Scored = Extract<Judgement, { readonly status: 'scored' }>;
