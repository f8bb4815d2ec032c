import { openFolderTree } from '../../src/files/readers.js';
import { openJudging } from '../../src/judging/open-judging.js';
import type { Case } from '../../src/model/case.js';
import { type Effects, SILENT_LOG } from '../../src/model/effects.js';
import { NO_JOURNAL, NO_JOURNALS } from '../../src/model/journal.js';
import type { ChatClient } from '../../src/model/provider.js';
import { NO_BUDGET } from '../../src/model/spending.js';
import type { GateSettings, ScorerSettings, Suite } from '../../src/model/suite.js';
import { aboutScorer } from '../../src/scorers/catalog.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { NO_STORE } from './records.js';

/** A prebuilt scorer as a suite's settings have it, with its defaults where nothing else is said. */
export function createScorerSettings(
  id = 'answer-relevancy',
  given: {
    readonly options?: Readonly<Record<string, unknown>>;
    readonly gate?: Partial<GateSettings>;
    readonly name?: string;
  } = {},
): ScorerSettings {
  const options = aboutScorer(id)?.options.parse(given.options ?? {}) ?? {};
  return {
    name: given.name ?? id,
    use: { kind: 'prebuilt', id, options },
    gate: { ...DEFAULT_GATE, ...given.gate },
  };
}

const provider = { baseUrl: null, apiKey: 'key', apiKeySource: 'the test' };

/** A suite of a prompt, judged offline. */
export function createSuite(overrides: Partial<Suite> = {}): Suite {
  return {
    name: 'support',
    dataset: 'cases.jsonl',
    task: null,
    watch: ['**'],
    labels: null,
    givenLabels: null,
    givenWatch: [],
    target: { kind: 'prompt', prompt: 'prompt.md', model: 'agent', parameters: {} },
    provider,
    scorers: [createScorerSettings()],
    judge: { model: 'builtin', provider, parameters: {} },
    repeat: 1,
    baselineRepeat: 3,
    ...overrides,
  };
}

/** The judge that a chat client of a test stands for. */
export const LLM_JUDGE: Suite['judge'] = { model: 'judge', provider, parameters: {} };

/** A case of a dataset, as `createCase` of the records has it. */
export function createRow(id: string, overrides: Partial<Case> = {}): Case {
  const input = overrides.input ?? `question ${id}`;
  return { id, input, history: [], inputHash: `input:${input}`, vars: {}, tags: [], ...overrides };
}

/** Effects that reach nothing but this chat client. */
export function createEffects(chat: ChatClient, overrides: Partial<Effects> = {}): Effects {
  return {
    env: {},
    now: () => new Date('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    log: SILENT_LOG,
    redact: (text) => text,
    signal: new AbortController().signal,
    version: '0.0.0',
    git: null,
    github: null,
    store: NO_STORE,
    journals: NO_JOURNALS,
    scorerHost: [],
    extraRuns: 6,
    maxConcurrency: 4,
    budget: NO_BUDGET,
    providerNotes: async () => [],
    http: () => ({ send: () => Promise.reject(new Error('no agent behind an address was expected')) }),
    prices: {},
    chat: () => chat,
    ...overrides,
  };
}

/** One sample of each of these cases, of the prompt in a folder. */
export function createProducePlan(
  suite: Suite,
  cases: readonly Case[],
  { folder, chat = null }: { readonly folder: string; readonly chat?: ChatClient | null },
) {
  return {
    suite,
    side: { name: 'head' as const, root: folder, reader: openFolderTree(folder), files: null, commit: null },
    directory: '',
    watched: null,
    cases,
    tasks: new Map(cases.map(({ id }) => [id, suite.task])),
    taskSource: 'none' as const,
    samples: 1,
    previous: null,
    journal: NO_JOURNAL,
    judging: openJudging({ suite, chat, salt: 'salt' }),
  };
}
