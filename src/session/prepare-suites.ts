import { readSuite } from '../dataset/read-suite.js';
import { watchedFingerprint } from '../files/fingerprint.js';
import { readImportedFiles } from '../files/imported-files.js';
import { scopeTree } from '../files/readers.js';
import { rootGlobs } from '../files/watch.js';
import { listMissingScorers } from '../judging/own-scorer/choose-scorer-files.js';
import { UserError } from '../ports/errors.js';
import type { FileReader, FileTree } from '../ports/files.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { PreparedSuite, ReadySuite, SuiteRun, Watched } from '../ports/suite-run.js';
import { literalGlob } from '../settings/watch-list.js';
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
    const run = { ...describeRun(suite, session), anchor: against, yardstick: against, choice };
    const watched = await readWatched(run);
    const same = watched.head !== null && watched.head === watched.anchor;
    if (onChange && same) return { ...run, status: 'unchanged', watched };
    return readRun(run, watched, against?.reader ?? null);
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

/** Suites that are held against nothing, judged as a baseline is. Throws `UserError` with the problems of all of them. */
export function prepareAlone(
  suites: readonly SuiteSettings[],
  preparing: Preparing,
): Promise<readonly ReadySuite[]> {
  const nothing = { anchor: null, yardstick: null, choice: { kind: 'none' } } as const;
  return prepareAll(suites, (suite) => readAlone({ ...describeRun(suite, preparing), ...nothing }));
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
): Omit<SuiteRun, 'anchor' | 'yardstick' | 'choice'> {
  const was = sides.base?.suites.find((known) => known.name === suite.name) ?? suite;
  return {
    suite,
    baseTarget: was.target,
    baseDataset: was.dataset,
    onlyInBase: !sides.headSuites.has(suite.name),
    changes: sides.changes.get(suite.name) ?? [],
    review: sides.review,
    head,
    prefix,
  };
}

/** What becomes a baseline is judged as pull requests against it will be: under its own prompt and dataset. */
async function readAlone(run: SuiteRun): Promise<ReadySuite> {
  const own = { ...run, baseDataset: run.suite.dataset };
  return readFiles(own, await readWatched(own), run.head.reader);
}

/** A suite that the head takes away is the base's to run; where that cannot be, it is told, and is nobody's mistake. */
async function readRun(run: SuiteRun, watched: Watched, base: FileReader | null): Promise<PreparedSuite> {
  try {
    return await readFiles(run, watched, base);
  } catch (thrown) {
    if (!(thrown instanceof UserError) || !run.onlyInBase) throw thrown;
    return { ...run, status: 'cannot-run', reason: thrown.problems.join('; ') };
  }
}

async function readFiles(run: SuiteRun, watched: Watched, base: FileReader | null): Promise<ReadySuite> {
  const missing = await listMissingScorers(run.suite.scorers, run);
  try {
    const files = await readSuite({ ...run, head: run.head.reader, base });
    if (missing.length > 0) throw new UserError(missing);
    return { ...run, status: 'ready', files, watched };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    throw new UserError([...new Set([...thrown.problems, ...missing])], { cause: thrown });
  }
}

async function readWatched(run: SuiteRun): Promise<Watched> {
  return {
    head: await readFingerprint(run, run.head.files),
    anchor: await readFingerprint(run, run.anchor?.files ?? null),
  };
}

/** What a scorer of the repository's own imports is as much a part of the suite as its file is. */
async function readFingerprint({ suite, prefix }: SuiteRun, files: FileTree | null): Promise<string | null> {
  if (files === null) return null;
  const own = suite.scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
  const reader = scopeTree(files, prefix);
  const imported = await Promise.all(own.map((path) => readImportedFiles(path, reader)));
  const code = imported.flatMap((found) => [...found.keys()].map(literalGlob));
  return watchedFingerprint(await files.list(), rootGlobs([...suite.watch, ...code], prefix));
}

function withoutRegression(suite: SuiteSettings): SuiteSettings {
  const scorers = suite.scorers.map((scorer) => {
    const failOn = scorer.gate.failOn.filter((reason) => reason !== 'regression');
    return { ...scorer, gate: { ...scorer.gate, failOn } };
  });
  return { ...suite, scorers };
}
