import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.js';
import { sha256 } from '../../src/text/json.js';
import { HOSTILE_PIECES } from '../report/hostile-text.js';
import { createRecordedReport } from '../report/recorded-report.js';
import { openBrowser } from './open-browser.js';
import { type PageLook, readContent, type ShownPage, showPage } from './shown-page.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ATTACKS: readonly string[] = [
  '<script>alert("script")</script>',
  '</script></style><script>alert(1)</script>',
  '"><img src=http://tracker.invalid/pixel.png onerror=alert(2)>',
  '</title></details></table><iframe srcdoc="<script>alert(3)</script>"></iframe>',
  "' onmouseover=alert(4) x='",
  '<a href="javascript:alert(5)">x</a><form action="http://tracker.invalid/"><button>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=http://tracker.invalid/"><base href="http://tracker.invalid/">',
  '<svg onload="alert(6)"><style>* { display: none }</style></svg>',
  '\u202Eevil\u2066 \u0000 \u001b[31m',
  HOSTILE_PIECES.join(' '),
];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

function show(count: number, foreign = '', look: PageLook = {}): Promise<ShownPage> {
  return showPage(browser, renderHtml(createRecordedReport(count, foreign)), look);
}

/** Tables that are no answers, and those within a cell. */
async function countOtherTables({ page }: ShownPage): Promise<readonly number[]> {
  return [await page.locator('table:not(.answers)').count(), await page.locator('table table').count()];
}

describe('a hostile answer', () => {
  test.each(ATTACKS.map((attack) => [JSON.stringify(attack).slice(0, 60), attack]))(
    '%s stays text',
    async (_, attack) => {
      await using plain = await show(4, 'x');
      await using shown = await show(4, attack);
      for (const { page } of [plain, shown]) await page.locator('.case > summary').first().click();
      expect(shown.requests).toEqual([]);
      expect(shown.signs).toEqual([]);
      const [expected, content] = [await readContent(plain.page), await readContent(shown.page)];
      expect(content.elements).toEqual(expected.elements);
      expect(content.attributes).toEqual(expected.attributes);
      // GitHub names a changed file by a hash of its path.
      const hashOf = (foreign: string) => sha256(`prompts/support.md${foreign}`);
      expect(content.links).toEqual(expected.links.map((link) => link.replace(hashOf('x'), hashOf(attack))));
      expect(await countOtherTables(shown)).toEqual(await countOtherTables(plain));
      // An answer of many statements is split into several tables, each with a column per side.
      for (const row of await shown.page.locator('.answers tr').all()) {
        expect(await row.locator('> *').count()).toBe(2);
      }
    },
  );

  test('the policy blocks a script that is not ours', async () => {
    const page = renderHtml(createRecordedReport(1)).replace('<main>', '<main><script>alert("in")</script>');
    await using shown = await showPage(browser, page);
    expect(shown.signs).toEqual([expect.stringContaining('Content Security Policy')]);
  });
});

describe('axe finds nothing serious', () => {
  test.each([
    { theme: 'light', width: 1200 },
    { theme: 'dark', width: 1200 },
    { theme: 'light', width: 390 },
  ] as const)('$theme, $width pixels wide', async (look) => {
    await using shown = await show(8, '', look);
    for (const summary of await shown.page.locator('.case > summary').all()) await summary.click();
    await shown.page.locator('.runs > summary').first().click();
    // Through the debugger, which the page's policy does not bind.
    await shown.page.evaluate(AXE);
    const found = await shown.page.evaluate('axe.run()');
    const { violations, passes } = found as Record<
      'violations' | 'passes',
      readonly { id: string; impact: string }[]
    >;
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  });
});

describe('the page', () => {
  test('fits a phone', async () => {
    await using shown = await show(4, 'x'.repeat(300), { width: 390 });
    for (const summary of await shown.page.locator('.case > summary').all()) await summary.click();
    const width = await shown.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(390);
  });

  test('without scripts has every case, and no tools that do nothing', async () => {
    await using shown = await show(4, '', { scripts: false });
    expect(await shown.page.locator('.tools').isVisible()).toBe(false);
    await shown.page.locator('.case > summary').first().click();
    expect(await shown.page.locator('.answers').first().isVisible()).toBe(true);
  });

  test('searches, filters and moves by key', async () => {
    await using shown = await show(40);
    const { page } = shown;
    const cases = page.locator('.case:visible');
    await page.keyboard.press('/');
    await page.keyboard.type('club');
    expect(await cases.count()).toBe(10);
    await page.keyboard.press('Escape');
    expect(await cases.count()).toBe(40);
    await page.getByRole('button', { name: 'Unchanged' }).click();
    expect(await cases.count()).toBe(20);
    expect(await page.getByRole('status').textContent()).toBe('20 of 40 cases');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    expect(await page.locator('.case[open]').getAttribute('id')).toBe('case-case-3');
  });

  test('a dot opens its case', async () => {
    await using shown = await show(4);
    await shown.page.locator('circle.worse').click();
    expect(await shown.page.locator('.case[open]').getAttribute('id')).toBe('case-case-0');
  });

  test('has 2,000 cases', async () => {
    await using shown = await show(2_000);
    expect(await shown.page.locator('.case:visible').count()).toBe(2_000);
    expect(await shown.page.locator('circle').count()).toBe(2_000);
  });
});
