import { openFolderTree } from '../../src/files/readers.js';
import { openJudging } from '../../src/judging/open-judging.js';
import type { Case } from '../../src/model/case.js';
import { type Effects, SILENT_LOG } from '../../src/model/effects.js';
import { NO_JOURNAL, NO_JOURNALS } from '../../src/model/journal.js';
import type { ChatClient } from '../../src/model/provider.js';
import type { Side, WorkingCopy } from '../../src/model/side.js';
import { NO_BUDGET } from '../../src/model/spending.js';
import type { PreparedSuite } from '../../src/model/stages.js';
import {
  type GateSettings,
  type ScorerSettings,
  type Suite,
  takeAgentSettings,
  takeDecidingSettings,
} from '../../src/model/suite.js';
import { NO_LABELS } from '../../src/model/verdict.js';
import { findScorer } from '../../src/scorers/catalog.js';
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
  const options = findScorer(id)?.options.parse(given.options ?? {}) ?? {};
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
    givenTags: [],
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

/** One side of a suite: this prompt or program in a folder, outside a repository. */
export function createSide(suite: Suite, cases: readonly Case[], folder = '.'): Side & WorkingCopy {
  return {
    ...takeAgentSettings(suite),
    name: 'head',
    commit: null,
    branch: null,
    tree: null,
    reader: openFolderTree(folder),
    root: folder,
    rewritten: [],
    watched: { fingerprint: null, built: [], rewritten: [] },
    cases,
    promptTokens: null,
    hasAgent: true,
  };
}

/** A suite without a base, whose files were read. */
export function createPreparedSuite(
  suite: Suite,
  cases: readonly Case[],
  overrides: Partial<PreparedSuite> = {},
): PreparedSuite {
  return {
    status: 'ready',
    settings: takeDecidingSettings(suite),
    inConfig: { base: true, head: true },
    judgedBy: 'head',
    choice: { kind: 'auto' },
    labels: NO_LABELS,
    changes: [],
    review: [],
    prefix: '',
    configPath: null,
    scorerFiles: [],
    base: null,
    head: createSide(suite, cases),
    changedFiles: null,
    tasks: new Map(cases.map(({ id }) => [id, suite.task])),
    taskSource: 'none',
    shown: { rows: [], max: 100, regraded: [], tasks: new Map() },
    onlyShown: false,
    datasetChanges: { before: cases.length, added: [], removed: [], edited: [], renamed: [], remarked: [] },
    notes: [],
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
    suite: suite.name,
    side: createSide(suite, cases, folder),
    directory: '',
    tasks: new Map(cases.map(({ id }) => [id, suite.task])),
    taskSource: 'none' as const,
    samples: 1,
    previous: null,
    journal: NO_JOURNAL,
    judging: openJudging({ suite, chat, salt: 'salt' }),
  };
}
