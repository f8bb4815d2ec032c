import type { ModelParameters } from './model/chat.js';
import type { Judge } from './model/judge.js';

/** Who judges, and how it is reached. */
export type JudgeConfig = {
  /** `openai/<model>` at any OpenAI-compatible provider (the prefix may be left out), or a judge of your own. */
  readonly model: string | Judge;
  /** What the agent is for, in words; default: the system message of a run's input, if it has one. */
  readonly task?: string | undefined;
  /** Default: environment variable OPENAI_BASE_URL, else api.openai.com. */
  readonly baseUrl?: string | undefined;
  /** Default: environment variable OPENAI_API_KEY. */
  readonly apiKey?: string | undefined;
  /** The judge's, under the provider's own names; default temperature 0 and a seed, `null` leaves one out. */
  readonly parameters?: ModelParameters | undefined;
  /** Model calls in flight; default 16. */
  readonly maxConcurrency?: number | undefined;
  /** Tries after the first one; default 4. */
  readonly maxRetries?: number | undefined;
  /** For one attempt of one call; default 60,000. */
  readonly requestTimeoutMs?: number | undefined;
};

/** Their names: what a factory takes besides the options of its scorer. */
export const JUDGE_OPTIONS: readonly (keyof JudgeConfig)[] = [
  'model',
  'task',
  'baseUrl',
  'apiKey',
  'parameters',
  'maxConcurrency',
  'maxRetries',
  'requestTimeoutMs',
];
