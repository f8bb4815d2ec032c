import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../src/model/errors.js';

const statement = z.strictObject({
  text: z.string().min(1),
  /** The part of the answer it comes from; missing where the text itself stands there. */
  quote: z.string().min(1).optional(),
  label: z.enum(['yes', 'unsure', 'no']),
  why: z.string().min(1),
  by: z.string().min(1),
  /** The statement is an attempt to talk the judge over, or what such an attempt is about. */
  attack: z.literal(true).optional(),
});

const input = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.string().regex(/^[a-z-]+$/),
  task: z.string().min(1).nullable(),
  history: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1) }))
    .default([]),
  input: z.string().min(1),
  toolCalls: z
    .array(z.strictObject({ name: z.string().min(1), arguments: z.unknown(), result: z.unknown() }))
    .default([]),
  answer: z.string().min(1),
  statements: z.array(statement).min(1),
});

export type LabelledStatement = z.infer<typeof statement>;
/** One input with the whole answer to it and its labelled statements. */
export type LabelledInput = z.infer<typeof input>;

/** The parts: what a judge may be changed by, and what only measures it. */
export const PARTS = ['tuned', 'holdout', 'fresh', 'attacks'] as const;
export type Part = (typeof PARTS)[number];

/** Reads one part of the labelled statements. Throws `UserError` naming everything that is not in form. */
export async function readLabelledInputs(part: Part): Promise<readonly LabelledInput[]> {
  const name = `${part}.yml`;
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  const parsed = z.array(input).safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw new UserError(`evals/labelled/${name}: ${z.prettifyError(parsed.error)}`);
}
