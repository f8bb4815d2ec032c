import { describe, expect, test } from 'vitest';
import {
  CONTROL_REQUIREMENTS,
  promptAlignment,
  SIDES,
} from '../../../src/scorers/prebuilt/prompt-alignment.js';
import { type LabelOf, labeller, open, requestOf, scoredOf, scoreWith } from '../../support/item-scorers.js';
import { readRequest } from '../../support/judges.js';

const REQUEST = requestOf({
  task: 'Always greet the user. Answer in two sentences.',
  input: 'Name the opening hours. Use bullet points.',
  output: 'Good morning! The library opens at nine.',
});
const labelOf: LabelOf = (item, data) => {
  const { labels } = 'input' in data ? SIDES.system : SIDES.user;
  const [fulfilled, unfulfilled, met, , unmet] = labels;
  const bad = CONTROL_REQUIREMENTS.includes(item);
  if ('aspects' in data) return bad || item.startsWith('Form') ? unmet : met;
  return bad || item.includes('bullet') ? unfulfilled : fulfilled;
};

test('gives the documented fields', async () => {
  const judgement = scoredOf(await scoreWith(open(promptAlignment, labeller(labelOf)), REQUEST));
  const { analyzeStepResult } = promptAlignment.buildSteps(judgement, {
    request: REQUEST,
    options: promptAlignment.about.options.parse({}),
  });
  expect(judgement.score).toBeCloseTo(
    0.7 * (0.4 + 0.15 + 0.2 + 0.05) + 0.3 * (0.35 + 0.35 + 0.15 + 0.075),
    10,
  );
  expect(analyzeStepResult).toMatchObject({
    intentAlignment: {
      score: 1,
      primaryIntent: 'Name the opening hours. Use bullet points.',
      isAddressed: true,
      reasoning: 'it is met it is followed',
    },
    requirementsFulfillment: {
      requirements: [
        { requirement: 'Name the opening hours.', isFulfilled: true, reasoning: 'it is fulfilled' },
        { requirement: 'Use bullet points.', isFulfilled: false, reasoning: 'it is unfulfilled' },
        { requirement: 'Always greet the user.', isFulfilled: true, reasoning: 'it is kept' },
        { requirement: 'Answer in two sentences.', isFulfilled: true, reasoning: 'it is kept' },
      ],
    },
    completeness: { score: 1, missingElements: ['Use bullet points.'] },
    responseAppropriateness: { score: 0.5, formatAlignment: false, toneAlignment: true },
    overallAssessment: judgement.reason,
  });
  expect(analyzeStepResult.requirementsFulfillment.overallScore).toBeCloseTo(0.7 * 0.5 + 0.3, 10);
});

describe('the mode', () => {
  const promptsIn = async (options: object, request = REQUEST) => {
    const chat = labeller(labelOf);
    const judgement = await scoreWith(open(promptAlignment, chat, options), request);
    const prompts = chat.requests.map(
      ({ messages }) => (readRequest(messages).data as { prompt?: string }).prompt,
    );
    return { judgement, prompts: [...new Set(prompts)].toSorted() };
  };

  test.each([
    ['user', [REQUEST.input]],
    ['system', [REQUEST.task]],
    ['both', [REQUEST.task, REQUEST.input]],
  ])('%s', async (evaluationMode, expected) => {
    expect((await promptsIn({ evaluationMode })).prompts).toEqual(expected);
  });

  test("both uses only the user's message if there is no system prompt", async () => {
    const { judgement, prompts } = await promptsIn({}, { ...REQUEST, task: null });
    expect(prompts).toEqual([REQUEST.input]);
    expect(scoredOf(judgement).score).toBeCloseTo(0.8, 10);
  });

  test('system without a system prompt is not scorable', async () => {
    const { judgement } = await promptsIn({ evaluationMode: 'system' }, { ...REQUEST, task: null });
    expect(judgement).toMatchObject({ status: 'unscored', kind: 'not-scorable' });
  });
});

test('shows the judge only the part of the conversation that it needs', async () => {
  const history = Array.from({ length: 12 }, (_, index) => ({
    role: 'user' as const,
    content: `turn ${index}`,
  }));
  const turns = async (includeConversationHistory: boolean | { maxMessages: number }) => {
    const chat = labeller(labelOf);
    const scorer = open(promptAlignment, chat, { includeConversationHistory });
    await scoreWith(scorer, { ...REQUEST, history });
    return readRequest(chat.requests[0]?.messages ?? []).data.conversation?.map(({ content }) => content);
  };
  expect(await turns(false)).toEqual([]);
  expect(await turns(true)).toHaveLength(10);
  expect(await turns({ maxMessages: 2 })).toEqual(['turn 10', 'turn 11']);
});
