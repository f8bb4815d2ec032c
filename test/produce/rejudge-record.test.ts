import { describe, expect, test } from 'vitest';
import { openJudging } from '../../src/judging/open-judging.js';
import { hashTask } from '../../src/judging/record-tasks.js';
import { NO_USAGE } from '../../src/model/answer.js';
import type { Case } from '../../src/model/case.js';
import { ProviderError } from '../../src/model/errors.js';
import { countRejudged, rejudgeRecord } from '../../src/produce/rejudge-record.js';
import { type FakeChat, fakeChat, readRequest, verdictsReply } from '../support/judges.js';
import {
  createCase,
  createFailedSample,
  createRecord,
  createSample,
  createStatement,
} from '../support/records.js';
import { createEffects, createRow, createSuite, LLM_JUDGE } from '../support/suites.js';

const SUITE = createSuite({ judge: LLM_JUDGE });

/** A judge to whom whatever names a cat is irrelevant. */
function strictJudge(): FakeChat {
  return fakeChat(({ messages }) => {
    const seen = readRequest(messages);
    const { answer = '' } = seen.data;
    const decide = (text: string) => (answer.includes(text) && !text.includes('cat') ? 'yes' : 'no');
    return JSON.stringify(verdictsReply(seen.data, decide));
  });
}

const CATS = 'The parcel leaves our house on Monday morning. Our cat sends her love to all customers.';
const TWO_SIDED = createSample({ statements: [createStatement(CATS)], output: CATS });

function rejudge(
  record: Parameters<typeof rejudgeRecord>[0],
  cases: readonly Case[],
  chat: FakeChat,
  options: { readonly tasks?: ReadonlyMap<string, string>; readonly signal?: AbortSignal } = {},
) {
  let seconds = 0;
  const judging = openJudging({ suite: SUITE, chat, salt: 'salt' });
  judging.learn(record);
  const { tasks = new Map(), signal = new AbortController().signal } = options;
  return rejudgeRecord(
    record,
    { cases, tasks, taskSource: 'suite', judging },
    createEffects(chat, {
      now: () => new Date(1000 * seconds++),
      signal,
      version: '9.9.9',
      maxConcurrency: 2,
      redact: (text) => text.replaceAll('hush', '***'),
    }),
  );
}

describe('judging a record again', () => {
  test('gives every answer today`s verdicts, and leaves answers, age and commit as they were', async () => {
    const record = createRecord({
      cases: [createCase('a', { samples: [TWO_SIDED, TWO_SIDED], caseSamples: [TWO_SIDED] })],
      usage: { target: { calls: 9, inputTokens: 1, outputTokens: 1 }, judge: NO_USAGE },
    });
    const chat = strictJudge();
    const judged = await rejudge(record, [createRow('a')], chat);
    const [first] = judged.cases;
    const scores = [...(first?.samples ?? []), ...(first?.caseSamples ?? [])].map(({ judgements }) => {
      const judgement = judgements['answer-relevancy'];
      return judgement?.status === 'scored' ? judgement.score : judgement;
    });
    expect(scores).toEqual([0.5, 0.5, 0.5]);
    expect(first?.samples.map(({ answer }) => answer)).toEqual([TWO_SIDED.answer, TWO_SIDED.answer]);
    expect(judged).toMatchObject({
      createdAt: record.createdAt,
      commit: record.commit,
      target: record.target,
      tool: '9.9.9',
      judge: { name: 'judge', builtin: false },
      stopped: null,
      seconds: 1,
    });
    expect(judged.scorers.map(({ rubric }) => rubric)).not.toEqual(['rubric-1']);
    // One question for three equal answers; nobody asked the agent.
    expect(judged.usage.target).toEqual(NO_USAGE);
    expect(judged.usage.judge.calls).toBe(1);
    expect(chat.requests).toHaveLength(1);
    expect(record.cases[0]?.samples[0]).toBe(TWO_SIDED);
  });

  test('takes history and task from the dataset, by input also where the id is another now', async () => {
    const record = createRecord({ cases: [createCase('old name', { input: 'same', samples: [TWO_SIDED] })] });
    const chat = strictJudge();
    const cases = [
      createRow('other'),
      createRow('new name', { input: 'same', history: [{ role: 'user', content: 'Good day.' }] }),
    ];
    await rejudge(record, cases, chat, { tasks: new Map([['new name', 'Sends parcels.']]) });
    const { data } = readRequest(chat.requests.at(-1)?.messages ?? []);
    expect(data).toMatchObject({ task: 'Sends parcels.', input: 'same', answer: CATS });
    expect(JSON.stringify(data.conversation)).toContain('Good day.');
  });

  test('leaves without a score what the dataset no longer asks, and what was no answer', async () => {
    const record = createRecord({
      cases: [
        createCase('gone', { samples: [TWO_SIDED] }),
        createCase('edited', { input: 'as it was', samples: [TWO_SIDED] }),
        createCase('broken', { samples: [createFailedSample('target', 'it crashed')] }),
        createCase('a', { samples: [TWO_SIDED] }),
      ],
    });
    const cases = [createRow('a'), createRow('edited', { input: 'as it is' }), createRow('broken')];
    const judged = await rejudge(record, cases, strictJudge());
    const statuses = judged.cases.map(({ samples }) => samples[0]?.judgements['answer-relevancy']);
    expect(statuses).toMatchObject([
      { status: 'unscored', kind: 'not-recorded' },
      { status: 'unscored', kind: 'not-recorded' },
      { status: 'unscored', kind: 'target', reason: 'it crashed' },
      { status: 'scored' },
    ]);
    expect(countRejudged(record, cases)).toBe(1);
  });

  test('says that it stopped if the judge is not available', async () => {
    const chat = fakeChat(() => {
      throw new ProviderError('the key hush is wrong', { kind: 'unauthorized' });
    });
    const record = createRecord({ cases: [createCase('a', { samples: [TWO_SIDED] })] });
    const judged = await rejudge(record, [createRow('a')], chat);
    expect(judged.stopped).toEqual({ kind: 'unauthorized', reason: 'the key *** is wrong' });
    expect(judged.cases[0]?.samples[0]?.judgements).toEqual({});
  });

  test('counts answers', () => {
    const silent = createSample({ output: ' ' });
    const record = createRecord({
      cases: [
        createCase('a', { samples: [TWO_SIDED, TWO_SIDED], caseSamples: [TWO_SIDED] }),
        createCase('b', { samples: [silent, silent] }),
        createCase('gone', { samples: [TWO_SIDED] }),
      ],
    });
    expect(countRejudged(record, [createRow('a'), createRow('b')])).toBe(5);
  });

  test('asks only about the case whose task changed, and says under which task it was judged', async () => {
    const record = createRecord({
      cases: [createCase('a', { samples: [TWO_SIDED] }), createCase('b', { samples: [TWO_SIDED] })],
    });
    const cases = [createRow('a'), createRow('b')];
    const before = new Map([
      ['a', 'Sends parcels.'],
      ['b', 'Sends parcels.'],
    ]);
    const first = await rejudge(record, cases, strictJudge(), { tasks: before });
    expect(first.cases.map(({ taskHash }) => taskHash)).toEqual([
      hashTask('Sends parcels.'),
      hashTask('Sends parcels.'),
    ]);
    const chat = strictJudge();
    const tasks = new Map([...before, ['b', 'Sells tea.']]);
    const second = await rejudge(first, cases, chat, { tasks });
    expect(second.cases[0]).toEqual(first.cases[0]);
    expect(second.cases[1]?.taskHash).toBe(hashTask('Sells tea.'));
    // The answer is taken apart as before; its statements are judged under the new task.
    expect(chat.requests.map(({ messages }) => readRequest(messages).data)).toMatchObject([
      { task: 'Sells tea.', input: 'question b' },
    ]);
  });
});
