import { expect, it } from 'vitest';
import { openProgram } from '../../src/cli/init/find-program.js';
import { resolveSetup } from '../../src/cli/init/language-setup.js';
import { openMemoryTree } from './memory-tree.js';

const setUp = async (files: Readonly<Record<string, string>>) => {
  const reader = openMemoryTree(files);
  const paths = Object.keys(files);
  const [path = ''] = paths;
  const program = await openProgram(reader, { path, text: files[path] ?? '', isStarted: true }, []);
  const { command, steps } = await resolveSetup(program, { paths, reader, prefix: '' });
  const installs = steps.filter((line) => line.startsWith('- run: ')).map((line) => line.slice(7));
  return [command.join(' '), ...installs];
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
    ['python3 -m shop.agent', 'pip install .'],
  ],
  [
    'a list of packages beside a list for development',
    { 'agent.py': '', 'requirements-dev.txt': '', 'requirements.txt': '' },
    ['python3 agent.py', 'pip install -r requirements.txt'],
  ],
  [
    'a list of packages in its folder',
    { 'app/agent.py': '', 'app/requirements.txt': '', 'other/requirements.txt': '' },
    ['python3 app/agent.py', 'pip install -r app/requirements.txt'],
  ],
  [
    'a project that is no package',
    { 'agent.py': '', 'pyproject.toml': '[project]\nname = "x"' },
    ['python3 agent.py', 'uv pip install --system -r pyproject.toml'],
  ],
  ['Ruby', { 'agent.rb': '', Gemfile: '' }, ['ruby agent.rb']],
  ['Go', { 'main.go': '', 'go.mod': '' }, ['go run .']],
  ['Go in a folder', { 'cmd/bot/main.go': '', 'go.mod': '' }, ['go run ./cmd/bot']],
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
])('the command and the installation of %s', async (_, files, expected) => {
  expect(await setUp(files)).toEqual(expected);
});
