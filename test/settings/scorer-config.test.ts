import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/settings/config-file.js';
import { resolveScorers } from '../../src/settings/scorer-config.js';
import { problemsIn } from '../support/problems-of.js';

const config = (scorer: string) =>
  `suites:\n  - name: a\n    target: { prompt: p.md }\n    scorers:\n      - ${scorer}\n`;

const problemsOf = (scorer: string) => problemsIn(() => parseConfig(config(scorer), 'c.yml')).join('\n');

describe('a scorer of a suite', () => {
  test.each([
    [
      'max-length',
      '`suites[0].scorers[0]` is "max-length": needs options, so it must be a group, `{ id: max-length, … }`',
    ],
    ['called-tool', 'needs options, so it must be a group, `{ id: called-tool, … }` (tool '],
    ['{ id: called-tool }', '`suites[0].scorers[0].tool` is missing: '],
    ['{ id: max-length }', 'c.yml:5: `suites[0].scorers[0]'],
    ['{ id: max-length, words: 0 }', '`suites[0].scorers[0].words` is 0: '],
    ["{ id: regex, pattern: '(' }", '`suites[0].scorers[0].pattern` is "(": '],
    [
      '{ id: json-schema, schema: { type: object, format: x } }',
      'unknown format "x" ignored in schema at path "#"',
    ],
    ['{ id: tool-call-accuracy }', '`suites[0].scorers[0]'],
    [
      '{ id: faithfullness }',
      '`suites[0].scorers[0].id` is "faithfullness": must be a scorer, perhaps `faithfulness`.',
    ],
    ['contians', 'must be a scorer, perhaps `contains`.'],
    ['{ id: zebra-stripes }', 'must be a scorer (answer-relevancy, '],
    ['{ id: ./evals/own.ts, name: own }', 'one of your own is given by `path` or `command`'],
    [
      '{ command: python3 evals/own.py }',
      'must be a list of program and arguments, for example [python3, evals/score.py]',
    ],
    ['{ command: [python3, -m, own] }', "must name the scorer's file in the repository"],
    [
      '{ command: [python3, evals/own.py], path: evals/own.py }',
      '`command` in `suites[0].scorers[0]` does not go with `path`',
    ],
    ['{ file: ./evals/own.ts }', 'unknown key `file` in `suites[0].scorers[0]`'],
  ])('given as %s is refused by line and name', (scorer, problem) => {
    const said = problemsOf(scorer);
    expect(said).toContain(problem);
    expect(said).toMatch(/^c\.yml:\d+: /);
  });

  test.each([
    ['answer-relevancy'],
    ['tone'],
    ['{ id: max-length, words: 90 }'],
    ["{ id: regex, pattern: '^ok$' }"],
    ['{ id: called-tool, tool: search, times: 2 }'],
    ['./evals/own.ts'],
    ['{ path: ./evals/own.ts, name: own, gate: { threshold: 0.4 } }'],
    ['{ command: [python3, evals/own.py], workers: 1, timeout: 5s, env: [RUBRIC] }'],
    ['{ id: noise-sensitivity, scoring: { penalties: { majorIssuePerItem: 0.2 } } }'],
  ])('given as %s can be used', (scorer) => {
    const [suite] = parseConfig(config(scorer), 'c.yml').suites ?? [];
    if (suite === undefined) throw new Error('no suite');
    expect(resolveScorers(suite)).toHaveLength(1);
  });
});

test('files with the same name can have different names as scorers', () => {
  const two = './evals/low.ts\n      - { path: ./evals/x/low.ts, name: low-too, gate: { threshold: 0.4 } }';
  const [suite] = parseConfig(config(two), 'c.yml').suites ?? [];
  if (suite === undefined) throw new Error('no suite');
  expect(resolveScorers(suite)).toMatchObject([
    { name: 'low', use: { kind: 'own', path: 'evals/low.ts' } },
    { name: 'low-too', use: { kind: 'own', path: 'evals/x/low.ts' }, gate: { threshold: 0.4 } },
  ]);
});

test.each([
  ['[python3, evals/brevity.py, --most, "3.5"]', 'evals/brevity.py', 'brevity'],
  ['[./evals/score.sh]', 'evals/score.sh', 'score'],
  ['[uv, run, --python, "3.12", evals/a b.py]', 'evals/a b.py', 'a-b'],
  ['[/usr/bin/python3, score.py]', 'score.py', 'score'],
])('a scorer by the command %s has its file and its name', (command, path, name) => {
  const [suite] = parseConfig(config(`{ command: ${command} }`), 'c.yml').suites ?? [];
  if (suite === undefined) throw new Error('no suite');
  expect(resolveScorers(suite)).toMatchObject([{ name, use: { kind: 'own', path } }]);
});
