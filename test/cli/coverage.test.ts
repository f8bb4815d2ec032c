import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { codeBlocks } from '../build/code-blocks.js';
import { caseAbout, RULE_AGENT } from '../scenarios/rule-agent.js';
import { type Model, modelReply } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import { start, type, writeTree } from './terminal.js';

const BLOCKS = 18;
const CASES = 30;
/** Rules that some case asks about. */
const ASKED = 14;

const subjectOf = (at: number) => `subject${String.fromCharCode(97 + at)}`;
const PROMPT = `${Array.from({ length: BLOCKS }, (_each, at) => `- Asked about ${subjectOf(at)}, say: The office for ${subjectOf(at)} opens on weekdays.`).join('\n')}\n`;
const DATASET = Array.from({ length: CASES }, (_each, at) =>
  JSON.stringify({ id: `case-${at}`, input: `What about ${subjectOf(at % ASKED)}?` }),
).join('\n');

const CONFIG = `limits: { max-retries: 1 }
suites:
  - name: support
    dataset: cases.jsonl
    task: Answer questions about offices.
    target: { prompt: support.md, model: agent-1 }
`;

async function createSuite(files: Readonly<Record<string, string>> = {}, model: Model = RULE_AGENT) {
  const openai = await startOpenAiServer({ reply: (body) => modelReply(model, body) });
  const cwd = await createFolder();
  const all = { 'support.md': PROMPT, 'cases.jsonl': DATASET, 'prompt-regression.yml': CONFIG, ...files };
  await writeTree(cwd, withProvider(all, openai.url));
  return { openai, cwd };
}

describe('coverage', () => {
  it('without noise, the map of 18 blocks and 30 cases is exactly right, and fits into 2,000 calls', async () => {
    const { openai, cwd } = await createSuite();
    await using _server = openai;
    const { code, stdout, stderr } = await type('coverage', { cwd });
    expect(stderr).toContain('support: 18 blocks, 30 cases: at most about ');
    expect(stdout).toContain('support: 14 of 18 blocks noticed (78%)');
    expect(stdout).toContain('   1 ✓1  - Asked about subjecta, say:');
    expect(stdout).toContain('  18 ✗   - Asked about subjectr, say:');
    expect(stdout).toContain('✗ support.md line 15: no case notices it (asked: 30 cases)');
    expect(code).toBe(0);
    const map = JSON.parse(await readFile(join(cwd, '.prompt-regression/coverage/coverage.json'), 'utf8'));
    expect(map.blocks.map(({ state }: { state: string }) => state)).toEqual([
      ...Array.from({ length: ASKED }, () => 'noticed'),
      ...Array.from({ length: BLOCKS - ASKED }, () => 'unnoticed'),
    ]);
    expect(map.blocks[2].noticedBy).toEqual([
      { caseId: 'case-2', effect: 'lost-fact', text: 'The office for subjectc opens on weekdays.' },
    ]);
    expect(map.calls).toBe(openai.requests.length);
    expect(map.calls).toBeLessThan(2_000);
    const page = await readFile(join(cwd, '.prompt-regression/coverage/coverage.html'), 'utf8');
    expect(page).toContain('14 of 18 blocks noticed');
  });

  it('prints what docs/coverage.md shows', async () => {
    const rule = (subject: string, words: string) => `- Asked about ${subject}, say: ${words}\n`;
    const { openai, cwd } = await createSuite({
      'prompts/support.md': `You are the support agent of Lumen.\n\n# Orders\n\n${rule('delivery', 'We deliver in two days.')}${rule('returns', 'You can return a lamp within 30 days.')}`,
      'cases.jsonl': ['delivery', 'lamps', 'opening hours'].map(caseAbout).join('\n'),
      'prompt-regression.yml': CONFIG.replace('support.md', 'prompts/support.md'),
    });
    await using _server = openai;
    const { stdout } = await type('coverage', { cwd });
    // Blocks are measured at the same time, so the number of calls may differ.
    const dropCalls = (text: string) => text.replace(/\d+ calls/, 'calls');
    expect(codeBlocks('docs/coverage.md', 'text').map(dropCalls)).toEqual([dropCalls(stdout)]);
  });

  it('a spent budget ends it with what is known, and the next run goes on', async () => {
    const { openai, cwd } = await createSuite();
    await using _server = openai;
    const first = await type('coverage --max-calls 200', { cwd });
    expect(first.code).toBe(3);
    expect(first.stdout).toMatch(/\? support\.md line \d+: not finished: /);
    const paid = openai.requests.length;
    expect(paid).toBeLessThanOrEqual(200);
    const second = await type('coverage', { cwd });
    expect(second.code).toBe(0);
    expect(second.stdout).toContain('support: 14 of 18 blocks noticed (78%)');
    const whole = await createSuite();
    await using _other = whole.openai;
    await type('coverage', { cwd: whole.cwd });
    // Only what was under way when the budget ended is asked twice.
    expect(openai.requests.length).toBeLessThan(whole.openai.requests.length + 50);
  });

  it('answers without a score are no silence: the map is unfinished, with the reason', async () => {
    const gullible: Model = { ...RULE_AGENT, verdict: () => 'yes' };
    const { openai, cwd } = await createSuite({ 'support.md': 'Be kind.\n\nBe short.\n' }, gullible);
    await using _server = openai;
    const { code, stdout } = await type('coverage', { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('support: 0 of 0 blocks noticed, 2 not finished');
    expect(stdout).toContain(
      '30 cases had no score: the judge agent-1 calls a surely irrelevant statement relevant',
    );
  });

  it('--json prints the maps', async () => {
    const { openai, cwd } = await createSuite({ 'support.md': 'Be kind.\n\nBe short.\n' });
    await using _server = openai;
    const { stdout } = await type('coverage --json', { cwd });
    expect(JSON.parse(stdout)).toMatchObject([
      { format: 'prompt-regression/coverage', suite: 'support', placebo: null, blocks: [{}, {}] },
    ]);
  });

  it.each([
    ['a single paragraph', { 'support.md': 'Be kind.\n' }, 'coverage', 'support.md has a single paragraph'],
    ['--file for a prompt', {}, 'coverage --file a.md', '`file` is for programs'],
  ])('%s is an error to fix', async (_name, files, command, message) => {
    const { openai, cwd } = await createSuite(files);
    await using _server = openai;
    const { code, stderr } = await type(command, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(openai.requests).toHaveLength(0);
  });

  it('a program: each file of --file is left out in a worktree, and the map is stored for each', async () => {
    const agent = `const { readFileSync } = require('node:fs');
const text = ['rules/offices.md', 'rules/tone.txt'].map((path) => readFileSync(path, 'utf8')).join('\\n');
const rules = [...text.matchAll(/^- Asked about (\\w+), say: (.+)$/gm)];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, input } = JSON.parse(line);
  const said = rules.filter(([, subject]) => input.includes(subject)).map(([, , words]) => words);
  console.log(JSON.stringify({ id, output: ['Thank you for asking.', ...said].join(' ') }));
});
`;
    const rule = (subject: string) => `- Asked about ${subject}, say: We sell ${subject}.\n`;
    const { openai, cwd } = await createSuite({
      'agent.cjs': agent,
      'rules/offices.md': `${rule('lamps')}${rule('chairs')}`,
      'rules/tone.txt': 'Be kind.\n\nBe short.\n',
      'cases.jsonl': ['lamps', 'weather'].map(caseAbout).join('\n'),
      'prompt-regression.yml': CONFIG.replace(
        '{ prompt: support.md, model: agent-1 }',
        '{ command: [node, agent.cjs] }',
      ).replace('suites:', 'judge: { model: judge-1 }\nsuites:'),
    });
    await using _server = openai;
    const repository = new TestRepository(cwd);
    repository.git('init', '--quiet', '--initial-branch', 'main');
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message', 'agent');
    expect((await type('coverage', { cwd })).stderr).toContain(
      'name the prompt files that it reads with `--file`, in a workflow with the input `file`',
    );
    const { code, stdout, stderr } = await type('coverage --file rules/offices.md --file rules/tone.txt', {
      cwd,
    });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      'the calls of the program itself count only if its answers report them as `usage`',
    );
    expect(stdout).toContain('support: 1 of 4 blocks noticed (25%)');
    expect(stdout).toContain('✗ rules/offices.md line 2: no case notices it');
    expect(stdout).toContain('✗ rules/tone.txt line 3: no case notices it');
    // The checkout is as it was.
    expect(await readFile(join(cwd, 'rules/offices.md'), 'utf8')).toContain('We sell lamps.');
    const lint = await type('lint', { cwd });
    expect(lint.stdout).toMatch(/No case notices line 2 of rules\/offices\.md \(coverage of \d{4}-/);
    expect(lint.stdout).toContain('No case notices line 1 and line 3 of rules/tone.txt');
  });

  it("lint names the paragraphs that no case notices, of today's prompt alone", async () => {
    const { openai, cwd } = await createSuite();
    await using _server = openai;
    expect((await type('lint', { cwd })).stdout).not.toContain('No case notices');
    await type('coverage --store maps', { cwd });
    expect((await type('lint', { cwd })).stdout).not.toContain('No case notices');
    const asked = openai.requests.length;
    const named = await type('lint --store maps', { cwd });
    expect(named.stdout).toContain('No case notices line 15, line 16, line 17 and line 18 of support.md');
    expect(openai.requests).toHaveLength(asked);
    await writeTree(cwd, { 'support.md': `${PROMPT}- Be kind.\n` });
    expect((await type('lint --store maps', { cwd })).stdout).not.toContain('No case notices');
  });

  it('a killed run goes on where it stopped', async () => {
    const { openai, cwd } = await createSuite();
    await using _server = openai;
    const killed = await start(['coverage'], {
      cwd,
      async onStart(kill) {
        await vi.waitFor(() => expect(openai.requests.length).toBeGreaterThan(150), { timeout: 100_000 });
        kill('SIGKILL');
      },
    });
    expect(killed.stdout).toBe('');
    const paid = openai.requests.length;
    const { stdout } = await type('coverage', { cwd });
    expect(stdout).toContain('support: 14 of 18 blocks noticed (78%)');
    const resumed = openai.requests.length;
    const whole = await createSuite();
    await using _other = whole.openai;
    await type('coverage', { cwd: whole.cwd });
    // Only what was under way is asked twice.
    expect(resumed).toBeLessThan(whole.openai.requests.length + 50);
    expect(resumed - paid).toBeLessThan(whole.openai.requests.length - 100);
  });
});
