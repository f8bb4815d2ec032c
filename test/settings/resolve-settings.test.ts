import { describe, expect, test } from 'vitest';
import { problemsIn } from '../support/problems-of.js';
import { type Given, settingsOf } from '../support/settings.js';

const problemsOf = (config: string, given: Given = {}) => problemsIn(() => settingsOf(config, given));

const ONE = `suites:
  - { name: support, dataset: evals/a.jsonl, target: { prompt: prompts/support.md, model: m } }
`;
/** A prompt file that brings its cases and its model. */
const OWN_DATASET = 'suites: [{ name: p, target: { prompt: p.prompt.yml } }]';
const TWO = `
judge: { model: j }
suites:
  - { name: a, dataset: a.csv, target: { prompt: a.md, model: ma }, gate: { threshold: 0.5 } }
  - { name: b, dataset: b.csv, target: { command: [node, b.mjs] }, repeat: 2 }
`;

test('one suite, with every default', () => {
  const provider = {
    baseUrl: null,
    apiKey: 'k-env',
    apiKeySource: 'input openai-api-key or environment variable OPENAI_API_KEY',
    keyVariable: 'OPENAI_API_KEY',
  };
  expect(settingsOf(ONE, { env: { OPENAI_API_KEY: 'k-env' } })).toEqual({
    invalid: new Map(),
    suites: [
      {
        name: 'support',
        dataset: 'evals/a.jsonl',
        task: null,
        watch: ['prompts/support.md', 'evals/a.jsonl', 'c.yml'],
        labels: null,
        givenLabels: null,
        givenWatch: [],
        target: { kind: 'prompt', prompt: 'prompts/support.md', model: 'm', parameters: {} },
        provider,
        scorers: [
          {
            name: 'answer-relevancy',
            use: {
              kind: 'prebuilt',
              id: 'answer-relevancy',
              options: {
                uncertaintyWeight: 0.3,
                scale: 1,
                toolCalls: 'judged',
                correctness: 'ignore',
                reason: 'verdicts',
              },
            },
            gate: {
              threshold: null,
              maxDrop: 0.02,
              caseDrop: 0.45,
              lostFacts: 3,
              tags: {},
              maxCostRise: null,
              maxTimeRise: null,
              failOn: ['regression', 'threshold', 'cost', 'error', 'inconclusive'],
              onMissingBaseline: 'pass',
            },
          },
        ],
        givenTags: [],
        judge: { model: 'm', provider, parameters: {} },
        repeat: 1,
        baselineRepeat: 3,
      },
    ],
    limits: {
      maxConcurrency: 16,
      maxRetries: 4,
      timeoutMs: 1_200_000,
      requestTimeoutMs: 120_000,
      extraRuns: 6,
      maxCalls: null,
      maxTokens: null,
    },
    store: { kind: 'branch', location: 'prompt-regression-data', text: 'full' },
    baseline: { kind: 'auto' },
    publish: { comment: 'update', status: true },
    runLabel: null,
    explain: { maxCalls: null },
    prices: {},
    notices: [{ kind: 'judges-itself', suite: 'support', model: 'm' }],
  });
});

test('inputs of the run come before the config file, and the config file before the defaults', () => {
  const config = `
judge: { model: j, parameters: { temperature: 1, top_p: 0.5 } }
limits: { timeout: 5m, max-retries: 0, max-calls: 300, max-tokens: 9000 }
prices: { ma: { input: 1, output: 2 } }
store: { branch: kept, text: none }
suites:
  - name: a
    dataset: a.csv
    task: Helps.
    target: { prompt: a.md, model: ma, parameters: { temperature: 0.2 } }
    scorers: [{ id: answer-relevancy, uncertainty-weight: 0.5 }]
    repeat: 4
    baseline-repeat: 5
    gate: { threshold: 0.5, max-drop: 1%, case-drop: 0.4, fail-on: [error], on-missing-baseline: fail }
`;
  const fromConfig = settingsOf(config);
  expect(fromConfig.suites[0]).toMatchObject({
    task: 'Helps.',
    target: { model: 'ma', parameters: { temperature: 0.2 } },
    scorers: [
      {
        use: { options: { uncertaintyWeight: 0.5, scale: 1 } },
        gate: {
          threshold: 0.5,
          maxDrop: 0.01,
          caseDrop: 0.4,
          lostFacts: 3,
          failOn: ['error'],
          onMissingBaseline: 'fail',
        },
      },
    ],
    judge: { model: 'j', parameters: { temperature: 1, top_p: 0.5 } },
    repeat: 4,
    baselineRepeat: 5,
  });
  expect(fromConfig.limits).toMatchObject({ timeoutMs: 300_000, maxRetries: 0, maxConcurrency: 16 });
  expect(fromConfig.limits).toMatchObject({ maxCalls: 300, maxTokens: 9000 });
  expect(fromConfig.prices).toEqual({ ma: { input: 1, output: 2 } });
  expect(settingsOf(config, { overrides: { maxCalls: 20 } }).limits).toMatchObject({
    maxCalls: 20,
    maxTokens: 9000,
  });
  expect(fromConfig.store).toEqual({ kind: 'branch', location: 'kept', text: 'none' });
  expect(fromConfig.notices).toEqual([]);

  const overridden = settingsOf(config, {
    overrides: {
      repeat: 1,
      store: 'folder',
      baseline: { kind: 'none' },
      comment: 'off',
      status: false,
    },
  });
  expect(overridden.suites[0]).toMatchObject({ repeat: 1 });
  expect(overridden.store).toEqual({ kind: 'file', location: 'folder', text: 'none' });
  expect(overridden.baseline).toEqual({ kind: 'none' });
  expect(overridden.publish).toEqual({ comment: 'off', status: false });
});

test('the command line keeps baselines in a folder and publishes nothing', () => {
  const { store, publish } = settingsOf(TWO, { shell: 'cli' });
  expect(store).toEqual({
    kind: 'file',
    location: '.prompt-regression',
    text: 'full',
  });
  expect(publish).toMatchObject({ comment: 'off', status: false });
  expect(settingsOf(`store: { file: kept }\n${TWO}`, { shell: 'cli' }).store.location).toBe('kept');
  expect(settingsOf(`store: { file: kept }\n${TWO}`).store).toMatchObject({
    kind: 'file',
    location: 'kept',
  });
});

test('suite chooses; a suite of the other side is accepted, an unknown one is an error', () => {
  const names = (given: Given) => settingsOf(TWO, given).suites.map((suite) => suite.name);
  expect(names({})).toEqual(['a', 'b']);
  expect(names({ overrides: { suites: ['b'] } })).toEqual(['b']);
  expect(names({ overrides: { suites: ['b', 'gone'] }, knownSuites: ['gone'] })).toEqual(['b']);
  expect(problemsOf(TWO.replace('name: b', 'name: billing'), { overrides: { suites: ['biling'] } })).toEqual([
    'suite: there is no suite "biling". Did you mean `billing`?',
  ]);
});

test.each<[string, string, Given, string]>([
  [
    'no dataset',
    'suites: [{ name: p, target: { prompt: p.md, model: m } }]',
    {},
    'dataset: suite `p` names none; give it a dataset',
  ],
  [
    'a command without judge',
    TWO.replace('judge: { model: j }', ''),
    { overrides: { suites: ['b'] } },
    'judge: suite `b` has no judge, and no known model of the target to judge instead; name one as `judge: { model: … }`; `builtin` is the offline judge.',
  ],
  [
    'no model anywhere',
    OWN_DATASET,
    { promptModels: new Map([['p.prompt.yml', null]]) },
    'model: suite `p` has none, and p.prompt.yml names none either; set `model`.',
  ],
  [
    'a prompt file that is not there',
    OWN_DATASET,
    { promptModels: new Map() },
    'prompt: there is no file "p.prompt.yml"',
  ],
])('%s is refused', (_, config, given, message) => {
  expect(problemsOf(config, given).join('\n')).toContain(message);
});

test('reports the problems of all suites at once', () => {
  const config = `suites: [{ name: a, target: { prompt: a.md, model: m } }, { name: b, dataset: d.csv, target: { recorded: r } }]`;
  expect(problemsOf(config)).toHaveLength(2);
});

test('what is wrong with one of several suites is its own, and of no concern where only others are chosen', () => {
  const wrong = TWO.replace('dataset: b.csv, ', '').replace('threshold: 0.5', 'threshold: 0.5, treshold: 1');
  const three = `${TWO.replace('dataset: b.csv, ', '')}  - { name: c, colour: red, dataset: c.csv, target: { recorded: r } }\n`;
  const { suites, invalid } = settingsOf(three);
  expect(suites.map(({ name }) => name)).toEqual(['a']);
  expect([...invalid]).toEqual([
    ['c', [expect.stringMatching(/^c\.yml:6: unknown key `colour`/)]],
    ['b', [expect.stringMatching(/^dataset: suite `b` names none/)]],
  ]);
  expect(settingsOf(three, { overrides: { suites: ['a'] } }).invalid.size).toBe(0);
  expect(problemsOf(three, { overrides: { suites: ['c'] } })).toHaveLength(1);
  expect(problemsOf(wrong)).toHaveLength(2);
});

test('a .prompt.yml is its own dataset, and the model it names judges itself', () => {
  const { suites, notices } = settingsOf(OWN_DATASET, {
    promptModels: new Map([['p.prompt.yml', 'file-model']]),
  });
  expect(suites[0]).toMatchObject({
    dataset: 'p.prompt.yml',
    watch: ['p.prompt.yml', 'c.yml'],
    target: { model: null },
    judge: { model: 'file-model' },
  });
  expect(notices).toEqual([{ kind: 'judges-itself', suite: 'p', model: 'file-model' }]);
});

test('the built-in judge has no parameters', () => {
  const { suites, notices } = settingsOf(`judge: { model: builtin }\n${ONE}`);
  expect(suites[0]?.judge).toMatchObject({ model: 'builtin', parameters: {} });
  expect(notices).toEqual([]);
});

test('every scorer has the gate of its suite, but for what it says itself and the threshold, which is the first one’s', () => {
  const config = `
suites:
  - name: a
    dataset: a.csv
    target: { prompt: a.md, model: m }
    scorers:
      - answer-relevancy
      - { id: answer-relevancy, name: strict, correctness: unsure, gate: { max-drop: 0.1, lost-facts: off } }
      - { id: answer-relevancy, name: own-floor, gate: { threshold: 0.4 } }
    gate: { threshold: 0.8, case-drop: 0.6, lost-facts: 7 }
`;
  const gates = settingsOf(config).suites[0]?.scorers.map(({ name, gate }) => [
    name,
    gate.threshold,
    gate.maxDrop,
    gate.caseDrop,
    gate.lostFacts,
  ]);
  expect(gates).toEqual([
    ['answer-relevancy', 0.8, 0.02, 0.6, 7],
    ['strict', null, 0.1, 0.6, null],
    ['own-floor', 0.4, 0.02, 0.6, 7],
  ]);
});

test("groups have the suite's max-drop; their thresholds, cost and time are for the first scorer alone", () => {
  const config = `
suites:
  - name: a
    dataset: a.csv
    target: { prompt: a.md, model: m }
    scorers:
      - answer-relevancy
      - { id: answer-relevancy, name: strict, gate: { max-drop: 0.1 } }
      - { id: answer-relevancy, name: own, gate: { tags: { refunds: { threshold: 70% } } } }
    gate:
      max-drop: 0.03
      max-cost-rise: 20%
      max-time-rise: 0.5
      tags: { billing: { threshold: 0.9 }, "2 words": { max-drop: 0.01 } }
`;
  const [suite] = settingsOf(config).suites;
  expect(suite?.scorers.map(({ gate }) => gate.tags)).toEqual([
    { billing: { threshold: 0.9, maxDrop: 0.03 }, '2 words': { threshold: null, maxDrop: 0.01 } },
    { billing: { threshold: null, maxDrop: 0.1 }, '2 words': { threshold: null, maxDrop: 0.01 } },
    { refunds: { threshold: 0.7, maxDrop: 0.03 } },
  ]);
  expect(suite?.scorers.map(({ gate }) => [gate.maxCostRise, gate.maxTimeRise])).toEqual([
    [0.2, 0.5],
    [null, null],
    [null, null],
  ]);
  expect(suite?.givenTags).toEqual(['billing', '2 words', 'refunds']);
});

test.each([
  ['max-cost-rise: 20', '`suites[0].gate.max-cost-rise` is 20: must be a percentage above 0%'],
  ['max-time-rise: 0%', '`suites[0].gate.max-time-rise` is "0%": must be a percentage above 0%'],
  ['max-time-rise: fast', '`suites[0].gate.max-time-rise` is "fast": must be a percentage above 0%'],
  ['tags: [billing]', '`suites[0].gate.tags` is a list: must be a group of tags, each with its limits'],
  ['tags: { billing: { treshold: 1 } }', 'Did you mean `threshold`?'],
  ['tags: { billing: 0.9 }', '`suites[0].gate.tags.billing` is 0.9: must be a group of keys'],
])('gate: %s', (gate, problem) => {
  const config = `suites: [{ name: a, dataset: a.csv, target: { prompt: a.md, model: m }, gate: { ${gate} } }]`;
  expect(() => settingsOf(config)).toThrow(problem);
});

test('two scorers of one name are refused', () => {
  const config = `
suites:
  - name: a
    dataset: a.csv
    target: { prompt: a.md, model: m }
    scorers: [answer-relevancy, { id: answer-relevancy, scale: 10 }]
`;
  expect(() => settingsOf(config)).toThrow(
    'scorers: suite `a` has two scorers called "answer-relevancy": give one of them another `name`.',
  );
});

describe('the judge', () => {
  const suite = (scorers: string, judge = '') => `
${judge}
suites:
  - { name: a, dataset: a.csv, target: { command: [node, a.mjs] }, scorers: ${scorers} }
`;

  test('the built-in judge is refused for what it cannot judge, scorer by scorer', () => {
    const config = suite('[answer-relevancy, faithfulness, toxicity]', 'judge: { model: builtin }');
    expect(() => settingsOf(config)).toThrow(
      'judge.model: suite `a` scores faithfulness, and the built-in judge judges answer relevancy only; name a model, or remove the scorer.\njudge.model: suite `a` scores toxicity',
    );
    expect(settingsOf(suite('[answer-relevancy]', 'judge: { model: builtin }')).notices).toEqual([]);
  });

  test('is not needed if nothing is judged', () => {
    expect(() => settingsOf(suite('[answer-relevancy]'))).toThrow('has no judge');
    expect(settingsOf(suite('[./evals/own.ts]'))).toMatchObject({
      suites: [{ judge: { model: 'builtin' }, scorers: [{ name: 'own', use: { kind: 'own' } }] }],
      notices: [],
    });
  });
});
