import type { Usage } from './answer.js';
import type { ProviderError } from './errors.js';

/**
 * Sides that can answer again: `both` for prompts and a base that ran in this run, `head` against a stored
 * baseline, `none` for recorded answers.
 */
export type AskableSides = 'both' | 'head' | 'none';

/** Limits of one run, for all suites, both sides, agent and judge. `null`: no limit is set. */
export type BudgetLimits = { readonly maxCalls: number | null; readonly maxTokens: number | null };

/** Counts a run's calls and tokens, and refuses further calls when the budget is spent. */
export interface Budget {
  /**
   * Counts a call that is about to begin, and reserves the tokens that it will take until it ends. Throws `ProviderError`
   * of kind `budget` if the budget does not cover it.
   * @returns Ends the call.
   */
  beginCall(tokens?: number): () => void;
  /** Counts usage that is known only afterwards: tokens, and an agent's own calls. */
  add(usage: Usage): void;
  /** The error if the budget does not cover this many more calls, else `null`. Counts nothing. */
  shortfall(calls: number): ProviderError | null;
  /** Raises the default limit of calls, if it applies, for one run of the base cases of all suites. */
  allowFor(questions: number): void;
  /** `null` without a limit. */
  left(): BudgetLeft | null;
}

export type BudgetLeft = {
  readonly calls: number;
  readonly maxCalls: number;
  readonly isDefault: boolean;
  readonly tokens: number;
  readonly maxTokens: number | null;
};

export const NO_BUDGET: Budget = {
  beginCall: () => () => {},
  add() {},
  shortfall: () => null,
  allowFor() {},
  left: () => null,
};

type Price = { readonly input: number; readonly output: number };

/** By model, only from the config file: no price is built in. */
export type Prices = Readonly<Record<string, Price>>;

/** Prices are per so many tokens. */
const PER_TOKENS = 1_000_000;

/** `null` for a model without a price. */
export function priceUsage(model: string, usage: Usage, prices: Prices): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / PER_TOKENS;
}

export type Cost =
  | {
      readonly status: 'known';
      /** In the currency of the prices. */
      readonly amount: number;
      /** `judge`: the agent is a program whose own calls are unknown. */
      readonly covers: 'all' | 'judge';
    }
  /** Models without a price; then there is no sum. */
  | { readonly status: 'unpriced'; readonly models: readonly string[] };

/** Runs of each side of a suite, and the calls per answer. */
export type CallPlan = {
  readonly cases: number;
  /** Answers of one run to a case, on average: more than 1 if some cases have several turns. */
  readonly answersPerCase: number;
  /** Cases of the head's dataset only, which are shown and do not decide. */
  readonly shown: number;
  /** Cases whose answers are also judged by the head's row. */
  readonly regraded: number;
  /** Runs of every base case to take now; 0 with a stored record or without a baseline. */
  readonly baseSamples: number;
  /** Stored answers of the base that are judged again; 0 if judge and rules are unchanged. */
  readonly rejudged: number;
  /** False if one side alone is measured, to become a baseline. */
  readonly compared: boolean;
  readonly hasBase: boolean;
  readonly headSamples: number;
  /** Answers of an interrupted or earlier run, which are used again. */
  readonly kept: Readonly<Record<'base' | 'head', number>>;
  /** Most extra answers that the gate may ask for, of all cases and both sides. */
  readonly extraAnswers: number;
  readonly askable: AskableSides;
  /** Model calls of our own for one answer: 1 for a prompt, 0 for a command (its calls are its own) or a recording. */
  readonly callsPerAnswer: 0 | 1;
  /** Judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
  readonly judgeCallsPerAnswer: number;
  /** True if the head's answers are in a file. Then all runs in the file count. */
  readonly recorded: boolean;
  readonly tokens: CallTokens;
};

/** Tokens of one call on average, request and reply: an estimate. */
export type CallTokens = {
  /** To the agent; 0 if its calls are its own. */
  readonly base: number;
  readonly head: number;
  readonly judge: number;
};

export type CallEstimate = {
  /** The answers alone: their verdicts may be known. */
  readonly least: number;
  readonly most: number;
  readonly mostInAll: number;
  /** Of `most` calls. */
  readonly tokens: number;
  readonly tokensInAll: number;
};
