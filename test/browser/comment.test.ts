import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { markdown } from '../../src/report/markdown.js';
import { createForeignReport } from '../report/foreign-report.js';
import { HOSTILE_PIECES } from '../report/hostile-text.js';
import { openBrowser } from './open-browser.js';
import { COLUMN_WIDTH, PHONE_WIDTH } from './render-page.js';
import { readContent, readCutCells, readOverflow, type ShownPage, showComment } from './shown-page.js';

const MARKER = markdown`<!-- prompt-regression: ci/eval/support -->`;
const GOLDENS = join(import.meta.dirname, '../report/goldens');

/** Lines of each table of a golden, the delimiter's apart, and their cells: what its markdown has outside of fences. */
function tablesOf(markdown: string): number[][] {
  const tables: number[][] = [];
  let fence: string | null = null;
  let isInTable = false;
  for (const line of markdown.split('\n')) {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? null;
    if (ticks !== null && (fence === null || ticks === fence)) fence = fence === null ? ticks : null;
    const isRow = fence === null && line.startsWith('| ');
    if (isRow && !isInTable) tables.push([]);
    if (isRow && !/^\|(?: :?-+:? \|)+$/.test(line)) tables.at(-1)?.push(line.split('|').length - 2);
    isInTable = isRow;
  }
  return tables;
}

/** All that our own markup needs. */
const ELEMENTS = new Set(
  'a blockquote br code details em h3 h4 h5 hr li ol p pre span strong sub summary table tbody td th thead tr ul wbr'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(['align', 'class', 'href']);

/** What runs, loads or jumps in a page that lets it. */
const ATTACKS: readonly string[] = [
  '<script>alert("script")</script>',
  '<img src="http://tracker.invalid/pixel.png" onerror="alert(1)">',
  '![pixel](http://tracker.invalid/pixel.png)',
  '<svg onload="alert(2)"><a xlink:href="javascript:alert(3)">x</a></svg>',
  '[click](javascript:alert(4))',
  '<iframe srcdoc="<script>alert(5)</script>"></iframe>',
  '<style>@import "http://tracker.invalid/style.css"; * { display: none }</style>',
  '<link rel="stylesheet" href="http://tracker.invalid/style.css">',
  '<meta http-equiv="refresh" content="0;url=http://tracker.invalid/">',
  '<base href="http://tracker.invalid/">',
  '<form action="http://tracker.invalid/"><button>Approve</button></form>',
  '<div style="position:fixed;inset:0;background:url(http://tracker.invalid/all.png)">',
  '</details></td></tr></table><video src="http://tracker.invalid/v.mp4" autoplay>',
  '</code></pre><object data="http://tracker.invalid/o.swf"></object>',
  '```\n</code></pre><img src=http://tracker.invalid/fence.png>\n```',
  'cell | <img src=http://tracker.invalid/cell.png> |\n| - | - |\n| a | b |',
  '--><img src=http://tracker.invalid/comment.png><!--',
  'http://tracker.invalid www.tracker.invalid someone@tracker.invalid <http://tracker.invalid>',
  `${'x'.repeat(3000)} ${'日本語'.repeat(400)} ${'🙂'.repeat(500)}`,
  HOSTILE_PIECES.join(' '),
];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

async function expectInert(shown: ShownPage): Promise<void> {
  const content = await readContent(shown.page);
  expect(shown.requests).toEqual([]);
  expect(shown.signs).toEqual([]);
  expect(shown.page.url()).toBe('http://comment.invalid/');
  expect(content.elements.filter((name) => !ELEMENTS.has(name))).toEqual([]);
  expect(content.attributes.filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
  expect(content.links.filter((link) => !link.startsWith('https://github.example/'))).toEqual([]);
}

describe('the comment of', () => {
  const goldens = readdirSync(GOLDENS).filter((name) => name.endsWith('.md'));

  test.each(goldens)('%s is text, tables and folds in their places', async (name) => {
    const markdown = readFileSync(join(GOLDENS, name), 'utf8');
    await using shown = await showComment(browser, markdown);
    await expectInert(shown);
    const content = await readContent(shown.page);
    expect(content.tables).toEqual(tablesOf(markdown));
    expect(content.text).not.toMatch(/\*\*|&#|<\/?\w/);
    expect(await readOverflow(shown.page)).toEqual([]);
  });

  test.each(goldens)('%s has all columns of its tables on a phone', async (name) => {
    const markdown = readFileSync(join(GOLDENS, name), 'utf8');
    await using shown = await showComment(browser, markdown, PHONE_WIDTH);
    expect(await readCutCells(shown.page)).toEqual([]);
  });

  test('folds open and close, and hide what they hold', async () => {
    await using shown = await showComment(
      browser,
      readFileSync(join(GOLDENS, 'red-same-sentence.md'), 'utf8'),
    );
    const folds = shown.page.locator('body > details');
    const count = await folds.count();
    expect(count).toBe(2);
    for (let index = 0; index < count; index += 1) {
      const fold = folds.nth(index);
      const summary = fold.locator('> summary');
      const inside = fold.locator('pre, table, ul').first();
      const own = inside.locator('xpath=ancestor::details[1]/summary');
      expect(await inside.isVisible()).toBe(false);
      await summary.click();
      if ((await own.count()) > 0 && !(await inside.isVisible())) await own.click();
      expect(await inside.isVisible()).toBe(true);
      await summary.click();
      expect(await inside.isVisible()).toBe(false);
    }
  });
});

describe('hostile text', () => {
  test.each(ATTACKS.map((attack) => [JSON.stringify(attack).slice(0, 60), attack]))(
    '%s stays text',
    async (_, attack) => {
      const comment = renderComment(createForeignReport(attack), { marker: MARKER });
      await using shown = await showComment(browser, comment, PHONE_WIDTH);
      await expectInert(shown);
      const { tables, text } = await readContent(shown.page);
      // The text makes no columns or tables of its own.
      expect(tables).toHaveLength(1);
      expect(new Set(tables.flat())).toEqual(new Set([2]));
      expect(text).toMatch(/\nNext: fix /);
      expect(await readOverflow(shown.page)).toEqual([]);
      expect(await readCutCells(shown.page)).toEqual([]);
    },
  );

  test('all at once, in 60,000 bytes', async () => {
    const comment = renderComment(createForeignReport(ATTACKS.join('\n\n')), { marker: MARKER });
    await using shown = await showComment(browser, comment);
    await expectInert(shown);
    expect(await readOverflow(shown.page)).toEqual([]);
  });
});

describe('the page itself', () => {
  test('lets everything through that is not inert, so that it would be seen', async () => {
    await using shown = await showComment(browser, ATTACKS.slice(0, 4).join('\n\n'));
    const content = await readContent(shown.page);
    expect(shown.requests).toContain('http://tracker.invalid/pixel.png');
    expect(shown.signs).toContain('dialog: script');
    expect(content.elements).toEqual(expect.arrayContaining(['img', 'script', 'svg']));
  });

  test('sees what sticks out of the column', async () => {
    await using shown = await showComment(
      browser,
      `<p style="width:${COLUMN_WIDTH + 50}px">wide</p>\n\nnarrow`,
    );
    expect(await readOverflow(shown.page)).toEqual(['p: wide']);
  });
});
