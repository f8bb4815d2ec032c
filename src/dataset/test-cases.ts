import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../model/case.js';
import type { DatasetChanges } from '../model/comparison.js';
import type { RegradedRow, ShownRow, TestCases } from '../model/suite-run.js';
import { pairCases } from './pair-cases.js';

/** Lower limit for the number of shown cases. */
const LEAST_SHOWN = 100;

/** A head row and its base row. `edited`: only the ids are equal. */
type Pair = { readonly base: Case; readonly head: Case; readonly edited: boolean };

/**
 * The base's rows decide, even if the head removes or edits them; the head's other rows are only shown. Without a
 * base, pass the head's rows twice. `canAsk`: the head's prompt can be filled; `recorded`: answers exist only for the
 * head's rows.
 */
export function buildTestCases(
  head: readonly Case[],
  base: readonly Case[],
  options: { readonly canAsk: (row: Case) => boolean; readonly recorded: boolean },
): TestCases {
  const pairs = pairRows(head, base);
  const byBase = new Map(pairs.map((pair) => [pair.base, pair]));
  const byHead = new Map(pairs.map((pair) => [pair.head, pair]));
  const decided = base.flatMap((row) => {
    const asked = askOfHead(row, byBase.get(row), options.recorded);
    return asked !== null && options.canAsk(asked) ? [{ row, asked }] : [];
  });
  const shown = head.flatMap((row): readonly ShownRow[] => {
    const pair = byHead.get(row);
    if (pair !== undefined && !pair.edited) return [];
    return [{ row, change: pair === undefined ? 'added' : 'edited' }];
  });
  return {
    cases: decided.map(({ asked }) => asked),
    baseCases: decided.map(({ row }) => row),
    shown,
    mostShown: Math.max(base.length, LEAST_SHOWN),
    regraded: pairs.flatMap(regradedRow),
    changes: {
      ...listChanges(shown, pairs),
      before: base.length,
      removed: base.filter((row) => !byBase.has(row)).map(({ id }) => id),
    },
  };
}

/** The base's row with the head's additional variables. `null`: without a recorded answer. */
function askOfHead(row: Case, pair: Pair | undefined, recorded: boolean): Case | null {
  if (pair?.head === row) return row;
  if (!recorded) return pair === undefined ? row : { ...row, vars: { ...pair.head.vars, ...row.vars } };
  if (pair === undefined || pair.edited) return null;
  const { id, inputHash } = pair.head;
  return { ...row, recordedAs: { id, inputHash } };
}

function regradedRow({ base, head, edited }: Pair): readonly RegradedRow[] {
  if (edited) return [];
  const differs = (['groundTruth', 'context', 'task'] as const).find(
    (name) => !isDeepStrictEqual(base[name], head[name]),
  );
  return differs === undefined ? [] : [{ row: head, change: 'regraded', differs, baseId: base.id }];
}

function listChanges(
  shown: readonly ShownRow[],
  pairs: readonly Pair[],
): Pick<DatasetChanges, 'added' | 'edited' | 'renamed'> {
  const idsOf = (change: ShownRow['change']) =>
    shown.flatMap((each) => (each.change === change ? [each.row.id] : []));
  // An id made from the row changes with the row.
  const hasOwnId = ({ id, inputHash }: Case) => id !== inputHash;
  return {
    added: idsOf('added'),
    edited: idsOf('edited'),
    renamed: pairs.flatMap(({ base, head }) =>
      base.id !== head.id && hasOwnId(base) ? [{ from: base.id, to: head.id }] : [],
    ),
  };
}

/** Pairs rows by everything they ask, then by the base's variables, then by id. Each row is used once. */
function pairRows(head: readonly Case[], base: readonly Case[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const left = { head: new Set(head), base: new Set(base) };
  const take = (pair: Pair) => {
    pairs.push(pair);
    left.head.delete(pair.head);
    left.base.delete(pair.base);
  };
  for (const row of pairCases(head, base).rows) {
    if (row.kind === 'pair') take({ base: row.base, head: row.head, edited: false });
  }
  // Most variables first: rows with fewer match more rows.
  const groups = Map.groupBy(left.base, ({ vars }) => JSON.stringify(Object.keys(vars).sort()));
  const named = [...groups].map(([key, rows]) => ({ names: JSON.parse(key) as string[], rows }));
  for (const { names, rows } of named.toSorted((a, b) => b.names.length - a.names.length)) {
    const keyed = (row: Case) => ({ id: row.id, inputHash: askedWith(row, names), row });
    for (const row of pairCases([...left.head].map(keyed), rows.map(keyed)).rows) {
      if (row.kind === 'pair') take({ base: row.base.row, head: row.head.row, edited: false });
    }
  }
  const byId = new Map([...left.head].map((row) => [row.id, row]));
  for (const row of [...left.base]) {
    const partner = byId.get(row.id);
    if (partner !== undefined) take({ base: row, head: partner, edited: true });
  }
  return pairs;
}

function askedWith({ history, input, turns, vars }: Case, names: readonly string[]): string {
  return JSON.stringify([
    history,
    turns ?? input,
    names.map((name) => (Object.hasOwn(vars, name) ? vars[name] : null)),
  ]);
}
