import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openBranchStore } from '../../support/branch-store.js';
import { openTestGitHub } from '../../support/github/open-test-github.js';
import { startGitHubServer } from '../../support/github-server.js';
import { createRecord } from '../../support/records.js';

const sha = (index: number) => index.toString(16).padStart(40, '0');

const WRITERS = 6;
const REFUSALS = 3;

describe('branch store on GitHub', () => {
  it('several writers at once on a branch that is not there yet, with refusals put in, all land; nothing is forced', async () => {
    await using server = await startGitHubServer({ repository: 'acme/agent' });
    server.fail({
      operation: 'git/update-ref',
      status: 422,
      message: 'Update is not a fast forward',
      times: REFUSALS,
    });
    const writers = Array.from({ length: WRITERS }, (_, index) => index);
    await Promise.all(
      writers.map((index) => {
        const { gitData } = openTestGitHub(server);
        const record = createRecord({ suite: index % 2 === 0 ? 'a' : 'b', commit: sha(index), watched: 'w' });
        return openBranchStore(gitData, { runId: String(index) }).write(record);
      }),
    );
    const store = openBranchStore(openTestGitHub(server).gitData);
    for (const index of writers) {
      const suite = index % 2 === 0 ? 'a' : 'b';
      expect((await store.byCommit(suite, sha(index))).status, `record ${index}`).toBe('found');
      expect(await store.commitsByWatched(suite, 'w')).toContain(sha(index));
    }
    const moves = server.requestsOf('git/update-ref');
    expect(moves.length).toBeGreaterThanOrEqual(WRITERS - 1 + REFUSALS);
    for (const { body } of moves) expect(body).toMatchObject({ force: false });
    for (const { body } of server.requestsOf('git/create-commit')) {
      expect(body).not.toHaveProperty('author');
      expect(body).not.toHaveProperty('committer');
    }
    server.assertNoViolations();
  });

  it('an orphan branch: it shares no commit with the code, and the record on it is gzipped JSON', async () => {
    await using server = await startGitHubServer({ repository: 'acme/agent' });
    const { gitData } = openTestGitHub(server);
    const record = createRecord({ commit: sha(1) });
    await openBranchStore(gitData).write(record);
    const [commit] = server.requestsOf('git/create-commit');
    expect(commit?.body).toMatchObject({ parents: [] });
    const blob = server
      .requestsOf('git/create-blob')
      .find((request) => JSON.stringify(request.body).length > 100);
    expect(blob?.body).toMatchObject({ encoding: 'base64', content: expect.any(String) });
    const { content } = (blob?.body ?? { content: '' }) as { content: string };
    expect(JSON.parse(gunzipSync(Buffer.from(content, 'base64')).toString())).toEqual(record);
  });
});
