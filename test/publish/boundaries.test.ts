import { STATUS_CHARACTERS, shortNotDecided } from '../../src/decide/gate/headline.js';
import { buildOutputs, LARGEST_OUTPUT_BYTES } from '../../src/publish/outputs.js';
import { BRANCH_LENGTH, baseNote, DESCRIPTION_LENGTH, fitDescription } from '../../src/publish/status.js';
import { boundary, testBoundaries } from '../support/boundaries.js';

testBoundaries({
  'a status has 140 characters': boundary({
    constant: DESCRIPTION_LENGTH,
    value: 140,
    outcome: (length) => fitDescription('x'.repeat(length)).endsWith('…'),
    below: [DESCRIPTION_LENGTH, false],
    above: [DESCRIPTION_LENGTH + 1, true],
  }),
  'the line of a decision has as many': boundary({
    constant: STATUS_CHARACTERS,
    value: 140,
    outcome: (length) => {
      const room = length - 'inconclusive: ; re-run'.length;
      return shortNotDecided('x'.repeat(room), 'inconclusive', undefined).includes('…');
    },
    below: [STATUS_CHARACTERS, false],
    above: [STATUS_CHARACTERS + 1, true],
  }),
  'the name of a branch has 50 of them': boundary({
    constant: BRANCH_LENGTH,
    value: 50,
    outcome: (length) => baseNote('x'.repeat(length)).endsWith('x'.repeat(length)),
    below: [BRANCH_LENGTH, true],
    above: [BRANCH_LENGTH + 1, false],
  }),
  'an output has 900,000 bytes': boundary({
    constant: LARGEST_OUTPUT_BYTES,
    value: 900_000,
    outcome: (bytes) =>
      buildOutputs(
        { decision: 'pass', passed: true, result: null, hasCounts: false, totalTokens: 0 },
        { commentUrl: null, reportPath: null, resultsFile: null, resultJson: 'x'.repeat(bytes) },
      )['result-json'] !== '',
    below: [LARGEST_OUTPUT_BYTES, true],
    above: [LARGEST_OUTPUT_BYTES + 1, false],
  }),
});
