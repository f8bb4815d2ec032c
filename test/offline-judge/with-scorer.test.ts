import { describe, expect, it } from 'vitest';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { createBuiltinJudge } from '../../src/offline-judge/builtin-judge.js';
import type { ToolCall } from '../../src/ports/dataset.js';
import { answerRelevancy } from '../../src/scorers/prebuilt/answer-relevancy/answer-relevancy.js';
import { MAILS } from './mails.js';
import { DONE, flat, SHORT, WORDED } from './rows.js';

type Asked = {
  readonly input: string;
  readonly answer: string;
  readonly task?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly salt?: string;
};

async function judge({ input, answer, task, toolCalls, salt = 'a' }: Asked) {
  const scorer = answerRelevancy.create({
    judge: createBuiltinJudge(),
    store: createVerdictStore(),
    options: answerRelevancy.about.options.parse({}),
    salt,
  });
  return scorer.score(
    {
      task: task ?? null,
      history: [],
      input,
      answer: { status: 'answered', output: answer, toolCalls: toolCalls ?? [], finish: 'stop' },
    },
    { signal: new AbortController().signal },
  );
}

async function score(asked: Asked): Promise<number> {
  const judgement = await judge(asked);
  if (judgement.status !== 'scored') throw new Error(`${judgement.kind}: ${judgement.reason}`);
  return judgement.score;
}

describe('answer relevancy by the built-in judge', () => {
  it.each(flat(SHORT))('short: $input → $answer', async (row) => {
    expect(await score(row)).toBeGreaterThan(0.8);
  });

  it.each(flat([...WORDED, ...DONE]))('$input → $answer', async (row) => {
    expect(await score(row)).toBeGreaterThan(0.7);
  });

  it('gives triage summaries above 0.6 each', async () => {
    for (const { mail, summaries } of MAILS) {
      for (const answer of summaries) {
        expect(
          await score({ input: mail, answer, task: 'Triages mail into summaries.' }),
          answer,
        ).toBeGreaterThan(0.6);
      }
    }
  });

  it('gives off-topic answers at most 0.1', async () => {
    const requests = [
      'What is the capital of France?',
      'List my agents',
      'Schedule a meeting',
      MAILS[0]?.mail ?? '',
    ];
    const answers = [
      'Bananas are rich in potassium.',
      'I love hiking. Cats are wonderful pets.',
      '- Dogs bark loudly.\n- Honey never spoils.',
    ];
    for (const input of requests) {
      for (const answer of answers) {
        const task = 'Answers questions and triages mail.';
        expect(await score({ input, answer, task }), `${input} → ${answer}`).toBeLessThanOrEqual(0.1);
      }
    }
  });

  it('scores an answer whatever the run draws', async () => {
    // One control sentence speaks of a festival that ended, and “ended” has the stem of “end”.
    const input = 'Do I get a refund when I end my subscription early?';
    const answer =
      'We refund unused days. The refund takes a week. You see it in your account. It goes to the card.';
    const drawn = Array.from({ length: 1_000 }, (_, index) => judge({ input, answer, salt: `${index}` }));
    const unscored = (await Promise.all(drawn)).filter(({ status }) => status !== 'scored');
    expect(unscored).toEqual([]);
  });

  it('judges an answer that is a tool call only', async () => {
    const event = {
      name: 'create_event',
      arguments: { title: 'Sync', start: '10:00' },
      result: { id: 'e1', status: 'confirmed' },
    };
    expect(await score({ input: 'Schedule a meeting', answer: '', toolCalls: [event] })).toBe(1);
    const agents = { name: 'list_agents', arguments: {}, result: [{ name: 'mailer' }] };
    expect(await score({ input: 'List my agents', answer: '', toolCalls: [agents] })).toBe(1);
    const other = { name: 'play_music', arguments: { song: 'Waltz' }, result: 'playing' };
    expect(await score({ input: 'List my agents', answer: '', toolCalls: [other] })).toBe(0);
  });
});
