import type { Usage } from './answer.js';
import type { ProviderError } from './errors.js';

/** What one run may spend on models: all its suites, both sides, agent and judge. `null`: nobody set a limit. */
export type BudgetLimits = { readonly maxCalls: number | null; readonly maxTokens: number | null };

/** Keeps count of what a run spends on models, and says when it must not begin another call. */
export interface Budget {
  /** Counts a call that is about to begin. Throws `ProviderError` of kind `budget` where nothing is left. */
  beginCall(): void;
  /** Counts what is known only afterwards: tokens, and calls that an agent made on its own. */
  add(usage: Usage): void;
  /** Why so many answers more, of one call each, cannot be had; `null` where they can. Counts nothing. */
  shortfall(calls: number): ProviderError | null;
  /** Hears how many calls a suite may take at most. */
  expect(calls: number): void;
  /** How many all suites so far may take at most, the calls that an agent makes on its own left out. */
  expected(): number;
  /** Raises the default limit of calls, if that is in use, for the base cases of all suites. */
  allowFor(baseCases: number): void;
  /** What is left, for a line before the first call: `80 of 200 calls`; `null` without a limit. */
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

/** What a run cost. */
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

/** How often each side of a suite is asked, and what one answer costs. */
export type CallPlan = {
  readonly cases: number;
  /** Cases that only the head's dataset asks: shown, and in no decision. */
  readonly shown: number;
  /** Cases whose answers are judged by what the head's row says, too. */
  readonly regraded: number;
  /** Samples a case of the base to take now; 0 where a stored record serves or there is no baseline. */
  readonly baseSamples: number;
  /** Stored answers of the base that are judged again; 0 where its record was judged as today. */
  readonly rejudged: number;
  /** Questions whose stored answers take the judge a call at least. */
  readonly rejudgedQuestions: number;
  /** False where one side alone is measured, to become a baseline. */
  readonly compared: boolean;
  /** Samples a case of the head to begin with. */
  readonly headSamples: number;
  /** Most answers that the gate may ask for besides, of all cases and both sides. */
  readonly extraAnswers: number;
  /** Model calls of our own for one answer: 1 for a prompt, 0 for a command (its calls are its own) or a recording. */
  readonly callsPerAnswer: 0 | 1;
  /** Most judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
  readonly judgeCallsPerAnswer: number;
  /** True where the head's answers lie in a file: as many of each case count as are there. */
  readonly recorded: boolean;
  /** True where nothing but the built-in judge and checks judge: that costs nothing. */
  readonly judgedByRules: boolean;
  /** Answers of all these that the journal has: nobody is asked for them. */
  readonly kept: number;
  /** True where verdicts of a baseline are known, so that unchanged answers cost no judge call. */
  readonly known: boolean;
};
