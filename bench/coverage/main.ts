// Measures the coverage of simulated prompts, whose every rule is one line: how often the map is right, and what it costs.
import { parseArgs } from 'node:util';
import { measureCoverage } from '../../src/coverage/measure-coverage.js';
import { ScriptedLab } from './scripted-agent.js';
import { hashSeed, type NoiseModel, suiteOf } from './simulated-suite.js';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '100' },
    seeds: { type: 'string', default: 'reporting' },
  },
});
const trials = Number(values.trials);

type Row = {
  readonly label: string;
  readonly blocks: number;
  readonly cases: number;
  readonly noise: NoiseModel;
  /** Cases that ask about each rule; 0: the rules are about nothing that is asked. */
  readonly noticing: number;
  readonly all: boolean;
};

const COSTS: readonly Row[] = [6, 18, 60].flatMap((blocks) =>
  [30, 300].flatMap((cases) =>
    [false, true].map((all) => ({
      label: `${blocks} blocks, ${cases} cases${all ? ', all' : ''}`,
      blocks,
      cases,
      noise: 'none' as const,
      noticing: Math.max(1, Math.floor(cases / blocks)),
      all,
    })),
  ),
);

const RIGHT: readonly Row[] = (
  [
    ['no noise, one case per rule', 'none', 1],
    ['one case in every answer', 'always', 1],
    ['two cases per rule that is in 90% of answers or more', 'often', 2],
    ['usual noise, two cases per rule', 'usual', 2],
    ['usual noise, an unchanged prompt', 'usual', 0],
  ] as const
).flatMap(([label, noise, noticing]) =>
  [30, 300].map((cases) => ({
    label: `${label}, ${cases} cases`,
    blocks: 18,
    cases,
    noise,
    noticing,
    all: false,
  })),
);

async function runRow({ blocks, cases, noise, noticing, all }: Row, count: number) {
  let noticed = 0;
  let answers = 0;
  for (let trial = 0; trial < count; trial += 1) {
    const seed = hashSeed(`${values.seeds} ${blocks} ${cases} ${noise} ${noticing} ${trial}`);
    const lab = new ScriptedLab(suiteOf({ blocks, cases, noise, noticing, seed }));
    const coverage = await measureCoverage({ ...lab.plan, all }, lab.ask);
    noticed += coverage.blocks.filter(({ state }) => state === 'noticed').length / coverage.blocks.length;
    answers += lab.answers;
  }
  return { noticed: noticed / count, answers: answers / count };
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

print('map', 'noticed', 'answers');
print('---', '---:', '---:');
for (const row of RIGHT) {
  const { noticed, answers } = await runRow(row, trials);
  print(row.label, `${(100 * noticed).toFixed(1)} %`, answers.toFixed(0));
}
process.stdout.write('\n');
print('cost', 'answers', 'per block');
print('---', '---:', '---:');
for (const row of COSTS) {
  const { answers } = await runRow(row, 1);
  print(row.label, answers.toFixed(0), (answers / row.blocks).toFixed(1));
}
