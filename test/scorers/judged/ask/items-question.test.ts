import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseItemsReply } from '../../../../src/scorers/judged/ask/items-question.js';

const items = ['The bill is paid.', 'Cats purr.', 'The bill came twice.'];
const labels = ['yes', 'unsure', 'no'] as const;
const read = (reply: unknown) =>
  parseItemsReply(reply, { items, labels }).map((verdict) => verdict?.verdict ?? null);
const entry = (verdict: unknown, reason: unknown = 'because') => ({ reason, verdict });

describe('verdicts by key', () => {
  test.each<[string, unknown, (string | null)[]]>([
    ['complete', { s1: entry('yes'), s2: entry('no'), s3: entry('unsure') }, ['yes', 'no', 'unsure']],
    ['out of order', { s3: entry('unsure'), s1: entry('yes'), s2: entry('no') }, ['yes', 'no', 'unsure']],
    [
      'capitalised and padded',
      { s1: entry(' YES '), s2: entry('No\n'), s3: entry('Unsure') },
      ['yes', 'no', 'unsure'],
    ],
    ['one left out', { s1: entry('yes'), s3: entry('no') }, ['yes', null, 'no']],
    // Or one of them was passed over, and each verdict is its neighbour's.
    ['short', { s1: entry('yes'), s2: entry('no') }, [null, null, null]],
    [
      'long',
      { s1: entry('yes'), s2: entry('no'), s3: entry('no'), s4: entry('yes'), x: 1 },
      ['yes', 'no', 'no'],
    ],
    ['unknown label', { s1: entry('maybe'), s2: entry('yes, it is'), s3: entry('') }, [null, null, null]],
    ['null verdict', { s1: entry(null), s2: null, s3: entry('yes') }, [null, null, 'yes']],
    ['a bare label', { s1: 'yes', s2: entry('no'), s3: true }, [null, 'no', null]],
    ['a number', { s1: entry(1), s2: entry('no'), s3: entry(['yes']) }, [null, 'no', null]],
    ['nothing', null, [null, null, null]],
    ['text', 'yes yes yes', [null, null, null]],
    ['keys of the prototype', { constructor: entry('yes') }, [null, null, null]],
  ])('%s', (_, reply, expected) => {
    expect(read(reply)).toEqual(expected);
  });

  test('a reason that is missing is empty, and a long one is cut to one line', () => {
    const [first, second] = parseItemsReply(
      { s1: { verdict: 'yes' }, s2: entry('no', `two\nlines ${'x'.repeat(5000)}`), s3: entry('no') },
      { items, labels },
    );
    expect(first?.reason).toBe('');
    expect(second?.reason).toMatch(/^two lines x+$/);
    expect(second?.reason.length).toBeLessThan(1000);
  });
});

describe('verdicts as a list', () => {
  const row = (index: unknown, echo: unknown, verdict: unknown = 'yes') => ({
    index,
    echo,
    reason: 'r',
    verdict,
  });
  test.each<[string, unknown, (string | null)[]]>([
    [
      'complete',
      {
        verdicts: [row(1, 'The bill is paid'), row(2, 'cats PURR', 'no'), row(3, 'The bill came', 'unsure')],
      },
      ['yes', 'no', 'unsure'],
    ],
    [
      'out of order, as bare list',
      [row('s3', 'The bill came twice.'), row('2', 'Cats purr')],
      [null, 'yes', 'yes'],
    ],
    [
      'shifted by one: the echo tells',
      { verdicts: [row(1, 'Cats purr.'), row(2, 'The bill came twice.'), row(3, 'The bill is paid.')] },
      [null, null, null],
    ],
    [
      'an echo that fits several is too short',
      { verdicts: [row(1, 'The'), row(3, 'The b')] },
      [null, null, null],
    ],
    ['no echo', { verdicts: [row(1, undefined), row(2, 7), row(3, '')] }, [null, null, null]],
    ['one number twice', { verdicts: [row(2, 'Cats purr'), row(2, 'Cats purr', 'no')] }, [null, null, null]],
    ['no number', { verdicts: [row(undefined, 'Cats purr')] }, [null, null, null]],
  ])('%s', (_, reply, expected) => {
    expect(read(reply)).toEqual(expected);
  });

  test('statements of signs alone and of scripts without spaces can be echoed', () => {
    const given = ['🙂', '会議は明日の午後三時に予定されています。'];
    const reply = { verdicts: [row(1, '🙂'), row(2, '会議は明日の午後三時')] };
    expect(parseItemsReply(reply, { items: given, labels })).toEqual([
      { reason: 'r', verdict: 'yes' },
      { reason: 'r', verdict: 'yes' },
    ]);
  });
});

test('whatever comes back, it is one known label or nothing for every item', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      const verdicts = parseItemsReply(reply, { items, labels });
      expect(verdicts).toHaveLength(items.length);
      for (const verdict of verdicts) {
        if (verdict) expect(labels).toContain(verdict.verdict);
      }
    }),
  );
});
