import { describe } from 'vitest';
import { ProviderError, TRIES } from '../../../src/ports/errors.js';
import { parseItemsReply, SHORTEST_ECHO } from '../../../src/scorers/judged/ask/items-question.js';
import {
  createLaxBudget,
  DEFAULT_LAX_LIMIT,
  judgeItems,
  LARGEST_BATCH,
} from '../../../src/scorers/judged/ask/judge-items.js';
import { createVerdictKeys, STANDS_ALONE } from '../../../src/scorers/judged/ask/verdict-keys.js';
import { CONTROL_POOL } from '../../../src/scorers/judged/controls/control-pool.js';
import { createControlChooser } from '../../../src/scorers/judged/controls/control-statement.js';
import {
  LONGEST_ARGUMENTS,
  LONGEST_RESULT,
  renderToolCall,
} from '../../../src/scorers/judged/define/asked-data.js';
import {
  checkExtraction,
  LEAST_COVERAGE,
  LEAST_QUOTED,
} from '../../../src/scorers/judged/take-apart/check-extraction.js';
import { LEAST_WORDS_ASIDE, segmentAnswer } from '../../../src/scorers/judged/take-apart/segment-answer.js';
import { LEAST_LUMPED_WORDS, LEAST_OWN_WORDS } from '../../../src/scorers/judged/take-apart/unit.js';
import { boundary, testBoundaries } from '../../support/boundaries.js';
import { type SeenData, scriptedJudge, verdictsReply } from '../../support/judges.js';

/** Twenty content words. */
const WORDS =
  'Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango'.split(
    ' ',
  );
const words = (from: number, to: number) => WORDS.slice(from, to).join(' ');

/** What a judge's extraction comes to; each part is quoted, in the quote's words where no text is given. */
function extracted(answer: string, parts: readonly { readonly quote: string; readonly text?: string }[]) {
  const statements = parts.map(({ quote, text = quote }) => ({ quote, text }));
  return checkExtraction({ statements }, { answer, units: segmentAnswer(answer) });
}

describe('statements of an answer', () => {
  testBoundaries({
    'quotes cover 80 % of the content words': boundary({
      constant: LEAST_COVERAGE,
      value: 0.8,
      outcome: (share) =>
        extracted(`${words(0, 20)}.`, [{ quote: words(0, Math.round(20 * share)) }]) !== null,
      below: [LEAST_COVERAGE - 0.05, false],
      above: [LEAST_COVERAGE, true],
    }),
    'three content words that no quote covers are a statement': boundary({
      constant: LEAST_OWN_WORDS,
      value: 3,
      outcome: (left) =>
        extracted(`${words(0, 16)}.\n\n${words(16, 16 + left)}.`, [{ quote: words(0, 16) }])?.length,
      below: [LEAST_OWN_WORDS - 1, 1],
      above: [LEAST_OWN_WORDS, 2],
    }),
    'half of the content words of a statement are those of its quote': boundary({
      constant: LEAST_QUOTED,
      value: 0.5,
      outcome: (share) => {
        const text = `${words(0, Math.round(2 / share) - 2)} lists licences.`;
        return extracted('It lists licences.', [{ quote: 'It lists licences.', text }])?.[0]?.text === text;
      },
      below: [0.4, false],
      above: [LEAST_QUOTED, true],
    }),
    'two parts in one quote are two statements where each says something': boundary({
      constant: LEAST_LUMPED_WORDS,
      value: 2,
      outcome: (second) => {
        const answer = `${words(0, 10)}.\n\n${words(10, 10 + second)}.`;
        return extracted(answer, [{ quote: answer }])?.length;
      },
      below: [LEAST_LUMPED_WORDS - 1, 1],
      above: [LEAST_LUMPED_WORDS, 2],
    }),
    'of the parts of a sentence one may hold fewer than three content words': boundary({
      constant: LEAST_OWN_WORDS,
      value: 3,
      outcome: (each) => {
        const parts = [words(0, 1), words(1, 1 + each), words(10, 20)];
        return extracted(
          `${parts.join(' and ')}.`,
          parts.map((quote) => ({ quote })),
        )?.length;
      },
      below: [LEAST_OWN_WORDS - 1, 2],
      above: [LEAST_OWN_WORDS, 3],
    }),
    'a heading with three content words is a statement': boundary({
      constant: LEAST_OWN_WORDS,
      value: 3,
      outcome: (own) => segmentAnswer(`# ${words(0, own)}\n\n${words(10, 20)}.`).length,
      below: [LEAST_OWN_WORDS - 1, 1],
      above: [LEAST_OWN_WORDS, 2],
    }),
    'so is a courtesy': boundary({
      constant: LEAST_OWN_WORDS,
      value: 3,
      outcome: (own) => segmentAnswer(`${words(10, 20)}. Let me know about ${words(0, own)}!`).length,
      below: [LEAST_OWN_WORDS - 1, 1],
      above: [LEAST_OWN_WORDS, 2],
    }),
    'two new words are too many for thanks, a wish or a second clause': boundary({
      constant: LEAST_WORDS_ASIDE,
      value: 2,
      outcome: (own) =>
        ['Thanks for', 'Have a nice day with', 'Let me know,'].map(
          (courtesy) => segmentAnswer(`${words(10, 20)}. ${courtesy} ${words(0, own)}!`).length,
        ),
      below: [LEAST_WORDS_ASIDE - 1, [1, 1, 1]],
      above: [LEAST_WORDS_ASIDE, [2, 2, 2]],
    }),
  });
});

describe('verdicts', () => {
  type Reply = (statement: string) => 'yes' | 'no' | null;
  /** Asks about so many items; gives the number of questions, or the kind of failure. */
  async function ask(count: number, reply: Reply, laxBudget = createLaxBudget(DEFAULT_LAX_LIMIT)) {
    const items = Array.from({ length: count }, (_, index) => `point ${index + 1}`);
    let questions = 0;
    const judge = scriptedJudge(({ data }) => {
      questions += 1;
      const verdicts = verdictsReply(data as SeenData, (text) =>
        CONTROL_POOL.includes(text) ? 'no' : 'yes',
      );
      return Object.fromEntries(
        Object.entries((data as SeenData).statements ?? {}).map(([key, text]) => {
          const said = reply(text);
          return [key, said === null ? null : { ...verdicts[key], verdict: said }];
        }),
      );
    });
    try {
      await judgeItems({
        judge,
        topic: {
          name: 'test/items',
          rules: 'Rules.',
          context: { answer: 'a' },
          itemsKey: 'statements',
          labels: ['yes', 'no'],
        },
        items,
        chooseControls: createControlChooser({
          salt: 'salt',
          seed: '',
          foreign: items,
          sources: [{ pool: CONTROL_POOL, labels: ['no'] }],
        }),
        slip: 'calls a surely irrelevant statement relevant',
        laxBudget,
        signal: new AbortController().signal,
      });
      return questions;
    } catch (error) {
      return error instanceof ProviderError ? error.kind : String(error);
    }
  }
  const honest: Reply = (text) => (CONTROL_POOL.includes(text) ? 'no' : 'yes');

  testBoundaries({
    'a question has at most 20 items': boundary({
      constant: LARGEST_BATCH,
      value: 20,
      outcome: (count) => ask(count, honest),
      below: [LARGEST_BATCH, 1],
      above: [LARGEST_BATCH + 1, 2],
    }),
    'what is missing is asked again at most twice': boundary({
      constant: TRIES,
      value: 1 + 2,
      outcome: (answeredAt) => {
        let asked = 0;
        return ask(1, (text) => {
          if (CONTROL_POOL.includes(text)) return 'no';
          asked += 1;
          return asked < answeredAt ? null : 'yes';
        });
      },
      below: [TRIES, TRIES],
      above: [TRIES + 1, 'judge-incomplete'],
    }),
    'a lax judge is asked again for 25 batches of a run': boundary({
      constant: DEFAULT_LAX_LIMIT,
      value: 25,
      outcome: async (batches) => {
        const budget = createLaxBudget(DEFAULT_LAX_LIMIT);
        const outcomes = [];
        for (let batch = 0; batch < batches; batch += 1) outcomes.push(await ask(1, () => 'yes', budget));
        return outcomes.at(-1);
      },
      below: [25, 'judge-compromised'],
      above: [26, 'judge-too-lax'],
    }),
    'the pool of control statements': boundary({
      constant: Math.min(CONTROL_POOL.length, 50),
      value: 50,
      outcome: (index) => CONTROL_POOL[index] !== undefined,
      below: [49, true],
      above: [CONTROL_POOL.length, false],
    }),
    'a statement of fewer than four content words belongs to its answer': boundary({
      constant: STANDS_ALONE,
      value: 4,
      outcome: (count) => {
        const keyIn = (answerHash: string) => createVerdictKeys({ judged: [], answerHash })(words(0, count));
        return keyIn('one') === keyIn('two');
      },
      below: [STANDS_ALONE - 1, false],
      above: [STANDS_ALONE, true],
    }),
    'an echo of six letters tells which item a verdict is for': boundary({
      constant: SHORTEST_ECHO,
      value: 6,
      outcome: (letters) => {
        const item = 'Refunds take ten days.';
        const entry = { index: 1, echo: item.slice(0, letters), reason: '', verdict: 'yes' };
        return parseItemsReply([entry], { items: [item], labels: ['yes'] })[0]?.verdict;
      },
      below: [SHORTEST_ECHO - 1, undefined],
      above: [SHORTEST_ECHO, 'yes'],
    }),
    "a tool's result is shown by its beginning": boundary({
      constant: LONGEST_RESULT,
      value: 4000,
      outcome: (length) =>
        renderToolCall({ name: 'read', result: 'x'.repeat(length) }).includes('more characters'),
      below: [LONGEST_RESULT, false],
      above: [LONGEST_RESULT + 1, true],
    }),
    "a tool's arguments are shown by their beginning": boundary({
      constant: LONGEST_ARGUMENTS,
      value: 2000,
      outcome: (length) =>
        renderToolCall({ name: 'read', arguments: 'x'.repeat(length) }).includes('more characters'),
      below: [LONGEST_ARGUMENTS, false],
      above: [LONGEST_ARGUMENTS + 1, true],
    }),
  });
});
