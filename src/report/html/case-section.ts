import type { CaseView } from '../model/case-view.js';
import {
  type AnswerRow,
  NO_SCORE,
  type PlacedCase,
  type RunView,
  type SideNames,
  type StatementView,
} from './case-detail.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from './html.js';

type CaseStyle = {
  readonly sides: SideNames;
  /** The sides that the page compares: both, or the head alone. */
  readonly columns: readonly string[];
  /** Places of its tags in the filter. */
  readonly tags?: readonly number[] | undefined;
};

/** A case that opens to its question, both answers side by side, and all runs. */
export function renderCaseSection(
  { anchor, view, detail, causes }: PlacedCase,
  { sides, columns, tags = [] }: CaseStyle,
): Html {
  const { kind, question, rows, runs, change, score } = detail;
  const isTitle = question.trim() === view.name.question || rows.some(({ turn }) => turn !== undefined);
  return joinHtml([
    html`<details class="case" id="${escapeHtml(anchor)}" data-kind="${escapeHtml(kind)}" data-causes="${escapeHtml(causes.join(' '))}" data-change="${change}" data-score="${score ?? -1}" data-tags="${escapeHtml(tags.join(' '))}">`,
    html`<summary><span class="title"><span class="name" dir="auto">${escapeHtmlLine(view.name.question)}</span>${renderMarks(rows)}</span>${renderScores(view, change, columns)}</summary>`,
    html`<div class="body">`,
    isTitle ? html`` : html`<p class="question" dir="auto">${escapeHtml(question)}</p>`,
    html`<p class="quiet">Case <a href="#${escapeHtml(anchor)}"><code>${escapeHtmlLine(view.id)}</code></a></p>`,
    renderAnswers(rows, kind === 'new' ? sides.slice(-1) : columns),
    view.reason === '' || isSaid(view.reason, rows)
      ? html``
      : html`<p class="why" dir="auto">${escapeHtmlLine(view.reason)}</p>`,
    renderRuns(runs, sides),
    html`</div></details>`,
  ]);
}

/** Both scores and the change; if there is nothing to compare with, the score. */
function renderScores(view: CaseView, change: number, columns: readonly string[]): Html {
  const values = [view.base, view.head].slice(-columns.length);
  const scores = values.map(
    (score, at) =>
      html`<span class="score"><i>${escapeHtmlLine(columns[at] ?? '')} </i>${escapeHtmlLine(score)}</span>`,
  );
  const direction = escapeHtml(MOVES[Math.sign(change) + 1] ?? 'none');
  const delta = html`<span class="delta ${direction}">${escapeHtmlLine(view.delta)}</span>`;
  return joinHtml(columns.length === 1 ? scores : [...scores, delta]);
}

/** What changed, each once: `irrelevant`, `possibly dropped`, `no score`. */
function renderMarks(rows: readonly AnswerRow[]): Html {
  const bad = rows.flatMap(({ head }) =>
    head?.note === NO_SCORE || (head?.change === 'added' && head.verdict === 'no') ? [head.note] : [],
  );
  const dropped = rows.flatMap(({ base }) =>
    // What follows the colon is foreign text, too long for a list.
    base?.change === 'dropped' ? [base.changeNote.replace(/:.*/s, '')] : [],
  );
  return joinHtml([
    ...[...new Set(bad)].map((mark) => html` <span class="tag no">${escapeHtmlLine(mark)}</span>`),
    ...[...new Set(dropped)].map((mark) => html` <span class="tag dropped">${escapeHtmlLine(mark)}</span>`),
  ]);
}

const MOVES = ['down', 'none', 'up'] as const;

function isSaid(reason: string, rows: readonly AnswerRow[]): boolean {
  return rows.some(({ base, head }) =>
    [base, head].some((said) => said?.reason === reason || (said?.note === NO_SCORE && said.text === reason)),
  );
}

function renderAnswers(rows: readonly AnswerRow[], columns: readonly string[]): Html {
  if (rows.length === 0) return html``;
  const heads = joinHtml(columns.map((side) => html`<th scope="col">${escapeHtmlLine(side)}</th>`));
  const parts = splitUnchanged(rows).map(({ isLong, rows: part }) => {
    const table = html`<table class="answers"><thead><tr>${heads}</tr></thead><tbody>${joinHtml(part.map((row) => renderRow(row, columns.length)))}</tbody></table>`;
    return isLong
      ? html`<details class="unchanged"><summary>${part.length} unchanged statements</summary>${table}</details>`
      : table;
  });
  return joinHtml(parts);
}

function renderRow(row: AnswerRow, columns: number): Html {
  const { base, head, turn } = row;
  const same = isSame(row) ? html` class="same"` : html``;
  const title =
    turn === undefined
      ? html``
      : html`<tr class="turn"><th colspan="${columns}" dir="auto">${escapeHtmlLine(turn)}</th></tr>`;
  const cells = [base, head].slice(-columns).map(renderStatement);
  return html`${title}<tr${same}>${joinHtml(cells)}</tr>`;
}

/** True for a row to fold. A row that begins a turn is not, so that its title is seen. */
function isSame({ base, head, turn }: AnswerRow): boolean {
  return (
    turn === undefined && base !== null && head !== null && base.text === head.text && base.note === head.note
  );
}

/** So many unchanged statements in a row are folded, if others changed. */
const MIN_FOLDED_ROWS = 5;

function splitUnchanged(
  rows: readonly AnswerRow[],
): readonly { readonly isLong: boolean; readonly rows: readonly AnswerRow[] }[] {
  const runs: AnswerRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && isSame(last[0]) === isSame(row)) last.push(row);
    else runs.push([row]);
  }
  const isFolded = (run: readonly AnswerRow[]) =>
    runs.length > 1 && run.length >= MIN_FOLDED_ROWS && run.every(isSame);
  const parts: { isLong: boolean; rows: AnswerRow[] }[] = [];
  for (const run of runs) {
    const last = parts.at(-1);
    const isLong = isFolded(run);
    if (last === undefined || isLong || last.isLong) parts.push({ isLong, rows: [...run] });
    else last.rows.push(...run);
  }
  return parts;
}

function renderStatement(statement: StatementView | null): Html {
  if (statement === null) return html`<td class="nothing"></td>`;
  const { text, verdict, change, changeNote, note, reason } = statement;
  const tags = joinHtml(
    [
      ...(change === null
        ? []
        : [html`<span class="tag ${escapeHtml(change)}">${escapeHtmlLine(changeNote)}</span>`]),
      ...(note === ''
        ? []
        : [html`<span class="tag ${escapeHtml(verdict ?? 'none')}">${escapeHtmlLine(note)}</span>`]),
    ],
    ' ',
  );
  // A relevant statement needs no explanation.
  const why =
    reason === '' || verdict === 'yes' ? html`` : html`<small dir="auto">${escapeHtmlLine(reason)}</small>`;
  return html`<td class="${escapeHtml(`${verdict ?? 'none'} ${change ?? 'kept'}`)}"><span dir="auto">${escapeHtml(text)}</span> ${tags}${why}</td>`;
}

function renderRuns(
  { base, head }: { readonly base: readonly RunView[]; readonly head: readonly RunView[] },
  sides: SideNames,
): Html {
  const columns = [base, head].map((runs, index) => ({ runs, side: sides[index] ?? '' }));
  const shown = columns.filter(({ runs }) => runs.length > 0);
  if (shown.length === 0) return html``;
  const counts = shown.map(
    ({ runs, side }) => html`${runs.flatMap(({ numbers }) => numbers).length} on ${escapeHtmlLine(side)}`,
  );
  const lists = shown.map(
    ({ runs, side }) => html`<div><h3>${escapeHtmlLine(side)}</h3>${joinHtml(runs.map(renderRun))}</div>`,
  );
  return html`<details class="runs"><summary>All runs: ${joinHtml(counts, ', ')}</summary><div class="sides">${joinHtml(lists)}</div></details>`;
}

/** A shorter time is mostly our own. */
const MIN_SECONDS = 0.1;

function renderRun({ numbers, score, seconds, text }: RunView): Html {
  const [first = 1] = numbers;
  const name = numbers.length === 1 ? `Run ${first}` : `${numbers.length} runs, the same answer`;
  const time = seconds === null || seconds < MIN_SECONDS ? '' : ` · ${seconds.toFixed(1)} s`;
  return html`<p class="quiet">${escapeHtmlLine(`${name} · ${score}${time}`)}</p><pre dir="auto">${escapeHtml(text)}</pre>`;
}
