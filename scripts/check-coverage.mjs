// Prints the files of which too few lines were run, and fails if test/README.md does not say why.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const MIN_LINES_PERCENT = 90;

const root = join(import.meta.dirname, '..');
const summary = JSON.parse(readFileSync(join(root, 'coverage/coverage-summary.json'), 'utf8'));
const page = readFileSync(join(root, 'test/README.md'), 'utf8');

const low = Object.entries(summary)
  .filter(([path, { lines }]) => path !== 'total' && lines.pct < MIN_LINES_PERCENT)
  .map(([path, { lines }]) => ({ file: relative(root, path), percent: lines.pct }))
  .sort((a, b) => a.percent - b.percent);
for (const { file, percent } of low) console.log(`${percent.toFixed(0).padStart(3)}% of the lines: ${file}`);

const unnamed = low.filter(({ file }) => !page.includes(`\`${file}\``));
if (unnamed.length > 0) {
  console.error(
    `Less than ${MIN_LINES_PERCENT}% of their lines were run, and test/README.md does not say why:`,
  );
  for (const { file } of unnamed) console.error(`  ${file}`);
  process.exitCode = 1;
}
