import type { Report } from '../../model/report.js';
import { capitalize } from '../../text/values.js';
import {
  escapeInLine,
  escapeLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderLink,
} from '../markdown.js';
import { type Block, code, type Line } from '../model/blocks.js';
import type { DetailLevel } from '../model/case-blocks.js';
import { ICONS } from '../model/heading.js';
import { buildReportModel, type ReportModel, type SuiteView } from '../model/report-model.js';
import { NONE } from '../model/scores.js';
import { buildSuiteBlocks } from '../model/suite-blocks.js';
import { type Fold, fitBlocks, type RankedText } from './fit-blocks.js';
import { renderBlocks, type SizeLimits } from './render-blocks.js';

/** GitHub refuses a comment above 65,536 characters. */
export const MAX_COMMENT_BYTES = 60_000;
/** GitHub takes 1 MiB per step. */
export const MAX_SUMMARY_BYTES = 900_000;

const MAX_SUITES = 50;
const MAX_FAILURES = 10;

type Destination = { readonly limits: SizeLimits; readonly detail: DetailLevel; readonly limitBytes: number };

/** `marker`: the first line, an HTML comment by which the comment is found again. */
export function renderComment(
  report: Report,
  options: { readonly marker: Markdown; readonly limitBytes?: number },
): Markdown {
  const limitBytes = (options.limitBytes ?? MAX_COMMENT_BYTES) - Buffer.byteLength(options.marker) - 2;
  const destination: Destination = {
    limitBytes,
    limits: { characters: 200, tableBytes: limitBytes / 5, marksNext: true },
    detail: { whole: false, diffLines: 12 },
  };
  const restIsIn = renderLink(markdown`job summary`, report.runUrl) ?? markdown`job summary`;
  return markdown`${options.marker}\n${renderReport(report, destination, restIsIn)}\n`;
}

/** The job summary: the comment with more room, and all answers that changed. */
export function renderSummary(report: Report): Markdown {
  const destination: Destination = {
    limitBytes: MAX_SUMMARY_BYTES - 1,
    limits: { characters: 2_000, tableBytes: 200_000, marksNext: false },
    detail: { whole: true, diffLines: 100 },
  };
  return markdown`${renderReport(report, destination, markdown`run record`)}\n`;
}

function renderReport(report: Report, destination: Destination, restIsIn: Markdown): Markdown {
  const model = buildReportModel(report);
  const [only] = model.suites;
  const single = model.suites.length === 1 && only !== undefined;
  const blocks = [
    ...toTexts(markdown`### ${escapeLine(model.heading)}`),
    ...(single ? renderSuite(only, model, destination) : renderSuites(model, destination)),
    ...renderNotices(model, destination),
  ];
  return fitBlocks({ blocks, tail: renderSmallPrint(model), limitBytes: destination.limitBytes, restIsIn });
}

function toTexts(text: Markdown, rank = 0): readonly RankedText[] {
  return [{ text, rank, folds: [] }];
}

/** Ranks of a suite's blocks; those of the next suite follow. */
const RANKS = 100;

type SuiteOptions = {
  readonly index?: number;
  readonly around?: readonly Fold[];
};

/** A suite below its heading, with the next step before its example. */
function renderSuite(
  view: SuiteView,
  model: ReportModel,
  { limits, detail }: Destination,
  { index = 0, around = [] }: SuiteOptions = {},
): readonly RankedText[] {
  const { cause, example, details } = buildSuiteBlocks(view, { model, detail });
  const next = buildNextBlocks(view.next);
  const ranked = (blocks: readonly Block[], rank: number) =>
    renderBlocks(blocks, limits, { rank: rank * RANKS + index, folds: around, step: RANKS });
  return [...ranked(cause, 1), ...ranked(next, 0), ...ranked(example, 2), ...ranked(details, 3)];
}

function buildNextBlocks(next: string): readonly Block[] {
  return next === '' ? [] : [{ kind: 'next', line: [next] }];
}

/** Red suites in sight, the others folded; in a comment those that pass have their row only. */
function renderSuites(model: ReportModel, destination: Destination): readonly RankedText[] {
  const { suites } = model;
  const shared = {
    ...destination,
    limits: { ...destination.limits, tableBytes: destination.limits.tableBytes / Math.min(suites.length, 5) },
  };
  const table = renderBlocks([buildSuitesTable(model), ...listFailures(model)], destination.limits);
  const own = suites.flatMap((view, index): readonly RankedText[] => {
    if (view.look === 'fail') {
      const heading = markdown`#### ${escapeInLine(ICONS.fail)} ${escapeLine(`${view.name}: ${view.result}`)}`;
      return [...toTexts(heading, index), ...renderSuite(view, model, shared, { index })];
    }
    const quiet =
      view.look === 'pass' &&
      view.changes.length + view.agentChanges.length + view.alerts.length + view.better.length === 0 &&
      view.evaluated?.baseline.kind !== 'none';
    if (quiet && !destination.detail.whole) return [];
    const around = [{ title: `${ICONS[view.look]} ${view.name}` }];
    return renderSuite(view, model, shared, { index, around });
  });
  return [...table, ...renderBlocks(buildNextBlocks(model.next), destination.limits), ...own];
}

function buildSuitesTable({ suites, sides, noun }: ReportModel): Block {
  const rows = suites.slice(0, MAX_SUITES).map((view): readonly Line[] => {
    const { from, to } = view.figures ?? { from: NONE, to: NONE };
    const score = from === to || from === NONE ? to : `${from} → ${to}`;
    return [[code(view.name)], [`${ICONS[view.look]} ${view.result}`], [score]];
  });
  return {
    kind: 'table',
    heads: [[capitalize(noun)], ['Result'], [`${sides[0]} → ${sides[1]}`]],
    numbers: [false, false, true],
    rows,
    more: suites.length - rows.length,
  };
}

/** Failures of suites that pass, in sight: the suites are folded or have a row only. */
function listFailures({ suites }: ReportModel): readonly Block[] {
  const lines = suites.flatMap(({ name, look, failures }) =>
    look === 'pass' ? failures.map((line): Line => [code(name), `: ${line}`]) : [],
  );
  const more = lines.length - MAX_FAILURES;
  const items = more <= 0 ? lines : [...lines.slice(0, MAX_FAILURES), [`and ${more} more`]];
  return lines.length === 0 ? [] : [{ kind: 'list', items }];
}

function renderNotices({ notices }: ReportModel, { limits }: Destination): readonly RankedText[] {
  const items = notices.map((line): Line => [line]);
  if (items.length === 0) return [];
  return renderBlocks([{ kind: 'fold', title: 'Notes', rank: 0, blocks: [{ kind: 'list', items }] }], limits);
}

/** One line; with several suites, the line of each is folded. */
function renderSmallPrint({ suites, links: urls }: ReportModel): Markdown {
  const { runUrl, reportUrl, homeUrl } = urls;
  const links = [
    renderLink(markdown`full report`, reportUrl),
    renderLink(markdown`log`, runUrl),
    homeUrl === null ? null : renderLink(markdown`how to read this`, `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== null);
  const [only] = suites;
  const own = suites.length === 1 ? (only?.facts ?? []).map((fact) => formatLine(fact)) : [];
  const line = joinMarkdown([...own, ...links], ' · ');
  const last = line.length === 0 ? [] : [markdown`<sub>${line}</sub>`];
  return joinMarkdown([...foldFacts(suites), ...last], '\n\n');
}

function foldFacts(suites: readonly SuiteView[]): readonly Markdown[] {
  if (suites.length === 1) return [];
  const lines = suites
    .slice(0, MAX_SUITES)
    .filter(({ facts }) => facts.length > 0)
    .map(({ name, facts }) => {
      const shown = facts.map((fact) => formatLine(fact));
      return markdown`- ${escapeLine(name)}: ${joinMarkdown(shown, ' · ')}`;
    });
  if (lines.length === 0) return [];
  const title = markdown`<details><summary>Cases, baselines and cost</summary>`;
  return [joinMarkdown([title, joinMarkdown(lines, '\n'), markdown`</details>`], '\n\n')];
}
