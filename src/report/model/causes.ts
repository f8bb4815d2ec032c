import type { Comparison, PairedCase } from '../../model/comparison.js';
import type { Decision, Finding } from '../../model/finding.js';
import type { EvaluatedSuite } from '../../model/report.js';
import {
  type CaseView,
  findAdditions,
  findCauses,
  nameWholeAnswers,
  type SharedChange,
} from './case-view.js';
import { listNamedHunks, listTestedIds } from './caused-by.js';
import { sortByConfirmation } from './confirmation.js';
import {
  describeCertainty,
  describePartialCertainty,
  type FindingFacts,
  isCertain,
  isProven,
  listDecidingFindings,
} from './finding-words.js';
import {
  findProbableLines,
  type OutcomeWords,
  type ProbableLine,
  type ProbableLines,
  takeFirstChange,
} from './probable-lines.js';

/** A cause, and why it counts: `confirmed: …`; else empty. */
export type CauseView = SharedChange & { readonly certainty: string };

/** Causes that are shown. */
export const MAX_CAUSES = 3;

type Certainty = {
  readonly causes: readonly CauseView[];
  readonly certainty: string;
  readonly isCertain: boolean;
  readonly isProven: boolean;
};

/** Whether new answers confirm it, for each cause and for all answers that got worse. */
export function addCertainty(
  causes: readonly SharedChange[],
  suite: EvaluatedSuite,
  { facts, worst }: { readonly facts: FindingFacts; readonly worst: readonly PairedCase[] },
): Certainty {
  const { decision } = suite;
  const [lead] = listDecidingFindings(decision);
  const shown = [...listShownFindings(causes, decision), ...listMustPass(decision)];
  const ids = worst.map(({ id }) => id);
  const ofLead = lead === undefined ? '' : describeCertainty(lead, facts, ids);
  const certainty = describePartialCertainty(decision, facts) ?? ofLead;
  return {
    causes: causes.map((cause, at) => {
      const own = at < MAX_CAUSES ? describeCauseCertainty(cause, suite, facts) : '';
      return { ...cause, certainty: own === '' && at === 0 ? certainty : own };
    }),
    certainty,
    isCertain: shown.some((finding) => isCertain(finding, facts)),
    isProven: shown.some((finding) => isProven(finding, facts)),
  };
}

/** Causes of several answers; of one answer, if that is all there is. */
export function listCauses(
  worst: readonly PairedCase[],
  views: readonly CaseView[],
  comparison: Comparison,
): readonly SharedChange[] {
  const causes = findCauses(worst, comparison.wordings);
  // The example shows the rest of a single answer.
  const found = worst.length === 1 ? causes.slice(0, 1) : causes.filter(({ caseIds }) => caseIds.size > 1);
  const answers = worst.flatMap((pair, at) => {
    const view = views[at];
    return view === undefined ? [] : [{ pair, view }];
  });
  const named = found.map((cause, at) =>
    at < MAX_CAUSES ? nameWholeAnswers(cause, answers, comparison.wordings) : cause,
  );
  return [...named, ...findAdditions(views, found)];
}

export function sortByDeciding(
  causes: readonly SharedChange[],
  deciding: ReadonlySet<string>,
): readonly SharedChange[] {
  const decides = ({ caseIds }: SharedChange) => [...caseIds].some((id) => deciding.has(id));
  return causes.toSorted((a, b) => Number(decides(b)) - Number(decides(a)));
}

function describeCauseCertainty(
  cause: SharedChange,
  { decision }: EvaluatedSuite,
  facts: FindingFacts,
): string {
  const ids = [...cause.caseIds];
  const findings = listCauseFindings(cause, decision);
  const named = new Set(findings.flatMap(({ caseIds }) => caseIds));
  const isNamed = ids.every((id) => named.has(id));
  const partial = isNamed ? describePartialCertainty({ ...decision, findings, worse: ids }, facts) : null;
  if (partial !== null) return partial;
  const finding = findCauseFinding(cause, decision);
  return finding === undefined ? '' : describeCertainty(finding, facts, ids);
}

/** The cases that failed or got worse in this way, failures first. A case that must pass fails in any way. */
function listCauseFindings({ isLoss }: SharedChange, { findings }: Decision): readonly Finding[] {
  const isOfKind = ({ rule }: Finding) => rule === 'must-pass' || (rule === 'facts') === isLoss;
  const own = findings.filter(isOfKind);
  return [
    ...own.filter(({ outcome }) => outcome === 'fails'),
    ...own.filter(({ outcome }) => outcome === 'worse'),
  ];
}

/** The first finding about all cases of a cause. */
function findCauseFinding(cause: SharedChange, decision: Decision): Finding | undefined {
  return sortByConfirmation(listCauseFindings(cause, decision)).find((each) => {
    const ids = new Set(each.caseIds);
    return [...cause.caseIds].every((id) => ids.has(id));
  });
}

/** The cases that must pass and failed: what new answers say of them holds whatever else was not asked. */
function listMustPass({ findings }: Decision): readonly Finding[] {
  return findings.filter(({ rule, outcome }) => rule === 'must-pass' && outcome === 'fails');
}

/** The findings behind the causes that are shown; without such causes, those that decided. */
function listShownFindings(causes: readonly SharedChange[], decision: Decision): readonly Finding[] {
  const shown = causes.slice(0, MAX_CAUSES).flatMap((cause) => findCauseFinding(cause, decision) ?? []);
  return shown.length > 0 ? shown : listDecidingFindings(decision);
}

/** For causes in whose cases no cause was looked for: the changed line that shares words with each. */
export function findUntested(
  causes: readonly SharedChange[],
  suite: EvaluatedSuite,
): readonly ProbableLines[] {
  const tested = listTestedIds(suite);
  if (tested.size === 0) return [];
  const named = listNamedHunks(suite).flatMap(({ lines }) => lines);
  const isNamed = ({ path, newNumber }: ProbableLine) =>
    named.some((each) => each.path === path && newNumber >= each.line && newNumber <= each.endLine);
  const untested = causes.filter(({ caseIds }) => ![...caseIds].some((id) => tested.has(id)));
  const lines = untested.map((cause) =>
    takeFirstChange(findProbableLines(suite, collectOutcomeWords([cause], []))),
  );
  const likely = lines.filter((each) => each.likely.length > 0 && !each.lines.some(isNamed));
  return [...new Map(likely.map((each) => [JSON.stringify(each.lines), each])).values()];
}

const MAX_WORDY_CASES = 20;

/** The words by which a changed line is recognised. */
export function collectOutcomeWords(
  causes: readonly SharedChange[],
  worse: readonly CaseView[],
): OutcomeWords {
  const shared = causes.flatMap(({ texts, now, reason }) => [...texts, now ?? '', reason]);
  const cases = worse.slice(0, MAX_WORDY_CASES);
  const own = cases.flatMap(({ changes, reason }) => [...changes.map(({ text }) => text), reason]);
  return {
    answers: [...shared, ...own].join('\n'),
    questions: cases.map(({ input }) => input).join('\n'),
  };
}

/** The one that shows most of the causes; of several the worst. */
export function findMostTelling(
  worse: readonly CaseView[],
  causes: readonly SharedChange[],
): CaseView | null {
  const shown = new Map<string, number>();
  for (const { caseIds } of causes) {
    for (const id of caseIds) shown.set(id, (shown.get(id) ?? 0) + 1);
  }
  return worse.toSorted((a, b) => (shown.get(b.id) ?? 0) - (shown.get(a.id) ?? 0))[0] ?? null;
}
