import type { SuiteSettings } from '../ports/settings.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { prepareRun } from '../session/prepare-run.js';
import type { Local } from './open-local.js';

export type ReadySuite = Extract<PreparedSuite, { status: 'ready' }>;

/**
 * Suites of a working copy that are held against nothing, judged under their own prompts and datasets as a baseline is.
 * Throws `UserError` with all problems.
 */
export async function prepareAlone(
  { sides, copy }: Local,
  suites: readonly SuiteSettings[],
): Promise<readonly ReadySuite[]> {
  const prepared = await prepareRun({
    sides: { ...sides, settings: { ...sides.settings, suites } },
    checkout: copy,
    anchor: null,
    purpose: 'baseline',
    skipUnchanged: false,
  });
  return prepared.flatMap((suite) =>
    suite.status === 'ready' ? [{ ...suite, suite: asTheyAre(suite, suites) }] : [],
  );
}

/** The gate of a base branch is milder; what is measured here is the gate of pull requests. */
function asTheyAre({ suite }: PreparedSuite, suites: readonly SuiteSettings[]): SuiteSettings {
  return suites.find(({ name }) => name === suite.name) ?? suite;
}
