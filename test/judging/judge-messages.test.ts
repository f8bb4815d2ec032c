import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReplyJson } from '../../src/judging/judge-messages.js';
import { ProviderError } from '../../src/model/errors.js';

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
    ['with braces in the prose', `As {asked}: ${text}`],
    ['after thinking aloud', `<think>Maybe {"s1": {"verdict": "no"}}?</think>\n${text}`],
  ])('%s', (_, content) => {
    expect(parseReplyJson(content)).toEqual(reply);
  });

  test('whatever JSON object it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const written = JSON.stringify(value);
        expect(parseReplyJson(written)).toEqual(JSON.parse(written));
      }),
    );
  });
});

describe('anything else is malformed', () => {
  test.each([
    ['empty', ' ', /is empty/],
    ['prose', 'All are relevant.', /not JSON/],
    ['a bare word', '"yes"', /not a JSON object/],
    ['null', 'null', /not a JSON object/],
    ['two objects', `${text}\n${text}`, /more than one/],
    ['two fences', `\`\`\`json\n${text}\n\`\`\`\nor\n\`\`\`json\n{"s1":{}}\n\`\`\``, /more than one/],
    ['a key twice', '{"s1":{"verdict":"yes"},"s1":{"verdict":"no"}}', /a key twice/],
    ['an inner key twice', '{"s1":{"verdict":"yes","verdict":"no"}}', /a key twice/],
    ['cut off', text.slice(0, -3), /not whole/],
    [
      'cut off in the middle, an inner object whole',
      '{"s1":{"reason":"r","verdict":"yes"},"s2":{"rea',
      /not whole/,
    ],
    ['single quotes', "{'s1': 'yes'}", /not JSON/],
  ])('%s', (_, content, message) => {
    try {
      parseReplyJson(content);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ kind: 'malformed' });
      expect((error as Error).message).toMatch(message);
    }
  });
});
