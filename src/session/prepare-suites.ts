import { readLabels } from '../dataset/labels.js';
import { readSuite } from '../dataset/read-suite.js';
import { attempt, UserError } from '../model/errors.js';
import type { Snapshot } from '../model/side.js';
import {
  isNewSuite,
  type PreparedSuite,
  type SuitePreparation,
  type SuiteSettings,
  type UnchangedSuite,
} from '../model/stages.js';
import { type BaselineChoice, type Suite, takeAgentSettings, takeDecidingSettings } from '../model/suite.js';
import type { CheckSource, Source } from './session.js';
import {
  type FileLists,
  findUnreadFiles,
  hasNamedFiles,
  isSameAgent,
  isUnchanged,
  listFiles,
  listProblems,
  readWatched,
  type WatchedSides,
} from './watched-files.js';

/** Every suite with its base. Throws `UserError` with their problems if none can run. */
export function prepareCheck(source: CheckSource): Promise<readonly SuitePreparation[]> {
  const { sides, withoutBase, onChange } = source;
  return prepareEach(source, async (suite) => {
    const base = withoutBase.has(suite.name) ? null : source.base;
    const lacksSuite = base !== null && findBaseSuite(suite, source) === null;
    const suiteSettings = await resolveSuiteSettings(
      {
        // Its dataset is the head's own: only a threshold can tell anything.
        suite: lacksSuite ? withoutRegression(suite) : suite,
        base,
        judgedBy: base === null ? 'head' : 'base',
        choice: sides.settings.baseline,
      },
      source,
    );
    const listed = await listFiles(suiteSettings);
    const watched = await readWatched(suiteSettings, listed);
    if (onChange && isUnchanged(watched) && (await hasNamedFiles(suiteSettings, listed))) {
      return buildUnchangedSuite(suiteSettings, watched);
    }
    const prepared = await readFiles(suiteSettings, { listed, watched, reference: suiteSettings });
    const isNew = lacksSuite && isNewSuite(prepared);
    return isNew ? { ...prepared, notes: [{ kind: 'new-suite' }, ...prepared.notes] } : prepared;
  });
}

/**
 * Every suite as it becomes a baseline. On the base branch the change is merged, so a fall is reported and fails
 * nothing. Throws `UserError` with their problems if none can run.
 */
export function prepareBaseline(source: Source): Promise<readonly SuitePreparation[]> {
  const { sides, base } = source;
  // A baseline run is compared with a stored record or with nothing; the base never runs.
  const kind = sides.settings.baseline.kind === 'none' ? 'none' : 'stored';
  return prepareEach(source, (suite) =>
    prepareAlone({ suite: withoutRegression(suite), base, judgedBy: 'head', choice: { kind } }, source),
  );
}

/** Suites without a base, judged like a baseline. Throws `UserError` with all their problems. */
export async function prepareWithoutBase(
  suites: readonly Suite[],
  source: Source,
): Promise<readonly PreparedSuite[]> {
  const problems = [...source.sides.settings.invalid.values()].flat();
  const prepared: PreparedSuite[] = [];
  for (const suite of suites) {
    await attempt(problems, async () => prepared.push(await prepareAlone(withoutBase(suite), source)));
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return prepared;
}

/**
 * Throws `UserError` if an unchanged suite names a file whose changes would not be visible: a missing path, a link, a
 * submodule's file.
 */
export async function refuseHiddenChanges(suite: Suite, source: Source): Promise<void> {
  const suiteSettings = await resolveSuiteSettings(withoutBase(suite), source);
  if (!(await hasNamedFiles(suiteSettings, await listFiles(suiteSettings)))) {
    await prepareAlone(withoutBase(suite), source);
  }
}

/** Reads every suite's files before the first call. A suite with errors does not stop the others. */
async function prepareEach(
  { sides }: Source,
  prepare: (suite: Suite) => Promise<SuitePreparation>,
): Promise<readonly SuitePreparation[]> {
  const prepared: SuitePreparation[] = [];
  const addUnreadable = (name: string, problems: readonly string[]) => {
    const isInHead = sides.settings.invalid.has(name) || sides.headSuites.has(name);
    const isInBase = sides.base?.suites.some((suite) => suite.name === name) === true;
    prepared.push({
      status: 'cannot-run',
      settings: { name },
      inConfig: { base: isInBase, head: isInHead },
      changes: sides.changes.get(name) ?? [],
      review: sides.review.get(name) ?? [],
      problems,
    });
  };
  for (const suite of sides.settings.suites) {
    const problems: string[] = [];
    const run = await attempt(problems, () => prepare(suite));
    if (run === undefined) addUnreadable(suite.name, problems);
    else prepared.push(run);
  }
  for (const [name, problems] of sides.settings.invalid) addUnreadable(name, problems);
  // A suite that the head removes runs with the base's files. If they are invalid, that is not the head's error.
  const invalid = prepared.filter((run) => run.status === 'cannot-run').filter((run) => run.inConfig.head);
  const problems = invalid.flatMap((run) => run.problems);
  if (problems.length > 0 && invalid.length === prepared.length) throw new UserError([...new Set(problems)]);
  return prepared;
}

/** A suite's deciding settings with the head's agent, and what it is compared with. */
type SuiteRequest = {
  readonly suite: Suite;
  readonly base: Snapshot | null;
  readonly judgedBy: SuiteSettings['judgedBy'];
  readonly choice: BaselineChoice;
};

function withoutBase(suite: Suite): SuiteRequest {
  return { suite, base: null, judgedBy: 'head', choice: { kind: 'none' } };
}

/** The suite in the base's own settings; `null` if they lack it. */
function findBaseSuite({ name }: Suite, { sides }: Source): Suite | null {
  return sides.base?.suites.find((suite) => suite.name === name) ?? null;
}

/** Stage 1: brings the settings of a suite together with the files of both sides. */
async function resolveSuiteSettings(
  { suite, base, judgedBy, choice }: SuiteRequest,
  source: Source,
): Promise<SuiteSettings> {
  const { sides, prefix } = source;
  const own = findBaseSuite(suite, source);
  const suiteSettings = {
    settings: takeDecidingSettings(suite),
    inConfig: { base: own !== null, head: sides.headSuites.has(suite.name) },
    judgedBy,
    choice,
    changes: sides.changes.get(suite.name) ?? [],
    review: sides.review.get(suite.name) ?? [],
    prefix,
    configPath: sides.configPath,
    scorerFiles: [suite, sides.headSuites.get(suite.name)].flatMap(listScorerFiles),
    base: base === null ? null : { ...base, ...takeAgentSettings(own ?? suite), name: 'base' as const },
    head: { ...source.head, ...takeAgentSettings(suite), name: 'head' as const },
  };
  const { labels, changes, review } = await readLabels(suiteSettings);
  return {
    ...suiteSettings,
    labels,
    changes: [...changes, ...suiteSettings.changes],
    review: [...suiteSettings.review, ...review],
  };
}

function listScorerFiles(suite: Suite | undefined): readonly string[] {
  return (suite?.scorers ?? []).flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
}

/** A baseline is judged with its own prompt and dataset, like the pull requests that are compared with it. */
async function prepareAlone(request: SuiteRequest, source: Source): Promise<PreparedSuite> {
  const suiteSettings = await resolveSuiteSettings(request, source);
  const listed = await listFiles(suiteSettings);
  const watched = await readWatched(suiteSettings, listed);
  return await readFiles(suiteSettings, {
    listed,
    watched,
    reference: { ...suiteSettings, base: suiteSettings.head },
  });
}

/** No watched file differs, so nothing runs. */
function buildUnchangedSuite(suiteSettings: SuiteSettings, watched: WatchedSides): UnchangedSuite {
  const { base, head } = suiteSettings;
  const nothing = { cases: [], promptTokens: null, hasAgent: true };
  return {
    ...suiteSettings,
    status: 'unchanged',
    base: base && watched.base && { ...base, ...nothing, watched: watched.base },
    head: { ...head, ...nothing, watched: watched.head },
    changedFiles: watched.changedFiles,
  };
}

type FileFacts = {
  readonly listed: FileLists;
  readonly watched: WatchedSides;
  /** The suite with the base that has the task and the cases. */
  readonly reference: SuiteSettings;
};

/** Stage 2: reads the cases of both sides, and what their answers are judged against. */
async function readFiles(
  suiteSettings: SuiteSettings,
  { listed, watched, reference }: FileFacts,
): Promise<PreparedSuite> {
  const problems = await listProblems(suiteSettings, listed);
  try {
    const files = await readSuite(reference);
    if (problems.length > 0) throw new UserError(problems);
    const { base, head, tasks, taskSource, shown, datasetChanges, notes } = files;
    const isNothingAsked = head.cases.length === 0 && datasetChanges.before > 0;
    return {
      ...suiteSettings,
      status: 'ready',
      base: suiteSettings.base && watched.base && { ...suiteSettings.base, ...base, watched: watched.base },
      head: { ...suiteSettings.head, ...head, watched: watched.head },
      changedFiles: watched.changedFiles,
      changes: [...suiteSettings.changes, ...findUnreadFiles(suiteSettings, watched.changedFiles ?? [])],
      tasks,
      taskSource,
      shown,
      onlyShown: isNothingAsked || (files.isDatasetChanged && (await isSameAgent(suiteSettings, listed))),
      datasetChanges,
      review: [...suiteSettings.review, ...files.review],
      notes,
    };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    throw new UserError([...new Set([...thrown.problems, ...problems])], { cause: thrown });
  }
}

function withoutRegression(suite: Suite): Suite {
  const scorers = suite.scorers.map((scorer) => {
    const failOn = scorer.gate.failOn.filter((reason) => reason !== 'regression');
    return { ...scorer, gate: { ...scorer.gate, failOn } };
  });
  return { ...suite, scorers };
}
