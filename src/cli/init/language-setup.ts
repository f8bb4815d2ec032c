/** How a program starts, and what a workflow does for it before. */
export type LanguageSetup = {
  readonly command: readonly string[];
  /** Lines of YAML, each a step or the rest of one, without indentation. */
  readonly steps: readonly string[];
};

const SETUP_PYTHON = 'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0';
const SETUP_UV = 'astral-sh/setup-uv@c18668ad3cf93ea998bef934396af7bb5c839dc7 # v10.2.0';
const SETUP_NODE = 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0';

/** By the program's ending and the files that say what it needs. @param prefix The working directory in the repository. */
export function resolveSetup(program: string, paths: readonly string[], prefix: string): LanguageSetup {
  return program.endsWith('.py') ? setUpPython(program, paths, prefix) : setUpNode(program, paths, prefix);
}

function setUpPython(program: string, paths: readonly string[], prefix: string): LanguageSetup {
  if (paths.includes('uv.lock')) {
    // In its own folder, so that the base gets the base's code.
    return { command: ['uv', 'run', '--project', '.', 'python', program], steps: [`- uses: ${SETUP_UV}`] };
  }
  const version = paths.includes('.python-version')
    ? `{ python-version-file: ${quoteForYaml(prefixPath('.python-version', prefix))} }`
    : `{ python-version: '3.13' }`;
  const setup = [`- uses: ${SETUP_PYTHON}`, `  with: ${version}`];
  const requirements = paths.find((path) => /^requirements[\w.-]*\.txt$/.test(path));
  const installProject = paths.includes('pyproject.toml') ? 'pip install .' : null;
  const install = requirements === undefined ? installProject : `pip install -r ${requirements}`;
  return { command: ['python3', program], steps: [...setup, ...buildRunStep(install, prefix)] };
}

function setUpNode(program: string, paths: readonly string[], prefix: string): LanguageSetup {
  const setup = [`- uses: ${SETUP_NODE}`, '  with: { node-version: 24 }'];
  return { command: ['node', program], steps: [...setup, ...buildRunStep(chooseInstall(paths), prefix)] };
}

function chooseInstall(paths: readonly string[]): string | null {
  if (paths.includes('pnpm-lock.yaml')) return 'corepack enable && pnpm install --frozen-lockfile';
  if (paths.includes('yarn.lock')) return 'corepack enable && yarn install --immutable';
  return paths.includes('package-lock.json') ? 'npm ci' : null;
}

function buildRunStep(command: string | null, prefix: string): readonly string[] {
  if (command === null) return [];
  return [`- run: ${command}`, ...(prefix === '' ? [] : [`  working-directory: ${quoteForYaml(prefix)}`])];
}

function prefixPath(path: string, prefix: string): string {
  return prefix === '' ? path : `${prefix}/${path}`;
}

function quoteForYaml(text: string): string {
  return JSON.stringify(text);
}
