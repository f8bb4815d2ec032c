import { z } from 'zod';
import { ProviderError } from '../../../model/errors.js';
import { matchWithin } from '../../../text/foreign-pattern.js';
import { cutText, toPlainLine } from '../../../text/values.js';
import type { NotScorable, StepRun } from '../../builder/steps.js';
import { createRunScorer } from '../../define-scorer.js';
import type { RunInput, RunOutput } from '../../messages/run-messages.js';
import { readOptions } from '../../options.js';
import { CODE_SCORER } from '../../scorer.js';

export const CHECK = {
  ...CODE_SCORER,
  kind: 'check',
  formula: '1 or 0',
  failing: ['fails the check', 'fail the check'],
} as const;

/** A check's result, why in one line, and the details for `preprocessStepResult`. */
export type AnswerCheck<Details> = {
  readonly passed: boolean;
  readonly reason: string;
  readonly shown: Details;
  readonly score?: number;
};

type CheckRun = StepRun<RunInput, RunOutput>;

export function createCheck<Details>(
  names: { readonly id: string; readonly description: string },
  check: (run: CheckRun) => AnswerCheck<Details> | NotScorable,
) {
  const runCheck = (run: CheckRun) => runWithinTime(() => check(run), names.id);
  return createRunScorer(names)
    .preprocess(({ run }): Details | NotScorable => {
      const result = runCheck(run);
      return 'shown' in result ? result.shown : result;
    })
    .analyze(({ run }) => {
      const result = runCheck(run);
      if (!('shown' in result)) return result;
      const { passed, reason, score = passed ? 1 : 0 } = result;
      return { passed, reason, score };
    })
    .generateScore(({ results }) => results.analyzeStepResult.score)
    .generateReason(({ results }) => results.analyzeStepResult.reason);
}

/** A reasonable pattern takes milliseconds, even on a long answer. */
const MAX_MATCH_MS = 1_000;

/** Throws `ProviderError` if the pattern was stopped: the answer is unscored. */
function runWithinTime<Value>(check: () => Value, id: string): Value {
  const looked = matchWithin(MAX_MATCH_MS, check);
  if (looked.kind === 'found') return looked.found;
  const why =
    looked.kind === 'stopped'
      ? `took longer than ${MAX_MATCH_MS / 1_000} s with this answer and was stopped; a pattern that can match one text in many ways, such as (a+)+b, has to be written otherwise`
      : `could not look at this answer: ${looked.why}`;
  throw new ProviderError(`the check ${id} ${why}`, { kind: 'scorer' });
}

const MAX_SHOWN_LENGTH = 80;

/** A text, quoted for a reason: one line, at most 80 characters. */
export function quoteText(text: string): string {
  const line = toPlainLine(text);
  return line === '' ? 'nothing' : `“${cutText(line, MAX_SHOWN_LENGTH)}”`;
}

export type CheckId = { readonly id?: string };

/** The id and options of a check that only code has. Throws `UserError`. */
export function readCheck<Shape extends z.ZodRawShape>(id: string, shape: Shape, given: object) {
  return readOptions({ id, options: z.strictObject(shape) }, given);
}
