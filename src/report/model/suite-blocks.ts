import { capitalize, formatCount, formatNumber, normalizeReason } from '../../text/values.js';
import { type Block, BREAK, code, foreign, joinLines, type Line, quote, strong } from './blocks.js';
import { hasJudgedLine, MAX_ROWS, renderCaseChanges, renderCaseDiff, renderCaseName } from './case-blocks.js';
import type { CaseView, SharedChange } from './case-view.js';
import { isScored, UNSURE } from './case-view.js';
import { explainsChange, renderCauseLines, renderChange } from './cause-lines.js';
import { type CauseView, MAX_CAUSES } from './causes.js';
import {
  type BlockOptions,
  buildDetails,
  buildList,
  buildTagTable,
  hasFailedGroup,
  limitLines,
  MAX_LIST_LINES,
} from './folds.js';
import type { ReportModel, SuiteView } from './report-model.js';
import { findSuiteWords, isBaseBelow, NONE, renderFigures } from './scores.js';

/** A suite as its reader meets it: what happened, then what to look up. */
export type SuiteBlocks = {
  /** The result, the cause, the line, and other facts for the reader. The next step follows. */
  readonly cause: readonly Block[];
  /** The changed lines, if the cause does not name them. */
  readonly change: readonly Block[];
  readonly example: readonly Block[];
  /** Folds. */
  readonly details: readonly Block[];
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

/** Statements that the answers gained or lost: shared ones, else a row per answer. */
function buildCause(view: SuiteView): readonly Block[] {
  const { causes, worse, better, repairs, certainty, look } = view;
  if (view.isFirst) return describeFirst(view);
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

/** The base answers these, and this pull request does not: a row per error. Recorded answers do not run again. */
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

/** Statements that each answer gained or lost. */
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
