import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_BANNER_BYTES } from '../../../src/publish/comment-body.js';
import { renderAccepted, renderShownAgain } from '../../../src/report/comment/banner.js';
import { alive, hostileText, LIVE_IN_TEXT } from '../hostile-text.js';
import { htmlOf, parseGfm, plainTextsOf, typesOf } from '../tree.js';

const SHA = 'abcdef0123'.repeat(4);

test('an acceptance says by whom, why and for which commit', () => {
  expect(renderAccepted({ by: 'ann', reason: 'Cats are wanted now.', sha: SHA })).toBe(
    [
      '### ✅ Accepted by `ann`: the result below does not block the merge',
      '> Cats are wanted now.',
      '**Next:** nothing to do; you can merge. The status of `abcdef0` is green. A new push needs a new acceptance.',
      'What was accepted:',
    ].join('\n\n'),
  );
  expect(renderAccepted({ by: 'ann', reason: null, sha: SHA })).not.toContain('> ');
});

test('a decision that is shown again says where it was made', () => {
  const runUrl = 'https://github.test/acme/agents/actions/runs/1';
  const shown = { decidedAt: SHA, sha: SHA, runUrl };
  expect(renderShownAgain(shown)).toBe(
    `> Decided at \`abcdef0\` ([run](<${runUrl}>)), shown again: neither the watched files nor the settings have changed.`,
  );
  const later = renderShownAgain({ ...shown, sha: '9'.repeat(40), runUrl: null });
  expect(later).toContain('Decided at `abcdef0`, shown again for `9999999`:');
});

test('a reason is text and nothing else, however it is written, and fits', () => {
  fc.assert(
    fc.property(hostileText, (piece) => {
      for (const reason of [piece, piece.repeat(20)]) {
        const banner = renderAccepted({ by: 'ann', reason, sha: SHA });
        expect(Buffer.byteLength(banner)).toBeLessThan(MAX_BANNER_BYTES - 100);
        const tree = parseGfm(banner);
        const html = htmlOf(tree).filter((tag) => tag !== '<span>' && tag !== '</span>');
        expect(html).toEqual([]);
        for (const type of ['link', 'image', 'list', 'table', 'code', 'definition', 'footnoteReference']) {
          expect(typesOf(tree)).not.toContain(type);
        }
        expect(tree.children.map(({ type }) => type)).toEqual([
          'heading',
          'blockquote',
          'paragraph',
          'paragraph',
        ]);
        expect(alive(plainTextsOf(tree), LIVE_IN_TEXT)).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});
