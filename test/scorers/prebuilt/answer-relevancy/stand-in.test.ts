import { describe, expect, test } from 'vitest';
import { llmJudge, standIn, withoutPart } from '../../../support/judges.js';
import { createRequest, relevancy, score, scoreOf } from '../../../support/relevancy.js';

/** Judged by a model that decides from nothing but the messages that reach it. */
const scored = async (
  given: { readonly task: string | null; readonly input: string; readonly output: string },
  offTopic: readonly string[] = [],
): Promise<number> => {
  const chat = standIn({ task: given.task, input: given.input, answer: given.output }, offTopic);
  return scoreOf(await score(relevancy(chat), createRequest(given)));
};

const capital = {
  task: 'Answers questions about geography.',
  input: 'What is the capital of France?',
  output: 'Paris',
};

describe('a short answer', () => {
  test('is an answer', async () => {
    expect(await scored(capital)).toBeGreaterThan(0.8);
  });

  test.each(['task', 'input', 'answer'] as const)(
    'is none for a judge who is not shown the %s',
    async (part) => {
      const chat = standIn({ task: capital.task, input: capital.input, answer: capital.output });
      const judgement = await score(relevancy(withoutPart(llmJudge(chat), part)), createRequest(capital));
      expect(scoreOf(judgement)).toBe(0);
    },
  );
});

describe('what the task asks for', () => {
  const triage = {
    task: 'Turns incoming emails into a short summary for the support channel: who, what, how urgent.',
    input:
      'Hi folks, since last night nobody at our office gets past the sign-in page. We have an audit tomorrow morning, so this really hurts. Cheers, Lena',
    output:
      'Priority: urgent\nProblem: complete login outage for one client\nDeadline: external review within a day\nNext step: page the identity team',
  };

  test('a triage summary that shares no word with its email is relevant', async () => {
    expect(await scored(triage)).toBeGreaterThan(0.6);
  });

  test.each([
    ['a list', 'Scout is running.\n- Miner is paused\n- Builder is running'],
    ['nothing to list', 'No agents found.'],
  ])('"List my agents": %s', async (_, output) => {
    expect(await scored({ task: 'Manages agents.', input: 'List my agents', output })).toBeGreaterThan(0.7);
  });

  test('what is off the subject is not, and the rest of the answer does not lift it', async () => {
    const off = [
      'Bananas are berries.',
      'My favourite colour is teal.',
      'Football has eleven players a side.',
    ];
    expect(await scored({ ...capital, output: off.join(' ') }, off)).toBeLessThanOrEqual(0.1);
    expect(await scored({ ...capital, output: `The capital is Paris. ${off.join(' ')}` }, off)).toBe(0.25);
  });
});
