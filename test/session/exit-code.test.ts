import { expect, it } from 'vitest';
import { chooseExitCode, type RunEnd, type SuiteState } from '../../src/session/exit-code.js';

const reported = (...suites: SuiteState[]): RunEnd => ({ kind: 'reported', suites });

it.each<[what: string, end: RunEnd, code: number]>([
  ['every suite passed', reported('success', 'success'), 0],
  ['a suite failed', reported('success', 'failure', 'error'), 1],
  ['a suite has no result', reported('success', 'error'), 3],
  ['a suite waits', reported('success', 'pending'), 3],
  ['a status is not known', reported('success', null), 3],
  ['no suite was decided', reported(), 3],
  ['there was nothing to do', { kind: 'nothing-due' }, 0],
  ['the user made a mistake', { kind: 'mistake' }, 2],
  ['this tool failed', { kind: 'crash' }, 3],
])('%s', (_, end, code) => {
  expect(chooseExitCode(end)).toBe(code);
});
