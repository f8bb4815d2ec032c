import type { JudgeChoice } from '../scorers/builder/step-types.js';

/** Who judges, how it is reached, and what the agent is for. */
export type JudgeConfig = JudgeChoice & {
  /** What the agent is for, in words; default: the system message of a run's input, if it has one. */
  readonly task?: string | undefined;
};

/** Names of what a judge's choice may hold. */
export const CHOICE_OPTIONS: readonly (keyof JudgeChoice)[] = [
  'model',
  'baseUrl',
  'apiKey',
  'parameters',
  'maxConcurrency',
  'maxRetries',
  'requestTimeoutMs',
];

/** What a factory takes besides the options of its scorer. */
export const JUDGE_OPTIONS: readonly (keyof JudgeConfig)[] = [...CHOICE_OPTIONS, 'task'];
