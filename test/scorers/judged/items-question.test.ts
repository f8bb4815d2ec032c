import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseItemsReply } from '../../../src/scorers/judged/items-question.js';

const items = ['The bill is paid.', 'Cats purr.', 'The bill came twice.'].map((text) => ({ text }));
const labels = ['yes', 'unsure', 'no'];
const topic = { name: 'test/items', rules: '', context: {}, itemsKey: 'statements', labels };
const read = (reply: unknown) =>
  parseItemsReply(reply, topic, { items, isLast: false }).map((verdict) => verdict?.verdict ?? null);
const entry = (verdict: unknown, reason: unknown = 'because') => ({ reason, verdict });

describe('verdicts by key', () => {
  test.each<[string, unknown, (string | null)[]]>([
    ['complete', { s1: entry('yes'), s2: entry('no'), s3: entry('unsure') }, ['yes', 'no', 'unsure']],
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
    ['a bare label', { s1: 'yes', s2: entry('no'), s3: true }, [null, 'no', null]],
    [
      'under a name of its own',
      { labels: { s1: entry('yes'), s2: entry('no'), s3: entry('no') } },
      ['yes', 'no', 'no'],
    ],
    ['nothing', null, [null, null, null]],
    ['keys of the prototype', { constructor: entry('yes') }, [null, null, null]],
  ])('%s', (_, reply, expected) => {
    expect(read(reply)).toEqual(expected);
  });

  test('a reason that is missing is empty, and a long one is cut to one line', () => {
    const [first, second] = parseItemsReply(
      { s1: { verdict: 'yes' }, s2: entry('no', `two\nlines ${'x'.repeat(5000)}`), s3: entry('no') },
      topic,
      { items, isLast: false },
    );
    expect(first?.reason).toBe('');
    expect(second?.reason).toMatch(/^two lines x+$/);
    expect(second?.reason.length).toBeLessThan(1000);
  });
});

test('whatever comes back, it is one known label or nothing for every item', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      const verdicts = parseItemsReply(reply, topic, { items, isLast: false });
      expect(verdicts).toHaveLength(items.length);
      for (const verdict of verdicts) {
        if (verdict) expect(labels).toContain(verdict.verdict);
      }
    }),
  );
});
