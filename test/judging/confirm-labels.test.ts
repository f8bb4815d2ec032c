import { describe, expect, test } from 'vitest';
import { confirmVerdicts } from '../../src/judging/confirm-verdicts.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Sample } from '../../src/model/run-record.js';
import { hallucination } from '../../src/scorers/prebuilt/claims.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../support/item-scorers.js';
import { isControl } from '../support/judges.js';
import { createCase, createRecord } from '../support/records.js';

const GOOD = 'The library opens at nine in the morning.';
const ODD = 'The library lends books for four whole weeks.';
const signal = new AbortController().signal;

/** A case judged by hallucination, whose judge says these labels of the odd claim, one after the other. */
async function scene(labels: readonly string[]) {
  let time = 0;
  const chat = labeller((item) => {
    if (isControl(item)) return 'unsupported';
    if (item !== ODD) return 'supported';
    time += 1;
    return labels[time - 1] ?? 'supported';
  });
  const store = createVerdictStore();
  const scorer = open(hallucination, chat, { store });
  const request = requestOf({ output: `${GOOD} ${ODD}`, context: ['It opens at nine.'] });
  const judgement = scoredOf(await scoreWith(scorer, request));
  const samples: Sample[] = [
    { answer: request.answer, answerHash: 'h', judgements: { [scorer.id]: judgement } },
  ];
  const head = createRecord({ cases: [createCase('x', { samples })] });
  const { answer: _, ...asked } = request;
  const confirmed = await confirmVerdicts({
    head,
    base: null,
    cases: ['x'],
    scorer: scorer.id,
    findScoreInput: () => asked,
    judging: {
      scorers: [scorer],
      replaceVerdict: store.replaceVerdict,
      findDraw: () => undefined,
      keepDraw() {},
    },
    signal,
  });
  const again = scoredOf(await scoreWith(scorer, request));
  return {
    first: judgement,
    confirmed,
    after: confirmed.head.cases[0]?.samples[0]?.judgements[scorer.id],
    again,
  };
}

describe('a second look at claims with custom labels', () => {
  test('takes a slip of the judge back, with its label, in the record and in the store', async () => {
    const { first, confirmed, after, again } = await scene(['contradicted', 'supported', 'supported']);
    expect(first.score).toBe(0.5);
    expect(confirmed).toMatchObject({ statements: 1, changed: 1 });
    const statements = [{ label: 'supported' }, { text: ODD, result: 'yes', label: 'supported' }];
    expect(after).toMatchObject({ status: 'scored', score: 0, statements });
    expect(again).toMatchObject({ score: 0, statements });
  });

  test('changes nothing where the claim stays bad under another label', async () => {
    const { first, confirmed, after } = await scene(['contradicted', 'unsupported', 'unsupported']);
    expect(confirmed).toMatchObject({ statements: 1, changed: 0 });
    expect(after).toEqual(first);
  });
});
