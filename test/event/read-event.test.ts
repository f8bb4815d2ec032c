import { expect, test } from 'vitest';
import { parseEvent } from '../../src/event/read-event.js';

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
  ['the same repository', { full_name: 'Owner/Repo' }, false],
  ['a fork', { full_name: 'stranger/repo' }, true],
  ['a fork that is gone', null, true],
  ['nothing at all', undefined, true],
])('a pull request from %s', (_, head, fork) => {
  expect(parseEvent({ name: 'pull_request', payload: pullRequest(head), ...at })).toEqual({
    kind: 'pull-request',
    action: 'synchronize',
    pullRequest: { number: 7, headSha: HEAD, baseRef: 'main', fork },
  });
});

test('a label says which, and who put it on; labels that were there are told', () => {
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

test('a merge group has its own base and head', () => {
  const payload = { merge_group: { base_sha: SHA, head_sha: HEAD } };
  expect(parseEvent({ name: 'merge_group', payload, ...at })).toEqual({
    kind: 'merge-group',
    baseSha: SHA,
    headSha: HEAD,
  });
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
    /^The event `pull_request_target` is not evaluated: its job stands on the base.*use `pull_request`\.$/,
  ],
  [
    'issue_comment',
    /`issue_comment` is not evaluated: its job stands on the default branch.*`workflow_dispatch`/,
  ],
  ['repository_dispatch', /use `workflow_dispatch`\.$/],
  ['pull_request_review', /^The event `pull_request_review` .*use `pull_request`/],
  ['workflow_run', /^The event `workflow_run` .*use `pull_request`/],
  ['an_event_of_tomorrow', /^The event `an_event_of_tomorrow` .*use `pull_request`/],
  ['issues', /^The event `issues` is not evaluated: use `pull_request`, .* or `workflow_dispatch`\.$/],
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
  ['merge_group', null, 'the payload is missing or wrong'],
])('a payload of %s that is none is refused', (name, payload, message) => {
  expect(() => parseEvent({ name, payload, ...at })).toThrow(message);
});
