import type { Case, Message } from '../model/case.js';

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
