import { groupWordings } from '../../src/decide/compare/shared-statements.js';
import { hashTask } from '../../src/judging/record-tasks.js';
import { createVerdictStore, type SeededVerdictStore } from '../../src/judging/verdict-store.js';
import { NO_USAGE } from '../../src/model/answer.js';
import type { BaselineStore, ChosenBaseline } from '../../src/model/baseline.js';
import type { Comparison, PairedCase, StatementChange } from '../../src/model/comparison.js';
import type { FailureKind } from '../../src/model/errors.js';
import type { Decision } from '../../src/model/finding.js';
import type { Report, SuiteReport } from '../../src/model/report.js';
import {
  type CaseRecord,
  RUN_RECORD_FORMAT,
  RUN_RECORD_VERSION,
  type RunRecord,
  type Sample,
} from '../../src/model/run-record.js';
import type { JudgedStatement, Judgement, ScoredJudgement, VerdictLabel } from '../../src/model/verdict.js';

export const SCORER = 'answer-relevancy';

/** A store that keeps nothing. */
export const NO_STORE: BaselineStore = {
  name: 'none',
  text: 'full',
  byCommit: async () => ({ status: 'absent' }),
  commitsByWatched: async () => [],
  commits: async () => [],
  latest: async () => ({ status: 'absent' }),
  write: async () => {},
  coveredPrompts: async () => [],
  coverage: async () => ({ status: 'absent' }),
  writeCoverage: async () => {},
};

/** A statement with its verdict: `createStatement('Text.')` is relevant, `createStatement('Text.', 'no')` is not. */
export function createStatement(
  text: string,
  result: VerdictLabel = 'yes',
  overrides: Partial<JudgedStatement> = {},
): JudgedStatement {
  return { text, quote: text, key: `key:${text}`, result, reason: `judged ${result}`, ...overrides };
}

/** A scored judgement; without a given score it follows from the statements (unsure counts 0.3). */
export function createJudgement(overrides: Partial<Omit<ScoredJudgement, 'status'>> = {}): ScoredJudgement {
  const statements = overrides.statements ?? [createStatement('The answer is relevant.')];
  const weights = { yes: 1, unsure: 0.3, no: 0 } as const;
  const sum = statements.reduce((total, statement) => total + weights[statement.result], 0);
  return {
    status: 'scored',
    score: statements.length === 0 ? 0 : sum / statements.length,
    reason: 'reason of the whole',
    statements,
    flags: [],
    ...overrides,
  };
}

/** A scored sample. Its answer is the statements' texts in a row, its hash that answer, unless overridden. */
export function createSample(
  overrides: Partial<Omit<ScoredJudgement, 'status'>> & {
    readonly output?: string;
    readonly answerHash?: string;
  } = {},
): Sample {
  const { output, answerHash, ...judgement } = overrides;
  const judged = createJudgement(judgement);
  const text = output ?? judged.statements.map((statement) => statement.text).join(' ');
  return {
    answer: { status: 'answered', output: text, toolCalls: [], finish: 'stop' },
    answerHash: answerHash ?? `hash:${text}`,
    judgements: { [SCORER]: judged },
  };
}

/** A sample whose answer failed. */
export function createFailedSample(kind: FailureKind = 'target', message = 'the agent crashed'): Sample {
  return {
    answer: { status: 'failed', kind, message },
    answerHash: `failed:${kind}`,
    judgements: { [SCORER]: { status: 'unscored', kind, reason: message } },
  };
}

/** A sample that was answered, and that the judge gave no score. */
export function createUnscoredSample(
  kind: FailureKind = 'malformed',
  reason = 'the judge replied nonsense',
): Sample {
  return {
    answer: { status: 'answered', output: 'an answer', toolCalls: [], finish: 'stop' },
    answerHash: 'hash:an answer',
    judgements: { [SCORER]: { status: 'unscored', kind, reason } },
  };
}

export function createCase(id: string, overrides: Partial<CaseRecord> = {}): CaseRecord {
  const input = overrides.input ?? `question ${id}`;
  return {
    id,
    inputHash: `input:${input}`,
    taskHash: hashTask(null),
    input,
    samples: [createSample()],
    caseSamples: [],
    ...overrides,
  };
}

/** A case whose samples have these scores (0..1), each with an answer text of its own. */
export function createScoredCase(
  id: string,
  scores: readonly number[],
  overrides: Partial<CaseRecord> = {},
): CaseRecord {
  const samples = scores.map((score, index) =>
    createSample({ score, answerHash: `hash:${id}:${index}:${score}` }),
  );
  return createCase(id, { samples, ...overrides });
}

/** A store that has learnt these judgements of one answer from a record. */
export function storeKnowing(...judgements: readonly Judgement[]): SeededVerdictStore {
  const samples = judgements.map((judgement) => ({ ...createSample(), judgements: { [SCORER]: judgement } }));
  const store = createVerdictStore();
  store.learn(createRecord({ cases: [createCase('a', { samples })] }));
  return store;
}

export function createRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    format: RUN_RECORD_FORMAT,
    version: RUN_RECORD_VERSION,
    tool: '0.0.0-test',
    suite: 'support',
    directory: '',
    createdAt: '2026-08-01T12:00:00.000Z',
    commit: 'a'.repeat(40),
    watched: 'watched-fingerprint',
    dataset: 'dataset-fingerprint',
    target: 'prompt prompts/support.md (test-model)',
    taskSource: 'suite',
    tasks: {},
    judge: { name: 'test-judge', fingerprint: 'judge-1', builtin: false },
    scorers: [{ id: SCORER, formula: 'formula-1', rubric: 'rubric-1', scale: 1, higherIsBetter: true }],
    cases: [],
    usage: { target: NO_USAGE, judge: NO_USAGE },
    seconds: 1,
    stopped: null,
    text: 'full',
    ...overrides,
  };
}

export function createStatementChange(overrides: Partial<StatementChange> = {}): StatementChange {
  return {
    kind: 'newly-irrelevant',
    text: 'Our founder likes sailing.',
    otherText: null,
    head: { runs: 1, of: 1 },
    base: { runs: 0, of: 3 },
    reason: 'Nobody asked about the founder.',
    ...overrides,
  };
}

/** A case on both sides; means and delta follow from the scores (integer hundredths) unless overridden. */
export function createPairedCase(id: string, overrides: Partial<PairedCase> = {}): PairedCase {
  const baseScores = overrides.baseScores ?? [90];
  const headScores = overrides.headScores ?? [90];
  const base = meanOf(baseScores);
  const head = meanOf(headScores);
  return {
    id,
    input: `question ${id}`,
    baseScores,
    headScores,
    baseCaseScores: [],
    headCaseScores: [],
    base,
    head,
    delta: base === null || head === null ? null : head - base,
    statements: [],
    irrelevant: [],
    facts: [],
    links: null,
    baseAnswer: { status: 'answered', output: `base answer of ${id}`, toolCalls: [] },
    headAnswer: { status: 'answered', output: `head answer of ${id}`, toolCalls: [] },
    flags: [],
    ...overrides,
  };
}

/** A comparison; counts and means follow from pairs and added cases unless overridden. */
export function createComparison(overrides: Partial<Comparison> = {}): Comparison {
  const pairs = overrides.pairs ?? [createPairedCase('a')];
  const added = overrides.added ?? [];
  const edited = overrides.edited ?? [];
  const both = pairs.filter((pair) => pair.delta !== null);
  const lone = [...added, ...edited].map((row) => row.score);
  const scored = [...pairs.map((pair) => pair.head), ...lone].filter((score) => score !== null);
  return {
    scorer: SCORER,
    comparability: { status: 'comparable' },
    pairs,
    shared: [],
    wordings: groupWordings(pairs.flatMap(({ statements }) => statements.map(({ text }) => text))),
    added,
    removed: [],
    edited,
    renamed: [],
    unscored: [],
    misled: [],
    searches: new Map(),
    secondSearches: new Map(),
    headCases: pairs.length + added.length + edited.length,
    baseMean: meanOf(both.map((pair) => pair.base ?? 0)),
    headMean: meanOf(both.map((pair) => pair.head ?? 0)),
    floorMean: meanOf(scored),
    ...overrides,
  };
}

/** A plain pass. */
export function createDecision(overrides: Partial<Decision> = {}): Decision {
  return {
    outcome: 'pass',
    because: [],
    blocking: false,
    status: 'success',
    passed: true,
    findings: [],
    worse: [],
    mean: null,
    review: [],
    ...overrides,
  };
}

export function createBaseline(
  overrides: Partial<Extract<ChosenBaseline, { kind: 'record' }>> = {},
): Extract<ChosenBaseline, { kind: 'record' }> {
  return {
    kind: 'record',
    commit: 'b'.repeat(40),
    rule: 'same-commit',
    createdAt: '2026-08-01T10:00:00.000Z',
    stale: false,
    ...overrides,
  };
}

type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

export function createSuiteReport(overrides: Partial<EvaluatedSuite> = {}): EvaluatedSuite {
  return {
    kind: 'evaluated',
    suite: 'support',
    decision: createDecision(),
    comparison: createComparison(),
    baseline: createBaseline(),
    head: createRecord(),
    notes: [],
    ...overrides,
  };
}

export function createReport(overrides: Partial<Report> = {}): Report {
  const suites = overrides.suites ?? [createSuiteReport()];
  return {
    suites,
    overall: suites[0]?.decision ?? createDecision(),
    headSha: 'c'.repeat(40),
    runUrl: 'https://github.example/runs/1',
    repositoryUrl: 'https://github.example/acme/shop',
    reportUrl: 'https://github.example/runs/1#artifacts',
    homeUrl: 'https://github.example/tools/prompt-regression/blob/v1',
    acceptable: true,
    createdAt: '2026-11-27T09:30:00.000Z',
    notices: [],
    ...overrides,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
