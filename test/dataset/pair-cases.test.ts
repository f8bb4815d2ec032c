import { describe, expect, it } from 'vitest';
import { pairCases } from '../../src/dataset/pair-cases.js';
import { createCase } from '../support/records.js';

const row = (id: string, input: string) => createCase(id, { input });

function told(head: [string, string][], base: [string, string][]) {
  const { rows, removed } = pairCases(
    head.map(([id, input]) => row(id, input)),
    base.map(([id, input]) => row(id, input)),
  );
  const lines = rows.map((each) =>
    each.kind === 'pair' ? `${each.base.id}→${each.head.id}` : `${each.kind} ${each.head.id}`,
  );
  return [...lines, ...removed.map(({ id }) => `removed ${id}`)];
}

describe('pairCases', () => {
  it.each<[string, [string, string][], [string, string][], string[]]>([
    ['same id and input', [['a', 'x']], [['a', 'x']], ['a→a']],
    [
      'another order',
      [
        ['b', 'y'],
        ['a', 'x'],
      ],
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
      ['b→b', 'a→a'],
    ],
    [
      'new and removed',
      [
        ['a', 'x'],
        ['n', 'z'],
      ],
      [
        ['a', 'x'],
        ['o', 'y'],
      ],
      ['a→a', 'added n', 'removed o'],
    ],
    ['edited input', [['a', 'x2']], [['a', 'x']], ['edited a']],
    ['renamed', [['new', 'x']], [['old', 'x']], ['old→new']],
    [
      'ids swapped',
      [
        ['a', 'y'],
        ['b', 'x'],
      ],
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
      ['b→a', 'a→b'],
    ],
    [
      'one input twice, in another order',
      [
        ['b', 'x'],
        ['a', 'x'],
      ],
      [
        ['a', 'x'],
        ['b', 'x'],
      ],
      ['b→b', 'a→a'],
    ],
    [
      'renamed before edited',
      [
        ['a', 'x2'],
        ['b', 'x'],
      ],
      [['a', 'x']],
      ['added a', 'a→b'],
    ],
    [
      'two rows with one input, one renamed',
      [
        ['a', 'x'],
        ['c', 'x'],
      ],
      [
        ['a', 'x'],
        ['b', 'x'],
      ],
      ['a→a', 'b→c'],
    ],
    [
      'the same row twice at head',
      [
        ['a', 'x'],
        ['a', 'x'],
      ],
      [['a', 'x']],
      ['a→a', 'added a'],
    ],
    [
      'the same row twice on both sides',
      [
        ['a', 'x'],
        ['a', 'x'],
      ],
      [
        ['a', 'x'],
        ['a', 'x'],
      ],
      ['a→a', 'a→a'],
    ],
    [
      'the same row twice at base',
      [['a', 'x']],
      [
        ['a', 'x'],
        ['a', 'x'],
      ],
      ['a→a', 'removed a'],
    ],
    [
      'an id twice with different inputs',
      [
        ['a', 'y'],
        ['a', 'x'],
      ],
      [['a', 'x']],
      ['added a', 'a→a'],
    ],
    ['nothing', [], [], []],
  ])('%s', (_, head, base, expected) => {
    expect(told(head, base)).toEqual(expected);
  });

  it('one list with itself, as two equal ones, repeated rows too', () => {
    const rows = [row('a', 'x'), row('b', 'x'), row('a', 'x'), row('a', 'y')];
    expect(pairCases(rows, rows)).toEqual(pairCases(rows, [...rows]));
  });
});
