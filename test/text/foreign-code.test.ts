import { expect, it } from 'vitest';
import { isExpression } from '../../src/text/foreign-code.js';

it.each([
  ['1 + 1', true],
  ['(output) => output.length < 3', true],
  ['(output) => {\nreturn output;\n}', true],
  ['return 1', false],
  ['1 }); process.exit({ value: 1', false],
  ['1], process.exit(), [1', false],
  ['output.length <', false],
])('%j: %j', (code, isOne) => {
  expect(isExpression(code)).toBe(isOne);
});

it('runs nothing', () => {
  expect(isExpression('globalThis.wasRun = true')).toBe(true);
  expect(globalThis).not.toHaveProperty('wasRun');
});
