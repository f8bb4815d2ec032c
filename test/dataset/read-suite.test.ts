import { expect, test } from 'vitest';
import { readSuite } from '../../src/dataset/read-suite.js';
import type { FileReader } from '../../src/model/repository.js';
import { createSuite } from '../support/suites.js';

const suite = createSuite({
  dataset: 'moved.jsonl',
  target: { kind: 'prompt', prompt: 'p.md', model: 'agent', parameters: {} },
});

function reader(name: string, files: Readonly<Record<string, string>>): FileReader {
  return { name, read: async (path) => files[path] ?? null };
}

const dataset = (task: string) => JSON.stringify({ id: 'a', input: 'Where is my lamp?', task });

const read = (
  head: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>>,
  more: Partial<Parameters<typeof readSuite>[0]> = {},
) =>
  readSuite({
    suite,
    inBase: true,
    was: { target: suite.target, dataset: 'cases.jsonl' },
    head: reader('head', head),
    configPath: null,
    base: reader('base', base),
    ...more,
  });

const HEAD = { 'p.md': 'Answer.', 'moved.jsonl': dataset('Talks about cats.') };

test("the dataset that the base's config names decides, and its tasks", async () => {
  const base = { 'p.md': 'Answer.', 'cases.jsonl': dataset('Answers customers.') };
  const files = await read(HEAD, base);
  expect(files.tasks.get('a')).toBe('Answers customers.');
  expect(files.shownTasks.get('a')).toBe('Talks about cats.');
  expect(files).toMatchObject({ cases: [{ id: 'a' }], datasetChanged: true, review: [], notes: [] });
});

test.each([
  ['is missing', {}, []],
  ['is unreadable', { 'cases.jsonl': 'no JSON' }, [expect.stringMatching(/^cases\.jsonl:1: /)]],
])(
  "if the base's dataset %s, the head's is used and the change needs human review",
  async (_, base, problems) => {
    const files = await read(HEAD, { 'p.md': 'Answer.', ...base });
    const review = { kind: 'unreadable-base', what: 'dataset', path: 'cases.jsonl', problems };
    expect(files).toMatchObject({ cases: [{ id: 'a' }], review: [review], datasetChanged: false });
  },
);

test("a suite that the base does not have uses the head's dataset", async () => {
  const files = await read(HEAD, { 'cases.jsonl': 'no JSON' }, { inBase: false });
  expect(files).toMatchObject({ cases: [{ task: 'Talks about cats.' }], review: [], shown: [] });
});

test("a prompt that the head's own rows have no values for is refused", async () => {
  await expect(read({ ...HEAD, 'p.md': 'Be {{tone}}.' }, HEAD)).rejects.toThrow('`{{tone}}` has no value');
});

test('recorded answers: fewer than 90 % of the cases of the base need human review', async () => {
  const recorded = { ...suite, target: { kind: 'recorded', recorded: 'answers.jsonl' } } as const;
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => JSON.stringify({ input: `Question ${index}?` })).join('\n');
  const left = (count: number) =>
    read(
      { 'moved.jsonl': rows(count), 'answers.jsonl': '{}' },
      { 'cases.jsonl': rows(10), 'answers.jsonl': '{}' },
      { suite: recorded, was: { target: recorded.target, dataset: 'cases.jsonl' } },
    );
  expect(await left(9)).toMatchObject({ cases: { length: 9 }, review: [] });
  expect((await left(8)).review).toEqual([
    { kind: 'cases-not-compared', cause: 'not-recorded', missing: 2, of: 10 },
  ]);
});
