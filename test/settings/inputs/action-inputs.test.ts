import { expect, test } from 'vitest';
import { readActionInputs } from '../../../src/settings/inputs/action-inputs.js';
import { problemsIn } from '../../support/problems-of.js';

/** Inputs as the runner hands them over: capitals, hyphens kept. */
function given(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

const problemsOf = (inputs: Readonly<Record<string, string>>) =>
  problemsIn(() => readActionInputs(given(inputs)));

test('every input arrives under its own name and type', () => {
  const sha = 'ABCDEF0123456789abcdef0123456789abcdef01';
  expect(
    readActionInputs({
      PATH: '/usr/bin',
      ...given({
        config: './evals//checks.yml',
        suite: ' support \n\nbilling\nsupport\n',
        prompt: 'prompts/a.md',
        dataset: 'evals/a.csv',
        task: 'Answers questions.\nBriefly.',
        watch: 'src/**\n!src/x/**',
        model: 'gpt-6-luna',
        'base-url': 'http://localhost:1234/v1',
        'openai-api-key': ' key-of-target\n',
        'judge-model': 'builtin',
        'judge-base-url': 'https://judge.example/v1',
        'judge-api-key': 'key-of-judge',
        threshold: '80%',
        'max-drop': '0.05',
        'case-drop': '40%',
        'fail-on': 'threshold\nregression',
        baseline: 'main',
        comment: 'off',
        'comment-key': 'k',
        status: 'False',
        'pull-request': '12',
        sha,
        'working-directory': 'packages/agent',
        'github-token': 'token-of-job',
      }),
    }),
  ).toEqual({
    config: 'evals/checks.yml',
    suites: ['support', 'billing'],
    prompt: 'prompts/a.md',
    dataset: 'evals/a.csv',
    task: 'Answers questions.\nBriefly.',
    watch: ['src/**', '!src/x/**'],
    model: 'gpt-6-luna',
    baseUrl: 'http://localhost:1234/v1',
    openaiApiKey: 'key-of-target',
    judgeModel: 'builtin',
    judgeBaseUrl: 'https://judge.example/v1',
    judgeApiKey: 'key-of-judge',
    threshold: 0.8,
    maxDrop: 0.05,
    caseDrop: 0.4,
    failOn: ['regression', 'threshold'],
    baseline: { kind: 'ref', ref: 'main' },
    comment: 'off',
    commentKey: 'k',
    status: false,
    pullRequest: 12,
    sha: sha.toLowerCase(),
    workingDirectory: 'packages/agent',
    githubToken: 'token-of-job',
  });
});

test('an empty input counts as not given, an unknown one too', () => {
  expect(readActionInputs(given({ threshold: '', suite: ' \n', treshold: '' }))).toEqual({});
});

test.each([
  [
    'threshold',
    '80',
    'Input `threshold` is "80": must be a number from 0 to 1 or a percentage, for example 0.8 or 80%.',
  ],
  ['threshold', 'NaN', 'Input `threshold` is "NaN": must be'],
  ['max-drop', '-1', 'Input `max-drop` is "-1": must be'],
  ['case-drop', '50', 'Input `case-drop` is "50": must be'],
  ['fail-on', 'regresion', 'one per line (did you mean `regression`?).'],
  [
    'fail-on',
    'none\nerror',
    'Input `fail-on` is "none\\nerror": must be `none` alone or any of regression, threshold',
  ],
  ['comment', 'on', 'Input `comment` is "on": must be update or off.'],
  ['status', 'yes', 'Input `status` is "yes": must be true or false.'],
  ['pull-request', '#12', 'Input `pull-request` is "#12": must be a whole number, at least 1.'],
  ['sha', 'abc123', 'Input `sha` is "abc123": must be the full commit id, 40 hexadecimal digits.'],
  ['base-url', 'api.openai.com/v1', 'must be an address that starts with https:// or http://'],
  ['base-url', 'https://me:pass@host/v1', 'must not hold a user name or password'],
  ['baseline', '--upload-pack=x', 'must be auto, stored, none, a git ref'],
  ['baseline', '--output=ran', 'must be auto, stored, none, a git ref'],
  ['baseline', '-c', 'must be auto, stored, none, a git ref'],
  ['baseline', 'main --upload-pack=touch ran', 'must be auto, stored, none, a git ref'],
  ['prompt', '/etc/passwd', 'Input `prompt` is "/etc/passwd": must be relative to the working directory'],
  ['dataset', 'evals\\a.csv', 'must be written with forward slashes'],
  ['config', 'C:/x.yml', 'must be relative to the working directory'],
])('%s: %j is refused by name, value and rule', (name, value, message) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

test('inputs that are not declared are refused with the nearest name, later ones included', () => {
  expect(problemsOf({ treshold: '0.8' })).toEqual([
    'Input `treshold` is not known. Did you mean `threshold`?',
  ]);
  for (const later of ['shard', 'merge']) {
    expect(problemsOf({ [later]: '1' })[0]).toContain(`Input \`${later}\` is not known.`);
  }
  // Flags of the command line are no inputs.
  expect(problemsOf({ store: 'x' })[0]).toContain('Input `store` is not known.');
});

test('all problems are told at once', () => {
  expect(problemsOf({ threshold: '2', status: 'x', modle: 'm' })).toHaveLength(3);
});

test('the value of a secret is never quoted', () => {
  const [problem = ''] = problemsOf({ 'openai-api-key': 'sk-first sk-second' });
  expect(problem).toContain('Input `openai-api-key` is not usable: a key must not hold white space');
  expect(problem).not.toContain('sk-');
});

test.each([
  ['auto', { kind: 'auto' }],
  ['stored', { kind: 'stored' }],
  ['none', { kind: 'none' }],
  ['runs/base.json', { kind: 'record', path: 'runs/base.json' }],
  ['/tmp/base.json.gz', { kind: 'record', path: '/tmp/base.json.gz' }],
  ['v1.2.0', { kind: 'ref', ref: 'v1.2.0' }],
  ['origin/main', { kind: 'ref', ref: 'origin/main' }],
  ['HEAD~1', { kind: 'ref', ref: 'HEAD~1' }],
])('baseline %s', (text, baseline) => {
  expect(readActionInputs(given({ baseline: text }))).toEqual({ baseline });
});

test('fail-on: none means that nothing blocks', () => {
  expect(readActionInputs(given({ 'fail-on': 'none' }))).toEqual({ failOn: [] });
  expect(readActionInputs(given({ 'fail-on': 'error, regression' }))).toEqual({
    failOn: ['regression', 'error'],
  });
});
