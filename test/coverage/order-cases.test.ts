import { expect, it } from 'vitest';
import { orderByNearness } from '../../src/coverage/order-cases.js';

const CASES = [
  { id: 'hours', text: 'When do you open on Sunday?' },
  { id: 'refund', text: 'How do I get a refund for a broken lamp?' },
  { id: 'delivery', text: 'How long does delivery to Spain take?' },
];

it.each<[paragraph: string, first: string]>([
  ['Refunds are paid within 14 days; a broken lamp is replaced.', 'refund'],
  ['Delivery to Spain takes a week.', 'delivery'],
])('the case that shares most words is first: %s', (paragraph, first) => {
  expect(orderByNearness(paragraph, CASES)[0]).toBe(first);
});

it('a long paragraph is near to the short question that it answers', () => {
  const paragraph = `Be kind and brief. ${'Speak of lamps, chairs and tables. '.repeat(5)}We open on Sunday at nine.`;
  expect(orderByNearness(paragraph, CASES)[0]).toBe('hours');
});

it('equal cases keep their order, and none is lost', () => {
  expect(orderByNearness('Zebra.', CASES)).toEqual(['hours', 'refund', 'delivery']);
  expect(orderByNearness('', [])).toEqual([]);
});
