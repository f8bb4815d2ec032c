import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './open-browser.js';

const DOCS = join(import.meta.dirname, '../../docs');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

const drawings = readdirSync(DOCS).filter((name) => name.endsWith('.svg'));

test('there are drawings', () => {
  expect(drawings.length).toBeGreaterThanOrEqual(4);
});

// The fonts of this machine may be wider than those that the drawing names.
test.each(drawings)('no text of %s is cut off', async (name) => {
  const page = await browser.newPage();
  await page.setContent(readFileSync(join(DOCS, name), 'utf8'));
  const cut = await page.evaluate(() => {
    const drawing = document.querySelector('svg')?.getBoundingClientRect();
    if (drawing === undefined) throw new Error('no drawing');
    return [...document.querySelectorAll('svg text')]
      .filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < drawing.left || box.right > drawing.right;
      })
      .map(({ textContent }) => textContent);
  });
  await page.close();
  expect(cut).toEqual([]);
});
