import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRecord, dropText, encodeRecord } from '../../../src/baseline/store/record-codec.js';
import { buildRunFileName, sortNewestFirst, toPathKey } from '../../../src/baseline/store/store-paths.js';
import { UserError } from '../../../src/model/errors.js';
import { createCase, createRecord, createSample, createStatement } from '../../support/records.js';

const CASES = [
  createCase('a', {
    input: 'INPUT-TEXT',
    inputHash: 'i',
    samples: [
      {
        ...createSample({
          answerHash: 'h1',
          statements: [
            createStatement('STATEMENT-TEXT', 'no', {
              key: 'k1',
              reason: 'REASON-TEXT',
              quote: 'QUOTE-TEXT',
            }),
          ],
          reason: 'WHOLE-REASON',
        }),
        answer: {
          status: 'answered',
          output: 'OUTPUT-TEXT',
          finish: 'stop',
          toolCalls: [{ name: 'look_up', arguments: 'ARGUMENT-TEXT', result: 'RESULT-TEXT' }],
          context: ['CONTEXT-TEXT'],
        },
      },
      {
        answer: { status: 'failed', kind: 'target', message: 'FAILURE-TEXT' },
        answerHash: 'h',
        judgements: {
          'answer-relevancy': { status: 'unscored', kind: 'malformed', reason: 'UNSCORED-TEXT' },
        },
      },
    ],
    caseSamples: [createSample({ output: 'OUTPUT-TEXT', answerHash: 'h2' })],
  }),
];

describe('record codec', () => {
  it('gives back what it was given', async () => {
    const record = createRecord({ cases: CASES });
    const bytes = await encodeRecord(record, { text: 'full' });
    expect([bytes[0], bytes[1]]).toEqual([0x1f, 0x8b]);
    expect(await decodeRecord(bytes)).toEqual({ status: 'found', record });
    expect(await decodeRecord(Buffer.from(JSON.stringify(record)))).toEqual({ status: 'found', record });
  });

  it('refuses a record that is too large, with size and remedy', async () => {
    const record = createRecord({ cases: CASES });
    const encode = encodeRecord(record, { text: 'full', largest: 100 });
    await expect(encode).rejects.toThrow(UserError);
    await expect(encode).rejects.toThrow(/suite `support`.*too large.*text: statements/);
  });

  it('does not unpack a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000));
    const read = await decodeRecord(bomb, { largest: 1_000_000 });
    expect(read).toMatchObject({ status: 'unreadable', reason: expect.stringMatching(/more than 1.0 MB/) });
  });

  it('never throws and never quotes the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 8, unit: 'grapheme' }), async (text) => {
        const read = await decodeRecord(Buffer.from(`{${text}`));
        expect(read.status).toBe('unreadable');
        expect(JSON.stringify(read)).not.toContain(text);
      }),
      { numRuns: 50 },
    );
    for (const odd of ['null', '[]', '1', '"x"', '{}', '{"format":"prompt-regression/run"}']) {
      expect((await decodeRecord(Buffer.from(odd))).status, odd).toBe('unreadable');
    }
  });
});

describe('reduceText', () => {
  const texts = (record: unknown) =>
    [...new Set(JSON.stringify(record).match(/[A-Z]+-(TEXT|REASON)/g) ?? [])].sort();
  const record = createRecord({ cases: CASES });

  it('full keeps all', () => {
    expect(dropText(record, 'full')).toBe(record);
  });

  it('statements keeps inputs, statements and reasons, and no answer', () => {
    const reduced = dropText(record, 'statements');
    expect(reduced.text).toBe('statements');
    expect(texts(reduced)).toEqual(
      [
        'FAILURE-TEXT',
        'INPUT-TEXT',
        'QUOTE-TEXT',
        'REASON-TEXT',
        'STATEMENT-TEXT',
        'UNSCORED-TEXT',
        'WHOLE-REASON',
      ].sort(),
    );
    expect(JSON.stringify(reduced)).toContain('look_up');
  });

  it('none keeps no text, and every number, hash and verdict key', async () => {
    const reduced = dropText(record, 'none');
    expect(texts(reduced)).toEqual([]);
    const judgement = reduced.cases[0]?.samples[0]?.judgements['answer-relevancy'];
    expect(judgement).toMatchObject({ status: 'scored', score: 0 });
    expect(judgement).toMatchObject({ statements: [{ key: 'k1', result: 'no' }] });
    expect(await decodeRecord(await encodeRecord(record, { text: 'none' }))).toEqual({
      status: 'found',
      record: reduced,
    });
  });
});

describe('paths', () => {
  it('a plain name stays; any other becomes one safe part of a path, unlike every other', () => {
    expect(toPathKey('support')).toBe('support');
    expect(toPathKey('a.b_c-1')).toBe('a.b_c-1');
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const key = toPathKey(a);
        expect(key).toMatch(/^[a-z0-9_-][a-z0-9._-]{0,80}$/);
        expect(key.endsWith('.')).toBe(false);
        if (a !== b) expect(key).not.toBe(toPathKey(b));
      }),
    );
    for (const name of ['..', '.', '', 'Support', 'ü']) expect(toPathKey(name)).toMatch(/-[0-9a-f]{8}$/);
  });

  it('orders runs by number', () => {
    const names = [
      '9-1.json.gz',
      '10-1.json.gz',
      '10-11.json.gz',
      '10-2.json.gz',
      'README.md',
      'x.json.gz.tmp',
    ];
    expect(sortNewestFirst(names)).toEqual(['10-11.json.gz', '10-2.json.gz', '10-1.json.gz', '9-1.json.gz']);
    expect(buildRunFileName('local/../7', 1)).toBe('local_.._7-1.json.gz');
  });
});
