import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/model/errors.js';
import { GitHubError } from '../../../src/model/github.js';
import { storeContract } from '../../contracts/store.contract.js';
import { BRANCH, openBranchStore } from '../../support/branch-store.js';
import { MemoryGitData } from '../../support/memory-git-data.js';
import { createRecord } from '../../support/records.js';

const sha = (index: number) => index.toString(16).padStart(40, '0');

storeContract('branch store', async () => {
  const gitData = new MemoryGitData();
  return {
    open: (run) => openBranchStore(gitData, run),
    async damage(bytes) {
      const path = gitData.paths(BRANCH).find((name) => name.endsWith('.json.gz')) ?? '';
      gitData.blobs.set(gitData.blobAt(BRANCH, path) ?? '', bytes);
    },
  };
});

describe('branch store', () => {
  it('starts an orphan branch that says what it is and who can read it', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData, { runId: '7', attempt: 2 }).write(
      createRecord({ commit: sha(1), watched: 'w1' }),
    );
    await openBranchStore(gitData, { runId: '8' }).write(createRecord({ commit: sha(2), watched: 'w1' }));
    expect(gitData.paths(BRANCH)).toEqual([
      'README.md',
      `v2/@top/support/files/w1/${sha(1)}`,
      `v2/@top/support/files/w1/${sha(2)}`,
      `v2/@top/support/runs/${sha(1)}/7-2.json.gz`,
      `v2/@top/support/runs/${sha(2)}/8-1.json.gz`,
    ]);
    const readme = gitData.blobs.get(gitData.blobAt(BRANCH, 'README.md') ?? '') ?? new Uint8Array();
    expect(Buffer.from(readme).toString()).toMatch(/Who can read it/);
    expect(
      gitData.blobs.get(gitData.blobAt(BRANCH, `v2/@top/support/files/w1/${sha(1)}`) ?? ''),
    ).toHaveLength(0);
    expect(gitData.commits(BRANCH)).toBe(2);
  });

  it('reads the branch once, folder by folder', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1), watched: 'w1' }));
    gitData.calls.length = 0;
    const store = openBranchStore(gitData);
    for (const _again of [1, 2]) {
      expect((await store.byCommit('support', sha(1))).status).toBe('found');
      expect(await store.commitsByWatched('support', 'w1')).toEqual([sha(1)]);
      expect(await store.commits('support')).toEqual([sha(1)]);
    }
    const count = (name: string) => gitData.calls.filter((call) => call === name).length;
    expect([count('readBranch'), count('readTree')]).toEqual([1, 8]);
  });

  it("adds its record after another writer's, and uploads it only once", async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1) }));
    let first = true;
    gitData.beforeMove = async () => {
      if (!first) return 'go-on';
      first = false;
      await openBranchStore(gitData, { runId: '2' }).write(createRecord({ commit: sha(2) }));
      gitData.calls.length = 0;
      return 'go-on';
    };
    await openBranchStore(gitData, { runId: '3' }).write(createRecord({ commit: sha(3) }));
    expect(gitData.calls).not.toContain('createBlob');
    expect([...(await openBranchStore(gitData).commits('support'))].sort()).toEqual([sha(1), sha(2), sha(3)]);
  });

  it('waits longer each time, by chance, and gives up in the end with the reason', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1) }));
    let others = 0;
    gitData.beforeMove = async () => {
      others += 1;
      // Not through the store, which would be let in by the same hook.
      await gitData.push(BRANCH, `other-${others}`);
      return 'go-on';
    };
    const pauses: number[] = [];
    // The second after a refusal, until a moved tip can be read, is not one of them.
    const sleep = async (ms: number) => void (ms !== 1_000 && pauses.push(ms));
    const write = openBranchStore(gitData, { runId: '2', sleep }).write(createRecord({ commit: sha(2) }));
    await expect(write).rejects.toThrow(/could not be written in 60 tries/);
    expect(pauses.slice(0, 5)).toEqual([...pauses.slice(0, 5)].sort((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThan(0);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8_000);
  });

  it('stops at the first refusal if no other writer has moved the tip, with the words of GitHub', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1) }));
    gitData.beforeMove = async () => 'refuse';
    const pauses: number[] = [];
    const sleep = async (ms: number) => void pauses.push(ms);
    const write = openBranchStore(gitData, { runId: '2', sleep }).write(createRecord({ commit: sha(2) }));
    await expect(write).rejects.toThrow('Repository rule violations found');
    expect(gitData.calls.filter((call) => call === 'moveBranch')).toHaveLength(1);
    expect(pauses).toEqual([1_000]);
  });

  it('does not write twice where the answer to the first try was lost', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1) }));
    const move = gitData.moveBranch.bind(gitData);
    let lost = false;
    gitData.moveBranch = async (branch, commit) => {
      const answer = await move(branch, commit);
      if (lost) return answer;
      lost = true;
      throw new GitHubError('Bad Gateway', { status: 502 });
    };
    await openBranchStore(gitData, { runId: '2' }).write(createRecord({ commit: sha(2) }));
    expect(gitData.commits(BRANCH)).toBe(2);
  });

  it('does not try again what is forbidden', async () => {
    const gitData = new MemoryGitData();
    const forbidden = new GitHubError('Resource not accessible', {
      status: 403,
      permission: 'contents: write',
    });
    gitData.createBlob = async () => {
      throw forbidden;
    };
    await expect(openBranchStore(gitData).write(createRecord({ commit: sha(1) }))).rejects.toBe(forbidden);
  });

  it('is unreadable, not absent, where the blob is gone or GitHub fails', async () => {
    const gitData = new MemoryGitData();
    await openBranchStore(gitData).write(createRecord({ commit: sha(1) }));
    gitData.blobs.clear();
    const gone = await openBranchStore(gitData).byCommit('support', sha(1));
    expect(gone).toMatchObject({ status: 'unreadable', reason: expect.stringMatching(/runs\/.*Not Found/) });
    gitData.readBranch = async () => {
      throw new GitHubError('Service Unavailable', { status: 503 });
    };
    expect(await openBranchStore(gitData).byCommit('support', sha(1))).toMatchObject({
      status: 'unreadable',
    });
    expect(await openBranchStore(gitData).latest('support')).toMatchObject({ status: 'unreadable' });
  });

  it('refuses a record without a commit, and one that is too large, saying what to do', async () => {
    const store = openBranchStore(new MemoryGitData());
    const write = store.write(createRecord({ commit: null }));
    await expect(write).rejects.toThrow(UserError);
    await expect(write).rejects.toThrow(/names no commit.*folder/);
  });
});
