import { expect, test } from 'vitest';
import { harnessArtefact } from '../../src/target/build-answer.js';

test.each([
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '[object Promise]',
  ' null\n',
  '[object Object],[object Object]',
])('%j is none of the agent’s', (output) => {
  expect(harnessArtefact(output)).toBe(output.trim());
});

test.each(['', 'No.', 'Undefined', 'It is null.', 'null and void', '[object] of desire', 'None', '0', '{}'])(
  '%j is an answer',
  (output) => {
    expect(harnessArtefact(output)).toBeNull();
  },
);
