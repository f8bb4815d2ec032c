import { expect, test } from 'vitest';
import { readActionInputs } from '../../src/settings/overrides.js';
import { problemsIn } from '../support/problems-of.js';

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
        'openai-api-key': ' key-of-target\n',
        'judge-api-key': 'key-of-judge',
        baseline: 'main',
        comment: 'off',
        status: 'False',
        'report-url': '#artifacts',
        'pull-request': '12',
        sha,
        'working-directory': 'packages/agent',
        'github-token': 'token-of-job',
      }),
    }),
  ).toEqual({
    config: 'evals/checks.yml',
    suites: ['support', 'billing'],
    openaiApiKey: 'key-of-target',
    judgeApiKey: 'key-of-judge',
    baseline: { kind: 'ref', ref: 'main' },
    comment: 'off',
    status: false,
    reportUrl: '#artifacts',
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
  ['comment', 'on', 'Input `comment` is "on": must be update or off.'],
  ['status', 'yes', 'Input `status` is "yes": must be true or false.'],
  ['report-url', 'artifacts', 'must be `#artifacts`, or an address that starts with https:// or http://'],
  ['report-url', 'javascript:alert(1)', 'must be `#artifacts`, or an address'],
  ['pull-request', '#12', 'Input `pull-request` is "#12": must be a whole number, at least 1.'],
  ['sha', 'abc123', 'Input `sha` is "abc123": must be the full commit id, 40 hexadecimal digits.'],
  ['baseline', '--upload-pack=x', 'must be auto, stored, none, a git ref'],
  ['baseline', '--output=ran', 'must be auto, stored, none, a git ref'],
  ['baseline', '-c', 'must be auto, stored, none, a git ref'],
  ['baseline', 'main --upload-pack=touch ran', 'must be auto, stored, none, a git ref'],
  [
    'config',
    '/etc/passwd',
    'Input `config` is "/etc/passwd": must be the path of a file, relative to the working directory',
  ],
  ['config', 'evals\\a.yml', 'with forward slashes'],
  ['config', 'C:/x.yml', 'relative to the working directory'],
  ['shard', '6/5', 'must be the number of a part and the number of parts, for example 2/5'],
  ['shard', '2', 'for example 2/5'],
])('%s: %j is refused by name, value and rule', (name, value, message) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

test('inputs that are not declared are refused with the nearest name', () => {
  expect(problemsOf({ basline: 'none' })).toEqual(['Input `basline` is not known. Did you mean `baseline`?']);
  // Flags of the command line are no inputs.
  expect(problemsOf({ store: 'x' })[0]).toContain('Input `store` is not known.');
});

test('reports all problems at once', () => {
  expect(problemsOf({ threshold: '2', status: 'x', basline: 'm' })).toHaveLength(3);
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
