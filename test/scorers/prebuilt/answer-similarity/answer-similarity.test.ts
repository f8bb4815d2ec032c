import { describe, expect, test } from 'vitest';
import {
  answerSimilarity,
  similarityShare,
} from '../../../../src/scorers/prebuilt/answer-similarity/answer-similarity.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../../../support/item-scorers.js';
import { isControl } from '../../../support/judges.js';
import { llmJudge } from '../../../support/relevancy.js';

const items = (...labels: readonly string[]) => labels.map((label) => ({ label, text: label }));
const share = (labels: readonly string[], options: object = {}) =>
  similarityShare(items(...labels), answerSimilarity.about.options.parse(options));

describe('the score', () => {
  test.each<[readonly string[], object, number]>([
    [['semantic', 'semantic', 'covered', 'covered'], {}, 1],
    [['exact', 'exact'], {}, 1],
    [['exact', 'missing'], {}, (1 - 0.15) / 2],
    [['partial'], {}, 0.5],
    [['exact', 'semantic', 'partial', 'missing'], {}, (2.5 - 0.15) / 4],
    [['exact', 'contradicted'], {}, 0],
    [['exact', 'contradicted'], { contradictionPenalty: 0.1 }, (1 - 0.15) / 2 - 0.1],
    [['semantic', 'extra', 'extra'], {}, 0.9],
    [['semantic', 'extra', 'extra', 'extra', 'extra', 'extra', 'extra'], {}, 0.8],
    [['semantic', 'no-information'], {}, 1],
    [['semantic'], { semanticThreshold: 0.8 }, 0.8],
    [['semantic'], { semanticThreshold: 0.8, exactMatchBonus: 0.2 }, 0.8 / 1.2],
    [['exact'], { exactMatchBonus: 0.2 }, 1],
    [['missing'], { missingPenalty: 1 }, 0],
  ])('of %j with %j is %d', (labels, options, expected) => {
    expect(share(labels, options)).toBeCloseTo(expected, 10);
  });

  test('of nothing is none', () => {
    expect(share([])).toBeNull();
    expect(share(['extra'])).toBeNull();
  });
});

const WANTED = 'The library opens at nine. It lends books for four weeks. Members pay ten euros.';
const OUTPUT =
  'You can enter the library from nine on. Books are lent for two weeks. The reading room has a harp.';
const judgeOf = () =>
  labeller((item, data) => {
    const control = isControl(item);
    if (!('points' in data)) return control || item.includes('harp') ? 'extra' : 'covered';
    if (control || item.includes('euros')) return 'missing';
    return item.includes('nine') ? 'semantic' : 'contradicted';
  });

test('gives the documented fields', async () => {
  const request = requestOf({ output: OUTPUT, groundTruth: WANTED });
  const judgement = scoredOf(await scoreWith(open(answerSimilarity, llmJudge(judgeOf())), request));
  const options = answerSimilarity.about.options.parse({});
  const wanted = WANTED.split(/(?<=\.) /);
  const said = OUTPUT.split(/(?<=\.) /);
  expect(answerSimilarity.stepsOf(judgement, request, options)).toEqual({
    preprocessStepResult: { outputUnits: said, groundTruthUnits: wanted },
    analyzeStepResult: {
      matches: [
        {
          groundTruthUnit: wanted[0],
          outputUnit: said[0],
          matchType: 'semantic',
          explanation: 'it is semantic',
        },
        {
          groundTruthUnit: wanted[1],
          outputUnit: null,
          matchType: 'missing',
          explanation: 'it is contradicted',
        },
        { groundTruthUnit: wanted[2], outputUnit: null, matchType: 'missing', explanation: 'it is missing' },
      ],
      extraInOutput: [said[2]],
      contradictions: [
        { groundTruthUnit: wanted[1], outputUnit: said[1], explanation: 'it is contradicted' },
      ],
    },
  });
  expect(judgement.reason).toContain(
    '3 wanted points: 1 semantic, 1 missing, 1 contradicted. 3 statements: 2 covered, 1 extra.',
  );
});

describe('without', () => {
  test('ground truth there is no score, or 0 where that is asked for', async () => {
    const chat = judgeOf();
    for (const request of [requestOf({ output: OUTPUT }), requestOf({ output: OUTPUT, groundTruth: ' ' })]) {
      expect(await scoreWith(open(answerSimilarity, llmJudge(chat)), request)).toMatchObject({
        status: 'unscored',
        kind: 'not-scorable',
      });
      const lenient = open(answerSimilarity, llmJudge(chat), { requireGroundTruth: false });
      expect(await scoreWith(lenient, request)).toMatchObject({ status: 'scored', score: 0 });
    }
    expect(chat.requests).toEqual([]);
  });

  test('an answer it is 0', async () => {
    const request = requestOf({ output: ' ', groundTruth: WANTED });
    expect(await scoreWith(open(answerSimilarity, llmJudge(judgeOf())), request)).toMatchObject({
      score: 0,
      flags: ['empty'],
    });
  });
});

test('any script', async () => {
  const chat = labeller((item, data) => {
    const control = isControl(item);
    return 'points' in data ? (control ? 'missing' : 'semantic') : control ? 'extra' : 'covered';
  });
  const request = requestOf({
    output: '図書館は九時に開きます。本は四週間借りられます。',
    groundTruth: 'تفتح المكتبة في التاسعة. تعار الكتب أربعة أسابيع.',
  });
  const judgement = scoredOf(await scoreWith(open(answerSimilarity, llmJudge(chat)), request));
  expect(judgement.score).toBe(1);
  expect(judgement.statements).toHaveLength(4);
});
