import { capitalised } from '../case-changes.js';
import { renderCounted } from '../figures.js';
import { renderLoneTable } from './cases-table.js';
import { buildLoneBlock, buildUnscored, renderNotScorable } from './lone-cases.js';
import { createBlock, createFold, createSection, type Part } from './parts.js';
import { buildMeanRow, type EvaluatedSuite, type SuiteContext } from './suite-context.js';

/** Without a base there is one side to show: the lowest scores, and what is irrelevant in those answers. */
export function buildSingleSideParts(suite: EvaluatedSuite, context: SuiteContext): Part[] {
  const { comparison, decision, head } = suite;
  const { rank, room, level } = context;
  const { words } = room;
  const scored = [...comparison.added, ...comparison.edited]
    .filter(({ score }) => score !== null)
    .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const low = scored.filter(({ score }) => score !== null && score < 100);
  const blocks = low.map((row, index) =>
    buildLoneBlock(row, { head, scorer: comparison.scorer, rank: rank('regressed', index), room }),
  );
  const open = decision.outcome === 'fail' ? blocks.slice(0, room.openCases) : [];
  const folded = blocks.slice(open.length);
  const nothing = renderNotScorable(comparison, room).join('\n');
  const unscored = comparison.unscored.filter(({ kind }) => kind !== 'not-scorable');
  const more = renderCounted(folded.length, open.length > 0 ? 'more case' : 'case');
  const mean = buildMeanRow(suite, scored.length);
  const table = createBlock(rank('table'), () => renderLoneTable({ mean, cases: scored, room }));
  return [
    ...(scored.length === 0 ? [] : [table]),
    createSection(`${level}# ${capitalised(words.lowest)} scores`, open),
    createFold(`${more} ${words.below} ${words.score(100)}`, folded),
    ...(nothing === '' ? [] : [createBlock(rank('lists'), () => nothing)]),
    createFold(
      `${renderCounted(unscored.length, 'case')} without a score`,
      buildUnscored(unscored, (index) => rank('unscored', index), room),
    ),
  ];
}
