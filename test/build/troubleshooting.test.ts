import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explainMissingSecrets, parseEvent } from '../../src/checkout/event.js';
import { openGit } from '../../src/git/open-git.js';
import { classifyAnswer } from '../../src/llm/provider-failure.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Suite } from '../../src/model/suite.js';
import { createBudget } from '../../src/produce/spending.js';
import { renderNote } from '../../src/report/notes/note.js';
import { renderObstacle } from '../../src/report/notes/obstacle.js';
import { describeForkStatus } from '../../src/report/status-words.js';
import { parseConfig } from '../../src/settings/config-file.js';
import { refuseBlocked, requireKeys } from '../../src/settings/keys.js';
import { readActionInputs } from '../../src/settings/overrides.js';
import { CONFIG, createAgent } from '../cli/agent.js';
import { type } from '../cli/terminal.js';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { problemsIn } from '../support/problems-of.js';
import { settingsOf } from '../support/settings.js';
import { shellAgent } from '../support/shell-agent.js';
import { readPage } from './code-blocks.js';

const SHA = 'a'.repeat(40);
const PULL = {
  action: 'opened',
  pull_request: {
    number: 7,
    head: { sha: SHA, repo: { full_name: 'stranger/repo' } },
    base: { ref: 'main', repo: { full_name: 'owner/repo' } },
  },
};

/** What lint says of a suite of two cases with a stray glob, a placeholder without a value, and no judge. */
async function lintOutput(prompt: string, watch = ''): Promise<string> {
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.commit({
    'prompt-regression.yml': `suites: [{ name: s, dataset: d.jsonl, ${watch}target: { prompt: p.md, model: m } }]\n`,
    'd.jsonl': '{"id":"a","input":"Hi"}\n{"id":"b","input":"Ho"}\n',
    'p.md': prompt,
  });
  const { stdout, stderr } = await type('lint', { cwd: repository.path });
  return stdout + stderr;
}

/** What lint says of a program that ends at once. */
async function lintOfBrokenProgram(): Promise<string> {
  const { stdout } = await type('lint', { cwd: await createAgent({ 'agent.sh': 'exit 3\n' }) });
  return stdout;
}

/** What a run says that has no baseline, of an agent that crashes on one case. */
async function runOutput(): Promise<string> {
  const cwd = await createAgent({ 'agent.sh': shellAgent().replace("sed -uE '", "sed -uE '/case-3/Q5; ") });
  const { stdout, stderr } = await type('run', { cwd });
  return stdout + stderr;
}

async function noRepository(): Promise<string> {
  const folder = createFolder();
  const opened = openGit({ folder, env: process.env, token: null, serverUrl: 'x', log: SILENT_LOG });
  return String(await opened.catch((thrown: unknown) => Object(thrown).problems));
}

function refusedKey(): string {
  const answer = {
    status: 401,
    headers: new Headers(),
    codes: [],
    parameter: null,
    message: '',
    written: null,
  };
  const context = { from: 'api.example', baseUrl: 'x', keySource: 'input openai-api-key' };
  return classifyAnswer({ ...answer, details: '' }, context, 0).error.message;
}

function spentBudget(): string {
  const budget = createBudget({ maxCalls: 2, maxTokens: null });
  budget.add({ calls: 2, inputTokens: 0, outputTokens: 0 });
  return budget.shortfall(1)?.message ?? '';
}

/** A change of the agent's file after which it answers the same. */
async function identicalOutput(): Promise<string> {
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.commit({ 'agent.sh': shellAgent(), 'cases.jsonl': DATASET, 'prompt-regression.yml': CONFIG });
  repository.git('checkout', '--quiet', '-b', 'edit');
  repository.commit({ 'agent.sh': `# Newer.\n${shellAgent()}` });
  return (await type('run', { cwd: repository.path })).stdout;
}

/** The suite as if its key would go to an address that only this branch names. */
function blockProvider(suite: Suite): Suite {
  return { ...suite, provider: { ...suite.provider, blocked: true } };
}

function fork(): string {
  const event = parseEvent({ name: 'pull_request', payload: PULL, sha: SHA, ref: '' });
  return event.kind === 'companion' ? '' : (explainMissingSecrets(event)?.cause ?? '');
}

/** Output of the program, in which each message of the page must occur. */
async function collectOutput(): Promise<readonly string[]> {
  const suites = settingsOf('suites: [{ name: s, dataset: d, target: { prompt: p.md, model: m } }]', {
    env: {},
  }).suites;
  const incomparable = {
    kind: 'incomparable',
    because: { kind: 'judge', before: 'a', after: 'b' },
    canRejudge: false,
  } as const;
  return [
    ...problemsIn(() => requireKeys(suites, 'agent and judge')),
    ...problemsIn(() => refuseBlocked(suites.map(blockProvider), 'prompt-regression.yml')),
    ...problemsIn(() => parseConfig('suits: []', 'prompt-regression.yml')),
    ...problemsIn(() => readActionInputs({ INPUT_JUGDE: 'x' })),
    ...problemsIn(() => parseEvent({ name: 'issue_comment', payload: {}, sha: SHA, ref: '' })),
    fork(),
    describeForkStatus([]),
    refusedKey(),
    await noRepository(),
    (await type('run', { cwd: createFolder() })).stderr,
    await runOutput(),
    await identicalOutput(),
    await lintOutput('Hi {{city}}.'),
    await lintOfBrokenProgram(),
    await lintOutput('Hi.', 'watch: [src/**], '),
    await lintOutput('Hi.'),
    renderObstacle(incomparable),
    renderObstacle({
      kind: 'unscored',
      missing: 2,
      of: 12,
      share: 2,
      failure: 'unavailable',
      reason: 'x',
      side: 'head',
    }),
    spentBudget(),
    renderNote({ kind: 'rewritten', paths: ['package-lock.json'], counted: 'commit' }),
    renderNote({ kind: 'judges-itself', suite: 's', model: 'm' }),
    ...readdirSync('test/report/goldens').map((name) => readPage(`test/report/goldens/${name}`)),
  ];
}

it('every message that the page quotes is one of the program, in its words', async () => {
  const quoted = [...readPage('docs/troubleshooting.md').matchAll(/^### `(.+)`$/gm)].map(
    ([, text = '']) => text,
  );
  expect(quoted.length).toBeGreaterThanOrEqual(20);
  const output = (await collectOutput()).map((text) => text.replaceAll('`', ''));
  const isSaid = (message: string) => {
    const parts = message.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(parts.join('[^\\n]*'));
    return output.some((text) => pattern.test(text));
  };
  expect(quoted.filter((message) => !isSaid(message))).toEqual([]);
});
