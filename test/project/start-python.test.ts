import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildPythonPath, startPython } from '../../src/project/start-python.js';
import { createFolder } from '../support/folder.js';

const run = promisify(execFile);

const writeFiles = async (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

it.each<[string, Readonly<Record<string, string>>]>([
  ['a package below src', { 'src/shop/__main__.py': 'from .core import NAME\nprint(NAME)' }],
  ['a file that imports a package below src', { 'agent.py': 'from shop.core import NAME\nprint(NAME)' }],
])('the command of %s runs the code of its own folder, whatever is installed', async (_, program) => {
  const top = createFolder();
  const files = (side: string) => ({
    ...program,
    'src/shop/__init__.py': '',
    'src/shop/core.py': `NAME = "${side}"`,
  });
  await writeFiles(join(top, 'base'), files('base'));
  await writeFiles(join(top, 'head'), files('head'));
  // As `pip install -e .` does for the checkout.
  const env = { ...process.env, PYTHONUSERBASE: join(top, 'user') };
  // Its exit code says whether the folder exists.
  const { stdout: site } = await run('python3', ['-m', 'site', '--user-site'], { env }).catch(
    (error) => error,
  );
  await writeFiles(site.trim(), { 'shop.pth': join(top, 'head/src') });
  const [path = ''] = Object.keys(program);
  const all = new Map(Object.entries(files('base')));
  const start = startPython({ path, files: all }, { paths: [...all.keys()], prefix: '', packageFolder: '' });
  const command = [...buildPythonPath(start.moduleFolders), 'python3', ...start.words];
  const cwd = join(top, 'base');
  const answer = async ([name = '', ...args]: readonly string[]) =>
    (await run(name, args, { env, cwd })).stdout.trim();
  expect(await answer(['python3', ...start.words])).toBe('head');
  expect(await answer(command)).toBe('base');
});
