import { expect, test } from 'vitest';
import { parseLabels, setLabel } from '../../src/dataset/labels.js';
import type { TeamLabel } from '../../src/model/verdict.js';
import { problemsIn } from '../support/problems-of.js';

const KEY = '0123456789abcdef0123';
const OTHER = 'ffffffffffffffffffff';

const LABEL: TeamLabel = {
  key: KEY,
  label: 'no',
  statement: 'called search({"q":"a"})',
  quote: 'search({"q":"a"})',
  call: true,
  task: 'Answers.',
  history: [{ role: 'user', content: 'Hello' }],
  input: 'Where is it?',
  answer: 'There.',
  toolCalls: [{ name: 'search', arguments: { q: 'a' } }],
};

const problemsOf = (text: string) => problemsIn(() => parseLabels(text, 'labels.jsonl'));

test('a written label is read again, with all that a judge has to see', () => {
  const labels = parseLabels(`${setLabel('', LABEL)}\n{"key":"${OTHER}","label":"yes"}`, 'labels.jsonl');
  expect([...labels.values()]).toEqual([LABEL, { key: OTHER, label: 'yes' }]);
});

test.each([
  ['no JSON', '{', /^labels\.jsonl:1: this line is not valid JSON/],
  ['no object', '\n[1]', /^labels\.jsonl:2: this row: /],
  ['no key', '{"label":"yes"}', /:1: `key`: must be the key of a statement: copy it/],
  ['a key of another kind', '{"key":"abc","label":"yes"}', /:1: `key`: must be the key/],
  ['no label', `{"key":"${KEY}"}`, /:1: `label`: must be "yes", "unsure" or "no", in quotes\./],
  ['a slip', `{"key":"${KEY}","label":"no","statemnt":"x"}`, /:1: this row: .*"statemnt"/],
  ['a number for text', `{"key":"${KEY}","label":"no","input":1}`, /:1: `input`: /],
  [
    'a contradiction',
    `{"key":"${KEY}","label":"yes"}\n{"key":"${OTHER}","label":"no"}\n{"key":"${KEY}","label":"no"}`,
    /:3: this statement is labelled no, but an earlier line labels it yes; remove one of the two\./,
  ],
])('%s is told with its place and what to do', (_what, text, problem) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('a new label takes its row, with its note and once, and no other row', () => {
  const row = (key: string, note: string) => `{"key": "${key}", "label": "no", "note": "${note}"}`;
  const text = `${row(KEY, 'mine')}\n${row(OTHER, `not ${KEY}`)}\n${row(KEY, 'mine')}`;
  const [first, second, ...more] = setLabel(text, { key: KEY, label: 'yes', case: 'a' }).split('\n');
  expect(JSON.parse(first ?? '')).toEqual({ key: KEY, label: 'yes', note: 'mine', case: 'a' });
  expect([second, ...more]).toEqual([row(OTHER, `not ${KEY}`), '']);
});
