import { type Fields, isFields } from '../../text/values.js';
import type { RunMessage } from '../run-messages.js';

/** Every message of a run's input, apart by what it is for. */
export type InputMessages = {
  readonly system: readonly RunMessage[];
  readonly conversation: readonly RunMessage[];
};

/**
 * The messages of a run's input: a text, a message, a list of both, an agent's `{ inputMessages, systemMessages,
 * taggedSystemMessages }`, `{ messages }`, or the one text of `{ prompt }`, `{ input }` or `{ user }`.
 * What was remembered of earlier runs is not in it.
 */
export function messagesOfInput(input: unknown): InputMessages {
  const given = fieldsOf(input);
  const standing = [given['systemMessages'], ...Object.values(fieldsOf(given['taggedSystemMessages']))];
  const all = asMessages(conversationOf(input), 'user');
  return {
    system: [
      ...standing.flatMap((messages) => asMessages(messages, 'system')),
      ...all.filter(({ role }) => isSystem(role)),
    ],
    conversation: all.filter(({ role }) => !isSystem(role)),
  };
}

/** The messages of a run's output: a text, a message, a list of both, or `{ messages }`. */
export function messagesOfOutput(output: unknown): readonly RunMessage[] {
  const given = fieldsOf(output);
  return asMessages(Array.isArray(given['messages']) ? given['messages'] : output, 'assistant');
}

function conversationOf(input: unknown): unknown {
  const given = fieldsOf(input);
  const { inputMessages, messages, prompt, input: inner, user } = given;
  if (['content', 'text', 'parts'].some((name) => name in given)) return input;
  return inputMessages ?? messages ?? prompt ?? inner ?? user ?? input;
}

/** A text is a message of whoever speaks here. */
function asMessages(given: unknown, role: string): RunMessage[] {
  if (Array.isArray(given)) return given.flatMap((message) => asMessages(message, role));
  if (typeof given === 'string') return [{ role, content: given }];
  if (typeof given !== 'object' || given === null) return [];
  const message: RunMessage = given;
  return [{ ...message, role: typeof message.role === 'string' ? message.role : role }];
}

function isSystem(role: string | undefined): boolean {
  return role === 'system' || role === 'developer';
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
