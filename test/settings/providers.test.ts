import { expect, test } from 'vitest';
import type { ConfigFile, ConfigTarget } from '../../src/settings/config-file.js';
import type { Overrides } from '../../src/settings/overrides.js';
import { requireKeys, resolveJudgeProvider, resolveTargetProvider } from '../../src/settings/providers.js';
import { settingsOf } from '../support/settings.js';

const ENV = { OPENAI_API_KEY: 'k-openai', OTHER_KEY: 'k-other', JUDGE_KEY: ' k-judge\n', EMPTY: '' };
const OWN = 'https://own.example/v1';

function keys(given: {
  readonly target?: ConfigTarget;
  readonly judge?: ConfigFile['judge'];
  readonly overrides?: Overrides;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: 'action' | 'cli';
}) {
  const from = { overrides: given.overrides ?? {}, env: given.env ?? ENV, shell: given.shell ?? 'action' };
  const target = resolveTargetProvider(given.target ?? { prompt: 'p.md' }, from);
  return { target, judge: resolveJudgeProvider(given.judge, target, from) };
}

test('the key comes from the input, else the environment, and both know where it was looked for', () => {
  expect(keys({}).target).toEqual({
    baseUrl: null,
    apiKey: 'k-openai',
    apiKeySource: 'input openai-api-key or environment variable OPENAI_API_KEY',
  });
  expect(keys({ overrides: { openaiApiKey: 'k-input' } }).target.apiKey).toBe('k-input');
  expect(keys({ shell: 'cli' }).target.apiKeySource).toBe('environment variable OPENAI_API_KEY');
});

test('a missing key is null, no error', () => {
  expect(keys({ env: {} }).target.apiKey).toBeNull();
  expect(keys({ env: { OPENAI_API_KEY: ' ' } }).judge.apiKey).toBeNull();
});

test('a variable that the config names is used, and no other one in its place', () => {
  expect(keys({ target: { prompt: 'p', 'api-key-env': 'OTHER_KEY' } }).target.apiKey).toBe('k-other');
  expect(keys({ target: { prompt: 'p', 'api-key-env': 'EMPTY' } }).target).toMatchObject({
    apiKey: null,
    apiKeySource: 'input openai-api-key or environment variable EMPTY',
  });
});

test('a provider with its own variable never sees the key of the input', () => {
  const target = { prompt: 'p', 'base-url': OWN, 'api-key-env': 'EMPTY' };
  expect(keys({ target, overrides: { openaiApiKey: 'k-input' } }).target).toEqual({
    baseUrl: OWN,
    apiKey: null,
    apiKeySource: 'environment variable EMPTY',
  });
});

test("the judge is asked at the target's provider with the target's key", () => {
  const own = { prompt: 'p', 'base-url': OWN };
  const { target, judge } = keys({ target: own, overrides: { openaiApiKey: 'k-input' } });
  expect(judge).toEqual(target);
  expect(
    keys({ overrides: { openaiApiKey: 'k-input' }, judge: { 'base-url': 'https://api.openai.com/v1/' } })
      .judge,
  ).toMatchObject({
    baseUrl: 'https://api.openai.com/v1/',
    apiKey: 'k-input',
  });
});

test("the target's key is never sent to another provider", () => {
  const judge = { 'base-url': OWN };
  const overrides = { openaiApiKey: 'k-input' };
  expect(keys({ judge, overrides, env: {} }).judge).toEqual({
    baseUrl: OWN,
    apiKey: null,
    apiKeySource: 'input judge-api-key or environment variable OPENAI_API_KEY',
  });
  expect(keys({ judge, overrides: { ...overrides, judgeApiKey: 'k-j' } }).judge.apiKey).toBe('k-j');
  expect(keys({ judge, overrides }).judge.apiKey).toBe('k-openai');
});

test("the judge's own variable is used, trimmed; its input comes first", () => {
  const judge = { 'base-url': OWN, 'api-key-env': 'JUDGE_KEY' };
  expect(keys({ judge }).judge).toMatchObject({ baseUrl: OWN, apiKey: 'k-judge' });
  expect(keys({ judge, overrides: { judgeApiKey: 'k-j' } }).judge.apiKey).toBe('k-j');
  expect(keys({ judge, env: { OPENAI_API_KEY: 'k' } }).judge.apiKey).toBeNull();
});

test('the judge of a command, which asks no provider itself, gets the one key that there is', () => {
  const from = { overrides: { openaiApiKey: 'k-input' }, env: {}, shell: 'action' } as const;
  expect(resolveJudgeProvider({ 'base-url': OWN }, null, from)).toMatchObject({
    baseUrl: OWN,
    apiKey: 'k-input',
  });
});

test('a missing key is told once, with who asks for it', () => {
  const suites = (judge: string) =>
    settingsOf(
      `judge: { model: ${judge} }
suites:
  - { name: a, dataset: a.jsonl, target: { prompt: p.md, model: gpt-answers } }
  - { name: b, dataset: b.jsonl, target: { command: [agent] } }
`,
      { shell: 'cli' },
    ).suites;
  expect(() => requireKeys(suites('gpt-judges'), 'agent and judge')).toThrow(
    /^There is no key for api\.openai\.com, where gpt-answers answers and gpt-judges judges: set the environment variable OPENAI_API_KEY, .*: `demo`, or an agent that is a command with `judge: \{ model: builtin \}` in the config file$/,
  );
  expect(() => requireKeys(suites('builtin'), 'agent and judge')).toThrow(/where gpt-answers answers: set/);
  expect(() => requireKeys(suites('gpt-judges'), 'judge')).toThrow(/where gpt-judges judges: set/);
});
