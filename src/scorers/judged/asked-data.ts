import type { Message, ToolCall } from '../../model/case.js';
import type { ScoreRequest } from '../scorer.js';
import type { Plan, PlanTools } from './item-spec.js';

/** The request as a judge sees it. */
export function askedData({ history, input }: ScoreRequest) {
  return { conversation: history.map(renderTurn), input };
}

/** The same in the words of the rules. */
export const ASKED: readonly string[] = [
  '"conversation": the turns before, oldest first.',
  '"input": what the agent was asked this time.',
];

/** The same of the answer. */
export const WHOLE_ANSWER = '"answer": the whole answer, so that you see what each statement belongs to.';

/** Data without members that are null or an empty list. */
export function withoutEmpty(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value)));
}

/** Every statement of the answer with the request, and the context if the scorer has one. */
export function planAnswer(
  request: ScoreRequest,
  { shown }: PlanTools<unknown>,
  context?: readonly string[],
): Plan {
  const asked = askedData(request);
  const given = context === undefined ? [] : [context];
  return {
    kind: 'judge',
    parts: {
      verdicts: {
        items: { from: 'text', text: request.answer.output },
        data: { ...(context && { context }), ...asked, answer: shown(request.answer.output) },
        hangsOn: [...given, asked],
      },
    },
  };
}

/** A tool's result may be a whole document; relevance shows in its beginning. */
export const LONGEST_RESULT = 4000;
export const LONGEST_ARGUMENTS = 2000;

/** `name({"a":1}) → result`, on one line if the values are. */
export function renderToolCall(call: ToolCall): string {
  const given = call.arguments === undefined ? '' : shorten(asText(call.arguments), LONGEST_ARGUMENTS);
  const head = `${call.name}(${given})`;
  return call.result === undefined ? head : `${head} → ${shorten(asText(call.result), LONGEST_RESULT)}`;
}

/** A turn of the conversation as the judge sees it, its tool calls included. */
export function renderTurn(message: Message): { readonly role: string; readonly content: string } {
  const calls = (message.toolCalls ?? []).map((call) => `[tool call] ${renderToolCall(call)}`);
  return {
    role: message.role,
    content: [message.content, ...calls].filter((part) => part !== '').join('\n'),
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)} … (${text.length - limit} more characters)`;
}

/**
 * The agent's context: the option, else the answer's, else the case's, else the results of its tools, those of earlier
 * turns included. Blank pieces are left out.
 */
export function findContext(
  { answer, context, history }: ScoreRequest,
  option: readonly string[] | undefined,
): readonly string[] {
  const given = option ?? answer.context ?? context;
  if (given !== undefined) return given.filter((piece) => piece.trim() !== '');
  const calls = [...history.flatMap(({ toolCalls }) => toolCalls ?? []), ...answer.toolCalls];
  return calls.flatMap(resultOf);
}

function resultOf({ name, result }: ToolCall): string[] {
  if (result === undefined || result === null || result === '') return [];
  return [`${name}: ${typeof result === 'string' ? result : JSON.stringify(result)}`];
}

export const NO_CONTEXT =
  'there is no context to check against: give it with the case, in the option `context`, or have the agent report its tool results';
