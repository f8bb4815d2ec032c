import { z } from 'zod';
import { FAILURE_KINDS } from './errors.js';
import type { Form } from './form.js';

export const usageSchema = z.object({ calls: z.number(), inputTokens: z.number(), outputTokens: z.number() });
/** Model calls and tokens, added up. */
export type Usage = Form<typeof usageSchema>;

/** No reply has more tokens or calls; sums of such numbers stay exact. */
const MOST_COUNTED = 1e12;

/** A number of tokens or calls from a program or provider; 0 if it is not a number. */
export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0)) return 0;
  return Math.min(Math.round(value), MOST_COUNTED);
}

export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** Usage between two readings of a meter. */
export function subtractUsage(now: Usage, before: Usage): Usage {
  return {
    calls: now.calls - before.calls,
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
  };
}

/** `length` and `content-filter` mean that the text is not the whole answer. */
const finishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls']);
/** How a model stopped. */
export type FinishReason = Form<typeof finishReason>;

export const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('answered'),
    /** The text of the answer, exactly as given; may be empty. */
    output: z.string(),
    toolCalls: z.array(
      z.object({
        name: z.string(),
        arguments: z.unknown().exactOptional(),
        result: z.unknown().exactOptional(),
      }),
    ),
    context: z.array(z.string()).exactOptional(),
    finish: finishReason,
    /** The agent's calls and tokens for it; missing if not known. */
    usage: usageSchema.exactOptional(),
    /** From question to answer, without waiting for rate limits; missing if not measured. */
    seconds: z.number().exactOptional(),
  }),
  z.object({
    status: z.literal('failed'),
    kind: z.enum(FAILURE_KINDS),
    /** One line, free of secrets. */
    message: z.string(),
  }),
]);
/** The target's answer to one case, in one run. */
export type Answer = Form<typeof answerSchema>;

/** White space, and signs that show nothing. */
const INVISIBLE = /[\s\u00ad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]+/gu;

/** True if an answer is empty and calls no tool. */
export function isEmptyAnswer(
  answer: Pick<Extract<Answer, { status: 'answered' }>, 'output' | 'toolCalls'>,
): boolean {
  return answer.toolCalls.length === 0 && showsNothing(answer.output);
}

/** True if a text has no visible character. */
export function showsNothing(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}
