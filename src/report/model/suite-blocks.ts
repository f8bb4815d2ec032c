import { omitUndefined } from '../../model/omit-undefined.js';
import type { EvaluatedSuite } from '../../model/report.js';
import { capitalize, formatCount, formatNumber, normalizeReason } from '../../text/values.js';
import { normalizeWording } from '../../text/words.js';
import { type DiffLine, titleTurns } from './answer-diff.js';
import {
  type Block,
  BREAK,
  code,
  foreign,
  joinLines,
  type Line,
  quote,
  type SignedLine,
  strong,
} from './blocks.js';
import type { CaseView, SharedChange } from './case-view.js';
import { isScored, UNSURE } from './case-view.js';
import { describeOnlyChange, describeUnexplained, isSharedCause, renderCausedBy } from './caused-by.js';
import { type CauseView, MAX_CAUSES } from './causes.js';
import { findSameness } from './changed-answers.js';
import { foldHandOff } from './hand-off.js';
import { renderFileDiff, renderProbableLines } from './probable-lines.js';
import type { ReportModel, ReportNames, SuiteView } from './report-model.js';
import { findSuiteWords, isBaseBelow, isFirstRun, NONE, renderFigures } from './scores.js';

/** How much of a report one place shows. */
export type DetailLevel = {
  /** Every changed answer, and the scores of all cases. */
  readonly whole: boolean;
  readonly diffLines: number;
};

/** A suite as its reader meets it: what happened, then what to look up. */
export type SuiteBlocks = {
  /** What happened, the cause, the line, and what else a reader has to know. The next step follows. */
  readonly cause: readonly Block[];
  /** The changed lines, if the cause does not name them. */
  readonly change: readonly Block[];
  readonly example: readonly Block[];
  /** Folds. */
  readonly details: readonly Block[];
};

type BlockOptions = {
  readonly model: ReportNames;
  readonly detail: DetailLevel;
};

/** The blocks of one suite, which comment, job summary, terminal and page share. */
export function buildSuiteBlocks(view: SuiteView, { model, detail }: BlockOptions): SuiteBlocks {
  const { links } = model;
  const cause = buildCause(view);
  return {
    cause: [
      ...renderAlerts(view),
      ...cause,
      ...noteBaseBelow(view, model.sides),
      ...(explainsChange(view) ? renderCauseLines(view, links.diffUrl) : []),
      ...renderHint(view, links.homeUrl),
      ...buildDatasetOnly(view),
      ...noteResultSoFar(view),
      ...renderSettings(view),
      ...(view.failures.length === 0 ? [] : [buildList(view.failures)]),
    ],
    change: renderChange(view, links.diffUrl),
    example: [
      ...(view.open === null || isInCause(view)
        ? []
        : [
            renderCaseDiff(view.open, {
              ...detail,
              isLow: view.low.includes(view.open) && view.worse.length === 0,
            }),
          ]),
      ...noteBetterToo(view),
      ...(hasFailedGroup(view) ? [buildTagTable(view, model.sides)] : []),
    ],
    details: buildDetails(view, { model, detail }),
  };
}

/** The changed lines, if something was compared and the cause does not name them. */
function renderChange(view: SuiteView, diffUrl: string | null): readonly Block[] {
  const { evaluated, changed, showsChange } = view;
  const isCompared = evaluated?.baseline.kind === 'record';
  if (!isCompared || !showsChange || explainsChange(view)) return [];
  return renderProbableLines(changed, { intro: 'Changed:', isOneCause: true, isCause: false }, diffUrl);
}

/** The lines that were tested to cause it, else those that probably do. */
function renderCauseLines(view: SuiteView, diffUrl: string | null): readonly Block[] {
  const { evaluated, changed, worse, causes, alsoChanged, isCertain, isProven } = view;
  if (evaluated === null) return [];
  // The lines themselves are shown with another scorer of the suite.
  const placeOnly = !view.showsChange;
  const tested = worse.length > 0 ? renderCausedBy(evaluated, { diffUrl, isProven, placeOnly }) : [];
  if (tested.length > 0) {
    const also = { intro: 'Probably also from', isOneCause: true, placeOnly };
    return [...tested, ...alsoChanged.flatMap((lines) => renderProbableLines(lines, also, diffUrl))];
  }
  const isNamedOnly = isOnlyChange(view) && (isCertain || isDoubtful(view));
  const intro = {
    intro: isSoleCause(view) ? 'Caused by' : chooseIntro(view),
    isOneCause: causes.length < 2,
    isCause: !view.isUnnoticed && !isReviewOnly(view),
    isShared: isSharedCause(evaluated),
    after: isNamedOnly ? `, ${describeOnlyChange(changed.lines[0]?.path, evaluated)}` : '',
    placeOnly,
  };
  const why = placeOnly ? [] : describeUnexplained(evaluated);
  return [...renderProbableLines(changed, intro, diffUrl), ...why];
}

/** True if neither words nor new answers say that the one changed place did it, or if all of it may be chance. */
function isDoubtful(view: SuiteView): boolean {
  const { changed, isCertain } = view;
  const isWordless = changed.changes === 1 && changed.likely.length === 0;
  return !isCertain && (isWordless || isUnsuspected(view));
}

/** True if no rule suspects the answers that scored lower: the mean is below the threshold, and may have been before. */
function isUnsuspected({ worse, evaluated }: SuiteView): boolean {
  return worse.length > 0 && evaluated?.decision.worse.length === 0;
}

function isOnlyChange({ changed, agentChanges }: SuiteView): boolean {
  return changed.changes === 1 && agentChanges.length === 0;
}

/** True if new answers of both sides confirm what happened, and the agent changed in one place only. */
function isSoleCause(view: SuiteView): boolean {
  const { isProven, worse, isUnnoticed } = view;
  return isOnlyChange(view) && isProven && worse.length > 0 && !isUnnoticed;
}

function chooseIntro(view: SuiteView): string {
  // The hint says what the answers are.
  if (isReviewOnly(view) || view.hint !== null) return 'Changed:';
  if (view.isUnnoticed && view.evaluated !== null) return describeUnnoticed(view.evaluated);
  return isDoubtful(view) ? 'Perhaps from' : 'Probably from';
}

function describeUnnoticed(suite: EvaluatedSuite): string {
  return findSameness(suite) === 'words'
    ? 'With this change, all answers are the same:'
    : `With this change, all answers ${describeSameScore(suite)}:`;
}

/** `are as relevant as before`, if statements are judged, and nothing else is scored. */
function describeSameScore(suite: EvaluatedSuite): string {
  const { judgesItems, items } = findSuiteWords(suite);
  return suite.part === undefined && judgesItems && items.one === 'statement'
    ? 'are as relevant as before'
    : 'score the same';
}

function buildList(lines: readonly string[]): Block {
  return { kind: 'list', items: lines.map((line) => [line]) };
}

function renderAlerts({ alerts }: SuiteView): readonly Block[] {
  return alerts.length === 0 ? [] : [{ kind: 'warning', lines: alerts.map((text) => [text]) }];
}

function renderHint({ hint }: SuiteView, homeUrl: string | null): readonly Block[] {
  if (hint === null) return [];
  const { text, page } = hint;
  const link: Line =
    homeUrl === null
      ? []
      : [' ', { kind: 'link', text: 'If you expected a difference', url: `${homeUrl}/${page}` }];
  return [{ kind: 'paragraph', line: [text, ...link] }];
}

function renderSettings({ changes, agentChanges }: SuiteView): readonly Block[] {
  return [
    ...listUnder('Changes to the agent itself:', agentChanges),
    ...listUnder('Changes to this check:', changes),
  ];
}

function listUnder(title: string, lines: readonly string[]): readonly Block[] {
  return lines.length === 0 ? [] : [{ kind: 'paragraph', line: [strong(title)] }, buildList(lines)];
}

/** True if readers ask which line of the pull request did it. */
function explainsChange(view: SuiteView): boolean {
  const { look, gotWorse, better, isUnnoticed, showsChange } = view;
  if (isFirst(view)) return false;
  if (gotWorse) return true;
  if (!showsChange) return false;
  return isReviewOnly(view) || isUnnoticed || (look === 'pass' && better.length > 0);
}

/** True if no answer got worse, but the change has to be reviewed. */
function isReviewOnly({ evaluated, worse }: SuiteView): boolean {
  return worse.length === 0 && evaluated !== null && evaluated.decision.review.length > 0;
}

const MAX_ROWS = 5;

/** What the answers gained or lost: shared statements, else a row per answer. */
function buildCause(view: SuiteView): readonly Block[] {
  const { causes, worse, better, repairs, certainty, look } = view;
  if (isFirst(view)) return describeFirst(view);
  if (worse.length === 0) {
    if (look !== 'pass') return [];
    return better.length === 0 ? [] : renderCauses(repairs.slice(0, MAX_CAUSES));
  }
  const failed = worse.filter((each) => !isScored(each));
  if (failed.length > 0) return [renderFailed(failed, view)];
  if (causes.length > 0) return renderCauses(causes.slice(0, MAX_CAUSES));
  const isShown = worse.some(({ changes, reason }) => changes.length > 0 || reason !== '');
  const hasTable = worse.length > 1 && isShown;
  const why = isShown ? describeReason(worse) : [];
  const sure = why.length === 0 ? `${capitalize(certainty)}.` : ` · ${certainty}`;
  const line: Line = [...why, ...(certainty === '' ? [] : [sure])];
  return [
    ...(hasTable ? [renderChanges(worse, MAX_ROWS)] : []),
    ...(line.length === 0 ? [] : [{ kind: 'paragraph', line } as const]),
  ];
}

/** The judge's reason for the first answer of a table, if the judge gives any. */
function describeReason(worse: readonly CaseView[]): Line {
  const reasons = worse.slice(0, MAX_ROWS).map((each) => (hasJudgedLine(each) ? each.reason : ''));
  const [first = ''] = reasons;
  if (first === '') return [];
  const isOne = reasons.every((reason) => reason === first);
  const isUnsure = worse[0]?.diff.some(({ mark }) => mark === UNSURE) ?? false;
  return [
    `Judge${isUnsure ? ' (unsure)' : ''}${isOne ? '' : ', on the first answer'}: `,
    { kind: 'reason', text: first },
  ];
}

function isFirst({ evaluated }: SuiteView): boolean {
  return evaluated !== null && isFirstRun(evaluated);
}

/** If an earlier suite or scorer has said that nothing is compared: only what is true of this one. */
function describeFirst({ worse, all, firstRun, look }: SuiteView): readonly Block[] {
  const scored = all.filter(isScored).length;
  const of = scored < all.length ? `${formatNumber(scored)} of ` : '';
  const blocks = look === 'fail' ? '' : ', which blocks nothing';
  const lower =
    worse.length === 0
      ? ''
      : ` ${formatNumber(worse.length)} of them did not get the highest score${blocks}.`;
  if (firstRun === '' && of === '' && lower === '') return [];
  const text = `${firstRun} ${of}${formatCount(all.length, 'answer')} scored.${lower}`;
  return [{ kind: 'paragraph', line: [text.trim()] }];
}

function renderCauses(causes: readonly (SharedChange & Partial<CauseView>)[]): readonly Block[] {
  const lines = causes.flatMap((cause): readonly Line[] => {
    const { title, texts, now, reason, certainty = '' } = cause;
    const quotes = joinLines(
      texts.map((text) => [quote(text)]),
      ' ',
    );
    const after: Line = now === null ? [] : [' → ', quote(now)];
    const why: Line = reason === '' ? [] : ['Judge: ', { kind: 'reason', text: reason }];
    const sure: Line = certainty === '' ? [] : [reason === '' ? capitalize(certainty) : certainty];
    const second = joinLines(
      [why, sure].filter(({ length }) => length > 0),
      ' · ',
    );
    return [[strong(`${title}:`), ' ', ...quotes, ...after], ...(second.length === 0 ? [] : [second])];
  });
  return lines.length === 0 ? [] : [{ kind: 'cause', lines }];
}

/** The base answers these, and this pull request does not: a row per error. Recorded answers are not asked again. */
function renderFailed(failed: readonly CaseView[], { evaluated }: SuiteView): Block {
  const again = evaluated?.answersFile === undefined ? ', also when asked again' : '';
  const groups = [...Map.groupBy(failed, findError).values()].toSorted((a, b) => b.length - a.length);
  const shown = groups.slice(0, MAX_ROWS);
  return {
    kind: 'table',
    heads: [['Question'], [`Error now${again}`]],
    numbers: [false, false],
    rows: shown.map((same) => [
      joinLines(
        [
          ...same.slice(0, MAX_ROWS).map(renderCaseName),
          ...(same.length > MAX_ROWS ? [[`and ${formatNumber(same.length - MAX_ROWS)} more`]] : []),
        ],
        BREAK,
      ),
      same.slice(0, 1).flatMap(({ changes }) => changes.map(({ text }) => code(text))),
    ]),
    more: groups.length - shown.length,
  };
}

function findError({ changes }: CaseView): string {
  return normalizeReason(changes.map(({ text }) => text).join('\n'));
}

const CHANGE_HEADS = { '-': 'Missing now', '+': 'Added', '': 'What changed' } as const;

/** What each answer gained or lost. */
function renderChanges(worse: readonly CaseView[], most: number): Block {
  const shown = worse.slice(0, most);
  const signs = new Set(shown.flatMap(({ changes }) => changes.map(({ sign }) => sign)));
  const [only] = signs.size === 1 ? signs : [];
  const head = only === undefined ? 'What changed' : CHANGE_HEADS[only];
  return {
    kind: 'table',
    heads: [['Question'], [head]],
    numbers: [false, false],
    rows: shown.map((each) => [renderCaseName(each), renderCaseChanges(each, only === undefined)]),
    more: worse.length - shown.length,
  };
}

/** The question, its id if another one looks alike, and its tags if they have a gate. */
function renderCaseName({ name: { question, id }, tags, url }: CaseView): Line {
  const name = url === null ? foreign(question) : ({ kind: 'link', text: question, url } as const);
  const marks = [...(id === null ? [] : [id]), ...tags];
  return [name, ...marks.flatMap((mark) => [' ', code(mark)])];
}

const MAX_CELL_CHANGES = 2;
const SIGNS = { '+': '➕ ', '-': '➖ ', '': '' } as const;

function renderCaseChanges({ changes, reason }: CaseView, withSigns: boolean): Line {
  if (changes.length === 0) return reason === '' ? [] : [foreign(reason)];
  const lines = changes.slice(0, MAX_CELL_CHANGES).map(({ sign, text, isPossible = false }): Line => {
    const statement = sign === '' ? foreign(text) : quote(text);
    return [`${withSigns ? SIGNS[sign] : ''}${isPossible ? 'possibly ' : ''}`, statement].filter(
      (piece) => piece !== '',
    );
  });
  return joinLines(lines, BREAK);
}

/** True if the table of failed answers shows it already. */
function isInCause({ worse, open }: SuiteView): boolean {
  return open !== null && worse.includes(open) && !isScored(open);
}

/** If the base is below the threshold too, restoring the prompt is not enough. */
function noteBaseBelow({ evaluated, gotWorse }: SuiteView, [base]: ReportModel['sides']): readonly Block[] {
  if (evaluated === null || !isBaseBelow(evaluated)) return [];
  const { below } = findSuiteWords(evaluated);
  const mean = renderFigures(evaluated)?.from ?? NONE;
  const so = gotWorse ? 'undoing this change is not enough' : 'this change is not the cause';
  const text = ` is already ${below} the threshold (${mean}), so ${so}.`;
  return [{ kind: 'paragraph', line: [foreign(base), text] }];
}

/** Says that a check without a result has found nothing so far. */
function noteResultSoFar({ look, all: views, worse, evaluated }: SuiteView): readonly Block[] {
  const scored = views.filter(isScored).length;
  if (look !== 'inconclusive' || evaluated === null || worse.length > 0 || scored === 0) return [];
  const answers = formatCount(scored, 'answer');
  const all = evaluated.comparison.headCases;
  const isCompared = evaluated.comparison.pairs.some(({ delta }) => delta !== null);
  const none =
    scored === 1 ? 'the only answer with a score did not get' : `none of the ${answers} with a score got`;
  const text = isCompared
    ? `So far, ${none} worse.`
    : `${formatNumber(scored)} of ${formatCount(all, 'answer')} ${scored === 1 ? 'has' : 'have'} a score.`;
  return [{ kind: 'paragraph', line: [text] }];
}

/** If only cases changed: their scores. If no answer can have changed: that nothing was asked. */
function buildDatasetOnly({ evaluated, lists, step }: SuiteView): readonly Block[] {
  if (evaluated !== null) return [];
  const { unmeasured } = step.suite.decision;
  if (unmeasured?.kind === 'unchanged' && !unmeasured.stored) {
    const why = 'No file that this suite watches changed, so nothing was asked.';
    return [{ kind: 'paragraph', line: [why] }];
  }
  return lists.flatMap(({ title, lines }) => [
    { kind: 'paragraph', line: [strong(`${title}:`)] } as const,
    buildList(limitLines(lines, MAX_LIST_LINES)),
  ]);
}

function noteBetterToo({ worse, better }: SuiteView): readonly Block[] {
  if (worse.length === 0 || better.length === 0) return [];
  return [{ kind: 'paragraph', line: [`Also, ${formatCount(better.length, 'answer')} got better.`] }];
}

/** A case as one diff of both answers. `isLow`: shown for its low score, so irrelevant statements are marked that it kept. */
export function renderCaseDiff(
  view: CaseView,
  { diffLines, whole, isLow = false }: DetailLevel & { readonly isLow?: boolean },
): Block {
  const { name, base, head, delta, reason, diff, turns, url } = view;
  const isMoved = delta !== NONE && base !== head;
  const question =
    url === null ? strong(name.question) : ({ kind: 'link', text: name.question, url } as const);
  const scores = isMoved ? ` ${base} → ${head}` : ` ${head}`;
  const title: Line = [
    question,
    ...(whole ? [' ', code(view.id)] : []),
    ...(isMoved || delta === NONE || isLow ? [scores] : []),
  ];
  const after: Line | undefined = reason === '' || isSaid(view) ? undefined : explainScore(view);
  if (diff.length === 0)
    return { kind: 'paragraph', line: after === undefined ? title : [...title, ': ', ...after] };
  // Without an answer to compare with, each irrelevant statement is shown as new.
  const lines = delta === NONE ? diff.map(markBad) : diff;
  return omitUndefined({
    kind: 'diff',
    title,
    lines: shortenDiff(lines, { turns, most: diffLines, marksKept: isLow }),
    after,
  });
}

function markBad(line: DiffLine): DiffLine {
  return line.sign === ' ' && line.mark !== '' ? { ...line, sign: '+' } : line;
}

/** True if the judge's reason is shown with the cause. */
function isSaid(view: CaseView): boolean {
  return view.delta !== NONE && hasJudgedLine(view);
}

function hasJudgedLine({ diff }: CaseView): boolean {
  return diff.some(({ mark, sign }) => sign === '+' && mark !== '');
}

function explainScore({ diff, reason }: CaseView): Line {
  const isJudged = diff.some(({ mark }) => mark !== '');
  return isJudged ? ['Judge: ', { kind: 'reason', text: reason }] : [foreign(reason)];
}

/** Lines with their signs; of a long answer the changed lines, then as many others as fit. */
function shortenDiff(
  diff: readonly DiffLine[],
  options: { readonly turns: readonly string[]; readonly most: number; readonly marksKept: boolean },
): readonly SignedLine[] {
  const { turns, most, marksKept } = options;
  const isChanged = ({ sign, mark }: DiffLine) =>
    sign !== ' ' || (marksKept ? mark !== '' : STANDS_OUT.test(mark));
  const places = [...diff.entries()].filter(([, line]) => isChanged(line)).map(([at]) => at);
  const distance = (at: number) => Math.min(...places.map((place) => Math.abs(place - at)), diff.length);
  const near = [...diff.keys()].toSorted((a, b) => distance(a) - distance(b) || a - b).slice(0, most);
  const nearest = new Set(near);
  const shown = diff.filter((_line, at) => nearest.has(at));
  const more = diff.length - shown.length;
  return [
    ...titleTurns(shown, turns).flatMap(({ line, title }) => [
      ...(title === null ? [] : [{ sign: ' ', text: title } as const]),
      renderSignedLine(line, marksKept),
    ]),
    ...(more === 0 ? [] : [{ sign: ' ', text: `… ${formatCount(more, 'more line')}` } as const]),
  ];
}

/** `-` says that a statement is gone, `!` that an added one is bad. */
const SAID_BY_SIGN = /^(?:possibly )?dropped$/;
/** A kept statement may take back or restrict another. That it was irrelevant before too is not shown. */
const STANDS_OUT = /^(?:possibly )?(?:takes back|restricts)/;

function renderSignedLine({ sign, text, mark }: DiffLine, marksKept: boolean): SignedLine {
  const isBad = sign === '+' && mark !== '';
  const isKept = sign === ' ' && !marksKept && !STANDS_OUT.test(mark);
  const isKnown = isKept || (sign === '-' && SAID_BY_SIGN.test(mark));
  const note = mark === '' || isKnown ? '' : `  (${mark})`;
  return { sign: isBad ? '!' : sign, text: `${text}${note}` };
}

const MAX_LIST_LINES = 10;

function limitLines(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - most;
  return more <= 0 ? lines : [...lines.slice(0, most), `… ${more} more`];
}

const MAX_TABLE_ROWS = { short: 200, whole: 2_000 } as const;

const MAX_TAGS = 20;

function hasFailedGroup({ tags }: SuiteView): boolean {
  return tags.some(({ failed }) => failed);
}

/** Means and worse answers by tag; the groups that failed come first. Few columns, so that a phone shows all. */
function buildTagTable({ tags }: SuiteView, [base, head]: ReportModel['sides']): Block {
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

function foldTags(view: SuiteView, sides: ReportModel['sides']): readonly Block[] {
  if (view.tags.length === 0 || hasFailedGroup(view)) return [];
  const title = `By tag: ${formatCount(view.tags.length, 'tag')}`;
  return [{ kind: 'fold', title, rank: 5, blocks: [buildTagTable(view, sides)] }];
}

/** The folds below an example. */
function buildDetails(view: SuiteView, { model, detail }: BlockOptions): readonly Block[] {
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

type TableOptions = {
  /** Changed statements that are shown elsewhere. */
  readonly said?: readonly string[];
  readonly most?: number;
  /** True if no changed statement is shown. */
  readonly scoresOnly?: boolean;
  /** True if the scores are shown, although none changed. */
  readonly withScores?: boolean;
};

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
  const verb = isFirst(view) ? 'did not get the highest score' : worseVerb;
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
  if (isFirst(view)) return [];
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
