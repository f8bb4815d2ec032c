import { capitalised, counted, grouped } from '../../text/values.js';
import type { SharedChange } from '../model/case-view.js';
import { ICONS } from '../model/heading.js';
import { listAnswerCosts } from '../model/last-line.js';
import type { ReportModel, SuiteView } from '../model/report-model.js';
import { isFurtherScore, wordsOfSuite } from '../model/scores.js';
import { type CaseKind, listCases, type PlacedCase, type SideNames } from './case-detail.js';
import { renderCase } from './case-section.js';
import { escapeHtml, escapeHtmlLine, formatHtml, type Html, html, joinHtml, renderHtmlLink } from './html.js';
import { renderScorePlot } from './score-plot.js';
import { createTagFilter, renderTagFilter, renderTagTable, type TagFilter } from './tag-section.js';

/** The others are folded. */
const MAX_CAUSES = 5;

type SectionPlace = {
  readonly index: number;
  readonly several: boolean;
  readonly model: Pick<ReportModel, 'sides' | 'homeUrl'>;
};

/** One suite: what was found, its numbers, the prompt's changes, and its cases, worst first. */
export function renderSuite(view: SuiteView, { index, several, model }: SectionPlace): Html {
  const { sides, homeUrl } = model;
  const cases = listCases(view, index);
  return joinHtml(
    [
      html`<section class="suite" aria-label="${escapeHtmlLine(view.name)}">`,
      several ? html`<h2>${escapeHtmlLine(`${ICONS[view.look]} ${view.heading}`)}</h2>` : html``,
      ...view.alerts.map(
        ({ text, page }) => html`<p class="alert">${formatHtml(text)}${pageLink(page, homeUrl)}</p>`,
      ),
      view.changes.length === 0
        ? html``
        : html`<div class="alert"><p>This pull request also changes settings of this check:</p>${list(view.changes)}</div>`,
      renderOverview(view, cases, sides),
      list(view.failures),
      renderTags(view, sides),
      renderPrompt(view),
      renderCases(cases, sides, createTagFilter(view)),
      ...view.lists.map(({ title, lines }) => fold(escapeHtmlLine(title), list(lines))),
      foldOf(html`How this was decided`, [...view.explanation, ...view.notes]),
      html`</section>`,
    ],
    '\n',
  );
}

function pageLink(page: string | undefined, homeUrl: string | null): Html {
  return page === undefined || homeUrl === null
    ? html``
    : html` ${renderHtmlLink('How to check', `${homeUrl}/${page}`)}`;
}

function list(lines: readonly string[]): Html {
  return lines.length === 0
    ? html``
    : html`<ul>${joinHtml(lines.map((line) => html`<li>${formatHtml(line)}</li>`))}</ul>`;
}

function fold(title: Html, body: Html, attributes = html``): Html {
  return html`<details class="fold"${attributes}><summary>${title}</summary>${body}</details>`;
}

function foldOf(title: Html, lines: readonly string[]): Html {
  return lines.length === 0 ? html`` : fold(title, list(lines));
}

const FULL = 100;

function renderOverview(view: SuiteView, cases: readonly PlacedCase[], sides: SideNames): Html {
  const words = view.evaluated && wordsOfSuite(view.evaluated);
  const plot = words === null ? html`` : renderScorePlot(cases, [words.score(0), words.score(FULL)], sides);
  const causes = view.causes.map(renderCause);
  const more = causes.slice(MAX_CAUSES);
  const facts = joinHtml(
    [
      renderNumbers(view, sides),
      ...causes.slice(0, MAX_CAUSES),
      more.length === 0 ? html`` : fold(html`${more.length} more like these`, joinHtml(more)),
    ],
    '\n',
  );
  return html`<div class="overview">\n<div>${facts}</div>\n${plot}\n</div>`;
}

function renderNumbers({ figures, evaluated }: SuiteView, sides: SideNames): Html {
  if (evaluated === null) return html``;
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
  if (rows.length === 0) return html``;
  const heads = joinHtml(sides.map((side) => html`<th scope="col">${escapeHtmlLine(side)}</th>`));
  const body = rows.map(([name = '', ...cells]) => {
    const numbers = joinHtml(cells.map((cell) => html`<td>${escapeHtmlLine(cell)}</td>`));
    return html`<tr><th scope="row">${escapeHtmlLine(name)}</th>${numbers}</tr>`;
  });
  return html`<table class="numbers"><thead><tr><td></td>${heads}<th scope="col">Change</th></tr></thead><tbody>${joinHtml(body)}</tbody></table>`;
}

function renderCause({ title, text, now, reason }: SharedChange): Html {
  const after = now === null ? html`` : html` → <q dir="auto">${escapeHtmlLine(now)}</q>`;
  const why = reason === '' ? html`` : html`<span class="quiet" dir="auto">${escapeHtmlLine(reason)}</span>`;
  return html`<p class="cause"><strong>${escapeHtmlLine(title)}</strong> <q dir="auto">${escapeHtmlLine(text)}</q>${after} ${why}</p>`;
}

function renderPrompt({ prompt }: SuiteView): Html {
  if (prompt === null) return html``;
  const lines = prompt.lines.map((line) => {
    const isRemoved = line.startsWith('-');
    const kind = isRemoved ? html`del` : html`ins`;
    const sign = isRemoved ? html`−` : html`+`;
    return html`<li class="${kind}"><span class="sign">${sign}</span><${kind} dir="auto">${escapeHtmlLine(line.slice(2))}</${kind}></li>`;
  });
  const body =
    lines.length === 0
      ? html`<p>Only the order or the spacing of its lines changed.</p>`
      : html`<ul class="diff">${joinHtml(lines)}</ul>`;
  return fold(html`Changed in <code>${escapeHtmlLine(prompt.file)}</code>`, body, html` open`);
}

/** Folded, unless a group failed. */
function renderTags({ tags }: SuiteView, sides: SideNames): Html {
  if (tags.length === 0) return html``;
  const isOpen = tags.some(({ failed }) => failed);
  const title = escapeHtmlLine(`By tag: ${counted(tags.length, 'tag')}`);
  return fold(title, renderTagTable(tags, sides), isOpen ? html` open` : html``);
}

const KINDS: Readonly<Record<CaseKind, string>> = {
  worse: 'Worse',
  lower: 'Slightly lower',
  better: 'Better',
  same: 'Unchanged',
  unscored: 'No score',
  new: 'New',
};

function renderCases(cases: readonly PlacedCase[], sides: SideNames, tags: TagFilter): Html {
  if (cases.length === 0) return html``;
  const count = counted(cases.length, 'case');
  const heads = joinHtml(
    ['Question', ...sides, 'Δ'].map((head) => html`<span>${escapeHtmlLine(head)}</span>`),
  );
  return joinHtml(
    [
      html`<section class="cases" aria-label="Cases">`,
      renderTools(cases, tags),
      html`<div class="columns" aria-hidden="true">${heads}</div>`,
      ...cases.map((each) => renderCase(each, sides, tags.places.get(each.view.id))),
      html`<p class="quiet found" role="status">${escapeHtmlLine(count)}, worst first</p>`,
      html`</section>`,
    ],
    '\n',
  );
}

/** Only the script shows them. */
function renderTools(cases: readonly PlacedCase[], tags: TagFilter): Html {
  const counts = Map.groupBy(cases, ({ detail }) => detail.kind);
  const kinds = (Object.keys(KINDS) as CaseKind[]).filter((kind) => counts.has(kind));
  const button = (kind: string, name: string, count: number) =>
    html`<button type="button" data-kind="${escapeHtml(kind)}" aria-pressed="${kind === '' ? html`true` : html`false`}">${escapeHtmlLine(name)} <span>${escapeHtmlLine(grouped(count))}</span></button>`;
  return joinHtml(
    [
      html`<div class="tools" hidden>`,
      html`<input type="search" placeholder="Search questions and answers" aria-label="Search cases">`,
      renderTagFilter(tags),
      html`<div role="group" aria-label="Show">`,
      button('', 'All', cases.length),
      ...kinds.map((kind) => button(kind, KINDS[kind], counts.get(kind)?.length ?? 0)),
      html`</div>`,
      html`<p class="quiet keys"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open</p>`,
      html`</div>`,
    ],
    '\n',
  );
}
