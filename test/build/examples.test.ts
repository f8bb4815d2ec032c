import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as library from '../../src/library/index.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { openCommandTarget } from '../../src/target/command-target.js';
import { createFolder } from '../support/folder.js';
import { codeBlocks, ROOT, readPage } from './code-blocks.js';
import { compile } from './compile.js';

const CLI = join(ROOT, 'lib/cli.js');

let folder: string;
beforeEach(() => {
  folder = createFolder();
});

function blockOf(page: string, language: string): string {
  const [block] = codeBlocks(page, language);
  if (block === undefined) throw new Error(`${page} has no ${language} block`);
  return block;
}

const SCORER = codeBlocks('docs/config.md', 'ts')[0] ?? '';

/** Files of `src/` with functions that users import. */
const PUBLIC_FILES = [
  'src/library/factories.ts',
  'src/library/index.ts',
  'src/library/resolve-judge.ts',
  'src/library/run-evals/run-evals.ts',
  'src/model/errors.ts',
  'src/scorers/builder/steps.ts',
  'src/scorers/messages/read-run.ts',
  'src/scorers/prebuilt/checks/checks.ts',
];
const EXAMPLES = PUBLIC_FILES.flatMap((path) => examplesOf(readPage(path)));

/** The code below each `@example`. */
function examplesOf(source: string): readonly string[] {
  return [...source.matchAll(/ \* @example\n((?: \*(?!\/).*\n)+)/g)].map(([, lines = '']) =>
    lines.replaceAll(/^ \* ?/gm, ''),
  );
}

test('each public function of the library has an example', () => {
  const names = Object.keys(library).filter((name) => /^[a-z]\w/.test(name));
  expect(names.length).toBeGreaterThan(35);
  const isShown = (name: string) => EXAMPLES.some((example) => new RegExp(`\\b${name}\\b`).test(example));
  expect(names.filter((name) => !isShown(name))).toEqual([]);
});

test('what is copied compiles where the package is installed, and gives what the text says', async () => {
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/prompt-regression'));
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'names-the-fact.ts'), SCORER);
  const score = blockOf('docs/library.md', 'ts').replace('openai/gpt-6-luna', 'builtin');
  await writeFile(join(folder, 'score.ts'), score);
  // The package's own test checks the libraries' types.
  const names = Object.keys(library).join(', ');
  for (const [at, example] of EXAMPLES.entries()) {
    await writeFile(
      join(folder, `example-${at}.ts`),
      `import { ${names} } from 'prompt-regression/scorers';\n${example}`,
    );
  }
  const examples = EXAMPLES.map((_, at) => `example-${at}.ts`);
  const files = ['names-the-fact.ts', 'score.ts', ...examples];
  await compile(folder, { files, noEmit: true, skipLibCheck: true });
  const said = execFileSync(process.execPath, [join(folder, 'score.ts')], { encoding: 'utf8' });
  expect(said).toMatch(/^0\.5 /);
  expect(said).toContain("result: 'no'");
});

test.each([
  ['ts', './evals/names-the-fact.ts'],
  ['python', '{ command: [python3, evals/names-the-fact.python], name: names-the-fact }'],
])('the scorer of docs/config.md in %s scores, where nothing is installed', async (language, scorer) => {
  const [block = ''] = codeBlocks('docs/config.md', language);
  await mkdir(join(folder, 'evals'));
  await writeFile(join(folder, `evals/names-the-fact.${language}`), block);
  const rows = [
    ['refund-window', 'You have 30 days.'],
    ['islands', 'By train.'],
    ['warranty', 'Two years.'],
  ].map(([id, output]) => ({ id, input: `Tell me about ${id}.`, output }));
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  await writeFile(join(folder, 'cases.jsonl'), lines.replaceAll(/,"output":"[^"]*"/g, ''));
  await writeFile(join(folder, 'answers.jsonl'), lines.replaceAll(/"input":"[^"]*",/g, ''));
  await writeFile(
    join(folder, 'prompt-regression.yml'),
    `judge: { model: builtin }\nsuites:\n  - { name: facts, dataset: cases.jsonl, target: { recorded: answers.jsonl }, scorers: [${scorer}] }\n`,
  );
  const run = spawnSync(process.execPath, [CLI, 'run'], { cwd: folder, encoding: 'utf8' });
  expect(run.stdout, run.stderr).toContain('names the fact 0.50');
  const path = join(folder, '.prompt-regression/last-run/records/facts.json');
  const record: RunRecord = JSON.parse(await readFile(path, 'utf8'));
  expect(record.cases.map((row) => row.samples[0]?.judgements['names-the-fact']?.reason)).toEqual([
    'It names the fact.',
    'It does not name "ferry".',
    'no fact to name',
  ]);
});

describe('copied from the pages', () => {
  test('the agent answers the dataset', async () => {
    await writeFile(join(folder, 'agent.mjs'), blockOf('docs/agents.md', 'js'));
    await writeFile(join(folder, 'cases.jsonl'), blockOf('README.md', 'jsonl'));
    await writeFile(
      join(folder, 'prompt-regression.yml'),
      'judge: { model: builtin }\nsuites:\n  - { name: copied, dataset: cases.jsonl, target: { command: [node, agent.mjs] } }\n',
    );
    const run = spawnSync(process.execPath, [CLI, 'run'], { cwd: folder, encoding: 'utf8' });
    expect(run.stderr).toContain('2 cases × 1 head run: 2 answers');
    expect(run.status).toBe(0);
    const record = await readFile(join(folder, '.prompt-regression/last-run/records/copied.json'), 'utf8');
    expect(record).toContain('You asked: How long do I have to return a lamp?');
  });

  test.each([
    ['README.md', 'You asked: How long?'],
    ['docs/agents.md', 'You asked: How long?'],
    ['docs/agents.md', '0 turns before: How long?'],
  ])('an agent in Python of %s answers “%s”, whether it flushes or not', async (page, output) => {
    const [start = ''] = output.split(': How');
    const program = codeBlocks(page, 'python').find((text) => text.includes(start.replace(/^\d+/, ''))) ?? '';
    expect(program).toContain('flush=True');
    await writeFile(join(folder, 'agent.py'), program.replace(', flush=True', ''));
    await using target = openCommandTarget(
      { kind: 'command', command: ['python3', 'agent.py'], workers: 1, timeoutMs: 100_000, env: [] },
      { root: folder, env: process.env, redact: (text) => text },
    );
    const signal = new AbortController().signal;
    for (const id of ['first', 'second']) {
      const row = { id, input: 'How long?', history: [], inputHash: 'h', vars: {}, tags: [] };
      expect(await target.answer(row, 0, { signal })).toMatchObject({ status: 'answered', output });
    }
  });
});
