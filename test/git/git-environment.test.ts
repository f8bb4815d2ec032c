import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGitEnvironment } from '../../src/git/run-git.js';
import { describeError } from '../../src/model/errors.js';
import { GIT_ENV, openTestGit, TestFolders } from '../support/git-repository.js';

const SERVER = 'https://github.example';
const TOKEN = 'ghs_0123456789abcdefghij';

describe('buildGitEnvironment', () => {
  const build = (env: Record<string, string | undefined>, token: string | null = null) =>
    buildGitEnvironment({ env, token, serverUrl: `${SERVER}/` });
  const configOf = (env: Record<string, string>) =>
    Array.from({ length: Number(env['GIT_CONFIG_COUNT']) }, (_, index) => [
      env[`GIT_CONFIG_KEY_${index}`],
      env[`GIT_CONFIG_VALUE_${index}`],
    ]);

  it('lets no hook, prompt or other repository in, and no key of the run out', () => {
    const env = build({
      PATH: '/bin',
      OPENAI_API_KEY: 'k',
      'INPUT_GITHUB-TOKEN': 't',
      GIT_DIR: '/other',
      GIT_WORK_TREE: '/other',
      GIT_INDEX_FILE: 'i',
      GIT_TRACE_CURL: '1',
      https_proxy: 'http://proxy',
      HOME: undefined,
    });
    expect(env).toMatchObject({
      PATH: '/bin',
      https_proxy: 'http://proxy',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    });
    for (const name of ['OPENAI_API_KEY', 'INPUT_GITHUB-TOKEN', 'GIT_DIR', 'GIT_TRACE_CURL', 'HOME']) {
      expect(env).not.toHaveProperty(name);
    }
    expect(configOf(env)).toContainEqual(['core.hooksPath', '/dev/null']);
    expect(configOf(env)).toContainEqual(['safe.directory', '*']);
  });

  it('takes out a header that is there already before it adds its own', () => {
    const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
    expect(configOf(build({}, TOKEN)).slice(-2)).toEqual([
      [`http.${SERVER}/.extraheader`, ''],
      [`http.${SERVER}/.extraheader`, `AUTHORIZATION: basic ${basic}`],
    ]);
  });
});

describe('a fetch over HTTP', () => {
  const folders = new TestFolders();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.statusCode = 403;
    response.end('no');
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    folders.remove();
  });

  it('sends exactly one authorization, ours, and no message tells the token', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const repository = folders.repository();
    repository.commit({ a: '1' });
    repository.git('remote', 'add', 'origin', `${url}/owner/name`);
    // What actions/checkout leaves behind.
    repository.git('config', `http.${url}/.extraheader`, 'AUTHORIZATION: basic b2xkOm9sZA==');
    const env = { ...GIT_ENV, GIT_TRACE_CURL: '1' };
    const temp = folders.folder('temp');
    const git = await openTestGit(repository, { env, token: TOKEN, serverUrl: url, temp });
    const error = await git.ensureCommit('d'.repeat(40)).catch((thrown: unknown) => thrown);
    const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      const sent = request.rawHeaders.flatMap((name, index) =>
        name.toLowerCase() === 'authorization' ? [request.rawHeaders[index + 1]] : [],
      );
      expect(sent).toEqual([`basic ${basic}`]);
    }
    expect(describeError(error)).toMatch(/could not be fetched.*403/);
    expect(describeError(error)).not.toContain(TOKEN);
    expect(describeError(error)).not.toContain(basic);
  });
});
