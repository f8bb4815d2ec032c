// Simulates pull requests and prints, as a Markdown table, how often the gate is right.
import { parseArgs } from 'node:util';
import { type Cell, listCells } from './cells.js';
import { type CellResult, runCell, type TrialOptions } from './run-cell.js';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '400' },
    /** Another word gives other trials: rules are tuned with one word and reported with another. */
    seeds: { type: 'string', default: 'reporting' },
    only: { type: 'string', default: '' },
    /** 1/2: every second cell, beginning with the first, to share the work among processes. */
    part: { type: 'string', default: '1/1' },
  },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);

process.stdout.write(
  '| cell | model | base runs | result | 95 % | aim | met | by rule | red, yellow | extra |\n|---|---|---|---|---|---|---|---|---|---|\n',
);
const known: NonNullable<TrialOptions['known']> = new Map();
const chosen = listCells().filter(({ label }) => label.includes(values.only));
for (const [index, cell] of chosen.entries()) {
  if (index % parts !== part - 1) continue;
  const trials = Math.max(2, Math.round(Number(values.trials) * cell.weight));
  for (const noise of cell.models) {
    for (const baseRuns of cell.baseRuns) {
      const result = runCell(cell, { ...cell.plan, noise, baseRuns }, { trials, seeds: values.seeds, known });
      process.stdout.write(renderRow(cell, result));
    }
  }
}

function renderRow({ label, aim, counts }: Cell, result: CellResult): string {
  const isShare = counts !== 'extra';
  const show = (share: number) => (isShare ? percent(share) : share.toFixed(2));
  const { noticeable, interval } = result;
  const about = noticeable === null ? label : `${label} (${noticeable.toFixed(3)})`;
  const limit = aim === null ? '' : `${aim.kind === 'at-most' ? '≤' : '≥'} ${show(aim.share)}`;
  const rules = [...result.byRule].map(([rule, share]) => `${rule} ${percent(share)}`).join(', ');
  const range = isShare ? `${percent(interval[0])}–${percent(interval[1])}` : '';
  return `| ${about} | ${result.model} | ${result.baseRuns} | ${show(result.share)} | ${range} | ${limit} | ${result.isMet ? '' : 'no'} | ${rules} | ${percent(result.red)}, ${percent(result.yellow)} | ${result.extra.toFixed(2)} |\n`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
