import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCheckout } from '../../src/checkout/checkout.js';
import { listWatchedChanges, readForkPrompts, readForkPull } from '../../src/checkout/fork.js';
import { openGit } from '../../src/git/open-git.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  HARMLESS,
  modelReply,
  PETS,
  PLAIN_MODEL,
  REPOSITORY,
  type World,
} from '../scenarios/world.js';
import { type Files, GitProject } from '../support/git-project.js';
import { openTestGit } from '../support/git-repository.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import type { FakePull } from '../support/github/state.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';

const FORK = 'stranger/agents';

let project: GitProject;
let server: GitHubServer;
beforeEach(async () => {
  project = new GitProject({
    ...BASE_FILES,
  });
  server = await startGitHubServer({ repository: 'acme/agents', git: project.remote });
});
afterEach(async () => {
  await server.close();
  await project[Symbol.asyncDispose]();
});

/** Long enough for git to see what became of it. */
const RULES = Array.from({ length: 30 }, (_, index) => `Rule ${index}: be brief.\n`).join('');

/** A fork's pull request with these changes, as a dispatch of it begins. */
async function readFork(files: Files, options: { from?: string; config?: string; unsized?: boolean } = {}) {
  if (options.config !== undefined) project.commit('main', { 'prompt-regression.yml': options.config });
  const headSha = project.commit('fork', files, [options.from ?? project.tip('main')]);
  server.setPull({ number: 7, headSha, headRepository: FORK });
  const git = await openTestGit(await project.checkout(project.tip('main')), {
    env: process.env,
    serverUrl: 'https://github.test',
    temp: project.folder,
    signal: new AbortController().signal,
  });
  const github = openTestGitHub(server);
  const sleep = async () => {};
  const pull = await readForkPull({ number: 7, headSha, baseRef: 'main', git, github, sleep });
  const { change } = pull;
  const unsized = change && { ...change, after: change.after.map((file) => ({ ...file, size: 0 })) };
  const overrides = { maxCalls: 100 };
  const { settings } = await readSettings({
    head: pull.tipFiles,
    base: null,
    merged: true,
    overrides,
    env: {},
    shell: 'action',
  });
  return {
    changed: async () => {
      const [suite] = settings.suites;
      if (suite === undefined || change === null) return [];
      return await listWatchedChanges(suite, pull.tipFiles, change, '');
    },
    read: () =>
      readForkPrompts(options.unsized ? { ...pull, change: unsized } : pull, settings, {
        github,
        prefix: '',
      }),
  };
}

describe("what stands in the place of a fork's prompt is read as text, or not at all:", () => {
  it.each([
    [
      'a link',
      { 'prompts/support.md': { link: '../evals/cases.jsonl' } },
      /is a symbolic link, which is not followed/,
    ],
    [
      'a submodule',
      { 'prompts/support.md': { submodule: 'c'.repeat(40) } },
      /is a submodule, which is not followed/,
    ],
    [
      'a rename to something else',
      { 'prompts/support.md': null, 'prompts/help.md': 'Nothing that was there before.\n' },
      /is gone, and GitHub sees no file that it was renamed to/,
    ],
    [
      'a rename to a file of another kind',
      { 'prompts/support.md': null, 'prompts/support.prompt.yml': BASE_FILES['prompts/support.md'] },
      /"prompts\/support\.md" was renamed to "prompts\/support\.prompt\.yml".*a file of another kind/,
    ],
    ['10 MB', { 'prompts/support.md': 'x'.repeat(10_000_000) }, /has 10000000 bytes: .* at most 262144/],
    ['nothing', { 'prompts/support.md': ' \n' }, /the prompt file is empty/],
  ] as const)('%s', async (what, files, message) => {
    const fork = await readFork(files);
    await expect(fork.read()).rejects.toThrow(message);
    expect(server.requestsOf('git/get-blob')).toHaveLength(what === 'nothing' ? 1 : 0);
  });

  it('a file of which GitHub does not say how large it is, once it is there', async () => {
    const fork = await readFork({ 'prompts/support.md': 'x'.repeat(300_000) }, { unsized: true });
    await expect(fork.read()).rejects.toThrow(/is larger than GitHub said/);
  });

  it('a folder in its place, and links beside it, are seen as changes', async () => {
    const fork = await readFork({ 'prompts/support.md': null, 'prompts/support.md/x.md': 'x' });
    expect(await fork.changed()).toEqual(['prompts/support.md', 'prompts/support.md/x.md']);
    await expect(fork.read()).rejects.toThrow(/is gone/);
  });
});

describe('a prompt that a fork renames', () => {
  it('is read where it lies now, and a person has to see whether that is the file that will be used', async () => {
    project.commit('main', { 'prompts/support.md': RULES });
    const text = `${RULES}Add: And our cat.\n`;
    const fork = await readFork({ 'prompts/support.md': null, 'prompts/help.md': text });
    const { files, review } = await fork.read();
    expect(await files.read('prompts/support.md')).toBe(text);
    expect(await files.read('prompts/help.md')).toBeNull();
    const renamed = { from: 'prompts/support.md', to: 'prompts/help.md' };
    expect(review.get('support')).toEqual([{ kind: 'fork-renames', files: [renamed] }]);
  });

  it('hides nothing: what lies in the old place is what is read, and a decoy in the new one is named', async () => {
    project.commit('main', { 'prompts/support.md': RULES });
    const stays = await readFork({ 'prompts/support.md': PETS, 'prompts/help.md': RULES });
    expect(await (await stays.read()).files.read('prompts/support.md')).toBe(PETS);
    const decoy = await readFork({
      'prompts/support.md': null,
      'prompts/decoy.md': RULES,
      'prompts/real.md': PETS,
      'prompt-regression.yml': CONFIG.replace('prompts/support.md', 'prompts/real.md'),
    });
    expect((await decoy.read()).review.get('support')).toEqual([
      { kind: 'fork-renames', files: [{ from: 'prompts/support.md', to: 'prompts/decoy.md' }] },
      { kind: 'fork-changes', paths: ['prompt-regression.yml'] },
    ]);
    const link = await readFork({ 'prompts/support.md': null, 'prompts/help.md': { link: 'support.md' } });
    await expect(link.read()).rejects.toThrow(/is gone|is a symbolic link/);
  });
});

describe('what a fork changes besides', () => {
  it('counts as changed, is not run, and needs a person, the dataset too', async () => {
    const fork = await readFork({
      'prompts/support.md': PETS,
      'prompt-regression.yml': CONFIG.replace('0.6', '0'),
      'evals/cases.jsonl': '{"input":"Nothing?"}\n',
      '.gitattributes': '*.md text\n',
    });
    const { files, review } = await fork.read();
    expect(await files.read('prompts/support.md')).toBe(PETS);
    expect(await files.read('prompt-regression.yml')).toBe(CONFIG);
    expect(await files.read('evals/cases.jsonl')).toBe(BASE_FILES['evals/cases.jsonl']);
    expect(await files.read('.gitattributes')).toBeNull();
    const paths = ['.gitattributes', 'evals/cases.jsonl', 'prompt-regression.yml'];
    expect(review.get('support')).toEqual([{ kind: 'fork-changes', paths }]);
  });

  it('in a .prompt.yml is left out, but for its messages', async () => {
    const yml = (more: string, text: string) =>
      `model: agent-1\nmodelParameters: { temperature: 0${more} }\nmessages: [{ role: system, content: ${text} }]\n`;
    const config = CONFIG.replace('prompts/support.md', 'p.prompt.yml').replace(', model: agent-1', '');
    project.commit('main', { 'p.prompt.yml': yml('', 'Base.') });
    const fork = await readFork({ 'p.prompt.yml': yml('.9, maxTokens: 99999', 'Fork.') }, { config });
    const { files, review } = await fork.read();
    expect(JSON.parse((await files.read('p.prompt.yml')) ?? '')).toEqual({
      model: 'agent-1',
      modelParameters: { temperature: 0 },
      messages: [{ role: 'system', content: 'Fork.' }],
    });
    expect(review.get('support')).toMatchObject([{ kind: 'fork-changes', paths: ['p.prompt.yml'] }]);
  });

  it('and the base branch too is read as the merge holds it, and not at all if the two conflict', async () => {
    project.commit('main', { 'prompts/support.md': RULES });
    const old = project.tip('main');
    project.commit('main', { 'prompts/support.md': `First: be kind.\n${RULES}` });
    const fork = await readFork({ 'prompts/support.md': `${RULES}Add: And our cat.\n` }, { from: old });
    const { files } = await fork.read();
    expect(await files.read('prompts/support.md')).toBe(`First: be kind.\n${RULES}Add: And our cat.\n`);
    const conflict = await readFork({ 'prompts/support.md': `Never: be kind.\n${RULES}` }, { from: old });
    await expect(conflict.read()).rejects.toThrow(/no test merge of \w+ into `main`: resolve the conflicts/);
  });
});

const COMMAND_CONFIG = `judge: { model: builtin }\n${CONFIG.replace(/target: .*$/m, 'target: { command: [node, agent.mjs] }')}`;

it('a program gets nothing of a fork, and a person has to look at what it changes', async () => {
  const files = { 'prompts/support.md': PETS, 'agent.mjs': 'steal();\n' };
  const fork = await readFork(files, { config: COMMAND_CONFIG });
  const { files: given, review } = await fork.read();
  expect(await given.read('prompts/support.md')).not.toBe(PETS);
  expect((await given.list()).map(({ path }) => path)).not.toContain('agent.mjs');
  expect(review.get('support')).toEqual([
    { kind: 'fork-changes', paths: ['agent.mjs', 'prompts/support.md'] },
  ]);
});

describe('a dispatch of a fork', () => {
  async function open(overrides: object, pull: Partial<FakePull> = {}) {
    const head = project.commit('fork', { 'prompts/support.md': PETS }, [project.tip('main')]);
    server.setPull({ number: 7, headSha: head, headRepository: FORK, ...pull });
    const folder = await project.checkout(project.tip('main'));
    const options = { folder, env: process.env, token: null, serverUrl: 'https://github.test' };
    const signal = new AbortController().signal;
    const git = await openGit({ ...options, log: SILENT_LOG, temp: project.folder, signal });
    const event = { kind: 'dispatch', sha: head, ref: 'refs/heads/main', defaultBranch: 'main' } as const;
    const given = { pullRequest: 7, sha: head, maxCalls: 100, ...overrides };
    return openCheckout({
      event,
      overrides: given,
      prefix: '',
      repository: 'acme/agents',
      env: {},
      git,
      github: openTestGitHub(server),
      sleep: async () => {},
    });
  }

  it.each([
    ['without the head that was read', { sha: undefined }, /^sha: pull request 7 comes from a fork/],
    ['of another head', { sha: 'd'.repeat(40) }, /^sha: pull request 7 is at .* now, not at dddd/],
    ['without a limit of calls', { maxCalls: undefined }, /^max-calls: the prompt of a fork/],
    [
      'of a number that there is not',
      { pullRequest: 8 },
      /^pull-request: acme\/agents has no pull request 8/,
    ],
  ])('%s is refused in one sentence', async (_, overrides, message) => {
    await expect(open(overrides)).rejects.toThrow(message);
  });

  it.each([FORK, 'acme/agents'])(
    'of %s that is closed is refused in one sentence',
    async (headRepository) => {
      await expect(open({}, { headRepository, state: 'closed' })).rejects.toThrow(
        /^pull-request: 7 is closed, so there is nothing to decide; reopen it, then dispatch again$/,
      );
    },
  );

  it("that borrows another pull request's head is refused: one status would count for both", async () => {
    server.before({ operation: 'graphql' }, () => {
      const known = server.state.pulls.get(7);
      server.setPull({ number: 9, headSha: known?.headSha ?? '', baseRef: 'prompts-as-in-7' });
    });
    await expect(open({})).rejects.toThrow(
      /^pull-request: pull request 9 has the same head commit and goes into `prompts-as-in-7`/,
    );
  });

  it('whose author pushes meanwhile is evaluated as it was read: text is asked for by its hash', async () => {
    server.before({ operation: 'git/get-blob' }, () => {
      const moved = project.commit('fork', { 'prompts/support.md': 'Other.\n' });
      server.setPull({ number: 7, headSha: moved });
    });
    await using checkout = await open({});
    expect(await checkout.head.reader.read('prompts/support.md')).toBe(PETS);
    expect(checkout.statusSha).toBe(checkout.head.commit);
  });
});

describe('the companion', () => {
  it.each([
    ['lies in a linked folder', { 'prompts/support.md': null, prompts: { link: 'shared' } }],
    ['lies in a submodule', { 'prompts/support.md': null, prompts: { submodule: 'c'.repeat(40) } }],
  ] as const)('is not green where a change of the prompt, which %s, would not be seen', async (_, files) => {
    await using world = await createWorld({ files: { 'shared/support.md': 'You answer.\n', ...files } });
    const head = world.openPull(7, { 'shared/support.md': PETS }, FORK);
    const run = await world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    expectNotGreen(world, run);
    expectEnd(run, 2);
    expect(run.log).toMatch(
      /^::error file=.*,line=5::.*prompt: suite "support" names "prompts\/support\.md"/m,
    );
    expect(statusOf(world, head)).toBeUndefined();
  });

  it('waits for a maintainer where what changed is behind a link on the watch list', async () => {
    const linked = {
      'shared/support.md': 'You answer.\n',
      'prompts/support.md': { link: '../shared/support.md' },
    };
    await using world = await createWorld({ files: linked });
    const head = world.openPull(7, { 'shared/support.md': PETS }, FORK);
    expectEnd(await world.runCompanion(7, { inputs: { 'openai-api-key': '' } }), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it("of a fork that claims another pull request's head is green for neither", async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS }, FORK);
    // The same commit, into a branch that has the change already.
    world.project.commit('as-in-7', { 'prompts/support.md': PETS }, [world.project.tip('main')]);
    world.github.setPull({ number: 8, headSha: head, baseRef: 'as-in-7', headRepository: 'other/agents' });
    const run = await world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    expectEnd(run, 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it.each([
    ['statuses', 'statuses: (?:read|write)'],
    ['pull-requests', 'pull-requests: read'],
  ] as const)('without the right to %s says which line is missing, in one line', async (right, line) => {
    await using world = await createWorld();
    world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    world.github.state.forbidden.add(right);
    const run = await world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    expectNotGreen(world, run);
    expect(run.log).toMatch(
      new RegExp(`^::error::GitHub refused to .*the job needs \`permissions: ${line}\``, 'm'),
    );
    expect(run.log).not.toMatch(/Unexpected|^\s+at /m);
  });

  it('of a fork that stands on a newer head now sets nothing', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    const stale = world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    world.github.setPull({ number: 7, headSha: 'f'.repeat(40) });
    expectEnd(await stale, 0);
    expect(world.github.state.statuses).toEqual([]);
  });

  it('of a fork without a config that can be read sets nothing, and is red itself', async () => {
    await using world = await createWorld({ files: { 'prompt-regression.yml': 'suites: 7\n' } });
    world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    const run = await world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    expectNotGreen(world, run);
    expectEnd(run, 2);
  });
});

describe('one commit with two base branches gets no success that only one of them earned', () => {
  const BYHAND = { 'pull-request': '7', 'max-calls': '500' };

  /** Turns the world while the agent is asked. */
  async function evaluateWhile(act: (world: World, head: string) => void, from: string) {
    let meanwhile = () => {};
    const world = await createWorld({
      reply: (body) => {
        meanwhile();
        return modelReply(PLAIN_MODEL, body);
      },
    });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS }, from);
    meanwhile = () => act(world, head);
    const run = await world.dispatch({ inputs: { ...BYHAND, sha: head } });
    return { world, head, run };
  }

  it.each([
    [
      "a second one of a fork's head, into another branch",
      FORK,
      (world: World, headSha: string) =>
        world.github.setPull({ number: 9, headSha, baseRef: 'release', headRepository: FORK }),
      /pull request 9 has the same head commit and goes into `release`/,
    ],
    [
      'another base branch of a fork',
      FORK,
      (world: World) => world.github.setPull({ number: 7, baseRef: 'release' }),
      /pull request 7 now goes into `release`/,
    ],
    [
      'another base branch of our own',
      REPOSITORY,
      (world: World) => world.github.setPull({ number: 7, baseRef: 'release' }),
      /pull request 7 now goes into `release`/,
    ],
  ])('%s, during a run by hand', async (_, from, act, message) => {
    const { world, head, run } = await evaluateWhile(act, from);
    await using _end = world;
    expectNotGreen(world, run);
    expect(run.log).toMatch(message);
    expect(statusOf(world, head)?.state).toBe('error');
  });

  it('a fork on the head of ours takes nothing away, and gets nothing of another branch', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 0);
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      targetUrl: expect.stringMatching(/[?&]base=main$/),
    });
    const companion = async () => expectEnd(await world.runCompanion(7, { headRepository: FORK }), 0);
    world.github.setPull({ number: 9, headSha: head, headRepository: FORK });
    await companion();
    expect(statusOf(world, head)?.state).toBe('success');
    // Into another branch, where nobody decided on the change: our commit's status is our own runs' alone.
    world.project.commit('release', { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    world.github.setPull({ number: 9, baseRef: 'release' });
    await companion();
    expect(statusOf(world, head)?.state).toBe('success');
    // Our own run sets no success while it is open.
    const again = await world.runPull(7);
    expect(again.code, again.log).not.toBe(0);
    expect(again.log).toMatch(/pull request 9 has the same head commit and goes into `release`.*close it/);
    expect(statusOf(world, head)?.state).toBe('error');
    world.github.setPull({ number: 9, state: 'closed' });
    expectEnd(await world.runPull(7), 0);
    expect(statusOf(world, head)?.state).toBe('success');
  });
});
