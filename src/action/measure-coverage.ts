import { join } from 'node:path';
import { isBaselineRun } from '../checkout/event.js';
import type { RunEvent } from '../checkout/read-event.js';
import { UserError } from '../model/errors.js';
import { writeFiles } from '../publish/files.js';
import { tryToPublish } from '../publish/outlets.js';
import { renderCoverageSummary } from '../report/coverage/render-coverage-summary.js';
import {
  coverPrompts,
  DEFAULT_COVERAGE_CALLS,
  exitCodeOfCoverage,
  listCoverageFiles,
  type SuiteCoverage,
} from '../session/cover-prompts.js';
import { prepareWithoutBase } from '../session/prepare-suites.js';
import type { Session } from '../session/session.js';
import { requireKeys } from '../settings/keys.js';
import type { Overrides } from '../settings/overrides.js';

/** Throws `UserError` if this run must not store a map: only the default branch's own runs do. */
export function refuseOtherBranches(event: RunEvent, { shard, merge }: Overrides): void {
  if (!isBaselineRun(event)) {
    throw new UserError(
      'Input `coverage`: it measures the prompts of the default branch, in a run by `schedule`, `push` or `workflow_dispatch` there. Measure a branch on your machine with `prompt-regression coverage`.',
    );
  }
  if (shard !== undefined || merge !== undefined) {
    throw new UserError('Inputs `coverage`, `shard` and `merge`: leave two of them out.');
  }
}

/** Measures the prompts of the default branch, stores their maps and writes the job summary. Resolves with the exit code. */
export async function measurePromptCoverage(session: Session, overrides: Overrides): Promise<number> {
  const { sides, effects, noKey } = session;
  if (noKey !== null) throw new UserError(noKey);
  const { all = false, file: names = [], maxCalls = DEFAULT_COVERAGE_CALLS } = overrides;
  requireKeys(sides.settings.suites, 'agent and judge');
  const suites = await prepareWithoutBase(sides.settings.suites, session);
  const measured = await coverPrompts(suites, { names, all, maxCalls }, effects);
  await publishCoverage(measured, session);
  return exitCodeOfCoverage(measured);
}

/** Each part may fail alone. */
async function publishCoverage(measured: readonly SuiteCoverage[], { outlets }: Session): Promise<void> {
  const { folder, workflow } = outlets;
  const maps = measured.map(({ coverage }) => coverage);
  const summary = renderCoverageSummary(maps);
  const files = [...listCoverageFiles(measured), { name: 'report.md', text: summary }];
  const isWritten = await tryToPublish(`Files in ${folder}`, () => writeFiles(folder, files), outlets);
  if (workflow === null) return;
  await tryToPublish('Job summary', () => workflow.addSummary(summary), outlets);
  if (!isWritten) return;
  const pages = files.filter(({ name }) => name.endsWith('.html')).map(({ name }) => join(folder, name));
  const setOutputs = async () => {
    workflow.setOutput('report-path', join(folder, 'report.md'));
    workflow.setOutput('html-report', pages.join('\n'));
  };
  await tryToPublish('Outputs', setOutputs, outlets);
}
