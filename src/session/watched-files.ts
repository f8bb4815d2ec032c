import { isDeepStrictEqual } from 'node:util';
import { suiteFiles } from '../dataset/read-suite.js';
import { readLinkedPaths } from '../files/links.js';
import { openPlaces } from '../files/missing-file.js';
import { isPromptYaml } from '../files/readers.js';
import {
  changedWatched,
  literalGlob,
  literalPaths,
  matchNothing,
  matchWatched,
  rootGlobs,
  watchedFingerprint,
} from '../files/watched-files.js';
import { listMissingScorers } from '../judging/own-scorer/open-own-scorers.js';
import type { FileEntry, FileTree } from '../model/repository.js';
import type { SuiteContext, WatchedFiles } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { watchedGlobs } from '../settings/watch-list.js';
import { sha256 } from '../text/json.js';

/** All files of both sides; `null` if a side is in no repository. */
export type FileLists = {
  readonly head: readonly FileEntry[] | null;
  readonly base: readonly FileEntry[] | null;
  /** Files that the watch list names and the head's list lacks, since a step of the job built them. */
  readonly built: readonly FileEntry[];
};

export async function listFiles(run: SuiteContext): Promise<FileLists> {
  const head = (await run.head.files?.list()) ?? null;
  const base = (await run.baseCommit?.files.list()) ?? null;
  return { head, base, built: await listBuilt(run, head ?? []) };
}

/** Their content counts. With a name of its own, so that such a file is never the base's unchanged one. */
async function listBuilt(
  { suite, head: { files }, prefix }: SuiteContext,
  known: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  if (files === null) return [];
  const named = literalPaths(rootGlobs([...suite.watch, ...suite.givenWatch], prefix));
  const seen = new Set(known.map(({ path }) => path));
  const built: FileEntry[] = [];
  for (const path of new Set(named.filter((each) => !seen.has(each)))) {
    const bytes = await files.readBytes(path);
    if (bytes !== null) built.push({ path, blob: `built ${sha256(bytes)}` });
  }
  return built;
}

/** False if a file that the suite names is missing or a link: its changes would not be visible. */
export async function hasNamedFiles(run: SuiteContext, listed: FileLists): Promise<boolean> {
  const paths = suiteFiles(run.suite).map(({ path }) => path);
  const texts = await Promise.all(paths.map((path) => run.head.reader.read(path, 'anything')));
  return !texts.includes(null) && (await listProblems(run, listed)).length === 0;
}

export async function listProblems(run: SuiteContext, listed: FileLists): Promise<readonly string[]> {
  return [...(await strayLines(run, listed)), ...(await listMissingScorers(run.suite, run))];
}

/** Lines of the head's own list, so that a pull request can fix them. */
async function strayLines(run: SuiteContext, listed: FileLists): Promise<readonly string[]> {
  const { suite, prefix, baseCommit, head, configPath } = run;
  if (listed.head === null) return [];
  const files = [...listed.head, ...(listed.base ?? []), ...listed.built];
  const sides = baseCommit === null ? 'there is no file' : 'neither the head nor the base has a file';
  const unmatched = suite.givenWatch.filter(
    (line) => matchNothing(files, rootGlobs([line], prefix)).length > 0,
  );
  const trees = [head.files, baseCommit?.files ?? null].filter((tree) => tree !== null);
  const stray: string[] = [];
  for (const line of unmatched) {
    const linked = await Promise.all(trees.map((tree) => readLinkedPaths(rootGlobs([line], prefix), tree)));
    if (linked.flat().length === 0) stray.push(line);
  }
  const placeOf = stray.length === 0 ? () => '' : await openPlaces(head.reader, configPath);
  return stray.map(
    (line) =>
      `${placeOf({ key: 'watch', suite: suite.name, path: line })}watch: suite ${JSON.stringify(suite.name)} has the line ${JSON.stringify(line)}, and ${sides} that it matches; correct it or take it out (globs are relative to the working directory, with / in front to the root of the repository)`,
  );
}

/** True if neither settings nor files change the agent. */
export async function isSameAgent(run: SuiteContext, listed: FileLists): Promise<boolean> {
  const { suite, was, head, baseCommit } = run;
  const { target, provider, dataset } = suite;
  if (baseCommit === null) return true;
  if (!isDeepStrictEqual(target, was.target) || provider.baseUrl !== was.provider.baseUrl) return false;
  const isSameText = async (path: string) =>
    (await head.reader.read(path, 'anything')) === (await baseCommit.reader.read(path, 'anything'));
  const { files, runsPrograms } = aboutTarget(target);
  const same = await Promise.all(files.map(({ path }) => isSameText(path)));
  if (!runsPrograms || same.includes(false)) return !same.includes(false);
  // A watched file may be part of the program, except datasets.
  const rows = [dataset, was.dataset].filter((path) => !isPromptYaml(path));
  const asked = rows.map((path) => `!${literalGlob(path)}`);
  const program = { ...run, suite: { ...suite, watch: [...suite.watch, ...asked] } };
  const { head: now, base: then } = await readWatched(program, listed);
  return now !== null && now === then;
}

export async function readWatched(run: SuiteContext, listed: FileLists): Promise<WatchedFiles> {
  const globsOf = (files: FileTree | null) => files && watchedGlobs(run.suite, files, run.prefix);
  const ofHead = await globsOf(run.head.files);
  const ofBase = await globsOf(run.baseCommit?.files ?? null);
  const { head, base, built } = listed;
  const rewritten = run.head.rewritten.map((path) => ({ path, blob: '' }));
  return {
    head: head && ofHead && watchedFingerprint([...head, ...built], ofHead),
    base: base && ofBase && watchedFingerprint(base, ofBase),
    // What one side reaches by an import or a link may be all that the other side changes.
    changed:
      base &&
      head &&
      ofHead &&
      ofBase &&
      unionOf([ofHead, ofBase].map((globs) => changedWatched(base, head, globs))),
    built: matchWatched(built, ofHead ?? []).map(({ path }) => path),
    rewritten: matchWatched(rewritten, ofHead ?? []).map(({ path }) => path),
  };
}

function unionOf(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].sort();
}
