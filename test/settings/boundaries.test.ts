import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ANSWER_TIMEOUT_MS, DEFAULT_WORKERS } from '../../src/settings/defaults.js';
import { MOST_REPEATS, parseRepeat } from '../../src/settings/inputs/input-values.js';
import { resolveSuite } from '../../src/settings/resolve-suite.js';
import { resolveScorers } from '../../src/settings/scorer-settings.js';
import { boundary, testBoundaries } from '../support/boundaries.js';

type Given = { readonly timeout?: number; readonly workers?: number };

/** A suite whose command and whose own scorer are given this. */
function resolveGiven(given: Given) {
  const suite = {
    name: 'a',
    dataset: 'a.csv',
    target: { command: ['node', 'agent.mjs'], ...given },
    scorers: [{ path: 'own.ts', ...given }],
  };
  const request = { config: {}, configPath: 'c.yml', overrides: {}, env: {}, shell: 'cli' } as const;
  return { target: resolveSuite(suite, request).suite.target, own: resolveScorers(suite)[0]?.use };
}

/** True where giving this says no more than giving nothing. */
const isDefault = (part: 'target' | 'own') => (given: Given) =>
  isDeepStrictEqual(resolveGiven(given)[part], resolveGiven({})[part]);

testBoundaries({
  'time for one answer of a command': boundary({
    constant: DEFAULT_ANSWER_TIMEOUT_MS,
    value: 60_000,
    outcome: isDefault('target'),
    below: [{ timeout: DEFAULT_ANSWER_TIMEOUT_MS - 1 }, false],
    above: [{ timeout: DEFAULT_ANSWER_TIMEOUT_MS }, true],
  }),
  'processes of a command at once': boundary({
    constant: DEFAULT_WORKERS,
    value: 2,
    outcome: isDefault('target'),
    below: [{ workers: DEFAULT_WORKERS - 1 }, false],
    above: [{ workers: DEFAULT_WORKERS }, true],
  }),
  "time for the score of one answer by a repository's own scorer": boundary({
    constant: DEFAULT_ANSWER_TIMEOUT_MS,
    value: 60_000,
    outcome: isDefault('own'),
    below: [{ timeout: DEFAULT_ANSWER_TIMEOUT_MS - 1 }, false],
    above: [{ timeout: DEFAULT_ANSWER_TIMEOUT_MS }, true],
  }),
  "processes of a repository's own scorer at once": boundary({
    constant: DEFAULT_WORKERS,
    value: 2,
    outcome: isDefault('own'),
    below: [{ workers: DEFAULT_WORKERS - 1 }, false],
    above: [{ workers: DEFAULT_WORKERS }, true],
  }),
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
