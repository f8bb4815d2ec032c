import { expect, expectTypeOf, test } from 'vitest';
import { runEvals } from '../../src/library/run-evals.js';
import { createCodeScorer } from '../../src/scorers/builder/create-code-scorer.js';
import { notScorable } from '../../src/scorers/builder/not-scorable.js';

const same = createCodeScorer({ id: 'same', description: 'Says what is wanted.' }).generateScore(({ run }) =>
  run.output === run.groundTruth ? 1 : 0,
);
const moody = createCodeScorer({ id: 'moody', description: 'Fails on b, does not score c.' }).generateScore(
  ({ run }) => {
    if (run.input === 'b') throw new Error('no b');
    return run.input === 'c' ? notScorable('no c') : 0.5;
  },
);
const DATA = ['a', 'b', 'c', 'd'].map((input) => ({ id: input, input, groundTruth: input.toUpperCase() }));

test('means, counts and every item’s results; one failure leaves the rest', async () => {
  const heard: string[] = [];
  const result = await runEvals({
    target: (input: string) => {
      if (input === 'd') throw new Error('no d');
      return input.toUpperCase();
    },
    data: DATA,
    scorers: [same, moody],
    concurrency: 2,
    onItemComplete: ({ item, targetResult, scorerResults }) => {
      expectTypeOf(targetResult).toEqualTypeOf<string | undefined>();
      heard.push(`${item.id} ${targetResult} ${scorerResults['moody']?.score}`);
    },
  });
  expect(result.scores).toEqual({ same: 1, moody: 0.5 });
  expect(result.summary).toEqual({
    totalItems: 4,
    failedItems: 1,
    unscored: { moody: 1 },
    scorerFailures: { moody: 1 },
  });
  expect(heard.toSorted()).toEqual(['a A 0.5', 'b B null', 'c C null', 'd undefined undefined']);
  expect(result.items.map(({ item }) => item.id)).toEqual(['a', 'b', 'c', 'd']);
  expect(result.items[1]?.scorerResults['moody']?.error).toMatchObject({ failedStep: 'generateScore' });
  expect(result.items[2]?.scorerResults['moody']?.unscored).toEqual({ kind: 'not-scorable', reason: 'no c' });
  expect(result.items[3]?.error).toMatchObject({ message: 'no d' });
});

test('an agent’s answer is its messages, else its text with the tool calls', async () => {
  const seen = createCodeScorer({ id: 'seen', description: 'x' })
    .preprocess(({ run }) => [run.output, run.requestContext])
    .generateScore(() => 1);
  const answers: Record<string, unknown> = {
    text: { text: 'x', toolCalls: [{ toolName: 't' }] },
    messages: { text: 'x', response: { messages: [{ role: 'assistant', content: 'm' }] } },
    plain: 'p',
  };
  const given: unknown[] = [];
  const result = await runEvals({
    target: {
      generate(input: string, options) {
        const { signal: _, ...others } = options;
        given.push(others);
        return answers[input];
      },
    },
    data: Object.keys(answers).map((input) => ({ input, requestContext: { input } })),
    targetOptions: { maxSteps: 5 },
    scorers: { agent: [seen] },
  });
  expect(given[0]).toEqual({ maxSteps: 5, requestContext: { input: 'text' } });
  expect(
    result.items.map(({ scorerResults }) => scorerResults.agent['seen']?.['preprocessStepResult']),
  ).toEqual([
    [{ role: 'assistant', content: 'x', toolCalls: [{ toolName: 't' }] }, { input: 'text' }],
    [[{ role: 'assistant', content: 'm' }], { input: 'messages' }],
    ['p', { input: 'plain' }],
  ]);
  expect(result.scores).toEqual({ agent: { seen: 1 } });
});

test('a workflow is scored as a whole and step by step', async () => {
  const result = await runEvals({
    target: {
      run: (input: string) => ({
        output: input.toUpperCase(),
        steps: { find: { output: 'f', payload: 'c' } },
      }),
    },
    data: [{ input: 'a', groundTruth: 'A' }],
    scorers: { workflow: [same], steps: { find: [same, moody], lost: [same] } },
  });
  expect(result.scores).toEqual({ workflow: { same: 1 }, steps: { find: { same: 0 }, lost: {} } });
  expect(result.summary.unscored).toEqual({ workflow: {}, steps: { find: { moody: 1 }, lost: { same: 1 } } });
  expect(result.items[0]?.scorerResults.steps['lost']?.['same']?.reason).toContain(
    'did not run a step "lost"',
  );
});

test.each([1, 3])('%d at once', async (concurrency) => {
  let [now, most] = [0, 0];
  await runEvals({
    target: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
      return 'x';
    },
    data: [...DATA, ...DATA],
    scorers: [same],
    concurrency,
  });
  expect(most).toBe(concurrency);
});

test('a target that gives nothing has failed: nothing is no answer', async () => {
  const result = await runEvals({ target: () => undefined, data: [{ input: 'a' }], scorers: [same] });
  expect(result.scores).toEqual({});
  expect(result.summary.failedItems).toBe(1);
  expect(result.items[0]?.error).toMatchObject({ message: 'the target gave undefined instead of an answer' });
});

test('what onItemComplete throws is thrown when all are done', async () => {
  let asked = 0;
  const target = (input: string) => `${input}${++asked}`;
  const onItemComplete = () => {
    throw new Error('not as wanted');
  };
  await expect(runEvals({ target, data: DATA, scorers: [same], onItemComplete })).rejects.toThrow(
    'not as wanted',
  );
  expect(asked).toBe(4);
});

test('an abort ends the run', async () => {
  const controller = new AbortController();
  const target = () => {
    controller.abort();
    return 'x';
  };
  await expect(
    runEvals({ target, data: DATA, scorers: [same], signal: controller.signal }),
  ).rejects.toThrow();
});

test('wrong arguments are named all at once', async () => {
  const wrong = {
    target: {},
    data: [{ input: 'a' }, {}],
    scorers: [same, same, { id: 'x' }],
    concurrency: 0,
    onItemDone: 1,
  };
  const failure = await runEvals(wrong as never).catch((error) => error);
  expect(failure.name).toBe('UserError');
  expect(failure.problems).toHaveLength(6);
  expect(failure.message).toContain('two scorers with the id "same"');
  await expect(
    runEvals({ target: () => 'x', data: [{ input: 'a' }], scorers: { workflow: [same] } as never }),
  ).rejects.toThrow('scorers.workflow does not go with a target that is a function');
});
