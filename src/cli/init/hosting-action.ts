import { realpath } from 'node:fs/promises';
import { isInRepository } from '../../git/find-repository.js';
import { createRunGit } from '../../git/run-git.js';
import { VERSION } from '../../version.js';

/** `git@github.com:acme/prompt-regression.git`, `https://github.com/acme/prompt-regression`. */
const REMOTE = /^(?:\w+:\/\/[^/]+\/|[\w.-]+@[^/:]+:)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;
const TAG = 'v1';

/**
 * The action that hosts a clone of this package, as `uses:` names it: its tag, else its commit. `null` if the folder is
 * no clone, such as a package that npm installed.
 */
export async function findHostingAction(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  if (!(await isInRepository({ folder }))) return null;
  const run = createRunGit({ folder, env, token: null, serverUrl: 'https://github.com' });
  const ask = async (...args: readonly string[]) => {
    const { code, stdout } = await run(args);
    return code === 0 ? stdout.toString('utf8').trim() : null;
  };
  // In node_modules, the repository around the package is the user's.
  if ((await ask('rev-parse', '--show-toplevel')) !== (await realpath(folder))) return null;
  const [, repository] = REMOTE.exec((await ask('remote', 'get-url', 'origin')) ?? '') ?? [];
  if (repository === undefined) return null;
  const hasTag = (await ask('rev-parse', '--verify', '--quiet', `refs/tags/${TAG}`)) !== null;
  if (hasTag) return `${repository}@${TAG}`;
  const commit = await ask('rev-parse', 'HEAD');
  return commit === null ? null : `${repository}@${commit} # v${VERSION}`;
}
