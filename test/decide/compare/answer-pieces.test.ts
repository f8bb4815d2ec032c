import { describe, expect, it } from 'vitest';
import {
  type AnswerPiece,
  buildAnswerPieces,
  renderToolCallText,
} from '../../../src/decide/compare/answer-pieces.js';
import type { ToolCall } from '../../../src/model/case.js';
import type { JudgedStatement } from '../../../src/model/verdict.js';
import { createJudgement, createStatement } from '../../support/records.js';

const unmasked = (call: ToolCall) => call;

function read(
  answer: string,
  statements: readonly JudgedStatement[],
  toolCalls: readonly ToolCall[] = [],
  mask = unmasked,
) {
  return buildAnswerPieces({ judgement: createJudgement({ statements }), answer, toolCalls }, mask);
}

/** Text, verdict and place of each piece. */
const told = ({ pieces }: { readonly pieces: readonly AnswerPiece[] }) =>
  pieces.map(({ text, result, at }) => [text, result, at]);

const called = (quote: string, overrides: Partial<JudgedStatement> = {}) =>
  createStatement(`called ${quote}`, 'yes', { quote, isCall: true, ...overrides });

describe('the pieces of a text', () => {
  it('have the verdict on the same words, with its reason and label', () => {
    const statements = [createStatement('It is open.', 'no', { labelKey: 'k' })];
    expect(read('It is open. Come in.', statements).pieces).toMatchObject([
      { text: 'It is open.', result: 'no', reason: 'judged no', labelKey: 'k', at: 0 },
      { text: 'Come in.', result: null, reason: '', at: 1 },
    ]);
    expect(read('It is open. Come in.', statements).pieces[1]).not.toHaveProperty('labelKey');
  });

  it('that were judged in parts are these parts, found by the piece that they quote or by their words', () => {
    const piece = 'It takes ten days, and try Plus.';
    const quoting = [
      createStatement('It will take ten days', 'yes', { quote: piece }),
      createStatement('Try Plus', 'no', { quote: piece }),
    ];
    expect(told(read(`Hello there. ${piece} Bye now.`, quoting))).toEqual([
      ['Hello there.', null, 0],
      ['It will take ten days', 'yes', 1],
      ['Try Plus', 'no', 1],
      ['Bye now.', null, 2],
    ]);
    const byWords = [createStatement('try Plus', 'no', { quote: 'try Plus' })];
    expect(told(read(`Hello there. ${piece} Bye now.`, byWords))).toEqual([
      ['Hello there.', null, 0],
      ['try Plus', 'no', 1],
      ['Bye now.', null, 2],
    ]);
  });

  it('give each part once, to the first piece that has it', () => {
    const parts = [createStatement('try Plus', 'no')];
    expect(told(read('Ten days, and try Plus. Really, try Plus.', parts))).toEqual([
      ['try Plus', 'no', 0],
      ['Really, try Plus.', null, 1],
    ]);
  });

  it('are followed by the statements that are no part of it', () => {
    const elsewhere = createStatement('It costs 5 €.', 'unsure');
    expect(told(read('It is open.', [createStatement('It is open.'), elsewhere]))).toEqual([
      ['It is open.', 'yes', 0],
      ['It costs 5 €.', 'unsure', null],
    ]);
  });

  it('are shown with their place: in a list of their own, or among the others', () => {
    const { pieces } = read('## Fees\n- None', [createStatement('None')]);
    expect(pieces.map(({ shown, alone }) => [shown, alone])).toEqual([
      ['## Fees', '## Fees'],
      ['- None', 'Fees › - None'],
    ]);
    const [indented] = read('- A\n  - B', []).pieces.slice(1);
    expect([indented?.shown, indented?.alone]).toEqual(['  - B', 'A › - B']);
    expect(read('', [createStatement('It is free.')]).pieces[0]).toMatchObject({
      shown: 'It is free.',
      alone: 'It is free.',
    });
  });

  it('are listed once in each place, and not without words', () => {
    expect(told(read('Yes. No. Yes. …', []))).toEqual([
      ['Yes.', null, 0],
      ['No.', null, 1],
    ]);
    expect(read('- A\n  - free\n- B\n  - free', []).pieces).toHaveLength(4);
  });
});

describe('tool calls', () => {
  const list = { name: 'list', arguments: { page: 1 }, result: 'a, b' };
  const end = { name: 'end' };

  it('follow the text, each with its verdict', () => {
    const statements = [called('end()', { result: 'no' }), called('list({"page":1})')];
    const { pieces } = read('One. Two.', statements, [list, end]);
    expect(pieces.slice(2)).toMatchObject([
      { text: 'called list({"page":1})', shown: 'list({"page":1})', isCall: true, result: 'yes', at: 2 },
      { text: 'called end()', shown: 'end()', alone: 'end()', isCall: true, result: 'no', at: 3 },
    ]);
    expect(told(read('', [], [list]))).toEqual([['called list({"page":1})', null, 0]]);
  });

  it('that a record names only in its statements have no place', () => {
    expect(told(read('Done.', [createStatement('Done.'), called('end()')]))).toEqual([
      ['Done.', 'yes', 0],
      ['called end()', 'yes', null],
    ]);
    expect(told(read('', [called('list({"page":1})'), called('end()')], [list]))).toEqual([
      ['called list({"page":1})', 'yes', 0],
      ['called end()', 'yes', null],
    ]);
  });

  it('are the same if they differ only in what is masked, and are told with what they had', () => {
    const mask = ({ name }: ToolCall) => ({ name });
    const [one, two] = [1, 2].map((page) => read('', [], [{ name: 'list', arguments: { page } }], mask));
    expect(one?.pieces[0]).toMatchObject({ shown: 'list()', text: 'called list({"page":1})' });
    expect(two?.pieces[0]?.id).toBe(one?.pieces[0]?.id);
  });

  it('are no text, though they have the same words', () => {
    const [text] = read('end()', []).pieces;
    const [call] = read('', [], [end]).pieces;
    expect(text?.shown).toBe(call?.shown);
    expect(text?.id).not.toBe(call?.id);
  });

  it('are rendered without their results', () => {
    expect(renderToolCallText(list)).toBe('list({"page":1})');
  });
});

describe('answers', () => {
  it('are the same if their pieces are, whatever the judge said of them', () => {
    const answer = 'It is open. Come in.';
    const { answerId } = read(answer, [createStatement('It is open.', 'no')]);
    expect(answerId).not.toBe('');
    expect(read('It is  open.\n\nCome in.', []).answerId).toBe(answerId);
    expect(read('Come in. It is open.', []).answerId).not.toBe(answerId);
  });

  it('without a piece are all alike', () => {
    expect(read('', [])).toEqual({ answerId: '', pieces: [] });
  });

  it.each<[what: string, one: string, two: string, same: boolean]>([
    ['another closing sign', 'It is open.', 'It is open!', true],
    ['a struck out piece', 'It is open.', '~~It is open.~~', false],
    ['a ticked box', '- [ ] Milk', '- [x] Milk', false],
    ['another sign in code', '```\na = 1\n```', '```\na  = 1\n```', false],
    ['another heading above it', '## A\n- Milk', '## B\n- Milk', false],
  ])('%s', (_, one, two, same) => {
    const [a, b] = [one, two].map((answer) => read(answer, []).pieces.at(-1)?.id);
    expect(a === b).toBe(same);
  });
});
