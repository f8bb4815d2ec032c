import { omitUndefined } from '../../model/omit-undefined.js';
import { formatCount } from '../../text/values.js';
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
import type { CaseView } from './case-view.js';
import { NONE } from './scores.js';

/** Rows of a table that is in sight. */
export const MAX_ROWS = 5;

/** How much of a report one place shows. */
export type DetailLevel = {
  /** Every changed answer, and the scores of all cases. */
  readonly whole: boolean;
  readonly diffLines: number;
};

/** The question, its id if another one looks alike, and its tags if they have a gate. */
export function renderCaseName({ name: { question, id }, tags, url }: CaseView): Line {
  const name = url === null ? foreign(question) : ({ kind: 'link', text: question, url } as const);
  const marks = [...(id === null ? [] : [id]), ...tags];
  return [name, ...marks.flatMap((mark) => [' ', code(mark)])];
}

const MAX_CELL_CHANGES = 2;

const SIGNS = { '+': '➕ ', '-': '➖ ', '': '' } as const;

export function renderCaseChanges({ changes, reason }: CaseView, withSigns: boolean): Line {
  if (changes.length === 0) return reason === '' ? [] : [foreign(reason)];
  const lines = changes.slice(0, MAX_CELL_CHANGES).map(({ sign, text, isPossible = false }): Line => {
    const statement = sign === '' ? foreign(text) : quote(text);
    return [`${withSigns ? SIGNS[sign] : ''}${isPossible ? 'possibly ' : ''}`, statement].filter(
      (piece) => piece !== '',
    );
  });
  return joinLines(lines, BREAK);
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

export function hasJudgedLine({ diff }: CaseView): boolean {
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
