import { describe, expect, test } from 'vitest';
import { findRetaskedCases, hashTask, hashTasks, inheritTasks } from '../../src/judging/record-tasks.js';
import type { Case } from '../../src/model/case.js';
import { createCase, createRecord } from '../support/records.js';

function row(id: string, input = `question ${id}`): Case {
  return { id, input, history: [], inputHash: `input:${input}`, vars: {}, tags: [] };
}

describe('hashTask', () => {
  test('tells tasks apart, none from an empty one too, and does not show them', () => {
    const tasks = ['Answers billing questions.', 'Answers billing questions', '', null];
    const hashes = tasks.map(hashTask);
    expect(new Set(hashes).size).toBe(4);
    expect(hashes).toEqual(tasks.map(hashTask));
    expect(hashes.join()).not.toContain('billing');
  });
});

describe('casesOfOtherTask', () => {
  const billing = hashTask('billing');
  const record = createRecord({
    cases: [
      createCase('same', { taskHash: billing }),
      createCase('other', { taskHash: hashTask('cats') }),
      createCase('renamed', { input: 'as before', taskHash: hashTask('cats') }),
      createCase('edited', { taskHash: hashTask('cats') }),
      createCase('gone', { taskHash: hashTask('cats') }),
    ],
  });
  const cases = [row('same'), row('other'), row('now', 'as before'), row('edited', 'anew')];

  test('are those that the run asks too, by input', () => {
    const tasks = new Map(cases.map(({ id }) => [id, 'billing'] as const));
    const found = [...findRetaskedCases(record, { cases, tasks })];
    expect(found.map(({ id }) => id)).toEqual(['other', 'renamed']);
  });

  test('no task is a task too', () => {
    const found = [...findRetaskedCases(record, { cases: [row('same')], tasks: new Map() })];
    expect(found.map(({ id }) => id)).toEqual(['same']);
  });
});

test('keepTasks keeps each text once, by the hash of the task as it was judged, and without secrets', () => {
  const tasks = new Map([
    ['a', 'billing'],
    ['b', 'billing, key sk-1'],
    ['c', 'billing'],
  ]);
  const cases = [row('a'), row('b'), row('c'), row('none')];
  expect(hashTasks({ cases, tasks }, (text) => text.replace('sk-1', '***'))).toEqual({
    [hashTask('billing')]: 'billing',
    [hashTask('billing, key sk-1')]: 'billing, key ***',
  });
});

describe('tasksOfRecord', () => {
  const HEAD = 'talk about cats';
  const record = createRecord({
    tasks: { [hashTask('billing')]: 'billing', [hashTask('refunds')]: 'refunds' },
    cases: [
      createCase('a', { taskHash: hashTask('billing') }),
      createCase('own', { taskHash: hashTask('refunds') }),
      createCase('none', { taskHash: hashTask(null) }),
    ],
  });
  const lend = (cases: readonly Case[], of = record) =>
    inheritTasks(of, { cases, tasks: new Map(cases.map(({ id, task }) => [id, task ?? HEAD])) });

  test('gives every case the task that the record was judged under, whatever the head says', () => {
    const own = { ...row('own'), task: 'cats' };
    expect([...(lend([row('a'), own, row('none'), row('renamed', 'question a')]) ?? [])]).toEqual([
      ['a', 'billing'],
      ['own', 'refunds'],
      ['none', null],
      ['renamed', 'billing'],
    ]);
  });

  test('gives a new or edited case its own task, else that of cases without one', () => {
    const tasks = lend([row('a'), row('own', 'edited'), { ...row('new'), task: 'tax' }]);
    expect([...(tasks ?? [])]).toEqual([
      ['a', 'billing'],
      ['own', 'billing'],
      ['new', 'tax'],
    ]);
    expect(lend([row('new')])?.get('new')).toBeNull();
  });

  test('gives none where the record does not say it, unless the task of today is the one', () => {
    const silent = { ...record, tasks: {} };
    expect(lend([row('a')], silent)).toBeNull();
    const same = { cases: [row('a')], tasks: new Map([['a', 'billing']]) };
    expect(inheritTasks(silent, same)?.get('a')).toBe('billing');
  });

  test('takes no text that is not the one of the hash', () => {
    expect(lend([row('a')], { ...record, tasks: { [hashTask('billing')]: 'talk about cats' } })).toBeNull();
  });
});
