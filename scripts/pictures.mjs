// Takes the pictures of comments anew, to be looked at: docs/comment.png, the top of the demo's, and beside the goldens each
// decision at a desk's and a phone's width, light and dark. Needs a Chromium and the fonts of .ci/run.   npm run pictures
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../src/text/hash.ts';
import { openBrowser } from '../test/browser/open-browser.ts';
import { COLUMN_WIDTH, MARGIN, renderPage } from '../test/browser/render-page.ts';

const GOLDENS = 'test/report/goldens';
const PHONE_WIDTH = 358;
const LOOKS = ['light', 'dark'].flatMap((theme) =>
  [COLUMN_WIDTH, PHONE_WIDTH].map((width) => ({ theme, width })),
);
/** The rest of a long comment is cases. */
const MOST_HEIGHT = 1_000;

const { stdout: fonts } = spawnSync('fc-list', ['Noto Color Emoji'], { encoding: 'utf8' });
if (!fonts) throw new Error('There is no font for emoji: install the packages that .ci/run installs.');

const browser = await openBrowser();
await takeDemo();
for (const name of await readdir(GOLDENS)) if (/^decided-.*\.md$/.test(name)) await takeDecision(name);
await browser.close();

async function takeDemo() {
  const { stderr } = spawnSync(process.execPath, ['lib/cli.js', 'demo'], { encoding: 'utf8' });
  const [, path] = /^ {2}(\S+comment\.md)$/m.exec(stderr) ?? [];
  if (path === undefined) throw new Error('the demo does not say where its comment lies');
  const page = await browser.newPage({
    viewport: { width: COLUMN_WIDTH + 2 * MARGIN, height: 1200 },
    deviceScaleFactor: 1,
  });
  await page.setContent(renderPage(await readFile(path, 'utf8')));
  // What stands above the cases; the whole comment is long.
  const cases = await page.locator('h4').first().boundingBox();
  const clip = { x: 0, y: 0, width: COLUMN_WIDTH + 2 * MARGIN, height: cases.y - MARGIN / 2 };
  await page.screenshot({ path: 'docs/comment.png', clip });
  await page.close();
}

/** With a comment that no viewer shows: whose picture it is, so that a test can tell when it is no more. */
function withNote(jpeg, note) {
  // The first segment says what kind of file it is, and has to stay the first.
  const first = 4 + jpeg.readUInt16BE(4);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(note.length + 2);
  const segment = [Buffer.from([0xff, 0xfe]), length, Buffer.from(note)];
  return Buffer.concat([jpeg.subarray(0, first), ...segment, jpeg.subarray(first)]);
}

/** One picture: a frame a look. */
async function takeDecision(name) {
  const markdown = await readFile(join(GOLDENS, name), 'utf8');
  const frames = LOOKS.map((look) => {
    const source = renderPage(markdown, look).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe srcdoc="${source}" width="${look.width + 2 * MARGIN}" height="${MOST_HEIGHT}" scrolling="no"></iframe>`;
  });
  const width = LOOKS.reduce((sum, look) => sum + look.width + 2 * MARGIN, 0);
  const page = await browser.newPage({ viewport: { width, height: MOST_HEIGHT }, deviceScaleFactor: 0.6 });
  await page.setContent(
    `<style>body { margin: 0; display: flex } iframe { border: 0 }</style>${frames.join('')}`,
    { waitUntil: 'load' },
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 55 });
  await writeFile(join(GOLDENS, name.replace(/md$/, 'jpg')), withNote(picture, sha256(markdown)));
  await page.close();
}
