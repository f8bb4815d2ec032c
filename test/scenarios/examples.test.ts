import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { shellAgent } from '../support/shell-agent.js';
import { listNotStarted, readExample, runExample } from './example-workflow.js';
import { caseAbout, RULE_AGENT } from './rule-agent.js';
import { baselinesOf, commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, configOf, createWorld, DATASET, HARMLESS, PETS, REPOSITORY, type World } from './world.js';

const JUDGED = `judge: { model: judge-1 }\n${CONFIG}`;
const inWorkflows = (...files: readonly string[]) =>
  Object.fromEntries(files.map((file) => [`.github/workflows/${file}`, readExample(file)]));

/** An event of the default branch, with a checkout of it. */
async function onMain(world: World, name: string, more: object = {}) {
  const sha = world.project.tip('main');
  const payload = { repository: { full_name: REPOSITORY, default_branch: 'main' }, ...more };
  return {
    workspace: await world.project.checkout(sha),
    event: { name, sha, ref: 'refs/heads/main', payload },
  };
}

/** By hand, on `main`. */
async function byHand(world: World, file: string, inputs: Readonly<Record<string, string>> = {}) {
  return runExample(world, file, { ...(await onMain(world, 'workflow_dispatch')), inputs });
}

/** By hand without a number: every job of the file's baseline measures `main` anew and stores it. */
async function expectRecordedAnew(world: World, file: string) {
  const [asked, stored] = [world.openai.requests.length, baselinesOf(world)];
  const runs = await byHand(world, file);
  expect(Object.keys(runs).map((job) => job.split(' ')[0])).toEqual(Object.keys(runs).map(() => 'baseline'));
  expect(Object.keys(runs)).not.toEqual([]);
  for (const run of Object.values(runs)) expectEnd(run, 0);
  expect(world.openai.requests.length).toBeGreaterThan(asked);
  expect(baselinesOf(world)).not.toBe(stored);
}

/** By hand with a number: the pull request again, on its head. */
async function expectShownAgain(world: World, file: string, code: number) {
  const sha = world.github.state.pulls.get(7)?.headSha ?? '';
  const runs = Object.values(await byHand(world, file, { 'pull-request': '7', sha }));
  expect(Math.max(...runs.map((run) => run.code ?? 3)), runs.map(({ log }) => log).join('\n')).toBe(code);
}

it('required-gate.yml: a push stores, a pull request is held against it, and a new title measures nothing', async () => {
  const file = 'required-gate.yml';
  await using world = await createWorld({
    files: { ...inWorkflows(file), 'prompt-regression.yml': JUDGED },
  });
  const stored = await runExample(world, file, await onMain(world, 'push'));
  expect(Object.keys(stored)).toEqual(['baseline']);
  expect(baselinesOf(world)).not.toBe('');
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const opened = { payload: { action: 'opened' } };
  const { relevancy } = await runExample(world, file, await world.checkoutPull(7, opened));
  expect([relevancy?.code, relevancy?.outputs['decision']], relevancy?.log).toEqual([1, 'fail']);
  expect(relevancy?.log).toContain('8 cases × 1 head run');
  const reopened = { payload: { action: 'reopened' } };
  const again = await runExample(world, file, await world.checkoutPull(7, reopened));
  expect(again['relevancy']?.log).toContain('shown again');
  const edit = { action: 'edited', changes: { title: { from: 'Old' } } };
  const asked = world.openai.requests.length;
  const titled = await runExample(world, file, await world.checkoutPull(7, { payload: edit }));
  expect([titled['relevancy']?.code, world.openai.requests.length]).toEqual([1, asked]);
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  await expectShownAgain(world, file, 1);
  await expectRecordedAnew(world, file);
});

it('pull-request.yml: the base runs beside the pull request, and the report is uploaded', async () => {
  const file = 'pull-request.yml';
  await using world = await createWorld({
    files: { ...inWorkflows(file), 'prompt-regression.yml': JUDGED },
  });
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const { relevancy } = await runExample(world, file, await world.checkoutPull(7));
  expect([relevancy?.code, relevancy?.outputs['decision']], relevancy?.log).toEqual([1, 'fail']);
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  expect(relevancy?.outputs['html-report']).toMatch(/\.html$/);
});

it('own-agent.yml: a push stores what main answers, and a pull request is held against it', async () => {
  const file = 'own-agent.yml';
  const config = `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, 'target: { command: [sh, agent.sh] }')}`;
  await using world = await createWorld({
    files: { ...inWorkflows(file), 'agent.sh': shellAgent(), 'prompt-regression.yml': config },
  });
  const stored = await runExample(world, file, await onMain(world, 'push'));
  expect(Object.keys(stored)).toEqual(['baseline']);
  expect(baselinesOf(world)).not.toBe('');
  const head = world.openPull(7, { 'agent.sh': shellAgent(' Our cat sends her love.') });
  const { relevancy } = await runExample(world, file, await world.checkoutPull(7));
  expect([relevancy?.code, relevancy?.outputs['decision']], relevancy?.log).toEqual([1, 'fail']);
  expect(relevancy?.log).not.toMatch(/base .* runs now/);
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  expect(Object.keys(await byHand(world, file))).toEqual(['baseline']);
});

it('public-forks.yml and its companion: a fork waits, and is evaluated by hand', async () => {
  const [file, companion] = ['public-forks.yml', 'public-forks-companion.yml'];
  await using world = await createWorld({
    files: { ...inWorkflows(file, companion), 'prompt-regression.yml': JUDGED },
  });
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS }, 'stranger/agents');
  const ended = { event: 'pull_request', head_sha: head, head_repository: { full_name: 'stranger/agents' } };
  const event = await onMain(world, 'workflow_run', { workflow_run: { ...ended, pull_requests: [] } });
  const { statuses } = await runExample(world, companion, event);
  expect(statuses?.code, statuses?.log).toBe(0);
  expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  const { relevancy: own } = await runExample(world, file, await world.checkoutPull(7));
  expect(own?.log.split('\n')[0]).toContain('comes from a fork');
  const inputs = { 'pull-request': '7', sha: head, 'max-calls': '2000', 'force-run': 'false' };
  const { relevancy } = await byHand(world, file, inputs);
  expect(relevancy?.code, relevancy?.log).toBe(0);
  expect(statusOf(world, head)).toMatchObject({
    state: 'success',
    targetUrl: expect.stringMatching(/[?&]base=main$/),
  });
  const ours = { ...ended, head_repository: { full_name: REPOSITORY } };
  expect(
    await runExample(world, companion, await onMain(world, 'workflow_run', { workflow_run: ours })),
  ).toEqual({});
  expect(Object.keys(await runExample(world, file, await onMain(world, 'push')))).toEqual(['baseline']);
  await expectRecordedAnew(world, file);
});

it('merge-queue.yml: the queue checks what it would merge, or shows what was decided or accepted of the same', async () => {
  const file = 'merge-queue.yml';
  await using world = await createWorld({
    files: { ...inWorkflows(file), 'prompt-regression.yml': JUDGED },
  });
  world.github.state.collaborators.set('ann', 'write');
  const enqueue = async (number: number, base: string, changes: Record<string, string>) => {
    const branch = `gh-readonly-queue/main/pr-${number}-${base}`;
    const sha = world.project.commit(branch, changes, [base]);
    const ref = `refs/heads/${branch}`;
    const payload = { merge_group: { base_sha: base, head_sha: sha, head_ref: ref } };
    const event = { name: 'merge_group', sha, ref, payload };
    const runs = await runExample(world, file, { workspace: await world.project.checkout(sha), event });
    return { sha, run: runs['relevancy'] };
  };
  const main = world.project.tip('main');
  world.openPull(7, { 'prompts/support.md': PETS });
  const before = await enqueue(7, main, { 'prompts/support.md': PETS });
  expect(before.run?.code, before.run?.log).toBe(1);
  expect(statusOf(world, before.sha)).toMatchObject({ state: 'failure' });
  expect(world.github.state.comments).toEqual([]);

  await runExample(world, file, await world.checkoutPull(7));
  const label = {
    action: 'labeled',
    label: { name: 'prompt-regression-accepted' },
    sender: { login: 'ann' },
  };
  await runExample(world, file, await world.checkoutPull(7, { payload: label }));
  const asked = world.openai.requests.length;
  const accepted = await enqueue(7, main, { 'prompts/support.md': PETS, 'README.md': 'Again.\n' });
  expect(accepted.run?.code, accepted.run?.log).toBe(0);
  expect(statusOf(world, accepted.sha)).toMatchObject({ state: 'success', description: 'accepted by ann' });
  expect(world.openai.requests).toHaveLength(asked);
  // With something else in the group that is watched, it is measured.
  const other = await enqueue(7, main, { 'prompts/support.md': `${PETS}Add: And her dog.\n` });
  expect([other.run?.code, statusOf(world, other.sha)?.state]).toEqual([1, 'failure']);
  // A head that was pushed after the acceptance is not accepted.
  world.openPull(7, { 'README.md': 'Third.\n' });
  const moved = await enqueue(7, main, { 'prompts/support.md': PETS, 'README.md': 'Third.\n' });
  expect([moved.run?.code, statusOf(world, moved.sha)?.state]).toEqual([1, 'failure']);
  await expectShownAgain(world, file, 1);
  expect(Object.keys(await runExample(world, file, await onMain(world, 'push')))).toEqual(['baseline']);
  await expectRecordedAnew(world, file);
});

it('monorepo.yml: each app has its own status and comment', async () => {
  const file = 'monorepo.yml';
  const app = (folder: string) => ({
    [`${folder}/prompt-regression.yml`]: JUDGED,
    [`${folder}/prompts/support.md`]: 'You answer questions.\n',
    [`${folder}/evals/cases.jsonl`]: DATASET,
  });
  await using world = await createWorld({
    files: { ...inWorkflows(file), ...app('apps/lamps'), ...app('apps/chairs') },
  });
  const head = world.openPull(7, { 'apps/lamps/prompts/support.md': HARMLESS });
  const runs = await runExample(world, file, await world.checkoutPull(7));
  for (const run of Object.values(runs)) expectEnd(run, 0, { decision: 'pass' });
  expect(Object.keys(runs)).toEqual(['relevancy apps/lamps', 'relevancy apps/chairs']);
  expect(statusOf(world, head, 'apps/lamps/support')).toMatchObject({ state: 'success' });
  expect(statusOf(world, head, 'apps/chairs/support')).toMatchObject({
    state: 'success',
    description: 'no watched file changed',
  });
  expect(commentOf(world, 7)).toContain('support');
  await expectShownAgain(world, file, 0);
  const stored = await runExample(world, file, await onMain(world, 'push'));
  expect(Object.keys(stored)).toEqual(['baseline apps/lamps', 'baseline apps/chairs']);
  await expectRecordedAnew(world, file);
});

it('matrix-of-suites.yml: each suite has its own job and comment', async () => {
  const file = 'matrix-of-suites.yml';
  await using world = await createWorld({
    files: {
      ...inWorkflows(file),
      'prompts/sales.md': 'You sell.\n',
      'prompt-regression.yml': `judge: { model: judge-1 }\n${configOf({ support: {}, sales: {} })}`,
    },
  });
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS, 'prompts/sales.md': PETS });
  const runs = await runExample(world, file, await world.checkoutPull(7));
  expect(Object.entries(runs).map(([name, { code }]) => [name, code])).toEqual([
    ['relevancy support', 0],
    ['relevancy sales', 1],
  ]);
  expect(statusOf(world, head, 'support')).toMatchObject({ state: 'success' });
  expect(statusOf(world, head, 'sales')).toMatchObject({ state: 'failure' });
  expect(world.github.state.comments).toHaveLength(2);
  await expectShownAgain(world, file, 1);
  expect(world.github.state.comments).toHaveLength(2);
  const stored = await runExample(world, file, await onMain(world, 'push'));
  expect(Object.keys(stored)).toEqual(['baseline support', 'baseline sales']);
  await expectRecordedAnew(world, file);
});

it('sharded.yml: three processes measure, and the last one decides, stores and finds a crashed one', async () => {
  const file = 'sharded.yml';
  await using world = await createWorld({
    bundle: true,
    files: { ...inWorkflows(file), 'prompt-regression.yml': JUDGED },
  });
  const jobs = ['shard 1', 'shard 2', 'shard 3', 'relevancy'];
  const codes = (runs: Awaited<ReturnType<typeof runExample>>) =>
    Object.entries(runs).map(([name, { code }]) => [name, code]);

  const pushed = await runExample(world, file, await onMain(world, 'push'));
  expect(codes(pushed)).toEqual(jobs.map((name) => [name, 0]));
  expect(baselinesOf(world)).not.toBe('');
  expect(pushed['relevancy']?.log).toContain('The baseline for');

  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const before = world.openai.requests.length;
  const crashed = { ...(await world.checkoutPull(7)), crashes: 'shard 2' };
  const open = await runExample(world, file, crashed);
  expect(codes(open)).toEqual([
    ['shard 1', 0],
    ['shard 3', 0],
    ['relevancy', 3],
  ]);
  expect(commentOf(world)).toContain('Shard 2 of 3 has left no records');
  expect(statusOf(world, head)).toMatchObject({ state: 'error' });
  expect(world.openai.requests.length).toBeGreaterThan(before);

  const runs = await runExample(world, file, await world.checkoutPull(7));
  expect(codes(runs)).toEqual(jobs.map((name) => [name, name === 'relevancy' ? 1 : 0]));
  for (const name of jobs.slice(0, 3)) expect([runs[name]?.summary, runs[name]?.outputs]).toEqual(['', {}]);
  expect(runs['relevancy']?.outputs).toMatchObject({ decision: 'fail', passed: 'false' });
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  expect(world.github.state.comments).toHaveLength(1);

  const asked = world.openai.requests.length;
  const again = await runExample(world, file, await world.checkoutPull(7));
  expect([codes(again), world.openai.requests.length]).toEqual([codes(runs), asked]);
  const byNumber = await byHand(world, file, { 'pull-request': '7', sha: head });
  expect(byNumber['relevancy']?.code, byNumber['relevancy']?.log).toBe(1);
  world.github.assertNoViolations();
});

it('nightly.yml: every night a baseline is stored, and main is held against the last release', async () => {
  const file = 'nightly.yml';
  await using world = await createWorld({
    files: { ...inWorkflows(file), 'prompt-regression.yml': JUDGED },
  });
  world.project.remote.setRef('refs/tags/released', world.project.tip('main'));
  const night = await runExample(world, file, await onMain(world, 'schedule'));
  expect(Object.keys(night)).toEqual(['baseline', 'since-release']);
  expectEnd(night['since-release'] ?? fail(), 0, { decision: 'pass' });
  expect(night['baseline']?.log).toContain('8 cases × 3 runs');
  const first = baselinesOf(world);
  expectEnd((await runExample(world, file, await onMain(world, 'push')))['baseline'] ?? fail(), 0);
  expect(baselinesOf(world)).toBe(first);
  world.openPull(7, { 'prompts/support.md': PETS });
  const { relevancy } = await runExample(world, file, await world.checkoutPull(7));
  expect([relevancy?.code, relevancy?.outputs['decision']], relevancy?.log).toEqual([1, 'fail']);
  await expectShownAgain(world, file, 1);
  await expectRecordedAnew(world, file);

  world.commitToMain({ 'prompts/support.md': PETS });
  const later = await runExample(world, file, await onMain(world, 'schedule'));
  expectEnd(later['since-release'] ?? fail(), 1, { decision: 'fail' });
  expect(later['since-release']?.summary).toContain('our cat sends her love');
});

it('coverage.yml: every week, and by hand, the map of main is stored and shown, and the page is uploaded', async () => {
  const file = 'coverage.yml';
  const rules = ['lamps', 'chairs'].map((subject) => `- Asked about ${subject}, say: We sell ${subject}.\n`);
  await using world = await createWorld({
    model: RULE_AGENT,
    files: {
      ...inWorkflows(file),
      'prompt-regression.yml': JUDGED,
      'prompts/support.md': rules.join(''),
      'evals/cases.jsonl': caseAbout('lamps'),
    },
  });
  const weekly = (await runExample(world, file, await onMain(world, 'schedule')))['coverage'] ?? fail();
  expectEnd(weekly, 0);
  expect(weekly.summary).toContain('support: 1 of 2 blocks noticed (50%)');
  expect(weekly.outputs['html-report']).toMatch(/coverage\.html$/);
  expect(baselinesOf(world)).not.toBe('');
  expectEnd((await byHand(world, file))['coverage'] ?? fail(), 0);
});

function fail(): never {
  throw new Error('the job was not started');
}

test('every example is run above, with each event that it lists', () => {
  const files = readdirSync(join(import.meta.dirname, '../../examples'));
  expect(listNotStarted(files.filter((name) => name.endsWith('.yml')))).toEqual([]);
});
