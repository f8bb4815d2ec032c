import { describe, expect, test } from 'vitest';
import { answerSimilarity, similarityShare } from '../../../src/scorers/prebuilt/answer-similarity.js';

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
