import type { AnswerRow, PlacedCase, RunView, SideNames, StatementView } from './case-detail.js';
import { htmlLine, htmlText } from './escape.js';

/** A case that opens to its question, both answers side by side, and all runs. */
export function renderCase({ anchor, view, detail }: PlacedCase, sides: SideNames): string {
  const { kind, question, rows, runs } = detail;
  const moved = Math.sign((detail.scores?.head ?? 0) - (detail.scores?.base ?? 0));
  const numbers = [
    `<span class="score"><i>${htmlLine(sides[0])} </i>${view.base}</span>`,
    `<span class="score"><i>${htmlLine(sides[1])} </i>${view.head}</span>`,
    `<span class="delta ${MOVES[moved + 1]}">${view.delta}</span>`,
  ].join('');
  return [
    `<details class="case" id="${anchor}" data-kind="${kind}">`,
    `<summary><span class="name" dir="auto">${htmlLine(view.name.question)}</span>${numbers}</summary>`,
    '<div class="body">',
    question.trim() === view.name.question ? '' : `<p class="question" dir="auto">${htmlText(question)}</p>`,
    `<p class="quiet">Case <code>${htmlLine(view.id)}</code></p>`,
    renderAnswers(rows, sides),
    view.reason === '' || isSaid(view.reason, rows)
      ? ''
      : `<p class="why" dir="auto">${htmlLine(view.reason)}</p>`,
    renderRuns(runs, sides),
    '</div></details>',
  ].join('');
}

const MOVES = ['down', 'none', 'up'] as const;

function isSaid(reason: string, rows: readonly AnswerRow[]): boolean {
  return rows.some(({ base, head }) => base?.reason === reason || head?.reason === reason);
}

function renderAnswers(rows: readonly AnswerRow[], sides: SideNames): string {
  if (rows.length === 0) return '';
  const heads = sides.map((side) => `<th scope="col">${htmlLine(side)}</th>`).join('');
  const body = rows.map(({ base, head }) => {
    const isSame = base !== null && head !== null && base.text === head.text && base.note === head.note;
    return `<tr${isSame ? ' class="same"' : ''}>${renderStatement(base)}${renderStatement(head)}</tr>`;
  });
  return `<table class="answers"><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function renderStatement(statement: StatementView | null): string {
  if (statement === null) return '<td class="nothing"></td>';
  const { text, verdict, change, changeNote, note, reason } = statement;
  const tags = [
    ...(change === null ? [] : [`<span class="tag ${change}">${htmlLine(changeNote)}</span>`]),
    ...(note === '' ? [] : [`<span class="tag ${verdict ?? 'none'}">${htmlLine(note)}</span>`]),
  ].join(' ');
  // A relevant statement needs no explanation.
  const why = reason === '' || verdict === 'yes' ? '' : `<small dir="auto">${htmlLine(reason)}</small>`;
  return `<td class="${verdict ?? 'none'} ${change ?? 'kept'}"><span dir="auto">${htmlText(text)}</span> ${tags}${why}</td>`;
}

function renderRuns(
  { base, head }: { readonly base: readonly RunView[]; readonly head: readonly RunView[] },
  sides: SideNames,
): string {
  const columns = [base, head].map((runs, index) => ({ runs, side: sides[index] ?? '' }));
  const shown = columns.filter(({ runs }) => runs.length > 0);
  if (shown.length === 0) return '';
  const counts = shown.map(
    ({ runs, side }) => `${runs.flatMap(({ numbers }) => numbers).length} on ${htmlLine(side)}`,
  );
  const lists = shown.map(
    ({ runs, side }) => `<div><h3>${htmlLine(side)}</h3>${runs.map(renderRun).join('')}</div>`,
  );
  return `<details class="runs"><summary>All runs: ${counts.join(', ')}</summary><div class="sides">${lists.join('')}</div></details>`;
}

/** A shorter time is mostly our own. */
const MIN_SECONDS = 0.1;

function renderRun({ numbers, score, seconds, text }: RunView): string {
  const [first = 1] = numbers;
  const name = numbers.length === 1 ? `Run ${first}` : `${numbers.length} runs, the same answer`;
  const time = seconds === null || seconds < MIN_SECONDS ? '' : ` · ${seconds.toFixed(1)} s`;
  return `<p class="quiet">${name} · ${score}${time}</p><pre dir="auto">${htmlText(text)}</pre>`;
}
