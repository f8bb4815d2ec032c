import { describe, expect, test } from 'vitest';
import {
  compareDatasets,
  listDatasetChanges,
  warnOfRemoved,
} from '../../../src/decide/compare/dataset-changes.js';
import { createBaseline, createCase, createRecord } from '../../support/records.js';

const row = (id: string, inputHash = id) => ({ id, inputHash });
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(`case-${index}`));

describe('listDatasetChanges', () => {
  test('tells new, removed, edited and renamed cases apart', () => {
    const before = [row('kept'), row('edited', 'was'), row('old', 'same'), row('gone')];
    const after = [row('kept'), row('edited', 'is'), row('new', 'same'), row('more')];
    expect(listDatasetChanges(before, after)).toEqual({
      before: 4,
      added: ['more'],
      removed: ['gone'],
      edited: ['edited'],
      renamed: [{ from: 'old', to: 'new' }],
    });
  });

  test('another order is no change', () => {
    expect(listDatasetChanges([row('a'), row('b')], [row('b'), row('a')])).toMatchObject({
      added: [],
      removed: [],
      edited: [],
      renamed: [],
    });
  });
});

describe('warnOfRemoved', () => {
  test('says nothing up to 10 %, of a larger dataset, or where there is nothing to hold it against', () => {
    expect(warnOfRemoved(listDatasetChanges(rows(20), rows(18)))).toEqual([]);
    expect(warnOfRemoved(listDatasetChanges(rows(20), rows(40)))).toEqual([]);
    expect(warnOfRemoved(null)).toEqual([]);
  });

  test('says how many are gone above that', () => {
    const [line, ...more] = warnOfRemoved(listDatasetChanges(rows(20), rows(17)));
    expect(line).toContain('lost 3 of the 20 cases (15 %)');
    expect(more).toEqual([]);
  });

  test('does not take new ids for removed cases', () => {
    const renamed = rows(20).map(({ id, inputHash }) => row(`other-${id}`, inputHash));
    expect(warnOfRemoved(listDatasetChanges(rows(20), renamed))).toEqual([]);
  });
});

describe('compareDatasets', () => {
  const files = { cases: [row('a', 'input:a')], baseCases: [row('a', 'input:a'), row('b')] };
  const record = createRecord({ cases: [createCase('a', { input: 'a' }), createCase('c'), createCase('d')] });

  test("holds the head's dataset against the stored record's cases", () => {
    const changes = compareDatasets({ used: createBaseline(), record }, files);
    expect(changes).toMatchObject({ before: 3, removed: ['c', 'd'] });
  });

  test.each(['ran-now', 'given-ref'] as const)(
    "and against the base's own dataset where it was asked the head's (%s)",
    (rule) => {
      const changes = compareDatasets({ used: createBaseline({ rule }), record }, files);
      expect(changes).toMatchObject({ before: 2, removed: ['b'] });
    },
  );

  test('a base without a readable dataset has nothing to say', () => {
    const used = { kind: 'none', line: 'none', reason: 'absent' } as const;
    expect(compareDatasets({ used, record: null }, { ...files, baseCases: null })).toBeNull();
  });
});
