import { formatCount, formatNumber } from '../../text/values.js';
import { normalizeWording } from '../../text/words.js';
import { type Block, BREAK, code, foreign, type Line } from './blocks.js';
import {
  type DetailLevel,
  MAX_ROWS,
  renderCaseChanges,
  renderCaseDiff,
  renderCaseName,
} from './case-blocks.js';
import { type CaseView, isScored } from './case-view.js';
import { explainsChange } from './cause-lines.js';
import { MAX_CAUSES } from './causes.js';
import { foldHandOff } from './hand-off.js';
import { renderFileDiff } from './probable-lines.js';
import type { ReportModel, ReportNames, SuiteView } from './report-model.js';
import { NONE } from './scores.js';

export type BlockOptions = { readonly model: ReportNames; readonly detail: DetailLevel };

/** The folds below an example. */
export function buildDetails(view: SuiteView, { model, detail }: BlockOptions): readonly Block[] {
  const { changed, lists, evaluated } = view;
  const isLong = view.showsChange && explainsChange(view) && changed.changes > 1;
  return [
    ...foldWorse(view, model.sides),
    ...foldLow(view, model.sides),
    ...foldBetter(view, model.sides, detail),
    ...foldTags(view, model.sides),
    ...foldOthers(view, detail),
    ...(isLong
      ? changed.files.slice(0, 3).map((file): Block => {
          const lines = renderFileDiff(file);
          return {
            kind: 'fold',
            title: `Changed in ${file.path}`,
            rank: 6,
            blocks: [{ kind: 'diff', lines }],
          };
        })
      : []),
    ...(evaluated === null
      ? []
      : lists.map(({ title, lines }): Block => {
          const shown = detail.whole ? lines : limitLines(lines, MAX_LIST_LINES);
          return { kind: 'fold', title, rank: 7, blocks: [buildList(shown)] };
        })),
    ...foldLone(view, model.sides),
    ...foldAll(view, model.sides, detail),
    ...foldHandOff(view),
    ...foldDecision(view),
  ];
}

export const MAX_LIST_LINES = 10;

export function limitLines(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - most;
  return more <= 0 ? lines : [...lines.slice(0, most), `… ${more} more`];
}

export function buildList(lines: readonly string[]): Block {
  return { kind: 'list', items: lines.map((line) => [line]) };
}

type TableOptions = {
  /** Changed statements that are shown elsewhere. */
  readonly said?: readonly string[];
  readonly most?: number;
  /** True if no changed statement is shown. */
  readonly scoresOnly?: boolean;
  /** True if the scores are shown, although none changed. */
  readonly withScores?: boolean;
};

const MAX_TABLE_ROWS = { short: 200, whole: 2_000 } as const;

function buildScoreTable(
  cases: readonly CaseView[],
  [base, head]: ReportModel['sides'],
  { said = [], most = MAX_TABLE_ROWS.short, scoresOnly = false, withScores = false }: TableOptions,
): Block {
  const known = new Set(said.map(normalizeWording));
  const rows = cases.slice(0, most).map((each): readonly Line[] => {
    const isNews = !scoresOnly && each.changes.some(({ text }) => !known.has(normalizeWording(text)));
    const moved = each.base === NONE || each.base === each.head ? each.head : `${each.base} → ${each.head}`;
    return [
      isNews ? [...renderCaseName(each), BREAK, ...renderCaseChanges(each, true)] : renderCaseName(each),
      [moved],
    ];
  });
  const isMoved = cases.some(({ base: from, head: to, delta }) => delta !== NONE && from !== to);
  const hasBase = cases.some(({ delta }) => delta !== NONE);
  const title: Line = hasBase ? [foreign(base), ' → ', foreign(head)] : ['Score'];
  const columns = isMoved || !hasBase || withScores ? 2 : 1;
  return {
    kind: 'table',
    heads: [['Question'], title].slice(0, columns),
    numbers: [false, true].slice(0, columns),
    rows: rows.map((row) => row.slice(0, columns)),
    more: cases.length - rows.length,
  };
}

function countAnswers(count: number): string {
  if (count === 1) return 'The answer';
  return count === 2 ? 'Both answers' : `All ${formatNumber(count)} answers`;
}

/** All answers that got worse, if the blocks above show only some. */
function foldWorse(view: SuiteView, sides: ReportModel['sides']): readonly Block[] {
  const { worse, rest, causes, worseVerb } = view;
  const isMoved = worse.some(({ base, head }) => base !== head);
  // In both cases, the answers themselves are shown.
  const areAnswersShown = causes.length === 0 && (worse.length <= MAX_ROWS || !isMoved);
  if (worse.length < 2 || areAnswersShown || worse.every((each) => !isScored(each))) return [];
  const statements = causes.slice(0, MAX_CAUSES).flatMap(({ texts, now }) => [...texts, now ?? '']);
  const others = rest === '' ? '' : ` (${rest})`;
  const verb = view.isFirst ? 'did not get the highest score' : worseVerb;
  const title = `${countAnswers(worse.length)} that ${verb}${others}`;
  return [{ kind: 'fold', title, rank: 2, blocks: [buildScoreTable(worse, sides, { said: statements })] }];
}

/** The answers that keep the mean below the threshold on both sides. */
function foldLow({ low }: SuiteView, sides: ReportModel['sides']): readonly Block[] {
  if (low.length === 0) return [];
  const before = low.filter(({ base, head, delta }) => delta === NONE || base === head).length;
  const some = before === low.length ? '' : `${formatNumber(before)} of them `;
  const others = before === 0 ? '' : ` (${some}as on ${sides[0]})`;
  const title = `${countAnswers(low.length)} below the highest score${others}`;
  return [{ kind: 'fold', title, rank: 2, blocks: [buildScoreTable(low, sides, { withScores: true })] }];
}

function foldBetter(view: SuiteView, sides: ReportModel['sides'], detail: DetailLevel): readonly Block[] {
  const { better, worse, rest, repairs } = view;
  if (better.length < 2 && !(worse.length > 0 && better.length > 0)) return [];
  const others =
    worse.length > 0 ? '' : ` (${rest.replace(/^\d+ better(?:, )?|, \d+ better/, '')})`.replace(' ()', '');
  const statements = repairs.flatMap(({ texts }) => texts);
  const blocks = [
    buildScoreTable(better, sides, { said: statements }),
    ...(worse.length > 0 ? better.slice(0, 1).map((each) => renderCaseDiff(each, detail)) : []),
  ];
  return [
    { kind: 'fold', title: `${countAnswers(better.length)} that got better${others}`, rank: 3, blocks },
  ];
}

function listChangedLines({ diff }: CaseView): readonly string[] {
  return diff.filter(({ sign }) => sign !== ' ').map(({ text }) => normalizeWording(text));
}

/** The other answers that got worse, unless all of it is shown already; in the job summary all that changed. */
function foldOthers({ worse, open, all, causes }: SuiteView, detail: DetailLevel): readonly Block[] {
  const changed = (view: CaseView) => view.diff.some(({ sign, mark }) => sign !== ' ' || mark !== '');
  const shownWordings = new Set([
    ...(open === null ? [] : listChangedLines(open)),
    ...causes.slice(0, MAX_CAUSES).flatMap(({ texts }) => texts.map(normalizeWording)),
  ]);
  const repeats = (view: CaseView) => listChangedLines(view).every((line) => shownWordings.has(line));
  const others = worse.filter(
    (view) => view !== open && isScored(view) && changed(view) && (detail.whole || !repeats(view)),
  );
  const worseIds = new Set(worse.map(({ id }) => id));
  const rest = detail.whole
    ? all.filter((view) => !worseIds.has(view.id) && view !== open && changed(view))
    : [];
  const foldCases = (title: string, views: readonly CaseView[]): readonly Block[] =>
    views.length === 0
      ? []
      : [{ kind: 'fold', title, rank: 20, blocks: views.map((view) => renderCaseDiff(view, detail)) }];
  return [
    ...foldCases(`${formatCount(others.length, 'more answer')}, before and after`, others),
    ...foldCases(`${formatCount(rest.length, 'other answer')} that changed`, rest),
  ];
}

/** Cases that count for the threshold only, because the baseline does not have them. */
function foldLone(view: SuiteView, sides: ReportModel['sides']): readonly Block[] {
  if (view.isFirst) return [];
  const { evaluated, all } = view;
  const { added = [], edited = [] } = evaluated?.comparison ?? {};
  const ids = new Set([...added, ...edited].map(({ id }) => id));
  const lone = all.filter(({ id }) => ids.has(id));
  if (lone.length === 0) return [];
  const title = `${formatCount(lone.length, 'case')} that ${sides[0]} does not have`;
  return [{ kind: 'fold', title, rank: 7, blocks: [buildScoreTable(lone, sides, {})] }];
}

/** The scores of all cases: in the job summary, and if there is no result. */
function foldAll(view: SuiteView, sides: ReportModel['sides'], { whole }: DetailLevel): readonly Block[] {
  const { all, look, worse } = view;
  const isUncompared = look === 'inconclusive' || look === 'no-baseline';
  const isOpen = isUncompared && all.length > worse.length;
  if (all.length === 0 || !(whole || isOpen)) return [];
  const scored = all.filter(isScored).length;
  const some = scored === all.length ? '' : `, ${formatNumber(scored)} with a score`;
  const title = `All ${formatCount(all.length, 'case')}${isOpen ? some : ''}`;
  const most = whole ? MAX_TABLE_ROWS.whole : MAX_TABLE_ROWS.short;
  const table = buildScoreTable(all, sides, { most, scoresOnly: true });
  return [{ kind: 'fold', title, rank: 30, blocks: [table] }];
}

function foldDecision({ explanation, costs, notes }: SuiteView): readonly Block[] {
  const items = [...explanation, ...[...costs, ...notes].map((line): Line => [line])];
  if (items.length === 0) return [];
  const title = explanation.length === 0 ? 'Notes' : 'How this was decided, and what it cost';
  return [{ kind: 'fold', title, rank: 8, blocks: [{ kind: 'list', items }] }];
}

function foldTags(view: SuiteView, sides: ReportModel['sides']): readonly Block[] {
  if (view.tags.length === 0 || hasFailedGroup(view)) return [];
  const title = `By tag: ${formatCount(view.tags.length, 'tag')}`;
  return [{ kind: 'fold', title, rank: 5, blocks: [buildTagTable(view, sides)] }];
}

const MAX_TAGS = 20;

/** Means and worse answers by tag; the groups that failed come first. Few columns, so that a phone shows all. */
export function buildTagTable({ tags }: SuiteView, [base, head]: ReportModel['sides']): Block {
  const hasNew = tags.some(({ added }) => added !== '');
  const heads: readonly Line[] = [['Tag'], ['Cases'], [foreign(base), ' → ', foreign(head)], ['Worse']];
  const shown = tags.slice(0, MAX_TAGS);
  return {
    kind: 'table',
    heads: hasNew ? [...heads, ['New']] : heads,
    numbers: [false, true, true, true, ...(hasNew ? [true] : [])],
    rows: shown.map(({ tag, failed, cases, from, to, worse, added }) => {
      const moved = from === NONE || from === to ? to : `${from} → ${to}`;
      const numbers = [String(cases), moved, String(worse), ...(hasNew ? [added] : [])];
      return [failed ? ['❌ ', code(tag)] : [code(tag)], ...numbers.map((cell) => [cell])];
    }),
    more: tags.length - shown.length,
  };
}

export function hasFailedGroup({ tags }: SuiteView): boolean {
  return tags.some(({ failed }) => failed);
}
