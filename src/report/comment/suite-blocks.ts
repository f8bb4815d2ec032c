import { counted } from '../../text/values.js';
import { bareWording } from '../../text/words.js';
import {
  escapeLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderFence,
  renderLink,
} from '../markdown.js';
import { type CaseView, isScored, type SharedChange } from '../model/case-view.js';
import type { ReportModel, SuiteView } from '../model/report-model.js';
import { type DiffRoom, renderCase, renderCaseTable } from './case-text.js';
import type { Block, Fold } from './fit-blocks.js';
import { buildTagBlock } from './tag-block.js';

export type Room = {
  readonly limitBytes: number;
  readonly diff: DiffRoom;
  readonly tableBytes: number;
  /** True for the job summary: answers that did not get worse are shown, too. */
  readonly whole: boolean;
};

const MAX_CAUSES = 3;
const MAX_ROWS = 5;
const MAX_PROMPT_LINES = 20;
const MAX_LIST_LINES = 10;
const MAX_LINE_LENGTH = 300;

/** Ranks of a suite's blocks; those of the next suite follow. */
const RANKS = 100;

type BlockPlace = {
  readonly index: number;
  readonly model: Pick<ReportModel, 'sides' | 'homeUrl'>;
  readonly room: Room;
};

/** Everything about one suite below its heading, in reading order. `around`: the fold that holds it all. */
export function buildSuiteBlocks(
  view: SuiteView,
  place: BlockPlace,
  around: readonly Fold[] = [],
): readonly Block[] {
  const { index, room } = place;
  const { sides, homeUrl } = place.model;
  const block = (rank: number, text: Markdown, title?: string | Fold): Block => ({
    text,
    rank: index + rank * RANKS,
    folds: title === undefined ? around : [...around, typeof title === 'string' ? { title } : title],
  });
  const loud = view.look !== 'pass';
  const causes = loud ? view.causes.slice(0, MAX_CAUSES) : [];
  const table = { sides, bytes: room.tableBytes, said: causes.map(({ text }) => text) };
  // A single case needs no table: its answers follow.
  const rows = view.worse.length > 1 ? view.worse.slice(0, MAX_ROWS) : [];
  const shown = new Set((rows.length > 0 ? rows : view.worse).map(({ id }) => id));
  const others = view.all.filter(({ id }) => !shown.has(id));
  const tags = buildTagBlock(view.tags, sides);
  return [
    ...renderAlerts(view, homeUrl).map((text) => block(1, text)),
    ...list(view.changes, markdown`**This pull request also changes settings of this check**`).map((text) =>
      block(1, text),
    ),
    ...causes.map((cause) => block(2, renderCause(cause))),
    ...(rows.length === 0
      ? []
      : [block(3, markdown`${renderCaseTable(rows, table)}\n\n${renderRest(view, rows.length)}`)]),
    ...(view.open === null ? [] : [block(4, renderCase(view.open, room.diff, rows.length === 0))]),
    ...(view.worse.length === 1 ? [block(4, renderRest(view, 1))] : []),
    ...(tags === null ? [] : [block(5, tags.text, tags.fold ?? undefined)]),
    ...list(view.failures).map((text) => block(5, text)),
    ...buildOtherCases(view, room).map(({ fold, text }, at) => block(20 + at, text, fold)),
    ...renderPrompt(view).map(({ title, text }) => block(6, text, title)),
    ...view.lists.flatMap(({ title, lines }) =>
      list(room.whole ? lines : beginningOf(lines)).map((text) => block(7, text, title)),
    ),
    ...(others.length === 0
      ? []
      : [block(9, renderCaseTable(others, table), titleOfRest(others, shown.size, view))]),
    ...list([...view.explanation, ...view.notes]).map((text) =>
      block(8, text, view.explanation.length === 0 ? 'Notes' : 'How this was decided'),
    ),
  ];
}

function list(lines: readonly string[], title?: Markdown): readonly Markdown[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => markdown`- ${formatLine(line)}`);
  const whole = joinMarkdown(items, '\n');
  return [title === undefined ? whole : markdown`${title}\n\n${whole}`];
}

function beginningOf(lines: readonly string[], most = MAX_LIST_LINES): readonly string[] {
  const more = lines.length - most;
  return more <= 0 ? lines : [...lines.slice(0, most), `  … ${more} more`];
}

function titleOfRest({ length }: readonly CaseView[], shown: number, { look, all }: SuiteView): string {
  if (shown > 0) return counted(length, 'other case');
  if (look === 'inconclusive') {
    return `All ${counted(length, 'case')}, ${all.filter(isScored).length} with a score`;
  }
  return length === 1 ? 'The case' : `All ${counted(length, 'case')}`;
}

function renderAlerts({ alerts }: SuiteView, homeUrl: string | null): readonly Markdown[] {
  if (alerts.length === 0) return [];
  const item = alerts.length > 1 ? markdown`> - ` : markdown`> `;
  const lines = alerts.map(({ text, page }) => {
    const link =
      page === undefined ? null : renderLink(markdown`How to check`, homeUrl && `${homeUrl}/${page}`);
    return markdown`${item}${formatLine(text)}${link === null ? markdown`` : markdown` ${link}`}`;
  });
  return [joinMarkdown([markdown`> [!WARNING]`, ...lines], '\n')];
}

function renderCause({ title, text, now, reason }: SharedChange): Markdown {
  const after = now === null ? markdown`` : markdown` → “${escapeLine(now, MAX_LINE_LENGTH)}”`;
  const why = reason === '' ? markdown`` : markdown` ${escapeLine(reason, MAX_LINE_LENGTH)}`;
  return markdown`**${escapeLine(title)}:** “${escapeLine(text, MAX_LINE_LENGTH)}”${after}${why}`;
}

/** `and 2 more · 8 unchanged`. */
function renderRest({ worse, rest }: SuiteView, shown: number): Markdown {
  const more = worse.length - shown;
  const parts = [...(more === 0 ? [] : [`and ${more} more`]), ...(rest === '' ? [] : [rest])];
  return parts.length === 0 ? markdown`` : markdown`<sub>${escapeLine(parts.join(' · '))}</sub>`;
}

function changedLines({ diff }: CaseView): readonly string[] {
  return diff.filter(({ sign }) => sign !== ' ').map(({ text }) => bareWording(text));
}

/** The other answers that got worse, unless all of it is shown already; in the job summary all that changed. */
function buildOtherCases(
  { worse, open, all, causes }: SuiteView,
  { diff, whole }: Room,
): readonly { readonly fold: Fold; readonly text: Markdown }[] {
  const changed = (view: CaseView) => view.diff.some(({ sign, mark }) => sign !== ' ' || mark !== '');
  const said = new Set([
    ...(open === null ? [] : changedLines(open)),
    ...causes.slice(0, MAX_CAUSES).map(({ text }) => bareWording(text)),
  ]);
  const repeats = (view: CaseView) =>
    (view.reason === '' || view.reason === open?.reason) &&
    changedLines(view).every((line) => said.has(line));
  const others = worse.filter(
    (view) => view !== open && (changed(view) || view.reason !== '') && (whole || !repeats(view)),
  );
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
}: SuiteView): readonly { readonly title: string; readonly text: Markdown }[] {
  if (prompt === null || (look !== 'fail' && look !== 'worse')) return [];
  const lines = beginningOf(prompt.lines, MAX_PROMPT_LINES);
  const text =
    lines.length === 0
      ? markdown`Only the order or the spacing of its lines.`
      : renderFence(lines.join('\n'), 'diff');
  return [{ title: `Changed in ${prompt.file}`, text }];
}
