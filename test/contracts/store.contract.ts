import { describe, expect, it } from 'vitest';
import type { BaselineStore } from '../../src/model/baseline.js';
import type { BlockCoverage } from '../../src/model/coverage.js';
import { createBlock, createCoverage } from '../support/coverage.js';
import { createCase, createRecord, createSample } from '../support/records.js';

/** A place for baselines that outlives the stores opened on it. */
export type StorePlace = {
  /** A store as a run with this number opens it. */
  open(run?: {
    readonly runId?: string;
    readonly attempt?: number;
    readonly text?: 'full' | 'none';
    readonly directory?: string;
  }): BaselineStore;
  /** Overwrites the one record that lies there with other bytes. */
  damage(bytes: Uint8Array): Promise<void>;
};

const sha = (digit: string) => digit.repeat(40);

/** What every baseline store does. */
export function storeContract(name: string, createPlace: () => Promise<StorePlace>): void {
  describe(`${name}: contract of a baseline store`, () => {
    it('knows nothing at first, without an error', async () => {
      const store = (await createPlace()).open();
      expect(await store.byCommit('support', sha('a'))).toEqual({ status: 'absent' });
      expect(await store.latest('support')).toEqual({ status: 'absent' });
      expect(await store.commits('support')).toEqual([]);
      expect(await store.commitsByWatched('support', 'w1')).toEqual([]);
      expect(store.name).not.toBe('');
    });

    it('gives a record back as it was written, to the writer and to a later run', async () => {
      const place = await createPlace();
      const cases = [
        createCase('größe', { samples: [createSample({ output: '日本語 👍 \u0000 </details>' })] }),
      ];
      const record = createRecord({ commit: sha('a'), watched: 'w1', cases });
      const writer = place.open();
      await writer.write(record);
      for (const store of [writer, place.open({ runId: '2' })]) {
        expect(await store.byCommit('support', sha('a'))).toEqual({ status: 'found', record });
        expect(await store.latest('support')).toEqual({ status: 'found', record });
        expect(await store.commits('support')).toEqual([sha('a')]);
        expect(await store.commitsByWatched('support', 'w1')).toEqual([sha('a')]);
        expect(await store.byCommit('support', sha('b'))).toEqual({ status: 'absent' });
        expect(await store.commitsByWatched('support', 'w2')).toEqual([]);
      }
    });

    it('keeps suites apart whose names differ only in what a path cannot say', async () => {
      const place = await createPlace();
      const suites = [
        'Support',
        'support',
        'sup/port',
        'sup:port',
        '../support',
        '..',
        'Überblick',
        'con',
        'x'.repeat(300),
      ];
      for (const suite of suites) await place.open().write(createRecord({ suite, commit: sha('a') }));
      const store = place.open();
      for (const suite of suites) {
        const read = await store.byCommit(suite, sha('a'));
        expect(read.status === 'found' ? read.record.suite : read, suite).toBe(suite);
      }
    });

    it('keeps suites of one name apart by their working directory', async () => {
      const place = await createPlace();
      const directories = [
        '',
        'apps/lamps',
        'apps/Lamps',
        'apps-lamps',
        '@top',
        'top',
        'v1',
        'a b/ü',
        '../x',
      ];
      for (const [index, directory] of directories.entries()) {
        const record = createRecord({ directory, commit: sha('a'), watched: `w${index}` });
        await place.open({ directory }).write(record);
      }
      for (const [index, directory] of directories.entries()) {
        const store = place.open({ directory });
        const read = await store.byCommit('support', sha('a'));
        expect(read.status === 'found' ? read.record.directory : read, directory).toBe(directory);
        expect(await store.commitsByWatched('support', `w${index}`)).toEqual([sha('a')]);
        expect(await store.commitsByWatched('support', `w${index + 1}`)).toEqual([]);
      }
    });

    it('takes the newest run of a commit, by number and then by attempt', async () => {
      const place = await createPlace();
      for (const [runId, attempt] of [
        ['9', 1],
        ['10', 2],
        ['10', 10],
        ['2', 50],
      ] as const) {
        await place
          .open({ runId, attempt })
          .write(createRecord({ commit: sha('a'), tool: `${runId}-${attempt}` }));
      }
      const read = await place.open().byCommit('support', sha('a'));
      expect(read.status === 'found' ? read.record.tool : read).toBe('10-10');
    });

    it('the latest is the one of the last run, whatever its commit', async () => {
      const place = await createPlace();
      for (const [runId, commit] of [
        ['1', sha('f')],
        ['12', sha('a')],
        ['3', sha('b')],
      ] as const) {
        await place.open({ runId }).write(createRecord({ commit }));
      }
      const store = place.open();
      const read = await store.latest('support');
      expect(read.status === 'found' ? read.record.commit : read).toBe(sha('a'));
      expect([...(await store.commits('support'))].sort()).toEqual([sha('a'), sha('b'), sha('f')]);
    });

    it('names all commits with the same watched files', async () => {
      const place = await createPlace();
      for (const [commit, watched] of [
        [sha('a'), 'w1'],
        [sha('b'), 'w2'],
        [sha('c'), 'w1'],
        [sha('d'), null],
      ] as const) {
        await place.open().write(createRecord({ commit, watched }));
      }
      const store = place.open();
      expect([...(await store.commitsByWatched('support', 'w1'))].sort()).toEqual([sha('a'), sha('c')]);
      expect(await store.commits('support')).toHaveLength(4);
    });

    it('gives the map of a prompt back by its fingerprint', async () => {
      const place = await createPlace();
      const writer = place.open();
      expect(await writer.coverage('support', 'p1')).toEqual({ status: 'absent' });
      expect(await writer.coveredPrompts('support')).toEqual([]);
      const coverage = createCoverage();
      await writer.writeCoverage('p1', coverage);
      for (const store of [writer, place.open({ runId: '2' })]) {
        expect(await store.coverage('support', 'p1')).toEqual({ status: 'found', coverage });
        expect(await store.coverage('support', 'p2')).toEqual({ status: 'absent' });
        expect(await store.coverage('other', 'p1')).toEqual({ status: 'absent' });
        expect(await store.coveredPrompts('support')).toEqual(['p1']);
        expect(await store.commits('support')).toEqual([]);
      }
      expect(await place.open({ directory: 'apps' }).coverage('support', 'p1')).toEqual({ status: 'absent' });
    });

    it('a partial map never replaces a whole one of the same prompt; a whole one replaces both', async () => {
      const place = await createPlace();
      const mapOf = (state: BlockCoverage['state'], calls: number) =>
        createCoverage({ blocks: [createBlock({ state })], calls });
      const callsStored = async () => {
        const read = await place.open().coverage('support', 'p1');
        return read.status === 'found' ? read.coverage.calls : read;
      };
      await place.open().writeCoverage('p1', mapOf('unfinished', 1));
      expect(await callsStored()).toBe(1);
      await place.open().writeCoverage('p1', mapOf('unfinished', 2));
      expect(await callsStored()).toBe(2);
      await place.open().writeCoverage('p1', mapOf('noticed', 3));
      expect(await callsStored()).toBe(3);
      await place.open().writeCoverage('p1', mapOf('unfinished', 4));
      expect(await callsStored()).toBe(3);
      await place.open().writeCoverage('p1', mapOf('unnoticed', 5));
      expect(await callsStored()).toBe(5);
    });

    it.each([
      ['bytes that are no gzip', new TextEncoder().encode('garbage'), /not JSON/],
      ['JSON of something else', new TextEncoder().encode('{"format":"other"}'), /not a coverage map/],
    ])('a map of %s is unreadable, with path and reason', async (_name, bytes, reason) => {
      const place = await createPlace();
      await place.open().writeCoverage('p1', createCoverage());
      await place.damage(bytes);
      const read = await place.open().coverage('support', 'p1');
      expect(read.status === 'unreadable' ? read.reason : read).toMatch(reason);
      expect(read).toMatchObject({ reason: expect.stringContaining('v2/@top/support/coverage/p1/whole') });
    });

    it('keeps no text of a map if it keeps none of answers', async () => {
      const place = await createPlace();
      const noticedBy = [{ caseId: 'a', effect: 'lost-fact', text: 'a statement' } as const];
      const coverage = createCoverage({
        blocks: [createBlock({ text: 'a line of the prompt', noticedBy })],
        placebo: { edit: 'heading-renamed', path: 'p.md', line: 1, asked: 3, noticedBy },
        unscored: { cases: 1, reason: 'a reply' },
      });
      await place.open({ text: 'none' }).writeCoverage('p1', coverage);
      const read = await place.open().coverage('support', 'p1');
      expect(read).toMatchObject({
        status: 'found',
        coverage: { blocks: [{ noticedBy: [{ caseId: 'a' }] }] },
      });
      expect(JSON.stringify(read)).not.toMatch(/a statement|a line of|a reply/);
    });

    it('keeps no more text than it was told to', async () => {
      const place = await createPlace();
      const cases = [
        createCase('a', {
          input: 'a question',
          samples: [createSample({ output: 'an answer', answerHash: 'h' })],
          inputHash: 'i',
        }),
      ];
      await place.open({ text: 'none' }).write(createRecord({ commit: sha('a'), cases }));
      const read = await place.open().byCommit('support', sha('a'));
      expect(JSON.stringify(read)).not.toMatch(/a question|an answer/);
      expect(read.status === 'found' ? read.record.text : read).toBe('none');
    });

    it.each([
      ['bytes that are no gzip', new TextEncoder().encode('garbage'), /not JSON/],
      ['damaged gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]), /not JSON/],
      ['nothing', new Uint8Array(), /not JSON/],
      ['JSON of something else', new TextEncoder().encode('{"format":"other"}'), /not a run record/],
      [
        'a record that lacks parts',
        new TextEncoder().encode(JSON.stringify({ ...createRecord(), cases: undefined })),
        /run record.*cases/,
      ],
      [
        'another version',
        new TextEncoder().encode(JSON.stringify({ ...createRecord(), version: 1 })),
        /run record.*version.*`prompt-regression baseline`/,
      ],
    ])('%s is unreadable, with path and reason, never absent', async (_name, bytes, reason) => {
      const place = await createPlace();
      await place.open().write(createRecord({ commit: sha('a') }));
      await place.damage(bytes);
      const store = place.open();
      for (const read of [await store.byCommit('support', sha('a')), await store.latest('support')]) {
        expect(read.status).toBe('unreadable');
        const said = read.status === 'unreadable' ? read.reason : '';
        expect(said).toMatch(reason);
        expect(said).toContain(`v2/@top/support/runs/${sha('a')}/`);
      }
    });
  });
}
