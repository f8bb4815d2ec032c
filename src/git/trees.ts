import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readFile, readlink, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { UserError } from '../model/errors.js';
import { type FileEntry, type FileTree, hashAsGitBlob, LINK_MODE } from '../model/repository.js';
import { decodeLossy, decodeText } from '../text/file-text.js';
import type { ReadObject } from './commits.js';
import { type RunGit, readGitOutput, splitNul } from './run-git.js';

type CommitEntry = FileEntry & { readonly mode: string };

const [PLAIN, EXECUTABLE, SUBMODULE] = ['100644', '100755', '160000'] as const;

/**
 * A commit's files, read from git's objects without attributes, which come from the checkout: a pull request could
 * change what is read from its base. Symbolic links and submodules are listed but never followed.
 */
export function openCommitTree(
  { run, read }: { readonly run: RunGit; readonly read: ReadObject },
  commit: string,
): FileTree {
  let entries: Promise<ReadonlyMap<string, CommitEntry>> | null = null;
  const load = () => {
    entries ??= listCommit(run, commit).catch((error: unknown) => {
      // It may be fetched later.
      entries = null;
      throw error;
    });
    return entries;
  };
  const name = `commit ${commit.slice(0, 7)}`;
  const readBlob = async (id: string) => {
    const blob = await read(id);
    if (blob === null) throw new Error(`git does not have object ${id} of ${name}`);
    return blob.bytes;
  };
  const readBytes = async (path: string, as: 'text' | 'anything' = 'text') => {
    const entry = (await load()).get(posix.normalize(path));
    if (entry === undefined || !entry.mode.startsWith('100')) return null;
    const what = `${JSON.stringify(entry.path)} of ${name}`;
    const bytes = await readBlob(entry.blob);
    return as === 'text' ? resolvePointer(run, bytes, what) : bytes;
  };
  return {
    name,
    readBytes: (path) => readBytes(path),
    async linkTarget(path) {
      const entry = (await load()).get(path);
      return entry?.mode === LINK_MODE ? (await readBlob(entry.blob)).toString('utf8') : null;
    },
    read: async (path, as) => decodeFile(`${path} of ${name}`, await readBytes(path, as), as),
    async list() {
      return [...(await load()).values()].map(({ path, mode, blob }) => ({
        path,
        blob: hashAsGitBlob(mode, blob),
      }));
    },
  };
}

/** Line ends are normalised, since a checkout may differ from its commit. Throws `UserError`. */
function decodeFile(path: string, bytes: Uint8Array | null, as: 'text' | 'anything' = 'text'): string | null {
  return bytes && (as === 'anything' ? decodeLossy(bytes) : decodeText(path, bytes));
}

const MAX_POINTER_BYTES = 1024;
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/;

/** Replaces a Git LFS pointer, which holds the content's hash, by the content. */
async function resolvePointer(run: RunGit, bytes: Buffer, what: string): Promise<Buffer> {
  const input = bytes.length > MAX_POINTER_BYTES ? '' : bytes.toString('utf8');
  const hash = POINTER.exec(input)?.[1];
  if (hash === undefined) return bytes;
  const { stdout, stderr } = await run(['lfs', 'smudge'], { input });
  if (createHash('sha256').update(stdout).digest('hex') === hash) return stdout;
  throw new UserError(
    `${what} is kept in Git LFS, and its content could not be had${stderr === '' ? '' : ` (${stderr})`}: ` +
      'install git-lfs, and fetch the content before this step (`lfs: true` for actions/checkout, or `git lfs fetch origin <commit>`)',
  );
}

async function listCommit(run: RunGit, commit: string): Promise<ReadonlyMap<string, CommitEntry>> {
  const entries = await listTree(run, commit, '-r');
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/** The ids of a commit's folders, by path. */
export async function listFolders(run: RunGit, commit: string): Promise<ReadonlyMap<string, string>> {
  const entries = await listTree(run, commit, '-rd');
  return new Map(entries.map(({ path, blob }) => [path, blob]));
}

async function listTree(run: RunGit, commit: string, which: '-r' | '-rd'): Promise<readonly CommitEntry[]> {
  const output = await readGitOutput(run, ['ls-tree', which, '-z', '--full-tree', commit]);
  return splitNul(output).map((line): CommitEntry => {
    const tab = line.indexOf('\t');
    const [mode = '', , blob = ''] = line.slice(0, tab).split(' ');
    return { path: line.slice(tab + 1), blob, mode };
  });
}

/** The files in git's index. */
export async function listTracked(run: RunGit): Promise<readonly FileEntry[]> {
  return splitNul(await readGitOutput(run, ['ls-files', '--stage', '-z'])).map(parseIndexEntry);
}

/** `<mode> <blob> <stage>\t<path>`. */
function parseIndexEntry(line: string): FileEntry {
  const tab = line.indexOf('\t');
  const [mode = '', blob = ''] = line.slice(0, tab).split(' ');
  return { path: line.slice(tab + 1), blob: hashAsGitBlob(mode, blob) };
}

/**
 * Files in the working tree: tracked, and untracked but not ignored. Unchanged files have the index's blob ids.
 * They are listed once. Symbolic links and submodules are listed but never followed.
 */
export function openWorkingTree(run: RunGit, top: string): FileTree {
  let entries: Promise<readonly FileEntry[]> | null = null;
  const readBytes = async (path: string) => {
    const full = join(top, path);
    // A folder in the path may be a link too.
    const real = await realpath(full).catch(() => null);
    if (real !== full || !full.startsWith(`${top}${sep}`)) return null;
    const stats = await lstatOrNull(full);
    return stats?.isFile() ? readFile(full) : null;
  };
  return {
    name: 'working tree',
    readBytes,
    linkTarget: (path) => readlink(join(top, path)).catch(() => null),
    read: async (path, as) => decodeFile(path, await readBytes(path), as),
    list: () => (entries ??= listWorkingTree(run, top)),
  };
}

/** Letters of `git ls-files -t`. */
const [UNTRACKED, MODIFIED, DELETED] = ['?', 'C', 'R'];

async function listWorkingTree(run: RunGit, top: string): Promise<readonly FileEntry[]> {
  // One process for all four lists. Each field begins with its list's letter.
  const lists = ['--stage', '--modified', '--deleted', '--others'];
  const output = await readGitOutput(run, ['ls-files', '-t', ...lists, '--exclude-standard', '-z']);
  const blobs = new Map<string, string>();
  const unsure = new Set<string>();
  const deleted: string[] = [];
  for (const field of splitNul(output)) {
    if (field.startsWith(UNTRACKED)) {
      unsure.add(field.slice(2));
      continue;
    }
    const { list, mode, blob, stage, path } = parseStaged(field);
    if (list === DELETED) deleted.push(path);
    // A conflict has up to three versions in the index: read the file.
    if (mode !== SUBMODULE && (list === MODIFIED || stage !== '0')) unsure.add(path);
    blobs.set(path, hashAsGitBlob(mode, blob));
  }
  for (const path of deleted) {
    blobs.delete(path);
    unsure.delete(path);
  }
  for (const entry of await hashFiles(run, top, [...unsure])) {
    if (entry.blob === null) blobs.delete(entry.path);
    else blobs.set(entry.path, entry.blob);
  }
  return [...blobs].map(([path, blob]) => ({ path, blob })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Implements `Git.listRewritten`. */
export async function listRewritten(
  run: RunGit,
  commit: FileTree,
  copy: FileTree,
): Promise<readonly string[]> {
  const output = await readGitOutput(run, ['ls-files', '-t', '--stage', '--modified', '--deleted', '-z']);
  const staged = new Map<string, string>();
  const suspects = new Set<string>();
  for (const field of splitNul(output)) {
    const { list, mode, blob, stage, path } = parseStaged(field);
    if (list === MODIFIED || list === DELETED || stage !== '0') suspects.add(path);
    staged.set(path, hashAsGitBlob(mode, blob));
  }
  const rewritten: string[] = [];
  for (const { path, blob } of await commit.list()) {
    if (blob.startsWith(`${SUBMODULE} `) || (staged.get(path) === blob && !suspects.has(path))) continue;
    if (!(await hasSameContent(path, commit, copy))) rewritten.push(path);
  }
  return rewritten.sort();
}

async function hasSameContent(path: string, commit: FileTree, copy: FileTree): Promise<boolean> {
  const [before, now] = await Promise.all([commit.read(path, 'anything'), copy.read(path, 'anything')]);
  if (before !== null || now !== null) return before === now;
  return (await commit.linkTarget(path)) === (await copy.linkTarget(path));
}

type StagedEntry = Readonly<Record<'list' | 'mode' | 'blob' | 'stage' | 'path', string>>;

/** A field of `git ls-files -t --stage -z`: its list's letter, mode, blob and stage, then a tab and the path. */
function parseStaged(field: string): StagedEntry {
  const tab = field.indexOf('\t');
  const [list = '', mode = '', blob = '', stage = ''] = field.slice(0, tab).split(' ');
  return { list, mode, blob, stage, path: field.slice(tab + 1) };
}

/** `blob` is `null` for anything but a file or link. */
async function hashFiles(
  run: RunGit,
  top: string,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly blob: string | null }[]> {
  const entries = await Promise.all(
    paths.map(async (path) => ({ path, stats: await lstatOrNull(join(top, path.split('/').join(sep))) })),
  );
  const files = entries.filter(({ stats }) => stats?.isFile());
  const links = entries.filter(({ stats }) => stats?.isSymbolicLink()).map(({ path }) => path);
  const hashed = new Map<string, string>();
  if (files.length > 0) {
    const input = `${files.map(({ path }) => quotePath(path)).join('\n')}\n`;
    const ids = (await readGitOutput(run, ['hash-object', '--stdin-paths'], { input }))
      .toString('utf8')
      .split('\n');
    for (const [index, { path, stats }] of files.entries()) {
      // As in git, the owner's bit decides.
      const mode = ((stats?.mode ?? 0) & 0o100) === 0 ? PLAIN : EXECUTABLE;
      hashed.set(path, hashAsGitBlob(mode, ids[index] ?? ''));
    }
  }
  for (const path of links) {
    const input = await readlink(join(top, path));
    const id = (await readGitOutput(run, ['hash-object', '--stdin'], { input })).toString('utf8').trim();
    hashed.set(path, hashAsGitBlob(LINK_MODE, id));
  }
  return paths.map((path) => ({ path, blob: hashed.get(path) ?? null }));
}

/** `--stdin-paths` reads one path per line, or a C string if it begins with a quote. */
function quotePath(path: string): string {
  if (!/[\n\r"\\]/.test(path)) return path;
  const escaped = path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped}"`;
}

function lstatOrNull(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null);
}
