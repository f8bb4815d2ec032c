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
  const names = [`${module}.py`, `${module}/__main__.py`];
  return [...names, ...names.map((name) => `src/${name}`)].find((name) => paths.includes(name));
}

/** They install what a project lists before they start it. */
const INSTALLING_COMMANDS = /^(?:uvx?|poetry|pipenv|pdm|hatch|bunx?|deno|docker|nix\S*|make|(?:ba)?sh)$/;

/** Packages that a program imports, and that no step of the job installs. */
export function checkPackages(
  { name, target }: Suite,
  program: { readonly path: string; readonly files: ReadonlyMap<string, string> },
  { steps, paths }: { readonly steps: readonly ActionStep[]; readonly paths: readonly string[] },
): readonly string[] {
  const isInstalled = target.kind === 'command' && INSTALLING_COMMANDS.test(target.command[0] ?? '');
  const packages = isInstalled ? [] : listPackages(program, paths);
  if (packages.length === 0) return [];
  const bare = steps.filter(
    ({ events, mayInstall, isSelfHosted }) =>
      !mayInstall && !isSelfHosted && (events.has('pull_request') || events.has('push')),
  );
  return bare.map(
    ({ path }) =>
      `${path}: before the action, install what ${program.path} of suite ${name} imports in each job: ${renderFirst(packages, MAX_PACKAGES, (each) => each)}`,
  );
}
