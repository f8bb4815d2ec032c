import { expect, test } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { checkReferences } from '../../src/dataset/test-cases.js';
import { createScorerSettings } from '../support/suites.js';

const rows = (...lines: readonly object[]) =>
  parseDataset(lines.map((line) => JSON.stringify(line)).join('\n'), 'cases.jsonl');

test('a scorer that needs a wanted answer is refused where no case has one, and told where some have none', () => {
  const scorers = [createScorerSettings(), createScorerSettings('factuality'), createScorerSettings('bias')];
  const suite = { name: 'support', dataset: 'cases.jsonl', scorers };
  const bare = { id: 'a', input: 'Which colour?' };
  expect(() => checkReferences(suite, rows(bare))).toThrow(
    'scorers: suite "support" scores factuality, which needs the wanted answer as `groundTruth`, and no case of cases.jsonl has one',
  );
  const some = rows(bare, { id: 'b', input: 'Which shape?', groundTruth: 'Round.' });
  expect(checkReferences(suite, some)).toEqual([
    { kind: 'no-ground-truth', scorer: 'factuality', missing: 1, of: 2 },
  ]);
  const fixed = createScorerSettings('noise-sensitivity', { options: { baselineResponse: 'Blue.' } });
  expect(checkReferences({ ...suite, scorers: [createScorerSettings(), fixed] }, rows(bare))).toEqual([]);
});
