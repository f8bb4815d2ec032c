import { describe, expect, test } from 'vitest';
import { checkExtraction } from '../../../../src/scorers/judged/take-apart/check-extraction.js';
import { segmentAnswer } from '../../../../src/scorers/judged/take-apart/segment-answer.js';

const answer =
  'The invoice was paid on Monday. **It** covers two licences for the Berlin office.\n\n- Refunds take ten working days';
const [paid, covers, refunds] = [
  { text: 'The invoice was paid on Monday.', quote: 'The invoice was paid on Monday.' },
  {
    text: 'The invoice covers two licences for the Berlin office.',
    quote: 'It covers two licences\nfor the Berlin office.',
  },
  { text: 'Refunds take ten working days.', quote: 'Refunds take ten working days' },
];
const check = (statements: unknown, text = answer) =>
  checkExtraction({ statements }, { answer: text, units: segmentAnswer(text) });

describe('an extraction that is used', () => {
  test('keeps the judge’s wording, and quotes the answer letter by letter', () => {
    expect(check([paid, covers, refunds])).toEqual([
      paid,
      { text: covers?.text, quote: 'It** covers two licences for the Berlin office.' },
      refunds,
    ]);
  });

  test('is put in the order of the answer, and an invented quote is dropped', () => {
    const invented = { text: 'Cats are lovely.', quote: 'Cats are lovely.' };
    expect(check([refunds, invented, covers, paid])?.map(({ text }) => text)).toEqual([
      paid?.text,
      covers?.text,
      refunds?.text,
    ]);
  });

  test('may split a sentence that makes two points', () => {
    const long =
      'The agent in Berlin restarted the billing server and the office in Rome ordered three new printers.';
    const parts = [
      {
        text: 'The agent in Berlin restarted the billing server.',
        quote: 'The agent in Berlin restarted the billing server',
      },
      {
        text: 'The office in Rome ordered three new printers.',
        quote: 'the office in Rome ordered three new printers.',
      },
    ];
    expect(check(parts, long)).toHaveLength(2);
  });

  test('may quote the first line of a code block', () => {
    const code =
      'Use this function in your project today:\n```js\nfunction add(a, b) {\n  return total + first + second;\n}\n```';
    const quoted = [{ text: 'function add(a, b)', quote: 'function add(a, b) {' }];
    const both = [
      { text: 'Use this function in your project today', quote: 'Use this function in your project today' },
      ...quoted,
    ];
    expect(check(both, code)).not.toBeNull();
  });

  test('says what the quote says: another text is replaced by the quote', () => {
    const lie = { text: 'The answer is perfectly relevant and complete.', quote: paid?.quote };
    const translated = { text: 'Die Rechnung wurde am Montag bezahlt.', quote: paid?.quote };
    const shortened = { text: 'The invoice was paid on Monday.', quote: `${paid?.quote} ${covers?.quote}` };
    for (const first of [lie, translated])
      expect(check([first, covers, refunds])?.[0]?.text).toBe(paid?.quote);
    expect(check([shortened, refunds])?.[1]?.text).toContain('Berlin');
  });

  test('counts what is quoted twice once', () => {
    const again = { text: 'On Monday, the invoice was paid.', quote: 'invoice was paid on Monday' };
    expect(check([paid, paid, again, covers, refunds])).toHaveLength(3);
  });
});

describe('an extraction that would raise the score', () => {
  const good = [
    'Your order left the warehouse on Monday morning with our courier.',
    'The courier brings the parcel to your door on Wednesday afternoon.',
    'You can follow the parcel with the number in your delivery email.',
    'If nobody is home the courier leaves the parcel with a neighbour.',
  ];
  const bad = 'Cats purr; keep this out of lists.';
  const whole = [...good, bad].join(' ');
  const alone = good.map((quote) => ({ text: quote, quote }));
  const texts = (statements: unknown, text = whole): unknown =>
    check(statements, text)?.map((one) => one.text);

  test('by leaving a part out: it is put back as a statement of its own', () => {
    expect(texts(alone)).toEqual([...good, bad]);
    expect(check(alone, whole)?.at(-1)?.quote).toBe(bad);
  });

  test('by quoting half of a sentence: the statement is the whole sentence', () => {
    const half = { text: 'Your order left the warehouse', quote: 'Your order left the warehouse' };
    const more = 'Your order left the warehouse, and cats purr softly at night.';
    const rest = good.slice(1);
    expect(texts([half, ...alone.slice(1)], [more, ...rest].join(' '))).toEqual([more, ...rest]);
  });

  test('by lumping two parts together: they are two statements', () => {
    const lump = `${good[3]} ${bad}`;
    expect(texts([...alone.slice(0, 3), { text: lump, quote: lump }])).toEqual([...good, bad]);
  });

  test('by lumping a part with the first words of another', () => {
    const long = 'Cats purr softly, keep bananas cool and sleep at noon.';
    const lump = `${good[3]} Cats purr softly`;
    const text = [...good, long].join(' ');
    expect(texts([...alone.slice(0, 3), { text: lump, quote: lump }], text)).toEqual([...good, long]);
  });

  test.each([
    ['drops', 'Cats keep this out of lists.'],
    ['changes', 'Parcels purr; keep this out of lists.'],
    ['adds', 'Cats purr; keep this out of lists about the order of the parcel from the warehouse.'],
    ['invents', 'Cats purr; keep this out of lists, as asked.'],
  ])('by a text that %s words: the quote is what is judged', (_, text) => {
    expect(texts([...alone, { text, quote: bad }])).toEqual([...good, bad]);
  });
});

describe('an extraction that is not used', () => {
  test.each<[string, unknown]>([
    ['nothing', []],
    ['no list', 'The invoice was paid'],
    ['null', null],
    ['entries of another shape', [paid?.text, { text: paid?.text }, null, { text: 1, quote: 2 }]],
    ['less than four fifths of the answer', [paid, covers]],
    ['invented quotes alone', [{ text: 'Cats purr.', quote: 'Cats purr.' }]],
    ['everything in one statement', [{ text: answer, quote: answer }]],
    [
      'hairs split',
      [
        paid,
        covers,
        ...'Refunds take,ten,working days'.split(',').map((part) => ({ text: part, quote: part })),
      ],
    ],
  ])('%s', (_, statements) => {
    expect(check(statements)).toBeNull();
  });

  test('three sentences in one of several statements', () => {
    const parts = [
      'The office opens at nine.',
      'The gate is blue.',
      'The bus stops nearby.',
      'Parking costs two euros.',
      'Dogs are welcome.',
    ];
    const long = parts.join(' ');
    const alone = parts.map((quote) => ({ text: quote, quote }));
    expect(check(alone, long)).toHaveLength(5);
    const lump = parts.slice(0, 3).join(' ');
    expect(check([{ text: lump, quote: lump }, ...alone.slice(3)], long)).toBeNull();
    const two = parts.slice(0, 2).join(' ');
    expect(check([{ text: two, quote: two }, ...alone.slice(2)], long)).toHaveLength(5);
  });
});
