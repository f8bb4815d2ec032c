import type { Answer } from '../../model/answer.js';
import type { Message } from '../../model/case.js';
import { UserError } from '../../model/errors.js';
import { shownJson } from '../../text/values.js';
import type { ScoreInput } from '../scorer.js';
import {
  type AgentMessage,
  isRunInput,
  isRunMessage,
  isRunOutput,
  isSystem,
  type RunInput,
  type RunOutput,
  toAgentInput,
  toAgentOutput,
} from './run-messages.js';
import { readToolCalls } from './tool-calls.js';

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
  return { role: readRole(message), content: message.content, ...(toolCalls.length > 0 && { toolCalls }) };
}

/** An unknown role is the agent's. */
function readRole({ role }: AgentMessage): 'user' | 'tool' | 'assistant' {
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

/** An agent's answer: its messages' text and tool calls. */
export function readAnswer(output: RunOutput): Extract<Answer, { readonly status: 'answered' }> {
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

/** The parts of a run that scorers without a judge read. */
export type TextRun = {
  readonly input?: RunInput | undefined;
  readonly output: RunOutput;
  readonly groundTruth?: unknown;
};

/** What is wrong with the sides of a run, since plain JavaScript has no type check. */
export function runProblems({
  input,
  output,
}: {
  readonly input: unknown;
  readonly output: unknown;
}): string[] {
  return [
    ...(isRunInput(input)
      ? []
      : [`input is ${shownJson(input)}: give a text, messages, or { inputMessages }`]),
    ...(isRunOutput(output) ? [] : [`output is ${shownJson(output)}: give a text, a message, or messages`]),
  ];
}

/** The input: a plain text or the last user message; empty without input. Throws `UserError` for anything else. */
export function inputText({ input }: Pick<TextRun, 'input'>): string {
  const problems = runProblems({ input: input ?? '', output: '' });
  if (problems.length > 0) throw new UserError(problems);
  return readScoreInput(input ?? '').input;
}

/** The answer: a plain text, or the assistant's messages. Throws `UserError` for anything else. */
export function answerText({ output }: Pick<TextRun, 'output'>): string {
  const problems = runProblems({ input: '', output });
  if (problems.length > 0) throw new UserError(problems);
  return readAnswer(output).output;
}

/** The expected answer as text, or `null`. */
export function groundTruthText({ groundTruth }: Pick<TextRun, 'groundTruth'>): string | null {
  if (groundTruth === undefined || groundTruth === null) return null;
  if (typeof groundTruth === 'string') return groundTruth;
  return isRunMessage(groundTruth) ? readAnswer(groundTruth).output : JSON.stringify(groundTruth);
}

/** The expected answer, else the input. */
export function referenceText(run: Pick<TextRun, 'input' | 'groundTruth'>): string {
  return groundTruthText(run) ?? inputText(run);
}
