import { expect, test } from 'vitest';
import { isStrictSchema } from '../../src/judging/llm-judge.js';

const closed = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };

test.each([
  ['a closed object', closed({ a: text })],
  ['one inside another, in a list', closed({ a: { type: 'array', items: closed({ b: text }) } })],
  ['a choice', closed({ a: { anyOf: [text, { type: 'null' }] } })],
  ['a definition that refers to itself', { ...closed({ a: { $ref: '#/$defs/x' } }), $defs: { x: text } }],
  ['a known format', closed({ a: { type: 'string', format: 'date-time' } })],
  ['an object without members', closed({})],
])('strict: %s', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(true);
});

test.each([
  ['a text', text],
  ['an open object', { ...closed({ a: text }), additionalProperties: {} }],
  ['an object that says nothing of others', { type: 'object', properties: { a: text }, required: ['a'] }],
  ['an optional member', closed({ a: text }, [])],
  ['an optional member deep inside', closed({ a: closed({ b: text }, []) })],
  ['an open choice', closed({ a: { anyOf: [text, { type: 'object' }] } })],
  ['a list of anything', closed({ a: { type: 'array' } })],
  ['anything', closed({ a: {} })],
  ['a map', closed({ a: { type: 'object', propertyNames: text, additionalProperties: text } })],
  ['a keyword that providers do not know', closed({ a: { allOf: [text] } })],
  ['a format that they do not know', closed({ a: { type: 'string', format: 'uri' } })],
  ['an open definition', { ...closed({ a: { $ref: '#/$defs/x' } }), $defs: { x: {} } }],
])('not strict: %s', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(false);
});
