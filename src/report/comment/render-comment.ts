import { markdownTable } from 'markdown-table';
import type { Report, SuiteReport } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { QUIET } from '../case-changes.js';
import { iconOfSuite, isUnchanged, renderOutcome, shownMeans, sortWorstFirst } from '../decision-words.js';
import { renderFooter, renderFooters } from '../footer.js';
import { isFurtherScore, listScores, nameOfScore, nounOf, wordsOfSuite } from '../list-scores.js';
import { codeCell, codeSpan, formattedLine, renderLink } from '../markdown/markdown.js';
import { listDatasetCases, tellWaiting } from '../shown-cases.js';
import { whatNow } from '../what-now.js';
import { WHAT_NOW } from './banner.js';
import { fitParts } from './fit-parts.js';
import { renderOverallHeadline } from './headline.js';
import { createBlock, createFold, type Part, type Room, rankOf } from './parts.js';
import { buildNotes, buildSuiteParts } from './suite-parts.js';

/** GitHub refuses a comment above 65,536 characters. */
export const COMMENT_LIMIT_BYTES = 60_000;

/**
 * The pull request's comment: decision first, then what changed, worst first.
 *
 * @param options.marker the HTML comment by which the comment is found again; its first line.
 * @param options.limitBytes most UTF-8 bytes; whole blocks are left out by rank and counted in words.
 */
export function renderComment(
  report: Report,
  options: { readonly marker: string; readonly limitBytes?: number },
): string {
  const limitBytes = options.limitBytes ?? COMMENT_LIMIT_BYTES;
  const room: Room = {
    limitBytes: limitBytes - Buffer.byteLength(options.marker) - 2,
    tableRows: 20,
    tableBytes: limitBytes * 0.2,
    whole: false,
    openCases: 5,
    answerCharacters: 1_500,
    inputCharacters: 300,
    lineCharacters: 300,
    statementsPerCase: 8,
    listed: 20,
    restIsIn: renderLink('the job summary', report.runUrl) ?? 'the job summary',
  };
  return `${options.marker}\n${renderReport(report, room)}\n`;
}

/** The report in markdown, with as much of everything as there is room. */
export function renderReport(report: Report, room: Room): string {
  const all = sortWorstFirst(listScores(report.suites));
  // What ended the run is the same for all of them, and said once.
  const suites = report.endedEarly === true ? all.slice(0, 1) : all;
  const next = renderNextSteps(suites, report);
  const parts: Part[] = [
    ...(suites.length === 1 ? [] : buildOverview(suites, next, room)),
    ...suites.flatMap((suite, index) =>
      suites.length > 1 && isQuiet(suite) ? [] : buildSuite(suite, index),
    ),
    ...buildNotes(report.notices, rankOf('notes', { suite: suites.length }), room),
    { kind: 'left-out' },
    ...buildFooter(suites, report, room),
  ];
  return fitParts({ parts, limitBytes: room.limitBytes, restIsIn: room.restIsIn });

  function buildSuite(suite: SuiteReport, index: number): Part[] {
    const share = Math.min(suites.length, 5);
    const level = suites.length === 1 ? '###' : '####';
    const named = report.endedEarly !== true;
    const { homeUrl } = report;
    const place = { index, level, named, homeUrl, next: suites.length === 1 ? next : '' };
    return buildSuiteParts(suite, place, { ...room, tableBytes: room.tableBytes / share });
  }
}

/** What a reader of a report that is no plain pass can do about it, in one line. Empty where all is well. */
function renderNextSteps(suites: readonly SuiteReport[], report: Report): string {
  const { runUrl, homeUrl } = report;
  const steps = whatNow({ ...report, suites }).map((step) =>
    formattedLine(step).replace(/run it again/i, (text) => renderLink(text, runUrl) ?? text),
  );
  const passes = suites.every(({ decision }) => decision.outcome === 'pass');
  if (passes && steps.length === 0) return '';
  const read = homeUrl === null ? null : renderLink('How to read this', `${homeUrl}/docs/comment.md`);
  return [...(steps.length === 0 ? [] : [WHAT_NOW, ...steps]), read ?? ''].join(' ').trimEnd();
}

function buildOverview(suites: readonly SuiteReport[], next: string, room: Room): Part[] {
  const rank = rankOf('frame', { suite: 0 });
  const noun = nounOf(suites);
  const loud = suites.filter((suite) => !isQuiet(suite));
  const quiet = suites.filter(isQuiet);
  const tableOf = (of: readonly SuiteReport[]) =>
    createBlock(rank, () => renderSuitesTable(of, noun, room.listed));
  return [
    createBlock(rank, () => renderOverallHeadline(suites)),
    ...(next === '' ? [] : [createBlock(rank, () => next)]),
    ...(loud.length === 0 ? [] : [tableOf(loud)]),
    createFold(`${counted(quiet.length, noun)} without a change`, quiet.length === 0 ? [] : [tableOf(quiet)]),
  ];
}

function buildFooter(suites: readonly SuiteReport[], report: Report, room: Room): Part[] {
  const how = { name: codeSpan, line: formattedLine };
  const [only, ...others] = suites;
  const lines =
    only !== undefined && others.length === 0
      ? [renderFooter(only, how) ?? '']
      : // Judge, baseline and cost are the suite's: they are told once.
        renderFooters(
          suites.filter((suite) => !isFurtherScore(suite)),
          how,
        );
  const text = lines.slice(0, room.listed).join('<br>');
  const home = renderLink('prompt-regression', report.homeUrl) ?? 'prompt-regression';
  const whole = [text, renderLink('log', report.runUrl), home].filter((part) => part !== null && part !== '');
  return [createBlock(rankOf('frame', { suite: 1 }), () => `<sub>${whole.join(' · ')}</sub>`)];
}

/** In an overview a suite without anything to tell has its row only, in a fold. */
function isQuiet(suite: SuiteReport): boolean {
  if (suite.decision.outcome !== 'pass' || suite.notes.length > 0 || suite.changes?.length) return false;
  if (listDatasetCases(suite).length > 0 || tellWaiting(suite) !== null) return false;
  if (suite.kind !== 'evaluated') return true;
  if ((suite.lookedAgain ?? []).length > 0) return false;
  const { pairs, added, removed, edited, renamed, unscored } = suite.comparison;
  const lone = [added, removed, edited, renamed, unscored].reduce((sum, cases) => sum + cases.length, 0);
  const findings = suite.decision.findings.every(({ outcome }) => outcome === 'holds');
  return (
    suite.baseline.kind === 'record' &&
    !suite.baseline.stale &&
    findings &&
    lone === 0 &&
    pairs.every(({ delta, statements }) => delta === 0 && statements.every(({ kind }) => QUIET.has(kind)))
  );
}

/** Where there is no number. */
const NONE = '–';

/** One row a suite, in the order given. `noun` says what they are. */
function renderSuitesTable(suites: readonly SuiteReport[], noun: string, limit: number): string {
  const rows = suites.slice(0, limit).map((suite) => {
    const { base, head, limit } = shownMeans(suite);
    const outcome = isUnchanged(suite) ? 'unchanged' : renderOutcome(suite);
    const words = suite.kind === 'evaluated' ? wordsOfSuite(suite) : null;
    const shown = words?.figures(base, head, limit) ?? { from: NONE, to: NONE, delta: NONE };
    const aside = words === null || words.higherIsBetter ? '' : ' (lower is better)';
    return [
      `${codeCell(nameOfScore(suite))}${aside}`,
      `${iconOfSuite(suite)} ${outcome}`,
      shown.from,
      shown.to,
      shown.delta,
    ];
  });
  const table = markdownTable([[noun, 'decision', 'base', 'head', 'Δ'], ...rows], {
    align: ['l', 'l', 'r', 'r', 'r'],
    alignDelimiters: false,
  });
  const more = suites.length - rows.length;
  return more <= 0 ? table : `${table}\n\n${counted(more, `more ${noun}`)} not shown in this table.`;
}
