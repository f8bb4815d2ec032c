import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explainMissingSecrets, parseEvent } from '../../src/checkout/event.js';
import { createRepositoryClient, openOctokit } from '../../src/github/repository-client.js';
import {
  classifyAnswer,
  describeConnectionFailure,
  describeTimeout,
} from '../../src/llm/provider-failure.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import {
  createUnusableReplyError,
  describeError,
  type FailureKind,
  ProviderError,
} from '../../src/model/errors.js';
import { createBudget } from '../../src/produce/spending.js';
import { renderShortHeading } from '../../src/report/model/heading.js';
import { renderObstacle, summarizeObstacle } from '../../src/report/notes/obstacle.js';
import { describeForkStatus } from '../../src/report/status-words.js';
import { requireKeys } from '../../src/settings/keys.js';
import { CONFIG, createAgent } from '../cli/agent.js';
import { type } from '../cli/terminal.js';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { problemsIn } from '../support/problems-of.js';
import { createDecision, createSuiteReport } from '../support/records.js';
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

/** What lint says of a program, which it asks one question. */
async function lintOf(agent: string, timeout = '60s'): Promise<string> {
  const config = CONFIG.replace('workers: 1', `workers: 1, timeout: ${timeout}`);
  const cwd = await createAgent({ 'agent.sh': agent, 'prompt-regression.yml': config });
  return (await type('lint', { cwd })).stdout;
}

/** What a run says that has no baseline, of an agent that crashes on one case. */
async function runOutput(): Promise<string> {
  const cwd = await createAgent({ 'agent.sh': shellAgent().replace("sed -uE '", "sed -uE '/case-3/Q5; ") });
  const { stdout, stderr } = await type('run', { cwd });
  return stdout + stderr;
}

const CALL = { from: 'api.example, m', baseUrl: 'https://api.example/v1', keySource: 'input openai-api-key' };

/** What is said of a provider's error. */
function refuse(status: number, message = '', codes: readonly string[] = []): string {
  const answer = { status, headers: new Headers(), codes, parameter: null, message, written: null };
  return classifyAnswer({ ...answer, details: message }, CALL, 0).error.message;
}

function refuseConnection(code: string): string {
  const thrown = Object.assign(new Error('fetch failed'), { code });
  return describeConnectionFailure(thrown, CALL, (text) => text).error.message;
}

/** What is said of a reply that is not in the requested form. */
function refuseReply(): string {
  const error = new ProviderError('the reply is not JSON', { kind: 'malformed' });
  return createUnusableReplyError(error, { judge: 'm', question: 'answer-relevancy' }).message;
}

async function refuseGitHub(): Promise<string> {
  const octokit = openOctokit({ token: 'x', apiUrl: 'https://api.example', log: SILENT_LOG });
  const place = { repository: 'owner/repo', graphqlUrl: 'https://api.example/graphql', onlyReads: false };
  const denied = Object.assign(new Error('Resource not accessible by integration'), { status: 403 });
  const asked = createRepositoryClient({ octokit, ...place }).ask('comment', 'pull-requests: write', () =>
    Promise.reject(denied),
  );
  return String(await asked.catch(describeError));
}

function spentBudget(): string {
  const budget = createBudget({ maxCalls: 2, maxTokens: null });
  budget.add({ calls: 2, inputTokens: 0, outputTokens: 0 });
  return budget.shortfall(1)?.message ?? '';
}

/** What a run says on a branch that changes nothing. */
async function runUnchanged(): Promise<string> {
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.commit({ 'agent.sh': shellAgent(), 'cases.jsonl': DATASET, 'prompt-regression.yml': CONFIG });
  repository.git('checkout', '--quiet', '-b', 'same');
  return (await type('run', { cwd: repository.path })).stderr;
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

function fork(): string {
  const event = parseEvent({ name: 'pull_request', payload: PULL, sha: SHA, ref: '' });
  return event.kind === 'companion' ? '' : (explainMissingSecrets(event)?.cause ?? '');
}

const SUITES = settingsOf('suites: [{ name: s, dataset: d, target: { prompt: p.md, model: m } }]', {
  env: {},
}).suites;

const UNSCORED = { kind: 'unscored', missing: 2, of: 12, share: 2, reason: '', side: 'head' } as const;

/** Heading of a check whose answers failed for one reason. */
function headFailure(failure: FailureKind): string {
  const finding = { rule: 'errors', outcome: 'inconclusive', caseIds: [] } as const;
  const findings = [{ ...finding, obstacle: { ...UNSCORED, failure } }];
  const decision = createDecision({ outcome: 'inconclusive', findings });
  return renderShortHeading(createSuiteReport({ decision }));
}

/** The likely messages, as the program writes them, by words that a user searches for. */
const MESSAGES: Readonly<Record<string, () => string | readonly string[] | Promise<string>>> = {
  'working copy is the same as': runUnchanged,
  'There is no key for': () => problemsIn(() => requireKeys(SUITES, 'agent and judge')),
  'comes from a fork': fork,
  'no watched file changed': () => describeForkStatus([]),
  'one question to': () => lintOf('exit 3\n'),
  'gave no answer within': () => lintOf('read -r line; exec sleep 60\n', '2s'),
  'the command ended with code': runOutput,
  'no baseline to compare with yet': async () => (await type('run', { cwd: await createAgent() })).stdout,
  'measured for the first time': () =>
    renderShortHeading(createSuiteReport({ baseline: { kind: 'none', because: 'new-prompt' } })),
  'word for word the same': identicalOutput,
  'the key was refused': () => refuse(401, 'Incorrect API key provided'),
  '403': () => refuse(403, 'Forbidden'),
  insufficient_quota: () => `insufficient_quota: ${refuse(429, 'You exceeded', ['insufficient_quota'])}`,
  'no credit left': () => refuse(402, 'Payment required'),
  'status 404': () => refuse(404, 'The model `m` does not exist'),
  "check the model's name": () => refuse(404, 'The model `m` does not exist'),
  'redirects are not followed': () => refuse(301),
  'status 429': () => refuse(429, 'Rate limit reached'),
  'rate limit': () => refuse(429, 'Rate limit reached'),
  'quota is used up': () => refuse(429, 'Rate limit reached: requests per day'),
  'no connection': () => refuseConnection('ENETUNREACH'),
  ECONNREFUSED: () => refuseConnection('ECONNREFUSED'),
  'no answer within': () => describeTimeout(120_000, CALL).error.message,
  'status 400': () => refuse(400, "This model's maximum context length is 8192 tokens"),
  SELF_SIGNED_CERT_IN_CHAIN: () => refuseConnection('SELF_SIGNED_CERT_IN_CHAIN'),
  'provider answered too late': () => headFailure('timeout'),
  'the agent failed': () => headFailure('target'),
  'agent answered too late': () => headFailure('late'),
  'budget is used up': () => summarizeObstacle({ kind: 'stopped', failure: 'budget', reason: '' }),
  'status 503': () => refuse(503, 'Overloaded'),
  'no usable reply': refuseReply,
  'no credit': () => headFailure('no-credit'),
  'the provider failed': () => headFailure('unavailable'),
  'took no more requests': () => headFailure('rate-limited'),
  'have no score': () => renderObstacle({ ...UNSCORED, failure: 'silent' }),
  'ended early': () => renderObstacle({ kind: 'stopped', failure: 'unavailable', reason: 'status 500' }),
  'the time limit was reached': () => summarizeObstacle({ kind: 'stopped', failure: 'timeout', reason: '' }),
  'the budget of': spentBudget,
  'not accessible by integration': refuseGitHub,
  'the job needs permissions': refuseGitHub,
};

const page = readPage('docs/troubleshooting.md');

/** The messages that headings quote, without the marks of code inside them. */
const quoted = [...page.matchAll(/^### .+$/gm)].flatMap(([heading]) =>
  [...heading.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
);

function quotes(message: string, output: string): boolean {
  const parts = message.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('[^\\n]*')).test(output.replaceAll('`', ''));
}

const outputs: string[] = [];

it.each(Object.entries(MESSAGES))('whoever searches for "%s" finds the message', async (words, provoke) => {
  const output = [await provoke()].flat().join('\n');
  outputs.push(output);
  expect(output.replaceAll('`', '').toLowerCase()).toContain(words.toLowerCase());
  expect(page.toLowerCase()).toContain(words.toLowerCase());
  expect(quoted.filter((message) => quotes(message, output))).not.toEqual([]);
});

it('every message that the page quotes is one of the program, in its words', () => {
  expect(quoted.length).toBeGreaterThanOrEqual(30);
  const goldens = readdirSync('test/report/goldens').map((name) => readPage(`test/report/goldens/${name}`));
  const all = [...outputs, ...goldens];
  expect(quoted.filter((message) => !all.some((output) => quotes(message, output)))).toEqual([]);
});
