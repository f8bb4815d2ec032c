import { type AaInput, buildAaReport } from '../decide/aa-check/build-aa-report.js';
import { exitCodeOf } from '../decide/gate/exit-code.js';
import { whyIncomplete } from '../decide/gate/usable-record.js';
import { resolveFolder } from '../files/readers.js';
import type { AaReport } from '../ports/aa-check.js';
import type { GateSettings } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import { attempt, UserError } from '../ports/errors.js';
import { partOfJournal } from '../ports/journal.js';
import type { Log } from '../ports/log.js';
import type { RunRecord } from '../ports/run-record.js';
import { aboutTarget, type SuiteSettings } from '../ports/settings.js';
import type { ReadySuite } from '../ports/suite-run.js';
import { isJudgedByRules, judgeCallsPerAnswer } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { fileNameOf, recordFile } from '../publish/files.js';
import { redactValue } from '../publish/redact-value.js';
import { renderJudging } from '../report/call-estimate.js';
import { renderAaReport } from '../report/render-aa-report.js';
import { openSuiteJudging } from '../session/open-suite-judging.js';
import type { Overrides } from '../settings/overrides.js';
import { counted } from '../text/counts.js';
import { gatesOfRecord, readGivenRecords, readKnownSuite } from './given-records.js';
import { leaveFiles, openOutput, renderJson } from './local-output.js';
import { withLocalEffects } from './local-session.js';
import { type Local, openLocal, prepareLocal } from './open-local.js';
import { createTerminalLog, type Terminal } from './terminal.js';

/** What a baseline keeps where no config file says otherwise. */
const USUAL_BASE_RUNS = 3;

/**
 * `aa-check`: one side against itself, run twice or given as two records. Resolves with the exit code: 0 measured,
 * 2 not writable, 3 not measured. Throws `UserError`.
 */
export async function runAaCheck(
  paths: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  return paths.length === 0
    ? checkWorkingCopy(overrides, terminal)
    : checkRecords(paths, overrides, terminal);
}

async function checkRecords(
  paths: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const folder = await resolveFolder(terminal.cwd, overrides);
  const [first, second] = await readGivenRecords('aa-check', folder, paths);
  if (first === undefined || second === undefined) throw new UserError('aa-check: two records are needed');
  refuseIncomplete(paths, [first, second]);
  const suite = await readKnownSuite(folder, first.suite, overrides, terminal);
  const baseRuns = overrides.baselineRepeat ?? suite?.baselineRepeat ?? USUAL_BASE_RUNS;
  const redact = (text: string) => text;
  const local = { terminal, log: createTerminalLog(terminal, redact), redact };
  const scorers = gatesOfRecord(first, suite, overrides);
  const reports = await reportAll(scorers, { first, second, again: null, baseRuns }, local.log);
  const output = await openOutput(folder, { given: overrides.output, name: 'last-aa-check' });
  return tell([{ reports, records: [] }], local, output);
}

async function checkWorkingCopy(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const runs = await prepareLocal(local);
  refuseRecorded(runs.map(({ suite }) => suite));
  const output = await openOutput(local.folder, { given: overrides.output, name: 'last-aa-check' });
  const { measured, journals } = await withLocalEffects(local, 'aa-check', async (effects) => {
    const all: { readonly suite: SuiteSettings; readonly twice: Twice }[] = [];
    for (const run of runs) all.push({ suite: run.suite, twice: await runTwice(run, effects) });
    return { measured: all, journals: effects.journals };
  });
  let complete = true;
  const told: Told[] = [];
  for (const { suite, twice } of measured) {
    if (twice.status === 'failed') {
      complete = false;
      local.log.error(`Suite ${suite.name}: not measured: ${twice.reason}.`);
      continue;
    }
    const { first, second, again } = twice;
    const given = { first, second, again, baseRuns: suite.baselineRepeat };
    told.push({ reports: await reportAll(suite.scorers, given, local.log), records: [first, second] });
  }
  const code = await tell(told, local, output);
  for (const { suite, twice } of measured) {
    // What is not measured, or not told, is taken up again by the next check.
    if (code === 0 && twice.status === 'measured') journals.finish(suite.name);
  }
  return complete ? code : exitCodeOf({ kind: 'told', suites: ['error'] });
}

/** What an outage or a spent budget leaves is no noise of the suite. */
function refuseIncomplete(paths: readonly string[], records: readonly RunRecord[]): void {
  const problems = records.flatMap((record, index) => {
    const reason = whyIncomplete(record);
    return reason === null
      ? []
      : [
          `aa-check: ${paths[index] ?? 'a record'} is no complete run: ${reason}; give two runs that ended well`,
        ];
  });
  if (problems.length > 0) throw new UserError(problems);
}

/** Recorded answers are the same every time: their noise would be a made-up nought. */
function refuseRecorded(suites: readonly SuiteSettings[]): void {
  const problems = suites.flatMap(({ name, target }) =>
    aboutTarget(target).live
      ? []
      : [
          `aa-check: suite ${JSON.stringify(name)} has recorded answers, which are the same every time; choose other suites (--suite), or give two records of runs`,
        ],
  );
  if (problems.length > 0) throw new UserError(problems);
}

/** One report a scorer of a suite. */
type Told = { readonly reports: readonly AaReport[]; readonly records: readonly RunRecord[] };

/** The reports of all scorers. One that scored nothing is told of; it is a mistake where no other scored anything. */
async function reportAll(
  scorers: readonly { readonly name: string; readonly gate: GateSettings }[],
  given: Omit<AaInput, 'scorer' | 'gate'>,
  log: Log,
): Promise<readonly AaReport[]> {
  const problems: string[] = [];
  const reports: AaReport[] = [];
  for (const { name: scorer, gate } of scorers) {
    const report = await attempt(problems, async () => buildAaReport({ ...given, scorer, gate }));
    if (report !== undefined) reports.push(report);
  }
  if (reports.length === 0) throw new UserError(problems);
  for (const problem of problems) log.warning(problem);
  return reports;
}

/** Prints the reports and leaves them, with the records, in the output folder. */
async function tell(
  all: readonly Told[],
  local: Pick<Local, 'terminal' | 'log' | 'redact'>,
  output: string,
): Promise<number> {
  if (all.length === 0) return exitCodeOf({ kind: 'told', suites: [] });
  const { terminal, redact } = local;
  const every = redactValue(
    all.flatMap(({ reports }) => reports),
    redact,
  );
  const isOne = ({ suite }: AaReport) => every.filter((other) => other.suite === suite).length === 1;
  terminal.write(redact(every.map((report) => renderAaReport(report, isOne(report))).join('\n')));
  const files = all.flatMap(({ reports, records }) => {
    const name = fileNameOf(reports[0]?.suite ?? '');
    return [
      ...reports.map((report, index) => ({
        // The first is the suite's, as it is where there is no other.
        name: index === 0 ? `${name}.json` : `${name}-${fileNameOf(report.scorer)}.json`,
        text: renderJson(redactValue(report, redact)),
      })),
      ...records.map((record, index) => recordFile(`records/${name}-${index + 1}.json`, record, redact)),
    ];
  });
  const place = { folder: output, what: 'Report', shown: output };
  return exitCodeOf({ kind: (await leaveFiles(local, files, place)) ? 'nothing-due' : 'mistake' });
}

/** Samples a case of each run where `repeat` leaves it open. */
const SAMPLES = 3;

type Twice =
  | {
      readonly status: 'measured';
      readonly first: RunRecord;
      readonly second: RunRecord;
      /** The first run's answers judged once more by a judge that knew no verdict. */
      readonly again: RunRecord;
    }
  | { readonly status: 'failed'; readonly reason: string };

/** Runs one side twice, with one store of verdicts as base and head have, and judges the first answers past it. */
async function runTwice(run: ReadySuite, effects: Effects): Promise<Twice> {
  const { suite, files } = run;
  const { cases, tasks, taskSource } = files;
  const samples = suite.repeat === 'auto' ? SAMPLES : suite.repeat;
  effects.log.info(renderEstimate(run, samples));
  await using journal = await effects.journals.open(suite);
  await using judging = await openSuiteJudging(suite, run, effects, journal);
  const asked = {
    suite,
    side: run.head,
    directory: run.prefix,
    watched: run.watched.head,
    cases,
    tasks,
    taskSource,
    samples,
    previous: null,
  };
  // Two runs are compared with each other: neither may know the other's answers.
  const part = (name: string) => ({ journal: partOfJournal(journal, name) });
  // What an outage leaves is no noise of the suite.
  const first = await produce({ ...asked, ...part('first'), judging }, effects);
  const spoilt = whyIncomplete(first);
  if (spoilt !== null) return { status: 'failed', reason: spoilt };
  const second = await produce({ ...asked, ...part('second'), judging }, effects);
  const spoiltToo = whyIncomplete(second);
  if (spoiltToo !== null) return { status: 'failed', reason: spoiltToo };
  await using anew = await openSuiteJudging(suite, run, effects, part('anew').journal);
  const again = await rejudgeRecord(first, { cases, tasks, taskSource, judging: anew }, effects);
  if (again.stopped !== null) return { status: 'failed', reason: again.stopped.reason };
  return { status: 'measured', first, second, again };
}

function renderEstimate({ suite, files }: ReadySuite, samples: number): string {
  const { cases } = files;
  const answers = 2 * samples * cases.length;
  // The answers of the first run are judged twice.
  const judging = 1.5 * answers * judgeCallsPerAnswer(suite);
  const cost = renderJudging(judging, { judgedByRules: isJudgedByRules(suite) });
  return `${suite.name}: ${counted(cases.length, 'case')} × ${counted(samples, 'run')}, twice: ${counted(answers, 'answer')}, ${cost}`;
}
