import { isEmptyAnswer, showsNothing } from '../../model/answer.js';
import type { JudgedStatement, Judgement, JudgementFlag, VerdictLabel } from '../../model/verdict.js';
import type { GivenAnswer, ScoreRequest } from '../scorer.js';
import type { ItemOptions, ItemScorerSpec, PlannedPart } from './item-spec.js';
import { isForged, screenText } from './screen-text.js';

/** A request with its questions, by the name of the part. */
export type PlannedRequest = {
  readonly request: ScoreRequest;
  readonly parts: Readonly<Record<string, PlannedPart>>;
};

/** A scorer's questions about a request; the judgement if there are none. */
export function planRequest<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  options: Options,
  given: ScoreRequest,
): PlannedRequest | Judgement {
  const early = judgeWithoutAsking(given.answer);
  if (early?.status === 'unscored') return early;
  // Invisible signs say nothing; the scorer decides on empty answers.
  const request = showsNothing(given.answer.output)
    ? { ...given, answer: { ...given.answer, output: '' } }
    : given;
  const plan = spec.plan(request, { options, shown: (text) => screenText(text).shown });
  switch (plan.kind) {
    case 'judge':
      return { request, parts: plan.parts };
    case 'not-scorable':
      return notScorable(plan.reason);
    case 'settled':
      return {
        status: 'scored',
        score: scaled(plan.share, options.scale),
        reason: plan.reason,
        statements: [],
        flags: flagsOf(request, null),
      };
    default:
      return plan satisfies never;
  }
}

export function notScorable(reason: string): Judgement {
  return { status: 'unscored', kind: 'not-scorable', reason };
}

export function scaled(share: number, scale: number): number {
  return Math.min(1, Math.max(0, share)) * scale;
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** @param statements The counted statements, if they are the whole answer. */
export function flagsOf(
  { answer: { output, toolCalls } }: ScoreRequest,
  statements: readonly JudgedStatement[] | null,
): JudgementFlag[] {
  const flags: JudgementFlag[] = [];
  if (isRefusal(output, statements)) flags.push('refusal');
  if (isForged(output)) flags.push('addresses-grader');
  // Dots or a picture with a call are not words.
  if (toolCalls.length > 0 && !LETTER_OR_NUMBER.test(output)) flags.push('tool-calls-only');
  else if (output.trim() === '') flags.push('empty');
  return flags;
}

/** A program's output for a value that was never an answer. */
const HARNESS_TEXT =
  /^["'`]?(?:undefined|null|NaN|\[object [A-Za-z]+\](?:\s*,\s*\[object [A-Za-z]+\])*|\[?Function(?:: [^\]]*)?\]?|<generator object .*>|<coroutine object .*>|Promise \{ .* \})["'`]?$/;

/** Judges answers that are empty or an artefact of the harness; `null` if a judge is needed. */
export function judgeWithoutAsking(answer: GivenAnswer): Judgement | null {
  const output = answer.output.trim();
  if (HARNESS_TEXT.test(output)) {
    return {
      status: 'unscored',
      kind: 'harness',
      reason: `the answer is the text ${JSON.stringify(output.slice(0, 60))}: the program around the agent printed a value that is no answer`,
    };
  }
  if (!isEmptyAnswer(answer)) return null;
  if (answer.finish === 'length') {
    return {
      status: 'unscored',
      kind: 'length',
      reason: 'the answer is empty because the model reached its token limit; raise max_tokens',
    };
  }
  if (answer.finish === 'content-filter') {
    return {
      status: 'unscored',
      kind: 'content-filter',
      reason: "the answer is empty because the provider's content filter blocked it",
    };
  }
  return {
    status: 'scored',
    score: 0,
    reason: 'The answer is empty.',
    statements: [],
    flags: ['empty'],
  };
}

const REFUSAL =
  /(?:\b(?:i|we)(?: am|'m| are|'re)?(?: really| very| so)?(?: sorry| afraid)?[^.!?]{0,30}\b(?:can(?:not|'t|’t| not)|won(?:'t|’t)|will not|(?:am|'m|’m|are|'re) (?:not able|unable|not allowed|not permitted)|unable to|must decline|have to decline)\s+(?:to\s+)?(?:help|assist|answer|provide|comply|do that|do this|fulfil|discuss|share|support|process|give|offer|engage|respond)|\bas an ai(?: language)? model\b|\bi (?:must|have to) (?:decline|refuse)\b)|(?:ich|wir) (?:kann|können|darf|dürfen)[^.!?]{0,60}\bnicht (?:helfen|beantworten|weiterhelfen|geben|unterstützen|beitragen)|je (?:ne peux|suis désolée?)[^.!?]{0,40}(?:pas|ne peux)[^.!?]{0,20}(?:aider|répondre|fournir)|no puedo (?:ayudar|responder|proporcionar|asistir)|não posso (?:ajudar|responder|fornecer)|non posso (?:aiutar|rispondere|fornire)|(?:お答え|お手伝い|対応|回答)(?:することは|することが)?(?:でき(?:ません|かねます)|いたしかねます)|(?:无法|不能)(?:回答|提供|帮助|协助)|не могу (?:помочь|ответить|предоставить)|(?:도와|답변)[^.!?]{0,10}(?:없습니다|드릴 수 없)/iu;

/** Offers other help only: a refusal, unless a condition follows. */
const ONLY_OTHER_HELP =
  /\b(?:(?:i|we)(?: can|(?: am|'m|’m| are|'re|’re) able to)? only (?:help|assist)(?: you)? (?:with|on)|(?:ich|wir) (?:helfe|helfen) (?:ihnen |dir )?nur (?:bei|mit))\b(?!.*\b(?:if|once|when|after|wenn|sobald)\b)/iu;

/** A longer text that was not split may say more than its refusal. */
const LONGEST_REFUSAL = 300;

/**
 * Whether the answer refuses and does little else. A flag for readers; the judge decides.
 * @param statements The counted statements; `null` if the answer was not split.
 */
export function isRefusal(
  output: string,
  statements: readonly { readonly text: string; readonly result: VerdictLabel }[] | null,
): boolean {
  if (statements === null) return output.length <= LONGEST_REFUSAL && declines(output);
  const declining = statements.filter(({ text }) => declines(text));
  return declining.length > 0 && statements.every((each) => each.result === 'no' || declining.includes(each));
}

function declines(text: string): boolean {
  const start = text.slice(0, LONGEST_REFUSAL);
  return REFUSAL.test(start) || ONLY_OTHER_HELP.test(start);
}
