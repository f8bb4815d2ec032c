import { posix } from 'node:path';
import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import type { Program } from '../../project/find-program.js';
import { buildPythonPath, findModuleFolders } from '../../project/start-python.js';
import { namePage } from '../../settings/page-name.js';
import { escapePattern } from '../../text/foreign-pattern.js';
import { findStarter } from './program-packages.js';

const PYTHON = /^(?:python[\d.]*|poetry|pipenv|pdm|hatch)$/;

/**
 * Warns if Python takes the project's own package from where it is installed, which may be another commit's code than the
 * one that the command should run.
 */
export async function checkInstalledCode(
  { name, target }: Pick<Suite, 'name' | 'target'>,
  program: Pick<Program, 'path' | 'files'> | null,
  reader: FileReader,
): Promise<readonly string[]> {
  if (target.kind !== 'command' || target.command.some((word) => word.startsWith('PYTHONPATH='))) return [];
  const { command } = target;
  const folders =
    program === null
      ? await findScriptFolders(findStarter(command), reader)
      : listInstalledFolders(program, command);
  if (folders.length === 0) return [];
  const better = [...buildPythonPath(folders), ...command].join(' ');
  return [
    `suite ${name}: \`${command.join(' ')}\` takes the project's own package from where it is installed, so main may be measured with this branch's code. Start it with \`${better}\`: ${namePage('baselines.md#if-the-agent-is-a-command')}`,
  ];
}

/** Folders of the project's own modules in which the command does not look. */
function listInstalledFolders(
  { path, files }: Pick<Program, 'path' | 'files'>,
  command: readonly string[],
): readonly string[] {
  if (!path.endsWith('.py') || !PYTHON.test(findStarter(command))) return [];
  if ([...files.values()].some((text) => text.includes('sys.path'))) return [];
  const module = command.includes('-m') ? command[command.indexOf('-m') + 1] : undefined;
  if (module === undefined) return findModuleFolders({ path, files }, posix.dirname(path));
  const [root = ''] = path.split(
    new RegExp(`(?:^|/)${escapePattern(module.replaceAll('.', '/'))}(?:/|\\.py$)`),
  );
  const others = findModuleFolders({ path, files }, root).filter((folder) => folder !== '');
  return root === '' ? others : [root, ...others];
}

/** The folder of the package whose program an installation puts on the `PATH`; none for another program. */
async function findScriptFolders(script: string, reader: FileReader): Promise<readonly string[]> {
  const project = (await reader.read('pyproject.toml')) ?? '';
  const entry = new RegExp(`^\\s*["']?${escapePattern(script)}["']?\\s*=\\s*["'](\\w+)[\\w.]*:`, 'm').exec(
    project,
  );
  const [, root] = entry ?? [];
  if (root === undefined) return [];
  const paths = (await reader.paths?.()) ?? [];
  return [paths.some((path) => path.startsWith(`src/${root}/`)) ? 'src' : ''];
}
