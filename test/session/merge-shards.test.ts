import { expect, it } from 'vitest';
import { hashShardInputs } from '../../src/files/watched-files.js';
import type { BaseSource } from '../../src/produce/find-base.js';
import { planCheckCalls } from '../../src/produce/plan-run.js';
import { isInShard, type ShardRecords } from '../../src/produce/shard-records.js';
import { renderCause } from '../../src/report/notes/obstacle.js';
import { mergeShards } from '../../src/session/merge-shards.js';
import { digest } from '../../src/text/json.js';
import { VERSION } from '../../src/version.js';
import { createCase, createRecord } from '../support/records.js';
import { createPreparedSuite, createRow, createSide, createSuite } from '../support/suites.js';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => createRow(id));

const SUITE = createSuite();
const PREPARED = createPreparedSuite(SUITE, CASES, {
  head: { ...createSide(SUITE, CASES), commit: 'c1' },
});

function part(index: number, count = 2): ShardRecords {
  const shard = { index, count };
  const cases = CASES.filter(({ id }) => isInShard(id, shard)).map(({ id }) => createCase(id));
  return {
    shard,
    workflow: 'check',
    suite: 'support',
    directory: '',
    run: digest(['c1', null, hashShardInputs(PREPARED, VERSION)]),
    source: 'none',
    base: null,
    head: createRecord({ cases }),
    failed: null,
  };
}

const NONE: BaseSource = { kind: 'none', used: { kind: 'none', because: 'absent' } };

const merge = (shards: readonly ShardRecords[], unreadable: readonly string[] = []) =>
  mergeShards(
    {
      status: 'planned',
      suite: PREPARED,
      source: NONE,
      calls: planCheckCalls(PREPARED, NONE),
      scorerCount: 1,
      merged: null,
      recordSize: null,
    },
    { shards, unreadable },
  );

function reasonsOf(merged: ReturnType<typeof merge>) {
  const decision = 'outcome' in merged ? merged.outcome.report.decision : null;
  expect(decision).toMatchObject({ outcome: 'inconclusive', blocking: true });
  const { unmeasured } = decision ?? {};
  return unmeasured?.kind === 'not-evaluated' ? unmeasured.reasons.map(renderCause) : [];
}

it('merges all shards of a suite, in the order of the dataset', () => {
  const merged = merge([part(2), part(1), { ...part(1), suite: 'another' }]);
  const head = 'outcome' in merged ? merged : merged.merged?.head.cases.map(({ id }) => id);
  expect(head).toEqual(CASES.map(({ id }) => id));
});

const [first, second] = [part(1), part(2)];
const OTHER_RUN = 'measured another commit, other settings or another baseline; run all shards again';

it.each<readonly [string, readonly ShardRecords[], string]>([
  ['no shard', [], 'no shard has left records of this suite'],
  ['a missing shard', [first], 'shard 2 of 2 has left no records'],
  ['a doubled shard', [first, first, second], 'shard 1 of 2 is there more than once'],
  ['another count', [first, part(2, 3)], 'there are records of 2 and of 3 shards; delete the old ones'],
  ['another run', [first, { ...second, run: 'x' }], `shard 2 of 2 ${OTHER_RUN}`],
  ['another baseline', [first, { ...second, source: 'run c0' }], `shard 2 of 2 ${OTHER_RUN}`],
])('refuses %s', (_, shards, reason) => {
  expect(reasonsOf(merge(shards))).toEqual([reason]);
});

it('names a damaged file, which may be the missing shard', () => {
  expect(reasonsOf(merge([first], ['x.shard.json']))).toEqual([
    'shard 2 of 2 has left no records',
    "`x.shard.json` is not readable as a shard's records",
  ]);
});

it('fails if a shard measured nothing', () => {
  const failed = { kind: 'budget', reason: 'the budget is used up' } as const;
  expect(reasonsOf(merge([first, { ...second, head: null, failed }]))).toEqual([
    'the run ended early: the budget is used up',
  ]);
});
