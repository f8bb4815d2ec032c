import { readSuite } from '../dataset/read-suite.js';
import { watchedFingerprint } from '../files/fingerprint.js';
import { readImportedFiles } from '../files/imported-files.js';
import { scopeTree } from '../files/readers.js';
import { rootGlobs } from '../files/watch.js';
import { listMissingScorers } from '../judging/own-scorer/choose-scorer-files.js';
import { UserError } from '../ports/errors.js';
import type { FileTree } from '../ports/files.js';
import type { PreparedSuite, SuiteRun, Watched } from '../ports/suite-run.js';
import { literalGlob } from '../settings/watch-list.js';

/**
 * Reads every suite's files before the first call, so that all mistakes are said at once and none costs anything.
 * Throws `UserError` with the problems of all suites.
 */
export async function prepareSuites(runs: readonly SuiteRun[]): Promise<readonly PreparedSuite[]> {
  const prepared: PreparedSuite[] = [];
  const problems: string[] = [];
  for (const run of runs) {
    try {
      prepared.push(await prepareSuite(run));
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      if (run.onlyInBase) prepared.push({ ...run, status: 'cannot-run', reason: thrown.problems.join('; ') });
      else problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return prepared;
}

async function prepareSuite(run: SuiteRun): Promise<PreparedSuite> {
  const { suite, head, anchor, baseTarget, baseDataset, purpose } = run;
  const watched: Watched = {
    head: await readFingerprint(run, head.files),
    anchor: await readFingerprint(run, anchor?.files ?? null),
  };
  const same = watched.head !== null && watched.head === watched.anchor;
  if (run.skipUnchanged && purpose === 'check' && same) return { ...run, status: 'unchanged', watched };
  // What becomes a baseline is judged as pull requests against it will be: under its own prompt and dataset.
  const base = purpose === 'baseline' ? head.reader : (anchor?.reader ?? null);
  const ofBase = { baseTarget, baseDataset: purpose === 'baseline' ? suite.dataset : baseDataset };
  const missing = await listMissingScorers(suite.scorers, run);
  try {
    const files = await readSuite({ suite, ...ofBase, head: head.reader, base });
    if (missing.length > 0) throw new UserError(missing);
    return { ...run, status: 'ready', files, watched };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    throw new UserError([...new Set([...thrown.problems, ...missing])], { cause: thrown });
  }
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
