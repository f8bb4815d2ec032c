import { describe, expect, test } from 'vitest';
import {
  answerSimilarity,
  similarityShare,
} from '../../../../src/scorers/prebuilt/answer-similarity/answer-similarity.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../../../support/item-scorers.js';
import { isControl } from '../../../support/judges.js';

const items = (...labels: readonly string[]) => labels.map((label) => ({ label, text: label }));
const share = (labels: readonly string[], options: object = {}) =>
  similarityShare(items(...labels), answerSimilarity.about.options.parse(options));

describe('the score', () => {
  test.each<[readonly string[], object, number]>([
    [['semantic', 'semantic', 'covered', 'covered'], {}, 1],
    [['exact', 'missing'], {}, (1 - 0.15) / 2],
    [['exact', 'semantic', 'partial', 'missing'], {}, (2.5 - 0.15) / 4],
    [['exact', 'contradicted'], { contradictionPenalty: 0.1 }, (1 - 0.15) / 2 - 0.1],
    [['semantic', 'extra', 'extra'], {}, 0.9],
    [['semantic', 'extra', 'extra', 'extra', 'extra', 'extra', 'extra'], {}, 0.8],
    [['semantic', 'no-information'], {}, 1],
    [['missing'], { missingPenalty: 1 }, 0],
  ])('of %j with %j is %d', (labels, options, expected) => {
    expect(share(labels, options)).toBeCloseTo(expected, 10);
  });

  test('of nothing is none', () => {
    expect(share([])).toBeNull();
    expect(share(['extra'])).toBeNull();
  });
});

test('without ground truth it is 0 where that is asked for', async () => {
  const scorer = open(
    answerSimilarity,
    labeller(() => 'missing'),
    { requireGroundTruth: false },
  );
  for (const given of [{}, { groundTruth: ' ' }]) {
    const request = requestOf({ output: 'From nine on.', ...given });
    expect(await scoreWith(scorer, request)).toMatchObject({ status: 'scored', score: 0 });
  }
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
  const judgement = scoredOf(await scoreWith(open(answerSimilarity, chat), request));
  expect(judgement.score).toBe(1);
  expect(judgement.statements).toHaveLength(4);
});
