import { cutText, formatCount, formatNumber } from '../../text/values.js';
import type { Block } from '../model/blocks.js';
import { ICONS } from '../model/heading.js';
import { listAnswerCosts } from '../model/last-line.js';
import type { ReportNames, SuiteView } from '../model/report-model.js';
import { findSuiteWords, isFurtherScore } from '../model/scores.js';
import { buildSuiteBlocks } from '../model/suite-blocks.js';
import { CASE_KINDS, type CaseKind, listCases, type PlacedCase, type SideNames } from './case-detail.js';
import { renderCaseSection } from './case-section.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from './html.js';
import { renderHtmlBlocks } from './render-blocks.js';
import { renderScorePlot } from './score-plot.js';
import { createTagFilter, renderTagFilter, renderTagTable, type TagFilter } from './tag-section.js';

type SectionOptions = {
  readonly index: number;
  readonly several: boolean;
  readonly model: ReportNames;
};

const DETAIL = { whole: false, diffLines: 100 } as const;

/** Ranks of the folds about files, datasets and the decision. The others repeat the list of cases. */
const LOOKED_UP: ReadonlySet<number> = new Set([6, 7, 8]);

/** One suite: what was found, its numbers, and its cases, worst first. */
export function renderSuite(view: SuiteView, { index, several, model }: SectionOptions): Html {
  const { sides } = model;
  const cases = listCases(view, several);
  const { cause, change, example, details } = buildSuiteBlocks(view, { model, detail: DETAIL });
  const next: readonly Block[] = view.next === '' ? [] : [{ kind: 'next', line: [view.next] }];
  const folds = details.filter((block) => block.kind === 'fold' && LOOKED_UP.has(block.rank));
  const body = joinHtml(
    [
      renderOverview(view, renderHtmlBlocks([...cause, ...change, ...next]), cases, sides),
      renderHtmlBlocks(example.filter((block) => block.kind !== 'diff')),
      renderTags(view, sides),
      renderCases(cases, view, sides),
      renderHtmlBlocks(folds),
    ],
    '\n',
  );
  const id = html`s${index}`;
  const look = escapeHtml(view.look);
  const name = escapeHtmlLine(view.name);
  if (!several)
    return html`<section class="suite ${look}" id="${id}" aria-label="${name}">\n${body}\n</section>`;
  const title = html`<h2>${escapeHtmlLine(`${ICONS[view.look]} ${view.heading}`)}</h2>`;
  const open = view.look === 'pass' ? html`` : html` open`;
  return html`<details class="suite ${look}" id="${id}" aria-label="${name}"${open}><summary>${title}</summary>\n${body}\n</details>`;
}

const FULL = 100;

function renderOverview(view: SuiteView, cause: Html, cases: readonly PlacedCase[], sides: SideNames): Html {
  const words = view.evaluated && findSuiteWords(view.evaluated);
  const plot = words === null ? html`` : renderScorePlot(cases, [words.score(0), words.score(FULL)], sides);
  return html`<div class="overview">\n<div>${cause}\n${renderNumbers(view, sides)}</div>\n${plot}\n</div>`;
}

/** Both sides, or the head alone if there is nothing to compare with. */
function chooseColumns({ evaluated }: SuiteView, sides: SideNames): readonly string[] {
  return evaluated?.baseline.kind === 'record' ? sides : sides.slice(-1);
}

function renderNumbers(view: SuiteView, sides: SideNames): Html {
  const { figures, evaluated } = view;
  if (evaluated === null) return html``;
  const columns = chooseColumns(view, sides);
  const isCompared = columns.length > 1;
  const answerCosts = isFurtherScore(evaluated) ? [] : listAnswerCosts(evaluated);
  const rows = [
    ...(figures === null
      ? []
      : [[`Mean ${findSuiteWords(evaluated).label}`, figures.from, figures.to, figures.delta]]),
    ...answerCosts.map(({ title, base, head, change }) => [title, base, head, change]),
  ];
  if (rows.length === 0) return html``;
  const names = isCompared ? [...columns, 'Change'] : columns;
  const heads = joinHtml(names.map((name) => html`<th scope="col">${escapeHtmlLine(name)}</th>`));
  const body = rows.map(([name = '', ...cells]) => {
    const shown = isCompared ? cells : cells.slice(1, 2);
    const numbers = joinHtml(shown.map((cell) => html`<td>${escapeHtmlLine(cell)}</td>`));
    return html`<tr><th scope="row">${escapeHtmlLine(name)}</th>${numbers}</tr>`;
  });
  return html`<table class="numbers"><thead><tr><td></td>${heads}</tr></thead><tbody>${joinHtml(body)}</tbody></table>`;
}

/** Folded, unless a group failed. */
function renderTags({ tags }: SuiteView, sides: SideNames): Html {
  if (tags.length === 0) return html``;
  const open = tags.some(({ failed }) => failed) ? html` open` : html``;
  const title = escapeHtmlLine(`By tag: ${formatCount(tags.length, 'tag')}`);
  return html`<details class="fold"${open}><summary>${title}</summary>${renderTagTable(tags, sides)}</details>`;
}

const KINDS: Readonly<Record<CaseKind, string>> = {
  worse: 'Worse',
  better: 'Better',
  lower: 'Slightly lower',
  changed: 'Same score, changed',
  unscored: 'No score',
  new: 'New',
  same: 'Unchanged',
};

function renderCases(cases: readonly PlacedCase[], view: SuiteView, sides: SideNames): Html {
  if (cases.length === 0) return html``;
  const count = formatCount(cases.length, 'case');
  const tags = createTagFilter(view);
  const columns = chooseColumns(view, sides);
  const isCompared = columns.length > 1;
  const names = ['Question', ...columns, ...(isCompared ? ['Δ'] : [])];
  const heads = joinHtml(names.map((name) => html`<span>${escapeHtmlLine(name)}</span>`));
  return joinHtml(
    [
      html`<section class="cases${isCompared ? html`` : html` one-side`}" aria-label="Cases">`,
      renderTools(cases, view, tags),
      html`<p class="found" role="status">${escapeHtmlLine(count)}</p>`,
      html`<div class="columns" aria-hidden="true">${heads}</div>`,
      ...cases.map((each) =>
        renderCaseSection(each, { sides, columns, tags: tags.places.get(each.view.id) }),
      ),
      html`</section>`,
    ],
    '\n',
  );
}

/** Search and filters, which are hidden without the page's script. */
function renderTools(cases: readonly PlacedCase[], { causes }: SuiteView, tags: TagFilter): Html {
  const counts = Map.groupBy(cases, ({ detail }) => detail.kind);
  const kinds = CASE_KINDS.filter((kind) => counts.has(kind));
  const button = (kind: string, name: string, count: number) =>
    html`<button type="button" data-kind="${escapeHtml(kind)}" aria-pressed="${kind === '' ? html`true` : html`false`}">${escapeHtmlLine(name)} <span>${escapeHtmlLine(formatNumber(count))}</span></button>`;
  return joinHtml(
    [
      html`<div class="tools" hidden>`,
      html`<input type="search" placeholder="Search questions and answers" aria-label="Search cases">`,
      html`<div role="group" aria-label="Show">`,
      button('', 'All', cases.length),
      ...kinds.map((kind) => button(kind, KINDS[kind], counts.get(kind)?.length ?? 0)),
      html`</div>`,
      renderCauseFilter(causes),
      renderTagFilter(tags),
      html`<label>Sort <select name="sort"><option value="">changed first</option><option value="change">largest change</option><option value="score">lowest score</option></select></label>`,
      html`<p class="quiet keys"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open</p>`,
      html`</div>`,
    ],
    '\n',
  );
}

const MAX_CAUSES = 10;
const MAX_CAUSE_LENGTH = 60;

function renderCauseFilter(causes: SuiteView['causes']): Html {
  if (causes.length < 2) return html``;
  const options = causes.slice(0, MAX_CAUSES).map(({ title, texts }, at) => {
    const name = cutText(`${title}: ${texts[0] ?? ''}`, MAX_CAUSE_LENGTH);
    return html`<option value="${at}">${escapeHtmlLine(name)}</option>`;
  });
  return html`<label>Cause <select name="cause"><option value="">all</option>${joinHtml(options)}</select></label>`;
}
