import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/baseline/store/open-store.js';
import { SILENT_LOG } from '../../../src/model/effects.js';
import { UserError } from '../../../src/model/errors.js';
import { storeContract } from '../../contracts/store.contract.js';
import { TestFolders } from '../../support/git-repository.js';
import { createRecord } from '../../support/records.js';

const folders = new TestFolders();
afterAll(() => folders.remove());

function open(
  folder: string,
  run: { runId?: string; attempt?: number; text?: 'full' | 'none'; directory?: string } = {},
) {
  const { runId = '1', attempt = 1, text = 'full', directory = '' } = run;
  const context = {
    gitData: null,
    directory,
    runId,
    attempt,
    random: () => 0,
    sleep: async () => {},
    log: SILENT_LOG,
  };
  return openStore({ kind: 'file', location: 'baselines', text }, { ...context, folder });
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

storeContract('file store', async () => {
  const folder = folders.folder();
  return {
    open: (run) => open(folder, run),
    async damage(bytes) {
      const record = (await filesBelow(folder)).find((path) => path.endsWith('.json.gz'));
      writeFileSync(record ?? '', bytes);
    },
  };
});

describe('file store', () => {
  const sha = 'a'.repeat(40);

  it('lays files out by suite, commit and run, with an empty pointer for the watched files', async () => {
    const folder = folders.folder();
    await open(folder, { runId: '7', attempt: 2 }).write(createRecord({ commit: sha, watched: 'w1' }));
    const root = join(folder, 'baselines');
    const files = (await filesBelow(root)).map((path) => path.slice(root.length + 1)).sort();
    expect(files).toEqual([
      '.gitignore',
      `v2/@top/support/files/w1/${sha}`,
      `v2/@top/support/runs/${sha}/7-2.json.gz`,
    ]);
    expect(readFileSync(join(root, `v2/@top/support/files/w1/${sha}`))).toHaveLength(0);
  });

  it('keeps itself out of the repository, unless it was there before', async () => {
    const folder = folders.folder();
    await open(folder).write(createRecord({ commit: sha }));
    expect(readFileSync(join(folder, 'baselines/.gitignore'), 'utf8')).toMatch(/^\*$/m);
    const own = folders.folder();
    await mkdir(join(own, 'baselines'));
    await open(own).write(createRecord({ commit: sha }));
    expect((await filesBelow(own)).some((path) => path.endsWith('.gitignore'))).toBe(false);
  });

  it('keeps a record made outside a repository: the latest, and of no commit', async () => {
    const folder = folders.folder();
    const record = createRecord({ commit: null, watched: null });
    await open(folder).write(record);
    const store = open(folder);
    expect(await store.latest('support')).toEqual({ status: 'found', record });
    expect(await store.commits('support')).toEqual([]);
  });

  it('takes no notice of the draft of a run that was killed', async () => {
    const folder = folders.folder();
    await open(folder).write(createRecord({ commit: sha, watched: 'w1' }));
    const root = join(folder, 'baselines/v2/@top/support');
    writeFileSync(join(root, `runs/${sha}/9-1.json.gz.4711.tmp`), 'half');
    writeFileSync(join(root, `files/w1/${sha}.4711.tmp`), '');
    expect((await open(folder).byCommit('support', sha)).status).toBe('found');
    expect(await open(folder).commitsByWatched('support', 'w1')).toEqual([sha]);
  });

  it('says which folder cannot be written', async () => {
    const folder = folders.folder();
    writeFileSync(join(folder, 'baselines'), 'a file');
    const write = open(folder).write(createRecord({ commit: sha }));
    await expect(write).rejects.toThrow(UserError);
    await expect(write).rejects.toThrow(/suite `support`.*baselines.*writable/);
  });

  it('a branch without access to GitHub is refused at once, with the remedy', () => {
    const context = {
      gitData: null,
      folder: '/',
      directory: '',
      runId: '1',
      attempt: 1,
      random: () => 0,
      log: SILENT_LOG,
    };
    expect(() =>
      openStore({ kind: 'branch', location: 'data', text: 'full' }, { ...context, sleep: async () => {} }),
    ).toThrow(/branch `data`.*github-token/);
  });
});
