import { type Answer, NO_USAGE, readCount, type Usage } from '../model/answer.js';
import { messageOf } from '../model/errors.js';
import { findRepeatedKey } from '../text/json.js';
import { isFields, shownJson } from '../text/values.js';
import type { WorkerLine } from '../workers/line-worker.js';
import { buildAnswer, buildFailure, kindOf, parseAnswerFields, reportedError } from './build-answer.js';

const SHOWN_OF_A_LINE = 160;

export type AgentReply = { readonly answer: Answer; readonly usage: Usage };

/** Reads `{"id","output","toolCalls"?,"context"?,"usage"?}` or `{"id","error"}`. */
export function parseWorkerReply(given: string): WorkerLine<AgentReply> {
  // Also removes a byte order mark, which would be invisible in a message.
  const line = given.trim();
  if (line === '') return { kind: 'printed' };
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return broken(
      `wrote a line to stdout that is not JSON: ${cut(line)} (stdout carries answers only; log to stderr)`,
    );
  }
  const repeated = findRepeatedKey(line);
  if (repeated !== null) {
    return broken(`wrote an answer that gives the key ${shownJson(repeated.key)} twice: ${cut(line)}`);
  }
  if (!isFields(json)) return broken(`wrote ${kindOf(json)} to stdout instead of an answer: ${cut(line)}`);
  const { id } = json;
  if (typeof id !== 'string' && typeof id !== 'number')
    return broken(`wrote an answer without an id: ${cut(line)}`);
  const usage = parseUsage(json['usage']);
  const reply = (answer: Answer): WorkerLine<AgentReply> => ({
    kind: 'reply',
    id: String(id),
    reply: { answer, usage },
  });
  const failed = reportedError(json);
  if (failed !== null) return reply(failed);
  const { output } = json;
  if (output !== undefined && output !== null && typeof output !== 'string') {
    return reply(buildFailure('harness', `output is ${kindOf(output)}, not a text: ${cut(line)}`));
  }
  try {
    return reply(buildAnswer(parseAnswerFields(json)));
  } catch (thrown) {
    return reply(buildFailure('target', `the answer cannot be used: ${messageOf(thrown)}: ${cut(line)}`));
  }
}

/** The agent's own usage, under our names or the provider's; one call if it does not count them. */
function parseUsage(value: unknown): Usage {
  if (!isFields(value)) return NO_USAGE;
  return {
    calls: readCount(value['calls'] ?? 1),
    inputTokens: readCount(value['inputTokens'] ?? value['input_tokens'] ?? value['prompt_tokens']),
    outputTokens: readCount(value['outputTokens'] ?? value['output_tokens'] ?? value['completion_tokens']),
  };
}

function broken(why: string): WorkerLine<AgentReply> {
  return { kind: 'broken', why };
}

function cut(line: string): string {
  return line.length > SHOWN_OF_A_LINE ? `${line.slice(0, SHOWN_OF_A_LINE)}…` : line;
}
