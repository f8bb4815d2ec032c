import type { Answer, Usage } from '../model/answer.js';
import type { Case, Message } from '../model/case.js';

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
  /** Most samples a case that can be had: 1 or more for recorded answers, Infinity for a live target. */
  readonly maxSamples: number;
  /**
   * Asks once. Never throws for a failure of the agent: that is an answer with status `failed`.
   * Throws `ProviderError` with `fatal` where every other call would fail the same way, and on abort.
   */
  answer(row: Case, sample: number, options: AnswerOptions): Promise<Answer>;
  usage(): Usage;
}

/** A case as an agent gets it. */
export type Question = {
  readonly id: string;
  readonly input: string;
  /** The conversation so far, with `input` as its last message. */
  readonly messages: readonly Message[];
  readonly vars: Readonly<Record<string, string>>;
  readonly sample: number;
};

export function questionOf({ id, input, vars, history }: Case, sample: number): Question {
  return { id, input, messages: [...history, { role: 'user', content: input }], vars, sample };
}
