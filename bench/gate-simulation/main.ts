// Simulates pull requests and writes a report of how often the gate is right to stdout, or to the file of --out.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { listCells } from './cells.js';
import { renderPage } from './render-page.js';
import { runGroups, type Seeds } from './run-cell.js';
import { renderShare } from './targets.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Seeds that the rules were tuned with, instead of the others. */
    tuning: { type: 'boolean', default: false },
    trials: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
});
const startedAt = performance.now();
const trials = values.quick ? 20 : Number(values.trials);
const groups = listCells({ trials }).map((group) => ({
  ...group,
  cells: group.cells.filter(({ label }) => label.includes(values.only)),
}));
const seeds: Seeds = values.tuning ? 'tuning' : 'reporting';
const results = runGroups(groups, seeds, ({ cell, results: all }) => {
  const shares = all.map(({ share, byRule, extraSamples }) => {
    const rules = Object.entries(byRule).map(([rule, part]) => `${rule} ${renderShare(part)}`);
    return `${renderShare(share)} (${rules.join(', ')}) extra ${extraSamples.toFixed(2)}`;
  });
  process.stderr.write(`${cell.label}: ${shares.join(' | ')}\n`);
});
const page = renderPage({ groups: results });
if (values.out === undefined) process.stdout.write(page);
else await writeFile(values.out, page);
process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
