import { posix } from 'node:path';
import type { ChangedFile } from '../model/changed-file.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';

/** A command watches all files, and a pull request may change thousands. */
const MAX_FILES = 20;
const MAX_CHARACTERS = 500_000;

/** The watched files that the pull request changed, those first that most likely changed answers. */
export async function readChangedFiles(suite: PreparedSuite): Promise<readonly ChangedFile[]> {
  const { base, head, prefix, configPath, scorerFiles, changes } = suite;
  // Without an earlier side nothing changed: all of it is new.
  if (base === null) return [];
  const { prompt, files: ownFiles, words } = describeTarget(head.target);
  const at = (path: string) => posix.join(prefix, path);
  const named = new Set([...ownFiles.map(({ path }) => path), ...words].map(at));
  const basePrompt = describeTarget(base.target).prompt;
  const datasets = [head.dataset, base.dataset].map(at);
  const scorers = scorerFiles.map(at);
  const unread = changes.flatMap((change) => (change.kind === 'unread-files' ? change.paths : []));
  const chooseRole = (path: string): ChangedFile['role'] => {
    if (prompt !== null && path === at(prompt)) return 'prompt';
    if (datasets.includes(path)) return 'dataset';
    if (scorers.includes(path)) return 'scorer';
    if (unread.includes(path)) return 'unread';
    return configPath !== null && path === at(configPath) ? 'settings' : 'agent';
  };
  const paths = new Set(suite.changedFiles);
  if (prompt !== null) {
    // A prompt at another path is compared with the earlier one, and both are one file to readers.
    if (basePrompt !== null) paths.delete(at(basePrompt));
    paths.add(at(prompt));
  }
  const files = [...paths].map((path) => ({ path, role: chooseRole(path) }));
  const rank = ({ path, role }: (typeof files)[number]) => 2 * ROLES.indexOf(role) - Number(named.has(path));
  const first = files.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FILES);
  const read = await Promise.all(
    first.map(async (file) => ({ ...file, ...(await readSides(file.path, suite)) })),
  );
  return read.filter(({ before, after }) => before !== after && isText(before) && isText(after));
}

const ROLES: readonly ChangedFile['role'][] = ['prompt', 'agent', 'settings', 'scorer', 'dataset', 'unread'];

/** The base's prompt may have another path. */
async function readSides(
  path: string,
  { base, head, prefix }: PreparedSuite,
): Promise<{ readonly before: string; readonly after: string }> {
  const { prompt } = describeTarget(head.target);
  const basePrompt = base === null ? null : describeTarget(base.target).prompt;
  const isPrompt = prompt !== null && path === posix.join(prefix, prompt);
  const basePath = isPrompt && basePrompt !== null ? posix.join(prefix, basePrompt) : path;
  const before = await base?.tree?.read(basePath, 'anything');
  const after = await head.tree?.read(path, 'anything');
  return { before: before ?? '', after: after ?? '' };
}

function isText(text: string): boolean {
  return text.length <= MAX_CHARACTERS && !text.includes('\0');
}
