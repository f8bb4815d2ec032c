// Takes docs/comment.png anew: the top of the comment that the demo prints, as a browser shows it. Needs a Chromium.
//   npm run --silent demo 2>/dev/null | node scripts/screenshot.mjs
import { text } from 'node:stream/consumers';
import { openBrowser } from '../test/browser/open-browser.ts';
import { COLUMN_WIDTH, MARGIN, renderPage } from '../test/browser/render-page.ts';

const browser = await openBrowser();
const page = await browser.newPage({
  viewport: { width: COLUMN_WIDTH + 2 * MARGIN, height: 1200 },
  deviceScaleFactor: 1.15,
});
await page.setContent(renderPage(await text(process.stdin)));
// Down to the first case; the whole comment is long.
const fold = await page.locator('body > details').first().boundingBox();
const clip = { x: 0, y: 0, width: COLUMN_WIDTH + 2 * MARGIN, height: fold.y + fold.height + MARGIN / 2 };
await page.screenshot({ path: 'docs/comment.png', clip });
await browser.close();
