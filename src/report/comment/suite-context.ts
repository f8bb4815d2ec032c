import type { SuiteReport } from '../../ports/report.js';
import { shownMeans } from '../decision-words.js';
import { renderCounted } from '../figures.js';
import { wordsOfSuite } from '../list-scores.js';
import type { MeanRow } from './cases-table.js';
import type { SuiteRoom, Tier } from './parts.js';

export type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

/** What the parts of one suite are built with. */
export type SuiteContext = {
  readonly room: SuiteRoom;
  /** Marks of the suite's own heading, for example `###`. */
  readonly level: string;
  /** Rank of a block of this suite. */
  readonly rank: (tier: Tier, index?: number) => number;
};

/** The table's first row; `null` where no mean may be shown. */
export function buildMeanRow(suite: EvaluatedSuite, cases: number): MeanRow | null {
  if (suite.decision.outcome === 'inconclusive') return null;
  const means = shownMeans(suite);
  const band = wordsOfSuite(suite).band(means.base, means.head);
  return { label: `mean of ${renderCounted(cases, 'case')} (${band})`, ...means };
}
