// Searches for the causes of simulated findings, and prints how often the right lines are named, as a Markdown table.
import { parseArgs } from 'node:util';
import { runTrial, type TrialPlan } from './run-trial.js';
import { SCENARIOS } from './scenarios.js';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '1000' },
    /** Another word gives other trials: the rule is tuned with one word and reported with another. */
    seeds: { type: 'string', default: 'reporting' },
    cases: { type: 'string', default: '1,2,3' },
    hunks: { type: 'string', default: '2,3,8' },
  },
});
const trials = Number(values.trials);

const AGENTS = [
  { label: 'every answer', says: 1, habit: 0, varies: 'each-answer' },
  { label: 'every answer, habit 5 %', says: 1, habit: 0.05, varies: 'each-answer' },
  { label: 'every answer, habit 20 %', says: 1, habit: 0.2, varies: 'each-answer' },
  { label: '95 %, habit 5 %', says: 0.95, habit: 0.05, varies: 'each-answer' },
  { label: '80 %, habit 5 %', says: 0.8, habit: 0.05, varies: 'each-answer' },
  { label: '80 %, habit 20 %', says: 0.8, habit: 0.2, varies: 'each-answer' },
  { label: '100 %, habit 50 %', says: 1, habit: 0.5, varies: 'each-answer' },
  { label: 'steady', says: 1, habit: 0, varies: 'steady' },
  { label: 'steady, habit 5 %', says: 1, habit: 0.05, varies: 'steady' },
  { label: 'steady, habit 20 %', says: 1, habit: 0.2, varies: 'steady' },
] as const;

process.stdout.write(
  '| cause | agent | cases | hunks | right | wrong | answers | most | rounds |\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n',
);
for (const scenario of SCENARIOS) {
  for (const { label, ...noise } of AGENTS) {
    for (const cases of values.cases.split(',').map(Number)) {
      for (const hunks of values.hunks.split(',').map(Number)) {
        const plan: TrialPlan = { scenario, ...noise, cases, hunks };
        const all = Array.from({ length: trials }, (_, at) =>
          runTrial(plan, `${values.seeds} ${JSON.stringify(plan)} ${at}`),
        );
        const average = (of: (trial: (typeof all)[number]) => number) =>
          all.reduce((sum, trial) => sum + of(trial), 0) / trials;
        const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
        const right = percent(average(({ isRight }) => Number(isRight)));
        const wrong = percent(average(({ isWrong }) => Number(isWrong)));
        const answers = average((trial) => trial.answers).toFixed(0);
        const most = Math.max(...all.map((trial) => trial.answers));
        const rounds = average((trial) => trial.rounds).toFixed(0);
        process.stdout.write(
          `| ${scenario} | ${label} | ${cases} | ${hunks} | ${right} | ${wrong} | ${answers} | ${most} | ${rounds} |\n`,
        );
      }
    }
  }
}
