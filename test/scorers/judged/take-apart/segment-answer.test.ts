import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { segmentAnswer } from '../../../../src/scorers/judged/take-apart/segment-answer.js';
import { anyCharacter } from '../../../report/hostile-text.js';

const texts = (answer: string) => segmentAnswer(answer).map(({ text }) => text);

describe('sentences', () => {
  test.each<[string, string[]]>([
    ['Paris', ['Paris']],
    ['It is blue. It is big!', ['It is blue.', 'It is big!']],
    ['Try e.g. Lyon. It costs 3.5 euros.', ['Try e.g. Lyon.', 'It costs 3.5 euros.']],
    ['Ask Dr. Gray at 5 p.m. Then pay No. 7.', ['Ask Dr. Gray at 5 p.m.', 'Then pay No. 7.']],
    ['J. R. Miller wrote it. It sold.', ['J. R. Miller wrote it.', 'It sold.']],
    [
      'Der Termin ist am 5. Mai. Bringen Sie z. B. Fotos mit.',
      ['Der Termin ist am 5. Mai.', 'Bringen Sie z. B. Fotos mit.'],
    ],
    ['5. Mai ist der Termin.', ['5. Mai ist der Termin.']],
    [
      'It is 5 euros tax incl. Get Acme Plus today. It is 5 incl. VAT and fees.',
      ['It is 5 euros tax incl.', 'Get Acme Plus today.', 'It is 5 incl. VAT and fees.'],
    ],
    ['"Really?" she said. Yes.', ['"Really?" she said.', 'Yes.']],
    ['会議は三時です。資料を送りました！', ['会議は三時です。', '資料を送りました！']],
    ['会议三点开始。请准时参加。', ['会议三点开始。', '请准时参加。']],
    [
      'a sentence that is\nwrapped over lines. Another\none too.',
      ['a sentence that is wrapped over lines.', 'Another one too.'],
    ],
  ])('%j', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });
});

describe('blocks', () => {
  test.each<[string, string[]]>([
    ['- one point\n- two points\n  that go on\n  - nested', ['one point', 'two points that go on', 'nested']],
    ['1. First step\n2) Second step', ['First step', 'Second step']],
    ['* [x] done\n+ open', ['done', 'open']],
    [
      '| Name | State |\n|---|:-:|\n| Ann | up |\n| Bob \\| Co | down |',
      ['Name: Ann; State: up', 'Name: Bob | Co; State: down'],
    ],
    [
      'Run it:\n```sh\nmake all\n\nmake test\n```\nIt takes a minute.',
      ['Run it: ```sh\nmake all\n\nmake test\n```', 'It takes a minute.'],
    ],
    ['~~~\nnever(closed)\nstill(one)', ['~~~\nnever(closed)\nstill(one)']],
    [
      '```text\nRefunds take ten days.\nGet acme plus today.\n```\nAll is done now.',
      ['Refunds take ten days.', 'Get acme plus today.', 'All is done now.'],
    ],
    [
      '```py\nprint(days)\nGet acme plus today.\nreturn days\n```',
      ['```py\nprint(days)', 'Get acme plus today.', 'return days\n```'],
    ],
    [
      'refunds take ten days. ok. sure. get acme plus today. the card is approx. five years old.',
      ['refunds take ten days.', 'ok. sure. get acme plus today.', 'the card is approx. five years old.'],
    ],
    ['"we paid it." she said so. we ask no. we do.', ['"we paid it." she said so.', 'we ask no. we do.']],
    [
      '| Get acme plus today | Days |\n|-|-|\n| Refunds take long | ten |',
      ['Get acme plus today', 'Get acme plus today: Refunds take long; Days: ten'],
    ],
    ['| Days until we pay |\n|-|\n| ten |', ['Days until we pay: ten']],
    [
      '| Plan | It offers | Note | Fee |\n|-|-|-|-|\n| Basic | ten users and 5 GB | get Acme Plus today | 9 |',
      ['Plan: Basic; It offers: ten users and 5 GB', 'Plan: Basic; Note: get Acme Plus today; Fee: 9'],
    ],
    [
      '| ten users and a team | get Acme Plus today\n-|-\n ten users and Tom | try \\| buy Acme Max |',
      [
        'ten users and a team',
        'get Acme Plus today',
        'ten users and a team: ten users and Tom',
        'get Acme Plus today: try | buy Acme Max',
      ],
    ],
    [
      '# Prices\n\nIt costs ten euros.\n\nTotal\n-----\nTwenty.',
      ['Prices: It costs ten euros.', 'Total: Twenty.'],
    ],
    ['**Prices**\nIt costs ten.', ['Prices: It costs ten.']],
    [
      'Priority: high\nTeam: billing\nSummary: charged twice,\nwants it back',
      ['Priority: high', 'Team: billing', 'Summary: charged twice, wants it back'],
    ],
    ['> quoted words\n> go on.', ['quoted words go on.']],
    ['Scout\nMiner\nBuilder', ['Scout', 'Miner', 'Builder']],
    ['a\n\n---\n\nb', ['a', 'b']],
    ['---', ['---']],
    ['🙂', ['🙂']],
    [' \n ', []],
  ])('%j', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });
});

describe('courtesies, headings and labels belong to their neighbours', () => {
  test.each<[string, string[]]>([
    ['Sure! The bill is paid. Let me know if you have any questions.', ['The bill is paid.']],
    [
      'Dear Ann,\n\nThank you for your message. The bill is paid.\n\nBest regards,\nThe Team',
      ['The bill is paid.'],
    ],
    ['Here are your agents:\n- Scout\n- Miner\nI hope this helps!', ['Here are your agents: Scout', 'Miner']],
    ['Sure!', ['Sure!']],
    [
      'Let me know if you want to hear: cats are wonderful animals.',
      ['Let me know if you want to hear: cats are wonderful animals.'],
    ],
  ])('%j', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['# Prices\n\nIt costs ten.\n\n**See below**', ['Prices: It costs ten. See below']],
    [
      '# How annual refunds are paid\n\nIt takes ten days.',
      ['How annual refunds are paid', 'It takes ten days.'],
    ],
    ['It takes ten days.\n\n**Get Acme Plus today**', ['It takes ten days.', 'Get Acme Plus today']],
    ['It takes ten days.\n\nGet Acme Plus\n---', ['It takes ten days.', 'Get Acme Plus']],
    ['It takes ten days.\n\nGet Acme Plus today:', ['It takes ten days.', 'Get Acme Plus today:']],
    [
      'It takes ten days.\n\n# Get Plus\n\n# Only today\n\n# Upgrade',
      ['It takes ten days.', 'Get Plus Only today Upgrade'],
    ],
    [
      '# Get Plus\n\n# Only today\n\n# Upgrade\n\nIt takes ten days.',
      ['Get Plus Only today Upgrade', 'It takes ten days.'],
    ],
    [
      'It takes ten days. Feel free to try Acme Plus today!',
      ['It takes ten days.', 'Feel free to try Acme Plus today!'],
    ],
    [
      'It takes ten days. Feel free to contact our support team if you need further help with refunds.',
      ['It takes ten days.'],
    ],
    [
      'It takes ten days. Thanks for choosing Acme Plus Max!',
      ['It takes ten days.', 'Thanks for choosing Acme Plus Max!'],
    ],
    [
      'It takes ten days. Feel free to adopt cats. Let me know about upgrades. Have a nice day!',
      ['It takes ten days.', 'Feel free to adopt cats.', 'Let me know about upgrades.'],
    ],
    [
      'Dear Anna Schmidt,\n\nThanks for contacting Acme. It takes ten days. Let me know if days matter.\n\nBest regards,\nTom Miller',
      ['It takes ten days.'],
    ],
    ['It takes ten days.\n\nⓑⓤⓨ ⓟⓛⓤⓢ', ['It takes ten days.', 'ⓑⓤⓨ ⓟⓛⓤⓢ']],
    ['It takes ten days. Have a great day, buy cats!', ['It takes ten days.', 'Have a great day, buy cats!']],
    ['It takes ten days. Thanks for buying cats!', ['It takes ten days.', 'Thanks for buying cats!']],
    [
      'It takes ten days. If you need more help, buy cats!',
      ['It takes ten days.', 'If you need more help, buy cats!'],
    ],
    ['It takes ten days. Have a great day, Ann!', ['It takes ten days.']],
    ['A cat takes ten days to buy. Thanks for buying a cat!', ['A cat takes ten days to buy.']],
    ['It takes ten days. Let me know if you want me to adjust the tone.', ['It takes ten days.']],
    ['It takes ten days. Thanks for choosing Acme!', ['It takes ten days.']],
    ...[
      'Feel free to ask.',
      'Just ask me!',
      'Please ask us anytime.',
      'If anything is unclear, just ask.',
      "I'm happy to help.",
      'I’d be glad to help you with that.',
      "We're always here to help!",
      'Happy to answer any questions.',
      'Don’t hesitate to reach out.',
      'If you have a question about refunds, just ask me!',
      'Should you have any further questions, please contact us.',
      'Let me know if you have any questions about that.',
      'Contact us for help with refunds.',
      'Feel free to contact us for further information.',
      'Write us for ten more days.',
      'Let me know if you want recipes for cats.',
    ].map((courtesy): [string, string[]] => [`It takes ten days. ${courtesy}`, ['It takes ten days.']]),
    ...[
      'Just ask me about the Acme Plus offer.',
      "I'm happy to help you buy Acme Plus.",
      "We're here to sell Acme Plus.",
      'Should you have any questions, buy Acme Plus.',
      'Ask your doctor.',
      'If anything is unclear, buy cats.',
      'Call us for a discount!',
      'Contact us for a free quote.',
      'Feel free to contact us to get a voucher.',
    ].map((offer): [string, string[]] => [`It takes ten days. ${offer}`, ['It takes ten days.', offer]]),
    ['| Days | Get Acme Plus today |\n|-|-|\n| ten | |', ['Get Acme Plus today', 'Days: ten']],
    ['| Days | Notes |\n|-|-|\n| ten | |', ['Days: ten']],
    ['Dear Dr. Anna Schmidt,\n\nIt takes ten days.\n\nBest regards,\nAnna Miller', ['It takes ten days.']],
  ])('unless they say something of their own: %j', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });

  test('the quote reaches over what was folded in', () => {
    const answer = 'Sure! The bill is paid. Thanks!';
    const [unit] = segmentAnswer(answer);
    expect(answer.slice(unit?.start, unit?.end)).toBe(answer);
  });
});

describe('lines and ornaments', () => {
  const TEN = 'It takes ten days.';
  test.each([
    ...[
      '---',
      '***',
      '…',
      '- - -',
      '* * *',
      '_ _ _',
      '. . . . . . . .',
      '?!?!?!?!?!?!',
      '=========',
      '————————',
    ],
    ...['┌────┬────┬────┐', '═══ ✦ ═══', '*** --- ***', '---- * ---- * ----', '•·•·•·•·•·•·•·•', '▁▂▃▄▅▆▇█'],
  ])('are no statements: %j', (signs) => {
    expect(texts(`${TEN}\n\n${signs}\n\nThat is all.`)).toEqual([TEN, 'That is all.']);
  });
});

describe('JSON is taken apart', () => {
  test.each<[string, string[]]>([
    [
      '{"agents":[{"name":"Ann","up":true},{"name":"Bob","up":false}],"total":2}',
      ['name: Ann; up: true', 'name: Bob; up: false', 'total: 2'],
    ],
    ['["red", "blue"]', ['red', 'blue']],
    [
      '{"plans":[{"name":"Basic","for":"ten users and teams","note":"get Acme Plus today","fee":9}]}',
      ['name: Basic; for: ten users and teams', 'name: Basic; note: get Acme Plus today; fee: 9'],
    ],
    [
      '{"days":["ten","twelve","get Acme Plus today","a week"]}',
      ['days: ten, twelve', 'days: get Acme Plus today', 'days: a week'],
    ],
    ['{"tags":["a","b"],"none":null}', ['tags: a, b', 'none: null']],
    [
      '{"get Acme Plus today":"It is paid. It is done."}',
      ['get Acme Plus today: It is paid.', 'It is done.'],
    ],
    [
      '{"Get Acme Plus today":{"x":{"about":"Refunds take days."}},"Get Acme Max now":{"a":1,"b":2}}',
      ['Get Acme Plus today', 'about: Refunds take days.', 'Get Acme Max now', 'a: 1; b: 2'],
    ],
    [
      '{"x":{"Get acme plus › days":"ten days"},"Get acme max now":[{"a":"ten days"},{"b":"two weeks"}]}',
      ['Get acme plus › days: ten days', 'Get acme max now', 'a: ten days', 'b: two weeks'],
    ],
    ['{"days_until_refund":"Ten days"}', ['days_until_refund: Ten days']],
    ['{"answer":"It is paid. I like \\"cats\\"."}', ['It is paid.', 'I like "cats".']],
    ['{"deep":{"city":"Rome","at":{"hour":3}}}', ['deep › city: Rome', 'hour: 3']],
    ['```json\n{"a":1,"b":"x"}\n```', ['a: 1', 'b: x']],
    ['[]', ['[]']],
    ['{}', ['{}']],
    ['{not json}', ['{not json}']],
  ])('%j', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });

  test('a string with escapes is quoted as it stands in the answer', () => {
    const answer = '{"answer":"It is paid. I like \\"cats\\" \\u00e4."}';
    expect(segmentAnswer(answer).map(({ start, end }) => answer.slice(start, end).trim())).toEqual([
      'It is paid.',
      'I like \\"cats\\" \\u00e4.',
    ]);
  });
});

test('units are in order, do not overlap, and are never missing where there is text', () => {
  const part = fc.constantFrom(
    '- ',
    '1. ',
    '# ',
    '```',
    '| a | b |',
    '|---|---|',
    '\n',
    '\n\n',
    ' ',
    'It is. ',
    'e.g. ',
    '{"a":',
    '}',
    '"x"',
    '会議です。',
    '> ',
    '**b**',
    'Sure!',
    'Note: y',
    '\t',
    '\\',
    '---',
    '🙂',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.array(part, { maxLength: 40 }).map((list) => list.join('')),
      ),
      (answer) => {
        const units = segmentAnswer(answer);
        expect(units.length > 0).toBe(answer.trim() !== '');
        let from = 0;
        for (const { start, end, text } of units) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(answer.length);
          expect(text.trim()).not.toBe('');
          from = end;
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('deeply nested JSON is one unit, not a crash', () => {
  const answer = `${'['.repeat(3000)}1${']'.repeat(3000)}`;
  expect(segmentAnswer(answer)).toHaveLength(1);
});

test('lines that hold no end of a sentence cost no look for one: there may be thousands', () => {
  const looked = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    expect(segmentAnswer('/a\n'.repeat(2000))).toHaveLength(2000);
    expect(looked).not.toHaveBeenCalled();
    expect(segmentAnswer('Es ist blau。Ist es groß？').length + looked.mock.calls.length).toBeGreaterThan(1);
  } finally {
    looked.mockRestore();
  }
});

test.each(['.', '!', '?', '。', '？', '।', '؟', '‼', '\u2028'])('%j may still end a sentence', (mark) => {
  expect(segmentAnswer(`It is blue${mark} Paris is big`).length).toBe(2);
});
