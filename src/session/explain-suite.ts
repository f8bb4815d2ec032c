import { buildVariantKey, type VariantName } from '../cause/build-variant.js';
import { chooseLimits } from '../cause/cause-rule.js';
import { findNextCauseStep, type NamedCause, type Observation } from '../cause/find-cause.js';
import type { FindingSymptoms, Symptom } from '../cause/symptom.js';
import type { Effects, Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { Explanation } from '../model/explanation.js';
import { describeTarget } from '../model/target-settings.js';
import { createLiveLine } from '../produce/progress.js';
import { VariantAgents } from '../produce/variant-agents.js';
import { sortBySharedWords } from '../text/changed-lines.js';
import { formatCount, formatNumber } from '../text/values.js';
import { measureRepair, NEW_ANSWERS } from './measure-repair.js';
import { SearchEnd, VariantObserver } from './observe-variants.js';
import { aboutFinding, type ExplanationPlan } from './plan-explanation.js';
import { describeHunk } from './read-change.js';
import { describeAsking, openSuiteTools } from './suite-tools.js';

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
    await using agents = new VariantAgents(describeAsking(suite, tools), hideStatus(effects));
    const observer = new VariantObserver(plan, agents, tools, maxCalls);
    return await new CauseFinder(plan, observer, effects).explainAll();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    effects.log.info(`The cause was not looked for: ${effects.redact(thrown.problems.join('; '))}`);
    return plan.findings.map((found) => ({ ...aboutFinding(found), kind: 'none', because: 'failed' }));
  }
}

/** Variants of a pair of hunks, one for each relation, and for the pair that another case names. */
const PAIR_VARIANTS = 4;

/** The calls of a search that has to try every hunk in every case, and then the repair. */
function countMostCalls({ suite, change }: ExplanationPlan, caseCount: number): number {
  const { callsPerAnswer, judgeCallsPerAnswer, answersPerCase } = suite.calls;
  const { answers } = chooseLimits(caseCount);
  const variants = 2 * change.hunks.length + PAIR_VARIANTS;
  const repairAnswers = suite.head.cases.length * (answers + NEW_ANSWERS);
  // Each answer is judged and compared.
  const callsEach = answersPerCase * (callsPerAnswer + judgeCallsPerAnswer) + 1;
  return Math.ceil((caseCount * variants * answers + repairAnswers) * callsEach);
}

/** On a terminal, the search shows its own progress. */
function hideStatus(effects: Effects): Effects {
  const { log } = effects;
  return log.status === undefined ? effects : { ...effects, log: { ...log, status: () => {} } };
}

/** Answers of each side that show whether the finding appears in a worktree. */
const CONTROL_ANSWERS = 2;

class CauseFinder {
  readonly #plan: ExplanationPlan;
  readonly #observer: VariantObserver;
  readonly #log: Log;
  readonly #line: ReturnType<typeof createLiveLine>;
  /** Hunks that explained an earlier finding come first. */
  #named: readonly number[] = [];

  constructor(plan: ExplanationPlan, observer: VariantObserver, effects: Pick<Effects, 'log' | 'now'>) {
    this.#plan = plan;
    this.#observer = observer;
    this.#log = effects.log;
    this.#line = createLiveLine(effects);
  }

  async explainAll(): Promise<readonly Explanation[]> {
    const explanations: Explanation[] = [];
    for (const found of this.#plan.findings) {
      try {
        explanations.push(await this.#explain(found));
      } catch (thrown) {
        if (!(thrown instanceof SearchEnd)) throw thrown;
        explanations.push({ ...aboutFinding(found), kind: 'none', because: thrown.because });
      } finally {
        this.#line.end();
      }
    }
    return explanations;
  }

  async #explain(found: FindingSymptoms): Promise<Explanation> {
    const { change } = this.#plan;
    const symptoms = await this.#keepTestable(found.symptoms);
    if (symptoms.length === 0) throw new SearchEnd('not-here');
    const most = Math.min(this.#observer.countCallsLeft(), countMostCalls(this.#plan, symptoms.length));
    this.#log.info(
      `Looking for the cause: ${formatCount(change.hunks.length, 'changed paragraph')}, ${formatCount(symptoms.length, 'case')}, at most ${formatCount(most, 'call')}.`,
    );
    const observations = new Map(symptoms.map(({ caseId }) => [caseId, new Map<string, Observation[]>()]));
    const order = this.#orderHunks(found.words);
    const caseIds = symptoms.map(({ caseId }) => caseId);
    const tested = new Set<number>();
    for (;;) {
      const step = findNextCauseStep({ order, caseIds, observations });
      if (step.kind === 'none') return { ...aboutFinding(found), caseIds, ...step };
      if (step.kind === 'named') return await this.#describeCause(found, caseIds, step.cause);
      await Promise.all(
        step.asks.map(async (ask) => {
          const symptom = symptoms.find(({ caseId }) => caseId === ask.caseId);
          if (symptom === undefined) return;
          const observed = await this.#observer.observe(ask, symptom);
          observations.get(ask.caseId)?.set(buildVariantKey(ask.variant), [...observed]);
          for (const hunk of ask.variant.hunks) tested.add(hunk);
        }),
      );
      this.#line.show(() => this.#renderProgress(tested.size));
    }
  }

  #renderProgress(tested: number): string {
    const all = formatCount(this.#plan.change.hunks.length, 'changed paragraph');
    const answers = formatCount(this.#observer.countAnswers(), 'answer');
    return `Looking for the cause: ${formatNumber(tested)} of ${all} tested, ${answers} so far`;
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
        this.#observer.observe({ caseId, variant: { origin, hunks: [] }, upTo: CONTROL_ANSWERS }, symptom);
      const [head, base] = await Promise.all([observe('head'), observe('base')]);
      const isSeen =
        head.every(({ hasFinding }) => hasFinding === true) &&
        base.every(({ hasFinding }) => hasFinding === false);
      if (isSeen) kept.push(symptom);
    }
    return kept;
  }

  async #describeCause(
    found: FindingSymptoms,
    caseIds: readonly string[],
    cause: NamedCause,
  ): Promise<Explanation> {
    const { hunks, files } = this.#plan.change;
    this.#named = [...new Set([...cause.hunks, ...this.#named])];
    const cases = formatCount(this.#plan.suite.head.cases.length, 'case');
    this.#log.info(`Found a cause: asking ${cases} without it.`);
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
      repair: await measureRepair(this.#plan, found, cause, this.#observer),
    };
  }
}
