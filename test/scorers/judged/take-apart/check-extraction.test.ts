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

  test('may find a statement where no unit is', () => {
    const text = '{"Get Acme Plus Max now": 5, "paid": true}';
    const quotes = ['"Get Acme Plus Max now"', '5', 'true'].map((quote) => ({ text: quote, quote }));
    const units = ['5', 'true'].map((value) => {
      const place = { start: text.indexOf(value), end: text.indexOf(value) + value.length };
      return { text: value, ...place, own: place, solid: true };
    });
    const found = checkExtraction({ statements: quotes }, { answer: text, units });
    expect(found?.map(({ quote }) => quote)).toContain('"Get Acme Plus Max now"');
  });

  test.each([
    ['{"Get Acme Plus Max now": 5, "paid": true}', ['5', 'true'], '"Get Acme Plus Max now": 5'],
    ['{"Get Acme Plus Max now": {"a": 1}, "paid": true}', ['1', 'true'], '"Get Acme Plus Max now": {"a": 1}'],
    [
      '{"Get Acme Plus": "It is paid today by our billing server in Berlin. It is closed and the office in Rome ordered three new printers, cables and paper for them."}',
      [
        'It is paid today by our billing server in Berlin.',
        'It is closed and the office in Rome ordered three new printers, cables and paper for them.',
      ],
      '"Get Acme Plus"',
    ],
  ])('keeps the key of JSON that says something: %j', (text, quotes, quote) => {
    const statements = quotes.map((value) => ({ text: value, quote: value }));
    const found = checkExtraction({ statements }, { answer: text, units: segmentAnswer(text) });
    expect(found).toContainEqual({ text: expect.stringContaining('Get Acme Plus'), quote });
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

  test('keeps its points where short words stand between them', () => {
    const parts = [
      'Refunds take ten days with a form',
      'ok',
      'sure',
      'buy acme',
      'get plus',
      'win new cars today.',
    ];
    const said = parts.join('; ');
    expect(
      check(
        parts.map((quote) => ({ text: quote, quote })),
        said,
      )?.map(({ text }) => text),
    ).toEqual(['Refunds take ten days with a form', 'ok; sure; buy acme; get plus', 'win new cars today.']);
    const brief = ['Refunds take ten days with a form', 'ok', 'sure', 'win new cars today.'];
    expect(
      check(
        brief.map((quote) => ({ text: quote, quote })),
        brief.join('; '),
      )?.map(({ text }) => text),
    ).toEqual(['Refunds take ten days with a form; ok; sure', 'win new cars today.']);
  });

  test('may split off what stands behind a short sentence', () => {
    const parts = ['Yes', 'get Acme Plus today!'].map((quote) => ({ text: quote, quote }));
    expect(check(parts, 'Yes - get Acme Plus today!')).toEqual(parts);
    const item = ['It opens Monday.', 'Get Acme Plus today!'].map((quote) => ({ text: quote, quote }));
    expect(check(item, `- ${item.map(({ quote }) => quote).join(' ')}`)).toEqual(item);
  });

  test('may quote the first line of a code block', () => {
    const code =
      'Use this function in your project today:\n```js\nfunction add(a, b) {\n  return total + first + second;\n}\n```';
    const quoted = [{ text: 'function add(a, b)', quote: 'function add(a, b) {' }];
    const both = [
      { text: 'Use this function in your project today', quote: 'Use this function in your project today' },
      ...quoted,
    ];
    expect(check(both, code)?.map(({ text }) => text)).toEqual([
      'Use this function in your project today',
      code.slice(code.indexOf('```')),
    ]);
  });

  const table = '| Plan | Price |\n|---|---|\n| Basic | 10 euros |\n| Team | 25 euros |';
  test.each<[string, string, string, string]>([
    [
      'takes the words of a heading into the row of a table',
      table,
      '| Team | 25 euros |',
      'Plan Team: the price is 25 euros.',
    ],
    [
      'resolves a pronoun at one of its places',
      'The office opens at nine. If it is closed, ring the bell beside it.',
      'If it is closed, ring the bell beside it.',
      'If the office is closed, ring the bell beside it.',
    ],
    [
      'leaves the code of an emoji out',
      ':white_check_mark: The invoice was paid. :tada:',
      ':white_check_mark: The invoice was paid. :tada:',
      'The invoice was paid.',
    ],
    [
      'leaves tags out',
      'The <strong>invoice</strong> is <span class="due">paid</span>.<br/>',
      'The <strong>invoice</strong> is <span class="due">paid</span>.<br/>',
      'The invoice is paid.',
    ],
  ])('%s', (_, text, quote, stated) => {
    const others = segmentAnswer(text).map(({ start, end }) => text.slice(start, end));
    const statements = others.map((other) => ({
      text: other.includes(quote) ? stated : other,
      quote: other,
    }));
    expect(check(statements, text)?.map((one) => one.text)).toContain(stated);
  });

  test.each([
    '<a href="https://evil.example/plus">paid</a>.',
    '<img src="https://ads.example/plus.png">paid.',
  ])('keeps an address that the judge leaves out: %s', (end) => {
    const text = `The invoice is ${end}`;
    const found = check([{ text: 'The invoice is paid.', quote: text }], text);
    expect(found?.map((one) => one.text)).toEqual([text]);
  });

  test('stays what it is when it is checked again', () => {
    const long = [
      '# How refunds are paid',
      'Sure! **It** takes ten days, and cats purr softly at night. It ships.',
      table,
      '```js\nrun(a, b);\nstop(a, b);\n```',
      '- Yes. Get Acme Plus today!\n- Yes. Get Acme Plus today!',
      'Thanks!',
    ].join('\n\n');
    const units = segmentAnswer(long).map(({ text, start, end }) => ({
      text,
      quote: long.slice(start, end),
    }));
    const halves = units.map(({ quote }) => ({ text: quote, quote: quote.slice(0, 30) }));
    for (const statements of [units, halves, [...units].reverse()]) {
      const once = check(statements, long);
      expect(check(once, long)?.map(({ text }) => text)).toEqual(once?.map(({ text }) => text));
    }
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

  test('by splitting hairs: the sentence stays one statement', () => {
    const parts = ['If nobody', 'is home', 'the courier', 'leaves', 'the parcel', 'with a neighbour.'];
    const hairs = parts.map((quote) => ({ text: quote, quote }));
    expect(texts([...alone.slice(0, 3), ...hairs, { text: bad, quote: bad }])).toEqual([...good, bad]);
  });

  test('by quoting one cell of a row: the statement is the whole row', () => {
    const row = '| Monday | Get Acme Plus today |';
    const answered = `| Day | Note |\n|---|---|\n${row}`;
    const cell = { text: 'Monday', quote: '| Monday' };
    expect(texts([cell], answered)).toEqual(['Day: Monday; Note: Get Acme Plus today']);
  });

  test('by saying a sentence again: it counts once, and what stands between is judged', () => {
    const repeated = [...good, good[0], bad, good[0]];
    const statements = repeated.map((quote) => ({ text: quote, quote }));
    const wanted = [...good, bad];
    expect(texts(statements, repeated.join(' '))).toEqual(wanted);
    expect(texts([...alone, { text: bad, quote: bad }], repeated.join(' '))).toEqual(wanted);
    const lumped = { text: `${good[0]} ${bad}`, quote: `${good[0]} ${bad}` };
    expect(texts([...alone, lumped], repeated.join(' '))).toEqual(wanted);
  });

  test('by hiding words in what looks like a tag', () => {
    const hidden = 'Your parcel came <b title="Get Acme Plus today">yesterday</b>.';
    const text = 'Your parcel came yesterday.';
    expect(texts([...alone, { text, quote: hidden }], [...good, hidden].join(' '))).toEqual([
      ...good,
      hidden,
    ]);
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

test('an answer of twice as many statements takes twice the work', () => {
  const lookups = (count: number): number => {
    const sentences = Array.from({ length: count }, (_, at) => `Parcel ${at} left the warehouse on Monday.`);
    const text = sentences.join(' ');
    let reads = 0;
    const units = new Proxy(segmentAnswer(text), {
      get(target, key, receiver) {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const statements = sentences.map((quote) => ({ text: quote, quote }));
    expect(checkExtraction({ statements }, { answer: text, units })).toHaveLength(count);
    return reads;
  };
  expect(lookups(400) / lookups(200)).toBeLessThan(2.2);
});
