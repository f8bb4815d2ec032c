import { showsNothing } from '../../ports/answer.js';
import type { Judgement, JudgementFlag, VerdictLabel } from '../../ports/verdict.js';
import type { ScoreRequest } from '../scorer.js';
import { isRefusal, judgeWithoutAsking } from './classify-answer.js';
import type { ItemOptions, ItemScorerSpec, PlannedPart } from './define/item-spec.js';
import { type ScreenedText, screenText } from './take-apart/screen-text.js';
import { talksToGrader } from './take-apart/talks-to-grader.js';

/** A request with its answer screened, and what is to be asked about it, by the name of the part. */
export type PlannedRequest = {
  readonly request: ScoreRequest;
  readonly answer: ScreenedText;
  readonly parts: Readonly<Record<string, PlannedPart>>;
};

/** What a scorer wants to ask about a request; the judgement where there is nothing to ask. */
export function planRequest<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  options: Options,
  given: ScoreRequest,
): PlannedRequest | Judgement {
  const early = judgeWithoutAsking(given.answer);
  if (early?.status === 'unscored') return early;
  // Signs that show nothing say nothing; what an empty answer is worth is for the scorer to say.
  const request = showsNothing(given.answer.output)
    ? { ...given, answer: { ...given.answer, output: '' } }
    : given;
  const answer = screenText(request.answer.output, talksToGrader);
  const shown = (text: string): string =>
    text === answer.text ? answer.shown : screenText(text, talksToGrader).shown;
  const plan = spec.plan(request, { options, shown });
  switch (plan.kind) {
    case 'judge':
      return { request, answer, parts: plan.parts };
    case 'not-scorable':
      return notScorable(plan.reason);
    case 'settled':
      return {
        status: 'scored',
        score: scaled(plan.share, options.scale),
        reason: plan.reason,
        statements: [],
        flags: flagsOf({ request, answer }, null),
        extractionKey: null,
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

/** @param items What stands for the answer's text where the judge took it apart; `null`: the text itself. */
export function flagsOf(
  { request, answer }: Pick<PlannedRequest, 'request' | 'answer'>,
  items:
    | readonly { readonly text: string; readonly hostile: boolean; readonly result?: VerdictLabel }[]
    | null,
): JudgementFlag[] {
  const { output, toolCalls } = request.answer;
  const hostile = items === null ? answer.hostile.size > 0 : items.some((item) => item.hostile);
  const flags: JudgementFlag[] = [];
  if (isRefusal(items ?? [{ text: output }])) flags.push('refusal');
  if (hostile) flags.push('addresses-grader');
  // Three dots or a picture beside a call are no words.
  if (toolCalls.length > 0 && !LETTER_OR_NUMBER.test(output)) flags.push('tool-calls-only');
  else if (output.trim() === '') flags.push('empty');
  return flags;
}
