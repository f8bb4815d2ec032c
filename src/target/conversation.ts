import { addUsage, joinTurns, messagesOfTurn, NO_USAGE, type Turn } from '../model/answer.js';
import { buildFailure } from './build-answer.js';
import type { Target } from './target.js';

/** A live target for cases with several turns: the agent gets one after the other, with its own answers so far. */
export function holdConversations(target: Target): Target {
  return {
    ...target,
    async answer({ turns: inputs, ...row }, sample, options) {
      if (inputs === undefined) return target.answer(row, sample, options);
      const turns: Turn[] = [];
      let usage = NO_USAGE;
      let seconds = 0;
      for (const input of inputs) {
        const history = [...row.history, ...turns.flatMap(messagesOfTurn)];
        const answer = await target.answer({ ...row, input, history }, sample, options);
        if (answer.status === 'failed')
          return buildFailure(answer.kind, `turn ${turns.length + 1}: ${answer.message}`);
        const { output, toolCalls, context, finish } = answer;
        turns.push({ input, output, toolCalls, finish, ...(context !== undefined && { context }) });
        usage = addUsage(usage, answer.usage ?? NO_USAGE);
        seconds += answer.seconds ?? 0;
      }
      return joinTurns(turns, {
        ...(usage.calls > 0 && { usage }),
        ...(seconds > 0 && { seconds }),
      });
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
