import { resolveFolder } from '../files/readers.js';
import type { FailureKind } from '../ports/errors.js';
import type { Decision } from '../ports/finding.js';
import type { AnswerMemory } from '../ports/journal.js';
import type { Cause } from '../ports/obstacle.js';
import type { Report, SuiteReport } from '../ports/report.js';
import type { Limits } from '../ports/settings.js';
import type { CaseChoice } from '../ports/suite-run.js';
import { lacksBaseline } from '../report/model/heading.js';
import { remedyOf } from '../report/model/next-steps.js';
import { type Checked, checkChange } from '../session/check-change.js';
import { type GivenFlag, renderCall } from '../settings/flags.js';
import { INPUTS } from '../settings/inputs/input-table.js';
import type { Overrides } from '../settings/overrides.js';
import { keepFailed, readFailed } from './failed-cases.js';
import { openOutput, placesOf, renderLocal } from './local-output.js';
import { withLocalSession } from './local-session.js';
import { openLocal } from './open-local.js';
import { shownPath, type Terminal } from './terminal.js';

/** What a run asks for besides its settings. */
export type RunOptions = {
  /** True where a repository around the folder is none of the run's business. */
  readonly outsideGit?: boolean;
  /** Answers of the run before, while files are watched. */
  readonly memory?: AnswerMemory;
};

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(
  overrides: Overrides,
  terminal: Terminal,
  options: RunOptions & { readonly flags: readonly GivenFlag[] },
): Promise<number> {
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
    const flags = raiseLimits(options.flags, report, next.limits, checked.enoughCalls);
    terminal.writeError(renderNextSteps(report, { ...next, program, flags }));
  }
  if (published.reportPath !== null) {
    terminal.writeError(`${placesOf(shownPath(folder, terminal.cwd))}\n`);
  }
  return exitCode;
}

/** Runs, prints the report and leaves the files in a folder. Throws `UserError`. */
export async function checkLocal(
  overrides: Overrides,
  terminal: Terminal,
  { outsideGit = false, only = null, memory }: RunOptions & { readonly only?: CaseChoice | null } = {},
): Promise<{
  readonly checked: Checked;
  readonly folder: string;
  readonly failed: number;
  readonly hasParent: boolean;
  readonly limits: Limits;
}> {
  const local = await openLocal(overrides, terminal, { outsideGit, against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const render = (report: Report) => renderLocal(report, overrides, terminal, 'by-command');
  const output = {
    command: 'run',
    folder,
    render,
    ...(memory && { memory }),
    ...(only && { only }),
  } as const;
  const checked = await withLocalSession(local, output, checkChange);
  const { report } = checked;
  const failed = report === null ? 0 : await keepFailed(local.folder, report, local.sides.settings.suites);
  const parents = local.git === null ? [] : await local.git.parents(await local.git.head());
  const { limits } = local.sides.settings;
  return { checked, folder, failed, hasParent: parents.length > 0, limits };
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

/** Flags that say which cases are run. */
const CHOOSING: ReadonlySet<string> = new Set(['case', 'tag', 'failed']);

const OF_ONE_RUN: ReadonlySet<string> = new Set(INPUTS.filter(({ once }) => once).map(({ name }) => name));

/** The flags with a greater limit in the place of one that was used up, be it the config file's. */
function raiseLimits(
  flags: readonly GivenFlag[],
  { suites }: Report,
  { maxCalls, timeoutMs }: Limits,
  enoughCalls: number,
): readonly GivenFlag[] {
  const failures = new Set(suites.flatMap(({ decision }) => whatEnded(decision)));
  const raise = (known: readonly GivenFlag[], name: string, value: string) => [
    ...known.filter((flag) => flag.name !== name),
    { name, value },
  ];
  // Calls that an agent makes on its own are in no plan.
  const calls = String(Math.max(enoughCalls, 2 * (maxCalls ?? 0)));
  const called = failures.has('budget') && maxCalls !== null ? raise(flags, 'max-calls', calls) : flags;
  return failures.has('timeout')
    ? raise(called, 'timeout', `${Math.ceil((2 * timeoutMs) / 60_000)}m`)
    : called;
}

/** What ended a suite before its plan was done. */
function whatEnded({ findings, unmeasured }: Decision): readonly FailureKind[] {
  const causes: readonly (Cause | null)[] = [
    ...findings.map((finding) => ('obstacle' in finding ? finding.obstacle : null)),
    ...(unmeasured?.kind === 'not-evaluated' ? unmeasured.reasons : []),
  ];
  return causes.flatMap((cause) =>
    cause !== null && typeof cause === 'object' && cause.kind === 'stopped' ? [cause.failure] : [],
  );
}

type Step = { readonly what: string; readonly call: string };

/** False where the run ended before the agent had answered anything. */
function hasAnswers(suite: SuiteReport): boolean {
  return (
    suite.kind === 'evaluated' &&
    suite.head.cases.some(({ samples }) => samples.some(({ answer }) => answer.status === 'answered'))
  );
}

/** What to do after a run, each step with a command that can be pasted as it stands; empty where all is well. */
function renderNextSteps(
  { suites, overall }: Report,
  from: {
    readonly program: string;
    readonly flags: readonly GivenFlag[];
    /** Number of cases that failed just now. */
    readonly failed: number;
    /** True where the commit before this one can be held against it. */
    readonly hasParent: boolean;
  },
): string {
  const flags = from.flags.filter(({ name }) => !OF_ONE_RUN.has(name));
  const call = (...[command, ...more]: [Parameters<typeof renderCall>[1], ...string[]]) =>
    // The folder holds what this command left.
    renderCall(
      from.program,
      command,
      command === 'run' ? flags : flags.filter(({ name }) => name !== 'output'),
      more,
    );
  const chosen = from.flags.filter(({ name }) => CHOOSING.has(name));
  const again = (...more: readonly string[]) => renderCall(from.program, 'run', [...flags, ...chosen], more);
  const watched = from.flags.some(({ name }) => name === 'watch');
  const shown = (name: string) => from.flags.some((flag) => flag.name === name);
  const some = suites.some((suite) => suite.kind === 'evaluated' && suite.head.subset !== undefined);
  const steps: Step[] = [];
  if (overall.outcome === 'inconclusive') {
    const stores = suites.some(({ decision }) => decision.remedy === 'store-baseline');
    const remedies = new Set(suites.map(remedyOf).filter((remedy) => remedy !== ''));
    const what = [...remedies].join(' ').replace(/\.$/, '') || 'To go on';
    const kept = suites.some(hasAnswers) ? ' (nothing is asked twice)' : '';
    steps.push({ what: `${what}${kept}`, call: stores ? call('baseline') : again() });
  } else if (from.failed > 0 && !shown('verbose')) {
    const [one, many] = shown('failed')
      ? ['the case that still fails', 'cases that still fail']
      : ['the worst case', 'worst cases'];
    steps.push({
      what: `Look at ${from.failed === 1 ? one : `the ${from.failed} ${many}`}, in full`,
      call: chosen.length === 0 ? call('run', '--failed', '--verbose') : again('--verbose'),
    });
  }
  if (suites.some((suite) => lacksBaseline(suite) && hasAnswers(suite))) {
    steps.push({ what: 'To have something to compare with, before a change', call: call('baseline') });
    if (from.hasParent)
      steps.push({ what: 'Or compare with another commit', call: call('run', '--baseline', 'HEAD~1') });
  } else if (!some && overall.outcome !== 'inconclusive' && overall.because.includes('regression')) {
    steps.push({
      what: `${overall.because.includes('threshold') ? 'Accept the fall, if it is meant; the threshold holds all the same' : 'Accept it, if it is meant'} (on a pull request: the label \`prompt-regression-accepted\`)`,
      call: call('baseline'),
    });
  }
  if (some && !watched) steps.push({ what: 'Run all cases', call: call('run') });
  const said = steps.map(({ what, call: line }) => `${what}:\n  ${line}\n`);
  return said.length === 0 ? '' : `What now?\n${said.join('')}`;
}
