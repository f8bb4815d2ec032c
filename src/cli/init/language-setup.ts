import { posix } from 'node:path';
import type { FileReader } from '../../model/repository.js';
import type { Program } from '../../project/find-program.js';
import { buildPythonPath, startPython } from '../../project/start-python.js';

/** How a program starts, and what a workflow does for it before. */
export type LanguageSetup = {
  readonly command: readonly string[];
  /** Lines of YAML, each a step or the rest of one, without indentation. */
  readonly steps: readonly string[];
  /** True if a step installs the packages that the project lists. */
  readonly installs: boolean;
  /** Packages that the command needs and the project does not list. */
  readonly lacks: readonly string[];
};

/** The whole repository, since a workspace keeps its packages above the working directory. */
type RepositoryFiles = {
  readonly reader: FileReader;
  readonly paths: readonly string[];
  /** The working directory in it. */
  readonly prefix: string;
};

const SETUP_PYTHON = 'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0';
const SETUP_UV = 'astral-sh/setup-uv@c18668ad3cf93ea998bef934396af7bb5c839dc7 # v10.2.0';
const SETUP_NODE = 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0';

const SETUP_RUBY = 'ruby/setup-ruby@0dafeac902942906541bc140009cdbf32665b601 # v1.315.0';

/** True for a program that `init` knows how to start. */
export function hasCommand(program: string): boolean {
  return /\.(?:py|[cm]?[jt]s|go|php|rb)$/.test(program);
}

/** By the program's ending and the files that say what it needs. */
export async function resolveSetup(program: Program, repository: RepositoryFiles): Promise<LanguageSetup> {
  const { path } = program;
  switch (posix.extname(path)) {
    case '.py':
      return setUpPython(program, repository);
    case '.rb':
      return setUpRuby(path, repository);
    case '.php':
      return setUpPhp(path, repository);
    case '.go': {
      // `go run` installs what the program needs.
      const command = ['go', 'run', `./${posix.dirname(path)}`.replace('/.', '')];
      return { command, steps: [], installs: true, lacks: [] };
    }
    default:
      return setUpNode(program, repository);
  }
}

async function setUpRuby(path: string, { paths, reader, prefix }: RepositoryFiles): Promise<LanguageSetup> {
  const folder = findFolderWith('Gemfile', posix.join(prefix, path), paths);
  if (folder === null) return { command: ['ruby', path], steps: [], installs: false, lacks: [] };
  const gemfile = posix.join(folder, 'Gemfile');
  const [, version = '3.4'] = /^ruby\s+["']([\d.]+)["']/m.exec((await reader.read(gemfile)) ?? '') ?? [];
  const hasVersion = paths.includes(posix.join(folder, '.ruby-version'));
  const inputs = [
    ...(hasVersion ? [] : [`ruby-version: '${version}'`]),
    'bundler-cache: true',
    ...(folder === '' ? [] : [`working-directory: ${quoteForYaml(folder)}`]),
  ];
  // Bundler looks for a Gemfile in the working directory and above.
  const isAbove = `${prefix}/`.startsWith(`${folder}/`) || folder === '';
  const environment = isAbove ? [] : ['env', `BUNDLE_GEMFILE=${posix.relative(prefix, gemfile)}`];
  return {
    command: [...environment, 'bundle', 'exec', 'ruby', path],
    steps: [`- uses: ${SETUP_RUBY}`, `  with: { ${inputs.join(', ')} }`],
    installs: true,
    lacks: [],
  };
}

/** A runner of GitHub has PHP and Composer. */
function setUpPhp(path: string, { paths, prefix }: RepositoryFiles): LanguageSetup {
  const folder = findFolderWith('composer.json', posix.join(prefix, path), paths);
  return {
    command: ['php', path],
    steps: folder === null ? [] : buildRunStep('composer install --no-interaction --no-progress', folder),
    installs: folder !== null,
    lacks: [],
  };
}

/** The nearest folder around a file that has a file of this name. */
function findFolderWith(name: string, path: string, paths: readonly string[]): string | null {
  return listFolders(path).find((folder) => paths.includes(posix.join(folder, name))) ?? null;
}

async function setUpPython(program: Program, repository: RepositoryFiles): Promise<LanguageSetup> {
  const { paths, prefix } = repository;
  const folders = listFolders(posix.join(prefix, program.path));
  const list = await findPythonList(folders, repository);
  const isPackage = list?.isPackage === true;
  const start = startPython(program, { paths, prefix, packageFolder: isPackage ? list.folder : null });
  const environment = buildPythonPath(start.moduleFolders);
  if (list?.file === 'uv.lock') {
    // In its own folder, so that the base gets the base's code.
    const project = posix.relative(prefix, list.folder) || '.';
    return {
      command: [
        // uv installs a package from the folder in which it runs.
        ...(isPackage ? [] : environment),
        ...['uv', 'run', '--project', project, 'python'],
        ...start.words,
      ],
      steps: [`- uses: ${SETUP_UV}`],
      installs: true,
      lacks: [],
    };
  }
  const versionFile = folders
    .map((folder) => posix.join(folder, '.python-version'))
    .find((each) => paths.includes(each));
  const version =
    versionFile === undefined
      ? `{ python-version: '3.13' }`
      : `{ python-version-file: ${quoteForYaml(versionFile)} }`;
  const setup = [`- uses: ${SETUP_PYTHON}`, `  with: ${version}`];
  return {
    command: [...environment, 'python3', ...start.words],
    steps: [
      ...setup,
      ...(list?.run.startsWith('uv ') === true ? [`- uses: ${SETUP_UV}`] : []),
      ...(list === null ? [] : buildRunStep(list.run, list.folder)),
    ],
    installs: list !== null,
    lacks: [],
  };
}

/** A file that lists packages, and how they are installed. */
type PackageList = {
  readonly folder: string;
  readonly file: string;
  readonly run: string;
  /** True if the project's own code is installed too. */
  readonly isPackage: boolean;
};

/** The list that is nearest to the program. */
async function findPythonList(
  folders: readonly string[],
  { paths, reader }: RepositoryFiles,
): Promise<PackageList | null> {
  for (const folder of folders) {
    const files = listFiles(folder, paths);
    const project = files.includes('pyproject.toml')
      ? ((await reader.read(posix.join(folder, 'pyproject.toml'))) ?? '')
      : '';
    const isPackage = project.includes('[build-system]') || files.includes('setup.py');
    const [list] = listPythonLists(files, project, isPackage);
    if (list !== undefined) return { ...list, folder, isPackage };
  }
  return null;
}

/** The lists of a folder, the most exact one first. */
function listPythonLists(
  files: readonly string[],
  project: string,
  isPackage: boolean,
): readonly Pick<PackageList, 'file' | 'run'>[] {
  const requirements = files.filter((file) => /^requirements[\w.-]*\.txt$/.test(file));
  const list = requirements.includes('requirements.txt') ? 'requirements.txt' : requirements[0];
  const isPoetry = files.includes('poetry.lock') || (project.includes('[tool.poetry') && !isPackage);
  const poetry = `pip install poetry && poetry config virtualenvs.create false && poetry install${isPackage ? '' : ' --no-root'}`;
  const candidates: readonly (false | Pick<PackageList, 'file' | 'run'>)[] = [
    files.includes('uv.lock') && { file: 'uv.lock', run: '' },
    isPoetry && { file: 'poetry.lock', run: poetry },
    files.includes('Pipfile.lock') && {
      file: 'Pipfile.lock',
      run: 'pip install pipenv && pipenv install --system --deploy',
    },
    list !== undefined && { file: list, run: `pip install -r ${list}` },
    isPackage && { file: 'pyproject.toml', run: 'pip install .' },
    // pip would build a package of the project, which it is not.
    project.includes('[project]') && {
      file: 'pyproject.toml',
      run: 'uv pip install --system -r pyproject.toml',
    },
    files.includes('Pipfile') && { file: 'Pipfile', run: 'pip install pipenv && pipenv install --system' },
  ];
  return candidates.filter((each) => each !== false);
}

/** How the packages of a lock file are installed. */
const NODE_LISTS: readonly (readonly [file: string, run: string])[] = [
  ['pnpm-lock.yaml', 'corepack enable && pnpm install --frozen-lockfile'],
  ['yarn.lock', 'corepack enable && yarn install --immutable'],
  ['bun.lock', 'npm install --global bun && bun install --frozen-lockfile'],
  ['bun.lockb', 'npm install --global bun && bun install --frozen-lockfile'],
  ['package-lock.json', 'npm ci'],
  ['npm-shrinkwrap.json', 'npm ci'],
];

async function setUpNode(program: Program, repository: RepositoryFiles): Promise<LanguageSetup> {
  const { paths, reader, prefix } = repository;
  const folders = listFolders(posix.join(prefix, program.path));
  const lists = folders.flatMap((folder) =>
    NODE_LISTS.filter(([file]) => paths.includes(posix.join(folder, file))).map(([, run]) => ({
      folder,
      run,
    })),
  );
  const manifests = folders.filter((folder) => paths.includes(posix.join(folder, 'package.json')));
  const unlocked = manifests.slice(0, 1).map((folder) => ({ folder, run: 'npm install' }));
  const [list = null] = [...lists, ...unlocked];
  let manifestText = '';
  for (const folder of manifests)
    manifestText += (await reader.read(posix.join(folder, 'package.json'))) ?? '';
  const hasTsx = manifestText.includes('"tsx"');
  const usesTsx = TYPESCRIPT.test(program.path) && (hasTsx || needsTsx(program));
  return {
    command: [...(usesTsx ? ['npx', 'tsx'] : ['node']), program.path],
    steps: [
      `- uses: ${SETUP_NODE}`,
      '  with: { node-version: 24 }',
      ...(list === null ? [] : buildRunStep(list.run, list.folder)),
    ],
    installs: list !== null,
    lacks: usesTsx && !hasTsx ? ['tsx'] : [],
  };
}

const TYPESCRIPT = /\.[cm]?ts$/;
/** Relative paths, and the aliases `@/lib` and `~/lib`. */
const LOCAL_IMPORT = /\b(?:from|import)\s*(?:\(\s*)?["']((?:\.{1,2}|@|~)\/[^"'\n]+)["']/g;

/** Node alone runs TypeScript only if each import names its file: not `./a`, nor `./a.js` for `a.ts`. */
function needsTsx({ files }: Program): boolean {
  return [...files].some(([file, text]) =>
    [...text.matchAll(LOCAL_IMPORT)].some(
      ([, specifier = '']) => !files.has(posix.join(posix.dirname(file), specifier)),
    ),
  );
}

/** The folders around a file, the nearest first and the repository's top last, as an empty text. */
function listFolders(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return [...names.map((_, at) => names.slice(0, names.length - at).join('/')), ''];
}

function listFiles(folder: string, paths: readonly string[]): readonly string[] {
  const start = folder === '' ? '' : `${folder}/`;
  return paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length))
    .filter((name) => !name.includes('/'));
}

function buildRunStep(command: string, folder: string): readonly string[] {
  return [`- run: ${command}`, ...(folder === '' ? [] : [`  working-directory: ${quoteForYaml(folder)}`])];
}

function quoteForYaml(text: string): string {
  return JSON.stringify(text);
}
