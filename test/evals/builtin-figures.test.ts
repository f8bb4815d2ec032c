import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceFigures } from '../../evals/labelled/judge-figures.js';
import { PARTS, readLabelledInputs } from '../../evals/labelled/labelled-inputs.js';
import { judgeParts, reportOf } from '../../evals/labelled/measure-judge.js';
import { createBuiltinJudge } from '../../src/offline-judge/builtin-judge.js';

const judge = createBuiltinJudge();
const report = reportOf(judge.name, 0, await judgeParts(judge, new AbortController().signal));
const page = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/judge.md has the figures of the built-in judge as they are: npm run evals:judge -- --judge-model builtin --page', async () => {
  const readme = await page('docs/judge.md');
  expect(readme).toBe(replaceFigures(readme, report));
});

test('the numbers of inputs and statements in docs/judge.md are those of the files', async () => {
  const readme = await page('docs/judge.md');
  const statements = PARTS.reduce((sum, part) => sum + report.parts[part].statements, 0);
  const inputs = (await Promise.all(PARTS.map(readLabelledInputs))).flat();
  expect(readme).toContain(`has ${statements} statements of ${inputs.length} answers`);
});

test('the look at the hold-out is written down for these rules', async () => {
  const { tuned, holdout } = report.parts;
  const row = [
    `\`${judge.fingerprint}\``,
    tuned.kappa?.toFixed(2),
    holdout.kappa?.toFixed(2),
    `${holdout.resisted} of ${holdout.attacks}`,
  ];
  expect(await page('evals/labelled/README.md')).toContain(`| ${row.join(' | ')} |`);
});

test('no statement is left without a verdict, and the judge says more than chance on what it was not tuned on', () => {
  const { tuned, holdout } = report.parts;
  expect([tuned.unscored, holdout.unscored]).toEqual([0, 0]);
  expect((holdout.kappa ?? 0) - (holdout.kappaMargin ?? 1)).toBeGreaterThan(0);
});
