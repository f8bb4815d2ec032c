import { z } from 'zod';

/** What a judge is given to decide on statements: the `data` of the question `answer-relevancy/verdicts`. */
export type VerdictData = {
  readonly task: string | null;
  readonly conversation: readonly { readonly role: string; readonly content: string }[];
  readonly input: string;
  readonly answer: string;
  readonly tool_calls: readonly string[];
  /** By the keys that the reply must carry. */
  readonly statements: Readonly<Record<string, string>>;
};

export const verdictDataSchema: z.ZodType<VerdictData> = z.object({
  task: z.string().nullable(),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })),
  input: z.string(),
  answer: z.string(),
  tool_calls: z.array(z.string()),
  statements: z.record(z.string(), z.string()),
});
