import { posix } from 'node:path';
import { matchWatched, resolveGlobs } from '../../files/watched-files.js';
import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { readProgram } from '../../project/find-program.js';
import { findProject } from '../../project/find-project.js';
import { listNamedPrompts } from '../../project/find-prompts.js';
import { listCodePaths } from '../../project/named-paths.js';
import { renderFirst } from '../../text/values.js';
import type { LocalCheckout } from '../open-local.js';
import { findProgramFile } from './program-packages.js';

/** Problems of the watch list of a program's suite. */
export type WatchFindings = { readonly missing: readonly string[]; readonly unclear: readonly string[] };

const NOTHING_FOUND: WatchFindings = { missing: [], unclear: [] };
const MAX_NAMED = 5;
/** Comments of code name them. */
const DOCUMENTATION = /(?:^|\/)(?:readme|changelog|contributing|licen[cs]e)[^/]*$/i;

/** Whether a change of a suite's program, or of a file that it reads, starts a check. */
export async function checkWatch(suite: Suite, { copy }: LocalCheckout): Promise<WatchFindings> {
  const { name, target, givenWatch } = suite;
  const { reader } = copy.head;
  const excludes = givenWatch.some((line) => line.startsWith('!'));
  if (!describeTarget(target).runsPrograms || !excludes) return NOTHING_FOUND;
  const paths = (await reader.paths?.()) ?? [];
  const entries = paths.map((path) => ({ path: posix.join(copy.prefix, path), blob: '' }));
  const watched = new Set(
    matchWatched(entries, resolveGlobs(suite.watch, copy.prefix)).map(({ path }) => path),
  );
  const isUnwatched = (path: string) => !watched.has(posix.join(copy.prefix, path));
  const files = await listProgramFiles(suite, reader);
  const sure = files.sure.filter(isUnwatched);
  const likely = files.likely.filter(isUnwatched);
  const renderPaths = (some: readonly string[]) => renderFirst(some, MAX_NAMED, (path) => path);
  return {
    missing:
      sure.length === 0
        ? []
        : [
            `suite ${name}: \`watch\` leaves out ${renderPaths(sure)}, which its program is made of or reads: a bad change there would start no check`,
          ],
    unclear:
      likely.length === 0
        ? []
        : [`suite ${name}: does its program use ${renderPaths(likely)}? \`watch\` leaves out changes there.`],
  };
}

/** The files that surely decide a program's answers, and those that may. */
async function listProgramFiles(
  { target }: Suite,
  reader: FileReader,
): Promise<{ readonly sure: readonly string[]; readonly likely: readonly string[] }> {
  const { prompts, sources, paths: listed } = await findProject(reader);
  // Outside git, folders are listed too.
  const folders = new Set(listed.map((path) => posix.dirname(path)));
  const paths = listed.filter((path) => !folders.has(path));
  const program = findStartedFile(target, paths);
  const promptPaths = prompts.map(({ path }) => path);
  if (program === undefined)
    return { sure: [], likely: [...sources.map(({ path }) => path), ...promptPaths] };
  const files = await readProgram(program, reader);
  const text = [...files.values()].join('\n');
  const folder = posix.dirname(program);
  const named = new Set(listCodePaths(text).flatMap((path) => listPlaces(path, folder)));
  const sure = new Set([
    ...files.keys(),
    ...listNamedPrompts(text, prompts).map(({ path }) => path),
    ...paths.filter((path) => named.has(path) && !DOCUMENTATION.test(path)),
  ]);
  const likely = paths.filter((path) => !sure.has(path) && named.has(posix.dirname(path)));
  return { sure: [...sure], likely };
}

/** A path in code, from the working directory and from the program's folder. Of `kb/*.md`, the folder. */
function listPlaces(path: string, folder: string): readonly string[] {
  const place = path.replace(/\/?[^/]*\*.*$/, '').replace(/\/$/, '');
  return place === '' ? [] : [posix.normalize(place), posix.join(folder, place)];
}

function findStartedFile(target: Suite['target'], paths: readonly string[]): string | undefined {
  if (target.kind === 'module') return target.module;
  const words = describeTarget(target)
    .words.flatMap((word) => word.split(/\s+/))
    .map(posix.normalize);
  return words.find((word) => paths.includes(word)) ?? findProgramFile(words, paths);
}
