import { describe, expect, it } from 'vitest';
import { scoreOf } from './ask.js';
import { DONE, FILLED, flat, LOOKS_ALIKE, SHORT, WORDED } from './rows.js';

describe('answers that belong to what was asked', () => {
  it.each(flat(SHORT))('short: $input → $answer', async (row) => {
    expect(await scoreOf(row)).toBeGreaterThan(0.8);
  });

  it.each(flat(FILLED))('filled in: $input → $answer', async (row) => {
    expect(await scoreOf(row)).toBe(1);
  });

  it.each(flat(LOOKS_ALIKE))('not what looks alike: $input → $answer', async (row) => {
    expect(await scoreOf(row)).toBeLessThan(0.5);
  });

  it.each(flat(WORDED))('worded: $input → $answer', async (row) => {
    expect(await scoreOf(row)).toBeGreaterThan(0.7);
  });

  it.each(flat(DONE))('done: $input → $answer', async (row) => {
    expect(await scoreOf(row)).toBeGreaterThan(0.7);
  });

  it('reads a follow-up against the turns before it', async () => {
    const history = [
      { role: 'user', content: 'What is the capital of France?' },
      { role: 'assistant', content: 'Paris' },
    ];
    expect(await scoreOf({ input: 'And of Germany?', answer: 'Berlin', history })).toBe(1);
    const order = [
      { role: 'user', content: 'My charging cable is broken.' },
      { role: 'assistant', content: 'Shall I order a replacement cable?' },
    ];
    const answer = 'The replacement cable ships tomorrow.';
    expect(await scoreOf({ input: 'Yes please', answer, history: order })).toBe(1);
    expect(await scoreOf({ input: 'Yes please', answer })).toBe(0);
  });

  it('lets a sentence go on about the relevant one before it, and no further', async () => {
    const input = 'What is your refund policy?';
    const first = 'You can return any item within 30 days for a refund.';
    for (const next of ['It must be unused.', 'The item must still have its label.']) {
      expect(await scoreOf({ input, answer: `${first} ${next}` }), next).toBe(1);
    }
    for (const next of [
      'Upgrade to Premium today and save 20% on every item!',
      'I love long walks on the beach.',
    ]) {
      expect(await scoreOf({ input, answer: `${first} ${next}` }), next).toBe(0.5);
    }
    expect(await scoreOf({ input, answer: 'It must be unused.' })).toBe(0);
  });
});
