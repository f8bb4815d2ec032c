import { posix } from 'node:path';
import type { FileReader } from '../../model/repository.js';
import { escapePattern } from '../../text/foreign-pattern.js';
import type { Program } from './find-program.js';

/** How a program starts, and what a workflow does for it before. */
export type LanguageSetup = {
  readonly command: readonly string[];
  /** Lines of YAML, each a step or the rest of one, without indentation. */
  readonly steps: readonly string[];
  /** True if a step installs the packages that the project lists. */
  readonly installs: boolean;
};

type ProjectFiles = {
  readonly paths: readonly string[];
  readonly reader: FileReader;
  /** The working directory in the repository. */
  readonly prefix: string;
};

const SETUP_PYTHON = 'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0';
const SETUP_UV = 'astral-sh/setup-uv@c18668ad3cf93ea998bef934396af7bb5c839dc7 # v10.2.0';
const SETUP_NODE = 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0';

/** Commands of other languages, which a runner of GitHub has. */
const COMMANDS: Readonly<Record<string, (program: string) => readonly string[]>> = {
  '.go': (program) => ['go', 'run', `./${posix.dirname(program)}`.replace('/.', '')],
  '.php': (program) => ['php', program],
  '.rb': (program) => ['ruby', program],
};

/** True for a program that `init` knows how to start. */
export function hasCommand(program: string): boolean {
  return /\.(?:py|[cm]?[jt]s)$/.test(program) || posix.extname(program) in COMMANDS;
}

/** By the program's ending and the files that say what it needs. */
export async function resolveSetup(program: Program, project: ProjectFiles): Promise<LanguageSetup> {
  const { path } = program;
  const command = COMMANDS[posix.extname(path)]?.(path);
  if (command !== undefined) return { command, steps: [], installs: path.endsWith('.go') };
  return path.endsWith('.py') ? setUpPython(program, project) : setUpNode(path, project);
}

async function setUpPython(program: Program, project: ProjectFiles): Promise<LanguageSetup> {
  const { paths, reader, prefix } = project;
  const pyproject = paths.includes('pyproject.toml') ? ((await reader.read('pyproject.toml')) ?? '') : '';
  const isPackage = pyproject.includes('[build-system]') || paths.includes('setup.py');
  const started = listPythonArguments(program, isPackage);
  if (paths.includes('uv.lock')) {
    // In its own folder, so that the base gets the base's code.
    return {
      command: ['uv', 'run', '--project', '.', 'python', ...started],
      steps: [`- uses: ${SETUP_UV}`],
      installs: true,
    };
  }
  const version = paths.includes('.python-version')
    ? `{ python-version-file: ${quoteForYaml(posix.join(prefix, '.python-version'))} }`
    : `{ python-version: '3.13' }`;
  const setup = [`- uses: ${SETUP_PYTHON}`, `  with: ${version}`];
  const command = ['python3', ...started];
  const requirements = findRequirements(program.path, paths);
  if (requirements === null && !isPackage && pyproject.includes('[project]')) {
    // pip would build a package of the project, which it is not.
    const install = buildRunStep('uv pip install --system -r pyproject.toml', prefix);
    return { command, steps: [...setup, `- uses: ${SETUP_UV}`, ...install], installs: true };
  }
  const installPackage = isPackage ? 'pip install .' : null;
  const install = requirements === null ? installPackage : `pip install -r ${requirements}`;
  return { command, steps: [...setup, ...buildRunStep(install, prefix)], installs: install !== null };
}

/** A program that imports its own package is started as a module of it. */
function listPythonArguments({ path, files }: Program, isPackage: boolean): readonly string[] {
  const inPackage = isPackage ? path.replace(/^src\//, '') : path;
  const [folder = '', ...rest] = inPackage.split('/');
  if (rest.length === 0) return [path];
  const ownImport = new RegExp(`^\\s*(?:from\\s+\\.|(?:from|import)\\s+${escapePattern(folder)}\\b)`, 'm');
  const isModule = path.endsWith('/__main__.py') || ownImport.test(files.get(path) ?? '');
  return isModule ? ['-m', inPackage.replace(/(?:\/__main__)?\.py$/, '').replaceAll('/', '.')] : [path];
}

/** The list of packages in the program's folder or around it. */
function findRequirements(program: string, paths: readonly string[]): string | null {
  const lists = paths.filter(
    (path) =>
      /(?:^|\/)requirements[\w.-]*\.txt$/.test(path) &&
      (posix.dirname(path) === '.' || program.startsWith(`${posix.dirname(path)}/`)),
  );
  return lists.find((path) => posix.basename(path) === 'requirements.txt') ?? lists[0] ?? null;
}

async function setUpNode(program: string, { paths, reader, prefix }: ProjectFiles): Promise<LanguageSetup> {
  const setup = [`- uses: ${SETUP_NODE}`, '  with: { node-version: 24 }'];
  const install = chooseInstall(paths);
  const manifest = paths.includes('package.json') ? ((await reader.read('package.json')) ?? '') : '';
  const runsTypeScript = /\.[cm]?ts$/.test(program) && manifest.includes('"tsx"');
  return {
    command: [...(runsTypeScript ? ['npx', 'tsx'] : ['node']), program],
    steps: [...setup, ...buildRunStep(install, prefix)],
    installs: install !== null,
  };
}

function chooseInstall(paths: readonly string[]): string | null {
  if (paths.includes('pnpm-lock.yaml')) return 'corepack enable && pnpm install --frozen-lockfile';
  if (paths.includes('yarn.lock')) return 'corepack enable && yarn install --immutable';
  if (paths.includes('package-lock.json')) return 'npm ci';
  return paths.includes('package.json') ? 'npm install' : null;
}

function buildRunStep(command: string | null, prefix: string): readonly string[] {
  if (command === null) return [];
  return [`- run: ${command}`, ...(prefix === '' ? [] : [`  working-directory: ${quoteForYaml(prefix)}`])];
}

function quoteForYaml(text: string): string {
  return JSON.stringify(text);
}
