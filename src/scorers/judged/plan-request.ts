import { type GivenAnswer, isBlankText, isEmptyAnswer } from '../../model/answer.js';
import type { Message, ToolCall } from '../../model/case.js';
import type { Judgement, JudgementFlag } from '../../model/verdict.js';
import { formatNumber } from '../../text/values.js';
import type { ScoreRequest } from '../scorer.js';
import type { ItemOptions, ItemScorerSpec, PlanContext, PlannedPart } from './item-spec.js';
import { isForged, MAX_PIECES, screenText, splitAnswer } from './split-answer.js';

export type PlannedRequest = {
  readonly request: ScoreRequest;
  readonly parts: Readonly<Record<string, PlannedPart>>;
};

const NO_GROUND_TRUTH = 'the case has no ground truth to compare the answer with';
const NO_CONTEXT =
  'there is no context to check against: give it with the case, in the option `context`, or have the agent report its tool results';

/** A scorer's questions about a request; the judgement if there are none. */
export function planRequest<Options extends ItemOptions>(
  { about: { needs }, trustsCase = false, blank, plan }: ItemScorerSpec<Options>,
  options: Options,
  given: ScoreRequest,
): PlannedRequest | Judgement {
  const unusable = judgeUnusable(given.answer) ?? checkPieceCount(given.answer);
  if (unusable !== null) return unusable;
  // An answer of invisible characters alone is blank.
  const isBlank = isBlankText(given.answer.output);
  const request = isBlank ? { ...given, answer: { ...given.answer, output: '' } } : given;
  const wanted = (options.baselineResponse ?? request.groundTruth ?? '').trim();
  if (needs.includes('groundTruth') && wanted === '') return createNotScorableJudgement(NO_GROUND_TRUTH);
  const context = findContext(request, { option: options.context, trustsCase });
  if (needs.includes('context') && context.length === 0) return createNotScorableJudgement(NO_CONTEXT);
  if (isBlank && blank !== undefined) {
    const score = scaleScore(blank(options), options.scale);
    return {
      status: 'scored',
      score,
      reason: 'The answer has no text.',
      statements: [],
      flags: findFlags(request.answer),
    };
  }
  const screenForJudge = (text: string) => screenText(text).shown;
  return { request, parts: plan(request, { options, shown: screenForJudge, wanted, context }) };
}

function checkPieceCount({ output, toolCalls }: GivenAnswer): Judgement | null {
  const count = splitAnswer(output).length + toolCalls.length;
  if (count <= MAX_PIECES) return null;
  const reason = `the answer has ${formatNumber(count)} statements and tool calls, and at most ${formatNumber(MAX_PIECES)} are judged`;
  return { status: 'unscored', kind: 'target', reason };
}

export function createNotScorableJudgement(reason: string): Judgement {
  return { status: 'unscored', kind: 'not-scorable', reason };
}

export function scaleScore(share: number, scale: number): number {
  return Math.min(1, Math.max(0, share)) * scale;
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

export function findFlags({ output, toolCalls }: GivenAnswer): JudgementFlag[] {
  const flags: JudgementFlag[] = isForged(output) ? ['addresses-grader'] : [];
  // Dots or a picture with a call are not words.
  if (toolCalls.length > 0 && !LETTER_OR_NUMBER.test(output)) flags.push('tool-calls-only');
  else if (output.trim() === '') flags.push('empty');
  return flags;
}

/** A program's output for a value that was never an answer. */
const HARNESS_TEXT =
  /^["'`]?(?:undefined|null|NaN|\[object [A-Za-z]+\](?:\s*,\s*\[object [A-Za-z]+\])*|\[?Function(?:: [^\]]*)?\]?|<generator object .*>|<coroutine object .*>|Promise \{ .* \})["'`]?$/;

const CUT_OFF_REASONS = {
  length: 'the answer is empty because the model reached its token limit; raise max_tokens',
  'content-filter': "the answer is empty because the provider's content filter blocked it",
};

/** An artefact of the harness, or an answer that was cut off before its first word; `null` for any other answer. */
export function judgeUnusable(answer: GivenAnswer): Judgement | null {
  const output = answer.output.trim();
  if (HARNESS_TEXT.test(output)) {
    const text = JSON.stringify(output.slice(0, 60));
    const reason = `the answer is the text ${text}: the program around the agent printed a value that is no answer`;
    return { status: 'unscored', kind: 'harness', reason };
  }
  const { finish } = answer;
  if (!isEmptyAnswer(answer) || (finish !== 'length' && finish !== 'content-filter')) return null;
  return { status: 'unscored', kind: finish, reason: CUT_OFF_REASONS[finish] };
}

export function buildConversationData({ history, input }: ScoreRequest) {
  return { conversation: history.map(renderTurn), input };
}

export const CONVERSATION_DATA: readonly string[] = [
  '"conversation": the turns before, oldest first.',
  '"input": what the agent was asked this time.',
];

export const ANSWER_DATA = '"answer": the whole answer, so that you see what each statement belongs to.';

/** Data without members that are null or an empty list. */
export function dropEmpty(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value)));
}

/** Every statement of the answer, which depends on the request and on `more`. */
export function planAnswer(
  request: ScoreRequest,
  { shown }: PlanContext<unknown>,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, PlannedPart>> {
  const { output } = request.answer;
  const data = { ...more, ...buildConversationData(request) };
  return { verdicts: { items: output, data, around: { answer: shown(output) } } };
}

/** A tool's result may be a whole document; relevance shows in its beginning. */
const MAX_RESULT_LENGTH = 4000;
const MAX_ARGUMENTS_LENGTH = 2000;

/** `name({"a":1}) → result`, on one line if the values are. */
export function renderToolCall(call: ToolCall): string {
  const argumentsText =
    call.arguments === undefined ? '' : shorten(renderValue(call.arguments), MAX_ARGUMENTS_LENGTH);
  const head = `${call.name}(${argumentsText})`;
  return call.result === undefined
    ? head
    : `${head} → ${shorten(renderValue(call.result), MAX_RESULT_LENGTH)}`;
}

/** A turn of the conversation as the judge sees it, its tool calls included. */
export function renderTurn(message: Message): { readonly role: string; readonly content: string } {
  const calls = (message.toolCalls ?? []).map((call) => `[tool call] ${renderToolCall(call)}`);
  return {
    role: message.role,
    content: [message.content, ...calls].filter((part) => part !== '').join('\n'),
  };
}

function renderValue(value: unknown): string {
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
  const caseContext = removeBlank(context);
  const contextSource =
    option ?? (trustsCase && caseContext.length > 0 ? caseContext : (answer.context ?? context));
  if (contextSource !== undefined) return removeBlank(contextSource);
  const calls = [...history.flatMap(({ toolCalls }) => toolCalls ?? []), ...answer.toolCalls];
  return calls
    .filter(({ result }) => result !== undefined && result !== null && result !== '')
    .map(({ name, result }) => `${name}: ${renderValue(result)}`);
}

function removeBlank(pieces: readonly string[] = []): readonly string[] {
  return pieces.filter((piece) => piece.trim() !== '');
}
