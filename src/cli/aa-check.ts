import { whyIncomplete } from '../decide/compare/usable-record.js';
import { concludeRecords } from '../decide/conclude.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import { partOfJournal } from '../model/journal.js';
import type { RunRecord } from '../model/run-record.js';
import { aboutTarget, type Suite } from '../model/suite.js';
import type { SuiteRun } from '../model/suite-run.js';
import { isJudgedByRules, judgeCallsPerAnswer } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { fileNameOf, recordFile } from '../publish/files.js';
import { renderJudging } from '../report/call-estimate.js';
import { causeClause } from '../report/notes/obstacle.js';
import { renderAaReport } from '../report/render-aa-report.js';
import { exitCodeOf } from '../session/exit-code.js';
import { countBaseCases } from '../session/prepare-suites.js';
import { openSuiteJudging } from '../session/suite-tools.js';
import type { Overrides } from '../settings/overrides.js';
import { counted } from '../text/counts.js';
import { leaveFiles, openOutput } from './local-output.js';
import { withLocalEffects } from './local-session.js';
import { type Local, openLocal, prepareLocal } from './open-local.js';
import type { Terminal } from './terminal.js';

/** Runs of each case without `--repeat`, if the suite has no more. */
const RUNS = 3;

/**
 * `aa-check`: runs each suite twice and compares the runs. Resolves with the exit code: 0 measured, 2 not writable, 3
 * not measured. Throws `UserError`.
 */
export async function runAaCheck(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const runs = await prepareLocal(local);
  refuseRecorded(runs.map(({ suite }) => suite));
  const output = await openOutput(local.folder, { given: overrides.output, name: 'last-aa-check' });
  return withLocalEffects(local, 'aa-check', async (effects) => {
    effects.budget.allowFor(countBaseCases(runs));
    const pairs: (readonly [RunRecord, RunRecord])[] = [];
    for (const run of runs) {
      const pair = await runTwice(run, overrides.repeat ?? Math.max(RUNS, run.suite.repeat), effects);
      if (typeof pair === 'string') local.log.error(`Suite ${run.suite.name}: not measured: ${pair}.`);
      else pairs.push(pair);
      if (typeof pair !== 'string') printComparison(run.suite, pair, local);
    }
    if (pairs.length === 0) return exitCodeOf({ kind: 'told', suites: ['error'] });
    const files = pairs.flatMap((pair) =>
      pair.map((record, index) =>
        recordFile(`records/${fileNameOf(record.suite)}-${index + 1}.json`, record, local.redact),
      ),
    );
    if (!(await leaveFiles(local, files, { folder: output, what: 'Records', shown: output }))) {
      return exitCodeOf({ kind: 'mistake' });
    }
    for (const [{ suite }] of pairs) await effects.journals.finish(suite);
    return exitCodeOf(
      pairs.length < runs.length ? { kind: 'told', suites: ['error'] } : { kind: 'nothing-due' },
    );
  });
}

function printComparison(
  suite: Suite,
  [first, second]: readonly [RunRecord, RunRecord],
  { terminal, redact }: Pick<Local, 'terminal' | 'redact'>,
): void {
  for (const report of compareRuns(suite, first, second)) {
    terminal.write(redact(renderAaReport(report, second)));
  }
}

/** Recorded answers never differ. */
function refuseRecorded(suites: readonly Suite[]): void {
  const problems = suites.flatMap(({ name, target }) =>
    aboutTarget(target).live
      ? []
      : [
          `aa-check: suite ${JSON.stringify(name)} has recorded answers, which are the same every time; choose other suites (--suite)`,
        ],
  );
  if (problems.length > 0) throw new UserError(problems);
}

/** The gate's view of the second run compared with the first, by scorer. */
function compareRuns({ scorers }: Suite, first: RunRecord, second: RunRecord) {
  const baseline = {
    kind: 'record',
    commit: null,
    rule: 'given-record',
    createdAt: first.createdAt,
    stale: false,
  } as const;
  const all = concludeRecords({ scorers, head: second, base: first, baseline });
  return all.flatMap(({ scorer, comparison, gate }) =>
    gate.kind === 'decided' ? [{ scorer, comparison, decision: gate.decision }] : [],
  );
}

/** Runs one side twice with one verdict store, as base and head share one; or returns why that failed. */
async function runTwice(
  run: SuiteRun,
  samples: number,
  effects: Effects,
): Promise<readonly [RunRecord, RunRecord] | string> {
  const { suite, files } = run;
  const { cases, tasks, taskSource } = files;
  effects.log.info(renderEstimate(run, samples));
  await using journal = await effects.journals.open(suite);
  await using judging = await openSuiteJudging(suite, run, effects, journal);
  const measured: RunRecord[] = [];
  // Neither run may use the other's answers.
  for (const part of ['first', 'second']) {
    const record = await produce(
      {
        ...{ suite, side: run.head, directory: run.prefix, watched: run.watched.head },
        ...{ cases, tasks, taskSource, samples, previous: null, judging },
        journal: partOfJournal(journal, part),
      },
      effects,
    );
    const why = whyIncomplete(record);
    if (why !== null) return causeClause(why);
    measured.push(record);
  }
  const [first, second] = measured;
  if (first === undefined || second === undefined) throw new Error('two runs were made');
  return [first, second];
}

function renderEstimate({ suite, files }: SuiteRun, samples: number): string {
  const { cases } = files;
  const answers = 2 * samples * cases.length;
  const cost = renderJudging(answers * judgeCallsPerAnswer(suite), { judgedByRules: isJudgedByRules(suite) });
  return `${suite.name}: ${counted(cases.length, 'case')} × ${counted(samples, 'run')}, twice: ${counted(answers, 'answer')}, ${cost}`;
}
