import { describe, expect, test } from 'vitest';
import { isStrictSchema } from '../../../../src/judging/strict-schema.js';
import { ProviderError } from '../../../../src/ports/errors.js';
import type { Question } from '../../../../src/ports/judge.js';
import { SILENT_LOG } from '../../../../src/ports/log.js';
import { createLaxBudget, judgeItems } from '../../../../src/scorers/judged/ask/judge-items.js';
import {
  ADVERTISEMENTS,
  CONTROL_POOL,
  topicsToSellBeside,
} from '../../../../src/scorers/judged/controls/control-pool.js';
import { createControlChooser } from '../../../../src/scorers/judged/controls/control-statement.js';
import { isControl, scriptedJudge } from '../../../support/judges.js';

const LABELS = ['yes', 'unsure', 'no'] as const;
type Label = (typeof LABELS)[number];
type Reply = Record<string, { reason: string; verdict: Label }>;

const asked = (question: Question): [string, string][] =>
  Object.entries((question.data as { statements: Record<string, string> }).statements);
const honest = (question: Question): Reply =>
  Object.fromEntries(
    asked(question).map(([key, text]) => [key, { reason: text, verdict: isControl(text) ? 'no' : 'yes' }]),
  );
const allYes = (question: Question): Reply =>
  Object.fromEntries(asked(question).map(([key, text]) => [key, { reason: text, verdict: 'yes' }]));
const TOPICS = topicsToSellBeside('Which point is it?');
const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `point ${index + 1}`);

function setUp(answer: (question: Question, index: number) => unknown, laxLimit = 5) {
  const judge = scriptedJudge(answer);
  const shown: Question[] = [];
  const repeats: string[] = [];
  const said: string[] = [];
  const laxBudget = createLaxBudget(laxLimit);
  const run = (items: readonly string[]) =>
    judgeItems({
      judge,
      topic: {
        name: 'test/items',
        rules: 'Rules.',
        context: { answer: 'a' },
        itemsKey: 'statements',
        labels: LABELS,
      },
      items,
      chooseControls: createControlChooser<Label>({
        salt: 'salt',
        seed: '',
        foreign: items,
        sources: [
          { pool: CONTROL_POOL, labels: ['no'] },
          { pool: ADVERTISEMENTS, topics: TOPICS, labels: ['no', 'unsure'] },
        ],
      }),
      slip: 'calls a surely irrelevant statement relevant',
      laxBudget,
      log: { ...SILENT_LOG, info: (line) => said.push(line) },
      signal: new AbortController().signal,
      onQuestion: (question) => shown.push(question),
      onRepeat: (why) => repeats.push(why),
    });
  return { judge, shown, repeats, said, run };
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
  test('a batch holds at most 20 items and two controls; the verdicts come in the order of the items', async () => {
    const { judge, run } = setUp(honest);
    const items = named(45);
    const verdicts = await run(items);
    expect(verdicts.map(({ reason }) => reason)).toEqual(items);
    expect(judge.questions).toHaveLength(3);
    for (const question of judge.questions) {
      const texts = asked(question).map(([, text]) => text);
      expect(texts.filter(isControl)).toHaveLength(2);
      expect(texts.length).toBeLessThanOrEqual(22);
    }
  });

  test('the schema demands every key of the request, reason first, and nothing else', async () => {
    const { judge, run } = setUp(honest);
    await run(named(2));
    expect(judge.questions[0]?.schema).toEqual({
      type: 'object',
      properties: {
        ...Object.fromEntries(['s1', 's2', 's3', 's4'].map((key) => [key, { $ref: '#/$defs/entry' }])),
        s5: { anyOf: [{ $ref: '#/$defs/entry' }, { type: 'null' }] },
      },
      required: ['s1', 's2', 's3', 's4', 's5'],
      additionalProperties: false,
      $defs: {
        entry: {
          type: 'object',
          properties: {
            reason: { type: 'string' },
            verdict: { type: 'string', enum: ['yes', 'unsure', 'no'] },
          },
          required: ['reason', 'verdict'],
          additionalProperties: false,
        },
      },
    });
    const text = JSON.stringify(judge.questions[0]?.schema);
    expect(text.indexOf('"reason"')).toBeLessThan(text.indexOf('"verdict"'));
  });

  test('there are few schemas, every one strict, so that a provider can reuse what begins with them', async () => {
    const schemas = new Set<string>();
    for (let count = 1; count <= 20; count++) {
      const { judge, run } = setUp(honest);
      await run(named(count));
      for (const { schema } of judge.questions) {
        expect(isStrictSchema(schema)).toBe(true);
        schemas.add(JSON.stringify(schema));
      }
    }
    expect(schemas.size).toBeLessThanOrEqual(6);
  });

  test('only what is missing is asked again', async () => {
    const { judge, run } = setUp((question, index) => {
      const reply = honest(question);
      for (const [key, text] of asked(question)) {
        if (index === 0 && /[24]/.test(text)) delete reply[key];
      }
      return reply;
    });
    const verdicts = await run(named(5));
    expect(verdicts.map(({ reason }) => reason)).toEqual(named(5));
    const again = asked(judge.questions[1] as Question).map(([, text]) => text);
    expect(again.filter((text) => !isControl(text))).toEqual(['point 2', 'point 4']);
    expect(judge.questions).toHaveLength(2);
  });

  test('four items and one verdict is no verdict at all, after two repeats', async () => {
    const { judge, run } = setUp(() => ({ s1: { reason: 'r', verdict: 'yes' } }));
    expect(await kindOf(run(named(4)))).toMatch(/^judge-(?:incomplete|compromised)$/);
    const steady = setUp((question) => {
      const control = asked(question).find(([, text]) => isControl(text))?.[0] ?? '';
      return { [control]: { reason: 'r', verdict: 'no' } };
    });
    expect(await kindOf(steady.run(named(4)))).toBe('judge-incomplete');
    expect(steady.judge.questions).toHaveLength(3);
    expect(judge.questions.length).toBeGreaterThanOrEqual(3);
  });

  test('a reply that passes over the control does not count', async () => {
    const { judge, run } = setUp((question, index) => {
      const reply = allYes(question);
      if (index > 0) return honest(question);
      for (const [key, text] of asked(question)) if (isControl(text)) delete reply[key];
      return reply;
    });
    await run(named(3));
    expect(judge.questions).toHaveLength(2);
    expect(asked(judge.questions[1] as Question)).toHaveLength(5);
  });

  test('a malformed reply is asked again, and is the reason where nothing better comes', async () => {
    const broken = new ProviderError('the reply is not JSON', { kind: 'malformed' });
    const mended = setUp((question, index) => {
      if (index < 2) throw broken;
      return honest(question);
    });
    expect(await mended.run(named(2))).toHaveLength(2);
    const never = setUp(() => {
      throw broken;
    });
    expect(await kindOf(never.run(named(2)))).toBe('malformed');
    expect(never.judge.questions).toHaveLength(3);
  });

  test('what no repeat can mend is not asked again', async () => {
    const { judge, run } = setUp(() => {
      throw new ProviderError('no', { kind: 'unauthorized' });
    });
    expect(await kindOf(run(named(2)))).toBe('unauthorized');
    expect(judge.questions).toHaveLength(1);
  });

  test.each(['length', 'refused', 'content-filter'] as const)(
    '%s is asked again in smaller batches: one item that spoils its batch spoils no other',
    async (kind) => {
      const { judge, run, repeats } = setUp((question) => {
        if (asked(question).length > 4) throw new ProviderError('no', { kind });
        return honest(question);
      });
      const verdicts = await run(named(4));
      expect(verdicts.map(({ reason }) => reason)).toEqual(named(4));
      // Four items and two controls, then two and two, each with two.
      expect(judge.questions.map((question) => asked(question).length)).toEqual([6, 4, 4]);
      expect(repeats).toEqual(['no']);
      const never = setUp(() => {
        throw new ProviderError('no', { kind });
      });
      expect(await kindOf(never.run(named(4)))).toBe(kind);
      expect(never.judge.questions).toHaveLength(1 + 2 + 4);
    },
  );
});

describe('the control', () => {
  test.each(['yes', 'unsure'] as const)(
    'called %s, the batch is judged again one at a time',
    async (label) => {
      const { judge, run } = setUp((question, index) => {
        const reply = honest(question);
        for (const [key, text] of asked(question)) {
          if (index === 0 && CONTROL_POOL.includes(text)) reply[key] = { reason: 'r', verdict: label };
        }
        return reply;
      });
      const verdicts = await run(named(3));
      expect(verdicts.map(({ reason }) => reason)).toEqual(named(3));
      expect(judge.questions).toHaveLength(4);
      for (const question of judge.questions.slice(1)) expect(asked(question)).toHaveLength(3);
    },
  );

  test('a judge that was talked into advertising alone gives itself away by the one beside the topic', async () => {
    const follower = (question: Question): Reply =>
      Object.fromEntries(
        asked(question).map(([key, text]) => [
          key,
          { reason: text, verdict: CONTROL_POOL.includes(text) ? 'no' : 'yes' },
        ]),
      );
    const { judge, run } = setUp(follower);
    expect(await kindOf(run(named(3)))).toBe('judge-compromised');
    expect(judge.questions).toHaveLength(4);
    const doubtful = setUp((question) => {
      const reply = honest(question);
      for (const [key, text] of asked(question)) {
        if (isControl(text) && !CONTROL_POOL.includes(text)) reply[key] = { reason: 'r', verdict: 'unsure' };
      }
      return reply;
    });
    expect(await doubtful.run(named(3))).toHaveLength(3);
    expect(doubtful.judge.questions).toHaveLength(1);
  });

  test('called relevant again, the verdicts are worth nothing', async () => {
    expect(await kindOf(setUp(allYes).run(named(3)))).toBe('judge-compromised');
    expect(await kindOf(setUp(allYes).run(named(1)))).toBe('judge-compromised');
  });

  test('past the cap of the run the judge is too lax', async () => {
    const { judge, run, said } = setUp(
      (question) => (asked(question).length > 3 ? allYes(question) : honest(question)),
      2,
    );
    await run(named(2));
    await run(named(2));
    expect(said).toEqual([expect.stringMatching(/: the statements of that question, and of every other/)]);
    const before = judge.questions.length;
    expect(await kindOf(run(named(2)))).toBe('judge-too-lax');
    expect(judge.questions.length).toBe(before + 1);
  });

  test('is never shown, nor are repeats', async () => {
    const { shown, run } = setUp((question, index) => (index === 0 ? {} : honest(question)));
    const verdicts = await run(named(3));
    expect(shown).toHaveLength(1);
    expect(asked(shown[0] as Question)).toEqual([
      ['s1', 'point 1'],
      ['s2', 'point 2'],
      ['s3', 'point 3'],
    ]);
    expect(verdicts.some(({ reason }) => isControl(reason))).toBe(false);
  });
});
