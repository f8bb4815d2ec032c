import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createIsAncestor } from '../../src/baseline/ancestry.js';
import {
  type BaselineLookup,
  type BaselineRequest,
  describeRunBase,
  findBaseline,
} from '../../src/baseline/find-baseline.js';
import { readRecordFile } from '../../src/baseline/store/record-codec.js';
import { findBaseCommit } from '../../src/checkout/base-commit.js';
import type { RunEvent } from '../../src/checkout/read-event.js';
import { hashWatchedFiles } from '../../src/files/watched-files.js';
import type { BaselineStore } from '../../src/model/baseline.js';
import { UserError } from '../../src/model/errors.js';
import type { Ancestry } from '../../src/model/github.js';
import type { BaselineChoice } from '../../src/model/suite.js';
import { BRANCH, openBranchStore } from '../support/branch-store.js';
import { type Files, GitProject } from '../support/git-project.js';
import { openTestGit, TestFolders } from '../support/git-repository.js';
import { MemoryGitData } from '../support/memory-git-data.js';
import { createRecord } from '../support/records.js';

const folders = new TestFolders();
const temp = folders.folder('temp');
afterAll(() => folders.remove());

const NOW = new Date('2026-08-10T12:00:00Z');
const WATCH = ['prompt.md'];

/** A remote with a history, GitHub's view of it, and a store. */
class World {
  readonly project = new GitProject();
  readonly gitData = new MemoryGitData();
  readonly #topics = new Map<string, Files>();
  #runs = 0;

  constructor() {
    onTestFinished(() => this.project[Symbol.asyncDispose]());
  }

  on(branch: string, files: Files, from = this.project.tip(branch)): string {
    this.#topics.set(branch, files);
    return this.project.commit(branch, files, from === '' ? [] : [from]);
  }

  /** GitHub's test merge of a pull request. */
  testMerge(head: string, base = 'main'): string {
    return this.project.mergeRef(1, this.project.tip(head), this.#topics.get(head) ?? {}, base);
  }

  store(): BaselineStore {
    return openBranchStore(this.gitData, { runId: String(++this.#runs) });
  }

  /** The base branch's own run at a commit. */
  async record(commit: string, createdAt = '2026-08-09T12:00:00.000Z'): Promise<void> {
    const git = await open(await this.project.checkout(commit));
    const watched = hashWatchedFiles(await git.commitTree(commit).list(), WATCH);
    await this.store().write(createRecord({ commit, watched, createdAt }));
  }

  async damage(commit: string): Promise<void> {
    const path = this.gitData.paths(BRANCH).find((name) => name.includes(`runs/${commit}`)) ?? '';
    this.gitData.blobs.set(this.gitData.blobAt(BRANCH, path) ?? '', Buffer.from('garbage'));
  }

  ancestry(): Ancestry {
    const { remote } = this.project;
    return {
      mergeBase: async (branch, head) => remote.mergeBase(this.project.tip(branch), head),
      isAncestor: async (ancestor, commit) => remote.isAncestor(ancestor, commit),
    };
  }

  /** The whole way of a pull request's run, in a clone of depth 1. */
  async find(
    run: { readonly head: string; readonly commit: string; readonly baseRef?: string },
    overrides: Partial<BaselineRequest> = {},
  ): Promise<BaselineLookup> {
    const { head, commit, baseRef = 'main' } = run;
    const pullRequest = { number: 1, headSha: head, baseRef, restricted: null };
    const event: RunEvent = { kind: 'pull-request', action: 'synchronize', pullRequest };
    const git = await open(await this.project.checkout(commit));
    const ancestry = this.ancestry();
    const baseCommit = await findBaseCommit({ event, commit, git, ancestry });
    if (baseCommit === null) throw new Error('no base commit');
    await git.ensureCommit(baseCommit.commit);
    const baseFingerprint = hashWatchedFiles(await git.commitTree(baseCommit.commit).list(), WATCH);
    const isAncestor = createIsAncestor({ git, ancestry });
    return findBaseline({
      ...request({ baseCommit, baseFingerprint, isAncestor, store: this.store() }),
      ...overrides,
    });
  }
}

const open = (folder: string) => openTestGit(folder, { temp });

function request(overrides: Partial<BaselineRequest>): BaselineRequest {
  return {
    suite: 'support',
    choice: { kind: 'auto' },
    baseCommit: { commit: 'a'.repeat(40), branch: 'main' },
    baseFingerprint: null,
    basePromptExists: true,
    canRun: true,
    store: openBranchStore(new MemoryGitData()),
    isAncestor: async () => null,
    readRecord: readRecordFile,
    ...overrides,
  };
}

const STORED: BaselineChoice = { kind: 'stored' };

/** Rule, commits and problems of what was found. */
function told(found: BaselineLookup) {
  if (found.kind === 'run') return found;
  const { used } = found;
  if (used.kind === 'record') return used;
  return { ...used, rule: used.kind === 'none' ? used.because : used.kind, commit: null };
}

describe('which baseline', () => {
  it('the main branch improved after the fork: the merge commit is held against the improved tip', async () => {
    const world = new World();
    const fork = world.on('main', { 'prompt.md': 'one' });
    const head = world.on('topic', { 'other.md': 'topic' }, fork);
    const improved = world.on('main', { 'prompt.md': 'two' }, fork);
    await world.record(fork);
    await world.record(improved);
    const merge = world.testMerge('topic');
    const found = told(await world.find({ head, commit: merge }));
    const base = { commit: improved, branch: 'main' };
    expect(found).toMatchObject({ rule: 'same-commit', commit: improved, base, stale: false });
  });

  it('… and the head alone against the fork point, though a newer record of main is there', async () => {
    const world = new World();
    const fork = world.on('main', { 'prompt.md': 'one' });
    const head = world.on('topic', { 'other.md': 'topic' }, fork);
    const improved = world.on('main', { 'prompt.md': 'two' }, fork);
    await world.record(fork, '2026-08-10T09:00:00.000Z');
    await world.record(improved);
    const found = told(await world.find({ head, commit: head }));
    expect(found).toMatchObject({ rule: 'same-commit', commit: fork, base: { branch: 'main' } });
  });

  it('never a record newer than the base commit, not even one of the very same files', async () => {
    const world = new World();
    const fork = world.on('main', { 'prompt.md': 'one' });
    const head = world.on('topic', { 'other.md': 'topic' }, fork);
    world.on('main', { 'prompt.md': 'two' }, fork);
    const reverted = world.on('main', { 'prompt.md': 'one' });
    await world.record(reverted);
    expect(told(await world.find({ head, commit: head }))).toMatchObject({ rule: 'ran-now', commit: fork });
    const stored = await world.find({ head, commit: head }, { choice: STORED });
    expect(told(stored)).toMatchObject({ rule: 'absent' });
  });

  it('a base commit without a record: one of the same files, past a colleague who changed other files', async () => {
    const world = new World();
    const old = world.on('main', { 'prompt.md': 'one' });
    const nearer = world.on('main', { 'readme.md': 'a' });
    const base = world.on('main', { 'readme.md': 'a colleague was here' });
    const head = world.on('topic', { 'prompt.md': 'new' }, base);
    await world.record(old);
    await world.record(nearer);
    const merge = world.testMerge('topic');
    for (const choice of [{ kind: 'auto' }, STORED] as const) {
      const found = told(await world.find({ head, commit: merge }, { choice }));
      expect(found).toMatchObject({
        rule: 'same-files',
        commit: nearer,
        base: { commit: base },
        stale: false,
      });
    }
  });

  it('a colleague changed the prompt between the record and the base: run now, or stored and marked as stale', async () => {
    const world = new World();
    const old = world.on('main', { 'prompt.md': 'zero' });
    const recorded = world.on('main', { 'prompt.md': 'one' });
    const base = world.on('main', { 'prompt.md': 'by a colleague' });
    const head = world.on('topic', { 'prompt.md': 'new' }, base);
    await world.record(recorded);
    await world.record(old);
    const merge = world.testMerge('topic');
    const ran = told(await world.find({ head, commit: merge }));
    expect(ran).toMatchObject({ rule: 'ran-now', commit: base });
    const stored = told(await world.find({ head, commit: merge }, { choice: STORED }));
    expect(stored).toMatchObject({ rule: 'nearest-ancestor', commit: recorded, stale: true });
    const unable = await world.find({ head, commit: merge }, { canRun: false });
    expect(told(unable)).toMatchObject({ rule: 'nearest-ancestor', commit: recorded });
  });

  it('the base branch was changed: the record of the new base', async () => {
    const world = new World();
    const root = world.on('main', { 'prompt.md': 'one' });
    const release = world.on('release', { 'prompt.md': 'release' }, root);
    const main = world.on('main', { 'prompt.md': 'two' }, root);
    const head = world.on('topic', { 'other.md': 'topic' }, root);
    await world.record(main);
    await world.record(release);
    await world.record(root);
    const merge = world.testMerge('topic', 'release');
    expect(told(await world.find({ head, commit: merge, baseRef: 'release' }))).toMatchObject({
      commit: release,
    });
    expect(told(await world.find({ head, commit: head, baseRef: 'release' }))).toMatchObject({
      commit: root,
    });
  });

  it('without any record: run now, or none with a warning', async () => {
    const world = new World();
    const base = world.on('main', { 'prompt.md': 'one' });
    const head = world.on('topic', { 'prompt.md': 'new' }, base);
    expect(told(await world.find({ head, commit: head }))).toMatchObject({ rule: 'ran-now', commit: base });
    const none = told(await world.find({ head, commit: head }, { choice: STORED }));
    expect(none).toMatchObject({ rule: 'absent', base: { commit: base }, problems: [] });
  });
});

describe('a record that cannot be read', () => {
  async function scene() {
    const world = new World();
    const old = world.on('main', { 'prompt.md': 'zero' });
    const same = world.on('main', { 'prompt.md': 'one' });
    const base = world.on('main', { 'readme.md': 'x' });
    const head = world.on('topic', { 'prompt.md': 'new' }, base);
    return { world, old, same, base, run: { head, commit: head } };
  }

  it('with auto: the base is run now, with the reason', async () => {
    const { world, base, run } = await scene();
    await world.record(base);
    await world.damage(base);
    const found = told(await world.find(run));
    const problem = { kind: 'unreadable-record', commit: base, reason: expect.stringContaining('not JSON') };
    expect(found).toMatchObject({ rule: 'ran-now', commit: base, problems: [problem] });
  });

  it('with stored: unreadable, not an older record that only warns', async () => {
    const { world, old, base, run } = await scene();
    await world.record(old);
    await world.record(base);
    await world.damage(base);
    const found = await world.find(run, { choice: STORED });
    expect(found.kind).toBe('unreadable');
    expect(told(found).problems).toMatchObject([{ kind: 'unreadable-record', commit: base }]);
  });

  it('another record of the same files does as well, with the damage told', async () => {
    const { world, same, base, run } = await scene();
    await world.record(same);
    await world.record(base);
    await world.damage(base);
    for (const choice of [{ kind: 'auto' }, STORED] as const) {
      const found = told(await world.find(run, { choice }));
      expect(found).toMatchObject({ rule: 'same-files', commit: same });
      expect(found.problems).toMatchObject([{ kind: 'unreadable-record', commit: base }]);
    }
  });

  it('a store that cannot be asked is unreadable, not empty', async () => {
    const { world, base, run } = await scene();
    world.gitData.readBranch = async () => {
      throw new Error('503');
    };
    expect(told(await world.find(run))).toMatchObject({ rule: 'ran-now', commit: base });
    const found = await world.find(run, { choice: STORED });
    expect(found.kind).toBe('unreadable');
    const problem = { kind: 'unreachable-store', reason: expect.stringContaining('503') };
    expect(told(found).problems).toContainEqual(problem);
  });

  it('uses no record if the order of commits is unknown', async () => {
    const { world, same, run } = await scene();
    await world.record(same);
    const isAncestor = createIsAncestor({ git: null, ancestry: null });
    const found = told(await world.find(run, { choice: STORED, isAncestor }));
    // A question that failed is not the answer that there is none.
    expect(found.rule).toBe('unreadable');
    expect(found.problems).toEqual([{ kind: 'unknown-order', records: 1 }]);
  });
});

describe('what baseline names itself', () => {
  const folder = folders.folder('records');

  it('none', async () => {
    const found = told(await findBaseline(request({ choice: { kind: 'none' } })));
    expect(found).toMatchObject({ rule: 'switched-off', commit: null });
  });

  it('a ref: run now', async () => {
    const commit = 'b'.repeat(40);
    const baseCommit = { commit, branch: null };
    const found = await findBaseline(request({ baseCommit, choice: { kind: 'ref', ref: 'v1' } }));
    expect(told(found)).toMatchObject({ rule: 'given-ref', commit, name: 'v1' });
    if (found.kind !== 'run') throw new Error('not run');
    const record = createRecord({ createdAt: NOW.toISOString() });
    expect(describeRunBase(found, record)).toMatchObject({
      rule: 'given-ref',
      commit,
      createdAt: record.createdAt,
      stale: false,
    });
    await expect(
      findBaseline(request({ baseCommit: null, choice: { kind: 'ref', ref: 'v1' } })),
    ).rejects.toThrow(UserError);
  });

  it('a path: that record, or an error that names it', async () => {
    const path = join(folder, 'base.json');
    const repository = folders.repository();
    const record = createRecord({ commit: 'c'.repeat(40), createdAt: '2026-07-10T12:00:00.000Z' });
    const some = JSON.stringify({ ...record, subset: { of: 9 } });
    repository.write({ 'base.json': JSON.stringify(record), 'bad.json': '{}', 'some.json': some });
    const named = (name: string): BaselineChoice => ({ kind: 'record', path: join(repository.path, name) });
    const found = await findBaseline(request({ choice: named('base.json') }));
    expect(found).toMatchObject({ kind: 'record', record, used: { rule: 'given-record', stale: false } });
    expect(told(found)).toMatchObject({ name: join(repository.path, 'base.json') });
    expect((await findBaseline(request({ choice: named('bad.json') }))).kind).toBe('unreadable');
    await expect(findBaseline(request({ choice: named('some.json') }))).rejects.toThrow(
      /give the record of a whole run/,
    );
    await expect(findBaseline(request({ choice: { kind: 'record', path } }))).rejects.toThrow(
      /base\.json.*no such file/,
    );
  });
});

describe('without a base', () => {
  it('a new prompt: none, and only the floor applies', async () => {
    const found = told(await findBaseline(request({ basePromptExists: false })));
    expect(found.rule).toBe('new-prompt');
  });

  it("outside a repository: the suite's latest record, absent or unreadable where it is so", async () => {
    const world = new World();
    const find = async () => told(await findBaseline(request({ baseCommit: null, store: world.store() })));
    expect((await find()).rule).toBe('absent');
    await world
      .store()
      .write(createRecord({ commit: 'a'.repeat(40), createdAt: '2026-08-10T11:58:30.000Z' }));
    await world
      .store()
      .write(createRecord({ commit: 'b'.repeat(40), createdAt: '2026-08-10T11:59:30.000Z' }));
    const found = await find();
    expect(found).toMatchObject({ rule: 'latest', commit: 'b'.repeat(40) });
    await world.damage('b'.repeat(40));
    expect((await find()).rule).toBe('unreadable');
  });
});
