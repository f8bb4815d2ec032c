// Simulates pull requests and writes docs/gate-simulation.md; with --quick prints a rough page, and writes nothing.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listCells } from './cells.js';
import { renderPage } from './render-page.js';
import { runGroups } from './run-groups.js';
import { renderShare } from './targets.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../docs/gate-simulation.md', import.meta.url)),
    },
  },
});
const startedAt = performance.now();
const groups = runGroups(listCells({ divide: values.quick ? 100 : 1 }), ({ cell, results }) => {
  const shares = results.map(
    ({ fails, byMean, byCase, extraSamples }) =>
      `${renderShare(fails)} (mean ${renderShare(byMean)}, case ${renderShare(byCase)}) extra ${extraSamples.toFixed(2)}`,
  );
  const name = `${cell.label}${cell.deterministic ? ' [same answer]' : ''}`;
  process.stderr.write(`${name}, ${cell.noise} noise, ${cell.cases} cases: ${shares.join(' | ')}\n`);
});
const page = renderPage(groups);
if (values.quick) process.stdout.write(page);
else await writeFile(values.out, page);
process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
