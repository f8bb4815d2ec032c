import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAnswer } from '../../src/scorers/judged/split-answer.js';
import {
  isTooDeepValue,
  type JsonNode,
  parseJson,
  readJsonNodes,
  tryJson,
  tryStoredJson,
} from '../../src/text/json.js';

it.each([
  ['nested deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['with a long name over a list', `{"${'name '.repeat(10_000)}": [1${',1'.repeat(10_000)}]}`],
  [
    'with a long name over an object that names a member again and again',
    `{"${'name '.repeat(10_000)}": {"a":1${',"a":1'.repeat(10_000)}}}`,
  ],
])('JSON %s makes no text of the product of its names and values', (_, json) => {
  const units = splitAnswer(json);
  expect(units).not.toEqual([]);
  expect(units.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(20 * json.length);
});

it('every value of JSON is found at its place', () => {
  const check = (node: JsonNode, json: string, value: unknown) => {
    expect(JSON.parse(json.slice(node.start, node.end))).toEqual(value);
    if (node.kind === 'list') {
      for (const [at, item] of node.items.entries()) check(item, json, Object(value)[at]);
    } else if (node.kind === 'object') {
      expect(node.fields.map(([key]) => key).toSorted()).toEqual(Object.keys(Object(value)).toSorted());
      for (const [key, field] of node.fields) check(field, json, Object(value)[key]);
    } else expect(node.value).toEqual(value);
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      check(readJsonNodes(json), json, JSON.parse(json));
    }),
  );
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it('JSON may be nested 128 levels deep, and twice that in our own files', () => {
  expect(tryJson(nested(128))).toBeDefined();
  expect(tryJson(nested(129))).toBeUndefined();
  expect(tryJson(`["${nested(200)}"]`)).toEqual([nested(200)]);
  expect(tryJson(`[${nested(1)},${Array.from({ length: 500 }, () => nested(1))}]`)).toHaveLength(501);
  expect(() => parseJson(nested(100_000))).toThrow('it is nested more than 128 levels deep at position 128');
  expect(tryStoredJson(nested(256))).toBeDefined();
  expect(tryStoredJson(nested(257))).toBeUndefined();
});

it('a value may be nested 128 levels deep', () => {
  expect(isTooDeepValue(JSON.parse(nested(128)))).toBe(false);
  expect(isTooDeepValue(JSON.parse(nested(129)))).toBe(true);
  // Every level has the next one twice: not every path can be followed.
  let twice: unknown = [];
  for (let level = 0; level < 100; level += 1) twice = [twice, twice];
  expect(isTooDeepValue(twice)).toBe(false);
});
