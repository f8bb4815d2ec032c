import { formatNumber } from '../../text/values.js';
import type { SuiteView } from '../model/report-model.js';
import type { TagRow } from '../model/tag-table.js';
import type { SideNames } from './case-detail.js';
import { escapeHtmlLine, type Html, html, joinHtml } from './html.js';

/** The table by tag. */
export function renderTagTable(tags: readonly TagRow[], sides: SideNames): Html {
  const hasNew = tags.some(({ added }) => added !== '');
  const names = ['Cases', ...sides, 'Δ', 'Worse', ...(hasNew ? ['New'] : [])];
  const heads = joinHtml(names.map((name) => html`<th scope="col">${escapeHtmlLine(name)}</th>`));
  const rows = tags.map(({ tag, failed, cases, from, to, delta, worse, added }) => {
    const cells = [formatNumber(cases), from, to, delta, formatNumber(worse), ...(hasNew ? [added] : [])];
    const numbers = joinHtml(cells.map((cell) => html`<td>${escapeHtmlLine(cell)}</td>`));
    const mark = failed ? html`❌ ` : html``;
    return html`<tr><th scope="row">${mark}<code>${escapeHtmlLine(tag)}</code></th>${numbers}</tr>`;
  });
  return html`<table class="numbers tags"><thead><tr><td></td>${heads}</tr></thead><tbody>${joinHtml(rows)}</tbody></table>`;
}

/** The filter by tag. Numbers stand for tags, so that no foreign text is compared. */
export type TagFilter = {
  readonly names: readonly string[];
  /** By case id, the places of its tags in `names`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
};

/** The tags of the head, each once. */
export function createTagFilter({ evaluated }: SuiteView): TagFilter {
  const cases = evaluated?.head.cases ?? [];
  const names = [...new Set(cases.flatMap(({ tags }) => tags ?? []))];
  const tagPlaces = new Map(names.map((name, place) => [name, place]));
  return {
    names,
    places: new Map(
      cases.map(({ id, tags }) => [
        id,
        (tags ?? []).map((tag) => tagPlaces.get(tag)).filter((place) => place !== undefined),
      ]),
    ),
  };
}

/** A menu of all tags; empty without any. */
export function renderTagFilter({ names }: TagFilter): Html {
  if (names.length === 0) return html``;
  const options = names.map((name, place) => html`<option value="${place}">${escapeHtmlLine(name)}</option>`);
  return html`<label>Tag <select name="tag"><option value="">all</option>${joinHtml(options)}</select></label>`;
}
