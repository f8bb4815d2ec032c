import { expect, test } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { renderPrompt } from '../../src/dataset/render-prompt.js';
import { parseRecordedAnswers } from '../../src/target/recorded-target.js';

/** What a prompt that names `v` asks for the only case of a dataset. */
function asked(text: string, path: string): string | undefined {
  const [row] = parseDataset(text, path);
  if (row === undefined) throw new Error('no case');
  return renderPrompt(parsePromptFile('{{v}}', 'p.md'), row)[0]?.content;
}

const JSON_NUMBERS = [
  '107505301260286111',
  '19.90',
  '3.10',
  '1e3',
  '1E+2',
  '-0',
  '0.1000',
  '12345678901234567890123',
  '1e999',
];
const YAML_NUMBERS = [
  ...JSON_NUMBERS,
  '+49151',
  '01067',
  '0x1F',
  '0o17',
  '007',
  '.50',
  '5.',
  '-.inf',
  '.nan',
  '1_000',
];

test.each(JSON_NUMBERS)('%s in JSON comes to the prompt with its digits', (number) => {
  expect(asked(`{"input": "Where?", "v": ${number}}`, 'd.jsonl')).toBe(number);
  expect(asked(`[\n{"input": "Where?", "vars": {"v": ${number}}}\n]`, 'd.json')).toBe(number);
  expect(asked(`{"input": "Where?", "v": [${number}, {"a": ${number}}]}`, 'd.jsonl')).toBe(
    `[${number},{"a":${number}}]`,
  );
  expect(asked(`input,vars\nWhere?,"{""v"": ${number}}"\n`, 'd.csv')).toBe(number);
});

test.each(YAML_NUMBERS)('%s in YAML comes to the prompt with its digits', (number) => {
  expect(asked(`- { input: Where?, v: ${number} }`, 'd.yaml')).toBe(number);
  expect(asked(`- input: Where?\n  vars:\n    v: ${number}\n`, 'd.yml')).toBe(number);
  expect(asked(`messages: []\ntestData:\n  - { input: Where?, v: ${number} }\n`, 'p.prompt.yml')).toBe(
    number,
  );
});

test.each([
  ['[007, 1.50]', '["007",1.50]'],
  ['{ price: 19.90, 1.10: cheap }', '{"price":19.90,"1.10":"cheap"}'],
])('%s inside a variable of YAML keeps its digits', (value, text) => {
  expect(asked(`- { input: Where?, v: ${value} }`, 'd.yaml')).toBe(text);
});

test.each([
  [
    'd.jsonl',
    '{"id": 1.10, "input": 3.10, "expected": 19.90, "context": [1.50, "x"], "tags": [2.0], "task": 1e3}',
  ],
  ['d.yaml', '- { id: 1.10, input: 3.10, expected: 19.90, context: [1.50, x], tags: 2.0, task: 1e3 }'],
  ['d.csv', 'id,input,expected,context,tags,task\n1.10,3.10,19.90,"[1.50, ""x""]",2.0,1e3'],
])('ids, questions, expected answers, context, tags and tasks keep theirs: %s', (path, text) => {
  expect(parseDataset(text, path)).toMatchObject([
    { id: '1.10', input: '3.10', groundTruth: '19.90', context: ['1.50', 'x'], tags: ['2.0'], task: '1e3' },
  ]);
});

test('so does an expected answer that is a group, and a tool call of an earlier message', () => {
  const messages = [
    '{"role": "assistant", "toolCalls": [{"name": "pay", "arguments": {"amount": 19.90}}]}',
    '{"role": "user", "content": "Thanks."}',
  ];
  const [row] = parseDataset(
    `{"messages": [${messages.join(',')}], "expected": {"sum": [107505301260286111]}}`,
    'd.jsonl',
  );
  expect(row?.groundTruth).toBe('{"sum":[107505301260286111]}');
  expect(JSON.stringify(row?.history)).toContain('{"amount":19.90}');
});

test('an id made from a row depends on the digits, and one of a recorded answer keeps them', () => {
  const idOf = (number: string) => parseDataset(`{"input": "x", "v": ${number}}`, 'd.jsonl')[0]?.id;
  expect(idOf('1.10')).not.toBe(idOf('1.1'));
  const recorded = parseRecordedAnswers(
    '{"id": 107505301260286111, "output": "x", "toolCalls": [{"name": "pay", "arguments": {"sum": 1.50}}]}',
    'a.jsonl',
  );
  expect([...recorded]).toMatchObject([
    ['107505301260286111', { answers: [{ toolCalls: [{ name: 'pay', arguments: { sum: 1.5 } }] }] }],
  ]);
});
