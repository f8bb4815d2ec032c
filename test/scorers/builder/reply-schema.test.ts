import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildReplySchema } from '../../../src/scorers/builder/run-steps.js';

test.each([
  ['an object', z.object({ a: z.string() }), { a: 'x' }, { a: 'x' }],
  [
    'nested objects',
    z.object({ a: z.array(z.object({ b: z.int() })) }),
    { a: [{ b: 1 }] },
    { a: [{ b: 1 }] },
  ],
  ['a default', z.object({ a: z.number().default(3) }), { a: 4 }, { a: 4 }],
  ['a nullable', z.object({ a: z.string().nullable() }), { a: null }, { a: null }],
  ['a list', z.array(z.string()), { value: ['x'] }, ['x']],
  ['a text', z.string(), { value: 'x' }, 'x'],
  [
    'a choice of objects',
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    { value: { b: 'x' } },
    { b: 'x' },
  ],
])('%s', (_, schema, reply, expected) => {
  const { parse } = buildReplySchema<unknown>(schema);
  expect(parse(reply)).toMatchObject({ success: true, data: expected });
});

test.each([
  ['an optional member', z.object({ a: z.string().optional() }), {}, {}],
  ['a transform', z.object({ a: z.string().transform(Number) }), { a: '7' }, { a: 7 }],
  ['an open object', z.looseObject({ a: z.string() }), { a: 'x', b: 1 }, { a: 'x', b: 1 }],
  ['a map', z.record(z.string(), z.number()), { a: 1 }, { a: 1 }],
  ['anything', z.unknown(), { value: 4 }, 4],
  ['anything, said plainly', z.unknown(), { a: 4 }, { a: 4 }],
])('%s, which cannot be strict', (_, schema, reply, expected) => {
  const { json, parse } = buildReplySchema<unknown>(schema);
  expect(json['type']).toBe('object');
  expect(parse(reply)).toMatchObject({ success: true, data: expected });
});
