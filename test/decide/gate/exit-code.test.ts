import { expect, it } from 'vitest';
import { exitCodeOf, type RunEnd } from '../../../src/decide/gate/exit-code.js';

const told = (...suites: Extract<RunEnd, { kind: 'told' }>['suites']): RunEnd => ({ kind: 'told', suites });

it.each<[string, RunEnd, number]>([
  ['every suite at success', told('success', 'success'), 0],
  ['one failure', told('success', 'failure', 'error'), 1],
  ['one error', told('success', 'error'), 3],
  ['one that is pending', told('success', 'pending'), 3],
  ['one that nobody knows', told('success', null), 3],
  ['no suite at all', told(), 3],
  ['a mistake to mend', { kind: 'mistake' }, 2],
  ['a crash', { kind: 'crash' }, 3],
])('a run that ends with %s', (_, end, code) => {
  expect(exitCodeOf(end)).toBe(code);
});
