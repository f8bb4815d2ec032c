import { describe, expect, test } from 'vitest';
import { casesOfOtherTask, hashTask } from '../../src/judging/task-hash.js';
import type { Case } from '../../src/ports/dataset.js';
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
      createCase('old release'),
      createCase('renamed', { input: 'as before', taskHash: hashTask('cats') }),
      createCase('edited', { taskHash: hashTask('cats') }),
      createCase('gone', { taskHash: hashTask('cats') }),
    ],
  });
  const cases = [
    row('same'),
    row('other'),
    row('old release'),
    row('now', 'as before'),
    row('edited', 'anew'),
  ];

  test('are those that the run asks too, by input', () => {
    const tasks = new Map(cases.map(({ id }) => [id, 'billing'] as const));
    const found = [...casesOfOtherTask(record, { cases, tasks })];
    expect(found.map(({ id }) => id)).toEqual(['other', 'renamed']);
  });

  test('no task is a task too', () => {
    const found = [...casesOfOtherTask(record, { cases: [row('same')], tasks: new Map() })];
    expect(found.map(({ id }) => id)).toEqual(['same']);
  });
});
