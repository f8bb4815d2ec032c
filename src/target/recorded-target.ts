import { type Answer, NO_USAGE } from '../ports/answer.js';
import type { Case } from '../ports/dataset.js';
import { abortErrorOf } from '../ports/errors.js';
import type { Target } from '../ports/target.js';
import { buildFailure } from './build-answer.js';
import type { RecordedCase } from './recorded-answers.js';

/**
 * Answers that were recorded elsewhere. Every case can have as many samples as the one that was recorded least often;
 * a case that was not recorded is a failed answer.
 */
export function openRecordedTarget(path: string, recorded: ReadonlyMap<string, RecordedCase>): Target {
  const find = ({ id, inputHash }: Case, sample: number): Answer => {
    const found = recorded.get(id);
    const missing = (why: string) => buildFailure('not-recorded', `${path}: ${why}`);
    if (found === undefined) return missing(`no answer for case ${JSON.stringify(id)}`);
    if (found.inputHash !== null && found.inputHash !== inputHash) {
      return missing(`the answer of case ${JSON.stringify(id)} was given to another input`);
    }
    const { length } = found.answers;
    return (
      found.answers[sample] ??
      missing(
        `case ${JSON.stringify(id)} has ${length} answer${length === 1 ? '' : 's'}, and number ${sample + 1} was asked for`,
      )
    );
  };
  const answer = async (row: Case, sample: number, { signal }: { readonly signal: AbortSignal }) => {
    if (signal.aborted) throw abortErrorOf(signal);
    return find(row, sample);
  };
  return {
    description: `recorded ${path}`,
    live: false,
    maxSamples: Math.min(...[...recorded.values()].map(({ answers }) => answers.length)),
    answer,
    answerAgain: answer,
    usage: () => NO_USAGE,
    async [Symbol.asyncDispose]() {},
  };
}
