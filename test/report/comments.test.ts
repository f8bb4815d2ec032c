import { describe, expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { markdown } from '../../src/report/markdown.js';
import { REPORTS } from './reports.js';

const MARKER = markdown`<!-- prompt-regression: ci/eval/support -->`;

describe('the comment of', () => {
  test.each(Object.entries(REPORTS))('%s', async (name, build) => {
    const comment = renderComment(build(), { marker: MARKER });
    await expect(comment).toMatchFileSnapshot(`goldens/${name}.md`);
    expect(outsideFolds(comment)).toBeLessThanOrEqual(name === 'green' ? 7 : 40);
    expect(comment.split('\n')[1]?.length).toBeLessThanOrEqual('### '.length + 120);
  });
});

test('the terminal shows the same reports', async () => {
  const shown = Object.values(REPORTS).map((build) => renderConsole(build(), { color: false }));
  await expect(shown.join('\n----\n\n')).toMatchFileSnapshot('goldens/console.txt');
});

/** Number of lines that a reader sees without unfolding anything; blank lines and code fences do not count. */
function outsideFolds(comment: string): number {
  let depth = 0;
  return comment.split('\n').filter((line) => {
    const isOpening = line.startsWith('<details>');
    if (isOpening) depth += 1;
    const isSeen = depth === 0 || (isOpening && depth === 1);
    if (line === '</details>') depth -= 1;
    return isSeen && line !== '' && !line.startsWith('```');
  }).length;
}
