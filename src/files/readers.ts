import { glob, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { UserError } from '../model/errors.js';
import type { FileReader, FileTree } from '../model/repository.js';
import { decodeLossy, decodeText } from '../text/file-text.js';
import { type Links, readLinks } from './links.js';

/**
 * The folder that all paths are relative to, without symbolic links, as git names it. `top` may lie behind a link.
 * Throws `UserError` if the folder does not exist, or is a link below `top`: one commit's link may lead elsewhere than
 * another's.
 */
export async function resolveFolder(
  top: string,
  { workingDirectory = '.' }: { readonly workingDirectory?: string | undefined },
): Promise<string> {
  const target = resolve(top, workingDirectory);
  const folder = await realpath(target).catch(() => null);
  if (folder === null || !(await stat(folder)).isDirectory()) {
    throw new UserError(
      `working-directory: there is no folder ${JSON.stringify(workingDirectory)} in ${top}; correct the path`,
    );
  }
  const inside = relative(top, target);
  const realTop = await realpath(top);
  if (isOutside(inside) || join(realTop, inside) === folder) return folder;
  const leadsTo = relative(realTop, folder);
  throw new UserError(
    `working-directory: ${JSON.stringify(workingDirectory)} is a symbolic link or lies behind one; name the folder that it leads to, ${JSON.stringify(isOutside(leadsTo) ? folder : leadsTo)}`,
  );
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** A folder's files, without any history. */
export function openFolderTree(folder: string): FileReader {
  return {
    name: `folder ${folder}`,
    // Only for advice, so not deeper than a person looks. `*` finds no hidden folder.
    async paths() {
      const paths: string[] = [];
      const shallow = glob('{*,*/*,*/*/*,.github/workflows/*}', {
        cwd: folder,
        exclude: ['**/node_modules'],
      });
      for await (const path of shallow) paths.push(path.split(sep).join('/'));
      return paths;
    },
    async read(path, as) {
      const bytes = await readBytes(folder, path);
      return bytes && (as === 'anything' ? decodeLossy(bytes) : decodeText(path, bytes));
    },
  };
}

async function readBytes(folder: string, path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(join(folder, path));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return null;
    throw new UserError(`${JSON.stringify(path)} cannot be read (${code}): check its permissions`, { cause });
  }
}

/**
 * A commit's files, and by their names those that it lacks and `copy` has: a step of the job built them. They are in no
 * list, so of what a step leaves behind only the files that a setting names count.
 */
export function addBuiltFiles(commit: FileTree, copy: FileTree): FileTree {
  let commitPaths: Promise<ReadonlySet<string>> | null = null;
  const chooseTree = async (path: string) => {
    commitPaths ??= commit.list().then((files) => new Set(files.map((file) => file.path)));
    return (await commitPaths).has(normalizePath(path)) ? commit : copy;
  };
  return {
    ...commit,
    read: async (path, as) => (await chooseTree(path)).read(path, as),
    readBytes: async (path) => (await chooseTree(path)).readBytes(path),
  };
}

/** Reads a tree from one of its folders: `../x` leaves the folder, never the tree. */
export function scopeTree(tree: FileTree, folder: string): FileReader {
  let links: Promise<Links> | null = null;
  return {
    name: tree.name,
    read: async (path, as) => {
      const inside = posix.join(folder, path);
      return inside === '..' || inside.startsWith('../') ? null : tree.read(inside, as);
    },
    follow: async (path) => {
      links ??= readLinks(tree);
      const { end } = (await links).follow(posix.join(folder, path));
      return end === null ? null : posix.relative(folder, end);
    },
    paths: async () => (await tree.list()).map(({ path }) => posix.relative(folder, path)),
  };
}

/** `./a//b.md` → `a/b.md`, so that one file has one name. */
export function normalizePath(path: string): string {
  return posix.normalize(path);
}

/** True for files in GitHub's prompt format, which may carry their own dataset. */
export function isPromptYaml(path: string): boolean {
  return /\.prompt\.ya?ml$/i.test(path);
}
