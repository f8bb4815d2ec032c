import type { Comparison, UnscoredCase } from '../ports/comparison.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../ports/report.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import {
  renderDatasetCounts,
  renderMeasured,
  renderStatementCounts,
  sortCaseChanges,
} from './case-changes.js';
import { needsAlert } from './comment/headline.js';
import { renderEveryCase, renderLowest } from './console-cases.js';
import { renderChangedStatements } from './console-statements.js';
import {
  COLOURS,
  consoleLine,
  countedRest,
  NAME_CHARACTERS,
  type Paint,
  renderCaseNames,
  shortened,
} from './console-text.js';
import {
  HOW_TO_STORE,
  hasFigures,
  howToGate,
  isGated,
  isInHeadline,
  lacksBaseline,
  renderBasis,
  renderOutcome,
  shownMeans,
  sortWorstFirst,
} from './decision-words.js';
import { renderCounted } from './figures.js';
import { renderFooter } from './footer.js';
import { historyOf, newFall, renderBars, renderCourse, renderFall } from './history.js';
import { isFurtherScore, listScores, nameOfScore, wordsOfSuite } from './list-scores.js';

const MOST_ROWS = 20;
const MOST_CASES = 10;

const MARKS = { holds: '✓', fails: '✗', warns: '!', off: '-', inconclusive: '?' } as const;

export type ConsoleOptions = {
  readonly color: boolean;
  /** Every case is shown, whole. */
  readonly verbose?: boolean;
  /** True where the command says itself what to do next. */
  readonly saysNext?: boolean;
};

/** The report for a terminal or a log: worst suite first, of each the decision, the figures, the statements. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  const paint: Paint = (text, colour) =>
    options.color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const suites = sortWorstFirst(listScores(report.suites)).map((suite) =>
    renderSuite(suite, { ...options, paint }).join('\n'),
  );
  const notices = report.notices.map((notice) => `note: ${shortened(notice)}`);
  return `${[...suites, ...(notices.length === 0 ? [] : [notices.join('\n')])].join('\n\n')}\n`;
}

type Telling = Omit<ConsoleOptions, 'color'> & { readonly paint: Paint };

function renderSuite(suite: SuiteReport, telling: Telling): string[] {
  const { paint, saysNext = false } = telling;
  const { decision } = suite;
  const lacks = lacksBaseline(suite);
  const fine = decision.outcome === 'pass' && !lacks && isGated(suite);
  const colour = fine ? 'green' : decision.outcome === 'fail' ? 'red' : 'yellow';
  const footer = isFurtherScore(suite) ? null : renderFooter(suite, { name: consoleLine, line: shortened });
  // What the headline says already is not said again.
  const findings = decision.findings
    .filter(({ line }) => !isInHeadline(decision, line))
    .map(({ outcome, line }) => `  ${MARKS[outcome]} ${shortened(line)}`);
  return [
    paint(consoleLine(`${shortened(nameOfScore(suite), NAME_CHARACTERS)}: ${renderOutcome(suite)}`), colour),
    `  ${paint(consoleLine(decision.headline), 'bold')}`,
    ...(suite.changes ?? []).map((change) => `  changed: ${shortened(change)}`),
    ...findings,
    ...(isGated(suite) ? [] : [`  ! ${howToGate(suite)}`]),
    ...(lacks && !saysNext ? [`  ! ${HOW_TO_STORE}`] : []),
    ...renderBasis(suite).map((line) => `  ${shortened(line)}`),
    ...(suite.kind === 'evaluated' ? renderEvaluated(suite, telling) : []),
    ...suite.notes.map((note) => `  note: ${shortened(note)}`),
    ...(footer === null ? [] : [`  ${paint(footer, 'grey')}`]),
  ];
}

function renderEvaluated(suite: EvaluatedSuite, { paint, verbose = false }: Telling): string[] {
  const { comparison, baseline, decision } = suite;
  const said = [decision.headline, ...decision.findings.map(({ line }) => line)];
  const isSaid = said.some((line) => line.includes(baseline.line));
  const about = needsAlert(suite) && !isSaid ? [`  ! ${shortened(baseline.line)}`] : [];
  if (!hasFigures(suite)) {
    const measured = suite.head.stopped === null ? [] : [`  ${renderMeasured(comparison)}`];
    return [...about, ...renderUnscored(comparison), ...measured];
  }
  if (comparison.comparability.status === 'incomparable') return about;
  const { lower, same, higher } = sortCaseChanges(comparison, decision);
  const statements = [...lower, ...same, ...higher];
  const { base, head, limit } = shownMeans(suite);
  const words = wordsOfSuite(suite);
  const changed = [...lower, ...higher];
  const rows: Row[] = [
    ...(head === null ? [] : [{ name: 'mean', base, head, limit }]),
    ...changed.slice(0, MOST_ROWS).map(({ id, base: was, head: is }) => ({ name: id, base: was, head: is })),
  ];
  const shown = verbose
    ? renderEveryCase(suite, paint)
    : [
        ...renderStatementCounts(statements, words.items).map((line) => `  ${line}`),
        ...renderChangedStatements(statements, comparison, words, paint),
        ...renderLowest(suite, comparison.added, paint),
      ];
  return [
    ...about,
    // Without a base the headline has the mean, and there is nothing to put beside it.
    ...(baseline.kind === 'record' ? renderRows(rows, words) : []),
    ...countedRest(changed.length - MOST_ROWS, 'more case', 'changed'),
    ...shown,
    ...renderDataset(suite),
    ...renderHistory(suite, words),
    ...(suite.dropped === undefined ? [] : [`  ${shortened(suite.dropped.line)}`]),
    ...renderUnscored(comparison),
  ];
}

type Row = {
  readonly name: string;
  readonly base: number | null;
  readonly head: number | null;
  readonly limit?: number | undefined;
};

function renderRows(rows: readonly Row[], words: MeasureWords): string[] {
  const names = rows.map(({ name }) => shortened(name, NAME_CHARACTERS));
  const width = Math.max(4, ...names.map((name) => [...name].length));
  const lines = rows.map(({ base, head, limit }, index) => {
    const name = names[index] ?? '';
    const pad = ' '.repeat(width - [...name].length);
    const { from, to, delta } = words.figures(base, head, limit);
    return `  ${name}${pad}  ${from.padStart(5)}  ${to.padStart(5)}  ${delta.padStart(6)}`;
  });
  return rows.length === 0 ? [] : [`  ${'case'.padEnd(width)}   base   head       Δ`, ...lines];
}

function renderHistory(suite: EvaluatedSuite, words: MeasureWords): string[] {
  const history = historyOf(suite);
  if (history === null) return [];
  const fall = newFall(history);
  return [
    `  on this branch: ${renderBars(history)} ${renderCourse(history, words)}`,
    ...(fall === null ? [] : [`  ! ${shortened(renderFall(history, fall, words))}`]),
  ];
}

function renderDataset({ dataset }: EvaluatedSuite): string[] {
  return dataset === undefined ? [] : renderDatasetCounts(dataset).map((line) => `  ${line}`);
}

/** Cases without a score by the reason; first what no longer answers, with the cases' names. */
function renderUnscored({ unscored }: Comparison): string[] {
  const groups = [...Map.groupBy(unscored, ({ noLongerAnswers, reason }) => `${noLongerAnswers} ${reason}`)]
    .map(([, rows]) => rows)
    .sort((a, b) => severityOf(b) - severityOf(a) || b.length - a.length);
  return [
    ...groups.slice(0, MOST_CASES).map((rows) => {
      const reason = shortened(rows[0]?.reason ?? '');
      return rows[0]?.noLongerAnswers === true
        ? `  ${renderCaseNames(rows)} no longer ${rows.length === 1 ? 'answers' : 'answer'}: ${reason}`
        : `  ${renderCounted(rows.length, 'case')} without a score: ${reason}`;
    }),
    ...countedRest(groups.length - MOST_CASES, 'more reason', 'not listed'),
  ];
}

function severityOf(rows: readonly UnscoredCase[]): number {
  return rows[0]?.noLongerAnswers === true ? 1 : 0;
}
