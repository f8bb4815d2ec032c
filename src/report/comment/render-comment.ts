import { markdownTable } from 'markdown-table';
import type { Report } from '../../model/report.js';
import { codeCell, formattedLine, htmlLine, inlineText, renderLink } from '../markdown/markdown.js';
import { ICONS } from '../model/heading.js';
import { buildReportModel, type ReportModel } from '../model/report-model.js';
import { NONE } from '../model/scores.js';
import { type Block, fitBlocks } from './fit-blocks.js';
import { buildSuiteBlocks, type Room } from './suite-blocks.js';

/** GitHub refuses a comment above 65,536 characters. */
export const MAX_COMMENT_BYTES = 60_000;
/** GitHub takes 1 MiB per step. */
export const MAX_SUMMARY_BYTES = 900_000;

const MAX_SUITES = 50;
const MAX_FAILURES = 10;

/** Lines around the next steps of a comment. */
export const NEXT_START = '<!-- prompt-regression-next -->';
export const NEXT_END = '<!-- end of prompt-regression-next -->';

/** `marker`: the first line, an HTML comment by which the comment is found again. */
export function renderComment(
  report: Report,
  options: { readonly marker: string; readonly limitBytes?: number },
): string {
  const limitBytes = (options.limitBytes ?? MAX_COMMENT_BYTES) - Buffer.byteLength(options.marker) - 2;
  const room = { limitBytes, diff: { lines: 12, characters: 200 }, tableBytes: limitBytes / 5, whole: false };
  const restIsIn = renderLink('job summary', report.runUrl) ?? 'job summary';
  return `${options.marker}\n${renderReport(report, room, restIsIn)}\n`;
}

/** The job summary: the comment with more room, and all answers that changed. */
export function renderSummary(report: Report): string {
  const diff = { lines: 100, characters: 2_000 };
  const room = { limitBytes: MAX_SUMMARY_BYTES - 1, diff, tableBytes: 200_000, whole: true };
  return `${renderReport(report, room, 'run record')}\n`;
}

function renderReport(report: Report, room: Room, restIsIn: string): string {
  const model = buildReportModel(report);
  const [only] = model.suites;
  const single = model.suites.length === 1 && only !== undefined;
  const blocks = [
    block(`### ${inlineText(model.heading)}`),
    ...(single
      ? buildSuiteBlocks(only, { index: 0, model, room })
      : [block(renderSuitesTable(model)), ...renderFailures(model), ...buildSuites(model, room)]),
    ...renderNotices(model),
  ];
  const tail = [...renderNext(model, !room.whole), renderLastLine(model)].filter((text) => text !== '');
  return fitBlocks({ blocks, tail: tail.join('\n\n'), limitBytes: room.limitBytes, restIsIn });
}

function block(text: string): Block {
  return { text, rank: 0, folds: [] };
}

/** Red suites in sight, the others folded; in a comment those that pass have their row only. */
function buildSuites(model: ReportModel, room: Room): readonly Block[] {
  const { suites } = model;
  const shared = { ...room, tableBytes: room.tableBytes / Math.min(suites.length, 5) };
  return suites.flatMap((view, index): readonly Block[] => {
    const place = { index, model, room: shared };
    if (view.look === 'fail') {
      const heading = { text: `#### ${ICONS.fail} ${inlineText(view.name)}`, rank: index, folds: [] };
      return [heading, ...buildSuiteBlocks(view, place)];
    }
    const quiet = view.look === 'pass' && view.changes.length + view.alerts.length === 0;
    return quiet && !room.whole
      ? []
      : buildSuiteBlocks(view, place, [{ title: `${ICONS[view.look]} ${htmlLine(view.name)}` }]);
  });
}

function renderSuitesTable({ suites, sides }: ReportModel): string {
  const rows = suites.slice(0, MAX_SUITES).map((view) => {
    const { from, to, delta } = view.figures ?? { from: NONE, to: NONE, delta: NONE };
    return [codeCell(view.name), `${ICONS[view.look]} ${inlineText(view.result)}`, from, to, delta];
  });
  const heads = ['Suite', 'Result', ...sides.map((side) => inlineText(side)), 'Δ'];
  const table = markdownTable([heads, ...rows], { align: ['l', 'l', 'r', 'r', 'r'], alignDelimiters: false });
  const more = suites.length - rows.length;
  return more === 0 ? table : `${table}\n\nand ${more} more`;
}

/** Failures of suites that pass, in sight: the suites are folded or have a row only. */
function renderFailures({ suites }: ReportModel): readonly Block[] {
  const lines = suites.flatMap(({ name, look, failures }) =>
    look === 'pass' ? failures.map((line) => `- ${codeCell(name)}: ${formattedLine(line)}`) : [],
  );
  const more = lines.length - MAX_FAILURES;
  const shown = [...lines.slice(0, MAX_FAILURES), ...(more > 0 ? [`- and ${more} more`] : [])];
  return lines.length === 0 ? [] : [block(shown.join('\n'))];
}

function renderNotices({ notices }: ReportModel): readonly Block[] {
  const text = notices.map((line) => `- ${formattedLine(line)}`).join('\n');
  return notices.length === 0 ? [] : [{ text, rank: 0, folds: [{ title: 'Notes' }] }];
}

/** The next steps, between marks if it is part of a comment. */
function renderNext({ next }: ReportModel, isComment: boolean): readonly string[] {
  if (next.length === 0) return [];
  const steps = next.map(({ question, text }) =>
    question === null ? formattedLine(text) : `**${question}** ${formattedLine(text)}`,
  );
  return isComment ? [NEXT_START, steps.join(' '), NEXT_END] : [steps.join(' ')];
}

function renderLastLine({ suites, runUrl, reportUrl, homeUrl }: ReportModel): string {
  const several = suites.length > 1;
  const [first] = suites;
  const common = several
    ? (first?.facts ?? []).filter((fact) => suites.every(({ facts }) => facts.includes(fact)))
    : [];
  const own = suites.slice(0, MAX_SUITES).flatMap((view) => {
    const facts = view.facts.filter((fact) => !common.includes(fact));
    return facts.length === 0 ? [] : [`${several ? `${inlineText(view.name)}: ` : ''}${joinFacts(facts)}`];
  });
  const lines = [...own, ...(common.length === 0 ? [] : [joinFacts(common)])];
  const links = [
    renderLink('run', runUrl),
    renderLink('HTML report', reportUrl),
    homeUrl === null ? null : renderLink('how to read this', `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== null);
  const last = [...lines.slice(0, -1), [...lines.slice(-1), ...links].join(' · ')].join('<br>');
  return last === '' ? '' : `<sub>${last}</sub>`;
}

function joinFacts(facts: readonly string[]): string {
  return facts.map((fact) => formattedLine(fact)).join(' · ');
}
