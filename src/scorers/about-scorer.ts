import type { z } from 'zod';

/** The scorer's items in words: "newly irrelevant statements". */
export type ItemWords = {
  readonly one: string;
  readonly many: string;
  /** An item's failing state: `irrelevant`, `unsupported`, `toxic`. */
  readonly bad: string;
  /** True if lost good items are worth a note: a prompt that drops half of the answer keeps its score. */
  readonly lost?: boolean;
};

/** Facts about a scorer for settings, reports and docs. */
export type AboutScorer = {
  /** Name in `scorers:` and in run records. */
  readonly id: string;
  /** Factory in `prompt-regression/scorers`. */
  readonly factory: string;
  /** The measured quality, as in "Mean relevancy fell". */
  readonly measure: string;
  /** `judged` asks a judge; `code` and `check` need none. A check gives 1 or 0. */
  readonly kind: 'judged' | 'code' | 'check';
  readonly higherIsBetter: boolean;
  /** Most verdict calls for an answer of up to 20 items, without splitting it and wording the reason. Default 1. */
  readonly verdictCalls?: number;
  /** Required parts of a case or answer, without which it is not scorable. */
  readonly needs: readonly ('groundTruth' | 'context' | 'toolCalls')[];
  /** `null` if the scorer has no items. */
  readonly items: ItemWords | null;
  /** True if a team's labels (*yes*, *unsure*, *no*) replace its verdicts. */
  readonly takesLabels?: true;
  /** One sentence. */
  readonly summary: string;
  readonly formula: string;
  /**
   * Options in code, each with description and default. Unknown ones are refused, except functions that `inCode`
   * names.
   */
  readonly options: z.ZodObject;
};

/** Common to all scorers without a judge. */
export const CODE = { kind: 'code', higherIsBetter: true, needs: [], items: null } as const;
