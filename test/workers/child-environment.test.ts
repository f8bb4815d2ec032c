import { expect, test } from 'vitest';
import { buildChildEnvironment } from '../../src/workers/child-environment.js';

const ORDINARY = {
  PATH: '/usr/bin',
  HOME: '/home/me',
  LANG: 'C.UTF-8',
  CI: 'true',
  GITHUB_SHA: 'abc',
  GITHUB_WORKSPACE: '/w',
  TOKENIZERS_PARALLELISM: 'false',
  KEYBOARD: 'us',
  MONKEY: 'no',
  COMPASS: 'north',
  GIT_AUTHOR_NAME: 'me',
  XAUTHORITY: '/home/me/.Xauthority',
  PWD: '/w',
  OLDPWD: '/',
  PATTERN: 'x',
  SERVICE_URL: 'http://localhost:8080/a@b',
  REMOTE: 'ssh://git@example.test:22/a',
  NODE_ENV: 'test',
  PYTHONUNBUFFERED: '',
  PYTHONIOENCODING: 'latin-1',
};

test.each([
  'INPUT_OPENAI-API-KEY',
  'INPUT_GITHUB-TOKEN',
  'input_prompt',
  'STATE_token',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'ACTIONS_CACHE_URL',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_PATH',
  'GITHUB_STEP_SUMMARY',
])('%s reaches no child, and naming it is refused', (name) => {
  expect(buildChildEnvironment({ ...ORDINARY, [name]: 'x' }, [])).toEqual(ORDINARY);
  expect(() => buildChildEnvironment({}, [name])).toThrow(`target env ${name}: never given`);
});

test.each([
  'OPENAI_API_KEY',
  'ANTHROPIC_APIKEY',
  'AGENT_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'NPM_TOKEN',
  'DB_PASSWORD',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_APPLICATION_CREDENTIALS_JSON',
  'PGPASSWORD',
  'DB_PASSWD',
  'DBPASS',
  'MYSQL_PWD',
  'GITHUBTOKEN',
  'OPENAIKEY',
  'OPENAI_KEY2',
  'SSH_PRIVATEKEY',
  'ACCESSKEYID',
  'SLACK_WEBHOOK',
  'SLACK_WEBHOOK_URL',
  'HF_AUTH',
  'SSH_AUTH_SOCK',
  'AZURE_CREDS',
  'GH_PAT',
])('%s reaches a child that names it, and no other', (name) => {
  const env = { ...ORDINARY, [name]: 'x' };
  expect(buildChildEnvironment(env, [])).toEqual(ORDINARY);
  expect(buildChildEnvironment(env, ['OTHER'])).toEqual(ORDINARY);
  expect(buildChildEnvironment(env, [name])).toEqual(env);
});

test.each(['postgres://me:pw@db.test:5432/app', 'redis://:pw@cache.test', 'http://me:pw@proxy.test:3128'])(
  '%s, an address with a password, reaches a child that names it, and no other',
  (value) => {
    const env = { ...ORDINARY, DATABASE_URL: value };
    expect(buildChildEnvironment(env, [])).toEqual(ORDINARY);
    expect(buildChildEnvironment(env, ['DATABASE_URL'])).toEqual(env);
  },
);

test('Python is told to write its lines at once, and in UTF-8, unless `env` lists it', () => {
  expect(buildChildEnvironment({}, [])).toEqual({ PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8' });
});
