import { buildVariant, type CutChange, keyOfVariant, type VariantName } from '../cause/build-variant.js';
import { type NamedCause, nextCauseStep, type Observation, type VariantAsk } from '../cause/find-cause.js';
import {
  type FindingSymptoms,
  hasSymptom,
  listSymptoms,
  type Symptom,
  searchesFor,
} from '../cause/symptom.js';
import { compareRecords } from '../decide/compare/compare-records.js';
import { type Case, listTurns } from '../model/case.js';
import type { Match } from '../model/comparison.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { Explanation, Repair, UnexplainedReason } from '../model/explanation.js';
import { type EvaluatedSuite, listScorerReports } from '../model/report.js';
import type { RunRecord, Sample } from '../model/run-record.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import { VariantAgents } from '../produce/variant-agents.js';
import { sortBySharedWords } from '../text/changed-lines.js';
import { formatCount } from '../text/values.js';
import type { ConcludedSuite } from './conclude-suite.js';
import { cutChange, describeHunk, openVariant, suggestRepair } from './read-change.js';
import { describeAsking, openSuiteTools, type SuiteTools } from './suite-tools.js';

/** A decided suite whose findings can be explained. */
export type ExplanationPlan = {
  readonly suite: ConcludedSuite;
  readonly base: Side;
  readonly report: EvaluatedSuite;
  readonly change: CutChange;
  readonly findings: readonly FindingSymptoms[];
};

/** `null` if nothing is to be explained, or nothing that was compared changed. */
export function planExplanation(
  suite: ConcludedSuite,
  report: EvaluatedSuite,
  { yellow }: { readonly yellow: boolean },
): ExplanationPlan | null {
  const { base, head, calls } = suite;
  const { live, server } = describeTarget(head.target);
  if (base === null || !calls.compared || !live || server !== null) return null;
  const findings = listScorerReports(report).flatMap(({ comparison, decision }) =>
    listSymptoms({ comparison, decision, head: report.head, base: report.base ?? null }, { yellow }),
  );
  if (findings.length === 0) return null;
  return { suite, base, report, change: cutChange({ base, head }, report.changedFiles ?? []), findings };
}

/** The explanations that need no answers: there is one changed paragraph, or none. `null` if answers are needed. */
export function explainWithoutAsking({ change, findings }: ExplanationPlan): readonly Explanation[] | null {
  const { hunks, files } = change;
  if (hunks.length > 1) return null;
  const [only] = hunks;
  return findings.map((found) =>
    only === undefined
      ? { ...aboutFinding(found), kind: 'none', because: 'no-change' }
      : { ...aboutFinding(found), kind: 'only-change', hunks: [describeHunk(only, files)] },
  );
}

function aboutFinding({ finding, statement, symptoms }: FindingSymptoms) {
  return { rule: finding.rule, statement, caseIds: symptoms.map(({ caseId }) => caseId) };
}

/**
 * Asks the agent under variants of the change until each finding is explained, or `maxCalls` are used up. Its answers
 * change no decision. Never throws: what fails is not explained.
 */
export async function explainSuite(
  plan: ExplanationPlan,
  maxCalls: number,
  effects: Effects,
): Promise<readonly Explanation[]> {
  const { suite, report } = plan;
  try {
    await using tools = await openSuiteTools(suite, effects);
    for (const record of [report.head, report.base]) if (record !== undefined) tools.judging.learn(record);
    await using agents = new VariantAgents(describeAsking(suite, tools), effects);
    return await new CauseFinder(plan, { tools, agents, maxCalls }).explainAll();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    effects.log.info(`The cause was not looked for: ${effects.redact(thrown.problems.join('; '))}`);
    return plan.findings.map((found) => ({ ...aboutFinding(found), kind: 'none', because: 'failed' }));
  }
}

type Finder = {
  readonly tools: SuiteTools;
  readonly agents: VariantAgents;
  readonly maxCalls: number;
};

/** Why a search ended early. */
class SearchEnd extends Error {
  readonly because: UnexplainedReason;

  constructor(because: UnexplainedReason) {
    super(because);
    this.because = because;
  }
}

/** Answers of each side that show whether the finding appears in a worktree. */
const CONTROL_ANSWERS = 2;

class CauseFinder {
  readonly #plan: ExplanationPlan;
  readonly #finder: Finder;
  /** By variant and case. */
  readonly #records = new Map<string, RunRecord>();
  readonly #callsAtStart: number;
  /** Hunks that explained an earlier finding come first. */
  #named: readonly number[] = [];

  constructor(plan: ExplanationPlan, finder: Finder) {
    this.#plan = plan;
    this.#finder = finder;
    this.#callsAtStart = finder.tools.effects.budget.left()?.calls ?? 0;
  }

  async explainAll(): Promise<readonly Explanation[]> {
    const explanations: Explanation[] = [];
    for (const found of this.#plan.findings) {
      try {
        explanations.push(await this.#explain(found));
      } catch (thrown) {
        if (!(thrown instanceof SearchEnd)) throw thrown;
        explanations.push({ ...aboutFinding(found), kind: 'none', because: thrown.because });
      }
    }
    return explanations;
  }

  async #explain(found: FindingSymptoms): Promise<Explanation> {
    const { log } = this.#finder.tools.effects;
    const { change } = this.#plan;
    const symptoms = await this.#keepTestable(found.symptoms);
    if (symptoms.length === 0) throw new SearchEnd('not-here');
    log.info(
      `Looking for the cause: ${formatCount(change.hunks.length, 'changed paragraph')}, ${formatCount(symptoms.length, 'case')}.`,
    );
    const observations = new Map(symptoms.map(({ caseId }) => [caseId, new Map<string, Observation[]>()]));
    const order = this.#orderHunks(found.words);
    const caseIds = symptoms.map(({ caseId }) => caseId);
    for (;;) {
      const step = nextCauseStep({ order, caseIds, observations });
      if (step.kind === 'none') return { ...aboutFinding(found), caseIds, ...step };
      if (step.kind === 'named') return await this.#describeCause(found, caseIds, step.cause);
      await Promise.all(
        step.asks.map(async (ask) => {
          const symptom = symptoms.find(({ caseId }) => caseId === ask.caseId);
          if (symptom === undefined) return;
          const observed = await this.#observe(ask, symptom);
          observations.get(ask.caseId)?.set(keyOfVariant(ask.variant), [...observed]);
        }),
      );
    }
  }

  #orderHunks(words: string): readonly number[] {
    const { hunks, files } = this.#plan.change;
    const rows = hunks.map((hunk, at) => {
      const { lines, settings } = describeHunk(hunk, files);
      const texts = [
        ...lines.flatMap(({ removed, added }) => [...removed, ...added]),
        ...settings.map(({ name }) => name),
      ];
      return { at, text: texts.join('\n') };
    });
    const sorted = sortBySharedWords(rows, words).map(({ at }) => at);
    return [...new Set([...this.#named, ...sorted])];
  }

  /** For a program, the cases in which the unchanged head and base differ in the worktree, too. */
  async #keepTestable(symptoms: readonly Symptom[]): Promise<readonly Symptom[]> {
    if (!describeTarget(this.#plan.suite.head.target).runsPrograms) return symptoms;
    const kept: Symptom[] = [];
    for (const symptom of symptoms) {
      const { caseId } = symptom;
      const observe = (origin: VariantName['origin']) =>
        this.#observe({ caseId, variant: { origin, hunks: [] }, upTo: CONTROL_ANSWERS }, symptom);
      const [head, base] = await Promise.all([observe('head'), observe('base')]);
      const isSeen =
        head.every(({ hasFinding }) => hasFinding === true) &&
        base.every(({ hasFinding }) => hasFinding === false);
      if (isSeen) kept.push(symptom);
    }
    return kept;
  }

  async #observe({ variant, upTo }: VariantAsk, symptom: Symptom): Promise<readonly Observation[]> {
    const row = this.#plan.suite.head.cases.find(({ id }) => id === symptom.caseId);
    if (row === undefined) throw new SearchEnd('failed');
    const record = await this.#ask(variant, [row], upTo);
    const samples = record.cases.flatMap((each) => each.samples).slice(0, upTo);
    const matches = await this.#search(symptom, row, samples);
    return samples.map((sample) => ({
      hasFinding: hasSymptom(symptom, sample, matches),
      answerHash: sample.answerHash,
    }));
  }

  /** The same question under the same variant is asked once for all findings. */
  async #ask(variant: VariantName, cases: readonly Case[], samples: number): Promise<RunRecord> {
    const { suite, base, change } = this.#plan;
    const key = `${keyOfVariant(variant)} ${cases.map(({ id }) => id).join('\n')}`;
    const previous = this.#records.get(key) ?? null;
    const known = previous?.cases[0]?.samples.length ?? 0;
    if (previous !== null && known >= samples) return previous;
    this.#checkCalls((samples - known) * cases.length);
    const content = buildVariant(change, variant);
    const asked = openVariant({ base, head: suite.head }, variant, content);
    const record = await this.#finder.agents
      .ask(asked, { cases, samples, previous })
      .catch((thrown: unknown) => {
        // Some mixtures of two files are none, such as half of a changed JSON file.
        if (thrown instanceof UserError) return null;
        throw thrown;
      });
    if (record === null) return brokenVariant(this.#plan.report.head, cases, samples);
    if (record.stopped !== null) {
      throw new SearchEnd(record.stopped.kind === 'budget' ? 'budget' : 'failed');
    }
    this.#records.set(key, record);
    return record;
  }

  /** Ends the search before calls that are not allowed. */
  #checkCalls(answers: number): void {
    const { effects } = this.#finder.tools;
    const { callsPerAnswer, judgeCallsPerAnswer, answersPerCase } = this.#plan.suite.calls;
    const left = effects.budget.left()?.calls ?? Number.POSITIVE_INFINITY;
    const used = Math.max(0, this.#callsAtStart - left);
    // Each answer is judged and compared.
    const due = answers * answersPerCase * (callsPerAnswer + judgeCallsPerAnswer + 1);
    if (effects.signal.aborted) throw new SearchEnd('failed');
    if (used + due > this.#finder.maxCalls || due > left) throw new SearchEnd('budget');
  }

  async #search(symptom: Symptom, row: Case, samples: readonly Sample[]): Promise<readonly Match[] | null> {
    const { judging, effects } = this.#finder.tools;
    if (judging.match === null) return null;
    const searches = searchesFor(symptom, samples);
    if (searches.length === 0) return [];
    const input = listTurns(row).join('\n\n');
    return await judging.match({ input, history: row.history, searches }, effects);
  }

  async #describeCause(
    found: FindingSymptoms,
    caseIds: readonly string[],
    cause: NamedCause,
  ): Promise<Explanation> {
    const { hunks, files } = this.#plan.change;
    this.#named = [...new Set([...cause.hunks, ...this.#named])];
    const named = hunks.filter((_hunk, at) => cause.hunks.includes(at));
    return {
      ...aboutFinding(found),
      caseIds,
      kind: 'named',
      hunks: named.map((hunk) => describeHunk(hunk, files)),
      relation: cause.relation,
      naming: cause.caseIds.length,
      without: cause.without,
      only: cause.only,
      repair: await this.#measureRepair(cause),
    };
  }

  /** Asks every case without the hunks; `null` if another case gets worse, or not all can be asked. */
  async #measureRepair({ hunks, relation }: NamedCause): Promise<Repair | null> {
    const { suite, change } = this.#plan;
    const [only] = change.hunks.filter((_hunk, at) => hunks.includes(at));
    const variant: VariantName = { origin: 'head', hunks };
    try {
      const record = await this.#ask(variant, suite.head.cases, 1);
      const suspects = this.#listWorse(record);
      // One answer may be low by chance.
      const again = suite.head.cases.filter(({ id }) => suspects.includes(id));
      if (again.length > 0) {
        const more = await this.#ask(variant, again, REPAIR_ANSWERS);
        if (this.#listWorse(more).length > 0) return null;
      }
      const suggestion =
        relation === 'alone' && only !== undefined ? suggestRepair(only, change.files) : null;
      return { cases: record.cases.length, suggestion };
    } catch (thrown) {
      if (thrown instanceof SearchEnd) return null;
      throw thrown;
    }
  }

  /** Ids of the cases that score lower than at the head by a fall that readers see, or have no score. */
  #listWorse(record: RunRecord): readonly string[] {
    const { report } = this.#plan;
    const ids = listScorerReports(report).flatMap(({ comparison: { scorer } }) => {
      const { pairs, unscored } = compareRecords({ head: record, base: report.head, scorer });
      const known = new Set(report.head.cases.map(({ id }) => id));
      return [
        ...pairs.filter(({ delta }) => delta !== null && delta <= -MIN_VISIBLE_FALL).map(({ id }) => id),
        ...unscored.filter(({ id, kind }) => known.has(id) && kind !== 'not-scorable').map(({ id }) => id),
      ];
    });
    return [...new Set(ids)];
  }
}

/** In hundredths, as in the rule Several: a reader sees that one of five statements is off, and not less. */
const MIN_VISIBLE_FALL = 20;

/** Answers in all of a case that seems to get worse by the repair. */
const REPAIR_ANSWERS = 3;

/** Answers that nobody gave: the files of the variant cannot be used. They contradict any cause. */
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
