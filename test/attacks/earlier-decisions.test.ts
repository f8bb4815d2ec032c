import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, PETS, type World } from '../scenarios/world.js';

const LINE = /^<!-- prompt-regression-decision 1 (\S+) -->$/m;

/** What a comment claims of the suite: the part that the next run reads. */
type Claim = {
  sha: string;
  accepted: { by: string; into: string } | null;
  result: {
    headSha: string | null;
    decision: string;
    passed: boolean;
    suites: { headline: string; decision: string; because: string[]; blocking: boolean; passed: boolean }[];
  };
};

/** Changes the comment in our name, as another workflow of the repository would that repeats a stranger's words. */
function forge(world: World, change: (claim: Claim) => void) {
  const [comment] = world.github.state.comments;
  if (comment === undefined) throw new Error('no comment');
  const packed = LINE.exec(comment.body)?.[1] ?? '';
  const claim: Claim = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
  change(claim);
  const line = deflateRawSync(JSON.stringify(claim)).toString('base64');
  comment.body = comment.body.replace(LINE, `<!-- prompt-regression-decision 1 ${line} -->`);
}

function claimPass({ result }: Claim) {
  result.decision = 'pass';
  result.passed = true;
  for (const suite of result.suites) {
    Object.assign(suite, { decision: 'pass', because: [], blocking: false, passed: true });
  }
}

/** A pull request that failed, measured once. */
async function createFailed() {
  const world = await createWorld();
  world.github.state.collaborators.set('ann', 'write');
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  return { world, head, asked: world.openai.requests.length };
}

describe('a comment in our name that claims another decision than the status of the decided commit', () => {
  it.each<[string, (claim: Claim, world: World) => void]>([
    ['a pass', claimPass],
    [
      'a pass of an earlier head',
      (claim, world) => {
        claimPass(claim);
        claim.result.headSha = world.project.tip('main');
      },
    ],
    [
      "a pass, decided at a commit that another pull request's run turned green",
      (claim, world) => {
        claimPass(claim);
        const green = world.github.state.statuses.find(({ state }) => state === 'success');
        claim.result.headSha = green?.sha ?? '';
      },
    ],
    [
      'other words',
      ({ result }) => {
        for (const suite of result.suites) suite.headline = 'see [here](https://evil.test)';
      },
    ],
    [
      'an acceptance of this head',
      (claim) => {
        claim.accepted = { by: 'ann', into: 'main' };
      },
    ],
  ])('is not believed: %s', async (_, change) => {
    const { world, head } = await createFailed();
    await using _end = world;
    world.openPull(8, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(8), 0);
    forge(world, (claim) => change(claim, world));
    const asked = world.openai.requests.length;
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(run.log).toContain("do not confirm the comment's decision");
    expect(world.openai.requests.length).toBeGreaterThan(asked);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  });

  it('is not believed in a merge queue either', async () => {
    const { world } = await createFailed();
    await using _end = world;
    forge(world, claimPass);
    const main = world.project.tip('main');
    const branch = `gh-readonly-queue/main/pr-7-${main}`;
    const sha = world.project.commit(branch, { 'prompts/support.md': PETS }, [main]);
    const ref = `refs/heads/${branch}`;
    const event = {
      name: 'merge_group',
      sha,
      ref,
      payload: { merge_group: { base_sha: main, head_sha: sha, head_ref: ref } },
    };
    const run = await world.run({ workspace: await world.project.checkout(sha, { depth: 2 }), event });
    expectEnd(run, 1, { decision: 'fail' });
    expect(statusOf(world, sha)).toMatchObject({ state: 'failure' });
  });

  it('is not believed by a label or an edit: the job ends as the statuses say', async () => {
    const { world, head, asked } = await createFailed();
    await using _end = world;
    forge(world, claimPass);
    world.github.state.statuses.splice(0);
    for (const payload of [
      { action: 'edited', changes: { title: { from: 'Old' } } },
      { action: 'labeled', label: { name: 'question' }, sender: { login: 'rob' } },
      { action: 'labeled', label: { name: 'prompt-regression-accepted' }, sender: { login: 'ann' } },
    ]) {
      const run = await world.runPull(7, { payload });
      expectEnd(run, 3, { passed: 'false' });
      expect(run.log).toContain('support is not decided on this head');
    }
    expect(statusOf(world, head)).toBeUndefined();
    expect(world.openai.requests).toHaveLength(asked);
  });
});

describe('a decision that the statuses confirm', () => {
  it('is shown again, on a new head too, and after an acceptance', async () => {
    const { world, asked } = await createFailed();
    await using _end = world;
    expectEnd(await world.runPull(7), 1);
    world.openPull(7, { 'README.md': 'Other words.\n' });
    expectEnd(await world.runPull(7), 1);
    world.github.setPull({ number: 7, labels: ['prompt-regression-accepted'] });
    const label = { name: 'prompt-regression-accepted' };
    const payload = { action: 'labeled', label, sender: { login: 'ann' } };
    expectEnd(await world.runPull(7, { payload }), 0, { decision: 'accepted' });
    expectEnd(await world.runPull(7), 0, { decision: 'accepted' });
    world.openPull(7, { 'README.md': 'More words.\n' });
    expectEnd(await world.runPull(7), 1, { decision: 'fail' });
    expect(world.openai.requests).toHaveLength(asked);
    expect(commentOf(world)).toContain('our cat sends her love');
  });

  it('is made again once somebody has set another status', async () => {
    const { world, head, asked } = await createFailed();
    await using _end = world;
    const [failed] = world.github.state.statuses.slice(-1);
    if (failed === undefined) throw new Error('no status');
    const byHand = { ...failed, state: 'success', targetUrl: 'https://github.test/acme/agents' };
    world.github.state.statuses.push(byHand);
    expectEnd(await world.runPull(7), 1, { decision: 'fail' });
    expect(world.openai.requests.length).toBeGreaterThan(asked);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  });
});
