import type { Report } from '../model/report.js';
import { counted, cutText, grouped, oneLine } from '../text/values.js';
import { visibleText } from '../text/visible-text.js';
import { MAX_OWN_LINE_LENGTH } from './markdown.js';
import { type CaseView, isScored, type SharedChange } from './model/case-view.js';
import { ICONS } from './model/heading.js';
import { adviseOnRuns, listRemedies, plainSteps } from './model/next-steps.js';
import { buildReportModel, type ReportModel, type SuiteView } from './model/report-model.js';
import { NONE } from './model/scores.js';
import { renderTagLines } from './tag-lines.js';

const BREAK = '\u200b';

/** Several lines. Control characters are visible, and no line is a workflow command (`::error::`) that a runner would obey. */
export function inertForLog(text: string): string {
  return visibleText(text)
    .replace(/^([^\S\n]*:)(?=:)/gm, `$1${BREAK}`)
    .replace(/##(?=\w*\[)/g, `##${BREAK}`);
}

export function consoleLine(text: string): string {
  return inertForLog(oneLine(text));
}

const MAX_LINE_LENGTH = 300;

export const COLOURS = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;

export type Paint = (text: string, colour: keyof typeof COLOURS) => string;

/** One line of a terminal of at most so many characters. */
export function shortened(text: string, limit = MAX_LINE_LENGTH): string {
  return cutText(consoleLine(text), limit);
}

const ownLine = (text: string) => shortened(text, MAX_OWN_LINE_LENGTH);

export type ConsoleOptions = {
  readonly color: boolean;
  /** Every case is shown, whole. */
  readonly verbose?: boolean;
  /** The table by tag is shown, too; without it, only if a group failed. */
  readonly byTag?: boolean;
  /** `by-command`: the command itself says what to do next. `on-a-machine`: there is nothing to push or merge. */
  readonly next?: 'by-command' | 'on-a-machine';
};

const MAX_CAUSES = 5;
const MAX_LIST_LINES = 5;
const MAX_SCORED = 10;
const MAX_DIFF_LINES = 6;
const MAX_TEXT_LENGTH = 100;
const MAX_WHOLE_LENGTH = 4_000;

const PAINT = { pass: 'green', worse: 'yellow', fail: 'red', inconclusive: 'yellow' } as const;

export function renderConsole(report: Report, options: ConsoleOptions): string {
  const paint: Paint = (text, colour) =>
    options.color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const model = buildReportModel(report);
  const several = model.suites.length > 1;
  const parts = [
    ...(several ? [paint(consoleLine(model.heading), 'bold')] : []),
    ...model.suites.map((view) => renderSuite(view, model, { ...options, paint })),
    renderEnd(report, model, options),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

type Style = { readonly paint: Paint; readonly verbose?: boolean; readonly byTag?: boolean };

function renderSuite(view: SuiteView, { sides }: ReportModel, style: Style): string {
  const { paint, verbose = false, byTag = false } = style;
  const { look, heading, changes, alerts, causes, worse, open, failures, lists, all, tags } = view;
  const explained = verbose ? view.explanation : [];
  const sections = [
    [paint(consoleLine(`${ICONS[look]} ${heading}`), PAINT[look])],
    [
      ...alerts.map(({ text }) => `! ${ownLine(text)}`),
      ...changes.map((line) => `changed: ${ownLine(line)}`),
    ],
    look === 'pass' ? [] : renderCauses(causes),
    ...(verbose
      ? all.map((each) => renderCase(each, '', { sides, paint, verbose }))
      : open === null || look === 'pass'
        ? []
        : [renderCase(open, worse.length > 1 ? 'Worst: ' : '', { sides, paint })]),
    look === 'inconclusive' && !verbose ? listScored(view, sides) : [],
    byTag || tags.some(({ failed }) => failed) ? renderTagLines(tags, sides, consoleLine) : [],
    failures.map(ownLine),
    ...lists.map(({ title, lines }) => [
      title,
      ...lines.slice(0, verbose ? undefined : MAX_LIST_LINES).map(ownLine),
    ]),
    [...explained.map(ownLine), ...view.notes.map((line) => `note: ${ownLine(line)}`)],
    view.facts.length === 0 ? [] : [paint(consoleLine(view.facts.join(' · ')), 'grey')],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function renderCauses(causes: readonly SharedChange[]): readonly string[] {
  const shown = causes.slice(0, MAX_CAUSES);
  const width = Math.max(0, ...shown.map(({ title }) => title.length));
  return shown.map(({ title, text, now }) => {
    const after = now === null ? '' : ` → "${shortened(now, MAX_TEXT_LENGTH)}"`;
    return `${title.padEnd(width)}  "${cutText(consoleLine(text), MAX_TEXT_LENGTH)}"${after}`;
  });
}

/** The scores that an undecided check has, one case per line; the one that is shown whole is left out. */
function listScored({ all, open }: SuiteView, sides: ReportModel['sides']): readonly string[] {
  const scored = all.filter(isScored);
  const others = scored.filter(({ id }) => id !== open?.id);
  const more = others.length - MAX_SCORED;
  return [
    ...(scored.length === 0
      ? []
      : [`${grouped(scored.length)} of ${counted(all.length, 'case')} with a score`]),
    ...others
      .slice(0, MAX_SCORED)
      .map((view) => `  ${shortened(view.name.question)}   ${scoresOf(view, sides)}`),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
  ];
}

function scoresOf({ base, head, delta }: CaseView, [before, now]: ReportModel['sides']): string {
  return delta === NONE || base === head ? head : `${before} ${base} → ${now} ${head} (${delta})`;
}

/** A case with its changed lines; in a verbose report all lines, with the keys for labels. */
function renderCase(
  view: CaseView,
  before: string,
  { sides, paint, verbose = false }: Style & { readonly sides: ReportModel['sides'] },
): readonly string[] {
  const { id, name, input, diff, reason } = view;
  const moved = scoresOf(view, sides);
  const lines = diff.filter(({ sign, mark }) => verbose || sign !== ' ' || mark !== '');
  const most = verbose ? lines.length : MAX_DIFF_LINES;
  const characters = verbose ? MAX_WHOLE_LENGTH : MAX_TEXT_LENGTH;
  const colours = { '+': 'green', '-': 'red', ' ': null } as const;
  const question = (verbose && cutText(input, MAX_WHOLE_LENGTH)) || name.question;
  return [
    `${paint(consoleLine(`${before}${question}`), 'bold')}   ${moved}${verbose ? `   ${consoleLine(id)}` : ''}`,
    ...lines.slice(0, most).map(({ sign, text, mark, labelKey }) => {
      const key = verbose && labelKey !== undefined ? `  [label: ${inertForLog(labelKey)}]` : '';
      const said = `  ${sign} ${cutText(consoleLine(text), characters)}${mark === '' ? '' : `  (${consoleLine(mark)})`}${key}`;
      const colour = colours[sign];
      return colour === null ? said : paint(said, colour);
    }),
    ...(lines.length > most ? [`  ${lines.length - most} more changed lines`] : []),
    ...(reason === '' ? [] : [`    why: ${shortened(reason)}`]),
  ];
}

function renderEnd(report: Report, { next, notices }: ReportModel, { next: place }: ConsoleOptions): string {
  const local = [...(place === 'by-command' ? [] : listRemedies(report)), ...adviseOnRuns(report)];
  const steps = place === undefined ? next : local;
  return [...notices.map((line) => `note: ${ownLine(line)}`), plainSteps(steps)]
    .filter((line) => line !== '')
    .join('\n');
}
