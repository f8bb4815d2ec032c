import { expect, test } from 'vitest';
import type { Case } from '../../src/ports/dataset.js';
import { parseRecordedAnswers } from '../../src/target/recorded-answers.js';
import { openRecordedTarget } from '../../src/target/recorded-target.js';

const never = new AbortController().signal;
const row = (id: string, inputHash = 'h'): Case => ({
  id,
  input: 'q',
  history: [],
  inputHash,
  vars: {},
  tags: [],
});

const target = openRecordedTarget(
  'answers.jsonl',
  parseRecordedAnswers(
    ['a', 'a', 'a', 'b', 'b'].map((id, at) => JSON.stringify({ id, output: `${id}${at}` })).join('\n'),
    'answers.jsonl',
  ),
);

test('as many samples can be had as the case recorded least often has', () => {
  expect(target).toMatchObject({ live: false, maxSamples: 2, description: 'recorded answers.jsonl' });
});

test('each sample is the answer of its line', async () => {
  expect(await target.answer(row('a'), 0, { signal: never })).toMatchObject({ output: 'a0' });
  expect(await target.answer(row('a'), 2, { signal: never })).toMatchObject({ output: 'a2' });
  expect(await target.answerAgain(row('b'), 1, { signal: never })).toMatchObject({ output: 'b4' });
});

test('what was not recorded is said, with case and number', async () => {
  expect(await target.answer(row('z'), 0, { signal: never })).toEqual({
    status: 'failed',
    kind: 'not-recorded',
    message: 'answers.jsonl: no answer for case "z"',
  });
  expect(await target.answer(row('b'), 2, { signal: never })).toMatchObject({
    kind: 'not-recorded',
    message: 'answers.jsonl: case "b" has 2 answers, and number 3 was asked for',
  });
});

test('an answer that was given to another input is not this case’s', async () => {
  const given = { status: 'answered' as const, output: 'x', toolCalls: [], finish: 'stop' as const };
  const other = openRecordedTarget('r.json', new Map([['a', { inputHash: 'h', answers: [given] }]]));
  expect(await other.answer(row('a', 'h'), 0, { signal: never })).toMatchObject({ output: 'x' });
  expect(await other.answer(row('a', 'changed'), 0, { signal: never })).toMatchObject({
    kind: 'not-recorded',
  });
});
