import { type RunMessage, readText } from '../run-messages.js';
import { readReasoning } from './message-content.js';
import { messagesOfInput, messagesOfOutput } from './messages-of-run.js';

/** The text of the first user message; `undefined` where there is none. A plain text is itself. */
export function getUserMessageFromRunInput(input?: unknown): string | undefined {
  const message = messagesOfInput(input).conversation.find(({ role }) => role === 'user');
  return message && readText(message);
}

/** The text of the last assistant message that says something; `undefined` where there is none. A plain text is itself. */
export function getAssistantMessageFromRunOutput(output?: unknown): string | undefined {
  const texts = textsOf(assistants(output));
  return texts.findLast((text) => text !== '') ?? texts.at(-1);
}

/** The text of every system message: the plain ones first, then the tagged ones. */
export function getSystemMessagesFromRunInput(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).system).filter((text) => text !== '');
}

/** All system messages as one text, an empty line between them; empty where there are none. */
export function getCombinedSystemPrompt(input?: unknown): string {
  return getSystemMessagesFromRunInput(input).join('\n\n');
}

/** The text of every input message, without those of the system. */
export function extractInputMessages(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).conversation);
}

/** The text of every assistant message. */
export function extractAgentResponseMessages(output?: unknown): string[] {
  return textsOf(assistants(output));
}

/** What the model thought before it answered, of all assistant messages; `undefined` where nothing of it is known. */
export function getReasoningFromRunOutput(output?: unknown): string | undefined {
  const thoughts = assistants(output)
    .map(readReasoning)
    .filter((thought) => thought !== undefined);
  return thoughts.length === 0 ? undefined : thoughts.join('\n');
}

function assistants(output: unknown): readonly RunMessage[] {
  return messagesOfOutput(output).filter(({ role }) => role === 'assistant');
}

function textsOf(messages: readonly RunMessage[]): string[] {
  return messages.map(readText);
}
