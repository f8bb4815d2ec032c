import { describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../src/model/log.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { storeBaselines } from '../../src/session/store-baselines.js';
import { createCase, createRecord, createSample, createSuiteReport, NO_STORE } from '../support/records.js';

const HEAD = createRecord({
  cases: [createCase('a', { samples: [createSample()] })],
  commit: 'a'.repeat(40),
});

async function store(head: RunRecord, write: () => Promise<void> = async () => {}) {
  const written: RunRecord[] = [];
  const { outcomes, stored } = await storeBaselines([{ report: createSuiteReport({ head }), head }], {
    store: { ...NO_STORE, write: (record) => write().then(() => void written.push(record)) },
    log: SILENT_LOG,
  });
  return { stored, written: written.length, report: outcomes[0]?.report };
}

describe('a run on the base branch', () => {
  it('is stored, with a note in its report', async () => {
    const { stored, written, report } = await store(HEAD);
    expect({ stored, written }).toEqual({ stored: true, written: 1 });
    expect(report?.notes).toEqual([{ kind: 'stored', commit: HEAD.commit, store: NO_STORE.name }]);
  });

  it('is not stored if it is incomplete', async () => {
    const { stored, written, report } = await store({
      ...HEAD,
      stopped: { kind: 'budget', reason: 'spent' },
    });
    expect({ stored, written }).toEqual({ stored: true, written: 0 });
    expect(report?.notes).toEqual([{ kind: 'not-stored' }]);
  });

  it('is red if the store fails', async () => {
    const { stored, report } = await store(HEAD, () => Promise.reject(new Error('Bad Gateway')));
    expect(stored).toBe(false);
    expect(report?.decision.status).toBe('failure');
  });
});
