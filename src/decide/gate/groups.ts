import type { Comparison, LoneCase, PairedCase } from '../../model/comparison.js';
import type { Finding, GateAsk, GroupFigures } from '../../model/finding.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { CaseRecord, RunRecord } from '../../model/run-record.js';
import type { MeanLimits } from '../../model/suite.js';
import { computeMean, equalizeSamples } from '../compare/sample-scores.js';
import type { CaseEvidence } from './case-evidence.js';
import type { GateInput } from './gate-input.js';
import { GROUP_RUNS, MAX_RUNS, type Rule, type RuleContext, type RuleResult } from './rule.js';

/** The cases with one tag. */
type Group = { readonly tag: string; readonly rows: readonly CaseRecord[] };

/**
 * A rule of the mean, for every group of `gate.tags`. Only the group's cases are asked again. Their new answers count for
 * the group's mean, and not for the suite's.
 */
export function createGroupRule(rule: Rule, describe: Rule['describe']): Rule {
  return {
    name: `${rule.name} of a group`,
    thresholds: { ...rule.thresholds, groupRuns: GROUP_RUNS },
    describe,
    decide(context) {
      const groupGates = Object.entries(context.settings.tags);
      const results = groupGates.map(([tag, limits]) => {
        const group = findGroup(context.head, tag);
        const own = buildGroupContext(context, group, limits);
        return toGroupResult(rule.decide(own), group, own);
      });
      return {
        findings: results.flatMap(({ findings }) => findings),
        ask: results.find(({ ask }) => ask !== null)?.ask ?? null,
        fails: results.find(({ fails }) => fails !== null)?.fails ?? null,
      };
    },
  };
}

function findGroup(head: RunRecord, tag: string): Group {
  return { tag, rows: head.cases.filter(({ tags }) => tags?.includes(tag)) };
}

/** The suite as the rule sees it: only the group's cases, its limits, and its share of the level. */
function buildGroupContext(context: RuleContext, { rows }: Group, limits: MeanLimits): RuleContext {
  const { settings, tests, comparison } = context;
  const ids = collectIds(rows);
  const evidence = context.evidence.filter(({ id }) => ids.has(id));
  const own = compareGroup(comparison, rows);
  const maxRuns = computeAffordableRuns(context, rows, evidence);
  const today = compareToday(own, evidence, maxRuns);
  return {
    ...context,
    settings: { ...settings, ...limits },
    tests: tests * Object.keys(settings.tags).length,
    comparison: today === null ? own : addBaseAnswers(own, evidence),
    today,
    evidence,
    runs: countRuns(rows),
    maxRuns,
  };
}

/** Answers that every case of the group has, suite-wide or alone. */
function countRuns(rows: readonly CaseRecord[]): number {
  return Math.min(...rows.map(countAnswers));
}

function countAnswers({ samples, caseSamples }: CaseRecord): number {
  return samples.length + caseSamples.length;
}

/** Answers per side and case, as many as `limits.extra-runs` covers; those that were taken already are part of it. */
function computeAffordableRuns(
  { extraLeft, firstRuns }: RuleContext,
  rows: readonly CaseRecord[],
  evidence: readonly CaseEvidence[],
): number {
  const atHead = rows.reduce((sum, row) => sum + countAnswers(row) - firstRuns, 0);
  const atBase = evidence.reduce((sum, { baseNew }) => sum + baseNew.taken, 0);
  const perCase = (extraLeft + atHead + atBase) / rows.length;
  const runs = Math.floor((perCase + firstRuns) / 2);
  return Math.min(GROUP_RUNS.value, Math.max(MAX_RUNS.value, runs));
}

function collectIds(rows: readonly CaseRecord[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

/** The comparison of the group's cases, with the head's answers that were taken for single cases. */
function compareGroup(comparison: Comparison, rows: readonly CaseRecord[]): Comparison {
  const ids = collectIds(rows);
  const isOwn = ({ id }: { readonly id: string }) => ids.has(id);
  const pairs = comparison.pairs.filter(isOwn).map(addCaseScores);
  const added = comparison.added.filter(isOwn);
  const edited = comparison.edited.filter(isOwn);
  return {
    ...comparison,
    ...computeMeans(pairs),
    pairs,
    added,
    edited,
    unscored: comparison.unscored.filter(isOwn),
    headCases: rows.length,
    floorMean: computeFloorMean(pairs, [...added, ...edited], countRuns(rows)),
  };
}

function addCaseScores(pair: PairedCase): PairedCase {
  return { ...pair, headScores: [...pair.headScores, ...pair.headCaseScores] };
}

function computeMeans(pairs: readonly PairedCase[]) {
  const { cases } = equalizeSamples(pairs);
  return {
    baseMean: computeMean(cases.map(({ base }) => computeMean(base) ?? 0)),
    headMean: computeMean(cases.map(({ head }) => computeMean(head) ?? 0)),
  };
}

/** Of as many answers as every case has, so that a case that ran again weighs no more. */
function computeFloorMean(
  pairs: readonly PairedCase[],
  lone: readonly LoneCase[],
  runs: number,
): number | null {
  const scores = [
    ...pairs.map(({ headScores }) => computeMean(headScores.slice(0, runs))),
    ...lone.map(({ score }) => score),
  ];
  return computeMean(scores.filter((score) => score !== null));
}

/** Head against the base answers of this check; `null` until every case has so many. */
function compareToday(own: Comparison, evidence: readonly CaseEvidence[], wanted: number): Comparison | null {
  const taken = Math.min(...evidence.map(({ baseNew }) => baseNew.taken));
  if (evidence.length === 0 || taken < wanted) return null;
  return replaceBaseScores(own, evidence, ({ baseNew }) => baseNew.scores);
}

function addBaseAnswers(own: Comparison, evidence: readonly CaseEvidence[]): Comparison {
  return replaceBaseScores(own, evidence, ({ baseScores, baseNew }) => [...baseScores, ...baseNew.scores]);
}

function replaceBaseScores(
  own: Comparison,
  evidence: readonly CaseEvidence[],
  listScores: (each: CaseEvidence) => readonly number[],
): Comparison {
  const scores = new Map(evidence.map((each) => [each.id, listScores(each)]));
  const pairs = own.pairs.map((pair) => ({ ...pair, baseScores: scores.get(pair.id) ?? [] }));
  return { ...own, ...computeMeans(pairs), pairs };
}

function toGroupResult({ findings, ask, fails }: RuleResult, group: Group, own: RuleContext): RuleResult {
  return {
    findings: findings.map((finding): Finding => ({ ...finding, tag: group.tag })),
    ask: ask === null ? null : askGroup(ask, group, own),
    fails,
  };
}

/** Runs of every case become answers to the group's cases. */
function askGroup(ask: GateAsk, { rows }: Group, { evidence, maxRuns }: RuleContext): GateAsk {
  switch (ask.kind) {
    case 'head-runs': {
      const { upTo, because } = ask;
      return { kind: 'answers', side: 'head', caseIds: rows.map(({ id }) => id), upTo, because };
    }
    case 'base-today': {
      const upTo = maxRuns + Math.max(...evidence.map(({ baseNew }) => baseNew.before));
      const caseIds = evidence.map(({ id }) => id);
      return { kind: 'answers', side: 'base', caseIds, upTo, because: ask.because };
    }
    default:
      return ask;
  }
}

/** The row of every tag in the report, with or without a gate of its own. `bad`: ids of the answers that got worse. */
export function summarizeGroups(
  { comparison, head, settings }: GateInput,
  findings: readonly Finding[],
  bad: readonly string[],
): readonly GroupFigures[] {
  const tags = [...new Set(head.cases.flatMap((row) => row.tags ?? []))];
  const worse = new Set(bad);
  const red = findings.filter(({ outcome }) => outcome === 'fails');
  return tags.map((tag) => {
    const { rows } = findGroup(head, tag);
    const own = compareGroup(comparison, rows);
    const limits = Object.hasOwn(settings.tags, tag) ? settings.tags[tag] : undefined;
    return omitUndefined({
      tag,
      cases: rows.length,
      base: own.baseMean,
      head: own.headMean ?? own.floorMean,
      worse: rows.filter(({ id }) => worse.has(id)).length,
      limits,
      fails: red.some((finding) => finding.tag === tag),
    });
  });
}
