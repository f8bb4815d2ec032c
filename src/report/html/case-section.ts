import type { AnswerRow, PlacedCase, RunView, SideNames, StatementView } from './case-detail.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from './html.js';

/** A case that opens to its question, both answers side by side, and all runs. */
export function renderCaseSection(
  { anchor, view, detail, causes }: PlacedCase,
  sides: SideNames,
  tags: readonly number[] = [],
): Html {
  const { kind, question, rows, runs } = detail;
  const change = (detail.scores?.head ?? 0) - (detail.scores?.base ?? 0);
  const direction = Math.sign(change);
  const numbers = joinHtml([
    html`<span class="score"><i>${escapeHtmlLine(sides[0])} </i>${escapeHtmlLine(view.base)}</span>`,
    html`<span class="score"><i>${escapeHtmlLine(sides[1])} </i>${escapeHtmlLine(view.head)}</span>`,
    html`<span class="delta ${escapeHtml(MOVES[direction + 1] ?? 'none')}">${escapeHtmlLine(view.delta)}</span>`,
  ]);
  return joinHtml([
    html`<details class="case" id="${escapeHtml(anchor)}" data-kind="${escapeHtml(kind)}" data-causes="${escapeHtml(causes.join(' '))}" data-change="${change}" data-tags="${escapeHtml(tags.join(' '))}">`,
    html`<summary><span class="name" dir="auto">${escapeHtmlLine(view.name.question)}</span>${numbers}</summary>`,
    html`<div class="body">`,
    question.trim() === view.name.question
      ? html``
      : html`<p class="question" dir="auto">${escapeHtml(question)}</p>`,
    html`<p class="quiet">Case <code>${escapeHtmlLine(view.id)}</code></p>`,
    renderAnswers(rows, sides),
    view.reason === '' || isSaid(view.reason, rows)
      ? html``
      : html`<p class="why" dir="auto">${escapeHtmlLine(view.reason)}</p>`,
    renderRuns(runs, sides),
    html`</div></details>`,
  ]);
}

const MOVES = ['down', 'none', 'up'] as const;

function isSaid(reason: string, rows: readonly AnswerRow[]): boolean {
  return rows.some(({ base, head }) => base?.reason === reason || head?.reason === reason);
}

function renderAnswers(rows: readonly AnswerRow[], sides: SideNames): Html {
  if (rows.length === 0) return html``;
  const heads = joinHtml(sides.map((side) => html`<th scope="col">${escapeHtmlLine(side)}</th>`));
  const parts = splitUnchanged(rows).map(({ isLong, rows: part }) => {
    const table = html`<table class="answers"><thead><tr>${heads}</tr></thead><tbody>${joinHtml(part.map(renderRow))}</tbody></table>`;
    return isLong
      ? html`<details class="unchanged"><summary>${part.length} unchanged statements</summary>${table}</details>`
      : table;
  });
  return joinHtml(parts);
}

function renderRow(row: AnswerRow): Html {
  const { base, head, turn } = row;
  const same = isSame(row) ? html` class="same"` : html``;
  const title =
    turn === undefined
      ? html``
      : html`<tr class="turn"><th colspan="2" dir="auto">${escapeHtmlLine(turn)}</th></tr>`;
  return html`${title}<tr${same}>${renderStatement(base)}${renderStatement(head)}</tr>`;
}

/** Where a turn begins, its title has to be seen. */
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
