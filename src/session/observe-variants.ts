import { buildVariant, buildVariantKey, type VariantName } from '../cause/build-variant.js';
import type { Observation, VariantAsk } from '../cause/find-cause.js';
import { hasSymptom, listSearches, type Symptom } from '../cause/symptom.js';
import { type Case, listTurns } from '../model/case.js';
import type { Match } from '../model/comparison.js';
import { UserError } from '../model/errors.js';
import type { UnexplainedReason } from '../model/explanation.js';
import type { CaseRecord, RunRecord, Sample } from '../model/run-record.js';
import type { VariantAgents } from '../produce/variant-agents.js';
import type { ExplanationPlan } from './plan-explanation.js';
import { openVariant } from './read-change.js';
import type { SuiteTools } from './suite-tools.js';

/** Why a search ended early. */
export class SearchEnd extends Error {
  readonly because: UnexplainedReason;

  constructor(because: UnexplainedReason) {
    super(because);
    this.because = because;
  }
}

/** Asks the agent under variants of the change, within the allowed calls. Each answer is shared by all findings. */
export class VariantObserver {
  readonly #plan: ExplanationPlan;
  readonly #agents: VariantAgents;
  readonly #tools: SuiteTools;
  readonly #maxCalls: number;
  readonly #callsAtStart: number;
  /** By variant, with all answers so far. */
  readonly #records = new Map<string, RunRecord>();

  constructor(plan: ExplanationPlan, agents: VariantAgents, tools: SuiteTools, maxCalls: number) {
    this.#plan = plan;
    this.#agents = agents;
    this.#tools = tools;
    this.#maxCalls = maxCalls;
    this.#callsAtStart = tools.effects.budget.left()?.calls ?? 0;
  }

  async observe({ variant, upTo }: VariantAsk, symptom: Symptom): Promise<readonly Observation[]> {
    const row = this.#plan.suite.head.cases.find(({ id }) => id === symptom.caseId);
    if (row === undefined) throw new SearchEnd('failed');
    const record = await this.ask(variant, [row], upTo);
    const samples = record.cases.flatMap((each) => each.samples).slice(0, upTo);
    const results = await this.recognise(symptom, samples);
    return samples.map(({ answerHash }, at) => ({ hasFinding: results[at] ?? null, answerHash }));
  }

  /** Whether each answer has the finding; `null` if that is unknown. */
  async recognise(symptom: Symptom, samples: readonly Sample[]): Promise<readonly (boolean | null)[]> {
    const matches = await this.#search(symptom, samples);
    return samples.map((sample) => hasSymptom(symptom, sample, matches));
  }

  async #search(symptom: Symptom, samples: readonly Sample[]): Promise<readonly Match[] | null> {
    const { judging, effects } = this.#tools;
    if (judging.match === null) return null;
    const searches = listSearches(symptom, samples);
    const row = this.#plan.suite.head.cases.find(({ id }) => id === symptom.caseId);
    if (searches.length === 0 || row === undefined) return [];
    return await judging.match(
      { input: listTurns(row).join('\n\n'), history: row.history, searches },
      effects,
    );
  }

  /**
   * The record of these cases under a variant, with at least so many answers each. Throws `SearchEnd` if they are not
   * allowed or cannot be had.
   */
  async ask(variant: VariantName, cases: readonly Case[], samples: number): Promise<RunRecord> {
    const key = buildVariantKey(variant);
    const previous = this.#records.get(key) ?? null;
    const missing = cases.map((row) => ({ row, count: samples - countSamples(previous, row) }));
    const open = missing.filter(({ count }) => count > 0);
    if (previous === null || open.length > 0) {
      this.#checkCalls(open.reduce((sum, { count }) => sum + count, 0));
      const content = buildVariant(this.#plan.change, variant);
      const { suite, base } = this.#plan;
      const asked = openVariant({ base, head: suite.head }, variant, content);
      const request = { cases: open.map(({ row }) => row), samples, previous };
      const record = await this.#agents.ask(asked, request).catch((thrown: unknown) => {
        // Some mixtures of two files cannot be used, such as half of a changed JSON file.
        if (thrown instanceof UserError) return null;
        throw thrown;
      });
      if (record === null) return brokenVariant(this.#plan.report.head, cases, samples);
      if (record.stopped !== null) {
        if (record.stopped.kind === 'budget') throw new SearchEnd('budget');
        throw new SearchEnd(this.#tools.effects.signal.aborted ? 'stopped' : 'failed');
      }
      // Another case may have been asked in the meantime.
      const known = this.#records.get(key)?.cases ?? [];
      this.#records.set(key, { ...record, cases: replaceRows(known, record.cases) });
    }
    const ids = new Set(cases.map(({ id }) => id));
    const whole = this.#records.get(key);
    if (whole === undefined) throw new SearchEnd('failed');
    return { ...whole, cases: whole.cases.filter(({ id }) => ids.has(id)) };
  }

  /** The answers that the search has so far. */
  countAnswers(): number {
    const rows = [...this.#records.values()].flatMap(({ cases }) => cases);
    return rows.reduce((sum, { samples }) => sum + samples.length, 0);
  }

  /** The calls that the search may still take. */
  countCallsLeft(): number {
    const left = this.#tools.effects.budget.left()?.calls ?? Number.POSITIVE_INFINITY;
    const used = Math.max(0, this.#callsAtStart - left);
    return Math.min(this.#maxCalls - used, left);
  }

  /** Ends the search before calls that are not allowed. */
  #checkCalls(answers: number): void {
    const { effects } = this.#tools;
    const { callsPerAnswer, judgeCallsPerAnswer, answersPerCase } = this.#plan.suite.calls;
    // Each answer is judged and compared.
    const due = answers * answersPerCase * (callsPerAnswer + judgeCallsPerAnswer + 1);
    if (effects.signal.aborted) throw new SearchEnd('stopped');
    if (due > this.countCallsLeft()) throw new SearchEnd('budget');
  }
}

function countSamples(record: RunRecord | null, { id }: Case): number {
  return record?.cases.find((row) => row.id === id)?.samples.length ?? 0;
}

function replaceRows(known: readonly CaseRecord[], rows: readonly CaseRecord[]): readonly CaseRecord[] {
  const newer = new Set(rows.map(({ id }) => id));
  return [...known.filter(({ id }) => !newer.has(id)), ...rows];
}

/** Failed answers: the files of the variant cannot be used. They contradict any cause. */
function brokenVariant(head: RunRecord, cases: readonly Case[], samples: number): RunRecord {
  const answer = { status: 'failed', kind: 'harness', message: 'the mixed files cannot be used' } as const;
  const sample: Sample = { answer, answerHash: '', judgements: {} };
  const ids = new Set(cases.map(({ id }) => id));
  return {
    ...head,
    cases: head.cases
      .filter(({ id }) => ids.has(id))
      .map((row) => ({ ...row, caseSamples: [], samples: Array.from({ length: samples }, () => sample) })),
  };
}
