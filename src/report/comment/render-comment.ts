import type { Report } from '../../model/report.js';
import {
  escapeInLine,
  escapeLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderCodeCell,
  renderLink,
  renderTable,
} from '../markdown.js';
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
export const NEXT_START = markdown`<!-- prompt-regression-next -->`;
export const NEXT_END = markdown`<!-- end of prompt-regression-next -->`;

/** `marker`: the first line, an HTML comment by which the comment is found again. */
export function renderComment(
  report: Report,
  options: { readonly marker: Markdown; readonly limitBytes?: number },
): Markdown {
  const limitBytes = (options.limitBytes ?? MAX_COMMENT_BYTES) - Buffer.byteLength(options.marker) - 2;
  const room = { limitBytes, diff: { lines: 12, characters: 200 }, tableBytes: limitBytes / 5, whole: false };
  const restIsIn = renderLink(markdown`job summary`, report.runUrl) ?? markdown`job summary`;
  return markdown`${options.marker}\n${renderReport(report, room, restIsIn)}\n`;
}

/** The job summary: the comment with more room, and all answers that changed. */
export function renderSummary(report: Report): Markdown {
  const diff = { lines: 100, characters: 2_000 };
  const room = { limitBytes: MAX_SUMMARY_BYTES - 1, diff, tableBytes: 200_000, whole: true };
  return markdown`${renderReport(report, room, markdown`run record`)}\n`;
}

function renderReport(report: Report, room: Room, restIsIn: Markdown): Markdown {
  const model = buildReportModel(report);
  const [only] = model.suites;
  const single = model.suites.length === 1 && only !== undefined;
  const blocks = [
    block(markdown`### ${escapeLine(model.heading)}`),
    ...(single
      ? buildSuiteBlocks(only, { index: 0, model, room })
      : [block(renderSuitesTable(model)), ...renderFailures(model), ...buildSuites(model, room)]),
    ...renderNotices(model),
  ];
  const lines = [...renderNext(model, !room.whole), renderLastLine(model)];
  const tail = joinMarkdown(
    lines.filter((line) => line.length > 0),
    '\n\n',
  );
  return fitBlocks({ blocks, tail, limitBytes: room.limitBytes, restIsIn });
}

function block(text: Markdown): Block {
  return { text, rank: 0, folds: [] };
}

/** Red suites in sight, the others folded; in a comment those that pass have their row only. */
function buildSuites(model: ReportModel, room: Room): readonly Block[] {
  const { suites } = model;
  const shared = { ...room, tableBytes: room.tableBytes / Math.min(suites.length, 5) };
  return suites.flatMap((view, index): readonly Block[] => {
    const place = { index, model, room: shared };
    if (view.look === 'fail') {
      const heading = markdown`#### ${escapeInLine(ICONS.fail)} ${escapeLine(view.name)}`;
      return [{ text: heading, rank: index, folds: [] }, ...buildSuiteBlocks(view, place)];
    }
    const quiet = view.look === 'pass' && view.changes.length + view.alerts.length === 0;
    return quiet && !room.whole
      ? []
      : buildSuiteBlocks(view, place, [{ title: `${ICONS[view.look]} ${view.name}` }]);
  });
}

function renderSuitesTable({ suites, sides }: ReportModel): Markdown {
  const rows = suites.slice(0, MAX_SUITES).map((view) => {
    const { from, to, delta } = view.figures ?? { from: NONE, to: NONE, delta: NONE };
    const result = escapeLine(`${ICONS[view.look]} ${view.result}`);
    return [renderCodeCell(view.name), result, ...[from, to, delta].map(escapeInLine)];
  });
  const names = sides.map((side) => escapeLine(side));
  const heads = [markdown`Suite`, markdown`Result`, ...names, markdown`Δ`];
  const table = renderTable([heads, ...rows], ['left', 'left', 'right', 'right', 'right']);
  const more = suites.length - rows.length;
  return more === 0 ? table : markdown`${table}\n\nand ${more} more`;
}

/** Failures of suites that pass, in sight: the suites are folded or have a row only. */
function renderFailures({ suites }: ReportModel): readonly Block[] {
  const lines = suites.flatMap(({ name, look, failures }) =>
    look === 'pass' ? failures.map((line) => markdown`- ${renderCodeCell(name)}: ${formatLine(line)}`) : [],
  );
  const more = lines.length - MAX_FAILURES;
  const shown = [...lines.slice(0, MAX_FAILURES), ...(more > 0 ? [markdown`- and ${more} more`] : [])];
  return lines.length === 0 ? [] : [block(joinMarkdown(shown, '\n'))];
}

function renderNotices({ notices }: ReportModel): readonly Block[] {
  const lines = notices.map((line) => markdown`- ${formatLine(line)}`);
  const text = joinMarkdown(lines, '\n');
  return notices.length === 0 ? [] : [{ text, rank: 0, folds: [{ title: 'Notes' }] }];
}

/** The next steps, between marks if it is part of a comment. */
function renderNext({ next }: ReportModel, isComment: boolean): readonly Markdown[] {
  if (next.length === 0) return [];
  const steps = next.map(({ question, text }) =>
    question === null ? formatLine(text) : markdown`**${escapeInLine(question)}** ${formatLine(text)}`,
  );
  const line = joinMarkdown(steps, ' ');
  return isComment ? [NEXT_START, line, NEXT_END] : [line];
}

function renderLastLine({ suites, runUrl, reportUrl, homeUrl }: ReportModel): Markdown {
  const several = suites.length > 1;
  const [first] = suites;
  const common = several
    ? (first?.facts ?? []).filter((fact) => suites.every(({ facts }) => facts.includes(fact)))
    : [];
  const own = suites.slice(0, MAX_SUITES).flatMap((view) => {
    const facts = view.facts.filter((fact) => !common.includes(fact));
    if (facts.length === 0) return [];
    return [several ? markdown`${escapeLine(view.name)}: ${joinFacts(facts)}` : joinFacts(facts)];
  });
  const lines = [...own, ...(common.length === 0 ? [] : [joinFacts(common)])];
  const links = [
    renderLink(markdown`run`, runUrl),
    renderLink(markdown`HTML report`, reportUrl),
    homeUrl === null ? null : renderLink(markdown`how to read this`, `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== null);
  const end = joinMarkdown([...lines.slice(-1), ...links], ' · ');
  const last = joinMarkdown([...lines.slice(0, -1), end], '<br>');
  return last.length === 0 ? last : markdown`<sub>${last}</sub>`;
}

function joinFacts(facts: readonly string[]): Markdown {
  const lines = facts.map((fact) => formatLine(fact));
  return joinMarkdown(lines, ' · ');
}
