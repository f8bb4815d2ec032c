import { counted } from '../../text/counts.js';
import { fence, formattedLine, htmlLine, inlineText } from '../markdown/markdown.js';
import type { CaseView } from '../model/case-view.js';
import type { Cause } from '../model/causes.js';
import type { ReportModel } from '../model/report-model.js';
import type { SuiteView } from '../model/suite-model.js';
import { type DiffRoom, renderCase, renderCaseTable } from './case-text.js';
import type { Block, Fold } from './fit-blocks.js';

/** How much of everything is shown. */
export type Room = {
  readonly limitBytes: number;
  readonly diff: DiffRoom;
  /** Bytes of the table of all cases. */
  readonly tableBytes: number;
  /** True for the job summary: answers that did not get worse are shown, too. */
  readonly whole: boolean;
};

const MOST_CAUSES = 3;
const MOST_ROWS = 5;
const MOST_PROMPT_LINES = 20;
const LINE_CHARACTERS = 300;

/** Ranks of a suite's blocks; those of the next suite follow. */
const RANKS = 100;

type Place = {
  readonly index: number;
  readonly model: Pick<ReportModel, 'sides'>;
  readonly room: Room;
};

/** Everything about one suite below its heading, in reading order. `around`: the fold that holds it all. */
export function buildSuiteBlocks(
  view: SuiteView,
  place: Place,
  around: readonly Fold[] = [],
): readonly Block[] {
  const { index, room } = place;
  const { sides } = place.model;
  const block = (rank: number, text: string, title?: string | Fold): Block => ({
    text,
    rank: index + rank * RANKS,
    folds: title === undefined ? around : [...around, typeof title === 'string' ? { title } : title],
  });
  const loud = view.look !== 'pass';
  // A single case needs no table: its answers follow.
  const table = { sides, bytes: room.tableBytes, explained: loud && view.causes.length > 0 };
  const rows = view.worse.length > 1 ? view.worse.slice(0, MOST_ROWS) : [];
  return [
    ...list(view.changes, '**This pull request changes the settings of this check**').map((text) =>
      block(1, text),
    ),
    ...renderAlerts(view).map((text) => block(1, text)),
    ...(loud ? view.causes.slice(0, MOST_CAUSES).map((cause) => block(2, renderCause(cause))) : []),
    ...(rows.length === 0
      ? []
      : [block(3, `${renderCaseTable(rows, table)}\n\n${renderRest(view, rows.length)}`)]),
    ...(view.open === null ? [] : [block(4, renderCase(view.open, room.diff, rows.length === 0))]),
    ...(view.worse.length === 1 ? [block(4, renderRest(view, 1))] : []),
    ...list(view.failures).map((text) => block(5, text)),
    ...buildOtherCases(view, room).map(({ fold, text }, at) => block(20 + at, text, fold)),
    ...renderPrompt(view).map(({ title, text }) => block(6, text, title)),
    ...view.lists.flatMap(({ title, lines }) => list(lines).map((text) => block(7, text, htmlLine(title)))),
    ...(view.all.length === 0
      ? []
      : [
          block(
            9,
            renderCaseTable(view.all, table),
            view.all.length === 1 ? 'The case' : `All ${counted(view.all.length, 'case')}`,
          ),
        ]),
    ...list([...view.explanation, ...view.notes]).map((text) => block(8, text, 'How this was decided')),
  ];
}

function list(lines: readonly string[], title?: string): readonly string[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => `- ${formattedLine(line)}`).join('\n');
  return [title === undefined ? items : `${title}\n\n${items}`];
}

function renderAlerts({ alerts }: SuiteView): readonly string[] {
  if (alerts.length === 0) return [];
  const item = alerts.length > 1 ? '> - ' : '> ';
  return [['> [!WARNING]', ...alerts.map((line) => `${item}${formattedLine(line)}`)].join('\n')];
}

function renderCause({ title, text, now, reason }: Cause): string {
  const after = now === null ? '' : ` → “${inlineText(now, LINE_CHARACTERS)}”`;
  const why = reason === '' ? '' : ` ${inlineText(reason, LINE_CHARACTERS)}`;
  return `**${inlineText(title)}:** “${inlineText(text, LINE_CHARACTERS)}”${after}${why}`;
}

/** `and 2 more · 8 unchanged`. */
function renderRest({ worse, rest }: SuiteView, shown: number): string {
  const more = worse.length - shown;
  const parts = [...(more === 0 ? [] : [`and ${more} more`]), ...(rest === '' ? [] : [rest])];
  return parts.length === 0 ? '' : `<sub>${inlineText(parts.join(' · '))}</sub>`;
}

/** The other answers that got worse; in the job summary all that changed. */
function buildOtherCases(
  { worse, open, all }: SuiteView,
  { diff, whole }: Room,
): readonly { readonly fold: Fold; readonly text: string }[] {
  const changed = (view: CaseView) => view.diff.some(({ sign, mark }) => sign !== ' ' || mark !== '');
  const others = worse.filter((view) => view !== open && (changed(view) || view.reason !== ''));
  const shown = new Set([...worse.map(({ id }) => id)]);
  const rest = whole ? all.filter((view) => !shown.has(view.id) && changed(view)) : [];
  const foldOf = (title: string, views: readonly CaseView[]) => {
    const fold = { title };
    return views.map((view) => ({ fold, text: renderCase(view, diff) }));
  };
  return [
    ...foldOf(counted(others.length, 'more answer'), others),
    ...foldOf(`${counted(rest.length, 'other answer')} that changed`, rest),
  ];
}

function renderPrompt({
  prompt,
  look,
}: SuiteView): readonly { readonly title: string; readonly text: string }[] {
  if (prompt === null || (look !== 'fail' && look !== 'worse')) return [];
  const more = prompt.lines.length - MOST_PROMPT_LINES;
  const lines = [
    ...prompt.lines.slice(0, MOST_PROMPT_LINES),
    ...(more > 0 ? [`  … ${counted(more, 'more line')}`] : []),
  ];
  const text =
    lines.length === 0 ? 'Only the order or the spacing of its lines.' : fence(lines.join('\n'), 'diff');
  return [{ title: `Changed in ${htmlLine(prompt.file)}`, text }];
}
