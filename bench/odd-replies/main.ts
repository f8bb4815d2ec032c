/**
 * How many cases an odd provider leaves without a score, or with another one than an undisturbed run gives.
 *
 *     node --import ./test/support/typescript-hooks.mjs bench/odd-replies/main.ts [--cases 200] [--seeds 1]
 *
 * Prints the table of bench/README.md.
 */
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { compareScores, type Faults, type Measured, measure, ODDITIES } from './measure.js';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '200' }, seeds: { type: 'string', default: '1' } },
});
const cases = Number(values.cases);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
const right = await measure({ cases });

async function row(name: string, faultsOf: (share: number, seed: number) => Parts): Promise<string[]> {
  const cells = [];
  for (const share of [0.05, 0.3]) {
    const runs: Measured[] = [];
    for (const seed of seeds) runs.push(await measure({ cases, ...faultsOf(share, seed) }));
    const found = runs.map((run) => compareScores(run, right));
    const most = (key: 'unscored' | 'otherScore') => String(Math.max(...found.map((each) => each[key])));
    const requests = runs.reduce((sum, run) => sum + run.requests, 0) / runs.length / right.requests;
    cells.push(most('unscored'), most('otherScore'), requests.toFixed(2));
  }
  return [name, ...cells];
}

type Parts = { readonly agent?: Faults; readonly judge?: Faults };

const ofJudgeAlone: readonly string[] = ['count', 'enum'];
const rows: string[][] = [];
for (const kind of ODDITIES) {
  const faults = (share: number, seed: number): Faults => ({ share, seed, kinds: [kind] });
  if (!ofJudgeAlone.includes(kind)) {
    rows.push(await row(`\`${kind}\` of the agent`, (share, seed) => ({ agent: faults(share, seed) })));
  }
  rows.push(await row(`\`${kind}\` of the judge`, (share, seed) => ({ judge: faults(share, seed) })));
}
rows.push(
  await row('all of them, of both', (share, seed) => {
    const of = (kinds: Faults['kinds']): Faults => ({ share, seed, kinds });
    return { agent: of(ODDITIES.filter((kind) => !ofJudgeAlone.includes(kind))), judge: of(ODDITIES) };
  }),
);
const head = [
  'odd replies',
  '5 %: unscored',
  'other score',
  'requests',
  '30 %: unscored',
  'other score',
  'requests',
];
console.log(markdownTable([head, ...rows], { align: ['l', 'r', 'r', 'r', 'r', 'r', 'r'] }));
process.exit(0);
