import { describe, expect, test } from 'vitest';
import { llmJudge, readRequest, standIn, withoutPart } from '../../../support/judges.js';
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

  test('stands whole in the request, with what was asked, under numbers', async () => {
    const chat = standIn({ task: capital.task, input: capital.input, answer: capital.output });
    await score(
      relevancy(chat),
      createRequest({ ...capital, history: [{ role: 'user', content: 'Hello there' }] }),
    );
    const seen = readRequest(chat.requests.at(-1)?.messages ?? []);
    expect(seen.data).toMatchObject({
      task: capital.task,
      input: capital.input,
      answer: capital.output,
      conversation: [{ role: 'user', content: 'Hello there' }],
    });
    expect(Object.keys(seen.data.statements ?? {})).toEqual(['s1', 's2']);
    expect(Object.values(seen.data.statements ?? {})).toContain('Paris');
  });
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

  test('a meeting that was scheduled, told by the tool’s event alone', async () => {
    const toolCalls = [
      {
        name: 'create_event',
        arguments: { title: 'Review', start: 'Tuesday 10:00' },
        result: { id: 7, status: 'confirmed' },
      },
    ];
    const chat = standIn({ task: 'Plans meetings.', input: 'Schedule a meeting', answer: '' });
    const request = createRequest({
      task: 'Plans meetings.',
      input: 'Schedule a meeting',
      output: '',
      toolCalls,
    });
    const judgement = await score(relevancy(chat), request);
    expect(judgement).toMatchObject({ status: 'scored', flags: ['tool-calls-only'] });
    expect(chat.requests).toHaveLength(1);
    const { data } = readRequest(chat.requests[0]?.messages ?? []);
    expect(data.tool_calls).toEqual([
      'create_event({"title":"Review","start":"Tuesday 10:00"}) → {"id":7,"status":"confirmed"}',
    ]);
    expect(Object.values(data.statements ?? {}).join()).toContain('create_event');
  });

  test('the event in words', async () => {
    const output = 'The meeting “Review” is on Tuesday at 10:00; both of you were invited.';
    expect(await scored({ task: 'Plans meetings.', input: 'Schedule a meeting', output })).toBeGreaterThan(
      0.7,
    );
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
