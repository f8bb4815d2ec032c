import type { PairedCase, UnscoredCase } from '../model/comparison.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../model/report.js';
import { formatCount } from '../text/values.js';
import { revealInvisible } from '../text/visible-text.js';
import { describeStatus } from './model/heading.js';
import { findSuiteWords, listScores, renderScoreName } from './model/scores.js';
import { listTags } from './model/tag-table.js';

/** A test's result other than passed. `details` are lines of foreign text. */
type Problem = {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly details: readonly string[];
};
type Test = { readonly name: string; readonly problem: Problem | null };

/**
 * A test for each decision and case. A regression is a failure and an unscored case an error. One that is undecided or has
 * nothing to score is skipped.
 */
export function renderJunit({ suites }: Report): string {
  const parts = listScores(suites).map((suite) =>
    renderSuite(renderScoreName(suite), listTests(suite), listProperties(suite)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${parts.join('')}</testsuites>\n`;
}

function listTests(suite: SuiteReport): readonly Test[] {
  const { outcome } = suite.decision;
  const kind = outcome === 'fail' ? 'failure' : 'skipped';
  const problem =
    outcome === 'pass' ? null : ({ kind, message: describeStatus(suite), details: [] } as const);
  const decision = { name: 'decision', problem };
  if (suite.kind !== 'evaluated') return [decision];
  const { pairs, added, unscored } = suite.comparison;
  const withoutScore = new Map(unscored.map((row) => [row.id, row]));
  const scored = new Map(pairs.map((pair) => [pair.id, pair]));
  const ids = new Set([...pairs, ...added, ...unscored].map(({ id }) => id));
  const tests = [...ids].map((id): Test => {
    const row = withoutScore.get(id);
    if (row !== undefined) return { name: id, problem: describeUnscored(row) };
    if (outcome === 'inconclusive') return { name: id, problem };
    return { name: id, problem: findFailure(id, scored.get(id), suite) };
  });
  return [decision, ...listGroups(suite), ...tests];
}

/** A test for each tag with a gate of its own. */
function listGroups(suite: EvaluatedSuite): readonly Test[] {
  const words = findSuiteWords(suite);
  return (suite.decision.groups ?? [])
    .filter(({ limits }) => limits !== undefined)
    .map(({ tag, base, head, fails }): Test => {
      const { from, to } = words.figures(base, head);
      const message = `${words.name} ${from} → ${to}`;
      return { name: `tag ${tag}`, problem: fails ? { kind: 'failure', message, details: [] } : null };
    });
}

type Property = { readonly name: string; readonly value: string };

/** The numbers of every tag, with or without a gate. */
function listProperties(suite: SuiteReport): readonly Property[] {
  if (suite.kind !== 'evaluated') return [];
  return listTags(suite).map(({ tag, cases, worse, from, to, delta }) => ({
    name: `tag ${tag}`,
    value: `${formatCount(cases, 'case')}, ${from} → ${to} (${delta}), ${worse} worse`,
  }));
}

function describeUnscored({ kind, reason }: UnscoredCase): Problem {
  return { kind: kind === 'not-scorable' ? 'skipped' : 'error', message: reason, details: [] };
}

/** The failure of a case that a red rule names; else `null`. */
function findFailure(id: string, pair: PairedCase | undefined, suite: EvaluatedSuite): Problem | null {
  const { findings } = suite.decision;
  if (!findings.some(({ outcome, caseIds }) => outcome === 'fails' && caseIds.includes(id))) return null;
  const { from, to } = findSuiteWords(suite).figures(pair?.base ?? null, pair?.head ?? null);
  const changes =
    pair?.statements.filter(({ kind, confirmed }) => kind === 'newly-irrelevant' || confirmed) ?? [];
  const details = changes.map(({ kind, text }) => `${kind}: ${text}`);
  return { kind: 'failure', message: `${findSuiteWords(suite).name} ${from} → ${to}`, details };
}

function renderSuite(name: string, tests: readonly Test[], properties: readonly Property[]): string {
  const count = (kind: Problem['kind']) => tests.filter(({ problem }) => problem?.kind === kind).length;
  const counts = `tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const cases = tests.map(({ name: test, problem }) => {
    const start = `    <testcase classname="${escapeXml(name)}" name="${escapeXml(test)}"`;
    if (problem === null) return `${start}/>\n`;
    const { kind, message, details } = problem;
    return `${start}><${kind} message="${escapeXml(message)}">${escapeXml(details.join('\n'))}</${kind}></testcase>\n`;
  });
  const facts = properties.map(
    (property) =>
      `      <property name="${escapeXml(property.name)}" value="${escapeXml(property.value)}"/>\n`,
  );
  const before = facts.length === 0 ? '' : `    <properties>\n${facts.join('')}    </properties>\n`;
  return `  <testsuite name="${escapeXml(name)}" ${counts}>\n${before}${cases.join('')}  </testsuite>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Not in XML 1.0; `revealInvisible` has replaced control characters and lone surrogates. */
const NOT_XML = /[\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return revealInvisible(text)
    .replaceAll(NOT_XML, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
