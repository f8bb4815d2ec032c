import { expect, it } from 'vitest';
import { checkInstalledCode } from '../../src/cli/lint/installed-code.js';
import { checkPackageList, findProgramFile } from '../../src/cli/lint/program-packages.js';
import { readProgram } from '../../src/project/find-program.js';
import { openMemoryTree } from './memory-tree.js';

const SCRIPTS = '[project.scripts]\nshop = "shop.main:run"\n';

it.each<[string, string, Readonly<Record<string, string>>, string | null]>([
  [
    'a module below src',
    'python3 -m shop',
    { 'src/shop/__main__.py': 'from . import x' },
    'env PYTHONPATH=src python3 -m shop',
  ],
  [
    'a module below src, with its folder',
    'env PYTHONPATH=src python3 -m shop',
    { 'src/shop/__main__.py': '' },
    null,
  ],
  ['a module in the environment of uv', 'uv run python -m shop', { 'src/shop/__main__.py': '' }, null],
  ['a module at the top', 'python3 -m shop', { 'shop/__main__.py': 'from shop import x' }, null],
  ['a file', 'python3 agent.py', { 'agent.py': 'import rules', 'rules.py': '' }, null],
  [
    'a file that imports a package below src',
    'poetry run python agent.py',
    { 'agent.py': 'import shop', 'src/shop/__init__.py': '' },
    'env PYTHONPATH=src poetry run python agent.py',
  ],
  [
    'a file that says where it is',
    'python3 agent.py',
    { 'agent.py': 'sys.path.insert(0, SRC)\nimport shop', 'src/shop/__init__.py': '' },
    null,
  ],
  [
    'a script of the package',
    'shop --json',
    { 'pyproject.toml': SCRIPTS, 'src/shop/main.py': '' },
    'env PYTHONPATH=src shop --json',
  ],
  [
    'a script of a package at the top',
    'shop',
    { 'pyproject.toml': SCRIPTS, 'shop/main.py': '' },
    'env PYTHONPATH=. shop',
  ],
  ['a script of another package', 'gunicorn', { 'pyproject.toml': SCRIPTS }, null],
  ['a program in another language', 'node agent.mjs', { 'agent.mjs': '' }, null],
])('the own code of %s', async (_, command, files, better) => {
  const reader = openMemoryTree(files);
  const words = command.split(' ');
  const path = findProgramFile(words, Object.keys(files));
  const program = path === undefined ? null : { path, files: await readProgram(path, reader) };
  const warnings = await checkInstalledCode(
    { name: 'support', target: { kind: 'command', command: words, workers: 1, timeoutMs: 1000, env: [] } },
    program,
    reader,
  );
  expect(warnings).toEqual(
    better === null
      ? []
      : [
          expect.stringContaining(
            `\`${command}\` takes the project's own package from where it is installed`,
          ),
        ],
  );
  if (better !== null) expect(warnings[0]).toContain(`Start it with \`${better}\``);
});

it.each([
  ['env PYTHONPATH=lib:libs/bot python3 -m bot', 'libs/bot/bot/__main__.py'],
  ['python3 -m shop.main', 'src/shop/main.py'],
])('the file that %s starts', (command, path) => {
  expect(findProgramFile(command.split(' '), [path])).toBe(path);
});

it.each<[string, string, readonly string[], boolean, string | null]>([
  ['Ruby', 'bundle exec ruby lib/a.rb', ['lib/a.rb', 'Gemfile'], false, 'Gemfile'],
  ['Ruby in a folder', 'ruby bot/lib/a.rb', ['web/Gemfile', 'bot/Gemfile'], false, 'bot/Gemfile'],
  ['PHP', 'php ./a.php', ['composer.json'], false, 'composer.json'],
  ['PHP with a step', 'php a.php', ['composer.json'], true, null],
  ['PHP without packages', 'php a.php', ['web/composer.json'], false, null],
  ['another language', 'node a.mjs', ['Gemfile', 'composer.json'], false, null],
])('packages of %s need a step that installs them', (_, command, paths, mayInstall, list) => {
  const target = {
    kind: 'command',
    command: command.split(' '),
    workers: 1,
    timeoutMs: 1000,
    env: [],
  } as const;
  const step = { path: 'check.yml', events: new Map([['push', {}]]), mayInstall, isSelfHosted: false };
  const missing = checkPackageList({ name: 'support', target }, { steps: [step], paths });
  expect(missing).toEqual(
    list === null
      ? []
      : [expect.stringContaining(`check.yml: before the action, install what ${list} lists`)],
  );
});
