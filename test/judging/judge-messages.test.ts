import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReply } from '../../src/judging/judge-messages.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.js';

const parse = (content: string) => parseReply({ content, toolCalls: [] });

const reply = { s1: { reason: 'It says: {"a": 1}, "so".', verdict: 'yes' }, list: [{ x: 1 }, { x: 2 }] };
const text = JSON.stringify(reply);

describe('one JSON value is read', () => {
  test.each([
    ['alone', text],
    ['spaced', `\n ${JSON.stringify(reply, null, 2)}\n`],
    ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['in a fence without a name', `\`\`\`\n${text}\n\`\`\``],
    ['with trailing prose', `${text}\n\nI hope this helps! It's "all" I know.`],
    ['with leading prose', `Here are my verdicts (see below): ${text}`],
    ['after thinking aloud', `<think>Maybe {"s1": {"verdict": "no"}}?</think>\n${text}`],
  ])('%s', (_, content) => {
    expect(parse(content)).toEqual(reply);
  });

  test('whatever JSON object it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const written = JSON.stringify(value);
        expect(parse(written)).toEqual(JSON.parse(written));
      }),
    );
  });
});

describe('anything else is malformed', () => {
  test.each([
    ['empty', ' '],
    ['prose', 'All are relevant.'],
    ['a bare word', '"yes"'],
    ['null', 'null'],
    ['two objects', `${text}\n${text}`],
    ['two fences', `\`\`\`json\n${text}\n\`\`\`\nor\n\`\`\`json\n{"s1":{}}\n\`\`\``],
    ['a key twice', '{"s1":{"verdict":"yes"},"s1":{"verdict":"no"}}'],
    ['an inner key twice', '{"s1":{"verdict":"yes","verdict":"no"}}'],
    ['cut off', text.slice(0, -3)],
    ['cut off in the middle, an inner object whole', '{"s1":{"reason":"r","verdict":"yes"},"s2":{"rea'],
    ['cut off after a whole one', '{"s1":{}} {"s1":{"rea'],
    ['single quotes', "{'s1': 'yes'}"],
  ])('%s', (_, content) => {
    expect(() => parse(content)).toThrow(
      expect.objectContaining({ name: 'ProviderError', kind: 'malformed' }),
    );
  });
});

test.each([
  ['braces', '{'],
  ['beginnings of objects', '{"a":'],
  ['strings in braces', '{"'],
  ['objects', '{"a":1} '],
  ['escaped quotes', '\\"'],
  ['empty objects', '{ }'],
])('%s are read in time that grows with the text', (_, piece) => {
  const read = (text: string) => {
    try {
      return parse(text);
    } catch {
      return null;
    }
  };
  expect(growthOf((size) => `{"a":"${piece.repeat(size)}`, 4_000, read)).toBeLessThan(MAX_LINEAR_GROWTH);
});
