import type { Usage } from './answer.js';
import type { ProviderError } from './errors.js';

/** Limits of one run, for all suites, both sides, agent and judge. `null`: no limit is set. */
export type BudgetLimits = { readonly maxCalls: number | null; readonly maxTokens: number | null };

/** Keeps count of what a run spends on models, and says when it must not begin another call. */
export interface Budget {
  /** Counts a call that is about to begin. Throws `ProviderError` of kind `budget` if the budget is spent. */
  beginCall(): void;
  /** Counts what is known only afterwards: tokens, and calls that an agent made on its own. */
  add(usage: Usage): void;
  /** The error if the budget does not cover this many more calls, else `null`. Counts nothing. */
  shortfall(calls: number): ProviderError | null;
  /** Hears how many calls a suite may take at most. */
  expect(calls: number): void;
  /** How many all suites so far may take at most, the calls that an agent makes on its own left out. */
  expected(): number;
  /** Raises the default limit of calls, if that is in use, for the base cases of all suites. */
  allowFor(baseCases: number): void;
  /** The rest of the budget, for a line before the first call: `80 of 200 calls`; `null` without a limit. */
  left(): string | null;
}

export const NO_BUDGET: Budget = {
  beginCall() {},
  add() {},
  shortfall: () => null,
  expect() {},
  allowFor() {},
  expected: () => 0,
  left: () => null,
};

/** Price of a million tokens, in whatever currency the config file means. */
type Price = { readonly input: number; readonly output: number };

/** By model. Only what the config file gives: no price is built in. */
export type Prices = Readonly<Record<string, Price>>;

/** Cost of a run. */
export type Cost =
  | {
      readonly status: 'known';
      /** In the currency of the prices. */
      readonly amount: number;
      /** `judge`: the agent is a program whose own calls are not known. */
      readonly covers: 'all' | 'judge';
    }
  /** Models that were used and have no price: then there is no sum. */
  | { readonly status: 'unpriced'; readonly models: readonly string[] };

/** Runs of each side of a suite, and the calls per answer. */
export type CallPlan = {
  readonly cases: number;
  /** Cases that only the head's dataset asks: shown, and in no decision. */
  readonly shown: number;
  /** Cases whose answers are judged by what the head's row says, too. */
  readonly regraded: number;
  /** Runs of every base case to take now; 0 with a stored record or without a baseline. */
  readonly baseSamples: number;
  /** Stored answers of the base that are judged again; 0 if judge and rules are unchanged. */
  readonly rejudged: number;
  /** Questions whose stored answers take the judge a call at least. */
  readonly rejudgedQuestions: number;
  /** False if one side alone is measured, to become a baseline. */
  readonly compared: boolean;
  /** Samples a case of the head to begin with. */
  readonly headSamples: number;
  /** Most extra answers that the gate may ask for, of all cases and both sides. */
  readonly extraAnswers: number;
  /** Model calls of our own for one answer: 1 for a prompt, 0 for a command (its calls are its own) or a recording. */
  readonly callsPerAnswer: 0 | 1;
  /** Most judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
  readonly judgeCallsPerAnswer: number;
  /** True if the head's answers are in a file. Then all runs in the file count. */
  readonly recorded: boolean;
  /** True if only the built-in judge and checks judge, which costs nothing. */
  readonly judgedByRules: boolean;
  /** Answers that the journal already has. */
  readonly kept: number;
  /** True if verdicts of a baseline are known, so that unchanged answers cost no judge call. */
  readonly known: boolean;
};
