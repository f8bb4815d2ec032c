import { z } from 'zod';
import { type Message, type ReadonlyOutput, toolCallSchema } from './case.js';
import { FAILURE_KINDS } from './errors.js';
import { omitUndefined } from './omit-undefined.js';

export const usageSchema = z.object({ calls: z.number(), inputTokens: z.number(), outputTokens: z.number() });
export type Usage = ReadonlyOutput<typeof usageSchema>;

/** No reply has more tokens or calls; sums of such numbers stay exact. */
const MAX_COUNT = 1e12;

/** A number of tokens or calls from a program or provider; 0 if it is not a number. */
export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0)) return 0;
  return Math.min(Math.round(value), MAX_COUNT);
}

export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

export function subtractUsage(now: Usage, before: Usage): Usage {
  return {
    calls: now.calls - before.calls,
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
  };
}

/** `length` and `content-filter` mean that the text is not the whole answer. */
const finishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls']);
export type FinishReason = ReadonlyOutput<typeof finishReason>;

const contentSchema = z.object({
  /** The text of the answer, exactly as given; may be empty. */
  output: z.string(),
  toolCalls: z.array(toolCallSchema),
  context: z.array(z.string()).exactOptional(),
});
/** The agent's part of an answer or of one of its turns. */
export type AnswerContent = ReadonlyOutput<typeof contentSchema>;

const turnSchema = contentSchema.extend({ finish: finishReason });

const turn = turnSchema.extend({ input: z.string() });
export type Turn = ReadonlyOutput<typeof turn>;

export const answerSchema = z.discriminatedUnion('status', [
  turnSchema.extend({
    status: z.literal('answered'),
    /** Of a case with several turns; then the other fields join them. */
    turns: z.array(turn).exactOptional(),
    /** Set if thoughts before the text were left out. */
    hadThoughts: z.literal(true).exactOptional(),
    /** The agent's calls and tokens; missing if not known. */
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
export type Answer = ReadonlyOutput<typeof answerSchema>;

export type GivenAnswer = Extract<Answer, { readonly status: 'answered' }>;

export function joinTurns(
  turns: readonly Turn[],
  more: {
    readonly usage?: Usage;
    readonly seconds?: number;
    readonly hadThoughts?: true;
  },
): Answer {
  const cut = turns.find(({ finish }) => finish === 'length' || finish === 'content-filter');
  return {
    status: 'answered',
    output: turns.map(({ output }) => output).join('\n\n'),
    toolCalls: turns.flatMap(({ toolCalls }) => toolCalls),
    finish: (cut ?? turns.at(-1))?.finish ?? 'stop',
    ...more,
    turns,
  };
}

export function listTurnMessages({ input, output, toolCalls }: Turn): readonly Message[] {
  return [
    { role: 'user', content: input },
    omitUndefined({
      role: 'assistant',
      content: output,
      toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
    }),
  ];
}

/** White space and invisible characters. */
const INVISIBLE = /[\s\u00ad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]+/gu;

/** True if an answer, or one of its turns, is empty and calls no tool. */
export function isEmptyAnswer(answer: GivenAnswer): boolean {
  return isEmptyTurn(answer) || answer.turns?.some(isEmptyTurn) === true;
}

function isEmptyTurn({ output, toolCalls }: AnswerContent): boolean {
  return toolCalls.length === 0 && isBlankText(output);
}

export function isBlankText(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}
