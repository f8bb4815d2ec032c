import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checks,
  createCalledToolCheck,
  createContainsCheck,
  createEqualsCheck,
  createJsonSchemaCheck,
  createMaxLengthCheck,
  createRegexCheck,
  createStartsWithCheck,
} from '../../../../src/library/index.js';
import type { EvalScorer } from '../../../../src/scorers/eval-scorer.js';

const ANSWER = 'It is Sunny in Brooklyn, 72°F.';
const CALLS = {
  role: 'assistant',
  content: ANSWER,
  toolCalls: [
    { toolName: 'get_weather', args: { city: 'Brooklyn' }, state: 'result' },
    { toolName: 'summarize', state: 'result', result: { error: 'no' } },
  ],
};

describe('checks score 1 or 0', () => {
  it.each<[string, EvalScorer, number]>([
    ['equals', createEqualsCheck({ value: ANSWER }), 1],
    ['equals', createEqualsCheck({ options: { value: 'sunny' } }), 0],
    ['contains', createContainsCheck({ value: 'sunny' }), 1],
    ['regex', createRegexCheck({ pattern: '\\d+°[FC]' }), 1],
    ['regex', createRegexCheck({ pattern: 'sunny', exact: true }), 0],
    ['json-schema', createJsonSchemaCheck({ schema: { type: 'object' } }), 0],
    ['starts-with', createStartsWithCheck({ value: 'it is' }), 1],
    ['max-length', createMaxLengthCheck({ words: 7 }), 1],
    ['max-length', createMaxLengthCheck({ characters: 10 }), 0],
    ['called-tool', createCalledToolCheck({ tool: 'get_weather', arguments: { city: 'Brooklyn' } }), 1],
    ['called-tool', createCalledToolCheck({ tool: 'get_weather', times: 2 }), 0],
    ['check-includes', checks.includes('sunny'), 1],
    ['check-excludes', checks.excludes('error'), 1],
    ['check-excludes', checks.excludes('SUNNY'), 0],
    ['check-equals', checks.equals(ANSWER.toLowerCase()), 1],
    ['check-matches', checks.matches(/\d{1,3}°[FC]/g), 1],
    ['check-matches', checks.matches(/^sunny$/, { exact: true }), 0],
    ['check-similarity', checks.similarity(ANSWER), 1],
    ['check-similarity', checks.similarity('It is rainy in Brooklyn', { threshold: 0.99 }), 0],
    ['check-similarity', checks.similarity('It is rainy in Brooklyn', { threshold: 0.5 }), 1],
    ['check-called-tool', checks.calledTool('get_weather'), 1],
    ['check-called-tool', checks.calledTool('search', { times: 2 }), 0],
    ['check-did-not-call', checks.didNotCall('delete_user'), 1],
    ['check-did-not-call', checks.didNotCall('summarize'), 0],
    ['check-tool-order', checks.toolOrder(['get_weather', 'summarize']), 1],
    ['check-tool-order', checks.toolOrder(['summarize', 'get_weather']), 0],
    ['check-max-tool-calls', checks.maxToolCalls(2), 1],
    ['check-max-tool-calls', checks.maxToolCalls(1), 0],
    ['check-used-no-tools', checks.usedNoTools(), 0],
    ['check-no-tool-errors', checks.noToolErrors(), 0],
    ['contains', checks.contains('sunny'), 1],
    ['regex', checks.regex('sunny', 'i'), 1],
    ['json-schema', checks.jsonSchema({}), 0],
    ['starts-with', checks.startsWith('Sunny'), 0],
    ['max-length', checks.maxLength({ characters: 99 }), 1],
  ])('%s', async (id, check, score) => {
    expect(check.id).toBe(id);
    const result = await check.run({ input: 'What is the weather in Brooklyn?', output: CALLS });
    expect(result.score).toBe(score);
    expect(result.reason).toMatch(/\.$/);
  });

  const named = (id: string) => [
    () => checks.includes('x', { id }),
    () => checks.excludes('x', { id }),
    () => checks.equals('x', { id }),
    () => checks.matches(/x/, { id }),
    () => checks.similarity('x', { id }),
    () => checks.calledTool('x', { id }),
    () => checks.didNotCall('x', { id }),
    () => checks.toolOrder(['x'], { id }),
    () => checks.maxToolCalls(1, { id }),
    () => checks.usedNoTools({ id }),
    () => checks.noToolErrors({ id }),
    () => checks.contains('x', { id }),
    () => checks.regex('x', '', { id }),
    () => checks.jsonSchema({}, { id }),
    () => checks.startsWith('x', { id }),
    () => checks.maxLength({ words: 1, id }),
  ];

  it('go by another id where one is given', () => {
    for (const create of named('mine')) expect(create().id).toBe('mine');
  });

  it.each([5, ''])('refuse the id %j', (id) => {
    for (const create of named(id as never)) expect(create).toThrow(/: id is (5|""): give a text$/);
  });

  it('say what they were given in the place of options', () => {
    expect(() => createEqualsCheck('y' as never)).toThrow(
      'equals: its factory was called with "y": give a group of options, such as { value: … }',
    );
    expect(() => createRegexCheck({ pattern: /a/ as never })).toThrow(
      'regex: pattern is /a/: must be a text',
    );
  });

  it('give the documented results', async () => {
    const shown = async (check: EvalScorer) =>
      ((await check.run({ output: CALLS })) as { preprocessStepResult?: unknown }).preprocessStepResult;
    const output = ANSWER.toLowerCase();
    expect(await shown(checks.maxLength({ words: 3 }))).toEqual({
      found: { words: 7 },
      most: { words: 3 },
      passed: false,
    });
    expect(await shown(checks.includes('Sunny'))).toEqual({ output, target: 'sunny', found: true });
    expect(await shown(checks.excludes('rain'))).toEqual({ output, target: 'rain', excluded: true });
    expect(await shown(checks.equals('rain'))).toEqual({ output, target: 'rain', isEqual: false });
    expect(await shown(checks.matches(/\d/))).toEqual({ output: ANSWER, pattern: '/\\d/', matched: true });
    expect(await shown(checks.similarity('x'))).toEqual({
      output,
      target: 'x',
      score: 0,
      threshold: undefined,
    });
    expect(await shown(checks.calledTool('get_weather'))).toEqual({
      toolName: 'get_weather',
      expectedTimes: 1,
      actualCount: 1,
      passed: true,
    });
    expect(await shown(checks.didNotCall('x'))).toEqual({ toolName: 'x', count: 0, passed: true });
    expect(await shown(checks.toolOrder(['x']))).toEqual({
      actualTools: ['get_weather', 'summarize'],
      expectedOrder: ['x'],
      passed: false,
    });
    expect(await shown(checks.maxToolCalls(5))).toEqual({ count: 2, max: 5, passed: true });
    expect(await shown(checks.usedNoTools())).toEqual({ count: 2, passed: false });
    expect(await shown(checks.noToolErrors())).toEqual({ errorCount: 1, totalCalls: 2, passed: false });
  });

  it.each([
    ['equals', createEqualsCheck()],
    ['contains', createContainsCheck()],
  ])('%s looks for groundTruth where no value is given', async (_, check) => {
    expect((await check.run({ output: 'Oslo', groundTruth: 'oslo' })).score).toBe(1);
    expect((await check.run({ output: 'Rome', groundTruth: 'oslo' })).score).toBe(0);
    const { score, unscored } = await check.run({ output: 'Oslo' });
    expect(score).toBeNull();
    expect(unscored).toEqual({
      kind: 'not-scorable',
      reason: 'There is no text to look for: neither option value nor groundTruth is given.',
    });
  });

  it.each([
    ['a pattern that is none', () => createRegexCheck({ pattern: '(' }), /pattern.*not a regular expression/],
    ['a flag with a memory', () => createRegexCheck({ pattern: 'a', flags: 'g' }), /flags/],
    [
      'a schema that is not checked whole',
      () => createJsonSchemaCheck({ schema: { format: 'email' } }),
      /json-schema: schema is .*: unknown format "email"/,
    ],
    [
      'a schema of Zod',
      () => createJsonSchemaCheck({ schema: z.object({ a: z.number() }) as never }),
      /for a schema of Zod, give z\.toJSONSchema\(schema\)/,
    ],
    ['no limit', () => createMaxLengthCheck({}), /characters or words/],
    [
      'an option that does not exist',
      () => createContainsCheck(JSON.parse('{"values":"x"}')),
      /values.*value/,
    ],
    ['nothing to look for', () => createContainsCheck({ value: '' }), /empty/],
  ])('refuses %s', (_, create, problem) => {
    expect(create).toThrow(problem);
  });
});

it.each<[() => unknown, string]>([
  [() => checks.excludes(undefined as never), 'check-excludes: value is undefined: must be a text'],
  [() => checks.excludes('x', { ignorecase: true } as never), 'Did you mean `ignoreCase`?'],
  [() => checks.similarity('x', { threshold: 80 }), 'threshold is 80: must be a number from 0 to 1'],
  [() => checks.similarity('x', { treshold: 0.8 } as never), 'Did you mean `threshold`?'],
  [() => checks.matches('a+' as never), 'check-matches: pattern is "a+": give a regular expression'],
  [() => checks.didNotCall(undefined as never), 'check-did-not-call: tool is undefined: must be a text'],
  [() => checks.toolOrder('a' as never), 'check-tool-order: tools is "a": must be a list of names'],
  [() => checks.maxToolCalls('2' as never), 'check-max-tool-calls: most is "2": must be a whole number'],
])('%s is refused at once', (create, message) => {
  expect(create).toThrow(message);
});
