import type { Comparison, PairedCase, StatementChange } from '../model/comparison.js';
import type { Report, SuiteReport } from '../model/report.js';
import { renderStatementCounts, sortCaseChanges } from './case-changes.js';
import { renderFooterParts } from './comment/footer.js';
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
  const findings = decision.findings.map(({ outcome, line }) => `  ${MARKS[outcome]} ${shortened(line)}`);
  return [
    paint(`${shortened(suite.suite, NAME_CHARACTERS)}: ${renderOutcome(decision)}`, colour),
    `  ${paint(consoleLine(decision.headline), 'bold')}`,
    ...findings,
    ...(suite.kind === 'evaluated' ? renderEvaluated(suite, paint) : []),
    ...suite.notes.map((note) => `  note: ${shortened(note)}`),
    ...(suite.kind === 'evaluated'
      ? [`  ${paint(renderFooterParts(suite, consoleLine).join(' · '), 'grey')}`]
      : []),
  ];
}

function renderEvaluated(suite: Extract<SuiteReport, { kind: 'evaluated' }>, paint: Paint): string[] {
  const { comparison, decision, baseline } = suite;
  const about = decision.headline.includes(baseline.line) ? [] : [`  ${shortened(baseline.line)}`];
  if (!hasFigures(decision)) return [...about, ...renderUnscored(comparison)];
  if (comparison.comparability.status === 'incomparable') return about;
  const { lower, same, higher } = sortCaseChanges(comparison);
  const statements = [...lower, ...same, ...higher];
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
  const more = changed.length - MOST_ROWS;
  return [
    ...about,
    ...renderRows(rows),
    ...(more > 0 ? [`  ${renderCounted(more, 'more case')} changed`] : []),
    ...renderStatementCounts(statements).map((line) => `  ${line}`),
    ...statements.slice(0, MOST_CASES).flatMap((pair) => renderCase(pair, paint)),
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
  const shown = pair.statements.filter((change) => change.kind !== 'still-irrelevant');
  if (shown.length === 0) return [];
  const more = shown.length - MOST_STATEMENTS;
  return [
    `  ${paint(shortened(pair.id, NAME_CHARACTERS), 'bold')} ${renderScore(pair.base)} → ${renderScore(pair.head)}`,
    ...shown.slice(0, MOST_STATEMENTS).map((change) => renderStatement(change, paint)),
    ...(more > 0 ? [`    ${renderCounted(more, 'more statement')}`] : []),
  ];
}

function renderStatement(change: StatementChange, paint: Paint): string {
  const colour = change.kind === 'no-longer-irrelevant' ? 'green' : 'red';
  const reason = change.reason === '' ? '' : ` — ${shortened(change.reason)}`;
  return `    ${paint(change.kind.replaceAll('-', ' '), colour)}: “${shortened(change.text)}”${reason}`;
}

function renderUnscored(comparison: Comparison): string[] {
  const rows = comparison.unscored.toSorted((a, b) => Number(b.noLongerAnswers) - Number(a.noLongerAnswers));
  const lines = rows.slice(0, MOST_CASES).map(({ id, noLongerAnswers, reason }) => {
    const what = noLongerAnswers ? 'no longer answers' : 'has no score';
    return `  ${shortened(id, NAME_CHARACTERS)} ${what}: ${shortened(reason)}`;
  });
  const more = rows.length - lines.length;
  return more > 0 ? [...lines, `  ${renderCounted(more, 'more case')} without a score`] : lines;
}

function shortened(text: string, limit = LINE_CHARACTERS): string {
  const { text: shown, remark } = excerpt(consoleLine(text), limit);
  return remark === null ? shown : `${shown}… (${remark})`;
}
