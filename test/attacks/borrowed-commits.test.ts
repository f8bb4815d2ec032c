import { describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, PETS, type World } from '../scenarios/world.js';

const FORK = 'stranger/agents';
const CONTEXT = 'prompt-regression/support';
const WORSE = { 'prompts/support.md': PETS };

type OwnCommit = { readonly sha: string; readonly state: 'failure' | 'pending' | null };

/** Sets what a run of ours has set on a commit. */
function setStatus(
  world: World,
  sha: string,
  state: 'failure' | 'pending' | 'error' | 'success',
  targetUrl = 'https://github.test/acme/agents/actions/runs/7',
) {
  world.github.state.statuses.push({ sha, context: CONTEXT, state, description: 'Ours.', targetUrl });
}

/** A branch whose watched files are those of the commit, so that merging the commit into it changes none of them. */
function openBranchLike(world: World, branch: string) {
  const { project } = world;
  project.commit(branch, { ...WORSE, 'CHANGES.md': 'Two.\n' }, [project.tip('main')]);
}

describe("a fork's pull request whose head is a commit of ours turns nothing green:", () => {
  it.each<[string, (world: World) => OwnCommit]>([
    [
      "main's red tip",
      (world) => {
        const sha = world.commitToMain(WORSE);
        setStatus(world, sha, 'failure');
        return { sha, state: 'failure' };
      },
    ],
    [
      'an older commit of main, which has no status',
      (world) => {
        const sha = world.commitToMain(WORSE);
        world.commitToMain({ 'README.md': 'Newer.\n' });
        return { sha, state: null };
      },
    ],
    [
      "a colleague's red pull request",
      (world) => {
        const sha = world.openPull(7, WORSE);
        setStatus(world, sha, 'failure');
        return { sha, state: 'failure' };
      },
    ],
    [
      "a colleague's push whose run has not begun",
      (world) => ({ sha: world.openPull(7, WORSE), state: null }),
    ],
    [
      "a commit in the middle of a colleague's branch",
      (world) => {
        const sha = world.openPull(7, WORSE);
        world.openPull(7, { 'README.md': 'Newer.\n' });
        return { sha, state: null };
      },
    ],
    [
      "the merge queue's commit, whose run is pending",
      (world) => {
        const main = world.project.tip('main');
        const sha = world.project.commit(`gh-readonly-queue/main/pr-7-${main}`, WORSE, [main]);
        setStatus(world, sha, 'pending');
        return { sha, state: 'pending' };
      },
    ],
    [
      "the test merge of a colleague's red pull request, whose statuses count before its head's",
      (world) => {
        const head = world.openPull(7, WORSE);
        setStatus(world, head, 'failure');
        return { sha: world.project.mergeRef(7, head, WORSE), state: null };
      },
    ],
    [
      "the test merge of another fork's pull request",
      (world) => {
        const head = world.openPull(8, WORSE, 'third/agents');
        return { sha: world.project.mergeRef(8, head, WORSE), state: null };
      },
    ],
    [
      'a branch that was renamed after its run',
      (world) => {
        const sha = world.project.commit('before/rename', WORSE, [world.project.tip('main')]);
        setStatus(world, sha, 'failure');
        world.project.remote.setRef('refs/heads/after/rename', sha);
        world.project.remote.deleteRef('refs/heads/before/rename');
        return { sha, state: 'failure' };
      },
    ],
    [
      'a branch that was deleted after its run',
      (world) => {
        const sha = world.project.commit('gone', WORSE, [world.project.tip('main')]);
        setStatus(world, sha, 'failure');
        world.project.remote.deleteRef('refs/heads/gone');
        return { sha, state: 'failure' };
      },
    ],
  ])('%s', async (_, open) => {
    await using world = await createWorld();
    const { sha, state } = open(world);
    openBranchLike(world, 'release');
    const pull = { number: 9, headSha: sha, headRef: 'pull-7', headRepository: FORK };
    for (const baseRef of ['release', 'main']) {
      world.github.setPull({ ...pull, baseRef });
      expectEnd(await world.runCompanion(9, { headSha: sha, headRepository: FORK }), 0);
      expect(statusOf(world, sha)?.state ?? null, `into ${baseRef}`).toBe(state);
    }
  });
});

it("a run by hand of a fork's pull request whose head is another one's test merge is refused", async () => {
  await using world = await createWorld();
  const sha = world.project.mergeRef(7, world.openPull(7, WORSE), WORSE);
  openBranchLike(world, 'release');
  world.github.setPull({
    number: 9,
    headSha: sha,
    headRef: 'patch',
    headRepository: FORK,
    baseRef: 'release',
  });
  const run = await world.dispatch({ inputs: { 'pull-request': '9', sha, 'max-calls': '500' } });
  expectEnd(run, 2);
  expect(run.log).toContain('one status would count for both');
  expect(statusOf(world, sha)?.state).not.toBe('success');
});

it("a fork's commit that merges main is its own, and gets its status", async () => {
  await using world = await createWorld();
  const { project } = world;
  const own = project.commitInFork(9, { 'README.md': 'Better.\n' }, [project.tip('main')]);
  const main = world.commitToMain({ 'CHANGES.md': 'Two.\n' });
  const head = project.commitInFork(9, { 'README.md': 'Better.\n' }, [own, main]);
  world.github.setPull({ number: 9, headSha: head, headRef: 'patch', headRepository: FORK, baseRef: 'main' });
  expectEnd(await world.runCompanion(9, { headSha: head, headRepository: FORK }), 0);
  expect(statusOf(world, head)).toMatchObject({ state: 'success' });
});

describe("the companion replaces no other run's status on a fork's commit", () => {
  it.each(['failure', 'error', 'pending', 'success'] as const)('%s stays', async (state) => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    setStatus(world, head, state);
    const run = await world.runCompanion(7);
    expectEnd(run, 0);
    expect(statusOf(world, head)).toMatchObject({ state, description: 'Ours.' });
    expect(run.summary).toContain(`${state}, as another run has set it. Ours.`);
  });

  it('but takes a success back that was decided for another branch', async () => {
    await using world = await createWorld();
    world.project.commit('experiment', { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS }, FORK);
    setStatus(world, head, 'success', 'https://github.test/acme/agents/actions/runs/7?base=experiment');
    expectEnd(await world.runCompanion(7), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it('and its own as often as the pull request changes', async () => {
    await using world = await createWorld();
    world.project.commit('experiment', { 'prompts/support.md': HARMLESS }, [world.project.tip('main')]);
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS }, FORK);
    for (const [baseRef, state] of [
      ['experiment', 'success'],
      ['main', 'pending'],
      ['experiment', 'success'],
    ] as const) {
      world.github.setPull({ number: 7, baseRef });
      expectEnd(await world.runCompanion(7), 0);
      expect(statusOf(world, head)?.state).toBe(state);
    }
  });
});

describe('a success into another branch', () => {
  const workflow = (types: string) => `on: { pull_request: { types: [${types}] } }\n`;
  const PATH = '.github/workflows/prompt-regression.yml';

  /** A fork's pull request into a branch that has the bad prompt already, with a workflow that does not hear of a new base. */
  async function openWithoutEdited(path: string | null) {
    const files = { [PATH]: workflow('opened, synchronize, edited') };
    const world = await createWorld({ files });
    world.project.commit('experiment', WORSE, [world.project.tip('main')]);
    const dropped = path === null ? {} : { [path]: workflow('opened, synchronize') };
    const head = world.project.commitInFork(7, { 'README.md': 'Better.\n', ...dropped }, [
      world.project.tip('experiment'),
    ]);
    world.github.setPull({ number: 7, headSha: head, headRepository: FORK, baseRef: 'experiment' });
    return { world, head };
  }

  it.each([PATH, '.github/workflows/another.yml', '.github/actions/check/action.yml'])(
    'is not set for a fork that changes %s, which would check it again once it goes into main',
    async (path) => {
      const { world, head } = await openWithoutEdited(path);
      await using _end = world;
      expectEnd(await world.runCompanion(7, { headSha: head, headRepository: FORK }), 0);
      expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
      const inputs = { 'pull-request': '7', sha: head, 'max-calls': '500' };
      const run = await world.dispatch({ inputs });
      expectEnd(run, 1, { decision: 'fail' });
      expect(run.summary).toContain(path);
      expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    },
  );

  it('is set for a fork that leaves its workflow alone, and pending once it goes into main', async () => {
    const { world, head } = await openWithoutEdited(null);
    await using _end = world;
    const companion = () => world.runCompanion(7, { headSha: head, headRepository: FORK });
    expectEnd(await companion(), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
    world.github.setPull({ number: 7, baseRef: 'main' });
    expectEnd(await companion(), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });
});
