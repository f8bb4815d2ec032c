import type { LoneCase, PairedCase, UnscoredCase } from '../ports/comparison.js';
import type { Decision } from '../ports/decision.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../ports/report.js';
import type { Figures, MeasureWords } from '../scorers/measure-words.js';
import { counted, grouped } from '../text/counts.js';
import { renderMeasured, renderStatementCounts, sortCaseChanges } from './case-changes.js';
import { renderEveryCase, renderShownCases, renderStatements } from './console-cases.js';
import {
  COLOURS,
  caseName,
  consoleLine,
  countedRest,
  NAME_CHARACTERS,
  ownLine,
  type Paint,
  renderCaseNames,
  renderTable,
  shortened,
} from './console-text.js';
import {
  failuresToTell,
  findingsShown,
  groupReasons,
  hasFigures,
  isGated,
  lacksBaseline,
  needsAlert,
  renderMeasurements,
  renderOutcome,
  shownMeans,
  sortWorstFirst,
} from './decision-words.js';
import { tellFailedAtBase } from './failed-at-base.js';
import { renderFirst } from './figures.js';
import { renderFooter } from './footer.js';
import { IDENTICAL_PAGE, renderIdenticalAnswers } from './identical-answers.js';
import { isFurtherScore, listScores, nameOfScore, wordsOfSuite } from './list-scores.js';
import { listDatasetCases, tellWaiting, titleOfLists } from './shown-cases.js';
import { tellLone, tellPair } from './told-case.js';
import { whatNow } from './what-now.js';

const MOST_ROWS = 20;
const MOST_CASES = 10;
const FULL = 100;

/** In the order in which they are told. */
const MARKS = { fails: '✗', inconclusive: '?', warns: '!', holds: '✓', off: '-' } as const;
const OUTCOMES = Object.keys(MARKS);

export type ConsoleOptions = {
  readonly color: boolean;
  /** Every case is shown, whole. */
  readonly verbose?: boolean;
  /** Missing where the report says what to do next; else who does: the command itself, or the report of one on a machine. */
  readonly next?: 'by-command' | 'on-a-machine';
};

/** The report for a terminal or a log: worst suite first, of each the decision, the figures, the statements. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  const paint: Paint = (text, colour) =>
    options.color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const scores = sortWorstFirst(listScores(report.suites));
  const suites = scores.map((suite, index) => {
    const before = scores.slice(0, index).filter((other) => other.suite === suite.suite);
    return renderSuite(suite, { ...options, paint, said: before.flatMap(linesOfRuns) }).join('\n');
  });
  const notices = report.notices.map((notice) => `note: ${ownLine(notice)}`);
  const steps = options.next === 'by-command' ? [] : whatNow(report, options.next);
  const last = [...notices, ...(steps.length === 0 ? [] : [`What now? ${steps.join(' ')}`])];
  return `${[...suites, ...(last.length === 0 ? [] : [last.join('\n')])].join('\n\n')}\n`;
}

type Telling = Omit<ConsoleOptions, 'color'> & {
  readonly paint: Paint;
  /** What of the suite's runs stands above, with another score of it. */
  readonly said: readonly string[];
};

/** Why cases were run again. */
function linesOfRuns(suite: SuiteReport): readonly string[] {
  return suite.kind === 'evaluated' ? (suite.lookedAgain ?? []) : [];
}

function renderSuite(suite: SuiteReport, telling: Telling): string[] {
  const { paint } = telling;
  const { decision } = suite;
  const lacks = lacksBaseline(suite);
  const fine = decision.outcome === 'pass' && !lacks && isGated(suite);
  const colour = fine ? 'green' : decision.outcome === 'fail' ? 'red' : 'yellow';
  const footer = isFurtherScore(suite) ? null : renderFooter(suite, { name: consoleLine, line: ownLine });
  const findings = findingsShown(suite)
    .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome))
    .map(({ outcome, line }) => `  ${MARKS[outcome]} ${ownLine(line)}`);
  const lines = linesOfRuns(suite).filter((line) => !telling.said.includes(line));
  const basis = [renderMeasurements(suite), ...lines];
  const identical = renderIdenticalAnswers(suite);
  return [
    paint(consoleLine(`${shortened(nameOfScore(suite), NAME_CHARACTERS)}: ${renderOutcome(suite)}`), colour),
    `  ${paint(consoleLine(decision.headline), 'bold')}`,
    ...(suite.changes ?? []).map((change) => `  changed: ${ownLine(change)}`),
    ...findings,
    ...basis.filter((line) => line !== '').map((line) => `  ${ownLine(line)}`),
    ...(suite.kind === 'evaluated' ? renderEvaluated(suite, telling) : []),
    ...renderFailedAtBase(suite),
    ...renderDataset(suite, telling),
    ...suite.notes.map((note) => `  note: ${ownLine(note)}`),
    ...(identical === null ? [] : [`  note: ${identical} See docs/${IDENTICAL_PAGE}.`]),
    ...(footer === null ? [] : [`  ${paint(footer, 'grey')}`]),
  ];
}

function renderEvaluated(suite: EvaluatedSuite, { paint, verbose: whole = false }: Telling): string[] {
  const { comparison, baseline, decision } = suite;
  const about = needsAlert(suite) ? [`  ! ${ownLine(baseline.line)}`] : [];
  if (!hasFigures(suite)) {
    const measured = suite.head.stopped === null ? [] : [`  ${renderMeasured(comparison)}`];
    return [...about, ...renderUnscored(failuresToTell(suite, { whole })), ...measured];
  }
  if (comparison.comparability.status === 'incomparable') return about;
  const { lower, same, higher } = sortCaseChanges(comparison, decision);
  const words = wordsOfSuite(suite);
  const alone = [...comparison.added, ...comparison.edited].filter(({ score }) => score !== null);
  const moved = [...lower, ...higher];
  // What is below the threshold has its cause in the lowest cases, also where none of them moved; chosen ones are to be seen.
  const lowest =
    moved.length === 0 && (decision.because.includes('threshold') || suite.head.subset !== undefined)
      ? comparison.pairs
          .filter(({ head }) => head !== null && head < FULL)
          .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0))
      : [];
  const low = alone
    .filter(({ score }) => (score ?? 0) < FULL)
    .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const told = [
    ...[...lower, ...same].map((pair) => tellPair(pair, words)),
    // Why a case is good is nothing to act on.
    ...higher.map((pair) => ({ ...tellPair(pair, words), why: '' })),
    ...low.map((row) => tellLone(row, suite)),
  ];
  const shown = whole
    ? renderEveryCase(suite, paint)
    : [
        ...renderStatementCounts(told, words.items).map((line) => `  ${line}`),
        ...renderStatements(told, comparison, words.items, paint),
      ];
  return [
    ...about,
    ...(baseline.kind === 'record'
      ? renderMoved(suite, [...moved, ...lowest], low)
      : renderScores(words, low, alone.length - low.length)),
    ...shown,
    ...renderUnscored(comparison.unscored.filter((row) => !isTold(row, decision))),
  ];
}

/** The mean, these cases, as a rule those that moved, and the new ones that are not perfect. */
function renderMoved(
  suite: EvaluatedSuite,
  pairs: readonly PairedCase[],
  low: readonly LoneCase[],
): string[] {
  const words = wordsOfSuite(suite);
  const { base, head, limit } = shownMeans(suite);
  const row = (name: string, { from, to, delta }: Figures) => [name, from, to, delta];
  const cases = [
    ...pairs.map((pair) => ({ name: caseName(pair), figures: words.figures(pair.base, pair.head) })),
    ...low.map((lone) => ({ name: caseName(lone), figures: words.figures(null, lone.score) })),
  ];
  const rows = [
    ...(head === null ? [] : [row('mean', words.figures(base, head, limit))]),
    ...cases.slice(0, MOST_ROWS).map(({ name, figures }) => row(name, figures)),
  ];
  return [
    ...(rows.length === 0 ? [] : renderTable([['case', 'base', 'head', 'Δ'], ...rows])),
    ...countedRest(cases.length - MOST_ROWS, 'more case', 'not listed'),
  ];
}

/** Without a base the headline has the mean, and there is nothing to put beside a score. */
function renderScores(words: MeasureWords, low: readonly LoneCase[], full: number): string[] {
  const best = words.score(FULL);
  const rows = low.slice(0, MOST_ROWS).map((lone) => [caseName(lone), words.score(lone.score)]);
  return [
    ...(rows.length === 0 ? [] : renderTable([['case', 'score'], ...rows])),
    ...countedRest(low.length - MOST_ROWS, 'more case', `${words.below} ${best}`),
    ...countedRest(full, low.length === 0 ? 'case' : 'more case', `with ${best}`),
  ];
}

function renderFailedAtBase(suite: SuiteReport): string[] {
  const list = tellFailedAtBase(suite);
  if (list === null) return [];
  const lines = list.cases.slice(0, MOST_ROWS).map((row) => `    ${caseName(row)} ${shortened(row.said)}`);
  return [
    `  ${list.title}:`,
    ...lines,
    ...countedRest(list.cases.length - MOST_ROWS, 'more case', 'not listed'),
  ];
}

/** What the pull request does to its dataset; none of it decides anything. */
function renderDataset(suite: SuiteReport, { paint, verbose = false }: Telling): string[] {
  const waiting = tellWaiting(suite);
  const lines = listDatasetCases(suite).map(({ title, cases }) => {
    const named = renderFirst(cases, MOST_ROWS, (row) => `${caseName(row)} ${row.said}`.trim());
    return `  ${title} (${grouped(cases.length)}): ${consoleLine(named)}`;
  });
  const rest = waiting === null ? [] : [`  ${waiting}`];
  const whole = verbose ? renderShownCases(suite, paint) : [];
  const all = [...lines, ...rest, ...whole];
  return all.length === 0 ? [] : [`  ${titleOfLists(suite)}:`, ...all];
}

/** True where a finding has the reason in full, and the case is not to be named. */
function isTold({ noLongerAnswers, reason }: UnscoredCase, { findings }: Decision): boolean {
  return !noLongerAnswers && findings.some(({ line }) => line.includes(reason));
}

/** Cases without a score by the reason; first what no longer answers, with the cases' names. */
function renderUnscored(unscored: readonly UnscoredCase[]): string[] {
  const silent = unscored.filter(({ noLongerAnswers }) => noLongerAnswers);
  const groups = [silent, unscored.filter((row) => !silent.includes(row))].flatMap(groupReasons);
  return [
    ...groups.slice(0, MOST_CASES).map(({ rows, reason, isExample }) => {
      const why = `${isExample ? ', for reasons such as' : ''}: ${shortened(reason)}`;
      return rows[0]?.noLongerAnswers === true
        ? `  ${renderCaseNames(rows)} no longer ${rows.length === 1 ? 'answers' : 'answer'}${why}`
        : `  ${counted(rows.length, 'case')} without a score${why}`;
    }),
    ...countedRest(groups.length - MOST_CASES, 'more reason', 'not listed'),
  ];
}
