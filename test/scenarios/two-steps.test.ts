import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { expectEnd } from './said.js';
import { BASE_FILES, CONFIG, configOf, createWorld, HARMLESS, PETS, type RunOptions } from './world.js';

const APP = Object.fromEntries(
  Object.entries({ ...BASE_FILES, 'prompts/support.md': HARMLESS }).map(([path, text]) => [
    `app/${path}`,
    text,
  ]),
);
const FILES = {
  'prompts/billing.md': HARMLESS,
  'prompt-regression.yml': configOf({ support: {}, billing: {} }),
  'nightly.yml': CONFIG.replace('threshold: 0.6', 'threshold: 0.9'),
  ...APP,
};

/** The files that a step's outputs name, and the records beside them. */
async function readFiles({ outputs }: ActionResult, suite: string) {
  const read = (path = '') => readFile(path, 'utf8');
  const folder = dirname(outputs['report-path'] ?? '');
  return {
    report: await read(outputs['report-path']),
    result: JSON.parse(await read(outputs['results-file'])),
    html: await read(outputs['html-report']),
    comment: await read(join(folder, 'comment.md')),
    junit: await read(join(folder, 'junit.xml')),
    record: await read(join(folder, 'records', `${suite}.json`)),
  };
}

it("steps of one job leave each other's files alone", async () => {
  await using world = await createWorld({ files: FILES });
  const temp = await mkdtemp(join(tmpdir(), 'runner-temp-'));
  world.openPull(7, {
    'prompts/support.md': PETS,
    'prompts/billing.md': `${HARMLESS}Be brief.\n`,
    'app/prompts/support.md': `${HARMLESS}Be kind.\n`,
  });
  const steps: readonly (RunOptions['inputs'] & object)[] = [
    { suite: 'support' },
    { suite: 'billing' },
    { config: 'nightly.yml' },
    { 'working-directory': 'app' },
  ];
  const ended: { readonly run: ActionResult; readonly files: Awaited<ReturnType<typeof readFiles>> }[] = [];
  const suites = ['support', 'billing', 'support', 'support'];
  for (const [index, inputs] of steps.entries()) {
    const run = await world.runPull(7, {
      inputs: { ...inputs, 'force-run': 'true' },
      env: { RUNNER_TEMP: temp },
    });
    ended.push({ run, files: await readFiles(run, suites[index] ?? '') });
  }
  // Mistyped: it ends before it knows its suites.
  const mistyped = await world.runPull(7, { inputs: { suite: 'bilin' }, env: { RUNNER_TEMP: temp } });
  const refused = await world.runPull(7, { inputs: { repeat: 'many' }, env: { RUNNER_TEMP: temp } });
  expectEnd(mistyped, 2);
  expectEnd(refused, 2);
  for (const [index, { run, files }] of ended.entries()) {
    expect(await readFiles(run, suites[index] ?? ''), JSON.stringify(steps[index])).toEqual(files);
    expect(files.result).toEqual(JSON.parse(run.outputs['result-json'] ?? ''));
  }
  expect(ended.map(({ run }) => run.code)).toEqual([1, 0, 1, 0]);
  const places = [...ended.map(({ run }) => run), mistyped, refused].map(
    ({ outputs }) => outputs['report-path'] ?? '',
  );
  expect(new Set(places).size).toBe(places.length);
  expect(places.map((path) => basename(dirname(dirname(path))))).toEqual(
    places.map(() => 'prompt-regression'),
  );
  await rm(temp, { recursive: true });
});
