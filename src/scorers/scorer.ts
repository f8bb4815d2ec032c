import type { z } from 'zod';
import type { GivenAnswer } from '../model/answer.js';
import type { Message } from '../model/case.js';
import type { Log } from '../model/effects.js';
import type { Judge, Question, VerdictStore } from '../model/judge.js';
import type { ScorerFingerprint } from '../model/run-record.js';
import type { Judgement, ScoredJudgement, TeamLabels, Verdict } from '../model/verdict.js';

/** The agent's input, by which an answer is judged. */
export type ScoreInput = {
  /** The case's id and tags, for the repository's own scorers. */
  readonly caseId?: string;
  readonly tags?: readonly string[];
  /** The agent's purpose in words; `null` if unknown. */
  readonly task: string | null;
  readonly history: readonly Message[];
  readonly input: string;
  readonly groundTruth?: string;
  /** The agent's context in order of retrieval, if the case has one. */
  readonly context?: readonly string[];
};

export type ScoreRequest = ScoreInput & { readonly answer: GivenAnswer };

export type ScorerTools = {
  readonly judge: Judge;
  /** Stored verdicts; new ones are added. */
  readonly store: VerdictStore;
  readonly labels?: TeamLabels;
  /** Seeds the choice of control statements: the same within a run, unpredictable across runs. */
  readonly salt: string;
};

export type ScoreStep = 'analyze' | 'generate-reason';

export type ScoreOptions = ScoreListeners & {
  readonly signal: AbortSignal;
  readonly log?: Log;
};

export type ScoreListeners = {
  /** Receives every question for readers: no control statements, no repeats. */
  readonly onQuestion?: (step: ScoreStep, question: Question) => void;
  /** Receives why a judge's reply is requested again. */
  readonly onRepeat?: (why: string) => void;
};

export interface Scorer {
  readonly id: string;
  readonly fingerprint: ScorerFingerprint;
  /** Scores one answer. Throws `ProviderError` without a usable judge or reply, or if the run was cancelled. */
  score(request: ScoreRequest, options: ScoreOptions): Promise<Judgement>;
}

export interface StatementScorer extends Scorer {
  /**
   * Asks the judge again about these keys, bypassing the store; statements that are missing or need no judge are
   * omitted. `draw` 1, 2 …: separate requests, so that no reply is repeated. Throws `ProviderError` without verdicts.
   */
  judgeAgain(
    request: ScoreRequest,
    again: { readonly keys: ReadonlySet<string>; readonly draw: number },
    options: ScoreOptions,
  ): Promise<ReadonlyMap<string, Verdict>>;
  /** True if a team's labels replace its verdicts. */
  readonly takesLabels: boolean;
  /**
   * The judge's own verdicts on an answer's statements, whatever the team says; stored ones cost nothing. In order,
   * `null` for unjudgeable ones. Throws `ProviderError` without verdicts.
   */
  judgeLabelled(
    request: ScoreRequest,
    statements: readonly { readonly text: string; readonly quote: string; readonly isCall?: true }[],
    options: ScoreOptions,
  ): Promise<readonly ((Verdict & { readonly key: string }) | null)[]>;
  /** The judgement with these verdicts by statement key; score and reason follow. */
  withVerdicts(judgement: ScoredJudgement, verdicts: ReadonlyMap<string, Verdict>): ScoredJudgement;
}

export function isStatementScorer(scorer: Scorer): scorer is StatementScorer {
  return 'judgeAgain' in scorer;
}

/** The scorer's items in words: "newly irrelevant statements". */
export type ItemWords = {
  readonly one: string;
  readonly many: string;
  /** An item's failing state: `irrelevant`, `unsupported`, `toxic`. */
  readonly bad: string;
  /** True if lost good items are worth a note: a prompt that drops half of the answer keeps its score. */
  readonly lost?: boolean;
};

/** What a scorer is called, and what it measures. */
export type ScorerName = {
  /** Name in `scorers:` and in run records. */
  readonly id: string;
  readonly factory: string;
  /** The measured quality, as in "Mean relevancy fell". */
  readonly measure: string;
  /** Of a check: what an answer does that fails it, and several answers: `is too long`, `are too long`. */
  readonly failing?: readonly [one: string, many: string];
  readonly summary: string;
};

export type ScorerInfo = ScorerName & {
  /** `judged` asks a judge; `code` and `check` need none. A check gives 1 or 0. */
  readonly kind: 'judged' | 'code' | 'check';
  readonly higherIsBetter: boolean;
  /** Most verdict calls for an answer of up to 20 items, without splitting it and wording the reason. Default 1. */
  readonly verdictCalls?: number;
  /** Required parts of a case or answer, without which it is not scorable. */
  readonly needs: readonly ('groundTruth' | 'context' | 'toolCalls')[];
  readonly items: ItemWords | null;
  /** True if a team's labels (*yes*, *unsure*, *no*) replace its verdicts. */
  readonly takesLabels?: true;
  readonly formula: string;
  /**
   * Options in code, each with description and default. Unknown ones are refused, except the function that a judged
   * scorer's `contextFrom` names.
   */
  readonly options: z.ZodObject;
};

/** Properties that most judged scorers share. */
export const JUDGED_SCORER = { kind: 'judged', higherIsBetter: true, needs: [] } as const;

export const CODE_SCORER = { kind: 'code', higherIsBetter: true, needs: [], items: null } as const;
