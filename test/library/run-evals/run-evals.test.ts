import { expect, expectTypeOf, test } from 'vitest';
import { createFaithfulnessScorer } from '../../../src/library/factories.js';
import { runEvals } from '../../../src/library/run-evals/run-evals.js';
import { ProviderError } from '../../../src/model/errors.js';
import { notScorable } from '../../../src/scorers/builder/steps.js';
import { createCodeScorer } from '../../../src/scorers/define-scorer.js';
import { createTestMessage } from '../../../src/scorers/messages/read-run.js';
import { checks } from '../../../src/scorers/prebuilt/checks/checks.js';
import { createRendezvous } from '../../support/rendezvous.js';

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

test('a judge that can never be asked ends the run; a target that fails for good does not', async () => {
  let asked = 0;
  const target = (input: string) => {
    asked += 1;
    return input;
  };
  const down = () => Promise.reject(new ProviderError('no key', { kind: 'unauthorized' }));
  const keyless = createFaithfulnessScorer({
    model: { name: 'x', fingerprint: 'x', builtin: false, ask: down },
    context: ['c'],
  });
  await expect(runEvals({ target, data: DATA, scorers: [same, keyless] })).rejects.toMatchObject({
    kind: 'unauthorized',
  });
  expect(asked).toBe(1);
  const { summary } = await runEvals({ target: down, data: DATA, scorers: [same] });
  expect(summary.failedItems).toBe(4);
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
  const atTarget = createRendezvous(concurrency);
  await runEvals({
    target: async () => {
      await atTarget.meet();
      return 'x';
    },
    data: [...DATA, ...DATA, ...DATA],
    scorers: [same],
    concurrency,
  });
  expect(atTarget.most).toBe(concurrency);
});

test('a target that returns nothing has failed', async () => {
  const result = await runEvals({ target: () => undefined, data: [{ input: 'a' }], scorers: [same] });
  expect(result.scores).toEqual({});
  expect(result.summary.failedItems).toBe(1);
  expect(result.items[0]?.error).toMatchObject({
    message: expect.stringMatching(/^the target gave undefined instead of an answer/),
  });
});

const EARLIER = [
  { role: 'assistant', content: 'Earlier.' },
  { role: 'user', content: 'Why?' },
];
const ANSWER = { role: 'assistant', content: 'Because.' };

test.each([
  ['a text', 'Because.'],
  ['messages', [ANSWER]],
  ['an object of those', { messages: [...EARLIER, ANSWER], text: '' }],
  ['a stored message', [createTestMessage({ content: 'Because.', role: 'assistant' })]],
])('an agent may give %s', async (_, answer) => {
  const said = createCodeScorer({ id: 'said', description: 'x', type: 'agent' })
    .preprocess(({ run }) => ({
      asked: run.input.inputMessages.map(({ content }) => content),
      said: run.output.map(({ role, content }) => `${role}: ${content}`),
    }))
    .generateScore(() => 1);
  class Agent {
    readonly answer = answer;
    async generate(_input: readonly string[]) {
      return this.answer;
    }
  }
  const { items } = await runEvals({
    target: new Agent(),
    data: [{ input: ['One.', 'Why?'] }],
    scorers: [said],
  });
  expect(items[0]?.scorerResults['said']?.['preprocessStepResult']).toEqual({
    asked: ['One.', 'Why?'],
    said: ['assistant: Because.'],
  });
});

test.each<[object, string]>([
  [{ target: { go: 1 } }, 'target is {"go":1}: must be a function, an agent'],
  [{ data: [] }, 'data is []: must have at least one item'],
  [{ data: [{ inputs: 'a' }] }, 'data.0.input is undefined: must be given'],
  [{ data: [{ input: 'a', context: 'c' }] }, 'data.0.context is "c": must be a list of texts'],
  [{ data: Promise.resolve([{ input: 'a' }]) }, 'data is a promise, which nobody awaited'],
  [{ concurrency: 0 }, 'concurrency is 0: must be a whole number above 0'],
  [{ onItemDone: () => {} }, 'there is no option "onItemDone". Known: `target`'],
  ...[same, [], { agents: [same] }].map((scorers): [object, string] => [
    { scorers },
    'must be a list of scorers, { agent: [] }',
  ]),
])('%# is refused by name', async (wrong, message) => {
  const good = { target: (input: string) => input, data: [{ input: 'a' }], scorers: [same] };
  await expect(runEvals({ ...good, ...wrong } as never)).rejects.toThrow(message);
});

test.each<[string, unknown, string]>([
  ['two checks', [checks.includes('a'), checks.includes('b'), same], '"check-includes"'],
  ['of an agent', { agent: [same, checks.includes('a'), same] }, '"same"'],
  ['of a step', { workflow: [same], steps: { a: [same, same] } }, '"same"'],
])('scorers with one id, %s, are refused with the option that helps', async (_, scorers, id) => {
  const asked = runEvals({ target: { run: () => ({}) }, data: [{ input: 'a' }], scorers } as never);
  await expect(asked).rejects.toThrow(
    `runEvals: ${id} is the id of more than one scorer: give each its own with the option \`id\`, as in checks.includes('Paris', { id: 'names-paris' })`,
  );
});

test('one id in two groups is no collision', async () => {
  const { scores } = await runEvals({
    target: { run: () => ({ output: 'x', steps: { a: 'y' } }) },
    data: [{ input: 'a' }],
    scorers: { workflow: [same], steps: { a: [same] } },
  });
  expect(scores).toEqual({ workflow: { same: 0 }, steps: { a: { same: 0 } } });
});

test('an item that is given back has its input as `inputData` too, and prints as it was', async () => {
  const data = [{ input: { query: 'a' } }, { input: 'b', inputData: 'own' }];
  const { items } = await runEvals({ target: () => 'x', data, scorers: [same] });
  expect(items.map(({ item }) => item.inputData)).toEqual([{ query: 'a' }, 'own']);
  expect(JSON.stringify(items.map(({ item }) => item))).toBe(JSON.stringify(data));
});

test.each<[string, unknown]>([
  ['of the answer', { text: 'x', metadata: { retrievedContext: ['a'] } }],
  [
    'of its messages',
    { messages: [{ role: 'assistant', content: 'x', metadata: { retrievedContext: ['a'] } }] },
  ],
  [
    'of a response with messages in parts',
    {
      response: {
        messages: [
          { role: 'tool', content: 'found' },
          { role: 'assistant', content: { format: 2, parts: [], metadata: { retrievedContext: ['a'] } } },
        ],
      },
    },
  ],
  [
    'of a response',
    { response: { messages: [{ role: 'assistant', content: 'x' }], metadata: { retrievedContext: ['a'] } } },
  ],
  ['of a message', { role: 'assistant', content: 'x', metadata: { retrievedContext: ['a'] } }],
])('a scorer reads the metadata %s', async (_, answer) => {
  const seen = createCodeScorer({ id: 'seen', description: 'x', type: 'agent' }).generateScore(({ run }) =>
    run.output.metadata?.retrievedContext?.[0] === 'a' ? 1 : 0,
  );
  const { scores } = await runEvals({
    target: { generate: () => answer },
    data: [{ input: 'a' }],
    scorers: [seen],
  });
  expect(scores).toEqual({ seen: 1 });
});

test('further keys of an item are the caller’s own', async () => {
  const data = [
    { input: 'a', groundTruth: 'a', tags: ['x'], metadata: 1, output: 'a', expectedTone: 'warm' },
  ];
  const { scores } = await runEvals({ target: (input: string) => input, data, scorers: [same] });
  expect(scores).toEqual({ same: 1 });
});

test('an abort ends the run', async () => {
  const controller = new AbortController();
  const target = () => {
    controller.abort();
    return 'x';
  };
  await expect(
    runEvals({ target, data: DATA, scorers: [same], signal: controller.signal }),
  ).rejects.toMatchObject({ kind: 'aborted' });
});
