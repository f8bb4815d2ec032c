import { describe, expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { DECISIONS, renderAcceptedComment } from './decisions.js';
import { SCENARIOS } from './scenarios.js';

const MARKER = '<!-- prompt-regression: ci/eval/support -->';

describe('the comment of', () => {
  test.each(Object.entries({ ...SCENARIOS, ...DECISIONS }))('%s', async (name, build) => {
    await expect(renderComment(build(), { marker: MARKER })).toMatchFileSnapshot(`goldens/${name}.md`);
  });

  test('decided-accepted', async () => {
    await expect(renderAcceptedComment(MARKER)).toMatchFileSnapshot('goldens/decided-accepted.md');
  });
});
