import { UserError } from '../ports/errors.js';
import { isConversation, isRunMessage } from '../scorers/messages/run-messages.js';
import { shownJson } from '../text/values.js';

/**
 * Refuses a run without question or answer: nothing could be said about it.
 * @throws UserError naming what is missing.
 */
export function checkRun({ input, output }: { readonly input: unknown; readonly output: unknown }): void {
  const problems: string[] = [];
  const messages = Array.isArray(input) && input.every(isRunMessage);
  if (typeof input !== 'string' && !messages && !isConversation(input)) {
    problems.push(
      `input is ${shownJson(input)}, but it is what the agent was asked: give a text, or a list of messages with role and content`,
    );
  }
  if (output === undefined || output === null) {
    problems.push(
      `output is ${shownJson(output)}, but it is what the agent answered: give a text (an empty one where it said nothing), a message, or a list of messages`,
    );
  }
  if (problems.length > 0) throw new UserError(problems);
}

/** Why an output is no answer of an agent; `null` where it can be read as one. */
export function unreadableOutput(output: unknown): string | null {
  const readable =
    typeof output === 'string' ||
    isRunMessage(output) ||
    (Array.isArray(output) && output.every(isRunMessage));
  if (readable) return null;
  return `the output is ${shownJson(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
}
