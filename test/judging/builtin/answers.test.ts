import { describe, expect, it } from 'vitest';
import { labelsOf, scoreOf } from './ask.js';

describe('answers that fit what was asked', () => {
  it.each([
    ['What is the capital of France?', 'Paris'],
    ['What is the capital of France?', '**Paris**'],
    ['What is the capital of France?', 'The capital of France is Paris.'],
    ['Who wrote Hamlet?', 'William Shakespeare'],
    ['When did the war end?', 'In 1945.'],
    ['How long does delivery take?', '3-5 business days'],
    ['Is the store open on Sundays?', 'Yes, from 10 to 4.'],
    ['Where can I park?', 'Behind the building.'],
    ['Why is the sky blue?', 'Because of Rayleigh scattering.'],
    ['Name three primary colours', 'Red, yellow and blue'],
    ['What plans do you offer?', '| Plan | Price |\n|---|---|\n| Basic | 5 |\n| Pro | 12 |'],
    ['Do I get a refund after cancelling?', 'Refunds are paid after the cancellation.'],
    ['Wie kann ich kündigen?', 'Die Kündigungsfrist beträgt zehn Tage.'],
    ['返金はいつ届きますか?', '返金は五営業日以内に行われます。'],
    ['フランスの首都はどこですか?', 'パリ'],
    ['ما هي عاصمة فرنسا؟', 'عاصمة فرنسا هي باريس.'],
  ])('%s → %s', async (input, output) => {
    expect(await scoreOf({ input, output })).toBeGreaterThan(0.8);
  });

  it.each([
    ['List my agents', '- Billing bot\n- Research bot'],
    ['List my agents', '[{"name":"mailer","status":"active"},{"name":"scout","status":"paused"}]'],
    ['List my agents', '| Name | Status |\n|---|---|\n| Mailer | active |'],
    ['List my agents', 'No agents found.'],
    ['Show me all open tickets', 'None.'],
    ['Schedule a meeting with Noor', 'Title: Team sync\nStart: 2026-03-02 10:00\nLocation: Room 4'],
    ['Schedule a meeting with Noor', 'Booked for Tuesday at 3 pm.'],
    ['Delete user 42', 'Done.'],
  ])('%s → %s', async (input, output) => {
    expect(await scoreOf({ input, output })).toBeGreaterThan(0.7);
  });

  const MAIL =
    'From: dana@shop.example\nSubject: help!!\n\nHi,\nsince this morning nobody in our office can get into their accounts. We have payroll due at noon. Please fix this quickly.\nDana';

  it.each([
    'Priority: high\nCategory: login\nSummary: Entire staff locked out ahead of a deadline\nAction: escalate to on-call',
    'Customer reports a total lockout; wants it resolved urgently.',
    '🔴 P1 · Access outage · Whole site blocked · Needs response before 12:00',
  ])('an email → a triage summary: %s', async (output) => {
    expect(await scoreOf({ input: MAIL, output })).toBeGreaterThan(0.6);
    expect(await scoreOf({ input: 'What is the capital of France?', output })).toBe(0);
  });

  it('reads a short follow-up with the turns before it', async () => {
    const asked = { input: 'And to an island?', output: 'Delivery takes two days longer there.' };
    const history = [
      { role: 'user' as const, content: 'How long does a delivery take?' },
      { role: 'assistant' as const, content: 'Three to five days.' },
    ];
    expect(await scoreOf({ ...asked, history })).toBe(1);
    expect(await scoreOf(asked)).toBe(0);
  });

  it('lets a sentence continue the relevant one before it, and no other', async () => {
    const input = 'What is your refund policy?';
    const first = 'You can return any item within 30 days for a refund.';
    for (const next of ['It must be unused.', 'The item must still have its label.']) {
      expect(await labelsOf({ input, output: `${first} ${next}` }), next).toEqual(['yes', 'yes']);
    }
    expect(await labelsOf({ input, output: `${first} I love long walks.` })).toEqual(['yes', 'no']);
    expect(await scoreOf({ input, output: 'It must be unused.' })).toBe(0);
  });

  it('never calls a tool call irrelevant, nor a statement that touches the task', async () => {
    const task = 'Answers questions about parcels.';
    const toolCalls = [{ name: 'query', arguments: { sql: 'select 1' }, result: [] }];
    const output = 'Your order is on its way. Parcels leave the warehouse at noon.';
    expect(await labelsOf({ task, input: 'Where is my order?', output, toolCalls })).toEqual([
      'yes',
      'unsure',
      'unsure',
    ]);
  });
});
