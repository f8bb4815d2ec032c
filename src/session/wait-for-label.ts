import type { PreparedSuite } from '../model/suite-run.js';
import { announceWaiting } from '../publish/pending.js';
import type { PublishResult } from '../publish/publish.js';
import { exitCodeOf } from './exit-code.js';
import type { Session } from './session.js';

/** Sets the statuses to pending if the pull request lacks its run label. `null` if it is measured, or unchanged. */
export async function waitForLabel(
  suites: readonly PreparedSuite[],
  { waitsFor, outlets }: Pick<Session, 'waitsFor' | 'outlets'>,
): Promise<{ readonly exitCode: number; readonly published: PublishResult } | null> {
  if (waitsFor === null || suites.every(({ status }) => status !== 'ready')) return null;
  await announceWaiting(
    suites.map(({ suite }) => suite.name),
    waitsFor,
    outlets,
  );
  return {
    exitCode: exitCodeOf({ kind: 'nothing-due' }),
    published: { reportPath: null, htmlPath: null, states: [] },
  };
}
