// Draws docs/flow*.svg, a check from left to right, and docs/error-rates*.svg, the table of docs/how-it-decides.md as bars.
// Part of npm run pictures. With --check it only says what is stale.
import { readFile, writeFile } from 'node:fs/promises';

const THEMES = {
  light: {
    ink: '#1f2328',
    soft: '#59636e',
    line: '#8c959f',
    box: '#f6f8fa',
    even: '#0969da',
    uneven: '#bf8700',
  },
  dark: {
    ink: '#f0f6fc',
    soft: '#9198a1',
    line: '#656c76',
    box: '#151b23',
    even: '#4493f8',
    uneven: '#d29922',
  },
};
const FONT = 'font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif"';

const BOX = { width: 146, height: 64 };
const GAP = 26;
const PITCH = BOX.width + GAP;

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function text(x, y, words, { size = 13, fill, anchor = 'start', weight = 400 }) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(words)}</text>`;
}

function picture({ width, height, title }, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${FONT}><title>${escapeXml(title)}</title>\n${parts.join('\n')}\n</svg>\n`;
}

function box({ x, y, title, lines }, theme) {
  const middle = x + BOX.width / 2;
  return [
    `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="${theme.box}" stroke="${theme.line}"/>`,
    text(middle, y + 22, title, { fill: theme.ink, anchor: 'middle', weight: 600 }),
    ...lines.map((line, at) =>
      text(middle, y + 39 + 15 * at, line, { size: 11.5, fill: theme.soft, anchor: 'middle' }),
    ),
  ].join('\n');
}

function arrow(from, to, theme) {
  const angle = (180 * Math.atan2(to.y - from.y, to.x - from.x)) / Math.PI;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${theme.line}" stroke-width="1.5"/><path d="M-7 -4L0 0L-7 4z" fill="${theme.line}" transform="translate(${to.x} ${to.y}) rotate(${angle.toFixed(1)})"/>`;
}

/** A check from both sides' answers to the comment. @param ruleCount Rules of the gate. */
function drawFlow(theme, ruleCount) {
  const [top, middle, bottom] = [8, 52, 96];
  const column = (at) => 8 + at * PITCH;
  const boxes = [
    { x: column(0), y: top, title: 'main', lines: ['answers the dataset,', '3 runs'] },
    { x: column(0), y: bottom, title: 'this pull request', lines: ['answers the same', 'questions'] },
    { x: column(1), y: middle, title: 'judge', lines: ['labels each statement', 'and compares'] },
    { x: column(2), y: middle, title: 'asked again', lines: ['cases that look worse,', 'on both sides'] },
    { x: column(3), y: middle, title: `${ruleCount} rules`, lines: ['each can fail the', 'check'] },
    { x: column(4), y: middle, title: 'one comment', lines: ['cause, line, next step,', 'and a status'] },
  ];
  const center = ({ y }) => y + BOX.height / 2;
  const right = ({ x, y }) => ({ x: x + BOX.width, y: center({ y }) });
  const left = ({ x, y }) => ({ x: x - 2, y: center({ y }) });
  const [main, pull, ...chain] = boxes;
  const [judge] = chain;
  const arrows = [
    arrow(right(main), { x: judge.x - 2, y: center(judge) - 12 }, theme),
    arrow(right(pull), { x: judge.x - 2, y: center(judge) + 12 }, theme),
    ...chain.slice(1).map((next, at) => arrow(right(chain[at]), left(next), theme)),
  ];
  const title =
    'Both branches answer, the judge labels and compares, cases that look worse run again, rules decide, one comment reports';
  return picture({ width: column(5) - GAP + 8, height: 168, title }, [
    ...boxes.map((each) => box(each, theme)),
    ...arrows,
  ]);
}

const ROW = 36;
const LABEL = 330;
const SCALE = 300;

/** Rows of the first table below the heading: change, what is counted, and two shares in percent. */
function readRates(page) {
  const section = page.slice(page.indexOf('## How often it is right'));
  const [table = ''] = section.match(/(?:^\|.*\n)+/m) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([change, counted, even, uneven]) => ({
      change,
      counted,
      even: Number.parseFloat(even),
      uneven: Number.parseFloat(uneven),
    }));
}

function drawRates(theme, page) {
  const rates = readRates(page);
  const legend = [
    `<rect x="${LABEL}" y="8" width="10" height="10" fill="${theme.even}"/>`,
    text(LABEL + 16, 17, 'cases vary alike', { size: 12, fill: theme.soft }),
    `<rect x="${LABEL + 130}" y="8" width="10" height="10" fill="${theme.uneven}"/>`,
    text(LABEL + 146, 17, 'some cases vary much more', { size: 12, fill: theme.soft }),
  ];
  const bars = rates.flatMap(({ change, counted, even, uneven }, at) => {
    const y = 34 + at * ROW;
    const bar = (share, offset, fill) => [
      `<rect x="${LABEL}" y="${y + offset}" width="${Math.max(1, (share / 100) * SCALE).toFixed(1)}" height="9" fill="${fill}"/>`,
      text(LABEL + 6 + (share / 100) * SCALE, y + offset + 8.5, `${share}%`, { size: 10, fill: theme.soft }),
    ];
    return [
      text(LABEL - 10, y + 8, change, { size: 12, fill: theme.ink, anchor: 'end' }),
      text(LABEL - 10, y + 22, counted, { size: 11, fill: theme.soft, anchor: 'end' }),
      ...bar(even, 0, theme.even),
      ...bar(uneven, 11, theme.uneven),
    ];
  });
  const height = 40 + rates.length * ROW;
  const title = 'How many of 200 simulated checks end as the label says, by the change';
  return picture({ width: LABEL + SCALE + 60, height, title }, [...legend, ...bars]);
}

const rulesPage = await readFile('docs/how-it-decides.md', 'utf8');
const readme = await readFile('README.md', 'utf8');
const [rules = ''] = /<!-- rules:[\s\S]*?<!-- end of rules -->/.exec(readme) ?? [];
const ruleCount = rules.match(/^\| \*\*/gm)?.length ?? 0;
const files = Object.entries(THEMES).flatMap(([name, theme]) => {
  const suffix = name === 'light' ? '' : `-${name}`;
  return [
    [`docs/flow${suffix}.svg`, drawFlow(theme, ruleCount)],
    [`docs/error-rates${suffix}.svg`, drawRates(theme, rulesPage)],
  ];
});
for (const [path, drawing] of files) {
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known === drawing) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is stale: run npm run pictures`);
    process.exitCode = 1;
  } else await writeFile(path, drawing);
}
