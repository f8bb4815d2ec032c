import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJudging } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, HARMLESS, KEY, PETS } from '../scenarios/world.js';
import { GitProject } from '../support/git-project.js';
import { TestRepository } from '../support/git-repository.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import { readRecord, startProvider, type as typeCommand, writeTree } from './terminal.js';

type Files = Readonly<Record<string, string>>;

/** A developer's clone, on a branch with a stranger's commit, and the stranger's provider. */
async function createDesk(stranger: (thief: OpenAiServer) => Files, base: Files = {}) {
  const openai = await startProvider();
  const thief = await startProvider();
  const project = new GitProject(withProvider({ ...BASE_FILES, ...base }, openai.url));
  const clone = new TestRepository(await project.clone());
  clone.git('checkout', '--quiet', '-b', 'stranger');
  await writeTree(clone.path, withProvider(stranger(thief), openai.url));
  clone.git('add', '--all');
  clone.git('commit', '--quiet', '-m', 'better');
  return {
    clone,
    openai,
    thief,
    type: (command: string, env: Files = {}) => typeCommand(command, { cwd: clone.path, env }),
    async [Symbol.asyncDispose]() {
      await openai.close();
      await thief.close();
      await project[Symbol.asyncDispose]();
    },
  };
}

const suite = (target: string, more = '') =>
  `suites:\n  - { name: support, dataset: evals/cases.jsonl, target: ${target}${more} }\n`;
const prompt = (more: string) => `{ prompt: prompts/support.md, model: agent-1, ${more} }`;

const LABELS = { 'evals/labels.jsonl': '' };

describe("a branch whose config names a stranger's address", () => {
  it.each<[string, (url: string) => string]>([
    ['for the agent', (url) => suite(prompt(`base-url: "${url}"`))],
    [
      'for the judge',
      (url) =>
        `judge: { model: judge-1, base-url: "${url}" }\n${suite('{ prompt: prompts/support.md, model: agent-1 }')}`,
    ],
    ['for another variable', (url) => suite(prompt(`base-url: "${url}", api-key-env: HOME_TOKEN`))],
    [
      'for a variable in a header',
      (url) =>
        `judge: { model: builtin }\n${suite(`{ http: "${url}/ask", headers: { authorization: "Bearer {{env.HOME_TOKEN}}" }, env: [HOME_TOKEN] }`)}`,
    ],
    ['in a path', (url) => suite(prompt(`base-url: "${url}/gateway"`))],
  ])('%s gets no key from run, baseline or judge-check', async (who, configOf) => {
    await using desk = await createDesk(({ url }) => ({
      ...LABELS,
      'prompts/support.md': HARMLESS,
      'prompt-regression.yml': configOf(url).replace('dataset:', 'labels: evals/labels.jsonl, dataset:'),
    }));
    // The judge of a run is the base's anyway.
    const commands = ['run --baseline HEAD', 'baseline', 'judge-check', 'run', 'run --shard 1/2'];
    for (const command of commands.slice(0, who === 'for the judge' ? 3 : 5)) {
      const { code, stderr } = await desk.type(command, { HOME_TOKEN: 'token-of-the-developer' });
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(
        /^error: prompt-regression\.yml: this branch would send the environment variable \w+ to http:\/\/127\.0\.0\.1.*--trust-addresses\.$/m,
      );
    }
    expect(desk.thief.requests).toEqual([]);
    expect(desk.openai.requests).toEqual([]);
  });

  it('gets the key if the developer says so, in each command', async () => {
    await using desk = await createDesk(({ url }) => ({
      'prompt-regression.yml': suite(prompt(`base-url: "${url}"`)),
    }));
    expect((await desk.type('run --trust-addresses')).code).toBe(0);
    expect(desk.thief.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${KEY}`);
    expect((await desk.type('baseline --trust-addresses')).code).toBe(0);
  });

  it('is refused too if it is the base of a run, or in no commit', async () => {
    await using desk = await createDesk(({ url }) => ({
      'prompt-regression.yml': suite(prompt(`base-url: "${url}"`)),
    }));
    desk.clone.git('checkout', '--quiet', 'main');
    expect((await desk.type('run --baseline stranger')).stderr).toContain('--trust-addresses');
    desk.clone.git('checkout', '--quiet', 'stranger', '--', 'prompt-regression.yml');
    expect((await desk.type('run')).stderr).toContain('--trust-addresses');
    expect(desk.thief.requests).toEqual([]);
  });

  it('is refused if the branch point has no config file', async () => {
    const config = ({ url }: OpenAiServer) => ({
      'prompt-regression.yml': suite(prompt(`base-url: "${url}"`)),
    });
    await using desk = await createDesk(config);
    desk.clone.git('rm', '--quiet', '--cached', 'prompt-regression.yml');
    desk.clone.git('commit', '--quiet', '-m', 'no config');
    desk.clone.git('push', '--quiet', 'origin', 'HEAD:main');
    expect((await desk.type('run')).stderr).toContain('--trust-addresses');
    expect(desk.thief.requests).toEqual([]);
  });
});

describe('an address that needs no trust', () => {
  it.each<[string, (url: string) => string]>([
    [
      'the same, with another prompt and a new suite',
      (url) =>
        `${suite(prompt(`base-url: "${url}"`))}${suite(prompt(`base-url: "${url}/"`))
          .replace('suites:\n', '')
          .replace('support', 'new')}`,
    ],
    ['the same, for one suite', (url) => suite(prompt(`base-url: "${url}"`)).replace('support', 'new')],
  ])('%s', async (_, configOf) => {
    await using desk = await createDesk(() => ({ 'prompts/support.md': HARMLESS }));
    await writeTree(desk.clone.path, {
      'prompt-regression.yml': configOf(desk.openai.url.replace('127.0.0.1', '0.0.0.0')),
    });
    const { code, stderr } = await desk.type('run --suite new');
    expect(code, stderr).toBe(0);
  });

  it("is a known provider's, for the key in its own variable", async () => {
    const config = suite('{ prompt: prompts/support.md, model: groq/agent-1 }');
    await using desk = await createDesk(() => ({ 'prompt-regression.yml': config }));
    const own = await desk.type('run', { GROQ_API_KEY: 'key-for-groq' });
    expect(own.stderr).not.toContain('--trust-addresses');
    await writeTree(desk.clone.path, {
      'prompt-regression.yml': config.replace('agent-1', 'agent-1, api-key-env: HOME_TOKEN'),
    });
    const other = await desk.type('run', { GROQ_API_KEY: 'key-for-groq', HOME_TOKEN: 'of-the-developer' });
    expect(other.stderr).toContain('environment variable HOME_TOKEN to https://api.groq.com');
  });
});

describe('state of earlier runs that a branch brings', () => {
  /** A branch with a worse prompt, after a command that left files, which are then committed. */
  async function createForgery(commands: readonly string[], more = '') {
    const config = `${more}${CONFIG.replace('0.6', '0.4')}`;
    const desk = await createDesk(() => ({ 'prompt-regression.yml': config }));
    desk.clone.git('push', '--quiet', 'origin', 'HEAD:main');
    await writeTree(desk.clone.path, { 'prompts/support.md': PETS });
    for (const command of commands) await desk.type(command);
    desk.clone.git('add', '--all', '--force');
    desk.clone.git('commit', '--quiet', '-m', 'better');
    desk.clone.git('clean', '-fdxq');
    desk.openai.requests.length = 0;
    return desk;
  }

  it('is no baseline', async () => {
    await using desk = await createForgery(['baseline']);
    const { code, stdout, stderr } = await desk.type('run');
    expect(stderr).toMatch(
      /^warning: \.prompt-regression: git tracks "\.prompt-regression\/.*they are ignored; take them out of git with `git rm -r --cached \.prompt-regression`\.$/m,
    );
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('8 of 8 answers gained the same irrelevant sentence');
  });

  it('is no baseline in another folder that the config file names, unless the branch point has it', async () => {
    await using desk = await createForgery(['baseline'], 'store: { file: baselines }\n');
    const forged = await desk.type('run');
    expect(forged.stderr).toMatch(/^warning: baselines: git tracks "baselines\//m);
    expect(forged.code).toBe(1);
    desk.clone.git('push', '--quiet', 'origin', 'HEAD:main');
    const merged = await desk.type('run');
    expect(merged.stderr).not.toContain('warning: baselines');
    expect(merged.code, merged.stderr).toBe(0);
  });

  it('is no journal: everything is asked', async () => {
    await using desk = await createForgery(['run']);
    const { code, stderr } = await desk.type('run');
    expect(stderr).toMatch(/^warning: No journal is kept or read in .*: git tracks it\.$/m);
    expect(code).toBe(1);
    expect(desk.openai.requests.filter(({ body }) => !isJudging(body)).length).toBeGreaterThanOrEqual(32);
  });

  it('does not say which cases failed', async () => {
    await using desk = await createForgery(['run --case none']);
    await writeTree(desk.clone.path, { '.prompt-regression/failed.json': '{"support": []}' });
    desk.clone.git('add', '--all', '--force');
    desk.clone.git('commit', '--quiet', '-m', 'none failed');
    const { code, stderr } = await desk.type('run --failed');
    expect(stderr).toContain('no cases were run here before');
    expect(code).toBe(2);
  });

  it('is no shard', async () => {
    await using desk = await createForgery(['run --shard 1/2', 'run --shard 2/2']);
    const { code, stdout, stderr } = await desk.type('merge .prompt-regression/last-run/shards');
    expect(stdout, stderr).toContain('No shard has left records of this suite');
    expect(code).toBe(3);
  });

  it('is not written through a link', async () => {
    await using desk = await createDesk(() => ({ 'prompts/support.md': HARMLESS, 'evals/x/y.md': '' }));
    await symlink('evals/x', join(desk.clone.path, '.prompt-regression'));
    desk.clone.git('add', '--all', '--force');
    const { code, stderr } = await desk.type('run');
    expect(code).toBe(2);
    expect(stderr).toContain('git tracks ".prompt-regression", a link or a submodule');
    expect(desk.clone.git('status', '--porcelain')).toBe('A  .prompt-regression');
  });

  it('is believed if git does not track it', async () => {
    await using desk = await createDesk(() => ({ 'prompts/support.md': HARMLESS }));
    await desk.type('baseline');
    const { code, stderr } = await desk.type('run');
    expect(stderr).not.toContain('git tracks');
    expect(code).toBe(0);
    expect((await readRecord(join(desk.clone.path, '.prompt-regression/last-run'))).cases).toHaveLength(8);
  });
});
