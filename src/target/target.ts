import {
  type Answer,
  addUsage,
  joinTurns,
  listTurnMessages,
  NO_USAGE,
  type Turn,
  type Usage,
} from '../model/answer.js';
import type { Case, Message } from '../model/case.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { buildFailure } from './build-answer.js';

/** How one question is asked. */
export type AnswerOptions = {
  readonly signal: AbortSignal;
  /** A retry: alone, and in a new process if the target has one. */
  readonly fresh?: boolean;
  /** Awaited before the agent is called. If it throws, the error replaces the answer. */
  readonly begin?: () => Promise<void>;
};

/** The agent under test. */
export interface Target extends AsyncDisposable {
  /** In words, for the record: `prompt prompts/support.md (gpt-6-luna)`. */
  readonly description: string;
  /** The model that it asks; `null` for a program whose own calls are not known, missing if there are none. */
  readonly model?: string | null;
  /** Set if a retry starts its program again. */
  readonly restarts?: true;
  /** How many samples of a case there can be: 1 or more for recorded answers, Infinity for a live target. */
  readonly maxSamples: number;
  /**
   * Asks once. Never throws for a failure of the agent: that is an answer with status `failed`.
   * Throws `ProviderError` on abort, and with `fatal` if every other call would fail the same way.
   */
  answer(row: Case, sample: number, options: AnswerOptions): Promise<Answer>;
  usage(): Usage;
}

/** A case as an agent gets it. */
export type TargetQuestion = {
  readonly id: string;
  readonly input: string;
  /** The conversation so far, with `input` as its last message. */
  readonly messages: readonly Message[];
  readonly vars: Readonly<Record<string, string>>;
  readonly sample: number;
};

/** The question with the conversation before it. */
export function buildQuestion({ id, input, vars, history }: Case, sample: number): TargetQuestion {
  return { id, input, messages: [...history, { role: 'user', content: input }], vars, sample };
}

/** A live target for cases with several turns: the agent gets one after the other, with its own answers so far. */
export function withConversations(target: Target): Target {
  return {
    ...target,
    async answer({ turns: inputs, ...row }, sample, options) {
      if (inputs === undefined) return target.answer(row, sample, options);
      const turns: Turn[] = [];
      let usage = NO_USAGE;
      let seconds = 0;
      let hadThoughts = false;
      for (const input of inputs) {
        const history = [...row.history, ...turns.flatMap(listTurnMessages)];
        const answer = await target.answer({ ...row, input, history }, sample, options);
        if (answer.status === 'failed')
          return buildFailure(answer.kind, `turn ${turns.length + 1}: ${answer.message}`);
        const { output, toolCalls, context, finish } = answer;
        turns.push(omitUndefined({ input, output, toolCalls, finish, context }));
        usage = addUsage(usage, answer.usage ?? NO_USAGE);
        seconds += answer.seconds ?? 0;
        hadThoughts ||= answer.hadThoughts === true;
      }
      return joinTurns(
        turns,
        omitUndefined({
          usage: usage.calls > 0 ? usage : undefined,
          seconds: seconds > 0 ? seconds : undefined,
          hadThoughts: hadThoughts ? true : undefined,
        }),
      );
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
