import { describe, expect, test } from 'vitest';
import { describeTarget } from '../../src/model/target-settings.js';
import type { ConfigFile } from '../../src/settings/config-file.js';
import { blockKeys, refuseProgramsWithLogin, requireKeys } from '../../src/settings/keys.js';
import type { Overrides } from '../../src/settings/overrides.js';
import { resolveJudgeProvider, resolveTargetProvider } from '../../src/settings/providers.js';
import { type ConfigTarget, resolveTarget } from '../../src/settings/target-config.js';
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
  const config = given.target ?? { prompt: 'p.md' };
  const model = ('model' in config && config.model) || null;
  const target = resolveTargetProvider(config, { ...describeTarget(resolveTarget(config)), model }, from);
  const judge = { judge: given.judge, model: given.judge?.model ?? model };
  return { target, judge: resolveJudgeProvider(judge, target, from) };
}

test('the key comes from the input, else the environment, and both know where it was looked for', () => {
  expect(keys({}).target).toEqual({
    baseUrl: null,
    apiKey: 'k-openai',
    apiKeySource: 'input openai-api-key or environment variable OPENAI_API_KEY',
    keyVariable: 'OPENAI_API_KEY',
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
    keyVariable: 'EMPTY',
  });
});

test('a provider with its own variable never sees the key of the input', () => {
  const target = { prompt: 'p', 'base-url': OWN, 'api-key-env': 'EMPTY' };
  expect(keys({ target, overrides: { openaiApiKey: 'k-input' } }).target).toEqual({
    baseUrl: OWN,
    apiKey: null,
    apiKeySource: 'environment variable EMPTY',
    keyVariable: 'EMPTY',
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
    keyVariable: 'OPENAI_API_KEY',
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
  expect(resolveJudgeProvider({ judge: { 'base-url': OWN }, model: 'm' }, null, from)).toMatchObject({
    baseUrl: OWN,
    apiKey: 'k-input',
  });
});

test("the judge of a command that names its key's variable gets no other key", () => {
  const from = { overrides: { openaiApiKey: 'k-input' }, env: ENV, shell: 'action' } as const;
  const judge = { 'base-url': OWN, 'api-key-env': 'JUDGE_KEY' };
  expect(resolveJudgeProvider({ judge, model: 'm' }, null, from)).toMatchObject({ apiKey: 'k-judge' });
  expect(
    resolveJudgeProvider({ judge: { ...judge, 'api-key-env': 'EMPTY' }, model: 'm' }, null, from),
  ).toMatchObject({ apiKey: null, apiKeySource: 'input judge-api-key or environment variable EMPTY' });
});

test('reports a missing key once, with the suites that need it', () => {
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
    /^There is no key for api\.openai\.com, where gpt-answers answers and gpt-judges judges: set the environment variable OPENAI_API_KEY\.$/,
  );
  expect(() => requireKeys(suites('builtin'), 'agent and judge')).toThrow(/where gpt-answers answers: set/);
  expect(() => requireKeys(suites('gpt-judges'), 'judge')).toThrow(/where gpt-judges judges: set/);
});

describe('a model whose name begins with its provider', () => {
  const env = { OPENAI_API_KEY: 'k-openai', GEMINI_API_KEY: 'k-gemini', GROQ_API_KEY: 'k-groq' };
  const gemini = {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    preset: 'gemini',
    apiKey: 'k-gemini',
    apiKeySource: 'environment variable GEMINI_API_KEY',
    keyVariable: 'GEMINI_API_KEY',
  };
  const target = { prompt: 'p', model: 'gemini/g-1' };

  test('has its address and its own key, never the one of the input', () => {
    const overrides = { openaiApiKey: 'k-input' };
    expect(keys({ target, env, overrides })).toEqual({ target: gemini, judge: gemini });
    expect(keys({ target, env: {}, overrides }).target.apiKey).toBeNull();
    expect(keys({ target: { ...target, 'api-key-env': 'GROQ_API_KEY' }, env }).target.apiKey).toBe('k-groq');
  });

  test.each([
    [undefined, gemini],
    [{ model: 'gemini/g-2' }, gemini],
    [{ model: 'gpt-1' }, { baseUrl: null, preset: undefined, apiKey: 'k-openai' }],
    [
      { model: 'groq/openai/g' },
      { baseUrl: 'https://api.groq.com/openai/v1', preset: 'groq', apiKey: 'k-groq' },
    ],
    [{ model: 'openai/gpt-1' }, { baseUrl: null, preset: 'openai', apiKey: 'k-openai' }],
    [
      { model: 'groq/x', 'base-url': OWN },
      { baseUrl: OWN, preset: undefined, apiKey: 'k-openai' },
    ],
  ])('the judge %j next to it', (judge, provider) => {
    expect({ preset: undefined, ...keys({ target, judge, env }).judge }).toMatchObject(provider);
  });

  test('a base URL that is set or inherited switches presets off', () => {
    const at = { ...target, 'base-url': OWN };
    const found = keys({ target: at, judge: { model: 'groq/x' }, env });
    for (const provider of [found.target, found.judge]) {
      expect({ preset: undefined, ...provider }).toMatchObject({
        baseUrl: OWN,
        preset: undefined,
        apiKey: 'k-openai',
      });
    }
  });

  test('whose address depends on the account needs a base URL', () => {
    expect(() => keys({ target: { prompt: 'p', model: 'azure/my-gpt' } })).toThrow(
      /`azure\/my-gpt` needs the address.*<resource>\.openai\.azure\.com.*AZURE_OPENAI_API_KEY.*`my-gpt`/,
    );
  });

  test.each([
    [{ model: 'deepseek/chat' }, undefined, /`deepseek\/chat` names the provider `deepseek`.*set `base-url`/],
    [{ model: 'gemni/g-1' }, undefined, /Did you mean `gemini`\?/],
    [{ model: 'gpt-1' }, { model: 'antropic/c' }, /Did you mean `anthropic`\?/],
  ])('that is unknown is refused: %j, judge %j', (named, judge, message) => {
    expect(() => keys({ target: { prompt: 'p', ...named }, judge, env })).toThrow(message);
    const known = { prompt: 'p', ...named, 'base-url': OWN };
    expect(keys({ target: known, judge, env }).judge).toMatchObject({ baseUrl: OWN });
  });

  test('of a judge counts as an address only if a model judges', () => {
    const judge = (name: string) =>
      settingsOf(
        `judge: { model: ${name} }\nsuites: [{ name: a, dataset: a.csv, target: { prompt: a.md, model: gemini/g } }]`,
        { env },
      ).suites[0]?.judge;
    expect(judge('builtin')?.provider).toMatchObject({ apiKey: 'k-gemini' });
    expect(judge('gpt-1')?.provider).toMatchObject({ baseUrl: null, apiKey: 'k-openai' });
  });

  test('gets no key if only the pull request names the provider', () => {
    const settings = (model: string) =>
      settingsOf(`suites: [{ name: a, dataset: a.csv, target: { prompt: a.md, model: ${model} } }]`, { env });
    const [base, head] = [settings('gpt-1'), settings('gemini/g-1')];
    const trusted = base.suites.flatMap(({ provider, judge }) => [provider, judge.provider]);
    expect(blockKeys(head, trusted).suites[0]).toMatchObject({
      provider: { apiKey: null, blocked: true },
      judge: { provider: { apiKey: null, blocked: true } },
    });
    expect(blockKeys(base, trusted)).toEqual(base);
  });

  test('on this machine needs no key', () => {
    const { suites } = settingsOf(
      'suites: [{ name: a, dataset: a.csv, target: { prompt: a.md, model: ollama/m } }]',
    );
    expect(() => requireKeys(suites, 'agent and judge')).not.toThrow();
  });
});

describe('auth: oidc', () => {
  const env = {
    OPENAI_API_KEY: 'k-openai',
    OPENAI_IDENTITY_PROVIDER_ID: 'idp',
    OPENAI_SERVICE_ACCOUNT_ID: 'sa',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://github.test/token',
  };
  const target = { prompt: 'p', model: 'gpt-1', auth: 'oidc' } as const;
  const login = {
    provider: 'openai',
    audience: 'https://api.openai.com/v1',
    ids: { OPENAI_IDENTITY_PROVIDER_ID: 'idp', OPENAI_SERVICE_ACCOUNT_ID: 'sa' },
  };
  const configOf = (more: string) =>
    `suites: [{ name: a, dataset: a.csv, target: { prompt: a.md, model: m${more} } }]`;
  const OIDC = ', auth: oidc';

  test('replaces the key of target and judge', () => {
    const overrides = { openaiApiKey: 'k-input' };
    const provider = { baseUrl: null, apiKey: null, login };
    expect(keys({ target, env, overrides })).toMatchObject({ target: provider, judge: provider });
    expect(keys({ target, env: { ...env, OIDC_AUDIENCE: 'other' } }).target.login?.audience).toBe('other');
    expect(() => requireKeys(settingsOf(configOf(OIDC), { env }).suites, 'agent and judge')).not.toThrow();
  });

  test('does nothing on a developer’s machine, which has no such token', () => {
    expect(keys({ target, env, shell: 'cli' }).target).toMatchObject({ apiKey: 'k-openai' });
  });

  test('without the permission is a missing key, and never the other key', () => {
    const { suites } = settingsOf(configOf(OIDC), { env: { OPENAI_API_KEY: 'k-openai' } });
    expect(suites[0]?.provider).toMatchObject({
      apiKey: null,
      apiKeySource: expect.stringContaining('id-token'),
    });
    expect(() => requireKeys(suites, 'agent and judge')).toThrow(
      /set the permission `id-token: write` of the job\.$/,
    );
  });

  test('is not the login of a judge at another provider', () => {
    const claude = { ...target, model: 'anthropic/c' };
    const ids = { ANTHROPIC_FEDERATION_RULE_ID: 'rule', ANTHROPIC_ORGANIZATION_ID: 'org' };
    expect(keys({ target: claude, judge: { model: 'gpt-1' }, env: { ...env, ...ids } })).toMatchObject({
      target: { login: { provider: 'anthropic' } },
      judge: { baseUrl: null, apiKey: 'k-openai' },
    });
  });

  test.each([
    [{ ...target, 'base-url': OWN }, env, /works with OpenAI \(no `base-url`\)/],
    [{ ...target, model: 'gemini/g' }, env, /works with OpenAI/],
    [target, { ...env, OPENAI_SERVICE_ACCOUNT_ID: '' }, /variables OPENAI_SERVICE_ACCOUNT_ID\./],
    [{ ...target, model: 'anthropic/c' }, env, /ANTHROPIC_FEDERATION_RULE_ID and ANTHROPIC_ORGANIZATION_ID/],
  ])('%j is refused', (given, variables, message) => {
    expect(() => keys({ target: given, env: variables })).toThrow(message);
  });

  test('gets no token if only the pull request asks for it', () => {
    const [base, head] = [settingsOf(configOf(''), { env }), settingsOf(configOf(OIDC), { env })];
    const trusted = base.suites.flatMap(({ provider, judge }) => [provider, judge.provider]);
    expect(blockKeys(head, trusted).suites[0]?.provider).toMatchObject({ login: undefined, blocked: true });
    const own = head.suites.map(({ provider }) => provider);
    expect(blockKeys(head, own).suites[0]?.provider).toMatchObject({ login });
  });

  test.each([
    ['a command', '- { name: b, dataset: b.csv, target: { command: [agent] } }', 'b'],
    [
      'an own scorer',
      '- { name: c, dataset: c.csv, target: { prompt: p.md, model: m }, scorers: [./s.ts] }',
      'c',
    ],
  ])('is refused next to %s, naming both', (_, suite, name) => {
    const config = `judge: { model: m }\nsuites:\n  - { name: a, dataset: a.csv, target: { prompt: a.md, model: m, auth: oidc } }\n  ${suite}\n`;
    const { suites } = settingsOf(config, { env });
    expect(() => refuseProgramsWithLogin(suites)).toThrow(
      new RegExp(`suite \`a\` has \`auth: oidc\`, and suite \`${name}\` runs programs`),
    );
    expect(() => refuseProgramsWithLogin(suites.slice(0, 1))).not.toThrow();
    expect(() => refuseProgramsWithLogin(suites.slice(1))).not.toThrow();
  });
});
