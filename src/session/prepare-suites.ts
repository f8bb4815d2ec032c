import { readLabels } from '../dataset/labels.js';
import { readSuite } from '../dataset/read-suite.js';
import { attempt, UserError } from '../model/errors.js';
import type { FileReader } from '../model/repository.js';
import type { Suite } from '../model/suite.js';
import type { PreparedSuite, SuiteContext, SuiteRun, WatchedFiles } from '../model/suite-run.js';
import type { Session } from './session.js';
import {
  type FileLists,
  hasNamedFiles,
  isSameAgent,
  listFiles,
  listProblems,
  readWatched,
} from './watched-files.js';

export type PrepareRequest = Pick<Session, 'sides' | 'head' | 'prefix'>;

/** Every suite with its base. Throws `UserError` with their problems if none can run. */
export function prepareCheck(
  session: PrepareRequest & Pick<Session, 'baseCommit' | 'againstStored' | 'onChange'>,
): Promise<readonly PreparedSuite[]> {
  const { sides, baseCommit, againstStored, onChange } = session;
  return prepareEach(session, async (facts): Promise<PreparedSuite> => {
    const against = againstStored.has(facts.suite.name) ? null : baseCommit;
    const choice = sides.settings.baseline;
    const isNew = against !== null && !facts.inBase;
    const run = await withLabels({
      ...facts,
      // Its dataset is the head's own: only a threshold can tell anything.
      suite: isNew ? withoutRegression(facts.suite) : facts.suite,
      baseCommit: against,
      reference: against,
      choice,
    });
    const listed = await listFiles(run);
    const watched = await readWatched(run, listed);
    const isSame = watched.head !== null && watched.head === watched.base;
    if (onChange && isSame && (await hasNamedFiles(run, listed))) {
      return { ...run, status: 'unchanged', watched };
    }
    return readFiles(run, { watched, listed, base: against?.reader ?? null });
  });
}

/**
 * Every suite as it becomes a baseline. On the base branch the change is merged, so a fall is reported and fails
 * nothing. Throws `UserError` with their problems if none can run.
 */
export function prepareBaseline(
  session: PrepareRequest & Pick<Session, 'baseCommit'>,
): Promise<readonly PreparedSuite[]> {
  const { sides, baseCommit } = session;
  // A baseline run is compared with a stored record or with nothing; the base never runs.
  const kind = sides.settings.baseline.kind === 'none' ? 'none' : 'stored';
  return prepareEach(session, (facts) =>
    readAlone({
      ...facts,
      suite: withoutRegression(facts.suite),
      baseCommit,
      reference: null,
      choice: { kind },
    }),
  );
}

const NOTHING = { baseCommit: null, reference: null, choice: { kind: 'none' } } as const;

/** Suites without a base, judged like a baseline. Throws `UserError` with all their problems. */
export async function prepareAlone(
  suites: readonly Suite[],
  request: PrepareRequest,
): Promise<readonly SuiteRun[]> {
  const problems = [...request.sides.settings.invalid.values()].flat();
  const runs: SuiteRun[] = [];
  for (const suite of suites) {
    const run = { ...describeRun(suite, request), ...NOTHING };
    await attempt(problems, async () => runs.push(await readAlone(run)));
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return runs;
}

/**
 * Throws `UserError` if an unchanged suite names a file whose changes would not be visible: a missing path, a link, a
 * submodule's file.
 */
export async function refuseUnseen(suite: Suite, request: PrepareRequest): Promise<void> {
  const run = await withLabels({ ...describeRun(suite, request), ...NOTHING });
  if (!(await hasNamedFiles(run, await listFiles(run)))) await readAlone(run);
}

type SuiteFacts = Omit<SuiteContext, 'baseCommit' | 'reference' | 'choice' | 'labels'>;

/** Reads every suite's files before the first call. A suite with errors does not stop the others. */
async function prepareEach(
  { sides, head, prefix }: PrepareRequest,
  prepare: (facts: SuiteFacts) => Promise<PreparedSuite>,
): Promise<readonly PreparedSuite[]> {
  const prepared: PreparedSuite[] = [];
  for (const suite of sides.settings.suites) {
    const facts = describeRun(suite, { sides, head, prefix });
    const problems: string[] = [];
    const run = await attempt(problems, () => prepare(facts));
    prepared.push(run ?? { ...facts, status: 'cannot-run', problems });
  }
  for (const [name, problems] of sides.settings.invalid) {
    prepared.push({
      suite: { name },
      onlyInBase: false,
      changes: sides.changes.get(name) ?? [],
      review: sides.review.get(name) ?? [],
      status: 'cannot-run',
      problems,
    });
  }
  // A suite that the head removes runs with the base's files. If they are invalid, that is not the head's error.
  const invalid = prepared.filter((run) => run.status === 'cannot-run').filter((run) => !run.onlyInBase);
  const problems = invalid.flatMap((run) => run.problems);
  if (problems.length > 0 && invalid.length === prepared.length) throw new UserError([...new Set(problems)]);
  return prepared;
}

function describeRun(suite: Suite, { sides, head, prefix }: PrepareRequest): SuiteFacts {
  const known = sides.base?.suites.find(({ name }) => name === suite.name);
  return {
    suite,
    was: known ?? suite,
    inBase: known !== undefined,
    onlyInBase: !sides.headSuites.has(suite.name),
    changes: sides.changes.get(suite.name) ?? [],
    review: sides.review.get(suite.name) ?? [],
    head,
    prefix,
    configPath: sides.configPath,
  };
}

async function withLabels(run: Omit<SuiteContext, 'labels'>): Promise<SuiteContext> {
  const { labels, changes, review } = await readLabels(run);
  return {
    ...run,
    labels,
    changes: [...changes, ...run.changes],
    review: [...run.review, ...review],
  };
}

/** A baseline is judged with its own prompt and dataset, like the pull requests that are compared with it. */
async function readAlone(run: Omit<SuiteContext, 'labels'>): Promise<SuiteRun> {
  const own = await withLabels({ ...run, was: { ...run.was, dataset: run.suite.dataset } });
  const listed = await listFiles(own);
  return readFiles(own, { listed, watched: await readWatched(own, listed), base: run.head.reader });
}

type FileFacts = {
  readonly listed: FileLists;
  readonly watched: WatchedFiles;
  /** The side that has the task. */
  readonly base: FileReader | null;
};

async function readFiles(run: SuiteContext, { listed, watched, base }: FileFacts): Promise<SuiteRun> {
  const mistakes = await listProblems(run, listed);
  try {
    const files = await readSuite({ ...run, head: run.head.reader, base });
    if (mistakes.length > 0) throw new UserError(mistakes);
    const review = [...run.review, ...files.review];
    const nothingToAsk = files.cases.length === 0 && files.changes.before > 0;
    const onlyShown = nothingToAsk || (files.datasetChanged && (await isSameAgent(run, listed)));
    return { ...run, status: 'ready', files: { ...files, onlyShown }, review, watched };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    throw new UserError([...new Set([...thrown.problems, ...mistakes])], { cause: thrown });
  }
}

function withoutRegression(suite: Suite): Suite {
  const scorers = suite.scorers.map((scorer) => {
    const failOn = scorer.gate.failOn.filter((reason) => reason !== 'regression');
    return { ...scorer, gate: { ...scorer.gate, failOn } };
  });
  return { ...suite, scorers };
}
