import { UserError } from '../../model/errors.js';
import { isList, shownJson } from '../../text/values.js';
import type { ScorerRun } from '../eval-scorer.js';
import {
  conversationOf,
  isRunInput,
  isRunMessage,
  isRunOutput,
  type RunInput,
  type RunMessage,
  type RunOutput,
  readAnswer,
  readScoreInput,
  readText,
} from '../messages/run-messages.js';

/** A message with its text in `content`. */
export type AgentMessage = Omit<RunMessage, 'content'> & { readonly role: string; readonly content: string };

/** An agent's input for scorers of `type: 'agent'`. */
export type ScorerRunInputForAgent = {
  readonly inputMessages: readonly AgentMessage[];
  readonly rememberedMessages: readonly AgentMessage[];
  readonly systemMessages: readonly AgentMessage[];
  readonly taggedSystemMessages: Readonly<Record<string, readonly AgentMessage[]>>;
};

/** An agent's answer. */
export type ScorerRunOutputForAgent = readonly AgentMessage[];

/** A plain text or messages as an agent's messages. */
export function toAgentInput(input: RunInput): ScorerRunInputForAgent {
  const { inputMessages, rememberedMessages, systemMessages, taggedSystemMessages } = conversationOf(input);
  const all = (messages: readonly RunMessage[], role: string) =>
    messages.map((message) => toMessage(message, role));
  return {
    inputMessages: all(inputMessages, 'user'),
    rememberedMessages: all(rememberedMessages, 'user'),
    systemMessages: all(systemMessages, 'system'),
    taggedSystemMessages: Object.fromEntries(
      Object.entries(taggedSystemMessages).map(([tag, messages]) => [tag, all(messages, 'system')]),
    ),
  };
}

export function toAgentOutput(output: RunOutput): ScorerRunOutputForAgent {
  const messages: readonly RunMessage[] =
    typeof output === 'string' ? [{ content: output }] : isList(output) ? output : [output];
  return messages.map((message) => toMessage(message, 'assistant'));
}

function toMessage(message: RunMessage | string, role: string): AgentMessage {
  if (typeof message === 'string') return { role, content: message };
  return { ...insideOf(message.content), ...message, role: message.role ?? role, content: readText(message) };
}

/** A message's other content. */
function insideOf(
  content: RunMessage['content'],
): Pick<AgentMessage, 'parts' | 'toolInvocations' | 'reasoning'> {
  if (typeof content !== 'object' || content === null) return {};
  if (!('parts' in content)) return { parts: content };
  const { parts, toolInvocations, reasoning } = content;
  return {
    parts,
    ...(toolInvocations !== undefined && { toolInvocations }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** A run as agents' scorers see it. Throws `UserError` if input or output is neither text nor messages. */
export function readAgentRun(id: string, run: ScorerRun<RunInput, RunOutput>): ScorerRun {
  const { input = [], output } = run;
  const problems: string[] = [];
  if (!isRunInput(input) && !isMessageList(input)) {
    problems.push(`scorer ${id}: input is ${shownJson(input)}: give a text, messages, or { inputMessages }`);
  }
  if (!isRunOutput(output) && !isMessageList(output)) {
    problems.push(`scorer ${id}: output is ${shownJson(output)}: give a text, a message, or messages`);
  }
  if (problems.length > 0) throw new UserError(problems);
  return { ...run, input: toAgentInput(input), output: toAgentOutput(output) };
}

/** A list of plain texts and messages. */
function isMessageList(value: unknown): boolean {
  return Array.isArray(value) && value.every((said) => typeof said === 'string' || isRunMessage(said));
}

/** The parts of a run that scorers without a judge read. */
export type TextRun = {
  readonly input?: RunInput | undefined;
  readonly output: RunOutput;
  readonly groundTruth?: unknown;
};

/** The input: a plain text or the last user message; empty without input. Throws `UserError` for anything else. */
export function inputText({ input }: Pick<TextRun, 'input'>): string {
  if (input === undefined || input === null) return '';
  if (!isRunInput(input)) {
    throw new UserError(
      `input is ${shownJson(input)}, but it is the agent's input: give a text or a list of messages`,
    );
  }
  return readScoreInput(conversationOf(input).inputMessages).input;
}

/** The answer: a plain text, or the assistant's messages. Throws `UserError` for anything else. */
export function answerText({ output }: Pick<TextRun, 'output'>): string {
  if (!isRunOutput(output)) {
    throw new UserError(
      `output is ${shownJson(output)}, but it is what the agent answered: give a text, a message or a list of messages`,
    );
  }
  return readAnswer(output).output;
}

/** The expected answer as text, or `null`. Throws `UserError` for anything but text, number, boolean or message. */
export function groundTruthText({ groundTruth }: Pick<TextRun, 'groundTruth'>): string | null {
  if (groundTruth === undefined || groundTruth === null) return null;
  if (typeof groundTruth === 'string') return groundTruth;
  if (typeof groundTruth === 'number' || typeof groundTruth === 'boolean') return String(groundTruth);
  if (isRunMessage(groundTruth)) return readAnswer(groundTruth).output;
  throw new UserError(`groundTruth is ${shownJson(groundTruth)}, but it is the expected answer: give a text`);
}

/** The expected answer, else the input. */
export function referenceText(run: Pick<TextRun, 'input' | 'groundTruth'>): string {
  return groundTruthText(run) ?? inputText(run);
}
