import { exitCodeOf } from '../decide/gate/exit-code.js';
import { isComplete } from '../decide/gate/usable-record.js';
import type { UnscoredCase } from '../ports/comparison.js';
import type { Report, SuiteReport } from '../ports/report.js';
import { renderConsole } from '../report/console.js';
import { consoleLine } from '../report/console-text.js';
import { renderCounted } from '../report/figures.js';
import { listScores, wordsOfSuite } from '../report/list-scores.js';
import { baseline } from '../session/baseline.js';
import type { Overrides } from '../settings/overrides.js';
import { openOutput } from './local-output.js';
import { withLocalSession } from './local-session.js';
import { openLocal } from './open-local.js';
import type { Terminal } from './terminal.js';

const MOST_LOW = 5;

/**
 * `baseline`: measures the working copy and keeps the result for later runs, whatever its scores. Nothing is compared.
 * Resolves with the exit code: 0 stored, 2 not writable, 3 not complete. Throws `UserError`.
 */
export async function runBaseline(
  overrides: Overrides,
  terminal: Terminal,
  options: { readonly outsideGit?: boolean } = {},
): Promise<number> {
  const local = await openLocal(overrides, terminal, { ...options, against: 'nothing' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-baseline' });
  const render = (report: Report) =>
    report.suites.every((suite) => suite.kind === 'evaluated' && isComplete(suite.head))
      ? `${listScores(report.suites).map(renderMeasured).join('\n')}\n`
      : renderConsole(report, { color: terminal.color });
  const measured = await withLocalSession(local, terminal, { command: 'baseline', folder, render }, baseline);
  if (!measured.stored) return exitCodeOf({ kind: 'mistake' });
  return exitCodeOf({ kind: 'told', suites: [measured.complete ? 'success' : 'error'] });
}

/** The mean, and the cases that pull it down. */
function renderMeasured(suite: SuiteReport): string {
  if (suite.kind !== 'evaluated') return `${consoleLine(suite.suite)}: ${suite.decision.headline}`;
  const { comparison, head } = suite;
  const words = wordsOfSuite(suite);
  const scores = [
    ...comparison.pairs.map(({ id, head: score }) => ({ id, score })),
    ...comparison.added.map(({ id, score }) => ({ id, score })),
  ];
  const low = scores
    .flatMap(({ id, score }) => (score === null || score >= 100 ? [] : [{ id, score }]))
    .sort((a, b) => a.score - b.score);
  const samples = Math.max(...head.cases.map((row) => row.samples.length));
  const rest = low.length > MOST_LOW ? ` and ${renderCounted(low.length - MOST_LOW, 'more case')}` : '';
  const lowest = low
    .slice(0, MOST_LOW)
    .map(({ id, score }) => `${consoleLine(id)} ${words.score(score)}`)
    .join(', ');
  return [
    `${consoleLine(suite.suite)}: mean ${words.name} ${words.score(comparison.floorMean)} (${renderCounted(head.cases.length, 'case')} × ${renderCounted(samples, 'run')}, judge ${consoleLine(head.judge.name)})`,
    ...(low.length === 0 ? [] : [`  ${words.lowest}: ${lowest}${rest}`]),
    ...renderUnscored(comparison.unscored),
    ...suite.notes.map((note) => `  note: ${consoleLine(note)}`),
  ].join('\n');
}

/** One line a case; those with nothing to score only by number and reason. */
function renderUnscored(unscored: readonly UnscoredCase[]): readonly string[] {
  const [nothing, failed] = [true, false].map((wanted) =>
    unscored.filter(({ kind }) => (kind === 'not-scorable') === wanted),
  );
  const reasons = [...Map.groupBy(nothing ?? [], ({ reason }) => reason)];
  return [
    ...(failed ?? []).map(({ id, reason }) => `  no score: ${consoleLine(id)}: ${consoleLine(reason)}`),
    ...reasons.map(
      ([reason, rows]) =>
        `  nothing to score in ${renderCounted(rows.length, 'case')}: ${consoleLine(reason)}`,
    ),
  ];
}
