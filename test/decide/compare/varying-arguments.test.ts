import { expect, it } from 'vitest';
import { maskVaryingArguments } from '../../../src/decide/compare/varying-arguments.js';

const call = (name: string, given?: unknown) => ({ name, arguments: given });

it('masks what differs between the runs, and nothing else', () => {
  const mask = maskVaryingArguments([
    [call('book', { room: 'Oslo', ref: 'a1', who: { id: 1, team: 'x' } })],
    [call('book', { room: 'Oslo', ref: 'b7', who: { id: 2, team: 'x' } })],
  ]);
  expect(mask(call('book', { room: 'Rome', ref: 'c3', who: { id: 9, team: 'y' } }))).toEqual(
    call('book', { room: 'Rome', ref: '…', who: { id: '…', team: 'y' } }),
  );
  expect(mask(call('other', { ref: 'c3' }))).toEqual(call('other', { ref: 'c3' }));
  expect(mask({ name: 'book' })).toEqual({ name: 'book' });
});

it.each([
  ['one run', [[call('find', { q: 'a' })]]],
  [
    'the same calls in another order',
    [
      [call('find', { q: 'a' }), call('find', { q: 'b' })],
      [call('find', { q: 'b' }), call('find', { q: 'a' })],
    ],
  ],
  [
    'a run with one call more',
    [[call('find', { q: 'a' })], [call('find', { q: 'a' }), call('find', { q: 'b' })]],
  ],
  ['a run without the call', [[call('find', { q: 'a' })], []]],
])('masks nothing after %s', (_, runs) => {
  expect(maskVaryingArguments(runs)(call('find', { q: 'a' }))).toEqual(call('find', { q: 'a' }));
});

it('reads arguments in JSON, and takes other values and lists as a whole', () => {
  const mask = maskVaryingArguments([
    [call('find', '{"q":"a","tags":[1,2]}'), call('say', 'hello')],
    [call('find', '{"q":"a","tags":[1,3]}'), call('say', 'hi')],
  ]);
  expect(mask(call('find', '{"q":"a","tags":[1]}'))).toEqual(call('find', { q: 'a', tags: '…' }));
  expect(mask(call('say', 'bye'))).toEqual(call('say', '…'));
});
