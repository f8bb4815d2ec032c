import { resolve } from 'node:path';
import { UserError } from '../model/errors.js';
import type { AnswerMemory } from '../model/journal.js';
import { chooseLook, lacksBaseline } from '../model/outcome.js';
import type { Report, SuiteReport } from '../model/report.js';
import type { Shard } from '../model/run-record.js';
import type { ShardFolder } from '../produce/shard-records.js';
import { toConsoleLine } from '../report/console.js';
import { renderLocalFix, renderLocalRemedy } from '../report/model/next-steps.js';
import { buildReportModel } from '../report/model/report-model.js';
import { type CheckOutcome, checkChange } from '../session/check-change.js';
import type { CaseChoice } from '../session/choose-cases.js';
import { chooseExitCode } from '../session/exit-code.js';
import { measureShard } from '../session/measure-shard.js';
import { recordBaseline } from '../session/record-baseline.js';
import type { ExplainChoice } from '../session/session.js';
import { readShards } from '../session/shard-files.js';
import { type FlagText, renderCommandLine } from '../settings/flags.js';
import { INPUTS } from '../settings/input-table.js';
import type { Overrides } from '../settings/overrides.js';
import { namePage } from '../settings/page-name.js';
import { capitalize, shortenCommit } from '../text/values.js';
import { isFirstRun, renderComparedWith, renderNothingAsked } from './compared-with.js';
import { openOutput, renderLocal, renderPlaces, withLocalSession } from './local-session.js';
import {
  type BranchPoint,
  type CheckedOut,
  type LocalCheckout,
  openLocal,
  openState,
  type StatePlace,
} from './open-local.js';
import { readFailedCases, saveFailedCases } from './record-files.js';
import { shortenPath, type Terminal } from './terminal.js';

/** What the commands that share a run differ in. */
export type RunOptions = {
  readonly outsideGit?: boolean;
  readonly memory?: AnswerMemory;
  /** Records of shards, to be merged, and their folder as it was given. */
  readonly shards?: ShardFolder;
  readonly shardPath?: string;
  /** True for `explain`: yellow results are explained, too. */
  readonly explains?: boolean;
};

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(
  overrides: Overrides,
  terminal: Terminal,
  options: RunOptions & { readonly flags: readonly FlagText[] },
): Promise<number> {
  if (overrides.shard !== undefined) return await runShard(overrides, overrides.shard, terminal);
  const only = await chooseCasesToRun(overrides, terminal);
  if (only?.failed?.size === 0) {
    const lasting = options.flags.filter(({ name }) => !SINGLE_RUN_INPUTS.has(name));
    terminal.writeError(`To run all cases:\n  ${renderCommandLine(terminal.program, 'run', lasting)}\n`);
    return 0;
  }
  const { checked, folder, failed, point, isFirst } = await checkLocal(overrides, terminal, {
    ...options,
    only,
  });
  const { report, published, exitCode } = checked;
  terminal.writeError('\n');
  if (published.reportPath !== null) {
    terminal.writeError(`${renderPlaces(shortenPath(folder, terminal.cwd))}\n`);
  }
  if (report !== null) {
    const { flags, shardPath } = options;
    if (point !== null && report.suites.every(({ kind }) => kind === 'unchanged')) {
      const lasting = flags.filter(({ name }) => !SINGLE_RUN_INPUTS.has(name));
      terminal.writeError(renderNothingAsked(point, { program: terminal.program, flags: lasting }));
    }
    if (options.explains === true) terminal.writeError(renderUnexplained(report));
    terminal.writeError(
      renderNextSteps(report, { program: terminal.program, flags, failed, shardPath, isFirst }),
    );
  }
  return exitCode;
}

async function runShard(overrides: Overrides, shard: Shard, terminal: Terminal): Promise<number> {
  if (overrides.case ?? overrides.tag ?? overrides.failed ?? overrides.watch) {
    throw new UserError('shard: it does not go with --case, --tag, --failed or --watch; leave those out');
  }
  const local = await openLocal(overrides, terminal, { against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const output = { command: 'run', folder, render: () => '', shard } as const;
  return await withLocalSession(local, output, (session) => measureShard(session, shard, 'check'));
}

type LocalCheck = {
  readonly checked: CheckOutcome;
  readonly folder: string;
  readonly failed: number;
  readonly point: BranchPoint | null;
  /** True if there is nothing to compare with yet, and the next change will be compared with this commit. */
  readonly isFirst: boolean;
};

/** Measures the working copy and decides, as `run`, `explain`, `merge` and `demo` do. */
export async function checkLocal(
  overrides: Overrides,
  terminal: Terminal,
  {
    outsideGit = false,
    only,
    explains = false,
    ...options
  }: RunOptions & { readonly only?: CaseChoice | null } = {},
): Promise<LocalCheck> {
  const local = await openLocal(overrides, terminal, { outsideGit, against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const render = (report: Report) => renderLocal(report, overrides, terminal, 'by-command');
  const output = {
    command: options.shards === undefined ? 'run' : 'merge',
    explain: chooseExplanation(local, overrides, explains),
    folder,
    render,
    ...options,
    only: only ?? undefined,
  } as const;
  const check = await withLocalSession(local, output, (session) => {
    const comparedWith = renderComparedWith(local);
    if (comparedWith !== null) local.log.info(comparedWith);
    return checkChange(session);
  });
  const { report } = check;
  const failed = report === null ? 0 : await saveFailedCases(local, report, local.sides.settings.suites);
  return { checked: check, folder, failed, point: local.baseline.point, isFirst: isFirstRun(local) };
}

/** A watched run answers a save, so it does not ask for more than the check. */
function chooseExplanation(
  { sides }: LocalCheckout,
  { watch }: Overrides,
  explains: boolean,
): ExplainChoice | null {
  const { maxCalls } = sides.settings.explain;
  if (explains) return { maxCalls: maxCalls ?? Number.POSITIVE_INFINITY, yellow: true };
  return watch === true || maxCalls === 0 ? null : { maxCalls, yellow: false };
}

/** Says which run the cases of `--failed` are from; none if it had none. */
async function chooseCasesToRun(overrides: Overrides, terminal: Terminal): Promise<CaseChoice | null> {
  const { case: cases, tag: tags, failed = false } = overrides;
  if (cases === undefined && tags === undefined && !failed) return null;
  const choice = { ids: cases ?? null, tags: tags ?? null };
  if (!failed) return { ...choice, failed: null };
  const state = await openState(overrides, terminal);
  const { of, bySuite } = await readFailedCases(state);
  const found = [...bySuite].filter(([, ids]) => ids.length > 0);
  if (found.length === 0) {
    terminal.writeError(`No case failed in the last run here${renderCheckedOut(of, state)}.\n`);
  } else if (of.branch !== state.checkedOut.branch) {
    terminal.writeError(`These cases failed in the last run here${renderCheckedOut(of, state)}.\n`);
  }
  return { ...choice, failed: new Map(found) };
}

/** `, on branch edit at 1a2b3c4; this is main`: where a run was, if it was somewhere else. */
function renderCheckedOut({ branch, commit }: CheckedOut, { checkedOut: now }: StatePlace): string {
  if (commit === null) return '';
  const at = branch === null ? shortenCommit(commit) : `branch ${branch} at ${shortenCommit(commit)}`;
  const isElsewhere = branch !== now.branch && now.branch !== null;
  return `, on ${toConsoleLine(at)}${isElsewhere ? `; this is ${toConsoleLine(now.branch)}` : ''}`;
}

const CASE_CHOICE_FLAGS: ReadonlySet<string> = new Set(['case', 'tag', 'failed']);

const SINGLE_RUN_INPUTS: ReadonlySet<string> = new Set(
  INPUTS.filter(({ once }) => once).map(({ name }) => name),
);

type Step = { readonly what: string; readonly call: string };

/** False if the run ended before the agent's first answer. */
function hasAnswers(suite: SuiteReport): boolean {
  return (
    suite.kind === 'evaluated' &&
    suite.head.cases.some(({ samples }) => samples.some(({ answer }) => answer.status === 'answered'))
  );
}

type RunFacts = {
  readonly program: string;
  readonly flags: readonly FlagText[];
  readonly failed: number;
  readonly shardPath: string | undefined;
  readonly isFirst: boolean;
};

/** Says of each red or yellow suite whose cause was not looked for that it was not. */
function renderUnexplained({ suites, overall }: Report): string {
  const isFine = suites.every(({ decision }) => chooseLook(decision) === 'pass');
  if (isFine && overall.outcome === 'pass') return 'There is nothing to explain: no answer got worse.\n';
  const unexplained = suites.filter(
    (suite) =>
      suite.kind === 'evaluated' &&
      suite.explanations === undefined &&
      ['fail', 'worse'].includes(chooseLook(suite.decision)),
  );
  return unexplained
    .map(
      ({ suite }) =>
        `The cause of ${toConsoleLine(suite)} was not looked for: it needs a confirmed finding, with a case whose answers differ clearly, and a base that can be asked: ${namePage('cause.md')}\n`,
    )
    .join('');
}

/** The next steps after a run, each with a command to paste; empty if nothing is left to do. */
function renderNextSteps(report: Report, { program, flags, failed, shardPath, isFirst }: RunFacts): string {
  const has = (name: string) => flags.some((flag) => flag.name === name);
  const lasting = flags.filter(({ name }) => !SINGLE_RUN_INPUTS.has(name));
  const caseFlags = flags.filter(({ name }) => CASE_CHOICE_FLAGS.has(name));
  const run = (kept: readonly FlagText[], ...more: readonly string[]) =>
    renderCommandLine(program, 'run', [...lasting, ...kept], more);
  // The output folder holds the files of `run` alone.
  const store = renderCommandLine(
    program,
    'baseline',
    lasting.filter(({ name }) => name !== 'output'),
  );
  const isSubset = report.suites.some(
    (suite) => suite.kind === 'evaluated' && suite.head.subset !== undefined,
  );
  const steps: Step[] = [];
  if (report.overall.outcome === 'inconclusive') {
    const stores = report.suites.some(({ decision }) => decision.remedy === 'store-baseline');
    const again =
      shardPath === undefined ? run(caseFlags) : renderCommandLine(program, 'merge', lasting, [shardPath]);
    steps.push({ what: suggestNextAttempt(report), call: stores ? store : again });
  } else if (failed > 0) {
    const again = caseFlags.length > 0 ? run(caseFlags) : run([], '--failed');
    const cases = failed === 1 ? 'the worst case' : `the ${failed} worst cases`;
    steps.push(
      ...suggestFix(report).map((fix) => ({ what: `${fix}, then run ${cases} again`, call: again })),
    );
  }
  steps.push(...suggestBaseline(report, { isSubset, isFirst, store, again: run([]) }));
  if (isSubset && !has('watch')) steps.push({ what: 'Run all cases', call: run([]) });
  const lines = steps.map((step) => `${step.what}:\n  ${step.call}\n`);
  return lines.length === 0 ? '' : `\nWhat now?\n${lines.join('')}`;
}

/** What to change if answers got worse; empty if none did. */
function suggestFix(report: Report): readonly string[] {
  const fixes = new Set(buildReportModel(report).suites.flatMap(({ step }) => renderLocalFix(step) ?? []));
  if (fixes.size > 1) return ['Fix what is named above'];
  return [...fixes].map(capitalize);
}

function suggestNextAttempt({ suites }: Report): string {
  const remedies = new Set(suites.map(renderLocalRemedy).filter((remedy) => remedy !== ''));
  const what = [...remedies].join('. ') || 'To go on';
  return `${what}${suites.some(hasAnswers) ? ' (answers and verdicts so far are kept)' : ''}`;
}

type BaselineFacts = {
  readonly isSubset: boolean;
  readonly isFirst: boolean;
  /** The commands that store a baseline, and that run again. */
  readonly store: string;
  readonly again: string;
};

/** How to get something to compare with, or to accept what got worse; empty if neither is due. */
function suggestBaseline(
  { suites, overall }: Report,
  { isSubset, isFirst, store, again }: BaselineFacts,
): readonly Step[] {
  if (suites.some((suite) => lacksBaseline(suite.decision) && hasAnswers(suite))) {
    return isFirst
      ? [
          {
            what: 'Nothing is compared yet. Edit the prompt, here or on a branch, and run again',
            call: again,
          },
        ]
      : [{ what: 'To have something to compare with, store a baseline before a change', call: store }];
  }
  const isRegression = overall.outcome !== 'inconclusive' && overall.because.includes('regression');
  if (!isRegression || isSubset) return [];
  const what = 'Accept it if it is intended (on a pull request: the label `prompt-regression-accepted`)';
  return [{ what, call: store }];
}

/** `baseline`: measures the working copy and stores the result, whatever its scores. */
export async function runBaseline(
  overrides: Overrides,
  terminal: Terminal,
  { shards, ...options }: { readonly outsideGit?: boolean; readonly shards?: ShardFolder } = {},
): Promise<number> {
  const local = await openLocal(overrides, terminal, { ...options, against: 'nothing' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-baseline' });
  const render = (report: Report) => renderLocal(report, overrides, terminal);
  const { shard } = overrides;
  if (shard !== undefined) {
    const output = { command: 'baseline', folder, render, shard } as const;
    return await withLocalSession(local, output, (session) => measureShard(session, shard, 'baseline'));
  }
  const command = shards === undefined ? 'baseline' : 'merge';
  const output = { command, folder, render, shards } as const;
  const result = await withLocalSession(local, output, recordBaseline);
  if (!result.stored) return chooseExitCode({ kind: 'mistake' });
  return chooseExitCode({ kind: 'reported', suites: [result.complete ? 'success' : 'error'] });
}

/** `merge`: decides on the records that `run --shard` left, or stores those of `baseline --shard`. */
export async function runMerge(
  [path = '.']: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
  flags: readonly FlagText[],
): Promise<number> {
  const { folder, committed } = await openState(overrides, terminal);
  const shards = await readShards(resolve(folder, path), committed.has);
  const isBaseline =
    shards.shards.length > 0 && shards.shards.every(({ workflow }) => workflow === 'baseline');
  return isBaseline
    ? await runBaseline(overrides, terminal, { shards })
    : await runCheck(overrides, terminal, { flags, shards, shardPath: path });
}
