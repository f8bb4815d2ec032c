import { describe, expect, it } from 'vitest';
import { contentKeys, readWords, sharedKeys } from '../../src/offline-judge/tokens.js';
import { scoreOf } from './ask.js';
import { MAILS } from './mails.js';

const WAYS = [
  { name: 'by the task', wrap: (mail: string) => mail, task: 'Turns customer mail into a triage summary.' },
  {
    name: 'by a task among others',
    wrap: (mail: string) => mail,
    task: 'Answers questions, schedules meetings and triages emails into summaries.',
  },
  { name: 'by nothing but its form', wrap: (mail: string) => mail, task: null },
  { name: 'by the input', wrap: (mail: string) => `Triage this email:\n\n${mail}`, task: null },
  {
    name: 'as a summary for a channel',
    wrap: (mail: string) => `Summarize this email for the team channel.\n\n${mail}`,
    task: null,
  },
];

const rows = MAILS.flatMap(({ topic, mail, summaries }) =>
  summaries.flatMap((answer) =>
    WAYS.map(({ name, wrap, task }) => ({ topic, name, answer, input: wrap(mail), task })),
  ),
);

describe('a mail turned into a triage summary', () => {
  it.each(rows)('$topic, $name: $answer', async ({ input, answer, task }) => {
    expect(await scoreOf({ input, answer, task })).toBeGreaterThan(0.6);
  });

  it('is not pinned to the floor where it shares no word with its mail', async () => {
    const { mail, summaries } = MAILS[0] ?? { mail: '', summaries: [] };
    const summary = summaries.find((text) => text.startsWith('*Urgent*')) ?? '';
    const keys = contentKeys(readWords(mail));
    expect(sharedKeys(keys, contentKeys(readWords(summary)))).toEqual([]);
    expect(await scoreOf({ input: mail, answer: summary, task: 'Triages mail.' })).toBe(1);
  });

  it('does not take plain letters for structure', async () => {
    const mail = MAILS[1]?.mail ?? '';
    for (const answer of [
      'abc',
      'lorem ipsum dolor',
      'xyz\nqrs\ntuv',
      'The moon orbits the earth',
      'Plain letters with no meaning at all.',
    ]) {
      expect(await scoreOf({ input: mail, answer, task: 'Triages mail.' }), answer).toBeLessThanOrEqual(0.1);
    }
  });

  it('does not lend the form of a summary to a question', async () => {
    expect(
      await scoreOf({ input: 'What is the capital of France?', answer: 'Priority: high\nCategory: login' }),
    ).toBe(0);
  });
});
