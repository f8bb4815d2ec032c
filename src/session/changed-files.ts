import { posix } from 'node:path';
import type { ChangedFile } from '../model/changed-file.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';

/** A command watches all files, and a pull request may change thousands. */
const MAX_FILES = 20;
const MAX_CHARACTERS = 500_000;

/** The watched files that the pull request changed, those first that most likely changed answers. */
export async function readChangedFiles(run: SuiteRun): Promise<readonly ChangedFile[]> {
  const { suite, was, watched, prefix, configPath } = run;
  const { prompt, files: ownFiles, words } = aboutTarget(suite.target);
  const at = (path: string) => posix.join(prefix, path);
  const named = new Set([...ownFiles.map(({ path }) => path), ...words].map(at));
  const earlier = aboutTarget(was.target).prompt;
  const datasets = [suite.dataset, was.dataset].map(at);
  const roleOf = (path: string): ChangedFile['role'] => {
    if (prompt !== null && path === at(prompt)) return 'prompt';
    if (datasets.includes(path)) return 'dataset';
    return configPath !== null && path === at(configPath) ? 'settings' : 'agent';
  };
  const paths = new Set(watched.changed);
  if (prompt !== null) {
    // A prompt at another path is compared with the earlier one, and both are one file to readers.
    if (earlier !== null) paths.delete(at(earlier));
    paths.add(at(prompt));
  }
  const files = [...paths].map((path) => ({ path, role: roleOf(path) }));
  const rank = ({ path, role }: (typeof files)[number]) => 2 * ROLES.indexOf(role) - Number(named.has(path));
  const first = files.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FILES);
  const read = await Promise.all(
    first.map(async (file) => ({ ...file, ...(await readSides(file.path, run)) })),
  );
  return read.filter(({ before, after }) => before !== after && isText(before) && isText(after));
}

const ROLES: readonly ChangedFile['role'][] = ['prompt', 'agent', 'settings', 'dataset'];

/** The base's prompt may have another path. */
async function readSides(
  path: string,
  { suite, was, head, baseCommit, prefix }: SuiteRun,
): Promise<Pick<ChangedFile, 'before' | 'after'>> {
  const [prompt, wasPrompt] = [suite, was].map(({ target }) => aboutTarget(target).prompt);
  const isPrompt = typeof prompt === 'string' && path === posix.join(prefix, prompt);
  const basePath = isPrompt && typeof wasPrompt === 'string' ? posix.join(prefix, wasPrompt) : path;
  const before = await baseCommit?.files.read(basePath, 'anything');
  const after = await head.files?.read(path, 'anything');
  return { before: before ?? '', after: after ?? '' };
}

function isText(text: string): boolean {
  return text.length <= MAX_CHARACTERS && !text.includes('\0');
}
