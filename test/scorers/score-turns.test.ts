import { expect, test } from 'vitest';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { joinTurns, type Turn } from '../../src/model/answer.js';
import { listTurnRequests, scoreTurns } from '../../src/scorers/score-turns.js';
import { isStatementScorer, type ScoreRequest } from '../../src/scorers/scorer.js';
import { labeller, requestOf, scoredOf } from '../support/item-scorers.js';
import { isControl } from '../support/judges.js';
import { relevancy } from '../support/relevancy.js';

const say = (input: string, output: string): Turn => ({ input, output, toolCalls: [], finish: 'stop' });

function talk(...turns: readonly Turn[]): ScoreRequest {
  const answer = joinTurns(turns, {});
  if (answer.status === 'failed') throw new Error(answer.message);
  return { ...requestOf({ output: '' }), answer };
}

const TALK = talk(
  say('Where is my order?', 'It left on Monday. It may arrive on Friday.'),
  say('What does it cost?', 'Nothing but the postage. Our cat sends her love.'),
);
const signal = new AbortController().signal;

function openScorer(store = createVerdictStore()) {
  const chat = labeller((item) => (isControl(item) || item.includes('cat') ? 'no' : 'yes'));
  const scorer = scoreTurns(relevancy(chat, { store }));
  if (!isStatementScorer(scorer)) throw new Error('it judges no statements');
  return { scorer, chat };
}

test('each turn is judged with the earlier ones, and the score is their mean', async () => {
  const { scorer, chat } = openScorer();
  const judged = scoredOf(await scorer.score(TALK, { signal }));
  expect(judged).toMatchObject({ score: 0.75, turns: [{ score: 1 }, { score: 0.5 }] });
  expect(judged.statements.map(({ turn, text }) => [turn, text])).toEqual([
    [1, 'It left on Monday.'],
    [1, 'It may arrive on Friday.'],
    [2, 'Nothing but the postage.'],
    [2, 'Our cat sends her love.'],
  ]);
  expect(listTurnRequests(TALK)[1]).toMatchObject({
    input: 'What does it cost?',
    history: [
      { role: 'user', content: 'Where is my order?' },
      { role: 'assistant', content: 'It left on Monday. It may arrive on Friday.' },
    ],
  });
  expect(chat.requests).toHaveLength(2);
});

test('the same conversation costs nothing, and another first answer makes the second turn another question', async () => {
  const { scorer, chat } = openScorer();
  await scorer.score(TALK, { signal });
  await scorer.score(TALK, { signal });
  expect(chat.requests).toHaveLength(2);
  const [, second = say('', '')] = TALK.answer.turns ?? [];
  await scorer.score(talk(say('Where is my order?', 'Ask the carrier.'), second), { signal });
  expect(chat.requests).toHaveLength(4);
});

test('a second look and labels change only the turn that they are about', async () => {
  const { scorer } = openScorer();
  const judged = scoredOf(await scorer.score(TALK, { signal }));
  const keys = new Set(judged.statements.map(({ key }) => key));
  expect(new Set((await scorer.judgeAgain(TALK, { keys, draw: 1 }, { signal })).keys())).toEqual(keys);
  const bad = judged.statements.at(-1)?.key ?? '';
  const better = scorer.withVerdicts(judged, new Map([[bad, { result: 'yes', reason: 'Asked for.' }]]));
  expect(better).toMatchObject({ score: 1, turns: [{ score: 1 }, { score: 1 }] });
});

test('a turn without a score leaves the case without one, and names the turn', async () => {
  const { scorer } = openScorer();
  const lost = { ...say('And?', ''), finish: 'length' } as const;
  expect(await scorer.score(talk(say('Where?', 'It left on Monday.'), lost), { signal })).toMatchObject({
    status: 'unscored',
    kind: 'length',
    reason: expect.stringMatching(/^turn 2: the answer is empty/),
  });
});

test('the reason leaves out turns whose scorer gave none', async () => {
  const { fingerprint, id } = openScorer().scorer;
  const own = scoreTurns({
    fingerprint,
    id,
    score: async ({ input }) => {
      const reason = input === 'What does it cost?' ? 'It names a price.' : '';
      return { status: 'scored', score: 1, reason, statements: [], flags: [] };
    },
  });
  expect(await own.score(TALK, { signal })).toMatchObject({ reason: 'Turn 2: It names a price.' });
});
