import { showsNothing } from '../../model/answer.js';
import type { JudgedStatement, Judgement, JudgementFlag } from '../../model/verdict.js';
import type { ScoreRequest } from '../scorer.js';
import { isRefusal, judgeWithoutAsking } from './classify-answer.js';
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
