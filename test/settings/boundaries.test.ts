import { MOST_REPEATS, parseRepeat } from '../../src/settings/input-values.js';
import { boundary, testBoundaries } from '../support/boundaries.js';

testBoundaries({
  'runs of every case': boundary({
    constant: MOST_REPEATS,
    value: 100,
    outcome: (runs) => {
      try {
        return parseRepeat(String(runs));
      } catch {
        return 'refused';
      }
    },
    below: [MOST_REPEATS, MOST_REPEATS],
    above: [MOST_REPEATS + 1, 'refused'],
  }),
});
