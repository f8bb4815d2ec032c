import { resolveFolder } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import type { AnswerMemory } from '../model/journal.js';
import type { Report, SuiteReport } from '../model/report.js';
import type { Shard, ShardFolder } from '../model/shard.js';
import type { CaseChoice } from '../model/suite-run.js';
import { lacksBaseline } from '../report/model/heading.js';
import { remedyOf } from '../report/model/next-steps.js';
import { CHECK_STORY, type CheckOutcome, checkChange } from '../session/check-change.js';
import { measureShard } from '../session/shards.js';
import { type FlagText, renderCall } from '../settings/flags.js';
import { INPUTS } from '../settings/input-table.js';
import type { Overrides } from '../settings/overrides.js';
import { keepFailed, readFailed } from './failed-cases.js';
import { openOutput, placesOf, renderLocal, withLocalSession } from './local-session.js';
import { openLocal } from './open-local.js';
import { shownPath, type Terminal } from './terminal.js';

/** Options that are not settings. */
export type RunOptions = {
  /** True to ignore a repository around the folder. */
  readonly outsideGit?: boolean;
  /** The previous run's answers while watching files. */
  readonly memory?: AnswerMemory;
  /** Records of shards, to be merged. */
  readonly shards?: ShardFolder;
};

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(
  overrides: Overrides,
  terminal: Terminal,
  options: RunOptions & { readonly flags: readonly FlagText[] },
): Promise<number> {
  if (overrides.shard !== undefined) return await runShard(overrides, overrides.shard, terminal);
  const only = await chooseOnly(await resolveFolder(terminal.cwd, overrides), overrides);
  if (only === 'nothing-failed') {
    terminal.writeError('No case failed when it was run last, so there is nothing to run.\n');
    return 0;
  }
  const { checked, folder, ...next } = await checkLocal(overrides, terminal, { ...options, only });
  const { report, published, exitCode } = checked;
  terminal.writeError('\n');
  if (report !== null) {
    const { program } = terminal;
    terminal.writeError(renderNextSteps(report, { ...next, program, flags: options.flags }));
  }
  if (published.reportPath !== null) {
    const more = overrides.verbose === true ? '' : 'All cases: add --verbose     ';
    terminal.writeError(`${more}${placesOf(shownPath(folder, terminal.cwd))}\n`);
  }
  return exitCode;
}

/** `run --shard`: measures its part of the cases. */
async function runShard(overrides: Overrides, shard: Shard, terminal: Terminal): Promise<number> {
  const { cases, tags, failed, onSave } = overrides;
  if (cases ?? tags ?? failed ?? onSave) {
    throw new UserError('shard: it does not go with --case, --tag, --failed or --watch; leave those out');
  }
  const local = await openLocal(overrides, terminal, { against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const output = { command: 'run', folder, render: () => '', shard } as const;
  return await withLocalSession(local, output, (session) => measureShard(session, shard, CHECK_STORY));
}

/** Runs, prints the report and leaves the files in a folder. Throws `UserError`. */
export async function checkLocal(
  overrides: Overrides,
  terminal: Terminal,
  {
    outsideGit = false,
    only = null,
    memory,
    shards,
  }: RunOptions & { readonly only?: CaseChoice | null } = {},
): Promise<{
  readonly checked: CheckOutcome;
  readonly folder: string;
  readonly failed: number;
  readonly hasParent: boolean;
}> {
  const local = await openLocal(overrides, terminal, { outsideGit, against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const render = (report: Report) => renderLocal(report, overrides, terminal, 'by-command');
  const output = {
    command: shards === undefined ? 'run' : 'merge',
    folder,
    render,
    ...(shards && { shards }),
    ...(memory && { memory }),
    ...(only && { only }),
  } as const;
  const checked = await withLocalSession(local, output, checkChange);
  const { report } = checked;
  const failed = report === null ? 0 : await keepFailed(local.folder, report, local.sides.settings.suites);
  const parents = local.git === null ? [] : await local.git.parents(await local.git.head());
  return { checked, folder, failed, hasParent: parents.length > 0 };
}

async function chooseOnly(
  folder: string,
  { cases, tags, failed = false }: Overrides,
): Promise<CaseChoice | null | 'nothing-failed'> {
  if (cases === undefined && tags === undefined && !failed) return null;
  const known = failed ? await readFailed(folder) : null;
  if (known !== null && [...known.values()].every((ids) => ids.length === 0)) return 'nothing-failed';
  return { ids: cases ?? null, tags: tags ?? null, failed: known };
}

/** Flags that select cases. */
const CHOOSING: ReadonlySet<string> = new Set(['case', 'tag', 'failed']);

const OF_ONE_RUN: ReadonlySet<string> = new Set(INPUTS.filter(({ once }) => once).map(({ name }) => name));

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
  /** Number of cases that failed in this run. */
  readonly failed: number;
  /** True if there is an earlier commit to compare with. */
  readonly hasParent: boolean;
};

/** The next steps after a run, each with a command to paste; empty if nothing is left to do. */
function renderNextSteps(report: Report, facts: RunFacts): string {
  const { suites } = report;
  const isSubset = suites.some((suite) => suite.kind === 'evaluated' && suite.head.subset !== undefined);
  const isWatched = facts.flags.some(({ name }) => name === 'watch');
  const calls = createCalls(facts);
  const steps = [
    ...againSteps(report, facts, calls),
    ...baselineSteps(report, { ...facts, isSubset }, calls),
    ...(isSubset && !isWatched ? [{ what: 'Run all cases', call: calls.call('run') }] : []),
  ];
  const lines = steps.map(({ what, call }) => `${what}:\n  ${call}\n`);
  return lines.length === 0 ? '' : `What now?\n${lines.join('')}`;
}

type Calls = ReturnType<typeof createCalls>;

/** The next steps' commands, with this run's flags that still apply. */
function createCalls({ program, flags: given }: RunFacts) {
  const flags = given.filter(({ name }) => !OF_ONE_RUN.has(name));
  const chosen = given.filter(({ name }) => CHOOSING.has(name));
  return {
    call(command: Parameters<typeof renderCall>[1], ...more: readonly string[]) {
      // The output folder holds the files of `run` alone.
      const kept = command === 'run' ? flags : flags.filter(({ name }) => name !== 'output');
      return renderCall(program, command, kept, more);
    },
    again: (...more: readonly string[]) => renderCall(program, 'run', [...flags, ...chosen], more),
    isSubset: chosen.length > 0,
  };
}

function againSteps({ suites, overall }: Report, { flags, failed }: RunFacts, calls: Calls): readonly Step[] {
  if (overall.outcome === 'inconclusive') {
    const stores = suites.some(({ decision }) => decision.remedy === 'store-baseline');
    const remedies = new Set(suites.map(remedyOf).filter((remedy) => remedy !== ''));
    const what = [...remedies].join(' ').replace(/\.$/, '') || 'To go on';
    const kept = suites.some(hasAnswers) ? ' (answers and verdicts so far are kept)' : '';
    return [{ what: `${what}${kept}`, call: stores ? calls.call('baseline') : calls.again() }];
  }
  const has = (name: string) => flags.some((flag) => flag.name === name);
  if (failed === 0 || has('verbose')) return [];
  const [one, many] = has('failed')
    ? ['the case that still fails', 'cases that still fail']
    : ['the worst case', 'worst cases'];
  const what = `Look at ${failed === 1 ? one : `the ${failed} ${many}`}, in full`;
  const call = calls.isSubset ? calls.again('--verbose') : calls.call('run', '--failed', '--verbose');
  return [{ what, call }];
}

function baselineSteps(
  { suites, overall }: Report,
  { hasParent, isSubset }: RunFacts & { readonly isSubset: boolean },
  { call }: Calls,
): readonly Step[] {
  if (suites.some((suite) => lacksBaseline(suite) && hasAnswers(suite))) {
    const parent = { what: 'Or compare with another commit', call: call('run', '--baseline', 'HEAD~1') };
    const store = {
      what: 'To have something to compare with, store a baseline before a change',
      call: call('baseline'),
    };
    return hasParent ? [store, parent] : [store];
  }
  const { outcome, because } = overall;
  if (isSubset || outcome === 'inconclusive' || !because.includes('regression')) return [];
  const accept = because.includes('threshold')
    ? 'Accept the fall if it is intended; the threshold still applies'
    : 'Accept it if it is intended';
  const what = `${accept} (on a pull request: the label \`prompt-regression-accepted\`)`;
  return [{ what, call: call('baseline') }];
}
