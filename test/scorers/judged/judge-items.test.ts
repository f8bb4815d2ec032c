import { describe, expect, test } from 'vitest';
import { ProviderError } from '../../../src/model/errors.js';
import type { Question } from '../../../src/model/judge.js';
import { CONTROL_POOL, chooseControl } from '../../../src/scorers/judged/control-statement.js';
import { createItemsAsker, type QuestionItem } from '../../../src/scorers/judged/items-question.js';
import { judgeItems } from '../../../src/scorers/judged/judge-items.js';
import { isControl, scriptedJudge } from '../../support/judges.js';

type Reply = Record<string, { reason: string; verdict: string; off?: string }>;

const asked = (question: Question): [string, string][] =>
  Object.entries((question.data as { statements: Record<string, string> }).statements);
const by =
  (label: (text: string) => string) =>
  (question: Question): Reply =>
    Object.fromEntries(asked(question).map(([key, text]) => [key, { reason: text, verdict: label(text) }]));
const honest = by((text) => (isControl(text) ? 'no' : 'yes'));
const allYes = by(() => 'yes');
const named = (count: number): QuestionItem[] =>
  Array.from({ length: count }, (_, index) => ({ text: `point ${index + 1}` }));

function setUp(answer: (question: Question, index: number) => unknown) {
  const judge = scriptedJudge(answer);
  const shown: (readonly number[])[] = [];
  const repeats: string[] = [];
  const topic = {
    name: 'test/items',
    rules: 'Rules.',
    context: { answer: 'a' },
    itemsKey: 'statements',
    labels: ['yes', 'unsure', 'no'],
    mixedFallback: 'no',
    skips: { longest: 120, otherwise: 'unsure' },
  };
  const control = { pool: CONTROL_POOL, labels: ['no'], slip: 'calls the control relevant', salt: 'salt' };
  const run = (all: readonly QuestionItem[]) =>
    judgeItems({
      judge,
      name: topic.name,
      items: { count: all.length, many: topic.itemsKey },
      ask: createItemsAsker(topic, { all, due: [...all.keys()] }, control),
      slip: control.slip,
      signal: new AbortController().signal,
      onBatch: (group) => shown.push(group),
      onRepeat: (why) => repeats.push(why),
    });
  return { judge, shown, repeats, run };
}

const kindOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return error instanceof ProviderError ? error.kind : `another error: ${error}`;
  }
};

describe('one verdict per item', () => {
  test('one call for up to 95, with one control; the verdicts come in the order of the items', async () => {
    for (const [count, calls] of [
      [1, 1],
      [95, 1],
      [96, 2],
    ] as const) {
      const { judge, run, shown } = setUp(honest);
      const verdicts = await run(named(count));
      expect(verdicts.map(({ reason }) => reason)).toEqual(named(count).map(({ text }) => text));
      expect(judge.questions).toHaveLength(calls);
      for (const question of judge.questions) {
        expect(asked(question).filter(([, text]) => isControl(text))).toHaveLength(1);
      }
      expect(shown.flat()).toEqual([...Array(count).keys()]);
    }
  });

  test('tool calls have separate keys, after the text', async () => {
    const { judge, run } = setUp(honest);
    await run([{ text: 'called c1' }, { text: 'called look_up()', isCall: true }]);
    const keys = new Map(asked(judge.questions[0] as Question).map(([key, text]) => [text, key]));
    expect(keys.get('called look_up()')).toBe('c1');
    expect(keys.get('called c1')).toMatch(/^s[12]$/);
  });

  test('the schema demands a text for every key', async () => {
    const { judge, run } = setUp(honest);
    await run([...named(4), { text: 'called look_up()', isCall: true }]);
    const { schema } = judge.questions[0] as Question;
    const keys = ['s1', 's2', 's3', 's4', 's5', 'c1'];
    expect(schema).toEqual({
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
      required: keys,
      additionalProperties: false,
    });
  });
});

describe('what code checks', () => {
  const one = async (text: string, verdict: string, off?: string) => {
    const { judge, run } = setUp((question) =>
      Object.fromEntries(
        asked(question).map(([key, each]) => [
          key,
          isControl(each) ? { reason: '', verdict: 'no' } : { reason: '', verdict, off },
        ]),
      ),
    );
    const [given] = await run([{ text }]);
    return { ...given, calls: judge.questions.length };
  };

  test.each([
    ['try Plus today', { verdict: 'mixed', off: 'try Plus today' }],
    ['“try Plus today” ', { verdict: 'mixed', off: 'try Plus today' }],
    ['Try Plus now', { verdict: 'no' }],
    ['', { verdict: 'no' }],
    ['Refunds take ten days, and try Plus today.', { verdict: 'no' }],
    ['Refunds take ten days, and try Plus today', { verdict: 'no' }],
  ])('mixed with the words %j', async (off, expected) => {
    expect(await one('Refunds take ten days, and try Plus today.', 'mixed', off)).toEqual({
      reason: '',
      calls: 1,
      ...expected,
    });
  });

  test('a long piece is not skipped: the judge is asked again, then it is unsure', async () => {
    expect(await one('x'.repeat(120), 'skip')).toMatchObject({ verdict: 'skip', calls: 1 });
    expect(await one('x'.repeat(121), 'skip')).toMatchObject({ verdict: 'unsure', calls: 2 });
  });
});

describe('replies that lack something', () => {
  test('the judge is asked again only about missing verdicts', async () => {
    const { judge, run, repeats } = setUp((question, index) => {
      const reply = honest(question);
      if (index === 0) {
        const [key] = asked(question).find(([, text]) => text === 'point 2') ?? [''];
        reply[key] = { reason: '', verdict: 'perhaps' };
      }
      return reply;
    });
    expect((await run(named(3))).map(({ verdict }) => verdict)).toEqual(['yes', 'yes', 'yes']);
    expect(judge.questions).toHaveLength(2);
    expect(asked(judge.questions[1] as Question)).toHaveLength(2);
    expect(repeats).toHaveLength(1);
  });

  test('what never comes is an error', async () => {
    const { run } = setUp(by((text) => (isControl(text) ? 'no' : 'perhaps')));
    expect(await kindOf(run(named(2)))).toBe('judge-incomplete');
  });

  test('asks in parts for what is too long for one reply', async () => {
    const { judge, run } = setUp((question) => {
      if (asked(question).length > 4) throw new ProviderError('cut off', { kind: 'length' });
      return honest(question);
    });
    expect(await run(named(6))).toHaveLength(6);
    expect(judge.questions).toHaveLength(3);
  });

  test('other errors are passed on', async () => {
    const { run } = setUp(() => {
      throw new ProviderError('no key', { kind: 'unauthorized' });
    });
    expect(await kindOf(run(named(1)))).toBe('unauthorized');
  });
});

describe('the control statement', () => {
  test('asks a judge that calls it relevant once more, with another control', async () => {
    const { judge, run, repeats } = setUp((question, index) => (index === 0 ? allYes : honest)(question));
    await run(named(3));
    const controls = judge.questions.map((question) => asked(question).find(([, text]) => isControl(text)));
    expect(controls).toHaveLength(2);
    expect(controls[0]?.[1]).not.toBe(controls[1]?.[1]);
    expect(repeats).toEqual(['the judge scripted calls the control relevant']);
  });

  test('then there is no verdict', async () => {
    const { judge, run } = setUp(allYes);
    expect(await kindOf(run(named(3)))).toBe('judge-compromised');
    expect(judge.questions).toHaveLength(2);
  });

  test('a reply that passes over it proves nothing', async () => {
    const { run } = setUp(by((text) => (isControl(text) ? '' : 'yes')));
    expect(await kindOf(run(named(3)))).toBe('judge-incomplete');
  });

  test('shares no word with the data, and its position cannot be predicted', () => {
    const about = { foreign: CONTROL_POOL.slice(1).join(' '), places: 9 };
    expect(chooseControl(CONTROL_POOL, { ...about, salt: 'a', seed: 1 }).text).toBe(CONTROL_POOL[0]);
    const places = Array.from({ length: 40 }, (_, seed) =>
      chooseControl(CONTROL_POOL, { ...about, salt: 'a', seed }),
    ).map(({ position }) => position);
    expect(new Set(places).size).toBeGreaterThan(5);
    expect(chooseControl(CONTROL_POOL, { ...about, salt: 'a', seed: 1 })).toEqual(
      chooseControl(CONTROL_POOL, { ...about, salt: 'a', seed: 1 }),
    );
  });
});
