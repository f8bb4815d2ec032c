import { expect, test } from 'vitest';
import { findStale, parseLabels, setLabel, tellLabelChange } from '../../src/dataset/labels-file.js';
import type { LabelledStatement } from '../../src/ports/team-labels.js';
import { problemsIn } from '../support/problems-of.js';

const KEY = '0123456789abcdef0123';
const OTHER = 'ffffffffffffffffffff';

const SAID: LabelledStatement = {
  statement: 'called search({"q":"a"})',
  quote: 'search({"q":"a"})',
  isCall: true,
  task: 'Answers.',
  history: [{ role: 'user', content: 'Hello' }],
  input: 'Where is it?',
  answer: 'There.',
  toolCalls: [{ name: 'search', arguments: { q: 'a' } }],
};

const problemsOf = (text: string) => problemsIn(() => parseLabels(text, 'labels.jsonl'));

test('a written label is read again, with all that a judge has to see', () => {
  const text = `${setLabel('', { key: KEY, label: 'no', said: SAID }, 'case-1')}\n{"key":"${OTHER}","label":"yes"}`;
  const labels = parseLabels(text, 'labels.jsonl');
  expect(labels.get(KEY)).toEqual({ key: KEY, label: 'no', line: 1, said: SAID });
  expect(labels.get(OTHER)).toEqual({ key: OTHER, label: 'yes', line: 3, said: null });
});

test.each([
  ['no JSON', '{', /^labels\.jsonl:1: this line is not valid JSON/],
  ['no object', '\n[1]', /^labels\.jsonl:2: a row must be an object, and this one is a list\./],
  ['no key', '{"label":"yes"}', /:1: `key` is missing and must be the key of a statement: copy it/],
  ['a key of another kind', '{"key":"abc","label":"yes"}', /:1: `key` is "abc"/],
  ['no label', `{"key":"${KEY}"}`, /:1: `label` is missing and must be "yes", "unsure" or "no", in quotes\./],
  ['a label of another kind', `{"key":"${KEY}","label":true}`, /:1: `label` is true and must be/],
  ['a slip', `{"key":"${KEY}","lable":"yes"}`, /:1: `lable` is not known\. Did you mean `label`\?/],
  ['a number for text', `{"key":"${KEY}","label":"no","input":1}`, /:1: `input` is 1 and must be text\./],
  [
    'a contradiction',
    `{"key":"${KEY}","label":"yes"}\n{"key":"${OTHER}","label":"no"}\n{"key":"${KEY}","label":"no"}`,
    /:3: this statement is labelled no, and line 1 labels it yes; take one of the two out\./,
  ],
  [
    'ten megabytes',
    `{"key":"${KEY}","label":"yes"}\n`.repeat(240_000),
    /at most 5 million characters, and this one has 10\.\d million/,
  ],
])('%s is told with its place and what to do', (_what, text, problem) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('the same label twice is no mistake, as a merge of two branches leaves it', () => {
  const text = setLabel('', { key: KEY, label: 'no', said: SAID }, null);
  expect(parseLabels(`{"key":"${KEY}","label":"no"}\n${text}`, 'labels.jsonl').get(KEY)?.said).toEqual(SAID);
});

test('a new label takes its row, with its note and once, and no other row', () => {
  const row = (key: string, note: string) => `{"key": "${key}", "label": "no", "note": "${note}"}`;
  const text = `${row(KEY, 'mine')}\n${row(OTHER, `not ${KEY}`)}\n${row(KEY, 'mine')}`;
  const next = setLabel(text, { key: KEY, label: 'yes', said: null }, 'a');
  const [first, second, ...more] = next.split('\n');
  expect(JSON.parse(first ?? '')).toEqual({ key: KEY, label: 'yes', note: 'mine', case: 'a' });
  expect([second, ...more]).toEqual([row(OTHER, `not ${KEY}`), '']);
});

test('of very many mistakes the first are told, and how many there are', () => {
  const problems = problemsOf('{}\n'.repeat(50));
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toBe('labels.jsonl: and 30 more lines have mistakes.');
});

test('a label whose task, input or conversation is asked no more is stale', () => {
  const labels = parseLabels(setLabel('', { key: KEY, label: 'no', said: SAID }, null), 'labels.jsonl');
  const row = { id: 'a', input: SAID.input, history: SAID.history, inputHash: 'a', vars: {}, tags: [] };
  const asked = { cases: [row], tasks: new Map([['a', SAID.task]]) };
  expect(findStale(labels, [asked])).toEqual([]);
  for (const other of [
    { ...asked, tasks: new Map([['a', 'Answers briefly.']]) },
    { ...asked, cases: [{ ...row, input: 'Where?' }] },
    { ...asked, cases: [{ ...row, history: [] }] },
    { ...asked, cases: [] },
  ]) {
    expect(findStale(labels, [other]).map(({ key }) => key)).toEqual([KEY]);
    // Suites may share a file.
    expect(findStale(labels, [other, asked])).toEqual([]);
  }
});

test('what a change of the file does is told in numbers', () => {
  const read = (text: string) => parseLabels(text, 'labels.jsonl');
  const was = read(`{"key":"${KEY}","label":"no"}`);
  expect(tellLabelChange(was, was)).toBeNull();
  expect(tellLabelChange(read(`{"key":"${KEY}","label":"yes"}`), was)).toBe('changes 1');
  expect(tellLabelChange(read(`{"key":"${OTHER}","label":"yes"}`), was)).toBe('adds 1 and removes 1');
});
