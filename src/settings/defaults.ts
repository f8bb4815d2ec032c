import type { GateSettings, Limits } from '../model/suite.js';

// Defaults for settings that neither an input nor the config file sets.

export const DEFAULT_CONFIG = 'prompt-regression.yml';

/** Contents of a config file to begin with, on one line so that every place can show it. */
export const STARTER_CONFIG =
  'suites: [{ name: support, dataset: evals/support.jsonl, target: { prompt: prompts/support.md, model: gpt-6-luna } }]';

export const DEFAULT_GATE: GateSettings = {
  threshold: null,
  maxDrop: 0.02,
  caseDrop: 0.45,
  lostFacts: 3,
  tags: {},
  maxCostRise: null,
  maxTimeRise: null,
  failOn: ['regression', 'threshold', 'cost', 'error', 'inconclusive'],
  onMissingBaseline: 'pass',
};
export const DEFAULT_SCORERS: readonly string[] = ['answer-relevancy'];
export const DEFAULT_REPEAT = 1;
export const DEFAULT_BASELINE_REPEAT = 3;

/** Of a command, and of a scorer of the repository's own. */
export const DEFAULT_WORKERS = 2;
export const DEFAULT_ANSWER_TIMEOUT_MS = 60_000;

export const DEFAULT_LIMITS: Limits = {
  maxConcurrency: 16,
  maxRetries: 4,
  timeoutMs: 20 * 60_000,
  requestTimeoutMs: 2 * 60_000,
  extraRuns: 6,
  maxCalls: null,
  maxTokens: null,
};

export const DEFAULT_BRANCH = 'prompt-regression-data';
export const DEFAULT_STORE_FOLDER = '.prompt-regression';

export const DEFAULT_KEY_VARIABLE = 'OPENAI_API_KEY';
/** OpenAI's libraries read it. The check reads addresses from the config file alone, so that it is the same everywhere. */
export const ADDRESS_VARIABLE = 'OPENAI_BASE_URL';
export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
