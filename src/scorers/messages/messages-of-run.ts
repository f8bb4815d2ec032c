import { randomUUID } from 'node:crypto';
import {
  type AgentMessage,
  isSystem,
  isThought,
  partsOf,
  type RunConversation,
  type RunOutput,
  type RunPart,
  toAgentInput,
  toAgentOutput,
} from './run-messages.js';
import { readToolInvocations, type ToolCallInfo, toolCallInfos } from './tool-calls.js';

/** The first user message's text; `undefined` without one. */
export function getUserMessageFromRunInput(input?: unknown): string | undefined {
  return toAgentInput(input).inputMessages.find(({ role }) => role === 'user')?.content;
}

/** The text of the last assistant message that has one; `undefined` without assistant messages. */
export function getAssistantMessageFromRunOutput(output?: unknown): string | undefined {
  const texts = extractAgentResponseMessages(output);
  return texts.findLast((text) => text !== '') ?? texts.at(-1);
}

/** The system messages' texts: first the plain ones, then the tagged ones. */
export function getSystemMessagesFromRunInput(input?: unknown): string[] {
  const { systemMessages, taggedSystemMessages } = toAgentInput(input);
  return textsOf([...systemMessages, ...Object.values(taggedSystemMessages).flat()]).filter(
    (text) => text !== '',
  );
}

/** All system messages as one text, separated by empty lines. */
export function getCombinedSystemPrompt(input?: unknown): string {
  return getSystemMessagesFromRunInput(input).join('\n\n');
}

/** The input messages' texts, without the system's. */
export function extractInputMessages(input?: unknown): string[] {
  return textsOf(toAgentInput(input).inputMessages.filter((message) => !isSystem(message)));
}

/** The assistant messages' texts. */
export function extractAgentResponseMessages(output?: unknown): string[] {
  return textsOf(assistants(output));
}

/** The model's reasoning in all assistant messages, or `undefined`. */
export function getReasoningFromRunOutput(output?: unknown): string | undefined {
  return assistants(output).flatMap(thoughtsOf).join('\n') || undefined;
}

function thoughtsOf(message: AgentMessage): string[] {
  if (message.reasoning) return [message.reasoning];
  const thoughts = partsOf(message)
    .filter(isThought)
    .map(({ details, reasoning, thinking, text }) =>
      Array.isArray(details)
        ? details.map((detail) => Object(detail).text ?? '').join('')
        : (reasoning ?? thinking ?? text),
    );
  return thoughts.filter((thought) => typeof thought === 'string').filter((thought) => thought !== '');
}

function assistants(output: unknown): readonly AgentMessage[] {
  return toAgentOutput(output).filter(({ role }) => role === 'assistant');
}

function textsOf(messages: readonly AgentMessage[]): string[] {
  return messages.map(({ content }) => content);
}

/** An output's tool calls in order: the names, and their places. */
export function extractToolCalls(output?: unknown): { tools: string[]; toolCallInfos: ToolCallInfo[] } {
  const infos = toolCallInfos(readToolInvocations(output));
  return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}

export type TestInvocation = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly state: string;
};

type TestContent = {
  readonly content: string;
  /** Default: the text alone. */
  readonly parts: readonly RunPart[];
  readonly toolInvocations?: readonly TestInvocation[];
};

export type TestMessage = {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: TestContent & { readonly format: 2 };
  readonly createdAt: Date;
};

/** A message as agents pass it to scorers, for tests. */
export function createTestMessage({
  role,
  id = 'test-message',
  ...content
}: Pick<TestMessage, 'role'> & {
  readonly id?: string;
  readonly content: string;
} & Partial<TestContent>): TestMessage {
  const parts = [{ type: 'text', text: content.content }];
  return { id, role, content: { format: 2, parts, ...content }, createdAt: new Date() };
}

/** A run as agents pass it to scorers, for tests. */
export function createAgentTestRun({
  inputMessages = [],
  rememberedMessages = [],
  systemMessages = [],
  taggedSystemMessages = {},
  output,
  requestContext = new Map<string, unknown>(),
  runId = randomUUID(),
}: Partial<RunConversation> & {
  readonly output: RunOutput;
  readonly requestContext?: unknown;
  readonly runId?: string;
}) {
  const input = { inputMessages, rememberedMessages, systemMessages, taggedSystemMessages };
  return { input, output, requestContext, runId };
}
