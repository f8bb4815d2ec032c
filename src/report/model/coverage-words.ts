import type { ChangeCoverage, ChangedBlock } from '../../model/coverage.js';
import type { EvaluatedSuite } from '../../model/report.js';
import { formatCount } from '../../text/values.js';
import { renderLines } from '../coverage/coverage-view.js';
import { code, joinLines, type Line, strong } from './blocks.js';
import { isFurtherScore } from './scores.js';

/** Changed paragraphs that are named; those that no case notices come first. */
const MAX_BLOCKS = 5;
const MAX_CASES = 3;

const TITLE = [`▫️ `, strong('Prompt coverage'), ': '] as const;

/** Which cases notice the changed lines, as far as the base's stored map knows. */
export function describeChangeCoverage(suite: EvaluatedSuite, base: string): readonly Line[] {
  const { changeCoverage } = suite;
  if (changeCoverage === undefined || isFurtherScore(suite)) return [];
  const blocks = changeCoverage.blocks.toSorted((a, b) => a.noticedBy.length - b.noticedBy.length);
  const more = blocks.length - MAX_BLOCKS;
  return [
    ...blocks.slice(0, MAX_BLOCKS).map((block): Line => [...TITLE, ...describeBlock(block, base)]),
    ...(more > 0 ? [[...TITLE, `${formatCount(more, 'more changed paragraph')} measured.`]] : []),
    ...describeNewCases(changeCoverage.newCases),
  ];
}

function describeBlock(
  { path, lines, asked, cases, noticedBy, createdAt }: ChangedBlock,
  base: string,
): Line {
  const place: Line = [` ${renderLines(lines)} of `, code(path), ' on ', code(base)];
  const measuredAt = ` (measured ${createdAt.slice(0, 10)}`;
  if (noticedBy.length === 0) {
    const scope =
      asked < cases ? `${asked} nearest of ${formatCount(cases, 'case')}` : formatCount(cases, 'case');
    return ['No case notices', ...place, `${measuredAt}, asked: ${scope}).`];
  }
  const verb = noticedBy.length === 1 ? ' notices' : ' notice';
  return [...renderCaseIds(noticedBy.map(({ caseId }) => caseId)), verb, ...place, `${measuredAt}).`];
}

function renderCaseIds(ids: readonly string[]): Line {
  const names = ids.slice(0, MAX_CASES).map((id): Line => [code(id)]);
  const more = ids.length - names.length;
  return [...joinLines(names, ', '), ...(more === 0 ? [] : [` and ${more} more`])];
}

/** What the new cases of the pull request show. One answer is not certain. */
function describeNewCases(newCases: ChangeCoverage['newCases']): readonly Line[] {
  const { noticing = [], others = [] } = newCases ?? {};
  const parts = [
    { ids: noticing, one: ' notices this change', several: ' notice this change' },
    { ids: others, one: ' does not notice this change', several: ' do not notice this change' },
  ];
  return parts.flatMap(({ ids, one, several }): readonly Line[] => {
    if (ids.length === 0) return [];
    const noun = ids.length === 1 ? 'the new case ' : 'the new cases ';
    const verb = ids.length === 1 ? one : several;
    return [[...TITLE, noun, ...renderCaseIds(ids), `${verb} (one answer with and without it).`]];
  });
}
