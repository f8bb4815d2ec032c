import { describe, expect, test } from 'vitest';
import { renderComment } from '../../../src/report/comment/render-report.js';
import { REPORTS } from '../reports.js';

const MARKER = '<!-- prompt-regression: ci/eval/support -->';

describe('the comment of', () => {
  test.each(Object.entries(REPORTS))('%s', async (name, build) => {
    const comment = renderComment(build(), { marker: MARKER });
    await expect(comment).toMatchFileSnapshot(`goldens/${name}.md`);
  });
});
