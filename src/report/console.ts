import type { Comparison, PairedCase, StatementChange } from '../model/comparison.js';
import type { Report, SuiteReport } from '../model/report.js';
import {
  renderDatasetCounts,
  renderMeasured,
  renderStatementCounts,
  sortCaseChanges,
} from './case-changes.js';
import { renderFooter } from './comment/footer.js';
import { needsAlert } from './comment/headline.js';
import { consoleLine } from './console-text.js';
import { hasFigures, renderOutcome, shownMeans, sortWorstFirst } from './decision-words.js';
import { renderCounted, renderDelta, renderScore } from './figures.js';
import { excerpt } from './markdown/excerpt.js';

const MOST_ROWS = 20;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;
const LINE_CHARACTERS = 300;
const NAME_CHARACTERS = 60;

type Paint = (text: string, colour: keyof typeof COLOURS) => string;

const COLOURS = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;

const MARKS = { holds: '✓', fails: '✗', warns: '!', off: '-', inconclusive: '?' } as const;

/** The report for a terminal or a log: worst suite first, of each the decision, the figures, the statements. */
export function renderConsole(report: Report, options: { readonly color: boolean }): string {
  const paint: Paint = (text, colour) =>
    options.color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const suites = sortWorstFirst(report.suites).map((suite) => renderSuite(suite, paint).join('\n'));
  const notices = report.notices.map((notice) => `note: ${shortened(notice)}`);
  return `${[...suites, ...(notices.length === 0 ? [] : [notices.join('\n')])].join('\n\n')}\n`;
}

function renderSuite(suite: SuiteReport, paint: Paint): string[] {
  const { decision } = suite;
  const colour = decision.outcome === 'pass' ? 'green' : decision.outcome === 'fail' ? 'red' : 'yellow';
  const footer = renderFooter(suite, { name: consoleLine, line: shortened });
  const findings = decision.findings.map(({ outcome, line }) => `  ${MARKS[outcome]} ${shortened(line)}`);
  return [
    paint(`${shortened(suite.suite, NAME_CHARACTERS)}: ${renderOutcome(decision)}`, colour),
    `  ${paint(consoleLine(decision.headline), 'bold')}`,
    ...findings,
    ...(suite.kind === 'evaluated' ? renderEvaluated(suite, paint) : []),
    ...suite.notes.map((note) => `  note: ${shortened(note)}`),
    ...(footer === null ? [] : [`  ${paint(footer, 'grey')}`]),
  ];
}

function renderEvaluated(suite: Extract<SuiteReport, { kind: 'evaluated' }>, paint: Paint): string[] {
  const { comparison, baseline } = suite;
  const about = needsAlert(suite) ? [`  ! ${shortened(baseline.line)}`] : [];
  if (!hasFigures(suite)) {
    const measured = suite.head.stopped === null ? [] : [`  ${renderMeasured(comparison)}`];
    return [...about, ...renderUnscored(comparison), ...measured];
  }
  if (comparison.comparability.status === 'incomparable') return about;
  const { lower, same, higher } = sortCaseChanges(comparison);
  const statements = [...lower, ...same, ...higher];
  const told = statements.filter((pair) => shownStatements(pair).length > 0);
  const { base, head, delta } = shownMeans(suite);
  const changed = [...lower, ...higher];
  const lone = [...comparison.added].sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const rows: Row[] = [
    ...(head === null ? [] : [{ name: 'mean', base, head, delta }]),
    ...changed.slice(0, MOST_ROWS).map((pair) => ({ name: pair.id, ...pair })),
    ...(baseline.kind === 'record' ? [] : lone.slice(0, MOST_ROWS)).map((row) => ({
      name: row.id,
      base: null,
      head: row.score,
      delta: null,
    })),
  ];
  return [
    ...about,
    ...renderRows(rows),
    ...countedRest(changed.length - MOST_ROWS, 'more case', 'changed'),
    ...renderStatementCounts(statements).map((line) => `  ${line}`),
    ...told.slice(0, MOST_CASES).flatMap((pair) => renderCase(pair, paint)),
    ...countedRest(told.length - MOST_CASES, 'more case', 'with other statements'),
    ...renderDataset(suite),
    ...renderUnscored(comparison),
  ];
}

type Row = {
  readonly name: string;
  readonly base: number | null;
  readonly head: number | null;
  readonly delta: number | null;
};

function renderRows(rows: readonly Row[]): string[] {
  const names = rows.map(({ name }) => shortened(name, NAME_CHARACTERS));
  const width = Math.max(4, ...names.map((name) => [...name].length));
  const lines = rows.map(({ base, head, delta }, index) => {
    const name = names[index] ?? '';
    const pad = ' '.repeat(width - [...name].length);
    return `  ${name}${pad}  ${renderScore(base).padStart(5)}  ${renderScore(head).padStart(5)}  ${renderDelta(delta).padStart(5)}`;
  });
  return rows.length === 0 ? [] : [`  ${'case'.padEnd(width)}   base   head      Δ`, ...lines];
}

function renderCase(pair: PairedCase, paint: Paint): string[] {
  const shown = shownStatements(pair);
  return [
    `  ${paint(shortened(pair.id, NAME_CHARACTERS), 'bold')} ${renderScore(pair.base)} → ${renderScore(pair.head)}`,
    ...shown.slice(0, MOST_STATEMENTS).map((change) => renderStatement(change, paint)),
    ...countedRest(shown.length - MOST_STATEMENTS, 'more statement', 'not listed').map((line) => `  ${line}`),
  ];
}

function shownStatements(pair: PairedCase): readonly StatementChange[] {
  return pair.statements.filter((change) => change.kind !== 'still-irrelevant');
}

function renderStatement(change: StatementChange, paint: Paint): string {
  const colour = change.kind === 'no-longer-irrelevant' ? 'green' : 'red';
  const reason = change.reason === '' ? '' : ` — ${shortened(change.reason)}`;
  return `    ${paint(change.kind.replaceAll('-', ' '), colour)}: “${shortened(change.text)}”${reason}`;
}

function renderDataset({ dataset }: Extract<SuiteReport, { kind: 'evaluated' }>): string[] {
  return dataset === undefined ? [] : renderDatasetCounts(dataset).map((line) => `  ${line}`);
}

/** What no longer answers case by case, everything else by its reason. */
function renderUnscored({ unscored }: Comparison): string[] {
  const silent = unscored.filter((row) => row.noLongerAnswers);
  const byReason = Map.groupBy(
    unscored.filter((row) => !row.noLongerAnswers),
    (row) => row.reason,
  );
  const reasons = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  return [
    ...silent
      .slice(0, MOST_CASES)
      .map(({ id, reason }) => `  ${shortened(id, NAME_CHARACTERS)} no longer answers: ${shortened(reason)}`),
    ...countedRest(silent.length - MOST_CASES, 'more case', 'no longer answering'),
    ...reasons
      .slice(0, MOST_CASES)
      .map(
        ([reason, rows]) => `  ${renderCounted(rows.length, 'case')} without a score: ${shortened(reason)}`,
      ),
    ...countedRest(reasons.length - MOST_CASES, 'more reason', 'not listed'),
  ];
}

function countedRest(count: number, noun: string, what: string): string[] {
  return count > 0 ? [`  ${renderCounted(count, noun)} ${what}`] : [];
}

function shortened(text: string, limit = LINE_CHARACTERS): string {
  const { text: shown, remark } = excerpt(consoleLine(text), limit);
  return remark === null ? shown : `${shown}… (${remark})`;
}
