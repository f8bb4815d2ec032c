import { expect, test } from 'vitest';
import { readSuite } from '../../src/dataset/read-suite.js';
import type { FileReader } from '../../src/ports/files.js';
import { createSuite } from '../support/suites.js';

const suite = createSuite({
  dataset: 'moved.jsonl',
  target: { kind: 'prompt', prompt: 'p.md', model: 'agent', parameters: {} },
});

function reader(name: string, files: Readonly<Record<string, string>>): FileReader {
  return { name, read: async (path) => files[path] ?? null };
}

const dataset = (task: string) => JSON.stringify({ id: 'a', input: 'Where is my lamp?', task });

test('a dataset that the head moves is judged under the tasks that it has at base', async () => {
  const files = await readSuite({
    suite,
    inBase: true,
    was: { target: suite.target, dataset: 'cases.jsonl' },
    head: reader('head', { 'p.md': 'Answer.', 'moved.jsonl': dataset('Talks about cats.') }),
    configPath: null,
    base: reader('base', { 'p.md': 'Answer.', 'cases.jsonl': dataset('Answers customers.') }),
  });
  expect(files.tasks.get('a')).toBe('Answers customers.');
  expect(files.baseCases).toHaveLength(1);
  expect(files.notes.join()).toContain('edits the task of 1 case');
});

test('a dataset that both sides have word for word is read once, and nobody edited a case', async () => {
  const same = { 'p.md': 'Answer.', 'moved.jsonl': dataset('Answers customers.') };
  const files = await readSuite({
    suite,
    inBase: true,
    was: suite,
    head: reader('head', same),
    configPath: null,
    base: reader('base', same),
  });
  expect(files.cases[0]).toBe(files.baseCases?.[0]);
  expect(files.tasks).toEqual(files.baseTasks);
  expect(files.notes).toEqual([]);
});
