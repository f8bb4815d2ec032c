import type { Answer, FinishReason, Usage } from '../model/answer.js';
import type { ToolCall } from '../model/case.js';
import { type FailureKind, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { type Fields, formatNumber, isFields, toPlainLine } from '../text/values.js';

const MAX_MESSAGE_LENGTH = 2_000;
/** Characters of an answer with tool calls and context: far more than any model writes. */
export const MAX_ANSWER_LENGTH = 1_000_000;

/** An agent's answer. Too large ones, and text that only a broken harness prints, are failures. */
export function buildAnswer(given: {
  readonly output: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly context?: readonly string[];
  readonly finish?: FinishReason;
  readonly usage?: Usage;
  readonly seconds?: number;
}): Answer {
  const { output, toolCalls = [], context, usage, seconds } = given;
  const artefact = findHarnessArtefact(output);
  if (artefact !== null) {
    return buildFailure(
      'harness',
      `the answer's text is ${artefact}: the program around the agent lost the answer`,
    );
  }
  const tooLarge = explainTooLarge([output, toolCalls, context]);
  if (tooLarge !== null) return buildFailure('target', tooLarge);
  return omitUndefined({
    status: 'answered',
    output,
    toolCalls,
    context,
    finish: given.finish ?? (output === '' && toolCalls.length > 0 ? 'tool-calls' : 'stop'),
    usage,
    seconds,
  });
}

function explainTooLarge(answer: unknown): string | null {
  try {
    const { length } = JSON.stringify(answer);
    if (length <= MAX_ANSWER_LENGTH) return null;
    return `the answer has about ${formatNumber(length)} characters with its tool calls and context, and at most ${formatNumber(MAX_ANSWER_LENGTH)} are judged`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'the answer is too large or nested too deeply to be judged';
  }
}

/** A failed answer, its message on one line. */
export function buildFailure(kind: FailureKind, message: string): Answer {
  const line = toPlainLine(message);
  const cut = line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line;
  return { status: 'failed', kind, message: cut };
}

/** An agent's `{"error": …}` as a failed answer, else `null`. */
export function readReportedError({ error }: Fields): Answer | null {
  if (error === undefined || error === null) return null;
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  return buildFailure('target', `the agent reports an error: ${text}`);
}

/** The checked fields of an answer from an agent or a recording. Throws `UserError`. */
export function parseAnswerFields(fields: Fields): {
  readonly output: string;
  readonly toolCalls: readonly ToolCall[];
  readonly context?: readonly string[];
} {
  const toolCalls = parseToolCalls(fields['toolCalls']);
  const { output, context } = fields;
  const silent = output === undefined || output === null;
  if (silent && toolCalls.length === 0) throw new UserError('it holds neither output nor toolCalls');
  if (!silent && typeof output !== 'string') {
    throw new UserError(`output is ${describeType(output)}, not a text`);
  }
  const texts = parseContext(context);
  return omitUndefined({ output: output ?? '', toolCalls, context: texts ?? undefined });
}

function parseToolCalls(value: unknown): readonly ToolCall[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UserError('toolCalls is not a list');
  return value.map((call: unknown, at) => {
    if (!isFields(call) || typeof call['name'] !== 'string' || call['name'] === '') {
      throw new UserError(`toolCalls[${at}] has no name`);
    }
    return omitUndefined({
      name: call['name'],
      arguments: call['arguments'],
      result: call['result'],
    });
  });
}

function parseContext(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw new UserError('context is not a list of texts');
}

/** A JSON value's type in words. */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A broken harness prints these instead of an answer. */
const ARTEFACT = /^(undefined|null|NaN|\[object [A-Z]\w*\](,\[object [A-Z]\w*\])*)$/;

/** The artefact that the whole output consists of, else `null`. */
export function findHarnessArtefact(output: string): string | null {
  const text = output.trim();
  return ARTEFACT.test(text) ? text : null;
}
