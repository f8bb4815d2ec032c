import { expect, test } from 'vitest';
import { readSuite } from '../../src/dataset/read-suite.js';
import type { FileReader } from '../../src/model/repository.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { createPreparedSuite, createSide, createSuite } from '../support/suites.js';

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
  { isInBase = true, target = suite.target, givenTags = [] as readonly string[] } = {},
) =>
  readSuite({
    ...createPreparedSuite(suite, []),
    inConfig: { base: isInBase, head: true },
    head: { ...createSide({ ...suite, target, givenTags }, []), reader: reader('head', head) },
    base: {
      ...createSide({ ...suite, target, dataset: 'cases.jsonl' }, []),
      reader: reader('base', base),
    },
  });

const HEAD = { 'p.md': 'Answer.', 'moved.jsonl': dataset('Talks about cats.') };

test("the dataset that the base's config names decides, and its tasks", async () => {
  const base = { 'p.md': 'Answer.', 'cases.jsonl': dataset('Answers customers.') };
  const files = await read(HEAD, base);
  expect(files.tasks.get('a')).toBe('Answers customers.');
  expect(files.shown.tasks.get('a')).toBe('Talks about cats.');
  expect(files).toMatchObject({
    head: { cases: [{ id: 'a' }] },
    isDatasetChanged: true,
    review: [],
    notes: [],
  });
});

test.each([
  ['is missing', {}, []],
  ['is unreadable', { 'cases.jsonl': 'no JSON' }, [expect.stringMatching(/^cases\.jsonl:1: /)]],
])(
  "if the base's dataset %s, the head's is used and the change needs human review",
  async (_, base, problems) => {
    const files = await read(HEAD, { 'p.md': 'Answer.', ...base });
    const review = { kind: 'unreadable-base', what: 'dataset', path: 'cases.jsonl', problems };
    expect(files).toMatchObject({
      head: { cases: [{ id: 'a' }] },
      review: [review],
      isDatasetChanged: false,
    });
  },
);

test("a suite that the base does not have uses the head's dataset", async () => {
  const files = await read(HEAD, { 'cases.jsonl': 'no JSON' }, { isInBase: false });
  expect(files).toMatchObject({
    head: { cases: [{ task: 'Talks about cats.' }] },
    review: [],
    shown: { rows: [] },
  });
});

test("a prompt that the head's own rows have no values for is refused", async () => {
  await expect(read({ ...HEAD, 'p.md': 'Be {{tone}}.' }, HEAD)).rejects.toThrow('`{{tone}}` has no value');
});

test('recorded answers: fewer than 90 % of the cases of the base need human review', async () => {
  const target: TargetSettings = { kind: 'recorded', recorded: 'answers.jsonl' };
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => JSON.stringify({ input: `Question ${index}?` })).join('\n');
  const left = (count: number) =>
    read(
      { 'moved.jsonl': rows(count), 'answers.jsonl': '{}' },
      { 'cases.jsonl': rows(10), 'answers.jsonl': '{}' },
      { target },
    );
  expect(await left(9)).toMatchObject({ head: { cases: { length: 9 } }, review: [] });
  expect((await left(8)).review).toEqual([
    { kind: 'cases-not-compared', cause: 'not-recorded', missing: 2, of: 10 },
  ]);
});

test("a tag of the head's gate that no case of its dataset has is an error", async () => {
  const tagged = (...tags: readonly string[]) => ({
    ...HEAD,
    'moved.jsonl': JSON.stringify({ id: 'a', input: 'Where is my lamp?', tags }),
  });
  const base = { 'p.md': 'Answer.', 'cases.jsonl': dataset('Answers customers.') };
  const named = (...givenTags: readonly string[]) => ({ givenTags });
  await expect(read(tagged('billing', 'refunds'), base, named('biling'))).rejects.toThrow(
    'gate.tags: suite "support" names the tag "biling", and no case of moved.jsonl has it. Did you mean `billing`?',
  );
  await expect(read(tagged('billing'), base, named('legal', 'Billing'))).rejects.toThrow(
    /"legal".*Known: `billing`\.\n.*"Billing".*Did you mean `billing`\?/s,
  );
  await expect(read(tagged(), base, named('billing'))).rejects.toThrow('Give rows of the dataset `tags`.');
  expect(await read(tagged('billing'), base, named('billing'))).toMatchObject({
    head: { cases: [{ id: 'a' }] },
  });
});

test("the base's dataset decides tags and what must pass", async () => {
  const row = (marks: object) => JSON.stringify({ id: 'a', input: 'Where is my lamp?', ...marks });
  const head = { 'p.md': 'Answer.', 'moved.jsonl': row({ tags: ['lax'] }) };
  const base = { 'p.md': 'Answer.', 'cases.jsonl': row({ tags: ['billing'], 'must-pass': true }) };
  const files = await read(head, base);
  expect(files.head.cases).toMatchObject([{ tags: ['billing'], mustPass: true }]);
});
