// Takes docs/comment*.png, the demo's comment at a desk's and a phone's width, docs/report*.png, the top of its report,
// docs/cause*.png, a comment with a tested cause, and docs/coverage*.png, a prompt with its margins, light and dark; draws
// docs/flow*.svg and docs/error-rates*.svg; and, to look at, each golden comment. Needs a Chromium and the fonts of
// .ci/run.   npm run pictures
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './drawings.mjs';
import { renderCoveragePage } from '../src/report/coverage/render-coverage-page.ts';
import { openBrowser } from '../test/browser/open-browser.ts';
import { COLUMN_WIDTH, MARGIN, PHONE_WIDTH, renderPage } from '../test/browser/render-page.ts';
import { createShownCoverage } from '../test/report/coverage/shown-coverage.ts';
import { playSituation, SITUATIONS } from '../test/scenarios/situations.ts';

const GOLDENS = 'test/report/goldens';
const LOOKS = ['light', 'dark'].flatMap((theme) =>
  [COLUMN_WIDTH, PHONE_WIDTH].map((width) => ({ theme, width })),
);

const { stdout: fonts } = spawnSync('fc-list', ['Noto Color Emoji'], { encoding: 'utf8' });
if (!fonts) throw new Error('There is no font for emoji: install the packages that .ci/run installs.');

const browser = await openBrowser();
const temp = await mkdtemp(join(tmpdir(), 'shop-'));
const situation = SITUATIONS.find(({ number }) => number === 9);
if (situation === undefined) throw new Error('there is no situation 9');
const { run, comment, world } = await playSituation({ ...situation, run: { env: { RUNNER_TEMP: temp } } });
await world[Symbol.asyncDispose]();
if (comment === null) throw new Error('the shop has no comment');
const report = run.outputs['html-report'];
for (const look of LOOKS) {
  const names = [
    'comment',
    ...(look.width === PHONE_WIDTH ? ['phone'] : []),
    ...(look.theme === 'dark' ? ['dark'] : []),
  ];
  await take(comment, look, `docs/${names.join('-')}.png`);
}
await takeReport(report, 'light', 'docs/report.png');
await takeReport(report, 'dark', 'docs/report-dark.png');
await takeCoverage('light', 'docs/coverage.png');
await takeCoverage('dark', 'docs/coverage-dark.png');

const explained = await readFile(join(GOLDENS, 'red-explained.md'), 'utf8');
for (const theme of ['light', 'dark']) {
  await take(explained, { theme, width: COLUMN_WIDTH }, `docs/cause${theme === 'dark' ? '-dark' : ''}.png`);
}

const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
for (const name of await readdir(GOLDENS)) {
  if (!name.endsWith('.md')) continue;
  const markdown = await readFile(join(GOLDENS, name), 'utf8');
  for (const look of LOOKS) {
    await take(markdown, look, join(folder, `${name.slice(0, -3)}-${look.theme}-${look.width}.png`));
  }
}
console.log(folder);
await browser.close();

/** The whole comment, its folds closed. */
async function take(markdown, look, file) {
  const viewport = { width: look.width + 2 * MARGIN, height: 100 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
  await page.setContent(renderPage(markdown, look));
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

/** The top of the report down to both answers to its worst case. */
async function takeReport(path, colorScheme, file) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 100 }, colorScheme });
  await page.goto(`file://${path}`);
  // The model of a test answers at once: its costs and times say nothing. The keys make the file large.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('.numbers tbody tr + tr, .keys')) each.remove();
    document.querySelector('.case').open = true;
  });
  const { y, height } = await page.locator('.answers').first().boundingBox();
  const clip = { x: 0, y: 0, width: 1000, height: Math.round(y + height) };
  await page.screenshot({ path: file, fullPage: true, clip });
  await page.close();
}

/** The prompt with its margins. */
async function takeCoverage(colorScheme, file) {
  const { coverage, files } = createShownCoverage();
  const page = await browser.newPage({ viewport: { width: 1000, height: 100 }, colorScheme });
  await page.setContent(renderCoveragePage(coverage, files));
  await page.locator('.prompt').screenshot({ path: file });
  await page.close();
}
