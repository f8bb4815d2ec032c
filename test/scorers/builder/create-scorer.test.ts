import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProviderError, UserError } from '../../../src/model/errors.js';
import type { Judge, Question } from '../../../src/model/judge.js';
import { notScorable, ScorerRunError } from '../../../src/scorers/builder/steps.js';
import { createCodeScorer as createScorer } from '../../../src/scorers/define-scorer.js';

function fakeJudge(reply: (question: Question, index: number) => unknown): Judge & { asked: Question[] } {
  const asked: Question[] = [];
  return {
    name: 'fake',
    fingerprint: 'fake',
    builtin: false,
    asked,
    ask: async (question) => reply(question, asked.push(question) - 1),
  };
}

const length = createScorer<string, string>({
  name: 'Answer Length!',
  description: 'Counts words.',
  scale: 10,
})
  .preprocess(({ run }) => ({ words: run.output.split(' ') }))
  .analyze(async ({ run, results }) => ({
    asked: run.inputData,
    count: results.preprocessStepResult.words.length,
  }))
  .generateScore(({ results }) => results.analyzeStepResult.count)
  .generateReason(({ score, results }) => `${score} words to ${results.analyzeStepResult.asked}`);

describe('a scorer of functions', () => {
  test('gives score, reason and what every step gave', async () => {
    expect(length).toMatchObject({
      id: 'answer-length',
      name: 'Answer Length!',
      scale: 10,
      higherIsBetter: true,
    });
    expect(await length.run({ input: 'Why?', output: 'just because', runId: 'r1', groundTruth: 3 })).toEqual({
      runId: 'r1',
      input: 'Why?',
      output: 'just because',
      groundTruth: 3,
      score: 2,
      reason: '2 words to Why?',
      preprocessStepResult: { words: ['just', 'because'] },
      extractStepResult: { words: ['just', 'because'] },
      analyzeStepResult: { asked: 'Why?', count: 2 },
      generateScoreStepResult: 2,
    });
  });

  test('makes up a run id, and hands ground truth, context and request context to the steps', async () => {
    const seen = createScorer({ id: 'seen', description: 'Looks.' }).generateScore(({ run }) =>
      run.groundTruth === 'g' && run.context?.[0] === 'c' && run.requestContext === 'r' ? 1 : 0,
    );
    const result = await seen.run({ output: 'x', groundTruth: 'g', context: ['c'], requestContext: 'r' });
    expect(result).toMatchObject({ score: 1, runId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test('can be finished in several ways from one draft', async () => {
    const draft = createScorer({ id: 'd', description: 'Two ways.' }).preprocess(() => 2);
    const one = draft.generateScore(({ results }) => results.preprocessStepResult / 4);
    const other = draft.generateScore(({ results }) => results.preprocessStepResult / 2);
    expect([(await one.run({ output: '' })).score, (await other.run({ output: '' })).score]).toEqual([
      0.5, 1,
    ]);
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [-0.1], [1.1], ['1']])(
    'a score of %s is refused',
    async (score) => {
      const wrong = createScorer({ id: 'w', description: 'Wrong.' }).generateScore(() => score as number);
      await expect(wrong.run({ output: 'x' })).rejects.toThrow(
        /scorer w: step generateScore failed: it gave .*, and a score is a number from 0 to 1/,
      );
    },
  );

  test('without generateScore cannot be run', async () => {
    const draft = createScorer({ id: 'half', description: 'Unfinished.' }).preprocess(() => 1);
    await expect(draft.run({ output: 'x' })).rejects.toThrow('scorer half: it has no generateScore step');
  });
});

describe('a step that fails', () => {
  test('is named, and what was found until then is kept', async () => {
    const cause = new Error('no such key');
    const broken = createScorer({ id: 'b', description: 'Breaks.' })
      .preprocess(() => ({ found: 3 }))
      .analyze(() => {
        throw cause;
      })
      .generateScore(() => 1);
    const error = await broken.run({ output: 'x', runId: 'r' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ScorerRunError);
    expect(error).toMatchObject({
      message: 'scorer b: step analyze failed: no such key',
      failedStep: 'analyze',
      completedSteps: ['preprocess'],
      result: { runId: 'r', output: 'x', preprocessStepResult: { found: 3 } },
      cause,
    });
  });

  test('may say that there is nothing to score', async () => {
    const picky = createScorer({ id: 'p', description: 'Picky.' })
      .preprocess(() => [] as string[])
      .analyze(({ results }) => (results.preprocessStepResult.length === 0 ? notScorable('no claims') : 1))
      .generateScore(() => 1)
      .generateReason(() => 'never asked');
    expect(await picky.run({ output: 'x' })).toMatchObject({
      score: null,
      reason: 'no claims',
      unscored: { kind: 'not-scorable', reason: 'no claims' },
      preprocessStepResult: [],
    });
  });
});

describe('a step that is a prompt', () => {
  const schema = z.object({ tone: z.enum(['warm', 'cold']) });
  const withJudge = (judge: Judge) =>
    createScorer<string, string>({
      id: 'tone',
      description: 'Tone.',
      judge: { model: judge, instructions: 'Be fair.' },
    })
      .preprocess({
        description: 'Hears the tone.',
        outputSchema: schema,
        createPrompt: ({ run }) => `How does this sound? ${run.output}`,
      })
      .generateScore({
        description: 'Turns it into a number.',
        outputSchema: z.object({ level: z.number() }),
        createPrompt: ({ results }) => `How ${results.preprocessStepResult.tone}, from 0 to 10?`,
        calculateScore: ({ analyzeStepResult }) => analyzeStepResult.level / 10,
      })
      .generateReason({ description: 'Says why.', createPrompt: ({ score }) => `Why ${score}?` });

  test('asks the judge and keeps what was asked', async () => {
    const judge = fakeJudge((_, index) => [{ tone: 'warm' }, { level: 7 }, { reason: 'It greets.' }][index]);
    expect(await withJudge(judge).run({ output: 'Hello!' })).toMatchObject({
      score: 0.7,
      reason: 'It greets.',
      preprocessStepResult: { tone: 'warm' },
      preprocessPrompt: 'How does this sound? Hello!',
      generateScorePrompt: 'How warm, from 0 to 10?',
      generateReasonPrompt: 'Why 0.7?',
    });
    expect(judge.asked[0]).toMatchObject({
      name: 'tone/preprocess',
      rules: 'Be fair.',
      prompt: 'How does this sound? Hello!',
      schema: { type: 'object', required: ['tone'], additionalProperties: false },
    });
  });

  test('asks again if a reply has the wrong shape, and ends unscored if none fits', async () => {
    const late = fakeJudge(({ name, draw }) =>
      name === 'tone/preprocess'
        ? { tone: draw === 2 ? 'cold' : 'loud' }
        : name === 'tone/generateScore'
          ? { level: 1 }
          : { reason: '-' },
    );
    expect(await withJudge(late).run({ output: 'x' })).toMatchObject({ score: 0.1 });
    expect(late.asked.slice(0, 3).map(({ draw }) => draw)).toEqual([undefined, 1, 2]);

    const never = fakeJudge(() => ({ tone: 'loud' }));
    const result = await withJudge(never).run({ output: 'x' });
    expect(result).toMatchObject({ score: null, unscored: { kind: 'malformed' } });
    expect(result.reason).toMatch(
      /^preprocess: the judge fake gave no usable reply to tone\/preprocess, asked 3 times/,
    );
    expect(never.asked).toHaveLength(3);
  });

  test("a judge's failure gives no score; a failure that every call shares ends the run", async () => {
    const judge = fakeJudge((_, index) => {
      if (index === 0) return { tone: 'warm' };
      throw new ProviderError('429', { kind: 'rate-limited' });
    });
    expect(await withJudge(judge).run({ output: 'x' })).toMatchObject({
      score: null,
      unscored: { kind: 'rate-limited', reason: 'generateScore: 429' },
      preprocessStepResult: { tone: 'warm' },
    });
    const refused = fakeJudge(() => {
      throw new ProviderError('no key', { kind: 'unauthorized' });
    });
    await expect(withJudge(refused).run({ output: 'x' })).rejects.toThrow('no key');
  });

  test('names an argument that is not a scorer or not a run', async () => {
    expect(() => createScorer(undefined as never)).toThrow(
      'createScorer: its factory was called with undefined: give a group of options',
    );
    const scorer = createScorer({ id: 'n', description: 'A number.' }).generateScore(() => 1);
    await expect(scorer.run(undefined as never)).rejects.toThrow(
      'n: run was called with undefined: give { input, output }',
    );
    await expect(scorer.run({ output: 'x', context: 'abc' as never })).rejects.toThrow(
      'n: context is "abc": give a list of texts',
    );
  });

  test('needs a judge', async () => {
    const none = createScorer({ id: 'n', description: 'Nobody to ask.' }).generateScore({
      description: 'Asks.',
      createPrompt: () => '?',
    });
    await expect(none.run({ output: 'x' })).rejects.toThrow(
      'scorer n: step generateScore failed: n/generateScore is a prompt, and the scorer has no judge',
    );
  });
});

describe('a scorer of an agent', () => {
  const agent = createScorer({ id: 'a', description: 'Agent.', type: 'agent' }).generateScore(() => 1);

  test('keeps the parts of an agent’s content that are not text', async () => {
    const kept = createScorer({ id: 'k', description: 'Keeps.', type: 'agent' })
      .preprocess(({ run }) => run.output[0])
      .generateScore(() => 1);
    const parts = [{ type: 'text', text: 'Hi' }];
    const content = { format: 2, parts, reasoning: 'Greet.', toolInvocations: [{ toolName: 't' }] };
    expect((await kept.run({ input: '', output: [{ content }] })).preprocessStepResult).toEqual({
      role: 'assistant',
      content: 'Hi',
      parts,
      reasoning: 'Greet.',
      toolInvocations: [{ toolName: 't' }],
    });
  });

  test.each([
    [{ input: 42, output: 'x' }, 'scorer a: input is 42: give a text'],
    [{ input: 'x', output: undefined }, 'scorer a: output is undefined: give a text'],
    [{ input: 'x', output: [42] }, 'scorer a: output is [42]: give a text, a message, or messages'],
    [{ input: [null], output: {} }, /input is \[null\].*\n.*output is \{\}/],
  ])('%j is refused by name', async (run, message) => {
    const refused = agent.run(run as never);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(UserError);
  });
});

test.each([
  [{ description: 'x' }, 'createScorer: give an id, or a name that one can be made from'],
  [{ name: '!?', description: 'x' }, 'createScorer: give an id'],
  [{ id: 'a', description: ' ' }, 'createScorer: description is " ": must say'],
  [{ id: 'a', description: 'x', scale: 0 }, 'createScorer: scale is 0'],
  [{ id: 'a', description: 'x', type: 'agents' }, 'createScorer: type is "agents": must be \'agent\''],
  [
    { id: 'a', description: 'x', descripton: 'x' },
    'createScorer: there is no option "descripton". Did you mean',
  ],
  [{ id: 'a', description: 'x', prepareRun: 1, scale: 0 }, /no option "prepareRun".*\n.*scale is 0/],
])('%o is refused', (config, message) => {
  expect(() => createScorer(config as { id: string; description: string })).toThrow(message);
});

test('types flow from step to step, and steps out of order do not compile', () => {
  const typed = createScorer<string, { readonly text: string }>({ id: 't', description: 'x' })
    .preprocess(({ run }) => run.output.text.length)
    .analyze(({ results }) => (results.preprocessStepResult > 3 ? notScorable('long') : { ok: true }))
    .generateScore(({ results }) => (results.analyzeStepResult.ok ? 1 : 0));
  // @ts-expect-error preprocess has had its turn
  expect(typed.preprocess).toBeDefined();
  const draft = createScorer<string, { readonly text: string }>({ id: 't', description: 'x' });
  // @ts-expect-error the output has no such field
  draft.generateScore(({ run }) => run.output.size);
  // @ts-expect-error a run needs an output
  void typed.run({ input: 'x' }).catch(() => undefined);
});
