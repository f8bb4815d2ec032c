import { posix } from 'node:path';
import type { Suite } from '../../model/suite.js';
import { listPackages } from '../../project/find-packages.js';
import { renderFirst } from '../../text/values.js';
import type { ActionStep } from './read-workflows.js';

const CODE = /\.(?:py|[cm]?[jt]s)$/i;
const MAX_PACKAGES = 5;

/** The file that a command starts: `python3 agent.py`, `python3 -m bot.main`. */
export function findProgramFile(command: readonly string[], paths: readonly string[]): string | undefined {
  const file = command.find((part) => CODE.test(part));
  if (file !== undefined) return file;
  const module = command[command.indexOf('-m') + 1]?.replaceAll('.', '/');
  if (!command.includes('-m') || module === undefined) return undefined;
  const folders = ['', 'src', ...listPythonPath(command)];
  const names = [`${module}.py`, `${module}/__main__.py`];
  return folders
    .flatMap((folder) => names.map((name) => posix.join(folder, name)))
    .find((name) => paths.includes(name));
}

/** The folders of `env PYTHONPATH=src:lib python3 …`. */
function listPythonPath(command: readonly string[]): readonly string[] {
  const [, folders = ''] =
    command.map((word) => /^PYTHONPATH=(.+)/.exec(word)).find((match) => match !== null) ?? [];
  return folders.split(':');
}

/** The program that a command starts, without `env NAME=value` in front of it. */
export function findStarter(command: readonly string[]): string {
  return command.find((word) => word !== 'env' && !/^\w+=/.test(word)) ?? '';
}

/** They install what a project lists before they start it. */
const INSTALLING_COMMANDS = /^(?:uvx?|poetry|pipenv|pdm|hatch|bunx?|deno|docker|nix\S*|make|(?:ba)?sh)$/;

/** Packages that a program imports, and that no step of the job installs. */
export function checkPackages(
  { name, target }: Suite,
  program: { readonly path: string; readonly files: ReadonlyMap<string, string> },
  { steps, paths }: { readonly steps: readonly ActionStep[]; readonly paths: readonly string[] },
): readonly string[] {
  const isInstalled = target.kind === 'command' && INSTALLING_COMMANDS.test(findStarter(target.command));
  const packages = isInstalled ? [] : listPackages(program, paths);
  if (packages.length === 0) return [];
  return listBareSteps(steps).map(
    ({ path }) =>
      `${path}: before the action, install what ${program.path} of suite ${name} imports in each job: ${renderFirst(packages, MAX_PACKAGES, (each) => each)}`,
  );
}

type JobSteps = Pick<ActionStep, 'path' | 'events' | 'mayInstall' | 'isSelfHosted'>;

/** Where other languages list their packages. */
const PACKAGE_LISTS: Readonly<Record<string, string>> = { '.rb': 'Gemfile', '.php': 'composer.json' };

/** A list of packages in Ruby or PHP that no step of the job installs. */
export function checkPackageList(
  { name, target }: Pick<Suite, 'name' | 'target'>,
  { steps, paths }: { readonly steps: readonly JobSteps[]; readonly paths: readonly string[] },
): readonly string[] {
  const command = target.kind === 'command' ? target.command : [];
  const program = command.find((word) => posix.extname(word) in PACKAGE_LISTS);
  if (program === undefined) return [];
  const file = PACKAGE_LISTS[posix.extname(program)];
  const list = paths.find(
    (path) => posix.basename(path) === file && isAround(posix.dirname(path), posix.normalize(program)),
  );
  if (list === undefined) return [];
  return listBareSteps(steps).map(
    ({ path }) =>
      `${path}: before the action, install what ${list} lists in each job, for ${program} of suite ${name}`,
  );
}

function isAround(folder: string, path: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

/** Steps of checks in jobs that install nothing before. */
function listBareSteps(steps: readonly JobSteps[]): readonly JobSteps[] {
  return steps.filter(
    ({ events, mayInstall, isSelfHosted }) =>
      !mayInstall && !isSelfHosted && (events.has('pull_request') || events.has('push')),
  );
}
