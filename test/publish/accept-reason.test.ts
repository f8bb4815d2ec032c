import { expect, test } from 'vitest';
import { findAcceptReason } from '../../src/publish/comment.js';

function says(...said: readonly (readonly [string | null, string])[]) {
  return said.map(([author, body], id) => ({ id, author, body, writtenByUs: false, url: '' }));
}

test.each([
  [
    'the newest of the same person',
    says(['ann', '/prompt-regression accept old'], ['ann', '/prompt-regression accept new']),
    'new',
  ],
  ['whatever the case of the login', says(['Ann', '/prompt-regression accept yes']), 'yes'],
  ['of one line only', says(['ann', 'Hello.\r\n/prompt-regression  accept  one line \r\nmore']), 'one line'],
  [
    'not of anybody else',
    says(['ann', '/prompt-regression accept mine'], ['rob', '/prompt-regression accept his']),
    'mine',
  ],
  [
    'not without words',
    says(['ann', '/prompt-regression accept words'], ['ann', '/prompt-regression accept']),
    'words',
  ],
  ['not where it is quoted', says(['ann', '> /prompt-regression accept quoted']), null],
  ['not of another command', says(['ann', '/prompt-regression acceptance x']), null],
  ['not of a deleted account', says([null, '/prompt-regression accept x']), null],
])('a reason is %s', (_, comments, reason) => {
  expect(findAcceptReason(comments, 'ann')).toBe(reason);
});
