import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { renderHtml } from '../../src/report/html/render-html.js';
import { sha256 } from '../../src/text/json.js';
import { HOSTILE_PIECES } from '../report/hostile-text.js';
import { createRecordedReport } from '../report/recorded-report.js';
import { REPORTS } from '../report/reports.js';
import { createComparison, createReport, createSuiteReport } from '../support/records.js';
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
  return showReport(createRecordedReport(count, foreign), look);
}

function showReport(report: Report | undefined, look: PageLook = {}): Promise<ShownPage> {
  if (report === undefined) throw new Error('there is no such report');
  return showPage(browser, renderHtml(report), look);
}

function showNamed(name: string): Promise<ShownPage> {
  return showReport(REPORTS[name]?.());
}

function listTexts(locator: Locator): Promise<readonly string[]> {
  return locator.evaluateAll((elements) => elements.map((element) => (element as HTMLElement).innerText));
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
      const isOutside = (link: string) => !/^http:\/\/comment\.invalid\/#case-[\w-]+$/.test(link);
      expect(content.links.filter(isOutside)).toEqual(
        expected.links.filter(isOutside).map((link) => link.replace(hashOf('x'), hashOf(attack))),
      );
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

  test('keeps its filters in the address: after a reload, and one step back', async () => {
    await using shown = await show(40);
    const { page } = shown;
    const found = page.getByRole('status');
    await page.getByRole('button', { name: 'Unchanged' }).click();
    await page.getByLabel('Sort').selectOption('lowest score');
    await page.getByLabel('Search cases').fill('lamp 38');
    expect(await found.textContent()).toBe('1 of 40 cases');
    await page.reload();
    expect(await found.textContent()).toBe('1 of 40 cases');
    expect(await page.getByLabel('Sort').inputValue()).toBe('score');
    expect(await page.getByLabel('Search cases').inputValue()).toBe('lamp 38');
    await page.goBack();
    expect(await found.textContent()).toBe('20 of 40 cases');
    expect(await page.getByLabel('Sort').inputValue()).toBe('');
    await page.goBack();
    expect(await found.textContent()).toBe('40 cases');
  });

  test('marks what was searched for', async () => {
    await using shown = await show(4);
    await shown.page.getByLabel('Search cases').fill('club');
    // The question, the answer and each run's text of one case.
    expect(await shown.page.evaluate("CSS.highlights.get('hits').size")).toBeGreaterThanOrEqual(2);
    await shown.page.keyboard.press('Escape');
    expect(await shown.page.evaluate("CSS.highlights.get('hits').size")).toBe(0);
  });

  test('sorts by the size of the change', async () => {
    await using shown = await showNamed('red-one-answer');
    await shown.page.getByLabel('Sort').selectOption('largest change');
    expect((await listTexts(shown.page.locator('.case > summary'))).slice(0, 2)).toEqual([
      expect.stringMatching(/delivery address\?.*−1\.00/s),
      expect.stringMatching(/0\.00/),
    ]);
  });

  test('shows the case of a link below the tools that stay on top', async () => {
    await using shown = await show(40);
    await shown.page.evaluate("location.hash = '#case-case-38'");
    await shown.page.waitForFunction("document.querySelector('#case-case-38').open");
    const isSeen = await shown.page.evaluate(() => {
      const { x, y, width, height } =
        document.querySelector('#case-case-38 > summary')?.getBoundingClientRect() ?? new DOMRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 4);
      return top?.closest('.case')?.id;
    });
    expect(isSeen).toBe('case-case-38');
  });

  test('lists what changed first, each with what happened', async () => {
    await using shown = await show(8);
    const summaries = await listTexts(shown.page.locator('.case > summary'));
    expect(summaries.map((text) => /irrelevant|possibly dropped/.exec(text)?.[0] ?? '')).toEqual([
      'irrelevant',
      'irrelevant',
      'possibly dropped',
      'possibly dropped',
      '',
      '',
      '',
      '',
    ]);
  });

  test('begins with the pull request, the day and the changed line, on green too', async () => {
    await using shown = await showNamed('green');
    const { page } = shown;
    expect(await page.locator('.kicker').innerText()).toMatch(
      /pull request 7 · commit ccccccc · 2026-11-27$/,
    );
    expect(await page.locator('.overview').innerText()).toContain(
      'Changed: prompts/support.md line 3: + Mention Lamp Club in every answer.',
    );
  });

  test('a question without an answer now has the earlier answer beside the error', async () => {
    await using shown = await showNamed('red-no-longer-answers');
    const first = shown.page.locator('.case').first();
    await first.locator('> summary').click();
    expect(await listTexts(first.locator('.answers td'))).toEqual([
      expect.stringContaining('The desk lamp takes an E14 bulb of up to 40 watts.'),
      expect.stringContaining('tool `catalog.search` is not defined'),
    ]);
    expect(await first.locator('> summary').innerText()).toContain('no score');
  });

  test('has no empty column if there is nothing to compare with', async () => {
    const cases = [{ id: 'bulb', input: 'Which bulb?', score: 75 }];
    const suite = createSuiteReport({
      baseline: { kind: 'none', because: 'new-prompt' },
      comparison: createComparison({ pairs: [], added: cases }),
    });
    await using shown = await showReport(createReport({ suites: [suite] }));
    expect(await listTexts(shown.page.locator('.columns span'))).toEqual(['Question', 'now']);
    expect(await listTexts(shown.page.locator('.score'))).toEqual(['0.75']);
  });

  test('names the questions of every turn of a conversation once', async () => {
    const report = createRecordedReport(1);
    for (const suite of report.suites) {
      for (const pair of suite.kind === 'evaluated' ? suite.comparison.pairs : []) {
        for (const answer of [pair.baseAnswer, pair.headAnswer]) {
          const parts = answer?.status === 'answered' ? answer.output.split(/(?<=Monday\.)\s+/) : [];
          const turns = parts.map((output, at) => ({ input: `Question ${at + 1}?`, output, toolCalls: [] }));
          Object.assign(answer ?? {}, { turns });
        }
      }
    }
    await using shown = await showReport(report);
    await shown.page.locator('.case > summary').first().click();
    expect(await listTexts(shown.page.locator('.turn'))).toEqual([
      'Turn 1: Question 1?',
      'Turn 2: Question 2?',
    ]);
    expect(await shown.page.locator('.question').count()).toBe(0);
  });

  test('folds green suites, and opens one by its link in the table of suites', async () => {
    await using shown = await showNamed('suites');
    const { page } = shown;
    const links = page.locator('main > table a');
    expect(await listTexts(links)).toEqual(['support', 'billing', 'triage']);
    const isOpen = () =>
      page
        .locator('details.suite')
        .evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open));
    expect(await isOpen()).toEqual([true, true, false]);
    await links.last().click();
    expect(await isOpen()).toEqual([true, true, true]);
  });

  test.each([4, 200])('the dots of %i cases stay between the axes and cover no label', async (count) => {
    await using shown = await show(count);
    const outside = await shown.page.evaluate(() => {
      const box = (element: Element) => element.getBoundingClientRect();
      const axes = document.querySelector('.axis');
      const labels = [...document.querySelectorAll('svg text')].map(box);
      if (axes === null) return ['no axes'];
      const { left, right, top, bottom } = box(axes);
      return [...document.querySelectorAll('circle')].map(box).filter((dot) => {
        const isInside = dot.left >= left && dot.right <= right && dot.top >= top && dot.bottom <= bottom;
        const isFree = labels.every(
          (label) =>
            dot.right < label.left ||
            dot.left > label.right ||
            dot.bottom < label.top ||
            dot.top > label.bottom,
        );
        return !isInside || !isFree;
      }).length;
    });
    expect(outside).toBe(0);
  });

  test('no dot covers that of a worse answer with the same scores', async () => {
    await using shown = await showNamed('yellow-dropped-facts');
    for (const dot of await shown.page.locator('circle.worse').all()) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await dot.boundingBox()) ?? {};
      const place = [x + width / 2, y + height / 2] as const;
      const top = await shown.page.evaluate(
        ([left, right]) => document.elementFromPoint(left, right)?.getAttribute('class'),
        place,
      );
      expect(top).toBe('worse');
    }
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
