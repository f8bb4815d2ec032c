import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderCoveragePage } from '../../src/report/coverage/render-coverage-page.js';
import { createShownCoverage } from '../report/coverage/shown-coverage.js';
import { HOSTILE_PIECES } from '../report/hostile-text.js';
import { openBrowser } from './open-browser.js';
import { type PageLook, readContent, type ShownPage, showPage } from './shown-page.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

function show(foreign = '', look: PageLook = {}): Promise<ShownPage> {
  const { coverage, files } = createShownCoverage(foreign);
  return showPage(browser, renderCoveragePage(coverage, files), look);
}

describe('the page of prompt coverage', () => {
  test.each([
    { theme: 'light', width: 1200 },
    { theme: 'dark', width: 1200 },
    { theme: 'light', width: 390 },
    { theme: 'dark', width: 390 },
  ] as const)('axe finds nothing: $theme, $width pixels wide', async (look) => {
    await using shown = await show('', look);
    // Through the debugger, which the page's policy does not bind.
    await shown.page.evaluate(AXE);
    const found = await shown.page.evaluate('axe.run()');
    const { violations, passes } = found as Record<'violations' | 'passes', readonly { id: string }[]>;
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
    expect(violations).toEqual([]);
  });

  test.each([
    '<script>alert(1)</script></style><script>alert(2)</script>',
    '"><img src=http://tracker.invalid/pixel.png onerror=alert(3)>',
    '</title></li></ol><iframe srcdoc="<script>alert(4)</script>"></iframe>',
    HOSTILE_PIECES.join(' '),
  ])('hostile text %# stays text', async (attack) => {
    await using plain = await show('x');
    await using shown = await show(attack);
    expect([shown.requests, shown.signs]).toEqual([[], []]);
    const [expected, content] = [await readContent(plain.page), await readContent(shown.page)];
    expect(content.elements).toEqual(expected.elements);
    expect(content.attributes).toEqual(expected.attributes);
  });

  test('fits a phone', async () => {
    await using shown = await show('x'.repeat(300), { width: 390 });
    expect(await shown.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
