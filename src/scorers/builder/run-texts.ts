import { UserError } from '../../model/errors.js';
import { shownJson } from '../../text/values.js';
import {
  conversationOf,
  isRunInput,
  isRunMessage,
  isRunOutput,
  type RunInput,
  type RunOutput,
  readAnswer,
  readScoreInput,
} from '../messages/run-messages.js';

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
