import { describe, expect, test } from 'vitest';
import { ProviderError } from '../../src/model/errors.js';
import type { VerdictLabel } from '../../src/model/verdict.js';
import { fakeChat, isControl, readRequest, type Said, verdictsReply } from '../support/judges.js';
import { createRequest, relevancy, score } from '../support/relevancy.js';

const OUTPUT =
  'The parcel left the warehouse on Monday. The carrier delivers within three days. Our founder collects antique clocks. Refunds take ten working days.';
const decide = (text: string): VerdictLabel =>
  isControl(text) || text.includes('founder') ? 'no' : text.includes('carrier') ? 'unsure' : 'yes';
const RIGHT = (1 + 0.3 + 0 + 1) / 4;

type Verdicts = ReturnType<typeof verdictsReply>;
type Write = (right: Verdicts) => Said;

/** Judged by a model whose first `times` replies are written badly. */
async function judged(write: Write, times = Number.POSITIVE_INFINITY) {
  const chat = fakeChat(({ messages }, index) => {
    const { data } = readRequest(messages);
    const right = verdictsReply(data, decide);
    return index < times ? write(right) : JSON.stringify(right);
  });
  const scorer = relevancy(chat);
  return {
    judgement: await score(scorer, createRequest({ input: 'Where is my parcel?', output: OUTPUT })),
    chat,
  };
}

const json = (value: unknown): string => JSON.stringify(value);
const entries = (right: Verdicts) => Object.entries(right);
const edited = (right: Verdicts, edit: (verdict: string) => unknown): string =>
  json(
    Object.fromEntries(
      entries(right).map(([key, { reason, verdict }]) => [key, { reason, verdict: edit(verdict) }]),
    ),
  );

describe('is accepted despite its form', () => {
  test.each<[string, Write]>([
    ['out of order', (right) => json(Object.fromEntries(entries(right).toReversed()))],
    ['long', (right) => json({ ...right, s9: { reason: 'r', verdict: 'yes' }, note: 'done' })],
    ['capitalised', (right) => edited(right, (verdict) => ` ${verdict.toUpperCase()} `)],
    ['fenced', (right) => `\`\`\`json\n${json(right)}\n\`\`\``],
    ['trailing prose', (right) => `${json(right)}\nThat is all.`],
  ])('%s', async (_, write) => {
    const { judgement, chat } = await judged(write);
    expect(judgement).toMatchObject({ status: 'scored', score: RIGHT });
    expect(chat.requests).toHaveLength(1);
  });
});

const NEVER_READ: [string, Write, string][] = [
  ['short', (right) => json(Object.fromEntries(entries(right).slice(0, 1))), 'malformed'],
  ['one of four missing', (right) => json(Object.fromEntries(entries(right).slice(1))), 'judge-incomplete'],
  ['unknown labels', (right) => edited(right, () => 'relevant'), 'malformed'],
  ['null', (right) => edited(right, () => null), 'malformed'],
  ['empty', () => '{}', 'malformed'],
  [
    'keys twice',
    (right) =>
      `{${entries(right)
        .flatMap(([key, v]) => [`"${key}":${json(v)}`, `"${key}":${json({ ...v, verdict: 'yes' })}`])
        .join()}}`,
    'malformed',
  ],
  ['two objects', (right) => `${json(right)}\n${edited(right, () => 'yes')}`, 'malformed'],
  ['truncated', (right) => json(right).slice(0, -20), 'malformed'],
  ['prose', () => 'They are all relevant.', 'malformed'],
];

describe('not to be read: asked again, at most twice, then unscored', () => {
  test.each(NEVER_READ)('%s', async (_, write, kind) => {
    const once = await judged(write, 1);
    expect(once.judgement).toMatchObject({ status: 'scored', score: RIGHT });
    const always = await judged(write);
    // Where the one verdict that came back was the control's, the others were asked for again and again.
    expect(always.judgement).toMatchObject({ status: 'unscored', kind });
    expect(always.chat.requests).toHaveLength(3);
  });
});

describe('never parsed, whatever they hold, and asked again in smaller batches', () => {
  test.each<[string, (right: Verdicts) => Said, string]>([
    ['finish reason length', (right) => ({ content: json(right), finish: 'length' }), 'length'],
    ['content filter', (right) => ({ content: json(right), finish: 'content-filter' }), 'content-filter'],
    ['refused', (right) => ({ content: json(right), refusal: 'No.' }), 'refused'],
  ])('%s', async (_, write, kind) => {
    const { judgement, chat } = await judged(write);
    expect(judgement).toMatchObject({ status: 'unscored', kind });
    expect(chat.requests).toHaveLength(1 + 2 + 4);
    expect((await judged(write, 1)).judgement).toMatchObject({ status: 'scored', score: RIGHT });
  });

  test('an outage is not a score, and the provider is called once', async () => {
    const down = () => {
      throw new ProviderError('no connection', { kind: 'unavailable' });
    };
    const { judgement, chat } = await judged(down);
    expect(judgement).toMatchObject({ status: 'unscored', kind: 'unavailable' });
    expect(chat.requests).toHaveLength(1);
  });
});
