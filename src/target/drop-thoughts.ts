import type { Answer } from '../model/answer.js';
import { removeThoughts } from '../text/thoughts.js';
import type { Target } from './target.js';

/** A target whose answers are without the thoughts before them: no user reads these. */
export function dropThoughts(target: Target): Target {
  return {
    ...target,
    answer: async (row, sample, options) => answerWithoutThoughts(await target.answer(row, sample, options)),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

function answerWithoutThoughts(answer: Answer): Answer {
  if (answer.status === 'failed') return answer;
  if (answer.turns !== undefined) {
    const turns = answer.turns.map((turn) => ({ ...turn, output: removeThoughts(turn.output) }));
    const output = turns.map((turn) => turn.output).join('\n\n');
    return output === answer.output ? answer : { ...answer, turns, output, hadThoughts: true };
  }
  const output = removeThoughts(answer.output);
  return output === answer.output ? answer : { ...answer, output, hadThoughts: true };
}
