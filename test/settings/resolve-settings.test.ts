import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/settings/config-file.js';
import { promptFilesToRead, resolveSettings } from '../../src/settings/resolve-settings.js';
import type { ResolveRequest } from '../../src/settings/resolve-suite.js';
import { problemsIn } from '../support/problems-of.js';

type Given = Partial<Omit<ResolveRequest, 'config'>> & { readonly config?: string };

function requestOf({ config, ...rest }: Given): ResolveRequest {
  return {
    config: config === undefined ? null : parseConfig(config, 'c.yml'),
    configPath: config === undefined ? null : 'c.yml',
    overrides: {},
    env: {},
    shell: 'action',
    ...rest,
  };
}

const resolve = (given: Given) => resolveSettings(requestOf(given));

const problemsOf = (given: Given) => problemsIn(() => resolve(given));

const INPUTS = { prompt: 'prompts/support.md', dataset: 'evals/a.jsonl', model: 'm' };
const TWO = `
judge: { model: j }
suites:
  - { name: a, dataset: a.csv, target: { prompt: a.md, model: ma }, gate: { threshold: 0.5 } }
  - { name: b, dataset: b.csv, target: { command: [node, b.mjs] }, repeat: 2 }
`;

test('one suite from inputs, with every default', () => {
  const provider = {
    baseUrl: null,
    apiKey: 'k-env',
    apiKeySource: 'input openai-api-key or environment variable OPENAI_API_KEY',
  };
  expect(resolve({ overrides: INPUTS, env: { OPENAI_API_KEY: 'k-env' } })).toEqual({
    mistaken: new Map(),
    suites: [
      {
        name: 'support',
        dataset: 'evals/a.jsonl',
        task: null,
        watch: ['prompts/support.md', 'evals/a.jsonl'],
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
                extraction: 'judge',
                toolCalls: 'judged',
                correctness: 'ignore',
                reason: 'verdicts',
              },
            },
            gate: {
              threshold: null,
              maxDrop: 0.02,
              caseDrop: 0.5,
              failOn: ['regression', 'threshold', 'error', 'inconclusive'],
              onMissingBaseline: 'pass',
            },
          },
        ],
        judge: { model: 'm', provider, parameters: { temperature: 0, seed: 1 } },
        repeat: 'auto',
        baselineRepeat: 3,
      },
    ],
    limits: {
      maxConcurrency: 16,
      maxRetries: 4,
      timeoutMs: 1_200_000,
      requestTimeoutMs: 120_000,
      maxCalls: null,
      maxTokens: null,
    },
    store: { kind: 'branch', location: 'prompt-regression-data', text: 'full' },
    baseline: { kind: 'auto' },
    publish: { comment: 'update', commentKey: null, status: true },
    prices: {},
    notices: ['Suite `support`: no `judge-model` is set, so `m` judges its own answers.'],
  });
});

test('inputs come before the config file, and the config file before the defaults', () => {
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
  const fromConfig = resolve({ config });
  expect(fromConfig.suites[0]).toMatchObject({
    task: 'Helps.',
    target: { model: 'ma', parameters: { temperature: 0.2 } },
    scorers: [
      {
        use: { options: { uncertaintyWeight: 0.5, scale: 1 } },
        gate: { threshold: 0.5, maxDrop: 0.01, caseDrop: 0.4, failOn: ['error'], onMissingBaseline: 'fail' },
      },
    ],
    judge: { model: 'j', parameters: { temperature: 1, seed: 1, top_p: 0.5 } },
    repeat: 4,
    baselineRepeat: 5,
  });
  expect(fromConfig.limits).toMatchObject({ timeoutMs: 300_000, maxRetries: 0, maxConcurrency: 16 });
  expect(fromConfig.limits).toMatchObject({ maxCalls: 300, maxTokens: 9000 });
  expect(fromConfig.prices).toEqual({ ma: { input: 1, output: 2 } });
  expect(resolve({ config, overrides: { maxCalls: 20 } }).limits).toMatchObject({
    maxCalls: 20,
    maxTokens: 9000,
  });
  expect(fromConfig.store).toEqual({ kind: 'branch', location: 'kept', text: 'none' });
  expect(fromConfig.notices).toEqual([]);

  const overridden = resolve({
    config,
    overrides: {
      model: 'mi',
      judgeModel: 'ji',
      threshold: 0.9,
      maxDrop: 0.1,
      caseDrop: 0.6,
      failOn: [],
      repeat: 1,
      baselineRepeat: 1,
      timeoutMs: 1000,
      store: 'folder',
      baseline: { kind: 'none' },
      comment: 'off',
      commentKey: 'key',
      status: false,
    },
  });
  expect(overridden.suites[0]).toMatchObject({
    target: { model: 'mi' },
    judge: { model: 'ji' },
    repeat: 1,
    baselineRepeat: 1,
    scorers: [{ gate: { threshold: 0.9, maxDrop: 0.1, caseDrop: 0.6, failOn: [] } }],
  });
  expect(overridden.limits.timeoutMs).toBe(1000);
  expect(overridden.store).toEqual({ kind: 'file', location: 'folder', text: 'none' });
  expect(overridden.baseline).toEqual({ kind: 'none' });
  expect(overridden.publish).toEqual({ comment: 'off', commentKey: 'key', status: false });
});

test('the command line keeps baselines in a folder and publishes nothing', () => {
  const { store, publish } = resolve({ config: TWO, shell: 'cli' });
  expect(store).toEqual({
    kind: 'file',
    location: '.prompt-regression',
    text: 'full',
  });
  expect(publish).toMatchObject({ comment: 'off', status: false });
  expect(resolve({ config: `store: { file: kept }\n${TWO}`, shell: 'cli' }).store.location).toBe('kept');
  expect(resolve({ config: `store: { file: kept }\n${TWO}` }).store).toMatchObject({
    kind: 'file',
    location: 'kept',
  });
});

test('suite chooses; one of the other side is no mistake, an unknown one is', () => {
  const names = (given: Given) => resolve(given).suites.map((suite) => suite.name);
  expect(names({ config: TWO })).toEqual(['a', 'b']);
  expect(names({ config: TWO, overrides: { suites: ['b'] } })).toEqual(['b']);
  expect(names({ config: TWO, overrides: { suites: ['b', 'gone'] }, knownSuites: ['gone'] })).toEqual(['b']);
  expect(
    problemsOf({ config: TWO.replace('name: b', 'name: billing'), overrides: { suites: ['biling'] } }),
  ).toEqual(['suite: there is no suite "biling". Did you mean `billing`?']);
});

test('a config file without suites goes with a suite from inputs, whose name `suite` may give', () => {
  const { suites, limits } = resolve({
    config: 'judge: { model: j }\nlimits: { max-retries: 1 }',
    overrides: { ...INPUTS, suites: ['mine'], task: 'Helps.', watch: ['src/**'] },
  });
  expect(suites).toMatchObject([
    {
      name: 'mine',
      task: 'Helps.',
      judge: { model: 'j' },
      watch: ['src/**', 'prompts/support.md', 'evals/a.jsonl', 'c.yml'],
    },
  ]);
  expect(limits.maxRetries).toBe(1);
});

test.each([
  ['prompts/support.prompt.yml', 'support'],
  ['a/b.c.md', 'b.c'],
  ['prompts/Frage & Antwort.md', 'Frage-Antwort'],
  ['質問.md', 'default'],
  ['.md', 'default'],
])('a suite from %s is called %s', (prompt, name) => {
  expect(resolve({ overrides: { ...INPUTS, prompt } }).suites[0]?.name).toBe(name);
});

test.each<[string, Given, string]>([
  [
    'nothing',
    {},
    'There is nothing to run: write a config file `prompt-regression.yml`, or give `prompt` and `dataset` (on the command line `--prompt` and `--dataset`).',
  ],
  ['an empty config', { config: '' }, 'There is nothing to run: c.yml lists no suites'],
  [
    'a suite by inputs and suites in the config',
    { config: TWO, overrides: { prompt: 'p.md', dataset: 'd.csv' } },
    '`prompt`, `dataset` describe a suite, and c.yml lists suites: leave them out, or write them into a suite of that file.',
  ],
  [
    'a task for suites of the config',
    { config: TWO, overrides: { task: 'x' } },
    '`task` describes a suite, and c.yml lists suites',
  ],
  [
    'a dataset alone',
    { overrides: { dataset: 'd.csv', model: 'm' } },
    'prompt: a suite that no config file lists needs its prompt file',
  ],
  [
    'no dataset',
    { overrides: { prompt: 'p.md', model: 'm' } },
    'dataset: suite `p` names none; give it a dataset',
  ],
  ['two names', { overrides: { ...INPUTS, suites: ['a', 'b'] } }, 'suite: with `prompt` there is one suite'],
  ['a bad name', { overrides: { ...INPUTS, suites: ['a/b'] } }, 'suite: "a/b" cannot be a suite\'s name'],
  [
    'a command without judge',
    { config: TWO.replace('judge: { model: j }', ''), overrides: { suites: ['b'] } },
    'judge-model: suite `b` has no judge, and no known model of the target to judge instead; name one, `judge: { model: … }` in the config file or `judge-model`; `builtin` is the offline judge.',
  ],
  [
    'a model for commands only',
    { config: TWO, overrides: { suites: ['b'], model: 'm' } },
    'model: no suite has a prompt as its target',
  ],
  [
    'no model anywhere',
    { overrides: { prompt: 'p.prompt.yml' }, promptModels: new Map([['p.prompt.yml', null]]) },
    'model: suite `p` has none, and p.prompt.yml names none either; set `model`.',
  ],
  [
    'a slip of the built-in judge',
    { overrides: { ...INPUTS, judgeModel: 'bultin' } },
    'judge-model: `bultin` is no model. Did you mean `builtin`?',
  ],
  [
    'a prompt file that is not there',
    { overrides: { prompt: 'p.prompt.yml' }, promptModels: new Map() },
    'prompt: there is no file "p.prompt.yml"',
  ],
])('%s is refused', (_, given, message) => {
  expect(problemsOf(given).join('\n')).toContain(message);
});

test('the problems of all suites are told at once', () => {
  const config = `suites: [{ name: a, target: { prompt: a.md, model: m } }, { name: b, dataset: d.csv, target: { recorded: r } }]`;
  expect(problemsOf({ config })).toHaveLength(2);
});

test('what is wrong with one of several suites is its own, and of no concern where only others are chosen', () => {
  const wrong = TWO.replace('dataset: b.csv, ', '').replace('threshold: 0.5', 'threshold: 0.5, treshold: 1');
  const three = `${TWO.replace('dataset: b.csv, ', '')}  - { name: c, colour: red, dataset: c.csv, target: { recorded: r } }\n`;
  const { suites, mistaken } = resolve({ config: three });
  expect(suites.map(({ name }) => name)).toEqual(['a']);
  expect([...mistaken]).toEqual([
    ['c', [expect.stringMatching(/^c\.yml:6: unknown key `colour`/)]],
    ['b', [expect.stringMatching(/^dataset: suite `b` names none/)]],
  ]);
  expect(resolve({ config: three, overrides: { suites: ['a'] } }).mistaken.size).toBe(0);
  expect(problemsOf({ config: three, overrides: { suites: ['c'] } })).toHaveLength(1);
  expect(problemsOf({ config: wrong })).toHaveLength(2);
});

test('nothing to run here is no error where the other side has suites', () => {
  expect(resolve({ knownSuites: ['a'] }).suites).toEqual([]);
});

test('a .prompt.yml is its own dataset, and the model it names judges itself', () => {
  const overrides = { prompt: 'p.prompt.yml' };
  expect(promptFilesToRead(requestOf({ overrides }))).toEqual(['p.prompt.yml']);
  const { suites, notices } = resolve({ overrides, promptModels: new Map([['p.prompt.yml', 'file-model']]) });
  expect(suites[0]).toMatchObject({
    dataset: 'p.prompt.yml',
    watch: ['p.prompt.yml'],
    target: { model: null },
    judge: { model: 'file-model' },
  });
  expect(notices).toEqual(['Suite `p`: no `judge-model` is set, so `file-model` judges its own answers.']);
});

test('only prompt files whose model nothing else names need reading', () => {
  const config = `suites:
  - { name: a, dataset: d, target: { prompt: a.md } }
  - { name: b, dataset: d, target: { prompt: b.md, model: m } }
  - { name: c, dataset: d, target: { recorded: r } }
  - { name: d, dataset: d, target: { prompt: a.md } }`;
  expect(promptFilesToRead(requestOf({ config }))).toEqual(['a.md']);
  expect(promptFilesToRead(requestOf({ config, overrides: { suites: ['b'] } }))).toEqual([]);
  expect(promptFilesToRead(requestOf({ config, overrides: { model: 'm' } }))).toEqual([]);
});

test('the built-in judge has no parameters', () => {
  const { suites, notices } = resolve({ overrides: { ...INPUTS, judgeModel: 'builtin' } });
  expect(suites[0]?.judge).toMatchObject({ model: 'builtin', parameters: {} });
  expect(notices).toEqual([]);
});

test('the workflow file is watched, as seen from the working directory', () => {
  const env = {
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/x.yml@refs/heads/main',
  };
  const { suites } = resolve({ overrides: { ...INPUTS, workingDirectory: './pkg' }, env });
  expect(suites[0]?.watch).toContain('../.github/workflows/x.yml');
});

test('every scorer has the gate of its suite, but for what it says itself and the threshold, which is the first one’s', () => {
  const config = `
suites:
  - name: a
    dataset: a.csv
    target: { prompt: a.md, model: m }
    scorers:
      - answer-relevancy
      - { id: answer-relevancy, name: strict, correctness: unsure, gate: { max-drop: 0.1 } }
      - { id: answer-relevancy, name: own-floor, gate: { threshold: 0.4 } }
    gate: { threshold: 0.8, case-drop: 0.6 }
`;
  const gates = (request: Parameters<typeof resolve>[0]) =>
    resolve(request).suites[0]?.scorers.map(({ name, gate }) => [
      name,
      gate.threshold,
      gate.maxDrop,
      gate.caseDrop,
    ]);
  expect(gates({ config })).toEqual([
    ['answer-relevancy', 0.8, 0.02, 0.6],
    ['strict', null, 0.1, 0.6],
    ['own-floor', 0.4, 0.02, 0.6],
  ]);
  expect(gates({ config, overrides: { threshold: 0.9, maxDrop: 0.3 } })).toEqual([
    ['answer-relevancy', 0.9, 0.3, 0.6],
    ['strict', null, 0.3, 0.6],
    ['own-floor', 0.4, 0.3, 0.6],
  ]);
});

test('two scorers of one name are refused', () => {
  const config = `
suites:
  - name: a
    dataset: a.csv
    target: { prompt: a.md, model: m }
    scorers: [answer-relevancy, { id: answer-relevancy, scale: 10 }]
`;
  expect(() => resolve({ config })).toThrow(
    'scorers: suite `a` has two scorers called "answer-relevancy": give one of them another `name`.',
  );
});

describe('who judges', () => {
  const suite = (scorers: string, judge = '') => `
${judge}
suites:
  - { name: a, dataset: a.csv, target: { command: [node, a.mjs] }, scorers: ${scorers} }
`;

  test('the built-in judge is refused for what it cannot judge, scorer by scorer', () => {
    const config = suite('[answer-relevancy, faithfulness, toxicity]', 'judge: { model: builtin }');
    expect(() => resolve({ config })).toThrow(
      'judge-model: suite `a` scores faithfulness, and the built-in judge judges answer relevancy only; set `judge-model` to a model, or remove the scorer.\njudge-model: suite `a` scores toxicity',
    );
    expect(resolve({ config: suite('[answer-relevancy]', 'judge: { model: builtin }') }).notices).toEqual([]);
  });

  test('nobody has to where nothing is judged', () => {
    expect(() => resolve({ config: suite('[answer-relevancy]') })).toThrow('has no judge');
    expect(resolve({ config: suite('[./evals/own.ts]') })).toMatchObject({
      suites: [{ judge: { model: 'builtin' }, scorers: [{ name: 'own', use: { kind: 'own' } }] }],
      notices: [],
    });
  });
});
