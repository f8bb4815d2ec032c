import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeadline } from '../../src/session/deadline.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a limit that is known later counts from the beginning', () => {
  using deadline = createDeadline();
  vi.advanceTimersByTime(3_000);
  deadline.start(4_000);
  vi.advanceTimersByTime(999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({
    kind: 'timeout',
    message: expect.stringContaining('reached its time limit of 4 s'),
  });
});

test('a limit that is over by the time it is known ends the run at once', () => {
  using deadline = createDeadline();
  vi.advanceTimersByTime(5_000);
  deadline.start(4_000);
  vi.advanceTimersByTime(0);
  expect(deadline.signal.reason).toMatchObject({ kind: 'timeout' });
});

test('a run that is cancelled may be told for a while, and whatever fails from then on comes from that', () => {
  using deadline = createDeadline();
  const failure = new Error('git failed');
  expect(deadline.findCause(failure)).toBe(failure);
  deadline.cancel('the run was cancelled');
  expect(deadline.signal.reason).toMatchObject({ kind: 'aborted', message: 'the run was cancelled' });
  expect(deadline.findCause(failure)).toBe(deadline.signal.reason);
  vi.advanceTimersByTime(3_499);
  expect(deadline.reportSignal.aborted).toBe(false);
  // The runner kills ten seconds after it has asked.
  vi.advanceTimersByTime(1);
  expect(deadline.reportSignal.aborted).toBe(true);
});
