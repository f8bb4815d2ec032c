import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../model/errors.js';
import type { RunGit } from './run-git.js';

/** Absolute folders of a repository. */
export type RepositoryFolders = {
  /** Top of the working tree, without symbolic links. */
  readonly top: string;
  /** The folder that all worktrees of the repository share: `.git` of the first. */
  readonly common: string;
  /** Top of the repository that has this one as a submodule; `null` for all others. */
  readonly superproject: string | null;
};

type RepositorySearch = {
  /** The folder in which `run` starts git. */
  readonly folder: string;
  /** A folder in and above which no repository is looked for. */
  readonly ceiling?: string;
};

/** The repository around a folder. Throws `UserError` if git cannot read one. */
export async function findRepository(run: RunGit, search: RepositorySearch): Promise<RepositoryFolders> {
  await checkVersion(run);
  const paths = ['--show-toplevel', '--git-common-dir', '--show-superproject-working-tree'];
  const result = await run(['rev-parse', '--path-format=absolute', ...paths]);
  if (result.code !== 0) {
    throw new UserError(
      `git cannot read the repository in ${search.folder}: ${result.stderr || 'no message'}. ${await findRemedy(search)}`,
    );
  }
  const [top = '', common = '', superproject = ''] = result.stdout.toString('utf8').split('\n');
  return { top, common, superproject: superproject === '' ? null : superproject };
}

async function findRemedy(search: RepositorySearch): Promise<string> {
  if (!(await isInRepository(search))) {
    return 'Without git, actions/checkout downloads the files but no repository. Put git on PATH before actions/checkout.';
  }
  return (
    'Check the repository out again with actions/checkout. If another user owns the folder, run ' +
    `\`git config --global --add safe.directory '${search.folder}'\` before this step.`
  );
}

/** True if the folder or one above it has a `.git`, whether git can read it or not. */
export async function isInRepository(search: RepositorySearch): Promise<boolean> {
  const { folder } = search;
  if (await exists(join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && above !== search.ceiling && isInRepository({ ...search, folder: above });
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // A folder that must not be read may have one: git says what is wrong.
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** The first with `GIT_CONFIG_COUNT` and `rev-parse --path-format`. Older ones ignore both without an error. */
const MIN_GIT_VERSION = { major: 2, minor: 31 } as const;

/** Throws `UserError` if git is too old. */
async function checkVersion(run: RunGit): Promise<void> {
  const output = (await run(['version'])).stdout.toString('utf8');
  const [version = output.trim(), major, minor] = /(\d+)\.(\d+)\S*/.exec(output) ?? [];
  const isOld =
    Number(major) < MIN_GIT_VERSION.major ||
    (Number(major) === MIN_GIT_VERSION.major && Number(minor) < MIN_GIT_VERSION.minor);
  if (!isOld) return;
  throw new UserError(
    `git ${version} is too old: git ${MIN_GIT_VERSION.major}.${MIN_GIT_VERSION.minor} or later is needed. Install a newer one, or use a newer container image.`,
  );
}
