import { buildAaReport } from '../decide/aa-check/build-aa-report.js';
import { whyIncomplete } from '../decide/gate/usable-record.js';
import { resolveFolder } from '../files/readers.js';
import type { AaReport } from '../ports/aa-check.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import { aboutTarget, type SuiteSettings } from '../ports/settings.js';
import { fileNameOf, recordFile } from '../publish/files.js';
import { redactValue } from '../publish/redact-value.js';
import { renderAaReport } from '../report/render-aa-report.js';
import type { Overrides } from '../settings/overrides.js';
import { gatesOfRecord, readGivenRecords, readKnownSuite } from './given-records.js';
import { leaveFiles, openOutput, renderJson } from './local-output.js';
import { withLocalEffects } from './local-session.js';
import { type Local, openLocal, prepareLocal } from './open-local.js';
import { runTwice, type Twice } from './run-twice.js';
import { createTerminalLog, type Terminal } from './terminal.js';

const NOT_MEASURED = 3;
const NOT_WRITTEN = 2;
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
  const reports = gatesOfRecord(first, suite, overrides).map(({ name: scorer, gate }) =>
    buildAaReport({ first, second, again: null, scorer, gate, baseRuns }),
  );
  const output = await openOutput(folder, { given: overrides.output, name: 'last-aa-check' });
  const redact = (text: string) => text;
  const local = { terminal, log: createTerminalLog(terminal, redact), redact };
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
  const told = measured.flatMap(({ suite, twice }): Told[] => {
    if (twice.status === 'failed') {
      complete = false;
      local.log.error(`Suite ${suite.name}: not measured: ${twice.reason}.`);
      return [];
    }
    const { first, second, again } = twice;
    const baseRuns = suite.baselineRepeat;
    const reports = suite.scorers.map(({ name: scorer, gate }) =>
      buildAaReport({ first, second, again, scorer, gate, baseRuns }),
    );
    return [{ reports, records: [first, second] }];
  });
  const code = await tell(told, local, output);
  for (const { suite, twice } of measured) {
    // What is not measured, or not told, is taken up again by the next check.
    if (code === 0 && twice.status === 'measured') await journals.finish(suite.name);
  }
  return complete ? code : NOT_MEASURED;
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

/** Prints the reports and leaves them, with the records, in the output folder. */
async function tell(
  all: readonly Told[],
  local: Pick<Local, 'terminal' | 'log' | 'redact'>,
  output: string,
): Promise<number> {
  if (all.length === 0) return NOT_MEASURED;
  const { terminal, redact } = local;
  const every = redactValue(
    all.flatMap(({ reports }) => reports),
    redact,
  );
  terminal.write(redact(every.map(renderAaReport).join('\n')));
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
  return (await leaveFiles(local, files, place)) ? 0 : NOT_WRITTEN;
}
