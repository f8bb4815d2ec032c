import { describe, expect, it, test } from 'vitest';
import {
  isBaselineRun,
  isStartedByChange,
  isWithoutMeasurement,
  parseEvent,
} from '../../src/checkout/event.js';
import { EVENTS, REFUSED_EVENTS } from '../support/events-page.js';

const [SHA, HEAD] = ['a'.repeat(40), 'b'.repeat(40)];
const HOME = { full_name: 'owner/repo' };
const onMain = { ref: 'refs/heads/main' };

const pull = (action: string, more: object = {}, head: object = HOME) => ({
  action,
  pull_request: { number: 7, head: { sha: HEAD, repo: head }, base: { ref: 'main', repo: HOME } },
  ...more,
});

/** One example of each row, in the order of the table: what is read of it, and what the rules say. */
const EXAMPLES: readonly {
  readonly row: string;
  readonly payload?: object;
  readonly ref?: string;
  readonly actor?: string;
  readonly is?: object;
  readonly baseline?: boolean;
  readonly onChange?: boolean;
  readonly nothing?: boolean;
}[] = [
  { row: 'pull_request: `opened`', payload: pull('opened'), is: { kind: 'pull-request' }, onChange: true },
  {
    row: 'pull_request: `edited` to go',
    payload: pull('edited', { changes: { base: { ref: { from: 'x' } } } }),
    is: { retargeted: true },
    onChange: true,
  },
  {
    row: 'pull_request: `edited` in title',
    payload: pull('edited', { changes: { title: {} } }),
    is: { retargeted: false },
    onChange: true,
    nothing: true,
  },
  {
    row: 'pull_request: of a fork',
    payload: pull('opened', {}, { full_name: 'x/y' }),
    is: { pullRequest: { restricted: 'fork' } },
    onChange: true,
  },
  {
    row: 'pull_request: started by Dependabot',
    payload: pull('opened'),
    actor: 'dependabot[bot]',
    is: { pullRequest: { restricted: 'dependabot' } },
    onChange: true,
  },
  {
    row: 'merge_group: all',
    payload: { merge_group: { base_sha: SHA, head_sha: HEAD } },
    is: { kind: 'merge-group' },
    onChange: true,
  },
  { row: 'push: to the default', ...onMain, is: { kind: 'push' }, baseline: true, onChange: true },
  { row: 'push: to another', ref: 'refs/heads/x', is: { kind: 'push' }, onChange: true },
  { row: 'workflow_dispatch: with `pull-request`, of', ...onMain, is: { kind: 'dispatch' }, baseline: true },
  {
    row: 'workflow_dispatch: with `pull-request`, `sha`',
    ...onMain,
    is: { kind: 'dispatch' },
    baseline: true,
  },
  {
    row: 'workflow_dispatch: with `pull-request`, `sha` and `accept`',
    ...onMain,
    is: { kind: 'dispatch' },
    baseline: true,
  },
  { row: 'workflow_dispatch: without, on the', ...onMain, is: { kind: 'dispatch' }, baseline: true },
  { row: 'workflow_dispatch: without, on another', ref: 'refs/heads/x', is: { kind: 'dispatch' } },
  { row: 'schedule: all', ...onMain, is: { kind: 'schedule' }, baseline: true },
  { row: 'schedule: with a git ref', ...onMain, is: { kind: 'schedule' }, baseline: true },
  // GitHub names the caller's event instead.
  { row: 'workflow_call: a workflow' },
  {
    row: 'workflow_run: of the check',
    payload: { workflow_run: { event: 'pull_request', head_sha: HEAD, head_repository: null } },
    is: { kind: 'companion', fork: true },
  },
];

describe('a row of the table of events', () => {
  test('has an example here', () => {
    const rows = EVENTS.map(({ event, when }) => `${event}: ${when}`);
    expect(rows).toHaveLength(EXAMPLES.length);
    expect(rows.filter((row, index) => !row.startsWith(EXAMPLES[index]?.row ?? '?'))).toEqual([]);
  });

  it.each(EXAMPLES.map((example, index) => ({ ...example, index })))('$row', (example) => {
    const { index, payload = { repository: { default_branch: 'main' } }, ref = '', actor, is } = example;
    const row = EVENTS[index];
    if (row === undefined) throw new Error('no such row');
    const read = () => parseEvent({ name: row.event, payload, sha: SHA, ref, actor });
    if (row.event === 'workflow_call') {
      expect(read).toThrow(
        'is not evaluated: use `pull_request`, `merge_group`, `push`, `workflow_dispatch` or `schedule`.',
      );
      return;
    }
    const event = read();
    expect(event).toMatchObject(is ?? {});
    if (event.kind === 'companion') return;
    const { baseline = false, onChange = false, nothing = false } = example;
    expect([isBaselineRun(event), isStartedByChange(event), isWithoutMeasurement(event)]).toEqual([
      baseline,
      onChange,
      nothing,
    ]);
    // That a dispatch accepts is said by its inputs.
    expect(row.head.startsWith('none')).toBe(nothing || row.when.includes('`accept`'));
  });
});

test('what is refused says why in the words of the page', () => {
  expect(REFUSED_EVENTS.map(({ event }) => event)).toEqual([
    'pull_request closed',
    'pull_request_target',
    'issue_comment',
    'repository_dispatch',
  ]);
  for (const { event, because } of REFUSED_EVENTS) {
    const [name = '', action = 'opened'] = event.split(' ');
    const read = () => parseEvent({ name, payload: pull(action), sha: SHA, ref: '' });
    expect(read).toThrow(`is not evaluated: ${because}.`);
  }
});
