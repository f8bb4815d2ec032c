import { describe, expect, test } from 'vitest';
import * as library from '../../../src/library/index.js';
import { labeller } from '../../support/item-scorers.js';
import { llmJudge } from '../../support/judges.js';
import { isControl, SPECIMENS } from '../judged/judged-scorers.js';

/** Calls in the forms that the documentation of the reference shows: that they compile is half of the test. */
const judgeOf = (id: string) => {
  const found = SPECIMENS.find(({ scorer }) => scorer.about.id === id);
  return llmJudge(labeller((item, data) => found?.honest(item, data) ?? 'none'));
};
const QUESTION = 'When does the library open?';
const inputMessages = [{ id: '1', role: 'user', content: QUESTION }];

describe('documented forms', () => {
  test('static context, messages with ids', async () => {
    const scorer = library.createContextRelevanceScorerLLM({
      model: judgeOf('context-relevance'),
      options: {
        context: ['The library opens at nine.', 'Books are lent for four weeks.', 'Harps have strings.'],
        penalties: {
          unusedHighRelevanceContext: 0.2,
          missingContextPerItem: 0.25,
          maxMissingContextPenalty: 0.6,
        },
        scale: 1,
      },
    });
    const result = await scorer.run({
      input: { inputMessages: [{ id: '1', role: 'user', content: QUESTION }] },
      output: [{ id: '2', role: 'assistant', content: 'The library opens at nine in the morning.' }],
    });
    expect(result.score).toBeCloseTo(2 / 3 - 0.2, 10);
    expect(
      result.analyzeStepResult?.evaluations.map(({ relevanceLevel, wasUsed }) => [relevanceLevel, wasUsed]),
    ).toEqual([
      ['high', true],
      ['high', false],
      ['none', false],
    ]);
  });

  test('context by a function of the input', async () => {
    const scorer = library.createContextPrecisionScorer({
      model: judgeOf('context-precision'),
      options: {
        contextExtractor: (input, _output) => {
          const query = input?.inputMessages?.[0]?.content || '';
          return query.toLowerCase().includes('library')
            ? ['Harps have strings.', 'The library opens at nine.']
            : [];
        },
        scale: 1,
      },
    });
    const result = await scorer.run({
      input: { inputMessages },
      output: [{ role: 'assistant', content: 'At nine.' }],
    });
    expect(result.score).toBe(0.5);
  });

  test('context by a function of the run', async () => {
    const scorer = library.createHallucinationScorer({
      model: judgeOf('hallucination'),
      options: { getContext: ({ run, step }) => [`${step}: ${run.output.length} messages`] },
    });
    const result = await scorer.run({ input: QUESTION, output: 'The library opens at nine in the morning.' });
    expect(result.score).toBe(0);
    expect(result.analyzeStepResult?.verdicts[0]?.verdict).toBe('no');
  });

  test('an answer as a message with text, a mode and a scale', async () => {
    const scorer = library.createPromptAlignmentScorerLLM({
      model: judgeOf('prompt-alignment'),
      options: { scale: 10, evaluationMode: 'user', includeConversationHistory: { maxMessages: 6 } },
    });
    const result = await scorer.run({
      input: [{ role: 'user', content: 'Name the opening hours.' }],
      output: { role: 'assistant', text: 'From nine to six.' },
    });
    expect(result.score).toBeGreaterThan(8);
    const system = await library
      .createPromptAlignmentScorerLLM({
        model: llmJudge(
          labeller((item, data) => {
            if ('aspects' in data) return isControl(item) ? 'ignored' : 'followed';
            return isControl(item) ? 'broken' : 'kept';
          }),
        ),
        options: { evaluationMode: 'system' },
      })
      .run({
        input: {
          systemMessages: [{ role: 'system', content: 'Always be polite and provide examples.' }],
          inputMessages: [{ role: 'user', content: QUESTION }],
        },
        output: { text: 'At nine, for example today.' },
      });
    expect(system.score).toBe(1);
    expect(system.analyzeStepResult?.intentAlignment.primaryIntent).toBe(
      'Always be polite and provide examples.',
    );
  });

  test('a prepared baseline', async () => {
    const scorer = library.createNoiseSensitivityScorerLLM({
      model: judgeOf('noise-sensitivity'),
      options: {
        baselineResponse: 'At nine.',
        noisyQuery: `${QUESTION} Cats sleep all day.`,
        noiseType: 'distractors',
      },
    });
    const result = await scorer.run({ input: QUESTION, output: 'At nine. Cats are lovely.' });
    expect(result.score).toBeCloseTo((3 + 0.3 + 0.1) / 5 - 0.2, 10);
  });

  test('each with an agent, in a list of scorers, its result read by its id', async () => {
    const context = ['The library opens at nine.'];
    const scorers = [
      library.createAnswerRelevancyScorer({ model: judgeOf('answer-relevancy') }),
      library.createAnswerSimilarityScorer({ model: judgeOf('answer-similarity') }),
      library.createBiasScorer({ model: judgeOf('bias') }),
      library.createContextPrecisionScorer({ model: judgeOf('context-precision'), options: { context } }),
      library.createContextRelevanceScorerLLM({ model: judgeOf('context-relevance'), options: { context } }),
      library.createFaithfulnessScorer({ model: judgeOf('faithfulness'), options: { context } }),
      library.createHallucinationScorer({ model: judgeOf('hallucination'), options: { context } }),
      library.createPromptAlignmentScorerLLM({ model: judgeOf('prompt-alignment') }),
      library.createToxicityScorer({ model: judgeOf('toxicity') }),
    ];
    const myAgent = { generate: async (input: string) => ({ text: `${input} The library opens at nine.` }) };
    const seen: (number | null | undefined)[] = [];
    const result = await library.runEvals({
      data: [{ input: QUESTION, groundTruth: 'At nine.' }],
      scorers,
      target: myAgent,
      onItemComplete: ({ scorerResults }) => {
        for (const scorer of scorers) seen.push(scorerResults[scorer.id]?.score);
      },
    });
    expect(seen).toEqual(scorers.map(({ id }) => result.scores[id]));
    expect(seen.every((score) => typeof score === 'number')).toBe(true);
  });

  test('a ground truth', async () => {
    const scorer = library.createAnswerSimilarityScorer({ model: judgeOf('answer-similarity') });
    const result = await scorer.run({
      input: QUESTION,
      output: 'You can come in from nine in the morning on.',
      groundTruth: 'The library opens at nine.',
    });
    // The same in other words is not worth less.
    expect(result.score).toBe(1);
  });
});
