import { randomUUID } from 'node:crypto';
import type { RunConversation, RunMessage, RunOutput, RunPart } from './run-messages.js';

export type TestInvocation = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly state: string;
};

export type TestMessage = {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: {
    readonly format: 2;
    readonly parts: readonly RunPart[];
    readonly content: string;
    readonly toolInvocations?: readonly TestInvocation[];
  };
  readonly createdAt: Date;
};

/** A message as agents pass it to scorers, for tests. `parts` replace the text. */
export function createTestMessage(message: {
  readonly content: string;
  readonly role: TestMessage['role'];
  /** Default: `test-message`. */
  readonly id?: string;
  readonly toolInvocations?: readonly TestInvocation[];
  readonly parts?: readonly RunPart[];
}): TestMessage {
  const { content, role, id = 'test-message', toolInvocations = [] } = message;
  return {
    id,
    role,
    content: {
      format: 2,
      parts: message.parts ?? [{ type: 'text', text: content }],
      content,
      ...(toolInvocations.length > 0 && { toolInvocations }),
    },
    createdAt: new Date(),
  };
}

export type AgentTestRun = {
  readonly input: Required<RunConversation>;
  readonly output: readonly RunMessage[];
  readonly requestContext: unknown;
  readonly runId: string;
};

type Texts = string | readonly (RunMessage | string)[];

/** A run as agents pass it to scorers, for tests. Plain texts become messages. */
export function createAgentTestRun(run: {
  readonly inputMessages?: Texts;
  readonly output: RunOutput;
  readonly rememberedMessages?: Texts;
  readonly systemMessages?: Texts;
  readonly taggedSystemMessages?: Readonly<Record<string, Texts>>;
  /** Default: an empty map. */
  readonly requestContext?: unknown;
  /** Default: a new UUID. */
  readonly runId?: string;
}): AgentTestRun {
  const { inputMessages = [], output, rememberedMessages = [], systemMessages = [] } = run;
  const tagged = Object.entries(run.taggedSystemMessages ?? {});
  return {
    input: {
      inputMessages: messagesOf(inputMessages, 'user'),
      rememberedMessages: messagesOf(rememberedMessages, 'user'),
      systemMessages: messagesOf(systemMessages, 'system'),
      taggedSystemMessages: Object.fromEntries(
        tagged.map(([tag, messages]) => [tag, messagesOf(messages, 'system')]),
      ),
    },
    output: messagesOf(output, 'assistant'),
    requestContext: run.requestContext ?? new Map<string, unknown>(),
    runId: run.runId ?? randomUUID(),
  };
}

function messagesOf(given: Texts | RunMessage, role: TestMessage['role']): RunMessage[] {
  const list = (Array.isArray(given) ? given : [given]) as readonly (RunMessage | string)[];
  return list.map((message) =>
    typeof message === 'string' ? createTestMessage({ content: message, role }) : message,
  );
}
