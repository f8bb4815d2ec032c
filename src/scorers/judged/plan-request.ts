import { isEmptyAnswer, showsNothing } from '../../model/answer.js';
import type { Judgement, JudgementFlag } from '../../model/verdict.js';
import type { GivenAnswer, ScoreRequest } from '../scorer.js';
import { findContext } from './asked-data.js';
import type { ItemOptions, ItemScorerSpec, PlannedPart } from './item-spec.js';
import { isForged, screenText } from './screen-text.js';

/** A request with its questions, by the name of the part. */
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
  const unusable = unusableAnswer(given.answer);
  if (unusable !== null) return unusable;
  // Invisible signs say nothing.
  const isBlank = showsNothing(given.answer.output);
  const request = isBlank ? { ...given, answer: { ...given.answer, output: '' } } : given;
  const wanted = (options.baselineResponse ?? request.groundTruth ?? '').trim();
  if (needs.includes('groundTruth') && wanted === '') return notScorable(NO_GROUND_TRUTH);
  const context = findContext(request, { option: options.context, trustsCase });
  if (needs.includes('context') && context.length === 0) return notScorable(NO_CONTEXT);
  if (isBlank && blank !== undefined) {
    const score = scaled(blank(options), options.scale);
    return {
      status: 'scored',
      score,
      reason: 'The answer has no text.',
      statements: [],
      flags: flagsOf(request.answer),
    };
  }
  const shown = (text: string) => screenText(text).shown;
  return { request, parts: plan(request, { options, shown, wanted, context }) };
}

export function notScorable(reason: string): Judgement {
  return { status: 'unscored', kind: 'not-scorable', reason };
}

export function scaled(share: number, scale: number): number {
  return Math.min(1, Math.max(0, share)) * scale;
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

export function flagsOf({ output, toolCalls }: GivenAnswer): JudgementFlag[] {
  const flags: JudgementFlag[] = isForged(output) ? ['addresses-grader'] : [];
  // Dots or a picture with a call are not words.
  if (toolCalls.length > 0 && !LETTER_OR_NUMBER.test(output)) flags.push('tool-calls-only');
  else if (output.trim() === '') flags.push('empty');
  return flags;
}

/** A program's output for a value that was never an answer. */
const HARNESS_TEXT =
  /^["'`]?(?:undefined|null|NaN|\[object [A-Za-z]+\](?:\s*,\s*\[object [A-Za-z]+\])*|\[?Function(?:: [^\]]*)?\]?|<generator object .*>|<coroutine object .*>|Promise \{ .* \})["'`]?$/;

/** An artefact of the harness, or an answer that was cut off before its first word; `null` for any other answer. */
export function unusableAnswer(answer: GivenAnswer): Judgement | null {
  const output = answer.output.trim();
  const unscored = (kind: 'harness' | 'length' | 'content-filter', reason: string): Judgement => ({
    status: 'unscored',
    kind,
    reason,
  });
  if (HARNESS_TEXT.test(output)) {
    const text = JSON.stringify(output.slice(0, 60));
    return unscored(
      'harness',
      `the answer is the text ${text}: the program around the agent printed a value that is no answer`,
    );
  }
  if (!isEmptyAnswer(answer)) return null;
  if (answer.finish === 'length') {
    return unscored(
      'length',
      'the answer is empty because the model reached its token limit; raise max_tokens',
    );
  }
  return answer.finish === 'content-filter'
    ? unscored('content-filter', "the answer is empty because the provider's content filter blocked it")
    : null;
}
