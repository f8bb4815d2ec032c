import { randomUUID } from 'node:crypto';
import type { GivenAnswer } from '../../model/answer.js';
import type { Message } from '../../model/case.js';
import { UserError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { describeJson } from '../../text/values.js';
import type { ScoreInput } from '../scorer.js';
import {
  type AgentMessage,
  isRunInput,
  isRunMessage,
  isRunOutput,
  isSystem,
  isThought,
  listParts,
  type RunConversation,
  type RunInput,
  type RunOutput,
  type RunPart,
  toAgentInput,
  toAgentOutput,
} from './run-messages.js';
import { buildToolCallInfos, readToolCalls, readToolInvocations, type ToolCallInfo } from './tool-calls.js';

/** The last user message, with earlier ones as history; the system messages are the task. */
export function readScoreInput(input: RunInput): ScoreInput {
  const { systemMessages, taggedSystemMessages, rememberedMessages, inputMessages } = toAgentInput(input);
  const tagged = Object.values(taggedSystemMessages).flat();
  const all = [...systemMessages, ...tagged, ...rememberedMessages, ...inputMessages];
  const tasks = all.filter(isSystem).map(({ content }) => content);
  const task = tasks.filter((content) => content.trim() !== '').join('\n\n');
  const turns = all.filter((message) => !isSystem(message)).map(readMessage);
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const at = last < 0 ? turns.length - 1 : last;
  return {
    task: task === '' ? null : task,
    history: turns.slice(0, Math.max(at, 0)),
    input: turns[at]?.content ?? '',
  };
}

function readMessage(message: AgentMessage): Message {
  const toolCalls = readToolCalls([message]);
  return omitUndefined({
    role: readRole(message),
    content: message.content,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  });
}

/** An unknown role is the agent's. */
function readRole({ role }: AgentMessage): 'user' | 'tool' | 'assistant' {
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

/** An agent's answer: its messages' text and tool calls. */
export function readAnswer(output: RunOutput): GivenAnswer {
  const messages = toAgentOutput(output);
  const toolCalls = readToolCalls(messages);
  const texts = messages
    .filter((message) => !isSystem(message) && readRole(message) === 'assistant')
    .map(({ content }) => content);
  return {
    status: 'answered',
    output: typeof output === 'string' ? output : texts.filter((text) => text !== '').join('\n\n'),
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  };
}

export type TextRun = ReferenceSource & { readonly output: RunOutput };

/** What an answer is compared with: the expected answer, otherwise the input. */
export type ReferenceSource = {
  readonly input?: RunInput | undefined;
  readonly groundTruth?: unknown;
};

/** The problems with a run's input and output, since plain JavaScript has no type check. */
export function listRunProblems({
  input,
  output,
}: {
  readonly input: unknown;
  readonly output: unknown;
}): string[] {
  return [
    ...(isRunInput(input)
      ? []
      : [`input is ${describeJson(input)}: give a text, messages, or { inputMessages }`]),
    ...(isRunOutput(output)
      ? []
      : [`output is ${describeJson(output)}: give a text, a message, or messages`]),
  ];
}

/** The input: a plain text or the last user message; empty without input. Throws `UserError` for anything else. */
export function readInputText({ input }: ReferenceSource): string {
  const problems = listRunProblems({ input: input ?? '', output: '' });
  if (problems.length > 0) throw new UserError(problems);
  return readScoreInput(input ?? '').input;
}

/** The answer: a plain text, or the assistant's messages. Throws `UserError` for anything else. */
export function readAnswerText({ output }: TextRun): string {
  const problems = listRunProblems({ input: '', output });
  if (problems.length > 0) throw new UserError(problems);
  return readAnswer(output).output;
}

/** The expected answer as text, or `null`. */
export function readGroundTruthText({ groundTruth }: ReferenceSource): string | null {
  if (groundTruth === undefined || groundTruth === null) return null;
  if (typeof groundTruth === 'string') return groundTruth;
  return isRunMessage(groundTruth) ? readAnswer(groundTruth).output : JSON.stringify(groundTruth);
}

export function readReferenceText(run: ReferenceSource): string {
  return readGroundTruthText(run) ?? readInputText(run);
}

/**
 * The first user message's text; `undefined` without one.
 *
 * @example
 * getUserMessageFromRunInput([{ role: 'user', content: 'When do you open?' }]); // 'When do you open?'
 */
export function getUserMessageFromRunInput(input?: unknown): string | undefined {
  return toAgentInput(input).inputMessages.find(({ role }) => role === 'user')?.content;
}

/**
 * The text of the last assistant message that has one; `undefined` without assistant messages.
 *
 * @example
 * getAssistantMessageFromRunOutput([{ role: 'assistant', content: 'At nine.' }]); // 'At nine.'
 */
export function getAssistantMessageFromRunOutput(output?: unknown): string | undefined {
  const texts = extractAgentResponseMessages(output);
  return texts.findLast((text) => text !== '') ?? texts.at(-1);
}

/**
 * The system messages' texts: first the plain ones, then the tagged ones.
 *
 * @example
 * getSystemMessagesFromRunInput([{ role: 'system', content: 'Be brief.' }, 'When do you open?']); // ['Be brief.']
 */
export function getSystemMessagesFromRunInput(input?: unknown): string[] {
  const { systemMessages, taggedSystemMessages } = toAgentInput(input);
  return listMessageTexts([...systemMessages, ...Object.values(taggedSystemMessages).flat()]).filter(
    (text) => text !== '',
  );
}

/**
 * All system messages as one text, separated by empty lines.
 *
 * @example
 * getCombinedSystemPrompt({ inputMessages: ['Hi'], systemMessages: ['Be brief.', 'Be kind.'] }); // 'Be brief.\n\nBe kind.'
 */
export function getCombinedSystemPrompt(input?: unknown): string {
  return getSystemMessagesFromRunInput(input).join('\n\n');
}

/**
 * The input messages' texts, without the system's.
 *
 * @example
 * extractInputMessages([{ role: 'system', content: 'Be brief.' }, 'When do you open?']); // ['When do you open?']
 */
export function extractInputMessages(input?: unknown): string[] {
  return listMessageTexts(toAgentInput(input).inputMessages.filter((message) => !isSystem(message)));
}

/**
 * The assistant messages' texts.
 *
 * @example
 * extractAgentResponseMessages([{ role: 'assistant', content: 'At nine.' }]); // ['At nine.']
 */
export function extractAgentResponseMessages(output?: unknown): string[] {
  return listMessageTexts(listAssistantMessages(output));
}

/**
 * The model's reasoning in all assistant messages, or `undefined`.
 *
 * @example
 * getReasoningFromRunOutput([{ role: 'assistant', content: 'At nine.', reasoning: 'Shops open at nine.' }]); // 'Shops open at nine.'
 */
export function getReasoningFromRunOutput(output?: unknown): string | undefined {
  return listAssistantMessages(output).flatMap(listThoughts).join('\n') || undefined;
}

function listThoughts(message: AgentMessage): string[] {
  if (message.reasoning) return [message.reasoning];
  const thoughts = listParts(message)
    .filter(isThought)
    .map(({ details, reasoning, thinking, text }) =>
      Array.isArray(details)
        ? details.map((detail) => Object(detail).text ?? '').join('')
        : (reasoning ?? thinking ?? text),
    );
  return thoughts.filter((thought) => typeof thought === 'string').filter((thought) => thought !== '');
}

function listAssistantMessages(output: unknown): readonly AgentMessage[] {
  return toAgentOutput(output).filter(({ role }) => role === 'assistant');
}

function listMessageTexts(messages: readonly AgentMessage[]): string[] {
  return messages.map(({ content }) => content);
}

/**
 * An output's tool calls in order: the names, and their places.
 *
 * @example
 * extractToolCalls([{ role: 'assistant', content: '', toolCalls: [{ name: 'search' }] }]).tools; // ['search']
 */
export function extractToolCalls(output?: unknown): { tools: string[]; toolCallInfos: ToolCallInfo[] } {
  const infos = buildToolCallInfos(readToolInvocations(output));
  return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}

/**
 * A message as agents pass it to scorers, for tests. Its parts are by default the text alone.
 *
 * @example
 * createTestMessage({ role: 'assistant', content: 'At nine.' });
 */
export function createTestMessage({
  role,
  id = 'test-message',
  ...content
}: {
  readonly role: 'user' | 'assistant' | 'system';
  readonly id?: string;
  readonly content: string;
  readonly parts?: readonly RunPart[];
  readonly toolInvocations?: readonly unknown[];
}) {
  const parts = [{ type: 'text', text: content.content }];
  return { id, role, content: { format: 2, parts, ...content }, createdAt: new Date() };
}

/**
 * A run as agents pass it to scorers, for tests.
 *
 * @example
 * const { input, output } = createAgentTestRun({ inputMessages: ['When do you open?'], output: 'At nine.' });
 */
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
