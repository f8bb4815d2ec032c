import {
  type AskVariant,
  measureCoverage,
  type PromptVariant,
  type VariantComparison,
} from '../coverage/measure-coverage.js';
import type { CaseText } from '../coverage/order-cases.js';
import type { CoveredFile } from '../coverage/prompt-blocks.js';
import { hashPrompt } from '../coverage/stored-map.js';
import { type Case, listTurns } from '../model/case.js';
import type { PairedCase } from '../model/comparison.js';
import { COVERAGE_FORMAT, COVERAGE_VERSION, type Coverage } from '../model/coverage.js';
import type { Effects } from '../model/effects.js';
import type { RunRecord } from '../model/run-record.js';
import type { PreparedSuite } from '../model/stages.js';
import { VariantAgents } from '../produce/variant-agents.js';
import { compareCase } from './compare-case.js';
import { describeAsking, openSuiteTools, type SuiteTools } from './suite-tools.js';

export type CoverageRequest = {
  /** Paths from the repository's top. */
  readonly files: readonly CoveredFile[];
  readonly all: boolean;
};

/** Answers of the whole prompt that every case gets first. */
export const BASE_ANSWERS = 3;

/**
 * Leaves out one paragraph of the head's files after the other, and measures which cases notice. A spent budget ends it
 * with what is known. Throws `UserError` if the agent cannot be asked with other files.
 */
export async function coverSuite(
  suite: PreparedSuite,
  { files, all }: CoverageRequest,
  effects: Effects,
): Promise<Coverage> {
  await using tools = await openSuiteTools(suite, effects);
  await using agents = new VariantAgents(describeAsking(suite, tools), effects);
  const callsBefore = effects.budget.left()?.calls ?? 0;
  const lab = new VariantMeasurer(suite, { files, tools, agents });
  const plan = { files, all, cases: suite.head.cases.map(readCaseText) };
  const { blocks, placebo } = await measureCoverage(plan, lab.ask);
  const { settings, head } = suite;
  return {
    format: COVERAGE_FORMAT,
    version: COVERAGE_VERSION,
    suite: settings.name,
    createdAt: effects.now().toISOString(),
    files: files.map(({ path, text }) => ({ path, hash: hashPrompt(text) })),
    cases: head.cases.length,
    all,
    blocks,
    placebo,
    unscored: lab.unscored,
    calls: callsBefore - (effects.budget.left()?.calls ?? 0),
  };
}

function readCaseText(row: Case): CaseText {
  const words = [
    ...listTurns(row),
    row.groundTruth ?? '',
    ...(row.tags ?? []),
    ...Object.values(row.vars ?? {}),
  ];
  return { id: row.id, text: words.filter((word) => typeof word === 'string').join('\n') };
}

class VariantMeasurer {
  readonly #suite: PreparedSuite;
  /** The whole files. Variants of a program share a worktree, so each writes every file. */
  readonly #files: ReadonlyMap<string, string>;
  readonly #tools: SuiteTools;
  readonly #agents: VariantAgents;
  /** Records of one case each, by case id. */
  readonly #base = new Map<string, RunRecord>();
  /** The same, by variant and case id. */
  readonly #variants = new Map<string, RunRecord>();
  /** By case id: why it has no score. */
  readonly #reasons = new Map<string, string>();
  /** Blocks that are measured together share the base's answers, so one block gets them first. */
  #lastBase: Promise<unknown> = Promise.resolve();

  constructor(
    suite: PreparedSuite,
    {
      files,
      tools,
      agents,
    }: {
      readonly files: readonly CoveredFile[];
      readonly tools: SuiteTools;
      readonly agents: VariantAgents;
    },
  ) {
    this.#suite = suite;
    this.#files = new Map(files.map(({ path, text }) => [path, text]));
    this.#tools = tools;
    this.#agents = agents;
  }

  get unscored(): Coverage['unscored'] {
    const [reason] = this.#reasons.values();
    return reason === undefined ? null : { cases: this.#reasons.size, reason };
  }

  readonly ask: AskVariant = async (variant, { side, caseIds, upTo }) => {
    const ids = new Set(caseIds);
    const cases = this.#suite.head.cases.filter(({ id }) => ids.has(id));
    const isBaseWhole = await this.#askBase(cases, side === 'base' ? upTo : BASE_ANSWERS);
    if (!isBaseWhole) return null;
    if (side === 'variant' && !(await this.#askVariant(variant, cases, upTo))) return null;
    return await Promise.all(cases.map((row) => this.#compare(variant, row)));
  };

  async #askBase(cases: readonly Case[], samples: number): Promise<boolean> {
    const asked = this.#lastBase.then(() =>
      this.#askMore({ files: this.#files, records: this.#base, buildKey: ({ id }) => id }, cases, samples),
    );
    this.#lastBase = asked.catch(() => {});
    return await asked;
  }

  #askVariant(variant: PromptVariant, cases: readonly Case[], samples: number): Promise<boolean> {
    const buildKey = ({ id }: Case) => buildRecordKey(variant, id);
    const files = new Map([...this.#files, [variant.path, variant.text]]);
    return this.#askMore({ files, records: this.#variants, buildKey }, cases, samples);
  }

  /** False if the run was stopped before all answers were there. */
  async #askMore(
    { files, records, buildKey }: AskedFiles,
    cases: readonly Case[],
    samples: number,
  ): Promise<boolean> {
    const due = cases.filter((row) => countSamples(records.get(buildKey(row))) < samples);
    // All cases of one request have the same number of answers so far.
    const byCount = Map.groupBy(due, (row) => countSamples(records.get(buildKey(row))));
    for (const rows of byCount.values()) {
      const previous = joinRecords(rows.flatMap((row) => records.get(buildKey(row)) ?? []));
      const { head } = this.#suite;
      const record = await this.#agents.ask({ side: head, files }, { cases: rows, samples, previous });
      if (record.stopped !== null) return false;
      for (const row of rows) {
        records.set(buildKey(row), { ...record, cases: record.cases.filter(({ id }) => id === row.id) });
      }
    }
    return true;
  }

  /** Every scorer of the suite may notice. */
  async #compare(variant: PromptVariant, row: Case): Promise<VariantComparison> {
    const head = this.#variants.get(buildRecordKey(variant, row.id));
    const base = this.#base.get(row.id);
    const taken = { variant: countSamples(head), base: countSamples(base) };
    if (head === undefined || base === undefined) return { id: row.id, pairs: [], counts: taken };
    const pairs: PairedCase[] = [];
    for (const { name: scorer } of this.#suite.settings.scorers) {
      pairs.push(...(await compareCase({ head, base, scorer }, row, this.#tools)));
    }
    const scored = pairs.filter(
      ({ baseScores, headScores }) => baseScores.length > 0 && headScores.length > 0,
    );
    if (scored.length === 0) this.#reasons.set(row.id, explainUnmeasuredCase([base, head]));
    return { id: row.id, pairs: scored, counts: taken };
  }
}

type AskedFiles = {
  readonly files: ReadonlyMap<string, string | null>;
  readonly records: Map<string, RunRecord>;
  readonly buildKey: (row: Case) => string;
};

function buildRecordKey({ path, name }: PromptVariant, caseId: string): string {
  return JSON.stringify([path, name, caseId]);
}

function countSamples(record: RunRecord | undefined): number {
  return record?.cases[0]?.samples.length ?? 0;
}

/** Why the answers of a case have no score. */
function explainUnmeasuredCase(records: readonly RunRecord[]): string {
  const samples = records.flatMap(({ cases }) => cases).flatMap((row) => row.samples);
  for (const { answer, judgements } of samples) {
    if (answer.status === 'failed') return answer.message;
    const unscored = Object.values(judgements).find(({ status }) => status === 'unscored');
    if (unscored !== undefined) return unscored.reason;
  }
  return 'the answers cannot be compared';
}

function joinRecords(records: readonly RunRecord[]): RunRecord | null {
  const [first] = records;
  return first === undefined ? null : { ...first, cases: records.flatMap(({ cases }) => cases) };
}
