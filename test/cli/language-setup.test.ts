import { expect, it } from 'vitest';
import { resolveSetup } from '../../src/cli/init/language-setup.js';
import { openProgram } from '../../src/project/find-program.js';
import { openMemoryTree } from './memory-tree.js';

/** The first file is the program. */
const setUp = async (files: Readonly<Record<string, string>>, prefix = '') => {
  const reader = openMemoryTree(files);
  const paths = Object.keys(files);
  const inside = (path: string) => path.slice(prefix === '' ? 0 : prefix.length + 1);
  const own = Object.fromEntries(Object.entries(files).map(([path, text]) => [inside(path), text]));
  const [path = ''] = paths;
  const source = { path: inside(path), text: files[path] ?? '', isStarted: true };
  const program = await openProgram(openMemoryTree(own), source, []);
  const { command, steps, installs, lacks } = await resolveSetup(program, {
    paths,
    reader,
    prefix,
  });
  const runs = steps.flatMap((line, at) => {
    if (!line.startsWith('- run: ')) return [];
    const [, folder] = /working-directory: "(.*)"/.exec(steps[at + 1] ?? '') ?? [];
    return [line.slice(7) + (folder === undefined ? '' : ` in ${folder}`)];
  });
  expect(installs).toBe(runs.length > 0 || /^(?:env \S+ )?(?:uv|go|bundle) /.test(command.join(' ')));
  return [command.join(' '), ...runs, ...lacks.map((name) => `needs ${name}`)];
};

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['a file', { 'agent.py': '' }, ['python3 agent.py']],
  ['a file in a folder', { 'app/agent.py': 'import rules' }, ['python3 app/agent.py']],
  ['a module with relative imports', { 'shop/agent.py': 'from . import rules' }, ['python3 -m shop.agent']],
  ['a module of its package', { 'shop/agent.py': 'from shop.rules import x' }, ['python3 -m shop.agent']],
  ['a package', { 'shop/__main__.py': 'import openai' }, ['python3 -m shop']],
  [
    'an installed package below src',
    { 'src/shop/agent.py': 'from shop import x', 'pyproject.toml': '[build-system]' },
    ['env PYTHONPATH=src python3 -m shop.agent', 'pip install .'],
  ],
  [
    'an installed package below src, started by its folder',
    { 'src/shop/__main__.py': 'from .core import x', 'pyproject.toml': '[build-system]' },
    ['env PYTHONPATH=src python3 -m shop', 'pip install .'],
  ],
  [
    'an installed package of a folder',
    {
      'services/bot/shop/__main__.py': 'from .core import x',
      'services/bot/pyproject.toml': '[build-system]',
    },
    ['env PYTHONPATH=services/bot python3 -m shop', 'pip install . in services/bot'],
  ],
  [
    'an installed package of a folder that imports what is beside it',
    {
      'bot/src/shop/__main__.py': 'from . import x\nimport common',
      'bot/common.py': '',
      'bot/pyproject.toml': '[build-system]',
    },
    ['env PYTHONPATH=bot/src:bot python3 -m shop', 'pip install . in bot'],
  ],
  [
    'an installed package at the top',
    { 'shop/__main__.py': 'from shop import x', 'pyproject.toml': '[build-system]' },
    ['python3 -m shop', 'pip install .'],
  ],
  [
    'a package below src that is not installed',
    { 'src/shop/__main__.py': 'from . import x' },
    ['env PYTHONPATH=src python3 -m shop'],
  ],
  [
    'a package that is called src',
    { 'src/shop/agent.py': 'from src.shop import x', 'src/shop/x.py': '' },
    ['python3 -m src.shop.agent'],
  ],
  [
    'a file that imports a package below src',
    { 'agent.py': 'import json, openai\nfrom shop import x', 'src/shop/__init__.py': '', 'setup.py': '' },
    ['env PYTHONPATH=src python3 agent.py', 'pip install .'],
  ],
  [
    'a file in a folder that imports what is at the top, and below src',
    {
      'app/agent.py': 'import rules, lib\nfrom shop import x',
      'app/rules.py': '',
      'lib.py': '',
      'src/shop/x.py': '',
    },
    ['env PYTHONPATH=.:src python3 app/agent.py'],
  ],
  [
    'uv with a package below src',
    { 'src/shop/__main__.py': 'from . import x', 'pyproject.toml': '[build-system]', 'uv.lock': '' },
    ['uv run --project . python -m shop'],
  ],
  [
    'uv without a package below src',
    { 'src/shop/__main__.py': 'from . import x', 'pyproject.toml': '[project]', 'uv.lock': '' },
    ['env PYTHONPATH=src uv run --project . python -m shop'],
  ],
  [
    'a list of packages beside a list for development',
    { 'agent.py': '', 'requirements-dev.txt': '', 'requirements.txt': '' },
    ['python3 agent.py', 'pip install -r requirements.txt'],
  ],
  [
    'a list of packages in its folder',
    { 'app/agent.py': '', 'app/requirements.txt': '', 'other/requirements.txt': '' },
    ['python3 app/agent.py', 'pip install -r requirements.txt in app'],
  ],
  [
    'a project that is no package',
    { 'agent.py': '', 'pyproject.toml': '[project]\nname = "x"' },
    ['python3 agent.py', 'uv pip install --system -r pyproject.toml'],
  ],
  ['Ruby', { 'agent.rb': '' }, ['ruby agent.rb']],
  ['Ruby with gems', { 'lib/agent.rb': '', Gemfile: '' }, ['bundle exec ruby lib/agent.rb']],
  [
    'Ruby with gems in a folder',
    { 'bot/lib/agent.rb': '', 'bot/Gemfile': '' },
    ['env BUNDLE_GEMFILE=bot/Gemfile bundle exec ruby bot/lib/agent.rb'],
  ],
  ['PHP', { 'agent.php': '' }, ['php agent.php']],
  [
    'PHP with packages',
    { 'src/agent.php': '', 'composer.json': '' },
    ['php src/agent.php', 'composer install --no-interaction --no-progress'],
  ],
  [
    'PHP with packages in a folder',
    { 'bot/src/agent.php': '', 'bot/composer.json': '', 'web/composer.json': '' },
    ['php bot/src/agent.php', 'composer install --no-interaction --no-progress in bot'],
  ],
  ['Go', { 'main.go': '', 'go.mod': '' }, ['go run .']],
  ['Go in a folder', { 'cmd/bot/main.go': '', 'go.mod': '' }, ['go run ./cmd/bot']],
  [
    'Pipenv',
    { 'app/main.py': '', Pipfile: '', 'Pipfile.lock': '' },
    ['python3 app/main.py', 'pip install pipenv && pipenv install --system --deploy'],
  ],
  [
    'Pipenv without a lock',
    { 'a.py': '', Pipfile: '' },
    ['python3 a.py', 'pip install pipenv && pipenv install --system'],
  ],
  [
    'Poetry',
    { 'bot/main.py': 'from bot.x import y', 'pyproject.toml': '[tool.poetry]', 'poetry.lock': '' },
    [
      'python3 -m bot.main',
      'pip install poetry && poetry config virtualenvs.create false && poetry install --no-root',
    ],
  ],
  [
    'Poetry with a package',
    { 'src/bot/main.py': 'from bot.x import y', 'pyproject.toml': '[build-system]', 'poetry.lock': '' },
    [
      'env PYTHONPATH=src python3 -m bot.main',
      'pip install poetry && poetry config virtualenvs.create false && poetry install',
    ],
  ],
  [
    'the nearest list',
    { 'a/b/agent.py': '', 'uv.lock': '', 'a/requirements-prod.txt': '' },
    ['python3 a/b/agent.py', 'pip install -r requirements-prod.txt in a'],
  ],
  [
    'uv in a folder',
    { 'backend/agent.py': '', 'backend/uv.lock': '' },
    ['uv run --project backend python backend/agent.py'],
  ],
  [
    'Bun',
    { 'src/agent.ts': '', 'package.json': '', 'bun.lock': '' },
    ['node src/agent.ts', 'npm install --global bun && bun install --frozen-lockfile'],
  ],
  [
    'a package in a folder',
    { 'apps/bot/agent.mjs': '', 'apps/bot/package.json': '', 'apps/bot/package-lock.json': '' },
    ['node apps/bot/agent.mjs', 'npm ci in apps/bot'],
  ],
  ['settings of tools alone', { 'agent.py': '', 'pyproject.toml': '[tool.ruff]' }, ['python3 agent.py']],
  ['uv', { 'agent.py': '', 'uv.lock': '' }, ['uv run --project . python agent.py']],
  [
    'packages without a lock file',
    { 'agent.mjs': '', 'package.json': '{}' },
    ['node agent.mjs', 'npm install'],
  ],
  [
    'tsx',
    { 'src/agent.ts': '', 'package.json': '{"devDependencies":{"tsx":"4"}}', 'package-lock.json': '' },
    ['npx tsx src/agent.ts', 'npm ci'],
  ],
  [
    'a program that imports its package from a folder',
    {
      'backend/app/services/llm.py': 'from app.core import settings',
      'backend/app/core.py': '',
      'backend/requirements.txt': '',
    },
    [
      'env PYTHONPATH=backend python3 backend/app/services/llm.py',
      'pip install -r requirements.txt in backend',
    ],
  ],
  [
    'a package in src that is not installed',
    { 'src/bot/graph.py': 'import bot.prompts', 'src/bot/prompts.py': '', 'uv.lock': '' },
    ['env PYTHONPATH=src uv run --project . python -m bot.graph'],
  ],
  [
    'TypeScript whose imports name the files',
    { 'agent.ts': "import './a.ts';\nimport '#x'", 'a.ts': "import x from './b.json'", 'b.json': '' },
    ['node agent.ts'],
  ],
  [
    'TypeScript without endings, in a file that it imports',
    { 'agent.ts': "import './a.ts'", 'a.ts': "import x from './b'", 'b.ts': '', 'package.json': '{}' },
    ['npx tsx agent.ts', 'npm install', 'needs tsx'],
  ],
  [
    'TypeScript that names what it compiles to',
    { 'src/agent.ts': "import './a.js'", 'src/a.ts': '', 'package.json': '{"devDependencies":{"tsx":"4"}}' },
    ['npx tsx src/agent.ts', 'npm install'],
  ],
  [
    'TypeScript with aliases',
    { 'agent.ts': "import { a } from '@/lib/a'", 'lib/a.ts': '' },
    ['npx tsx agent.ts', 'needs tsx'],
  ],
])('the command and the installation of %s', async (_, files, expected) => {
  expect(await setUp(files)).toEqual(expected);
});

it('a workspace is installed from the folder of its lock file', async () => {
  const node = {
    'apps/bot/agent.mjs': '',
    'apps/bot/package.json': '',
    'pnpm-lock.yaml': '',
    'package.json': '',
  };
  expect(await setUp(node, 'apps/bot')).toEqual([
    'node agent.mjs',
    'corepack enable && pnpm install --frozen-lockfile',
  ]);
  const python = { 'apps/bot/agent.py': '', 'apps/requirements.txt': '' };
  expect(await setUp(python, 'apps/bot')).toEqual([
    'python3 agent.py',
    'pip install -r requirements.txt in apps',
  ]);
  const uv = { 'apps/bot/agent.py': '', 'uv.lock': '' };
  expect(await setUp(uv, 'apps/bot')).toEqual(['uv run --project ../.. python agent.py']);
});

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['by default', { 'a.rb': '', Gemfile: '' }, '', "{ ruby-version: '3.4', bundler-cache: true }"],
  [
    'of the Gemfile',
    { 'a.rb': '', Gemfile: "gem 'x'\nruby '3.3.6'\n" },
    '',
    "{ ruby-version: '3.3.6', bundler-cache: true }",
  ],
  ['of its file', { 'a.rb': '', Gemfile: '', '.ruby-version': '3.2' }, '', '{ bundler-cache: true }'],
  [
    'of a folder',
    { 'apps/bot/a.rb': '', 'apps/Gemfile': '', 'apps/.ruby-version': '3.2' },
    'apps/bot',
    '{ bundler-cache: true, working-directory: "apps" }',
  ],
])('the version of Ruby is the one %s', async (_, files, prefix, inputs) => {
  const [path = ''] = Object.keys(files);
  const repository = { paths: Object.keys(files), reader: openMemoryTree(files), prefix };
  const source = { path: path.slice(prefix === '' ? 0 : prefix.length + 1), text: '', isStarted: true };
  const program = await openProgram(openMemoryTree({ 'a.rb': '' }), source, []);
  const { command, steps } = await resolveSetup(program, repository);
  expect(command).toEqual(['bundle', 'exec', 'ruby', 'a.rb']);
  expect(steps).toEqual([expect.stringMatching(/^- uses: ruby\/setup-ruby@/), `  with: ${inputs}`]);
});
