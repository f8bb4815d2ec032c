import type { UnscoredCase } from '../../model/comparison.js';
import { AGENT_FAILURES } from '../../model/errors.js';
import type { ConfirmationGap, GateAsk } from '../../model/finding.js';
import type { CaseRecord, RunRecord } from '../../model/run-record.js';
import { isFailedAnswer } from '../compare/unscored-case.js';
import type { GateInput } from './gate-input.js';

/** Cases that the base always answered and in which the head's agent fails by its own doing. */
export type SilentCases = {
  /** The head failed twice, and the base answers the same question now or cannot run. */
  readonly gone: readonly UnscoredCase[];
  /** False if the base did not run again. */
  readonly baseAsked: boolean;
  /** The next answers to them: the head's second one, then one of the base. */
  readonly ask: GateAsk | null;
  /** Ids of cases that do not count as errors: those above, those that run again, and those that already fail at base. */
  readonly excused: ReadonlySet<string>;
};

export const HEAD_FAILURES = {
  value: 2,
  unit: 'head answers that fail, before the base is asked',
  because: 'one failure may pass',
};

/**
 * A program reports a provider's outage as an error of its own. So a failure counts only if the base's agent answers the
 * question now. If it has no agent, at least half of the cases must have been answered.
 */
export function sortSilentCases(input: GateInput, over: ConfirmationGap | null): SilentCases {
  const { head, comparison, askable } = input;
  const failing = listFailingAtBase(input);
  const nothing: SilentCases = { gone: [], baseAsked: true, ask: null, excused: failing };
  if (head.stopped !== null || comparison.floorMean === null) return nothing;
  const silent = comparison.unscored
    .filter((row) => row.noLongerAnswers && AGENT_FAILURES.has(row.kind))
    .map((row) => buildSilentCase(row, input));
  const open = { head: silent.filter(needsHead), base: silent.filter(needsBase) };
  if (over === null && askable !== 'none') {
    const ask = askSide('head', open.head) ?? (askable === 'both' ? askSide('base', open.base) : null);
    if (ask !== null) return { ...nothing, ask, excused: addCaseIds(failing, silent.filter(mayBeGone)) };
  }
  const gone = silent.filter((each) => mayBeGone(each) && !each.recovered);
  const baseAsked = gone.every(({ baseAnswers }) => baseAnswers === true);
  const answered = comparison.headCases - comparison.unscored.length;
  if (!baseAsked && 2 * answered < comparison.headCases) return nothing;
  return { gone: gone.map(({ row }) => row), baseAsked, ask: null, excused: addCaseIds(failing, gone) };
}

type SilentCase = {
  readonly row: UnscoredCase;
  /** Answers so far, suite-wide and alone. */
  readonly answers: { readonly head: number; readonly base: number };
  /** True if a further head answer did not fail. */
  readonly recovered: boolean;
  /** Whether the base answered again; `null` if it got no new question. */
  readonly baseAnswers: boolean | null;
};

function buildSilentCase(row: UnscoredCase, { head, base, comparison }: GateInput): SilentCase {
  const { scorer, renamed } = comparison;
  const idAtBase = renamed.find(({ to }) => to === row.id)?.from ?? row.id;
  const [atHead, atBase] = [findRow(head, row.id), findRow(base, idAtBase)];
  const again = atBase?.caseSamples ?? [];
  const countAll = (side: CaseRecord | undefined) =>
    (side?.samples.length ?? 0) + (side?.caseSamples.length ?? 0);
  return {
    row,
    answers: { head: countAll(atHead), base: countAll(atBase) },
    recovered: atHead?.caseSamples.some((sample) => !isFailedAnswer(sample, scorer)) === true,
    baseAnswers: again.length === 0 ? null : again.some((sample) => !isFailedAnswer(sample, scorer)),
  };
}

function findRow(record: RunRecord | null, id: string): CaseRecord | undefined {
  return record?.cases.find((row) => row.id === id);
}

function needsHead({ answers, recovered }: SilentCase): boolean {
  return !recovered && answers.head < HEAD_FAILURES.value;
}

function needsBase({ recovered, baseAnswers }: SilentCase): boolean {
  return !recovered && baseAnswers === null;
}

/** False if the head recovered, or the base fails now, too. */
function mayBeGone({ recovered, baseAnswers }: SilentCase): boolean {
  return !recovered && baseAnswers !== false;
}

/** One more answer per case. Cases with the same number of answers run together. */
function askSide(side: 'head' | 'base', cases: readonly SilentCase[]): GateAsk | null {
  const [first] = cases;
  if (first === undefined) return null;
  const taken = first.answers[side];
  const same = cases.filter(({ answers }) => answers[side] === taken);
  return {
    kind: 'answers',
    side,
    caseIds: same.map(({ row }) => row.id),
    upTo: taken + 1,
    because: 'no-longer-answers',
  };
}

/** Ids of the head's cases that the base's own agent failed in every run: the change did not break them. */
function listFailingAtBase({ base, comparison }: GateInput): ReadonlySet<string> {
  const failed = new Set(
    (base?.cases ?? []).flatMap(({ id, samples }) => {
      const isFailing = samples.every(
        ({ answer }) => answer.status === 'failed' && AGENT_FAILURES.has(answer.kind),
      );
      return samples.length > 0 && isFailing ? [id] : [];
    }),
  );
  const idsAtBase = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  const unscored = comparison.unscored.filter(({ id }) => failed.has(idsAtBase.get(id) ?? id));
  return new Set(unscored.map(({ id }) => id));
}

function addCaseIds(ids: ReadonlySet<string>, cases: readonly SilentCase[]): ReadonlySet<string> {
  return new Set([...ids, ...cases.map(({ row }) => row.id)]);
}
