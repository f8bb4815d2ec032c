import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseItemsReply } from '../../../src/scorers/judged/items-question.js';

const all = ['The bill is paid.', 'Cats purr.', 'The bill came twice.'].map((text) => ({ text }));
const labels = ['yes', 'unsure', 'no'];
const topic = { name: 'test/items', rules: '', context: {}, itemsKey: 'statements', labels };
const asked = { all, due: [...all.keys()], isLast: false };
const read = (reply: unknown) =>
  parseItemsReply(reply, topic, asked).map((verdict) => verdict?.verdict ?? null);
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
    ['texts', { s1: 'yes', s2: 'about the weather: no', s3: 'Unsure.' }, ['yes', 'no', 'unsure']],
    [
      'texts in another order or with more colons',
      { s1: 'yes: it fits', s2: 'off topic: trivia: no', s3: 'a label: maybe' },
      ['yes', 'no', null],
    ],
    ['another type', { s1: 'yes', s2: entry('no'), s3: true }, ['yes', 'no', null]],
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
      asked,
    );
    expect(first?.reason).toBe('');
    expect(second?.reason).toMatch(/^two lines x+$/);
    expect(second?.reason.length).toBeLessThan(1000);
  });
});

test('a reply about everything that is shown is read, unless its last verdict is missing', () => {
  const readSome = (reply: unknown) =>
    parseItemsReply(reply, topic, { all, due: [0, 1], isLast: false }).map((each) => each?.verdict ?? null);
  expect(readSome({ s1: 'yes', s2: 'no' })).toEqual(['yes', 'no']);
  expect(readSome({ s1: 'yes', s2: 'no', s3: 'no' })).toEqual(['yes', 'no']);
  const ends = (reply: unknown) =>
    parseItemsReply(reply, topic, { all, due: [1], isLast: false }).map((each) => each?.verdict ?? null);
  expect(ends({ s2: 'no' })).toEqual(['no']);
  expect(ends({ s1: 'yes', s2: 'no' })).toEqual([null]);
});

describe('a piece that repeats another', () => {
  const repeating = { ...topic, repeatsFallback: 'unsure', skips: { longest: 200, otherwise: 'unsure' } };
  const verdicts = (reply: unknown, isLast = false) =>
    parseItemsReply(reply, repeating, { ...asked, isLast, control: 1 });

  test('names an earlier one', () => {
    expect(verdicts({ s1: 'yes', s2: 'no', s3: 's1: repeats' })[2]).toEqual({
      verdict: 'repeats',
      reason: '',
      of: 0,
    });
  });

  test.each([
    ['itself', { s1: 'yes', s2: 'no', s3: 's3: repeats' }],
    ['a later one', { s1: 's3: repeats', s2: 'no', s3: 'yes' }],
    ['the control', { s1: 'yes', s2: 'no', s3: 's2: repeats' }],
    ['one that states nothing', { s1: 'skip', s2: 'no', s3: 's1: repeats' }],
    ['none', { s1: 'yes', s2: 'no', s3: 'repeats' }],
    ['one that is not there', { s1: 'yes', s2: 'no', s3: 's9: repeats' }],
  ])('not %s: the judge is asked again, then it is unsure', (_, reply) => {
    expect(verdicts(reply)).toContain(null);
    expect(verdicts(reply, true).map((verdict) => verdict?.verdict)).toContain('unsure');
  });
});

test('whatever comes back, it is one known label or nothing for every item', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      const verdicts = parseItemsReply(reply, topic, asked);
      expect(verdicts).toHaveLength(all.length);
      for (const verdict of verdicts) {
        if (verdict) expect(labels).toContain(verdict.verdict);
      }
    }),
  );
});
