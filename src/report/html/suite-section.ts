import { capitalised, counted, grouped } from '../../text/values.js';
import type { SharedChange } from '../model/case-view.js';
import { ICONS } from '../model/heading.js';
import { listAnswerCosts } from '../model/last-line.js';
import type { ReportModel, SuiteView } from '../model/report-model.js';
import { isFurtherScore, wordsOfSuite } from '../model/scores.js';
import { type CaseKind, listCases, type PlacedCase, type SideNames } from './case-detail.js';
import { renderCase } from './case-section.js';
import { formattedHtml, htmlLine, htmlLink } from './escape.js';
import { renderScorePlot } from './score-plot.js';

/** The others are folded. */
const MAX_CAUSES = 5;

type SectionPlace = {
  readonly index: number;
  readonly several: boolean;
  readonly model: Pick<ReportModel, 'sides' | 'homeUrl'>;
};

/** One suite: what was found, its numbers, the prompt's changes, and its cases, worst first. */
export function renderSuite(view: SuiteView, { index, several, model }: SectionPlace): string {
  const { sides, homeUrl } = model;
  const cases = listCases(view, index);
  return [
    `<section class="suite" aria-label="${htmlLine(view.name)}">`,
    several ? `<h2>${ICONS[view.look]} ${htmlLine(view.heading)}</h2>` : '',
    ...view.alerts.map(
      ({ text, page }) => `<p class="alert">${formattedHtml(text)}${pageLink(page, homeUrl)}</p>`,
    ),
    view.changes.length === 0
      ? ''
      : `<div class="alert"><p>This pull request also changes settings of this check:</p>${list(view.changes)}</div>`,
    renderOverview(view, cases, sides),
    list(view.failures),
    renderPrompt(view),
    renderCases(cases, sides),
    ...view.lists.map(({ title, lines }) => fold(htmlLine(title), list(lines))),
    foldOf('How this was decided', [...view.explanation, ...view.notes]),
    '</section>',
  ].join('\n');
}

function pageLink(page: string | undefined, homeUrl: string | null): string {
  return page === undefined || homeUrl === null ? '' : ` ${htmlLink('How to check', `${homeUrl}/${page}`)}`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `<ul>${lines.map((line) => `<li>${formattedHtml(line)}</li>`).join('')}</ul>`;
}

function fold(title: string, body: string, attributes = ''): string {
  return `<details class="fold"${attributes}><summary>${title}</summary>${body}</details>`;
}

function foldOf(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : fold(title, list(lines));
}

const FULL = 100;

function renderOverview(view: SuiteView, cases: readonly PlacedCase[], sides: SideNames): string {
  const words = view.evaluated && wordsOfSuite(view.evaluated);
  const plot = words === null ? '' : renderScorePlot(cases, [words.score(0), words.score(FULL)], sides);
  const causes = view.causes.map(renderCause);
  const more = causes.slice(MAX_CAUSES);
  const facts = [
    renderNumbers(view, sides),
    ...causes.slice(0, MAX_CAUSES),
    more.length === 0 ? '' : fold(`${more.length} more like these`, more.join('')),
  ].join('\n');
  return `<div class="overview">\n<div>${facts}</div>\n${plot}\n</div>`;
}

function renderNumbers({ figures, evaluated }: SuiteView, sides: SideNames): string {
  if (evaluated === null) return '';
  const answerCosts = isFurtherScore(evaluated) ? [] : listAnswerCosts(evaluated);
  const rows = [
    ...(figures === null
      ? []
      : [[`Mean ${wordsOfSuite(evaluated).label}`, figures.from, figures.to, figures.delta]]),
    ...answerCosts.map(({ name, base, head, change }) => [
      `${capitalised(name)} per answer`,
      base,
      head,
      change,
    ]),
  ];
  if (rows.length === 0) return '';
  const heads = sides.map((side) => `<th scope="col">${htmlLine(side)}</th>`).join('');
  const body = rows.map(([name = '', ...cells]) => {
    const numbers = cells.map((cell) => `<td>${htmlLine(cell)}</td>`).join('');
    return `<tr><th scope="row">${htmlLine(name)}</th>${numbers}</tr>`;
  });
  return `<table class="numbers"><thead><tr><td></td>${heads}<th scope="col">Change</th></tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function renderCause({ title, text, now, reason }: SharedChange): string {
  const after = now === null ? '' : ` → <q dir="auto">${htmlLine(now)}</q>`;
  const why = reason === '' ? '' : `<span class="quiet" dir="auto">${htmlLine(reason)}</span>`;
  return `<p class="cause"><strong>${htmlLine(title)}</strong> <q dir="auto">${htmlLine(text)}</q>${after} ${why}</p>`;
}

function renderPrompt({ prompt }: SuiteView): string {
  if (prompt === null) return '';
  const lines = prompt.lines.map((line) => {
    const kind = line.startsWith('-') ? 'del' : 'ins';
    const sign = kind === 'del' ? '−' : '+';
    return `<li class="${kind}"><span class="sign">${sign}</span><${kind} dir="auto">${htmlLine(line.slice(2))}</${kind}></li>`;
  });
  const body =
    lines.length === 0
      ? '<p>Only the order or the spacing of its lines changed.</p>'
      : `<ul class="diff">${lines.join('')}</ul>`;
  return fold(`Changed in <code>${htmlLine(prompt.file)}</code>`, body, ' open');
}

const KINDS: Readonly<Record<CaseKind, string>> = {
  worse: 'Worse',
  lower: 'Slightly lower',
  better: 'Better',
  same: 'Unchanged',
  unscored: 'No score',
  new: 'New',
};

function renderCases(cases: readonly PlacedCase[], sides: SideNames): string {
  if (cases.length === 0) return '';
  const count = counted(cases.length, 'case');
  const heads = ['Question', ...sides, 'Δ'].map((head) => `<span>${htmlLine(head)}</span>`).join('');
  return [
    '<section class="cases" aria-label="Cases">',
    renderTools(cases),
    `<div class="columns" aria-hidden="true">${heads}</div>`,
    ...cases.map((each) => renderCase(each, sides)),
    `<p class="quiet found" role="status">${count}, worst first</p>`,
    '</section>',
  ].join('\n');
}

/** Only the script shows them. */
function renderTools(cases: readonly PlacedCase[]): string {
  const counts = Map.groupBy(cases, ({ detail }) => detail.kind);
  const kinds = (Object.keys(KINDS) as CaseKind[]).filter((kind) => counts.has(kind));
  const button = (kind: string, name: string, count: number) =>
    `<button type="button" data-kind="${kind}" aria-pressed="${kind === ''}">${name} <span>${grouped(count)}</span></button>`;
  return [
    '<div class="tools" hidden>',
    '<input type="search" placeholder="Search questions and answers" aria-label="Search cases">',
    '<div role="group" aria-label="Show">',
    button('', 'All', cases.length),
    ...kinds.map((kind) => button(kind, KINDS[kind], counts.get(kind)?.length ?? 0)),
    '</div>',
    '<p class="quiet keys"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open</p>',
    '</div>',
  ].join('\n');
}
