import { expect, it } from 'vitest';
import { RULES } from '../../../src/decide/gate/rules.js';
import { GATE } from './play-gate.js';

it('rules ask in the order of the pages, and each number has a unit and a reason', () => {
  expect(RULES.map(({ name }) => name)).toEqual([
    'No longer answers',
    'Must pass',
    'Threshold',
    'Threshold of a group',
    'Broke',
    'Sentence',
    'Mean',
    'Mean of a group',
    'Several',
    'Facts',
    'Cost',
    'Time',
  ]);
  for (const { thresholds } of RULES) {
    for (const { value, unit, because } of Object.values(thresholds)) {
      expect(Number.isFinite(value)).toBe(true);
      expect(unit).not.toBe('');
      expect(because).not.toBe('');
    }
  }
});

// The pages' tables are made from these words: a change of one is a change of what users read.
it.each(RULES)('$name', ({ thresholds, describe: words }) => {
  expect({ ...words(GATE), thresholds }).toMatchSnapshot();
});
