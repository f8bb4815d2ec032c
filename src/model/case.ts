import { z } from 'zod';

/** A schema's output type, deeply read-only. */
export type ReadonlyOutput<Schema extends z.ZodType> = ReadonlyForm<z.output<Schema>>;

type ReadonlyForm<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyForm<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyForm<Value[Key]> }
    : Value;

export const toolCallSchema = z.object({
  name: z.string(),
  arguments: z.unknown().exactOptional(),
  result: z.unknown().exactOptional(),
});
export type ToolCall = ReadonlyOutput<typeof toolCallSchema>;

export const MESSAGE_ROLES = ['system', 'user', 'assistant', 'tool'] as const;

export const messageSchema = z.object({
  role: z.enum(MESSAGE_ROLES),
  content: z.string(),
  toolCalls: z.array(toolCallSchema).exactOptional(),
});
export type Message = ReadonlyOutput<typeof messageSchema>;

/** What identifies a case in its dataset. */
export type CaseKey = {
  /** Unique in its dataset; the row's own `id`, else a stable hash of the input. */
  readonly id: string;
  /** Hex SHA-256 prefix of history, input or turns, and variables; rows with the same hash ask the same. */
  readonly inputHash: string;
};

export type CaseQuestion = {
  /** The question: the row's input, or the last user message of `messages`; the first message of `turns`. */
  readonly input: string;
  /** The user's messages, two or more, if the case has several: the agent answers one after the other. */
  readonly turns?: readonly string[];
};

/** A question, and what was said before. */
export type Conversation = CaseQuestion & {
  /** The conversation before `input`; empty for a single question. */
  readonly history: readonly Message[];
};

/** One row of a dataset: something to ask of the agent. */
export type Case = CaseKey &
  Conversation & {
    /** The head's row of the recorded answers, if the pull request gives it another id or more variables. */
    readonly recordedAs?: CaseKey;
    readonly vars: Readonly<Record<string, string>>;
    readonly groundTruth?: string;
    readonly context?: readonly string[];
    readonly tags: readonly string[];
    /** A confirmed fall, a confirmed lost fact or a missing answer of this case alone fails the check. */
    readonly mustPass?: true;
    /** Task of the agent in this case; overrides the suite's task. */
    readonly task?: string;
  };

/** The user's messages, each with an answer of its own. */
export function listTurns({ turns, input }: CaseQuestion): readonly string[] {
  return turns ?? [input];
}

export function countTurns(cases: readonly Case[]): number {
  return cases.reduce((sum, row) => sum + listTurns(row).length, 0);
}
