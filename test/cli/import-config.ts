import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { isUnwritten } from '../../src/cli/init/write-project.js';
import { parseDataset } from '../../src/dataset/dataset.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { renderPrompt } from '../../src/dataset/render-prompt.js';
import { createFolder } from '../support/folder.js';
import { type, writeTree } from './terminal.js';

export type Files = Readonly<Record<string, string>>;

/**
 * What `init --from` says and writes for a config, and what its suites would ask, by suite. A suite whose prompt is to be
 * written asks nothing yet.
 */
export async function importConfig(files: Files, from = 'promptfooconfig.yaml') {
  const cwd = createFolder();
  await writeTree(cwd, files);
  const said = await type(`init --from ${from}`, { cwd });
  const table = (said.code === 0 ? said.stdout : said.stderr.replaceAll(/^error: /gm, '')).split('\n\n')[0];
  const notTaken = (table ?? '').split('\n').filter((line) => / {2}no {4}/.test(line));
  const rows = notTaken.map((line) => line.replaceAll(/ {2,}/g, ' | '));
  if (said.code !== 0) return { ...said, cwd, notTaken: rows, config: '', suites: [], cases: [], asked: {} };
  const read = (path: string) => readFile(join(cwd, path), 'utf8');
  const config = await read('prompt-regression.yml');
  const { suites } = parse(config);
  const cases = parseDataset(await read(suites[0].dataset), suites[0].dataset);
  const asked: Record<string, readonly string[]> = {};
  for (const { name, target } of suites) {
    const text = await read(target.prompt);
    if (isUnwritten(text)) continue;
    const file = parsePromptFile(text, target.prompt);
    asked[name] = cases.map((row) =>
      renderPrompt(file, row)
        .map(({ role, content }) => `${role}: ${content}`)
        .join(' | '),
    );
  }
  return { ...said, cwd, notTaken: rows, config, suites, cases, asked };
}

/** The same, with what `lint` says of the files. */
export async function importAndLint(files: Files) {
  const imported = await importConfig(files);
  const lint = await type('lint', { cwd: imported.cwd });
  // 2 is an error in a file; 1 says that the check is not ready to be required.
  expect(lint.code, lint.stderr).not.toBe(2);
  return { ...imported, lint: lint.stdout };
}
