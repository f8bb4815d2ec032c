import type { CaseDetail } from '../model/case-detail.js';
import type { CaseView } from '../model/case-view.js';
import type { SuiteView } from '../model/suite-model.js';

/** What base and head are called. */
export type Sides = readonly [base: string, head: string];

/** A case with its place in the page. */
export type PlacedCase = { readonly anchor: string; readonly view: CaseView; readonly detail: CaseDetail };

/** A suite's cases, worst first. */
export function listCases({ all, worse, detailOf }: SuiteView, index: number): readonly PlacedCase[] {
  const first = new Set(worse.map(({ id }) => id));
  const sorted = [...worse, ...all.filter(({ id }) => !first.has(id))];
  return sorted.map((view, at) => ({ anchor: `c${index}-${at}`, view, detail: detailOf(view) }));
}
