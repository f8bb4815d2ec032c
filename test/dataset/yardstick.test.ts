import { expect, test } from 'vitest';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { resolveTasks } from '../../src/dataset/yardstick.js';
import type { Case } from '../../src/ports/dataset.js';

function row(id: string, task?: string): Case {
  const rest = task === undefined ? {} : { task };
  return { id, input: id, history: [], inputHash: id, vars: {}, tags: [], ...rest };
}

const BASE = parsePromptFile('Base instructions.', 'p.md');
const HEAD = parsePromptFile('Talk about cats.', 'p.md');
const NO_SYSTEM = parsePromptFile('messages: [{ role: user, content: "{{input}}" }]', 'p.prompt.yml');

const cases = [row('a'), row('b', "The head's task.")];
const request = { cases, baseCases: [], suiteTask: null, basePrompt: BASE, headPrompt: HEAD };

test('a case has its own task, the others the base prompt, never the head prompt', () => {
  const { tasks, source, notes } = resolveTasks(request);
  expect([...tasks]).toEqual([
    ['a', 'Base instructions.'],
    ['b', "The head's task."],
  ]);
  expect(source).toBe('base-prompt');
  expect(notes).toEqual([]);
});

test("the suite's task comes before the prompt", () => {
  const { tasks, source } = resolveTasks({ ...request, suiteTask: 'Suite.' });
  expect(tasks.get('a')).toBe('Suite.');
  expect(source).toBe('suite');
});

test('only where the base has no prompt file, the head prompt counts', () => {
  const { tasks, source } = resolveTasks({ ...request, basePrompt: null });
  expect(tasks.get('a')).toBe('Talk about cats.');
  expect(source).toBe('head-prompt');
});

test('a base prompt without a system message is no gap that the head may fill', () => {
  const { tasks, source } = resolveTasks({ ...request, basePrompt: NO_SYSTEM });
  expect(tasks.get('a')).toBeNull();
  expect(source).toBe('none');
});

test('a pull request that edits, adds or removes a task of a known case is judged under the base', () => {
  const { tasks, notes } = resolveTasks({
    ...request,
    cases: [row('a', 'New.'), row('b', 'Easier.'), row('c')],
    baseCases: [row('a'), row('b', 'Strict.'), row('c', 'Gone.')],
  });
  expect([...tasks.values()]).toEqual(['Base instructions.', 'Strict.', 'Gone.']);
  expect(notes).toEqual([
    "The pull request edits the task of 3 cases: counts after the merge; judged under the base's.",
  ]);
});

test('where every case has its own, that is the source', () => {
  expect(resolveTasks({ ...request, cases: [row('b', 'x')] }).source).toBe('case');
});

test('a command has no prompt and may have no task', () => {
  const { tasks, source, notes } = resolveTasks({
    ...request,
    cases: [row('a')],
    basePrompt: null,
    headPrompt: null,
  });
  expect(tasks.get('a')).toBeNull();
  expect(source).toBe('none');
  expect(notes).toEqual([]);
});

const asking = (id: string, inputHash: string, task?: string): Case => ({ ...row(id, task), inputHash });

test('a known case under a new id keeps its task, and a new case that asks the same has its own', () => {
  const { tasks, notes } = resolveTasks({
    ...request,
    baseCases: [asking('old', 'x', "The base's."), asking('kept', 'y', "The base's.")],
    cases: [
      asking('new', 'x', 'Another.'),
      asking('kept', 'y', "The base's."),
      asking('more', 'y', 'Its own.'),
    ],
  });
  expect([...tasks]).toEqual([
    ['new', "The base's."],
    ['kept', "The base's."],
    ['more', 'Its own.'],
  ]);
  expect(notes.join()).toContain('edits the task of 1 case');
});

test.each<[string, readonly Case[], readonly string[]]>([
  [
    'a row that is inserted on top of numbered ones',
    [asking('1', 'new', 'New.'), asking('2', 'x', 'On x.'), asking('3', 'y', 'On y.')],
    ['New.', 'On x.', 'On y.'],
  ],
  ['ids that are swapped', [asking('2', 'x', 'On x.'), asking('1', 'y', 'On y.')], ['On x.', 'On y.']],
])('%s leave every case the task of its input', (_, cases, expected) => {
  const baseCases = [asking('1', 'x', 'On x.'), asking('2', 'y', 'On y.')];
  const { tasks, notes } = resolveTasks({ ...request, cases, baseCases });
  expect([...tasks.values()]).toEqual(expected);
  expect(notes.join()).not.toContain("judged under the base's");
});

test('a known id that asks something else is judged under its own task, and a task edited with it is told', () => {
  const { tasks, notes } = resolveTasks({
    ...request,
    baseCases: [asking('a', 'x', 'On x.'), asking('b', 'y', 'On y.')],
    cases: [asking('a', 'other', 'On another.'), asking('b', 'reworded', 'On y.')],
  });
  expect([...tasks.values()]).toEqual(['On another.', 'On y.']);
  expect(notes).toEqual([
    "The pull request edits both input and task of 1 case: judged under the pull request's task.",
  ]);
});
