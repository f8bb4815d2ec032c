import type { Browser, Page } from 'playwright-core';
import { COLUMN_WIDTH, MARGIN, renderPage } from './render-page.js';

/** Never resolved: every request is answered or refused inside the browser. */
const ADDRESS = 'http://comment.invalid/';

/** An opened page, with everything that it did besides being text. */
export type ShownPage = AsyncDisposable & {
  readonly page: Page;
  /** Requests beyond the page itself, refused. */
  readonly requests: readonly string[];
  /** Dialogs, new windows, and what scripts wrote to the console. */
  readonly signs: readonly string[];
};

/** Opens a comment at the width of GitHub's column, or of a phone's. */
export function showComment(browser: Browser, markdown: string, width = COLUMN_WIDTH): Promise<ShownPage> {
  return showPage(browser, renderPage(markdown, { width, theme: 'light' }), { width: width + 2 * MARGIN });
}

export type PageLook = {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** False for a reader who allows no scripts. */
  readonly scripts?: boolean;
};

/** Opens a page, and writes down what it does. */
export async function showPage(
  browser: Browser,
  html: string,
  { width = 1200, theme = 'light', scripts = true }: PageLook = {},
): Promise<ShownPage> {
  const page = await browser.newPage({
    viewport: { width, height: 1000 },
    colorScheme: theme,
    javaScriptEnabled: scripts,
  });
  const requests: string[] = [];
  const signs: string[] = [];
  page.on('dialog', async (dialog) => {
    signs.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('popup', (popup) => signs.push(`window: ${popup.url()}`));
  page.on('console', (message) => signs.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => signs.push(`script: ${error.message}`));
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.url() === ADDRESS && request.isNavigationRequest() && requests.length === 0) {
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    } else {
      requests.push(request.url());
      await route.abort();
    }
  });
  await page.goto(ADDRESS, { waitUntil: 'load' });
  return {
    page,
    requests,
    signs,
    async [Symbol.asyncDispose]() {
      await page.close();
    },
  };
}

/** What a page consists of. */
export type PageContent = {
  /** Every kind of element below the body. */
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  readonly links: readonly string[];
  /** Cells of each row of each table. */
  readonly tables: readonly (readonly number[])[];
  readonly text: string;
};

export function readContent(page: Page): Promise<PageContent> {
  return page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    const names = (values: readonly string[]) => [...new Set(values)].sort();
    return {
      elements: names(all.map((element) => element.localName)),
      attributes: names(all.flatMap((element) => element.getAttributeNames())),
      links: names([...document.links].map((link) => link.href)),
      tables: [...document.querySelectorAll('table')].map((table) =>
        [...table.rows].map((row) => row.cells.length),
      ),
      text: document.body.innerText,
    };
  });
}

/** Texts of the last column's cells that do not end within the page, with every fold open. */
export function readCutCells(page: Page): Promise<readonly string[]> {
  return page.evaluate((margin) => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const right = document.documentElement.clientWidth - margin;
    return [...document.querySelectorAll<HTMLElement>('tr > :last-child')]
      .filter((cell) => cell.getBoundingClientRect().right > right + 1)
      .map((cell) => cell.innerText.slice(0, 60));
  }, MARGIN);
}

/** Elements that stick out of the column, boxes that scroll by themselves apart. */
export function readOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate((margin) => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const right = document.documentElement.clientWidth - margin;
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.closest('pre, table') === null || element.matches('pre, table'))
      .filter((element) => element.getBoundingClientRect().right > right)
      .map((element) => `${element.localName}: ${element.textContent?.slice(0, 60)}`);
  }, MARGIN);
}
