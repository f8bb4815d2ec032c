import { expect, test } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { checkReferences } from '../../src/dataset/test-cases.js';
import { createScorerSettings, createSuite } from '../support/suites.js';

const PATH = 'cases.jsonl';

const dataset = (...lines: readonly object[]) => ({
  path: PATH,
  cases: parseDataset(lines.map((line) => JSON.stringify(line)).join('\n'), PATH),
});

test('a scorer that needs a wanted answer is refused where no case has one, and told where some have none', () => {
  const scorers = [createScorerSettings(), createScorerSettings('factuality'), createScorerSettings('bias')];
  const suite = createSuite({ scorers });
  const bare = { id: 'a', input: 'Which colour?' };
  expect(() => checkReferences(suite, dataset(bare))).toThrow(
    'scorers: suite "support" scores factuality, which needs the wanted answer as `groundTruth`, and no case of cases.jsonl has one',
  );
  const some = dataset(bare, { id: 'b', input: 'Which shape?', groundTruth: 'Round.' });
  expect(checkReferences(suite, some)).toEqual([
    { kind: 'no-ground-truth', scorer: 'factuality', missing: 1, of: 2 },
  ]);
  const fixed = createScorerSettings('noise-sensitivity', { options: { baselineResponse: 'Blue.' } });
  expect(checkReferences({ ...suite, scorers: [createScorerSettings(), fixed] }, dataset(bare))).toEqual([]);
});
