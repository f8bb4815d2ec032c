import { expect, test } from 'vitest';
import { parseConfig } from '../../src/settings/config-file.js';
import { problemsIn } from '../support/problems-of.js';

const problemsOf = (text: string) => problemsIn(() => parseConfig(text, 'c.yml'));

/** One suite whose body is the given lines. */
function suite(...lines: string[]): string {
  return ['suites:', '  - name: s', ...lines.map((line) => `    ${line}`)].join('\n');
}

const PROMPT = 'target: { prompt: p.md }';

test('a whole config file', () => {
  const text = `
judge: { model: gpt-6-luna, base-url: https://api.openai.com/v1, api-key-env: JUDGE_KEY, parameters: { temperature: 0 } }
limits: { max-concurrency: 8, max-retries: 2, timeout: 20m, request-timeout: 30s, max-calls: 2000, max-tokens: 900000 }
prices: { gpt-6-luna: { input: 0.4, output: 1.6 } }
store: { branch: prompt-regression-data, text: statements }
suites:
  - name: support
    dataset: ./evals//support.jsonl
    task: Answers billing questions.
    watch: [prompts/support.md, src/agent/**]
    target: { prompt: prompts/support.md, model: gpt-6-luna, parameters: { temperature: 0.2 } }
    scorers: [answer-relevancy]
    repeat: 2
    baseline-repeat: 3
    gate: { threshold: 80%, max-drop: 0.02, case-drop: 50%, fail-on: [regression, threshold], on-missing-baseline: fail }
  - name: tool
    dataset: evals/tool.csv
    target: { command: [node, agent.mjs], workers: 4, timeout: 60s, env: [AGENT_TOKEN] }
    scorers: [{ id: answer-relevancy, uncertainty-weight: 0.5, scale: 10 }]
    repeat: 5
  - name: old
    dataset: evals/tool.csv
    target: { recorded: evals/answers.jsonl }
`;
  expect(parseConfig(text, 'c.yml')).toEqual({
    judge: {
      model: 'gpt-6-luna',
      'base-url': 'https://api.openai.com/v1',
      'api-key-env': 'JUDGE_KEY',
      parameters: { temperature: 0 },
    },
    limits: {
      'max-concurrency': 8,
      'max-retries': 2,
      timeout: 1_200_000,
      'request-timeout': 30_000,
      'max-calls': 2000,
      'max-tokens': 900_000,
    },
    prices: { 'gpt-6-luna': { input: 0.4, output: 1.6 } },
    store: { branch: 'prompt-regression-data', text: 'statements' },
    suites: [
      {
        name: 'support',
        dataset: 'evals/support.jsonl',
        task: 'Answers billing questions.',
        watch: ['prompts/support.md', 'src/agent/**'],
        target: { prompt: 'prompts/support.md', model: 'gpt-6-luna', parameters: { temperature: 0.2 } },
        scorers: ['answer-relevancy'],
        repeat: 2,
        'baseline-repeat': 3,
        gate: {
          threshold: 0.8,
          'max-drop': 0.02,
          'case-drop': 0.5,
          'fail-on': ['regression', 'threshold'],
          'on-missing-baseline': 'fail',
        },
      },
      {
        name: 'tool',
        dataset: 'evals/tool.csv',
        target: { command: ['node', 'agent.mjs'], workers: 4, timeout: 60_000, env: ['AGENT_TOKEN'] },
        scorers: [{ id: 'answer-relevancy', 'uncertainty-weight': 0.5, scale: 10 }],
        repeat: 5,
      },
      { name: 'old', dataset: 'evals/tool.csv', target: { recorded: 'evals/answers.jsonl' } },
    ],
  });
});

test('an empty file is an empty config', () => {
  expect(parseConfig('', 'c.yml')).toEqual({});
  expect(parseConfig('# nothing yet\n', 'c.yml')).toEqual({});
});

test('suites may share values through anchors', () => {
  const text = `
suites:
  - &first
    name: a
    dataset: d.csv
    ${PROMPT}
  - <<: *first
    name: b
`;
  expect(parseConfig(text, 'c.yml').suites).toMatchObject([
    { name: 'a', dataset: 'd.csv' },
    { name: 'b', dataset: 'd.csv' },
  ]);
});

test.each([
  [
    'shard: 1/2',
    'c.yml:1: unknown key `shard`. Known: `judge`, `limits`, `store`, `prices`, `run-label`, `explain`, `suites`.',
  ],
  ['suits: []', 'c.yml:1: unknown key `suits`. Did you mean `suites`?'],
  ['labels: l.jsonl', 'c.yml:1: unknown key `labels`. It goes in `suites[]`.'],
  ['threshold: 0.8', 'c.yml:1: unknown key `threshold`. It goes in `suites[].gate`'],
  ['max-calls: 9', 'c.yml:1: unknown key `max-calls`. It goes in `limits` or `explain`.'],
  ['limits: { max-calls: 0 }', 'c.yml:1: `limits.max-calls` is 0: must be a whole number, at least 1.'],
  ['prices: [1]', 'c.yml:1: `prices` is a list: must be a group of models, each with `input` and `output`.'],
  ['prices: { m: { input: 1 } }', '`prices.m.output` is missing: must be a number, at least 0.'],
  ['limits: { timeout: 20 }', '`limits.timeout` is 20: must be a time above zero'],
  ['limits: { max-concurrency: 0 }', '`limits.max-concurrency` is 0: must be a whole number from 1 to 1000.'],
  ['limits:', 'c.yml:1: `limits` has no value: must be a group of keys.'],
  ['judge: builtin', '`judge` is "builtin": must be a group of keys.'],
  ['judge: { base-url: localhost }', '`judge.base-url` is "localhost": must be an address that starts with'],
  ['store: { branch: a, file: b }', 'must name `branch` or `file`, not both.'],
  ['store: { branch: refs/heads/x }', '`store.branch` is "refs/heads/x": must be the name of a branch'],
  ['- a', 'c.yml:1: the file is a list: must be a group of keys.'],
  ['a: [', 'c.yml:1: this is not valid YAML: '],
  ['judge: {}\njudge: {}', 'c.yml:2: this is not valid YAML: Map keys must be unique'],
])('%j is refused', (text, message) => {
  expect(problemsOf(text).join('\n')).toContain(message);
});

test.each([
  [
    'dataset: d.csv',
    'c.yml:2: `suites[0].target` is missing: must be a group with one of `prompt`, `command`, `module`, `http`, `recorded`.',
  ],
  [
    `target: { http: https://x, headers: { A: "\${T}" } }`,
    `\`suites[0].target.headers.A\` is "\${T}": names the variable T, which \`env\` has to list`,
  ],
  ['target: { http: https://x, answer: text }', 'must be a JSON Pointer, for example'],
  ['target: { url: https://x }', 'unknown key `url` in `suites[0].target`. Known: `prompt`, `model`'],
  [
    'target: { prompt: x, command: [a] }',
    '`command` in `suites[0].target` does not go with `prompt`: remove one',
  ],
  [
    'target: { prompt: x, workers: 2 }',
    '`workers` in `suites[0].target` does not go with `prompt`: remove one',
  ],
  ['target: { prompt: /x.md }', 'is "/x.md": must be the path of a file, relative to the working directory'],
  [
    'target: { command: node x }',
    '`suites[0].target.command` is "node x": must be a list of program and arguments',
  ],
  ['target: { command: [node, 3] }', '`suites[0].target.command[1]` is 3: must be text; put it in quotes.'],
  [
    'target: { command: [x], env: [GITHUB_TOKEN] }',
    '`suites[0].target.env[0]` is not usable: cannot be passed on',
  ],
  ['target: { command: [x], timeout: 60 }', '`suites[0].target.timeout` is 60: must be a time'],
  ['threshold: 0.8', 'unknown key `threshold` in `suites[0]`. It goes in `suites[].gate`'],
  ['model: m', 'unknown key `model` in `suites[0]`. It goes in `judge` or `suites[].target`.'],
  ['limits: { max-calls: 9 }', "unknown key `limits` in `suites[0]`. It goes in the file's top level."],
  ['name: a/b', 'must start with a letter or digit'],
  [`${PROMPT}\ntask:`, '`suites[0].task` has no value: must be text.'],
  [`${PROMPT}\nrepeat: often`, '`suites[0].repeat` is "often": must be a whole number from 1 to 100.'],
  [
    `${PROMPT}\nscorers: [relevance]`,
    '`suites[0].scorers[0]` is "relevance": must be a scorer (answer-relevancy',
  ],
  [
    `${PROMPT}\nscorers: [{ id: answer-relevancy, scale: 0 }]`,
    '`suites[0].scorers[0].scale` is 0: must be a number above 0.',
  ],
  [`${PROMPT}\ntask: 007`, '`suites[0].task` is 007: must be text.'],
  [
    `${PROMPT}\nscorers: [{ id: contains, value: 3.10 }]`,
    '`suites[0].scorers[0].value` is 3.10: must be a text.',
  ],
  [
    'target: { command: [node, 1_0, 0x1F] }',
    '`suites[0].target.command[2]` is 0x1F: must be text; put it in quotes.',
  ],
  [
    `${PROMPT}\ngate: { threshold: 80 }`,
    '`suites[0].gate.threshold` is 80: must be a number from 0 to 1 or a percentage',
  ],
  [
    `${PROMPT}\ngate: { case-dorp: 0.5 }`,
    'c.yml:4: unknown key `case-dorp` in `suites[0].gate`. Did you mean `case-drop`?',
  ],
  [
    `${PROMPT}\ngate: { fail-on: [regresion] }`,
    '`suites[0].gate.fail-on[0]` is "regresion": must be regression or threshold',
  ],
])('a suite with %j is refused', (lines, message) => {
  const body = lines.split('\n');
  const text = body[0]?.startsWith('name:')
    ? ['suites:', ...[...body, PROMPT].map((line, row) => `${row === 0 ? '  - ' : '    '}${line}`)].join('\n')
    : suite(...body);
  expect(problemsOf(text).join('\n')).toContain(message);
});

test('reports all problems at once, by line', () => {
  const text = `judge: { modl: x }
limits: { timeout: 20 }
suites:
  - name: s
    dataset: /abs
    target: { prompt: p.md, model: 3 }
    threshhold: 0.8
`;
  expect(problemsOf(text).map((problem) => problem.split(':').slice(0, 2).join(':'))).toEqual([
    'c.yml:1',
    'c.yml:2',
    'c.yml:5',
    'c.yml:6',
    'c.yml:7',
  ]);
});

test("never quotes the value in place of a key variable's name: it may be the key", () => {
  const problems = problemsOf('judge: { api-key-env: "sk-very secret" }');
  expect(problems).toEqual([
    'c.yml:1: `judge.api-key-env` is not usable: must be the name of an environment variable, for example OPENAI_API_KEY.',
  ]);
});

test("a mistake inside a suite is its own where another is right; one of names or of the file is everybody's", () => {
  const two = (first: string, second: string) => `suites:\n  - { name: a, ${first} }\n  - { ${second} }`;
  const right = 'target: { prompt: p.md }';
  const { suites, invalid } = parseConfig(two(right, `name: b, datasets: d.csv, ${right}`), 'c.yml');
  expect(suites?.map(({ name }) => name)).toEqual(['a']);
  expect(invalid).toEqual(
    new Map([['b', [expect.stringMatching(/^c\.yml:3: unknown key `datasets` in `suites\[1\]`/)]]]),
  );
  expect(problemsOf(two('targt: 1', `name: b, datasets: d.csv, ${right}`))).toHaveLength(3);
  expect(problemsOf(two(right, `name: a, ${right}`))).toHaveLength(1);
  expect(problemsOf(two(right, `datasets: d.csv, ${right}`))).toHaveLength(2);
  expect(problemsOf(`${two(right, `name: b, datasets: d.csv, ${right}`)}\nsuits: 1`)).toHaveLength(2);
});
