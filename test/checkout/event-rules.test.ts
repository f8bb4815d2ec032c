import { expect, test } from 'vitest';
import { missingRunLabel } from '../../src/checkout/event-rules.js';
import type { RunEvent } from '../../src/model/event.js';

const SHA = 'a'.repeat(40);
const pull = (more: object = {}, restricted: 'fork' | null = null): RunEvent => ({
  kind: 'pull-request',
  action: 'opened',
  pullRequest: { number: 7, headSha: SHA, baseRef: 'main', restricted },
  ...more,
});

test.each<[string, RunEvent, string | null, string | null]>([
  ['a pull request without it', pull({ labels: ['bug'] }), 'run-evals', 'run-evals'],
  ['a pull request with it', pull({ labels: ['bug', 'run-evals'] }), 'run-evals', null],
  ['a repository without one', pull(), null, null],
  ['a run by hand', pull({ action: 'dispatch' }), 'run-evals', null],
  ['a fork', pull({}, 'fork'), 'run-evals', null],
  ['a merge queue', { kind: 'merge-group', baseSha: SHA, headSha: SHA }, 'run-evals', null],
])('the run label that %s waits for', (_, event, label, expected) => {
  expect(missingRunLabel(event, label)).toBe(expected);
});
