import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pairCases } from '../dataset/pair-cases.js';
import { readSuite, suiteFiles } from '../dataset/read-suite.js';
import { ATTRIBUTES, concernsFiles } from '../files/attributes.js';
import { isWorkflow, readCalledWorkflows } from '../files/called-workflows.js';
import { watchedFingerprint } from '../files/fingerprint.js';
import { readImportedFiles } from '../files/imported-files.js';
import { scopeTree } from '../files/readers.js';
import { isPromptYaml } from '../files/suite-path.js';
import { changedWatched, matchNothing, matchWatched, rootGlobs } from '../files/watch.js';
import { listMissingScorers } from '../judging/own-scorer/choose-scorer-files.js';
import type { Case } from '../ports/dataset.js';
import { UserError } from '../ports/errors.js';
import type { FileEntry, FileReader, FileTree } from '../ports/files.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { PreparedSuite, ReadySuite, SuiteFiles, SuiteRun, Watched } from '../ports/suite-run.js';
import { literalGlob } from '../settings/watch-list.js';
import { pointerProblem } from '../text/file-text.js';
import { readLabels } from './read-labels.js';
import type { Session } from './session.js';

/** What preparing needs of a session. */
export type Preparing = Pick<Session, 'sides' | 'head' | 'prefix'>;

/** Every suite as it is held against the base. Throws `UserError` with the problems of all of them. */
export function prepareCheck(
  session: Preparing & Pick<Session, 'anchor' | 'unanchored' | 'onChange'>,
): Promise<readonly PreparedSuite[]> {
  const { sides, anchor, unanchored, onChange } = session;
  return prepareAll(sides.settings.suites, async (suite): Promise<PreparedSuite> => {
    const against = unanchored.has(suite.name) ? null : anchor;
    const choice = sides.settings.baseline;
    const run = await withLabels({
      ...describeRun(suite, session),
      anchor: against,
      yardstick: against,
      choice,
    });
    const listed = await listFiles(run);
    const watched = await readWatched(run, listed, await checkedOut(run, listed));
    const same = watched.head !== null && watched.head === watched.anchor;
    const seen = await hasWhatItNames(run, listed, sides.configPath);
    if (onChange && same && seen) return { ...run, status: 'unchanged', watched };
    // What is not seen to change is not known by its files, so no earlier decision on them is shown again either.
    const known = seen ? watched : { ...watched, head: null };
    return readRun(run, { watched: known, listed, base: against?.reader ?? null });
  });
}

/**
 * Every suite as it becomes a baseline. On the base branch a change is merged and decided: a fall is told there, and
 * fails nobody. Throws `UserError` with the problems of all of them.
 */
export function prepareBaseline(
  session: Preparing & Pick<Session, 'anchor'>,
): Promise<readonly PreparedSuite[]> {
  const { sides, anchor } = session;
  // What is stored is compared with what was stored before, or with nothing; never with a base that is run for it.
  const kind = sides.settings.baseline.kind === 'none' ? 'none' : 'stored';
  return prepareAll(sides.settings.suites, (suite) =>
    readAlone({
      ...describeRun(withoutRegression(suite), session),
      anchor,
      yardstick: null,
      choice: { kind },
    }),
  );
}

const NOTHING = { anchor: null, yardstick: null, choice: { kind: 'none' } } as const;

/** Suites that are held against nothing, judged as a baseline is. Throws `UserError` with the problems of all of them. */
export function prepareAlone(
  suites: readonly SuiteSettings[],
  preparing: Preparing,
): Promise<readonly ReadySuite[]> {
  return prepareAll(suites, (suite) => readAlone({ ...describeRun(suite, preparing), ...NOTHING }));
}

/**
 * Throws `UserError` where a suite of which nothing changed names what nobody would see change: a path that leads nowhere,
 * a link, a submodule's file.
 */
export async function refuseUnseen(suite: SuiteSettings, preparing: Preparing): Promise<void> {
  const run = await withLabels({ ...describeRun(suite, preparing), ...NOTHING });
  if (!(await hasWhatItNames(run, await listFiles(run), preparing.sides.configPath))) await readAlone(run);
}

/** Reads every suite's files before the first call, so that all mistakes are said at once and none costs anything. */
async function prepareAll<Prepared>(
  suites: readonly SuiteSettings[],
  prepare: (suite: SuiteSettings) => Promise<Prepared>,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  const problems: string[] = [];
  for (const suite of suites) {
    try {
      prepared.push(await prepare(suite));
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return prepared;
}

function describeRun(
  suite: SuiteSettings,
  { sides, head, prefix }: Preparing,
): Omit<SuiteRun, 'anchor' | 'yardstick' | 'choice' | 'labels'> {
  const known = sides.base?.suites.find(({ name }) => name === suite.name);
  const was = known ?? suite;
  return {
    suite,
    baseTarget: was.target,
    baseProvider: was.provider,
    baseDataset: was.dataset,
    inBase: known !== undefined,
    onlyInBase: !sides.headSuites.has(suite.name),
    changes: sides.changes.get(suite.name) ?? [],
    review: sides.review.get(suite.name) ?? [],
    head,
    prefix,
  };
}

async function withLabels(run: Omit<SuiteRun, 'labels'>): Promise<SuiteRun> {
  const { labels, changes, review } = await readLabels(run);
  return {
    ...run,
    labels,
    changes: [...run.changes, ...changes],
    review: [...run.review, ...review],
  };
}

/** What becomes a baseline is judged as pull requests against it will be: under its own prompt and dataset. */
async function readAlone(run: Omit<SuiteRun, 'labels'>): Promise<ReadySuite> {
  const own = await withLabels({ ...run, baseDataset: run.suite.dataset });
  const listed = await listFiles(own);
  return readFiles(own, { listed, watched: await readWatched(own, listed), base: run.head.reader });
}

/** All files of both sides; `null` where a side is in no repository. */
type Listed = {
  readonly head: readonly FileEntry[] | null;
  readonly anchor: readonly FileEntry[] | null;
};

/** What is known of a suite's files before they are parsed. */
type Found = {
  readonly listed: Listed;
  readonly watched: Watched;
  /** Whose files lend the task. */
  readonly base: FileReader | null;
};

async function listFiles({ head, anchor }: SuiteRun): Promise<Listed> {
  return { head: (await head.files?.list()) ?? null, anchor: (await anchor?.files.list()) ?? null };
}

/**
 * True where every file of the suite is one that can be read and whose change would be seen. A path that leads nowhere
 * never changes, and neither does a file that git ignores: a run that ended there would be green for nothing.
 */
async function hasWhatItNames(run: SuiteRun, listed: Listed, configPath: string | null): Promise<boolean> {
  const { suite, head, prefix } = run;
  const seen = new Set(listed.head?.map(({ path }) => path));
  const paths = suiteFiles(suite).map(({ path }) => path);
  const named = configPath === null ? paths : [...paths, configPath];
  if (!named.every((path) => seen.has(posix.join(prefix, path)))) return false;
  const texts = await Promise.all(named.map((path) => head.reader.read(path, 'anything')));
  return !texts.includes(null) && (await listMistakes(run, listed)).length === 0;
}

/** What the suite names besides, and no side has. */
async function listMistakes(run: SuiteRun, listed: Listed): Promise<readonly string[]> {
  return [...strayLines(run, listed), ...(await listMissingScorers(run.suite.scorers, run))];
}

/** Lines of the head's own list: whoever corrects them is not held up by what stands at base. */
function strayLines({ suite, prefix, anchor }: SuiteRun, listed: Listed): readonly string[] {
  if (listed.head === null) return [];
  const files = [...listed.head, ...(listed.anchor ?? [])];
  const sides = anchor === null ? 'there is no file' : 'neither the head nor the base has a file';
  return suite.givenWatch
    .filter((line) => matchNothing(files, rootGlobs([line], prefix)).length > 0)
    .map(
      (line) =>
        `watch: suite ${JSON.stringify(suite.name)} has the line ${JSON.stringify(line)}, and ${sides} that it matches; correct it or take it out (globs are relative to the working directory, with / in front to the top of the repository)`,
    );
}

/** Texts that an agent is made of. Pictures and models in Git LFS are often left out of a checkout, and missed by nobody. */
const TEXT_LIKE = /\.(?:md|txt|ya?ml|jsonl?|csv|xml|html|toml|j2|jinja|prompt)$/i;

/** What changed and would be read by a command, which is asked as it lies there, as a pointer to what it says. */
async function listPointers(run: SuiteRun, { changed }: Watched): Promise<readonly string[]> {
  const { suite, head, anchor } = run;
  if (suite.target.kind !== 'command') return [];
  const found = await Promise.all(
    (changed ?? []).map(async (path) => {
      const problem = pointerProblem((await head.files?.read(path, 'anything')) ?? '');
      if (problem === null) return [];
      const was = (await anchor?.files.read(path, 'anything')) ?? null;
      if (!TEXT_LIKE.test(path) && (was === null || pointerProblem(was) !== null)) return [];
      return [
        `${path} ${problem}; where the command of suite ${JSON.stringify(suite.name)} does not read it, take it out of \`watch\` on the base branch`,
      ];
    }),
  );
  return found.flat();
}

/** A suite that the head takes away is the base's to run; where that cannot be, it is told, and is nobody's mistake. */
async function readRun(run: SuiteRun, found: Found): Promise<PreparedSuite> {
  try {
    return await readFiles(run, found);
  } catch (thrown) {
    if (!(thrown instanceof UserError) || !run.onlyInBase) throw thrown;
    return { ...run, status: 'cannot-run', reason: thrown.problems.join('; ') };
  }
}

async function readFiles(run: SuiteRun, { listed, watched, base }: Found): Promise<ReadySuite> {
  const mistakes = [...(await listMistakes(run, listed)), ...(await listPointers(run, watched))];
  const paths = listed.head?.map(({ path }) => path) ?? [];
  try {
    const files = await readSuite({ ...run, head: run.head.reader, base, files: paths });
    if (mistakes.length > 0) throw new UserError(mistakes);
    const dropped = await listDropped(run, files, listed);
    return { ...run, status: 'ready', files, dropped, watched };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    throw new UserError([...new Set([...thrown.problems, ...mistakes])], { cause: thrown });
  }
}

/** What the base asks and the head's dataset does not, unless the same agent would be asked. */
async function listDropped(
  run: SuiteRun,
  { cases, baseCases }: SuiteFiles,
  listed: Listed,
): Promise<readonly Case[]> {
  const { rows, removed } = pairCases(cases, baseCases ?? []);
  const edited = rows.flatMap((row) => (row.kind === 'edited' ? [row.was] : []));
  const dropped = new Set([...removed, ...edited]);
  return dropped.size === 0 || (await isSameAgent(run, listed))
    ? []
    : (baseCases ?? []).filter((row) => dropped.has(row));
}

/** True where neither settings nor files make the head's agent another than the base's. */
async function isSameAgent(run: SuiteRun, listed: Listed): Promise<boolean> {
  const { suite, baseTarget, baseProvider, baseDataset, head, anchor } = run;
  const { target, provider, dataset } = suite;
  if (anchor === null) return true;
  if (!isDeepStrictEqual(target, baseTarget) || provider.baseUrl !== baseProvider.baseUrl) return false;
  const isSameText = async (path: string) =>
    (await head.reader.read(path, 'anything')) === (await anchor.reader.read(path, 'anything'));
  switch (target.kind) {
    case 'prompt':
      return isSameText(target.prompt);
    case 'recorded':
      return isSameText(target.recorded);
    case 'command': {
      // Whatever is watched may be part of the program; a file of nothing but what it is asked is not.
      const rows = [dataset, baseDataset].filter((path) => !isPromptYaml(path));
      const asked = rows.map((path) => `!${literalGlob(path)}`);
      const program = { ...run, suite: { ...suite, watch: [...suite.watch, ...asked] } };
      const { head: now, anchor: was } = await readWatched(
        program,
        listed,
        await checkedOut(program, listed),
      );
      return now !== null && now === was;
    }
    default:
      return target satisfies never;
  }
}

/** Where these differ from the base's, a checkout makes other files of the same blobs. Globs from the root. */
async function checkedOut(run: SuiteRun, { head, anchor }: Listed): Promise<readonly string[]> {
  const files = { head: run.head.files, base: run.anchor?.files ?? null };
  const changed = changedWatched(anchor ?? [], head ?? [], ATTRIBUTES);
  if (changed.length === 0 || files.head === null || files.base === null) return changed.map(literalGlob);
  const sides = { head: files.head, base: files.base };
  const globs = await watchedGlobs(run.suite, files.head, run.prefix);
  const watched = [...matchWatched(head ?? [], globs), ...matchWatched(anchor ?? [], globs)];
  const concern = await Promise.all(changed.map((path) => concernsFiles(path, watched, sides)));
  return changed.filter((_, index) => concern[index]).map(literalGlob);
}

/** @param besides globs from the root of what the head's files are known by too. */
async function readWatched(run: SuiteRun, listed: Listed, besides: readonly string[] = []): Promise<Watched> {
  const globsOf = (files: FileTree | null) => files && watchedGlobs(run.suite, files, run.prefix);
  const ofHead = await globsOf(run.head.files);
  const ofAnchor = await globsOf(run.anchor?.files ?? null);
  const { head, anchor } = listed;
  return {
    head: head && ofHead && watchedFingerprint(head, [...ofHead, ...besides]),
    anchor: anchor && ofAnchor && watchedFingerprint(anchor, ofAnchor),
    changed: anchor && head && ofHead && changedWatched(anchor, head, [...ofHead, ...besides]),
  };
}

/**
 * Globs from the root of what a suite is made of: its watch list, what a scorer of the repository's own imports, and what
 * a workflow on the list calls.
 * @param files lend the imports and the calls.
 */
export async function watchedGlobs(
  suite: SuiteSettings,
  files: FileTree,
  prefix: string,
): Promise<readonly string[]> {
  const own = suite.scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
  const reader = scopeTree(files, prefix);
  const imported = await Promise.all(own.map((path) => readImportedFiles(path, reader)));
  const code = imported.flatMap((found) => [...found.keys()].map(literalGlob));
  const globs = rootGlobs([...suite.watch, ...code], prefix);
  const called = await Promise.all(globs.filter(isWorkflow).map((path) => readCalledWorkflows(path, files)));
  return [...globs, ...called.flatMap((found) => [...found.keys()].map(literalGlob))];
}

function withoutRegression(suite: SuiteSettings): SuiteSettings {
  const scorers = suite.scorers.map((scorer) => {
    const failOn = scorer.gate.failOn.filter((reason) => reason !== 'regression');
    return { ...scorer, gate: { ...scorer.gate, failOn } };
  });
  return { ...suite, scorers };
}
