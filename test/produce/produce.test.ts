import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashDataset } from '../../src/files/watched-files.js';
import type { Case } from '../../src/model/case.js';
import type { Effects } from '../../src/model/effects.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ChatClient } from '../../src/model/provider.js';
import type { Budget } from '../../src/model/spending.js';
import type { Suite } from '../../src/model/suite.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { openJournals } from '../../src/produce/journal.js';
import { type ProducePlan, produce } from '../../src/produce/produce.js';
import { createBudget } from '../../src/produce/spending.js';
import { FIRST_RETRIES, MAX_ROUNDS, retryInRounds } from '../../src/produce/take-samples.js';
import { createRedactor } from '../../src/text/redact.js';
import { boundary, testBoundaries } from '../support/boundaries.js';
import { createSharedFolder } from '../support/folder.js';
import { fakeAgent } from '../support/judges.js';
import { createEffects, createProducePlan, createRow, createSuite } from '../support/suites.js';

const SECRET = 'sk-live-abcdefghijklmnop';

const folder = createSharedFolder();
beforeAll(async () => {
  await writeFile(join(folder, 'prompt.md'), 'You know the capitals.');
});

function cases(count: number): readonly Case[] {
  return Array.from({ length: count }, (_, index) =>
    createRow(`case-${index + 1}`, { input: `What is the capital of country ${index + 1}?` }),
  );
}

function effects(chat: ChatClient, signal = new AbortController().signal): Effects {
  const env = { PATH: process.env['PATH'] };
  return createEffects(chat, { env, signal, redact: createRedactor([SECRET]) });
}

function plan(
  rows: readonly Case[],
  more: Partial<ProducePlan> = {},
  suite: Suite = createSuite(),
): ProducePlan {
  return { ...createProducePlan(suite, rows, { folder }), directory: 'apps/a', ...more };
}

describe('produce', () => {
  it('asks every case as often as planned, all first samples before any second', async () => {
    const chat = fakeAgent((_, call) => `Town ${call}.`);
    const rows = cases(6);
    const record = await produce(plan(rows, { samples: 2 }), { ...effects(chat), maxConcurrency: 1 });
    expect(chat.asked).toHaveLength(12);
    expect(new Set(chat.asked.slice(0, 6)).size).toBe(6);
    expect(record.cases.map((row) => row.samples.length)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(record).toMatchObject({
      suite: 'support',
      stopped: null,
      dataset: hashDataset(rows),
      judge: { builtin: true },
      usage: { target: { calls: 12 } },
    });
  });

  it('keeps samples in their order, whichever ends first', async () => {
    let release = () => {};
    const later = new Promise<void>((resolve) => {
      release = resolve;
    });
    const chat = fakeAgent((_, call) => `Town ${call}.`);
    const slow: ChatClient = {
      ...chat,
      async complete(request, options) {
        const isFirst = chat.asked.length === 0;
        const reply = await chat.complete(request, options);
        if (isFirst) await later;
        else setImmediate(release);
        return reply;
      },
    };
    const record = await produce(plan(cases(1), { samples: 2 }), effects(slow));
    const outputs = record.cases[0]?.samples.map(({ answer }) =>
      answer.status === 'answered' ? answer.output : answer.message,
    );
    expect(outputs).toEqual(['Town 1.', 'Town 2.']);
  });

  it('takes only the missing samples on top of an earlier record, and adds up what was spent', async () => {
    const chat = fakeAgent();
    const first = await produce(plan(cases(3)), effects(chat));
    const second = await produce(plan(cases(3), { samples: 3, previous: first }), effects(chat));
    expect(chat.asked).toHaveLength(9);
    expect(second.cases.every((row) => row.samples.length === 3)).toBe(true);
    expect(second.usage.target.calls).toBe(9);
  });

  it('stops at a failure that every other call would share, and says why in every case it did not reach', async () => {
    const chat = fakeAgent(
      () => new ProviderError('401: the key is wrong', { kind: 'unauthorized', status: 401 }),
    );
    const record = await produce(plan(cases(50)), effects(chat));
    expect(record.stopped).toEqual({ kind: 'unauthorized', reason: '401: the key is wrong' });
    expect(chat.asked.length).toBeLessThan(20);
    expect(record.cases).toHaveLength(50);
    expect(record.cases.at(-1)?.samples[0]?.answer).toMatchObject({ status: 'failed', kind: 'unauthorized' });
    expect(JSON.stringify(record)).not.toContain('"score"');
  });

  it('goes on after a failure that may pass, and keeps it as failed', async () => {
    const chat = fakeAgent((input) =>
      input.includes('country 2')
        ? new ProviderError('503 for long', { kind: 'unavailable', status: 503 })
        : {},
    );
    const record = await produce(plan(cases(4)), effects(chat));
    expect(record.stopped).toBeNull();
    expect(record.cases[1]?.samples[0]?.answer).toMatchObject({ status: 'failed', kind: 'unavailable' });
    expect(record.cases[1]?.samples[0]?.judgements['answer-relevancy']).toMatchObject({ status: 'unscored' });
    expect(record.cases[2]?.samples[0]?.judgements['answer-relevancy']).toMatchObject({ status: 'scored' });
  });

  describe('gives up an agent that only fails', () => {
    const one = (chat: ChatClient): Effects => ({ ...effects(chat), maxConcurrency: 1 });
    const refuse = (message: string) => new ProviderError(message, { kind: 'bad-request', status: 400 });
    const ask = async (count: number, fails: (country: number, call: number) => Error | null) => {
      const chat = fakeAgent((input, call) => fails(Number(/\d+/.exec(input)?.[0]), call) ?? {});
      const record = await produce(plan(cases(count), { samples: 3 }), one(chat));
      return { record, asked: chat.asked.length };
    };

    it('after ten answers that failed for the same reason', async () => {
      const { record, asked } = await ask(60, () => refuse('400: no such parameter'));
      expect(asked).toBe(10);
      expect(record.stopped).toEqual({
        kind: 'bad-request',
        reason: '400: no such parameter. The first 10 answers failed like this, so no more were asked',
      });
      expect(record.cases.every(({ samples }) => samples.length > 0)).toBe(true);
    });

    it('but not one that answers, or fails for several reasons', async () => {
      const answered = await ask(40, (_country, call) => (call === 10 ? null : refuse('400: no')));
      expect(answered).toMatchObject({ asked: 120, record: { stopped: null } });
      const several = await ask(40, (_country, call) => refuse(call === 3 ? '400: b' : '400: a'));
      expect(several).toMatchObject({ asked: 120, record: { stopped: null } });
    });

    it('but not one that fails in a part of the dataset only', async () => {
      for (const [from, to] of [
        [1, 30],
        [11, 40],
      ] as const) {
        const part = await ask(40, (country) =>
          from <= country && country <= to ? refuse('400: no') : null,
        );
        expect(part).toMatchObject({ asked: 120, record: { stopped: null } });
      }
    });

    it('only if the result is lost anyway: after more than 5% of the cases', async () => {
      const { asked } = await ask(400, () => refuse('400: no'));
      expect(asked).toBe(22);
    });

    it('not if it was asked everything', async () => {
      const chat = fakeAgent(() => refuse('400: no'));
      const record = await produce(plan(cases(10)), one(chat));
      expect({ stopped: record.stopped, asked: chat.asked.length }).toEqual({ stopped: null, asked: 10 });
    });

    it('and ends its message once', async () => {
      const { record } = await ask(20, () => refuse('400: no such parameter.'));
      expect(record.stopped?.reason).toMatch(/^400: no such parameter\. The first 10 /);
    });

    it('and asks nothing more after an error that ends the run', async () => {
      const { record, asked } = await ask(20, (_country, call) =>
        call === 3 ? new ProviderError('401: the key is wrong', { kind: 'unauthorized' }) : null,
      );
      expect(record.stopped).toEqual({ kind: 'unauthorized', reason: '401: the key is wrong' });
      expect(asked).toBeLessThanOrEqual(4);
    });

    it('not before it failed again when asked alone', async () => {
      const odd = (country: number, call: number) =>
        call > 11 ? null : new ProviderError(`odd reply ${country}`.slice(0, 9), { kind: 'malformed' });
      const { record } = await ask(20, odd);
      expect(record.stopped).toBeNull();
      const samples = record.cases.flatMap((row) => row.samples);
      expect(samples.filter(({ answer }) => answer.status === 'answered')).toHaveLength(60);
    });

    it('not if it has answered before', async () => {
      const first = await produce(plan(cases(20)), one(fakeAgent()));
      const chat = fakeAgent(() => refuse('400: no'));
      const { stopped } = await produce(plan(cases(20), { samples: 2, previous: first }), one(chat));
      expect({ stopped, asked: chat.asked.length }).toEqual({ stopped: null, asked: 20 });
    });
  });

  it.each<[what: string, first: ProviderError | object]>([
    ['answers', {}],
    ['is failed by its provider', new ProviderError('status 503', { kind: 'unavailable' })],
  ])('an agent that %s until the run is cancelled is not called silent', async (_, first) => {
    const controller = new AbortController();
    const chat = fakeAgent((_input, call) => {
      if (call < 3) return first;
      controller.abort(new ProviderError('the run was cancelled', { kind: 'aborted' }));
      return controller.signal.reason;
    });
    const run = { ...effects(chat, controller.signal), maxConcurrency: 1 };
    const { stopped } = await produce(plan(cases(9)), run);
    expect(stopped).toEqual({ kind: 'aborted', reason: 'the run was cancelled' });
  });

  it('says of a program that had only crashed until the run was cancelled why it did', async () => {
    const controller = new AbortController();
    const starts = join(folder, 'starts');
    // The third start hangs, so that the run is under way when it is cancelled.
    const agent = `
      require('fs').appendFileSync(${JSON.stringify(starts)}, 'x');
      if (require('fs').readFileSync(${JSON.stringify(starts)}).length > 2) setInterval(() => {}, 1000);
      else throw new Error('no such module: tools');`;
    const target = {
      kind: 'command',
      command: [process.execPath, '-e', agent],
      workers: 1,
      timeoutMs: 60_000,
      env: [],
    } as const;
    const whenCrashed = setInterval(() => {
      if (existsSync(starts) && readFileSync(starts).length > 2)
        controller.abort(new ProviderError('the run was cancelled', { kind: 'aborted' }));
    }, 10);
    const record = await produce(plan(cases(9), {}, createSuite({ target })), {
      ...effects(fakeAgent(), controller.signal),
      maxConcurrency: 1,
    });
    clearInterval(whenCrashed);
    expect(record.stopped).toEqual({
      kind: 'silent',
      reason: expect.stringMatching(
        /^the run was cancelled, and the agent had answered nothing: the command ended with code 1 .*no such module: tools/s,
      ),
    });
  });

  it('takes secrets out of answers before anything else sees them', async () => {
    const chat = fakeAgent(() => ({
      content: `The key is ${SECRET}, the capital is Paris.`,
      toolCalls: [{ name: 'look', arguments: { key: SECRET } }],
    }));
    const record = await produce(plan(cases(1)), effects(chat));
    expect(JSON.stringify(record)).not.toContain(SECRET);
    expect(record.cases[0]?.samples[0]?.answer).toMatchObject({
      output: 'The key is ***, the capital is Paris.',
      toolCalls: [{ name: 'look', arguments: { key: '***' } }],
    });
  });

  it('asks an interrupted conversation again as a whole, and recalls a whole one', async () => {
    const rows = cases(2).map((row) => ({ ...row, turns: [row.input, 'And its river?'] }));
    const chat = fakeAgent((_, call) =>
      call === 4
        ? new ProviderError('401: the key is wrong', { kind: 'unauthorized' })
        : { content: `It is ${call}, by ${SECRET}.` },
    );
    const suite = createSuite();
    const journals = openJournals({ folder: join(folder, 'journal'), boundTo: [] }, effects(chat));
    const run = async () => {
      await using journal = await journals.open(suite.name);
      return produce(plan(rows, { journal }, suite), { ...effects(chat), maxConcurrency: 1 });
    };
    expect((await run()).stopped?.kind).toBe('unauthorized');
    const record = await run();
    expect(JSON.stringify(record)).not.toContain(SECRET);
    const answers = record.cases.flatMap(({ samples }) => samples.map(({ answer }) => answer));
    expect(
      answers.map((answer) => ('turns' in answer ? answer.turns?.map(({ output }) => output) : [])),
    ).toEqual([
      ['It is 1, by ***.', 'It is 3, by ***.'],
      ['It is 5, by ***.', 'It is 6, by ***.'],
    ]);
  });

  it('asks a crashed agent once more, alone, in a fresh process', async () => {
    await writeFile(
      join(folder, 'flaky.mjs'),
      `import { appendFileSync, existsSync } from 'node:fs';
       import { createInterface } from 'node:readline';
       for await (const line of createInterface({ input: process.stdin })) {
         const { id } = JSON.parse(line);
         if (id === 'case-2' && !existsSync('seen')) { appendFileSync('seen', 'x'); process.exit(7); }
         console.log(JSON.stringify({ id, output: 'Paris.' }));
       }`,
    );
    const command: TargetSettings = {
      kind: 'command',
      command: [process.execPath, 'flaky.mjs'],
      workers: 1,
      timeoutMs: 100_000,
      env: [],
    };
    const record = await produce(plan(cases(3), {}, createSuite({ target: command })), effects(fakeAgent()));
    expect(record.cases.map((row) => row.samples[0]?.answer.status)).toEqual([
      'answered',
      'answered',
      'answered',
    ]);
  });

  describe('asks what failed once more', () => {
    /** The first few cases always fail, others the first time. What was asked besides, and what came of it. */
    const askedAgain = async (fail: { readonly always: number; readonly once: number }, count = 10) => {
      const seen = new Set<string>();
      const chat = fakeAgent((input) => {
        const place = Number(/\d+/.exec(input)?.[0]);
        const fails = place <= fail.always || (place <= fail.always + fail.once && !seen.has(input));
        seen.add(input);
        return fails ? new ProviderError('cut off', { kind: 'malformed' }) : {};
      });
      const { cases: rows, repeats } = await produce(plan(cases(count)), effects(chat));
      const failed = rows.filter(({ samples: [sample] }) => sample?.answer.status === 'failed').length;
      return { more: chat.asked.length - count, failed, repeats };
    };

    testBoundaries({
      'five of them first, and the others only where that helps': boundary({
        constant: FIRST_RETRIES,
        value: 5,
        outcome: async (always: number) => (await askedAgain({ always, once: 3 })).failed,
        below: [FIRST_RETRIES - 1, FIRST_RETRIES - 1],
        above: [FIRST_RETRIES, FIRST_RETRIES + 3],
      }),
      'in eight rounds, once the first has helped': boundary({
        constant: MAX_ROUNDS,
        value: 8,
        outcome: async (tries) => {
          const left = { soon: 1, late: tries };
          await retryInRounds({
            all: ['soon', 'late'] as const,
            isOdd: (item) => left[item] > 0,
            retry: async (item) => {
              left[item] -= 1;
            },
            concurrency: { few: 1, many: 1 },
            signal: new AbortController().signal,
          });
          return left.late === 0;
        },
        below: [MAX_ROUNDS, true],
        above: [MAX_ROUNDS + 1, false],
      }),
    });

    it('judges all of them if it does, and says so', async () => {
      expect(await askedAgain({ always: 0, once: 12 }, 20)).toEqual({
        more: 12,
        failed: 0,
        repeats: [{ of: 'answer', why: 'cut off', count: 12 }],
      });
    });

    it('and at most five if all are broken', async () => {
      expect(await askedAgain({ always: 10, once: 0 })).toMatchObject({ more: 5, failed: 10 });
    });

    it.each(['late', 'timeout'] as const)(
      'a case that is %s once, since each try costs the whole of its time',
      async (kind) => {
        const seen = new Set<string>();
        const chat = fakeAgent((input) => {
          const isFirst = !seen.has(input);
          seen.add(input);
          // That asking again helps another one makes it no reason to go on.
          return input.includes('country 1?') || isFirst ? new ProviderError('hangs', { kind }) : {};
        });
        await produce(plan(cases(3)), effects(chat));
        expect(chat.asked).toHaveLength(6);
      },
    );

    it('an empty answer too; that is the answer where it comes again', async () => {
      const chat = fakeAgent((input, call) =>
        input.includes('country 1?') || call === 2 ? { content: ' ' } : {},
      );
      const record = await produce(plan(cases(3)), { ...effects(chat), maxConcurrency: 1 });
      const scores = record.cases.map(({ samples: [sample] }) => sample?.judgements['answer-relevancy']);
      expect(scores).toMatchObject([{ score: 0, flags: ['empty'] }, { score: 1 }, { score: 1 }]);
      expect(record.repeats).toEqual([{ of: 'answer', why: 'the answer was empty', count: 1 }]);
      const [first] = cases(1).map((row) => ({ ...row, turns: ['What is its capital?', 'And its river?'] }));
      const once = fakeAgent((_, call) => (call === 2 ? { content: ' ' } : {}));
      const talk = await produce(plan(first === undefined ? [] : [first]), effects(once));
      expect(talk.cases[0]?.samples).toMatchObject([{ judgements: { 'answer-relevancy': { score: 1 } } }]);
    });
  });

  describe('with a budget', () => {
    /** Counts like the real client: a call when it begins. */
    function countedChat(budget: Budget): ReturnType<typeof fakeAgent> {
      const chat = fakeAgent();
      return {
        ...chat,
        complete(request, options) {
          budget.beginCall();
          return chat.complete(request, options);
        },
      };
    }

    it('stops when it is spent on the way, keeps what it has, and says how far it came', async () => {
      const budget = createBudget({ maxCalls: null, maxTokens: 100 });
      const chat = fakeAgent((_, call) => {
        budget.add({ calls: 0, inputTokens: 25, outputTokens: 0 });
        return call > 4 ? (budget.shortfall(1) ?? {}) : {};
      });
      const record = await produce(plan(cases(30)), { ...effects(chat), budget, maxConcurrency: 1 });
      expect(record.stopped).toMatchObject({ kind: 'budget' });
      expect(record.stopped?.reason).toMatch(
        /^the budget of 100 tokens \(max-tokens\) was used up after [45] of 30 answers$/,
      );
      expect(record.cases[0]?.samples[0]?.answer.status).toBe('answered');
      expect(record.cases[29]?.samples[0]?.answer).toMatchObject({ status: 'failed', kind: 'budget' });
    });

    it('does not begin another run of every case that it cannot finish', async () => {
      const budget = createBudget({ maxCalls: 10, maxTokens: null });
      const chat = countedChat(budget);
      const run = { ...effects(chat), budget };
      const first = await produce(plan(cases(6)), run);
      expect(first.stopped).toBeNull();
      const second = await produce(plan(cases(6), { samples: 2, previous: first }), run);
      expect(second.stopped).toEqual({
        kind: 'budget',
        reason:
          'the budget of 10 calls (max-calls), of which 4 are left, does not cover the 6 answers that are due',
      });
      expect(chat.asked).toHaveLength(6);
      expect(second.cases.map((row) => row.samples.length)).toEqual([1, 1, 1, 1, 1, 1]);
    });
  });
});
