import type { Report } from '../model/report.js';
import { capitalize, collapseWhitespace, cutText, formatCount, formatNumber } from '../text/values.js';
import { revealInvisible } from '../text/visible-text.js';
import { MAX_OWN_LINE_LENGTH } from './markdown.js';
import type { Block, Line, LinePiece, SignedLine } from './model/blocks.js';
import { type CaseView, isScored } from './model/case-view.js';
import { ICONS } from './model/heading.js';
import { adviseOnRuns, renderLocalRemedy } from './model/next-steps.js';
import { buildReportModel, type ReportModel, type SuiteView } from './model/report-model.js';
import { NONE } from './model/scores.js';
import { buildSuiteBlocks } from './model/suite-blocks.js';
import type { TagRow } from './model/tag-table.js';

const BREAK = '\u200b';

/** Several lines. Control characters are visible, and no line is a workflow command (`::error::`) that a runner would obey. */
export function escapeForLog(text: string): string {
  return revealInvisible(text)
    .replace(/^([^\S\n]*:)(?=:)/gm, `$1${BREAK}`)
    .replace(/##(?=\w*\[)/g, `##${BREAK}`);
}

/** One line that acts on no terminal and no runner. */
export function toConsoleLine(text: string): string {
  return escapeForLog(collapseWhitespace(text));
}

const MAX_LINE_LENGTH = 300;

/** Codes of ANSI escape sequences. */
export const COLOURS = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;

/** Adds a colour, or returns the text alone. */
export type Paint = (text: string, colour: keyof typeof COLOURS) => string;

/** One line of a terminal of at most so many characters. */
export function fitConsoleLine(text: string, limit = MAX_LINE_LENGTH): string {
  return cutText(toConsoleLine(text), limit);
}

const fitOwnLine = (text: string) => fitConsoleLine(text, MAX_OWN_LINE_LENGTH);

/** How much is shown, and in which colours. */
export type ConsoleOptions = {
  readonly color: boolean;
  /** Every case is shown, whole. */
  readonly verbose?: boolean;
  /** The table by tag is shown, too; without it, only if a group failed. */
  readonly byTag?: boolean;
  /** `by-command`: the command itself says what to do next. `on-a-machine`: there is nothing to push or merge. */
  readonly next?: 'by-command' | 'on-a-machine';
};

const MAX_LIST_LINES = 5;
const MAX_SCORED = 10;
const MAX_DIFF_LINES = 6;
const MAX_TEXT_LENGTH = 100;
const MAX_WHOLE_LENGTH = 4_000;

const PAINT = {
  pass: 'green',
  worse: 'yellow',
  'no-baseline': 'yellow',
  fail: 'red',
  inconclusive: 'yellow',
} as const;

/** The report for a terminal, as whole lines. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  const paint: Paint = (text, colour) =>
    options.color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const model = buildReportModel(report);
  const several = model.suites.length > 1;
  const parts = [
    ...(several ? [paint(toConsoleLine(model.heading), 'bold')] : []),
    ...model.suites.map((view) => {
      const isDone = view.look === 'pass' && !view.showsChange && view.failures.length === 0;
      const own =
        several && options.next === undefined && view.next !== '' && !isDone
          ? `\n\n${renderNext(view.next)}`
          : '';
      return `${renderSuite(view, model, { ...options, paint })}${own}`;
    }),
    renderEnd(report, model, options),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

type Style = { readonly paint: Paint; readonly verbose?: boolean; readonly byTag?: boolean };

function renderSuite(view: SuiteView, model: ReportModel, style: Style): string {
  const { paint, verbose = false, byTag = false } = style;
  const { look, heading, lists, all, evaluated, tags } = view;
  const { sides } = model;
  const detail = { whole: false, diffLines: MAX_DIFF_LINES };
  const { cause, change, example } = buildSuiteBlocks(view, { model, detail });
  const happened = [...cause, ...change].map((block) => renderBlock(block, paint));
  const answers = verbose
    ? all.map((each) => renderCase(each, { sides, paint }))
    : example.map((block) => renderBlock(block, paint));
  const sections = [
    [paint(toConsoleLine(`${ICONS[look]} ${heading}`), PAINT[look])],
    ...happened,
    ...answers,
    evaluated?.decision.outcome === 'inconclusive' && !verbose ? listScored(view, sides) : [],
    byTag || tags.some(({ failed }) => failed) ? renderTagLines(tags, sides) : [],
    ...(evaluated === null ? [] : lists).map(({ title, lines }) => [
      title,
      ...lines.slice(0, verbose ? undefined : MAX_LIST_LINES).map(fitOwnLine),
    ]),
    [
      ...(verbose ? view.explanation.map((line) => renderLine(line, paint)) : []),
      ...view.notes.map((line) => `note: ${fitOwnLine(line)}`),
    ],
    view.facts.length === 0 ? [] : [paint(toConsoleLine(view.facts.join(' · ')), 'grey')],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The lines of a block; none for a fold. */
function renderBlock(block: Block, paint: Paint): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [renderLine(block.line, paint)];
    case 'cause':
      return block.lines.map((line) => renderLine(line, paint));
    case 'warning':
      return block.lines.map((line) => `! ${renderLine(line, paint)}`);
    case 'list':
      return block.items.map((line) => `- ${renderLine(line, paint)}`);
    case 'table':
      return renderRows(block, paint);
    case 'diff':
      return [
        ...(block.title === undefined ? [] : [renderLine(block.title, paint)]),
        ...block.lines.map((line) => renderSigned(line, paint)),
        ...(block.after === undefined ? [] : [`    ${renderLine(block.after, paint)}`]),
      ];
    case 'code':
      return block.lines.map((line) => toConsoleLine(line));
    case 'next':
    case 'fold':
      return [];
    default:
      return block satisfies never;
  }
}

function renderRows(
  { heads, rows, more }: Extract<Block, { kind: 'table' }>,
  paint: Paint,
): readonly string[] {
  const plain: Paint = (text) => text;
  const cells = [heads, ...rows].map((row) =>
    row.map((cell) => splitAtBreaks(cell).map((line) => renderLine(line, plain))),
  );
  const width = Math.max(...cells.flatMap(([first = []]) => first.map(({ length }) => length)));
  const lines = cells.flatMap((row) => {
    const height = Math.max(...row.map(({ length }) => length));
    return Array.from({ length: height }, (_line, at) => {
      const [first = '', ...others] = row.map((cell) => cell[at] ?? '');
      return [first.padEnd(width), ...others].join('  ').trimEnd();
    });
  });
  const [title = '', ...body] = lines;
  return [
    paint(title, 'grey'),
    ...body.map((line) => `  ${line}`),
    ...(more === 0 ? [] : [`  and ${formatNumber(more)} more`]),
  ];
}

function splitAtBreaks(cell: Line): readonly Line[] {
  const lines: LinePiece[][] = [[]];
  for (const piece of cell) {
    if (typeof piece !== 'string' && piece.kind === 'break') lines.push([]);
    else lines.at(-1)?.push(piece);
  }
  return lines;
}

function renderSigned({ sign, text }: SignedLine, paint: Paint): string {
  const line = `  ${sign} ${fitConsoleLine(text)}`;
  const colour = SIGN_COLOURS[sign];
  return colour === null ? line : paint(line, colour);
}

const SIGN_COLOURS = { '+': 'green', '-': 'red', '!': 'yellow', ' ': null } as const;

function renderLine(line: Line, paint: Paint): string {
  return line.map((piece) => renderPiece(piece, paint)).join('');
}

function renderPiece(piece: LinePiece, paint: Paint): string {
  if (typeof piece === 'string') {
    const before = piece.startsWith(' ') ? ' ' : '';
    const after = piece.length > 1 && piece.endsWith(' ') ? ' ' : '';
    return `${before}${fitOwnLine(piece)}${after}`;
  }
  switch (piece.kind) {
    case 'strong':
      return paint(fitConsoleLine(piece.text), 'bold');
    case 'quote':
      return `"${fitConsoleLine(piece.text, MAX_TEXT_LENGTH)}"`;
    case 'code':
    case 'reason':
    case 'text':
    case 'link':
      return fitConsoleLine(piece.text);
    case 'break':
      return ' ';
    default:
      return piece satisfies never;
  }
}

/** The scores that an undecided check has, one case per line; the one that is shown whole is left out. */
function listScored({ all, open }: SuiteView, sides: ReportModel['sides']): readonly string[] {
  const scored = all.filter(isScored);
  const others = scored.filter(({ id }) => id !== open?.id);
  const more = others.length - MAX_SCORED;
  return [
    ...(scored.length === 0
      ? []
      : [`${formatNumber(scored.length)} of ${formatCount(all.length, 'case')} with a score`]),
    ...others
      .slice(0, MAX_SCORED)
      .map((view) => `  ${fitConsoleLine(view.name.question)}   ${renderScores(view, sides)}`),
    ...(more > 0 ? [`  and ${formatNumber(more)} more`] : []),
  ];
}

function renderScores({ base, head, delta }: CaseView, [before, now]: ReportModel['sides']): string {
  return delta === NONE || base === head ? head : `${before} ${base} → ${now} ${head} (${delta})`;
}

/** A case with all its lines, and the keys for labels. */
function renderCase(
  view: CaseView,
  { sides, paint }: { readonly sides: ReportModel['sides']; readonly paint: Paint },
): readonly string[] {
  const { id, name, input, diff, reason } = view;
  const question = cutText(input, MAX_WHOLE_LENGTH) || name.question;
  return [
    `${paint(toConsoleLine(question), 'bold')}   ${renderScores(view, sides)}   ${toConsoleLine(id)}`,
    ...diff.map(({ sign, text, mark, labelKey }) => {
      const key = labelKey === undefined ? '' : `  [label: ${escapeForLog(labelKey)}]`;
      const line = `  ${sign} ${cutText(toConsoleLine(text), MAX_WHOLE_LENGTH)}${mark === '' ? '' : `  (${toConsoleLine(mark)})`}${key}`;
      const colour = SIGN_COLOURS[sign];
      return colour === null ? line : paint(line, colour);
    }),
    ...(reason === '' ? [] : [`    why: ${fitConsoleLine(reason)}`]),
  ];
}

function renderNext(step: string): string {
  return `Next: ${fitOwnLine(capitalize(step))}`;
}

function renderEnd(report: Report, { next, notices }: ReportModel, { next: place }: ConsoleOptions): string {
  const remedies = new Set(report.suites.map(renderLocalRemedy).filter((remedy) => remedy !== ''));
  const fixes = place === 'by-command' ? [] : [...remedies].map((remedy) => `${remedy}.`);
  const step = place === undefined ? next : [...fixes, ...adviseOnRuns(report.suites)].join(' ');
  return [...notices.map((line) => `note: ${fitOwnLine(line)}`), step === '' ? '' : renderNext(step)]
    .filter((line) => line !== '')
    .join('\n');
}

const MAX_TAG_LENGTH = 40;

/** The table by tag, one line per tag in columns. */
function renderTagLines(tags: readonly TagRow[], sides: ReportModel['sides']): readonly string[] {
  if (tags.length === 0) return [];
  const hasNew = tags.some(({ added }) => added !== '');
  const heads = ['tag', 'cases', ...sides.map(toConsoleLine), 'Δ', 'worse'];
  const rows = tags.map(({ tag, failed, cases, from, to, delta, worse }) => {
    const name = cutText(toConsoleLine(tag), MAX_TAG_LENGTH);
    return [failed ? `❌ ${name}` : name, formatNumber(cases), from, to, delta, formatNumber(worse)];
  });
  if (hasNew) {
    heads.push('new');
    for (const [at, row] of rows.entries()) row.push(tags[at]?.added ?? '');
  }
  const table = [heads, ...rows];
  const widths = heads.map((_head, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return cells.join('  ');
  });
}
