import { expect, test } from 'vitest';
import { buildAnswer, findHarnessArtefact, MAX_ANSWER_LENGTH } from '../../src/target/build-answer.js';

test.each([
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '[object Promise]',
  ' null\n',
  '[object Object],[object Object]',
])('%j is none of the agent’s', (output) => {
  expect(findHarnessArtefact(output)).toBe(output.trim());
});

test('what is too large or too deep to be judged is a failure with its reason', () => {
  const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  // With quotes, brackets and an empty list of calls around it.
  const longest = MAX_ANSWER_LENGTH - JSON.stringify(['', [], undefined]).length;
  expect(buildAnswer({ output: 'a'.repeat(longest) }).status).toBe('answered');
  expect(buildAnswer({ output: 'a'.repeat(longest + 1) })).toMatchObject({
    kind: 'target',
    message: expect.stringMatching(/has about 1,000,\d+ characters.*at most 1,000,000 are judged/),
  });
  expect(buildAnswer({ output: '', toolCalls: [{ name: 'look', arguments: deep }] })).toMatchObject({
    kind: 'target',
    message: expect.stringContaining('nested too deeply'),
  });
});
