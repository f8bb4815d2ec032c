import { expect, test } from 'vitest';
import { contextRelevance, contextRelevanceShare } from '../../../src/scorers/prebuilt/context-relevance.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../../support/item-scorers.js';
import { isControl } from '../../support/judges.js';

const share = (labels: readonly string[], penalties?: object) =>
  contextRelevanceShare(
    labels.map((label) => ({ label, text: label })),
    contextRelevance.about.options.parse(penalties ? { penalties } : {}),
  );

test.each<[readonly string[], object | undefined, number]>([
  [['high-used', 'high-unused'], { unusedHighRelevanceContext: 0.25 }, 0.75],
  [['high-used', 'missing', 'covered'], undefined, 0.85],
  [['high-used', 'missing', 'missing', 'missing', 'missing'], undefined, 0.5],
  [['high-used', 'missing', 'missing'], { missingContextPerItem: 0.25, maxMissingContextPenalty: 0.3 }, 0.7],
  [['none', 'missing'], undefined, 0],
])('of %j with %j is %d', (labels, penalties, expected) => {
  expect(share(labels, penalties)).toBeCloseTo(expected, 10);
});

test('of no context there is none', () => {
  expect(share(['missing', 'covered'])).toBeNull();
});

const judgeOf = () =>
  labeller((item, data) => {
    const control = isControl(item);
    if (!('contexts' in data)) return control || item.includes('harp') ? 'missing' : 'covered';
    return control ? 'none' : item.includes('nine') ? 'high-used' : 'medium-unused';
  });
const CONTEXT = ['The library opens at nine.', 'The library is large.'];
const OUTPUT = 'The library opens at nine. The reading room has a harp.';

test('gaps are those of the ground truth where there is one', async () => {
  const scorer = open(contextRelevance, judgeOf());
  const request = requestOf({ output: OUTPUT, context: CONTEXT, groundTruth: 'The library opens at nine.' });
  expect(scoredOf(await scoreWith(scorer, request)).score).toBeCloseTo(1.7 / 2, 10);
});
