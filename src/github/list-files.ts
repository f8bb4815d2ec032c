import { GitHubError, type ListedBase, type ListedFile } from '../model/github.js';
import { type FileEntry, hashAsGitBlob } from '../model/repository.js';
import type { RepositoryClient } from './repository-client.js';

/**
 * All files of a commit. GitHub cuts a list of more than 100,000 entries or 7 MB: then it is read folder by folder, and
 * folders that are the base's are taken from there.
 */
export async function listCommitFiles(
  client: RepositoryClient,
  commit: string,
  base: ListedBase,
): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  const sameFolders = new Set<string>();
  // GitHub accepts a commit as a tree.
  const open: Folder[] = [{ path: '', tree: commit }];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const whole = await listBelow(client, folder);
    const part = whole ?? (await listDirectly(client, folder, base));
    files.push(...part.files);
    open.push(...part.folders);
    for (const path of part.same) sameFolders.add(path);
  }
  return [...files, ...base.files.filter(({ path }) => isInside(path, sameFolders)).map(buildListedFile)];
}

type FolderPart = {
  readonly files: readonly ListedFile[];
  /** Still to be listed. */
  readonly folders: readonly Folder[];
  /** Paths of folders that are the base's. */
  readonly same: readonly string[];
};

/** Everything below a folder; `null` if it is too much for one list. */
async function listBelow({ rest, repo }: RepositoryClient, folder: Folder): Promise<FolderPart | null> {
  const { data } = await rest.git.getTree({ ...repo, tree_sha: folder.tree, recursive: 'true' });
  if (data.truncated) return null;
  return { files: listFolderFiles(folder, data.tree), folders: [], same: [] };
}

async function listDirectly(
  { rest, repo }: RepositoryClient,
  folder: Folder,
  base: ListedBase,
): Promise<FolderPart> {
  const { data } = await rest.git.getTree({ ...repo, tree_sha: folder.tree });
  if (data.truncated) {
    const name = folder.path === '' ? `commit ${folder.tree}` : folder.path;
    throw new GitHubError(`GitHub does not list all files of ${name}: there are too many`, {});
  }
  const baseFolders = await base.folders();
  const folders = data.tree
    .filter(({ type }) => type === 'tree')
    .map(({ path, sha }) => ({ path: joinPath(folder, path), tree: sha }));
  const isSame = ({ path, tree }: Folder) => baseFolders.get(path) === tree;
  return {
    files: listFolderFiles(folder, data.tree),
    folders: folders.filter((each) => !isSame(each)),
    same: folders.filter(isSame).map(({ path }) => path),
  };
}

type Folder = { readonly path: string; readonly tree: string };

type TreeEntry = {
  readonly path: string;
  readonly type: string;
  readonly mode: string;
  readonly sha: string;
  readonly size?: number;
};

function joinPath(folder: Folder, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`;
}

function listFolderFiles(folder: Folder, entries: readonly TreeEntry[]): readonly ListedFile[] {
  return entries
    .filter(({ type }) => type !== 'tree')
    .map(({ path, mode, sha, size = 0 }) => {
      return { path: joinPath(folder, path), blob: hashAsGitBlob(mode, sha), mode, sha, size };
    });
}

function buildListedFile({ path, blob }: FileEntry): ListedFile {
  const [sha = '', mode = '100644'] = blob.split(' ').reverse();
  return { path, blob, mode, sha, size: 0 };
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  const end = path.lastIndexOf('/');
  if (end < 0) return false;
  const folder = path.slice(0, end);
  return folders.has(folder) || isInside(folder, folders);
}
