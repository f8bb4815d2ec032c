import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { listSuiteFiles } from '../dataset/read-suite.js';
import { readLinkedPaths } from '../files/links.js';
import { createPlaceRenderer } from '../files/missing-file.js';
import { isPromptYaml } from '../files/readers.js';
import {
  escapeGlob,
  findUnmatchedGlobs,
  hashWatchedFiles,
  listChangedWatched,
  listLiteralPaths,
  matchWatched,
  resolveGlobs,
} from '../files/watched-files.js';
import { listMissingScorers } from '../judging/own-scorer/open-own-scorers.js';
import type { SettingsChange } from '../model/notes.js';
import type { FileEntry } from '../model/repository.js';
import type { SideSource, WatchedFiles } from '../model/side.js';
import type { SuiteSettings } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { listWatchedGlobs } from '../settings/watch-list.js';
import { sha256 } from '../text/json.js';

/** All files of both sides; `null` if a side is in no repository. */
export type FileLists = {
  readonly head: readonly FileEntry[] | null;
  readonly base: readonly FileEntry[] | null;
  /** Files that the watch list names and the head's list lacks, since a step of the job built them. */
  readonly built: readonly FileEntry[];
};

export async function listFiles(suite: SuiteSettings): Promise<FileLists> {
  const head = (await suite.head.tree?.list()) ?? null;
  const base = (await suite.base?.tree?.list()) ?? null;
  return { head, base, built: await listBuilt(suite, head ?? []) };
}

/** Their content counts. With a name of its own, so that such a file is never the base's unchanged one. */
async function listBuilt(
  { settings, head: { tree, givenWatch }, prefix }: SuiteSettings,
  known: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  if (tree === null) return [];
  const named = listLiteralPaths(resolveGlobs([...settings.watch, ...givenWatch], prefix));
  const seen = new Set(known.map(({ path }) => path));
  const built: FileEntry[] = [];
  for (const path of new Set(named.filter((each) => !seen.has(each)))) {
    const bytes = await tree.readBytes(path);
    if (bytes !== null) built.push({ path, blob: `built ${sha256(bytes)}` });
  }
  return built;
}

/** False if a file that the suite names is missing or a link: its changes would not be visible. */
export async function hasNamedFiles(suite: SuiteSettings, listed: FileLists): Promise<boolean> {
  const paths = listSuiteFiles(suite.head.dataset, suite.head.target).map(({ path }) => path);
  const texts = await Promise.all(paths.map((path) => suite.head.reader.read(path, 'anything')));
  return !texts.includes(null) && (await listProblems(suite, listed)).length === 0;
}

export async function listProblems(suite: SuiteSettings, listed: FileLists): Promise<readonly string[]> {
  return [...(await strayLines(suite, listed)), ...(await listMissingScorers(suite.settings, suite))];
}

/** Lines of the head's own list, so that a pull request can fix them. */
async function strayLines(suite: SuiteSettings, listed: FileLists): Promise<readonly string[]> {
  const { settings, prefix, base, head, configPath } = suite;
  if (listed.head === null) return [];
  const files = [...listed.head, ...(listed.base ?? []), ...listed.built];
  const sides = base === null ? 'there is no file' : 'neither the head nor the base has a file';
  const unmatched = head.givenWatch.filter(
    (line) => findUnmatchedGlobs(files, resolveGlobs([line], prefix)).length > 0,
  );
  const trees = [head.tree, base?.tree ?? null].filter((tree) => tree !== null);
  const strayLines: string[] = [];
  for (const line of unmatched) {
    const linked = await Promise.all(
      trees.map((tree) => readLinkedPaths(resolveGlobs([line], prefix), tree)),
    );
    if (linked.flat().length === 0) strayLines.push(line);
  }
  const renderPlace = strayLines.length === 0 ? () => '' : await createPlaceRenderer(head.reader, configPath);
  return strayLines.map(
    (line) =>
      `${renderPlace({ key: 'watch', suite: settings.name, path: line })}watch: suite ${JSON.stringify(settings.name)} has the line ${JSON.stringify(line)}, and ${sides} that it matches; correct it or take it out (globs are relative to the working directory, with / in front to the root of the repository)`,
  );
}

/** True if neither settings nor files change the agent. */
export async function isSameAgent(suite: SuiteSettings, listed: FileLists): Promise<boolean> {
  const { settings, base, head } = suite;
  if (base === null) return true;
  if (!isDeepStrictEqual(head.target, base.target) || head.provider.baseUrl !== base.provider.baseUrl) {
    return false;
  }
  const isSameText = async (path: string) =>
    (await head.reader.read(path, 'anything')) === (await base.reader.read(path, 'anything'));
  const { files, runsPrograms } = describeTarget(head.target);
  const same = await Promise.all(files.map(({ path }) => isSameText(path)));
  if (!runsPrograms || same.includes(false)) return !same.includes(false);
  // A watched file may be part of the program, except datasets.
  const datasets = [head.dataset, base.dataset].filter((path) => !isPromptYaml(path));
  const watch = [...settings.watch, ...datasets.map((path) => `!${escapeGlob(path)}`)];
  return isUnchanged(await readWatched({ ...suite, settings: { ...settings, watch } }, listed));
}

/** True if the watched files of both sides are the same; false if they are not known. */
export function isUnchanged({ base, head }: WatchedSides): boolean {
  return head.fingerprint !== null && head.fingerprint === base?.fingerprint;
}

export type WatchedSides = {
  readonly base: WatchedFiles | null;
  readonly head: WatchedFiles;
  /** Paths from the repository's top; `null` if a side is not in a repository. */
  readonly changedFiles: readonly string[] | null;
};

export async function readWatched(suite: SuiteSettings, listed: FileLists): Promise<WatchedSides> {
  const { base, head } = suite;
  const headGlobs = await readGlobs(head, suite);
  const baseGlobs = await readGlobs(base, suite);
  const headFiles = listed.head === null ? null : [...listed.head, ...listed.built];
  const rewritten = head.rewritten.map((path) => ({ path, blob: '' }));
  return {
    base:
      base === null
        ? null
        : { fingerprint: computeFingerprint(listed.base, baseGlobs), built: [], rewritten: [] },
    head: {
      fingerprint: computeFingerprint(headFiles, headGlobs),
      built: matchWatched(listed.built, headGlobs ?? []).map(({ path }) => path),
      rewritten: matchWatched(rewritten, headGlobs ?? []).map(({ path }) => path),
    },
    changedFiles: listChanged(listed, baseGlobs, headGlobs),
  };
}

/** The watch list of a side, from the repository's top; `null` outside a repository. */
async function readGlobs(
  side: SideSource | null,
  { settings, prefix }: SuiteSettings,
): Promise<readonly string[] | null> {
  const tree = side?.tree ?? null;
  return tree === null ? null : await listWatchedGlobs(settings, tree, prefix);
}

function computeFingerprint(
  files: readonly FileEntry[] | null,
  globs: readonly string[] | null,
): string | null {
  return files === null || globs === null ? null : hashWatchedFiles(files, globs);
}

/** A file that one side imports or links to may be the only one that the other side changes. */
function listChanged(
  { base, head }: FileLists,
  baseGlobs: readonly string[] | null,
  headGlobs: readonly string[] | null,
): readonly string[] | null {
  if (base === null || head === null || baseGlobs === null || headGlobs === null) return null;
  const changed = [headGlobs, baseGlobs].flatMap((globs) => listChangedWatched(base, head, globs));
  return [...new Set(changed)].sort();
}

/** A package update may change what a scorer says. */
const LOCK_FILE = /\block\b/;

/**
 * The changed files that `watch` names and a prompt's suite does not read. Such a file mostly has the text that the
 * prompt is a copy of, so that nothing is tested if the prompt did not change.
 *
 * @param changedFiles Paths from the repository's top.
 */
export function findUnreadFiles(
  { base, head, prefix, configPath, scorerFiles }: SuiteSettings,
  changedFiles: readonly string[],
): readonly SettingsChange[] {
  const { prompt } = describeTarget(head.target);
  const at = (path: string) => posix.join(prefix, path);
  if (base === null || prompt === null || changedFiles.includes(at(prompt))) return [];
  const others = [head.dataset, base.dataset, ...scorerFiles, ...(configPath === null ? [] : [configPath])];
  const read = new Set(others.map(at));
  const named = new Set(listLiteralPaths(resolveGlobs(head.givenWatch, prefix)));
  const paths = changedFiles.filter((path) => named.has(path) && !read.has(path) && !LOCK_FILE.test(path));
  return paths.length === 0 ? [] : [{ kind: 'unread-files', paths, measured: prompt }];
}
