import { expect, test } from 'vitest';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { resolveTasks } from '../../src/dataset/test-cases.js';
import type { Case } from '../../src/model/case.js';

function row(id: string, task?: string): Case {
  const rest = task === undefined ? {} : { task };
  return { id, input: id, history: [], inputHash: id, vars: {}, tags: [], ...rest };
}

const BASE = parsePromptFile('Base instructions.', 'p.md');
const HEAD = parsePromptFile('Talk about cats.', 'p.md');
const NO_SYSTEM = parsePromptFile('messages: [{ role: user, content: "{{input}}" }]', 'p.prompt.yml');

const cases = [row('a'), row('b', "The head's task.")];
const request = { cases, suiteTask: null, basePrompt: BASE, headPrompt: HEAD };

test('a case has its own task, the others the base prompt, never the head prompt', () => {
  const { tasks, source } = resolveTasks(request);
  expect([...tasks]).toEqual([
    ['a', 'Base instructions.'],
    ['b', "The head's task."],
  ]);
  expect(source).toBe('base-prompt');
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

test('where every case has its own, that is the source', () => {
  expect(resolveTasks({ ...request, cases: [row('b', 'x')] }).source).toBe('case');
});

test('a command has no prompt and may have no task', () => {
  const { tasks, source } = resolveTasks({
    ...request,
    cases: [row('a')],
    basePrompt: null,
    headPrompt: null,
  });
  expect(tasks.get('a')).toBeNull();
  expect(source).toBe('none');
});
