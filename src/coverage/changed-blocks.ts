import type { BlockCoverage } from '../model/coverage.js';
import { diffLines } from '../text/changed-lines.js';

/** The finished blocks of a file's map whose lines a change edits, removes or splits. A new paragraph is in none. */
export function findChangedBlocks(
  blocks: readonly BlockCoverage[],
  { before, after }: { readonly before: string; readonly after: string },
): readonly BlockCoverage[] {
  const edits = listEdits(before, after);
  const isChanged = ({ lines: { first, last } }: BlockCoverage) =>
    edits.some(({ from, to }) => first <= from && to <= last);
  return blocks.filter((block) => block.state !== 'unfinished' && isChanged(block));
}

/** Lines of the old text, from 1: a removed one, or the two around an insertion. */
type BaseEdit = { readonly from: number; readonly to: number };

function listEdits(before: string, after: string): readonly BaseEdit[] {
  const edits: BaseEdit[] = [];
  let baseLine = 0;
  for (const { sign, text } of diffLines(normalizeSpacing(before), normalizeSpacing(after))) {
    if (sign !== '+') baseLine += 1;
    if (sign === ' ' || text === '') continue;
    edits.push({ from: baseLine, to: sign === '-' ? baseLine : baseLine + 1 });
  }
  return edits;
}

/** White space is not a change. Line numbers stay the same. */
function normalizeSpacing(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n');
}
