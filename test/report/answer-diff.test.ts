import { expect, it } from 'vitest';
import type { PieceLink } from '../../src/model/comparison.js';
import { type DiffLine, diffAnswers, titleTurns } from '../../src/report/model/answer-diff.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.js';
import { createPairedCase, createStatementChange } from '../support/records.js';

type Change = Parameters<typeof createStatementChange>[0];

const link = (base: number, head: number, kind: PieceLink['kind'] = 'said'): PieceLink => ({
  base,
  head,
  kind,
});
const answered = (output: string, toolCalls: readonly string[] = []) =>
  ({ status: 'answered', output, toolCalls }) as const;

function diff(
  base: string,
  head: string,
  links: readonly PieceLink[] | null,
  changes: readonly Change[] = [],
): readonly string[] {
  const pair = createPairedCase('a', {
    baseAnswer: answered(base),
    headAnswer: answered(head),
    links,
    statements: changes.map((change) => createStatementChange({ reason: '', ...change })),
  });
  return diffAnswers(pair, 'irrelevant').map(render);
}

function render({ sign, text, mark, base }: DiffLine): string {
  const was = base === undefined || base === text ? '' : ` ← ${base}`;
  return `${sign} ${text}${mark === '' ? '' : ` (${mark})`}${was}`;
}

it('pairs lines by the numbers of the judge: a reworded statement is one line', () => {
  expect(diff('It is free. Come in.', 'Come in. No cost at all.', [link(0, 1), link(1, 0)])).toEqual([
    '  Come in.',
    '  No cost at all. ← It is free.',
  ]);
});

it('shows a statement that two say, and two that one says, once', () => {
  expect(diff('Ann and Bob. Cid.', 'Ann. Bob. Cid.', [link(0, 0), link(0, 1), link(1, 2)])).toEqual([
    '  Ann. ← Ann and Bob.',
    '  Bob. ← ',
    '  Cid.',
  ]);
  expect(diff('Ann. Bob.', 'Ann and Bob.', [link(0, 0), link(1, 0)])).toEqual(['  Ann and Bob. ← Ann. Bob.']);
});

it('shows what tells it otherwise beside it', () => {
  const changes = [
    { kind: 'says-otherwise', text: 'It is free.', otherText: 'It costs 5 €.', confirmed: true },
  ] as const;
  expect(
    diff(
      'Hi. It is free. Bye.',
      'It costs 5 €. Hi. Bye.',
      [link(0, 1), link(1, 0, 'contradicted'), link(2, 2)],
      changes,
    ),
  ).toEqual(['- It is free. (contradicted)', '+ It costs 5 €.', '  Hi.', '  Bye.']);
});

it('shows a part that only another run keeps as kept', () => {
  expect(diff('Free in May.', 'Free.', [link(0, 0, 'partly')])).toEqual(['  Free. ← Free in May.']);
  const changes = [
    { kind: 'partly-lost', text: 'Free in May.', reason: 'in May', confirmed: false },
  ] as const;
  expect(diff('Free in May.', 'Free.', [link(0, 0, 'partly')], changes)).toEqual([
    '- Free in May. (possibly partly dropped: in May)',
    '+ Free.',
  ]);
});

it('has a word of its own for what takes back or restricts', () => {
  const links = [link(0, 0), link(0, 2, 'takes-back'), link(1, 1), link(1, 2, 'takes-back')];
  const change = (text: string, confirmed: boolean) =>
    ({ kind: 'says-otherwise', effect: 'takes-back', text, otherText: 'Over.', confirmed }) as const;
  const lines = (confirmed: boolean) =>
    diff('Free. Fast.', 'Free. Fast. Over.', links, [change('Free.', confirmed), change('Fast.', confirmed)]);
  expect(lines(true)).toEqual(['  Free.', '  Fast.', '+ Over. (takes back “Free.” and 1 more)']);
  expect(lines(false)[2]).toBe('+ Over. (possibly takes back “Free.” and 1 more)');
  const restricted = [
    { kind: 'partly-lost', effect: 'restricts', text: 'Free.', otherText: 'Not in May.', confirmed: true },
  ] as const;
  expect(diff('Free.', 'Free. Not in May.', [link(0, 0), link(0, 1, 'restricts')], restricted)).toEqual([
    '  Free.',
    '+ Not in May. (restricts “Free.”)',
  ]);
  // The fact itself is gone too, in other words of another run.
  expect(diff('Free.', 'Not in May.', [link(0, 0, 'restricts')], restricted)).toEqual([
    '- Free. (restricted)',
    '+ Not in May. (restricts “Free.”)',
  ]);
});

it('shows tool calls with their names', () => {
  const pair = createPairedCase('a', {
    baseAnswer: answered('Done.', ['book({"room":"Oslo"})', 'invite({})']),
    headAnswer: answered('Done.', ['book({"room":"Oslo"})', 'mail({})']),
    links: [link(0, 0), link(1, 1)],
    statements: [
      createStatementChange({ kind: 'lost', text: 'called invite({})', reason: '', confirmed: true }),
    ],
  });
  expect(diffAnswers(pair, 'irrelevant').map(render)).toEqual([
    '  Done.',
    '  called book({"room":"Oslo"})',
    '- called invite({}) (dropped)',
    '+ called mail({})',
  ]);
});

it('without links the same words belong together', () => {
  expect(diff('Ann. Bob. Cid.', 'Cid. Ann. Dan.', null)).toEqual(['  Cid.', '  Ann.', '- Bob.', '+ Dan.']);
});

it('calls nothing new that an unkept answer of the base may have, except what the comparison found', () => {
  const pair = createPairedCase('a', {
    base: 100,
    baseAnswer: null,
    headAnswer: answered('Refunds are free. Try Plus.'),
    links: [],
    statements: [
      createStatementChange({ kind: 'newly-irrelevant', text: 'Try Plus.', reason: '' }),
      createStatementChange({ kind: 'lost', text: 'Returns too.', reason: '', confirmed: true }),
    ],
  });
  expect(diffAnswers(pair, 'irrelevant').map(render)).toEqual([
    '  Refunds are free.',
    '+ Try Plus. (irrelevant)',
    '- Returns too. (dropped)',
  ]);
  // Without a score of the base, all of the answer is new.
  const first = diffAnswers({ ...pair, base: null, statements: [] }, 'irrelevant').map(render);
  expect(first).toEqual(['+ Refunds are free.', '+ Try Plus.']);
});

it('an irrelevant sentence that is new stands for itself', () => {
  const changes = [{ kind: 'newly-irrelevant', text: 'Try Plus.' }] as const;
  expect(diff('Free.', 'Free. Try Plus.', [link(0, 0), link(0, 1)], changes)).toEqual([
    '  Free.',
    '+ Try Plus. (irrelevant)',
  ]);
});

it('shows an answer of very many pieces as a whole, if nothing links it to the other one', () => {
  const many = Array.from({ length: 1_001 }, (_, at) => `Point ${at}.`).join(' ');
  expect(diff('Hi.', many, null)).toEqual(['- Hi.', `+ ${many}`]);
  expect(diff('Hi.', many, [])).toHaveLength(1_002);
});

it('takes time that grows with the number of pieces and changes', () => {
  const pairOf = (size: number) => {
    const points = (name: string) => Array.from({ length: size }, (_, at) => `${name} number ${at}.`);
    return createPairedCase('a', {
      baseAnswer: answered(points('Old').join(' ')),
      headAnswer: answered(points('New').join(' ')),
      links: Array.from({ length: size }, (_, at) => link(at, at, at % 2 === 0 ? 'said' : 'partly')),
      statements: points('Old').map((text) => createStatementChange({ kind: 'lost', text, reason: '' })),
    });
  };
  expect(growthOf(pairOf, 100, (pair) => diffAnswers(pair, 'irrelevant'))).toBeLessThan(MAX_LINEAR_GROWTH);
});

it('keeps the turns of a conversation apart, also what a turn lost', () => {
  const conversation = (...outputs: readonly string[]) => {
    const turns = outputs.map((output, at) => ({ input: `Question ${at + 1}?`, output }));
    return { ...answered(outputs.join('\n\n')), turns };
  };
  const pair = createPairedCase('a', {
    baseAnswer: conversation('It is free. Come in.', 'It is free.', 'Bye.'),
    headAnswer: conversation('It is free. Come in.', 'Ask us.', 'Bye.'),
    links: [link(0, 0), link(1, 1), link(3, 3)],
  });
  const titled = titleTurns(diffAnswers(pair, 'irrelevant'), ['Question 1?', 'Question 2?', 'Question 3?']);
  expect(titled.flatMap(({ line, title }) => [...(title === null ? [] : [title]), render(line)])).toEqual([
    '  It is free.',
    '  Come in.',
    'Turn 2: Question 2?',
    '- It is free.',
    '+ Ask us.',
    'Turn 3: Question 3?',
    '  Bye.',
  ]);
});
