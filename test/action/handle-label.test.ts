import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findManualAcceptance, removeAcceptance } from '../../src/action/handle-label.js';
import type { RunEvent } from '../../src/checkout/read-event.js';
import { type Log, SILENT_LOG } from '../../src/model/effects.js';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, PETS, type World } from '../scenarios/world.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';

const HEAD = 'a'.repeat(40);
const LABEL = 'prompt-regression-accepted';

type PullRequestEvent = Extract<RunEvent, { readonly kind: 'pull-request' }>;

const event = (overrides: Partial<PullRequestEvent> = {}): PullRequestEvent => ({
  kind: 'pull-request',
  action: 'synchronize',
  pullRequest: { number: 7, headSha: HEAD, baseRef: 'main', restricted: null },
  ...overrides,
});
const dispatch: RunEvent = {
  kind: 'dispatch',
  by: 'ann',
  sha: HEAD,
  ref: 'refs/heads/main',
  defaultBranch: 'main',
};
const push: RunEvent = { kind: 'push', sha: HEAD, ref: 'refs/heads/main', defaultBranch: 'main' };

describe('an acceptance by hand', () => {
  it('is the label, put on by whoever started the run', () => {
    expect(findManualAcceptance(dispatch, event(), { accept: 'It is meant.', sha: HEAD })).toEqual({
      ...event(),
      action: 'labeled',
      label: { name: LABEL, by: 'ann' },
    });
    const { by: _, ...unnamed } = dispatch as Extract<RunEvent, { readonly kind: 'dispatch' }>;
    expect(findManualAcceptance(unnamed, event(), { accept: 'It is meant.', sha: HEAD })?.label?.by).toBe('');
  });

  it('is none without a reason', () => {
    expect(findManualAcceptance(dispatch, event(), { sha: HEAD })).toBeNull();
    expect(findManualAcceptance(push, push, {})).toBeNull();
  });

  it.each<[what: string, given: RunEvent, of: RunEvent, sha: string | undefined]>([
    ['in a run of a pull request', event(), event(), HEAD],
    ['in a run of no pull request', dispatch, dispatch, HEAD],
    ['of no named head', dispatch, event(), undefined],
  ])('is an error %s', (_, given, of, sha) => {
    const overrides = { accept: 'It is meant.', ...(sha !== undefined && { sha }) };
    expect(() => findManualAcceptance(given, of, overrides)).toThrow(/^accept: it says why one head/);
  });
});

describe('the label of an earlier head', () => {
  let server: GitHubServer;
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const log: Log = { ...SILENT_LOG, info: note, warning: note, error: note };
  beforeAll(async () => {
    server = await startGitHubServer({ repository: 'acme/agents' });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    lines.length = 0;
    server.state.forbidden.clear();
    server.setPull({ number: 7, headSha: HEAD, labels: [LABEL, 'keep'] });
  });
  const labels = () => server.state.pulls.get(7)?.labels;

  it.each<[what: string, given: RunEvent, left: string[]]>([
    ['another head', event({ labels: [LABEL, 'keep'] }), ['keep']],
    ['another base branch', event({ action: 'edited', retargeted: true, labels: [LABEL] }), ['keep']],
    ['another title', event({ action: 'edited', retargeted: false, labels: [LABEL] }), [LABEL, 'keep']],
    ['the label itself', event({ action: 'labeled', labels: [LABEL] }), [LABEL, 'keep']],
    ['a pull request that opens', event({ action: 'opened', labels: [LABEL] }), [LABEL, 'keep']],
    ['another head without it', event({ labels: ['keep'] }), [LABEL, 'keep']],
    ['an event without labels', event(), [LABEL, 'keep']],
    ['a push', push, [LABEL, 'keep']],
  ])('after %s', async (_, given, left) => {
    await removeAcceptance(given, openTestGitHub(server), log);
    expect(labels()).toEqual(left);
    expect(lines).toHaveLength(left.includes(LABEL) ? 0 : 1);
  });

  it('stays without a token, and with a token that may not remove it', async () => {
    await removeAcceptance(event({ labels: [LABEL] }), null, log);
    expect(lines).toEqual([]);
    server.state.forbidden.add('labels');
    await removeAcceptance(event({ labels: [LABEL] }), openTestGitHub(server), log);
    expect(labels()).toEqual([LABEL, 'keep']);
    expect(lines.join('\n')).toMatch(/stays, although it accepts nothing: .*Take it off by hand/);
  });
});

describe('a label on a pull request', () => {
  let world: World;
  let head = '';
  beforeAll(async () => {
    world = await createWorld();
    expectEnd(await world.runPush(), 0);
    head = world.openPull(7, { 'prompts/support.md': PETS });
    expectEnd(await world.runPull(7), 1);
    world.github.state.collaborators.set('ann', 'write').set('rob', 'read');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** A run of the event in which somebody puts a label on. */
  const label = (by: string, name = LABEL, inputs: Readonly<Record<string, string>> = {}) =>
    world.runPull(7, { inputs, payload: { action: 'labeled', label: { name }, sender: { login: by } } });

  it.each<[what: string, by: string, name: string, inputs: Record<string, string>, log: string]>([
    ['that means nothing', 'ann', 'question', {}, 'Nothing was evaluated'],
    ['of a reader', 'rob', LABEL, {}, 'Nothing was accepted: rob has no write access'],
    ['without a token', 'ann', LABEL, { 'github-token': '' }, 'Nothing was accepted: that needs a token'],
  ])('%s repeats the state of the head', async (_, by, name, inputs, log) => {
    const asked = world.openai.requests.length;
    const run = await label(by, name, inputs);
    expect(run.code, run.log).not.toBe(0);
    expect(run.log).toContain(log);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    expect(world.openai.requests).toHaveLength(asked);
  });

  it('of somebody with write access accepts the head', async () => {
    const run = await label('ann');
    expectEnd(run, 0);
    expect(run.log).toContain(`Accepted by ann on ${head}.`);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });
});
