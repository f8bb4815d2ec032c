import { expect, test } from 'vitest';
import { findMissingRunLabel, isWithoutMeasurement, parseEvent } from '../../src/checkout/event.js';
import type { RunEvent } from '../../src/checkout/read-event.js';

const SHA = 'a'.repeat(40);
const HEAD = 'b'.repeat(40);

function pullRequest(head: unknown, rest: object = {}): unknown {
  return {
    action: 'synchronize',
    pull_request: {
      number: 7,
      head: { sha: HEAD, repo: head },
      base: { ref: 'main', sha: SHA, repo: { full_name: 'owner/repo' } },
      ...rest,
    },
    repository: { full_name: 'owner/repo' },
  };
}

const at = { sha: SHA, ref: 'refs/heads/main' };

test.each([
  ['the same repository', { full_name: 'Owner/Repo' }, null],
  ['a fork', { full_name: 'stranger/repo' }, 'fork'],
  ['a fork that is gone', null, 'fork'],
  ['nothing at all', undefined, 'fork'],
])('a pull request from %s', (_, head, restricted) => {
  expect(parseEvent({ name: 'pull_request', payload: pullRequest(head), ...at, actor: 'ann' })).toEqual({
    kind: 'pull-request',
    action: 'synchronize',
    pullRequest: {
      number: 7,
      headSha: HEAD,
      baseRef: 'main',
      restricted,
      ...(restricted === 'fork' && { fork: true }),
    },
  });
});

test('an event gives the label, who added it, and the labels that were there', () => {
  const payload = pullRequest({ full_name: 'owner/repo' }, { labels: [{ name: 'one' }, { name: 'two' }] });
  const about = { action: 'labeled', label: { name: 'one' }, sender: { login: 'ann' } };
  expect(
    parseEvent({ name: 'pull_request', payload: Object.assign({}, payload, about), ...at }),
  ).toMatchObject({
    action: 'labeled',
    labels: ['one', 'two'],
    label: { name: 'one', by: 'ann' },
  });
});

test("a run that Dependabot started has Dependabot's secrets, unless it comes from a fork", () => {
  const read = (head: string) =>
    parseEvent({
      name: 'pull_request',
      payload: pullRequest({ full_name: head }),
      ...at,
      actor: 'dependabot[bot]',
    });
  expect(read('owner/repo')).toMatchObject({ pullRequest: { restricted: 'dependabot' } });
  expect(read('stranger/repo')).toMatchObject({ pullRequest: { restricted: 'fork' } });
});

test.each([
  ['into another branch', { base: { ref: { from: 'feature' } } }, true],
  ['in its title', { title: { from: 'Old' } }, false],
])('a pull request that was edited, %s', (_, changes, retargeted) => {
  const payload = Object.assign({}, pullRequest({ full_name: 'owner/repo' }), { action: 'edited', changes });
  const event = parseEvent({ name: 'pull_request', payload, ...at });
  expect(event).toMatchObject({ action: 'edited', retargeted });
  expect(event.kind !== 'companion' && isWithoutMeasurement(event)).toBe(!retargeted);
});

test('a run that has ended: whose head it was, and what had set it off', () => {
  const read = (head: unknown) =>
    parseEvent({
      name: 'workflow_run',
      payload: {
        workflow_run: { event: 'pull_request', head_sha: HEAD, head_repository: head, pull_requests: [] },
        repository: { full_name: 'owner/repo' },
      },
      ...at,
    });
  const told = { kind: 'companion', headSha: HEAD, of: 'pull_request' };
  expect(read({ full_name: 'stranger/repo' })).toEqual({ ...told, fork: true });
  expect(read(null)).toEqual({ ...told, fork: true });
  expect(read({ full_name: 'Owner/repo' })).toEqual({ ...told, fork: false });
});

test.each([
  [{}, {}],
  [{ head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${SHA}` }, { queued: 7 }],
  [{ head_ref: 'refs/heads/gh-readonly-queue/main/pr-x' }, {}],
])('a merge group has its own base and head, and may say which pull request it adds: %j', (ref, queued) => {
  const payload = { merge_group: { base_sha: SHA, head_sha: HEAD, ...ref } };
  const read = parseEvent({ name: 'merge_group', payload, ...at });
  expect(read).toEqual({ kind: 'merge-group', baseSha: SHA, headSha: HEAD, ...queued });
});

test.each([
  ['push', 'push'],
  ['schedule', 'schedule'],
  ['workflow_dispatch', 'dispatch'],
])('%s', (name, kind) => {
  const payload = { repository: { default_branch: 'main' } };
  expect(parseEvent({ name, payload, ...at })).toEqual({ kind, ...at, defaultBranch: 'main' });
  expect(parseEvent({ name, payload: {}, ...at })).toEqual({ kind, ...at, defaultBranch: null });
});

test.each([
  [
    'pull_request_target',
    /^The event `pull_request_target` is not evaluated: its job has this repository.s secrets.*Use `pull_request`\.$/,
  ],
  [
    'issue_comment',
    /`issue_comment` is not evaluated: its job runs on the default branch.*`workflow_dispatch`/,
  ],
  ['repository_dispatch', /use `workflow_dispatch`, or a pull request that changes the pinned commit/],
  ['pull_request_review', /^The event `pull_request_review` .*use `pull_request`/],
  ['an_event_of_tomorrow', /^The event `an_event_of_tomorrow` .*use `pull_request`/],
  [
    'issues',
    /^The event `issues` is not evaluated: use `pull_request`, `merge_group`, `push`, `workflow_dispatch` or `schedule`\.$/,
  ],
])(
  '%s is refused by name, whatever its payload: its job does not stand on what would be decided',
  (name, message) => {
    const payload = pullRequest({ full_name: 'owner/repo' });
    expect(() => parseEvent({ name, payload, ...at })).toThrow(message);
  },
);

test('a pull request that was closed is not evaluated', () => {
  const payload = Object.assign({}, pullRequest({ full_name: 'owner/repo' }), { action: 'closed' });
  expect(() => parseEvent({ name: 'pull_request', payload, ...at })).toThrow(/with the action `closed`/);
});

test.each([
  ['pull_request', {}, 'pull_request is missing'],
  ['pull_request', pullRequest(null, { number: '7' }), 'pull_request.number is missing or wrong'],
  ['pull_request', pullRequest(null, { head: { sha: 'x' } }), 'pull_request.head.sha is missing or wrong'],
  ['workflow_run', { workflow_run: { event: 'push' } }, 'workflow_run.head_sha is missing or wrong'],
  ['merge_group', null, 'the payload is missing or wrong'],
])('a payload of %s that is none is refused', (name, payload, message) => {
  expect(() => parseEvent({ name, payload, ...at })).toThrow(message);
});

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
  expect(findMissingRunLabel(event, label)).toBe(expected);
});
