import type { Message, ToolCall } from '../../model/case.js';
import type { ScoreRequest } from '../scorer.js';
import type { PlannedPart, PlanTools } from './item-spec.js';

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

/** Every statement of the answer, which depends on the request and on `more`. */
export function planAnswer(
  request: ScoreRequest,
  { shown }: PlanTools<unknown>,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, PlannedPart>> {
  const { output } = request.answer;
  const data = { ...more, ...askedData(request) };
  return { verdicts: { items: output, data, around: { answer: shown(output) } } };
}

/** A tool's result may be a whole document; relevance shows in its beginning. */
const LONGEST_RESULT = 4000;
const LONGEST_ARGUMENTS = 2000;

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
 * The agent's context: the option, else what the agent reports, else the case's, else the results of its tools, those of
 * earlier turns included. Blank pieces are left out.
 */
export function findContext(
  { answer, context, history }: ScoreRequest,
  { option, trustsCase }: { readonly option: readonly string[] | undefined; readonly trustsCase: boolean },
): readonly string[] {
  const ofCase = said(context);
  const given = option ?? (trustsCase && ofCase.length > 0 ? ofCase : (answer.context ?? context));
  if (given !== undefined) return said(given);
  const calls = [...history.flatMap(({ toolCalls }) => toolCalls ?? []), ...answer.toolCalls];
  return calls.flatMap(({ name, result }) =>
    result === undefined || result === null || result === '' ? [] : [`${name}: ${asText(result)}`],
  );
}

function said(pieces: readonly string[] = []): readonly string[] {
  return pieces.filter((piece) => piece.trim() !== '');
}
