import type { z } from 'zod';

/** What a scorer judges one by one, in words: "newly irrelevant statements". */
export type ItemWords = {
  readonly one: string;
  readonly many: string;
  /** What an item is that is not as it should be: `irrelevant`, `unsupported`, `toxic`. */
  readonly bad: string;
  /** True where a good one that is gone is worth telling: a prompt that drops half of the answer keeps its score. */
  readonly lost?: boolean;
};

/** What settings, reports and the documentation know of a scorer. */
export type AboutScorer = {
  /** Its name in `scorers:` and in run records. */
  readonly id: string;
  /** Its factory in `prompt-regression/scorers`. */
  readonly factory: string;
  /** What is measured, as in "Mean relevancy fell". */
  readonly measure: string;
  /** `judged` asks a judge, `code` and `check` need nothing; a check gives 1 or 0. */
  readonly kind: 'judged' | 'code' | 'check';
  readonly higherIsBetter: boolean;
  /** Most verdict calls for one answer of up to 20 items; taking it apart and wording the reason come on top. Default 1. */
  readonly verdictCalls?: number;
  /** What a case or an answer must have for it; without, it is not scorable. */
  readonly needs: readonly ('groundTruth' | 'context' | 'toolCalls')[];
  /** `null` where nothing is judged one by one. */
  readonly items: ItemWords | null;
  /** True where a team's labels (*yes*, *unsure*, *no*) take the place of its verdicts. */
  readonly takesLabels?: true;
  /** One sentence. */
  readonly summary: string;
  readonly formula: string;
  /** Options under their names in code; each described, with its default. Unknown ones are refused, but for functions that `inCode` names. */
  readonly options: z.ZodObject;
};

/** What all scorers that need no judge have in common. */
export const CODE = { kind: 'code', higherIsBetter: true, needs: [], items: null } as const;
