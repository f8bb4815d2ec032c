import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ResultJson } from '../../src/publish/result-schema.js';
import {
  type ChatCompletionRequestBody,
  type OpenAiServerOptions,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';
import { allSaid, baselinesOf, commentOf, expectEnd, expectNoScore, isJudging, statusOf } from './said.js';
import {
  CONFIG,
  createWorld,
  HARMLESS,
  KEY,
  modelReply,
  PLAIN_MODEL,
  type RunOptions,
  type World,
} from './world.js';

/** What the provider does to the requests that are meant, until it is mended. */
type Outage = {
  readonly reply: ServerReply;
  readonly hits?: (request: ChatCompletionRequestBody) => boolean;
  readonly limits?: string;
};

async function createBrokenWorld({ reply, hits = () => true, limits }: Outage) {
  let broken = true;
  const yml = limits === undefined ? CONFIG : CONFIG.replace(/^limits: .*$/m, `limits: ${limits}`);
  const world = await createWorld({
    files: { 'prompt-regression.yml': yml },
    reply: (body) => (broken && hits(body) ? reply : modelReply(PLAIN_MODEL, body)),
  });
  const mend = () => {
    broken = false;
  };
  return Object.assign(world, { mend });
}

/**
 * One run into several outages: each has a suite of its name, whose agent is asked at an address of its own. All that
 * must hold of any outage is checked for each.
 */
async function runIntoEach(
  outages: Readonly<Record<string, { readonly address: string | Outage; readonly cause: RegExp }>>,
  env: Readonly<Record<string, string>> = {},
) {
  await using providers = new AsyncDisposableStack();
  const suites: string[] = [];
  for (const [name, { address }] of Object.entries(outages)) {
    let url = address;
    if (typeof url !== 'string') {
      const { reply, hits = () => true } = url;
      const provider: OpenAiServerOptions = {
        reply: (body) => (hits(body) ? reply : modelReply(PLAIN_MODEL, body)),
      };
      ({ url } = providers.use(await startOpenAiServer(provider)));
    }
    suites.push(`  - name: ${name}
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1, base-url: "${url}" }
    gate: { threshold: 0.6 }`);
  }
  const [limits] = CONFIG.split('\n');
  const yml = [limits, 'suites:', ...suites].join('\n');
  await using world = await createWorld({ files: { 'prompt-regression.yml': yml } });
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  const run = await world.runPull(7, { env });
  expectEnd(run, 3, { decision: 'inconclusive', passed: 'false' });
  expectNoScore(world, run);
  expect(allSaid(world, run)).not.toContain(KEY);
  expect(run.log).not.toMatch(/^\s+at .+:\d+:\d+/m);
  const result: ResultJson = JSON.parse(run.outputs['result-json'] ?? '');
  for (const [name, { cause }] of Object.entries(outages)) {
    const status = world.github.state.statuses.findLast(
      ({ context }) => context === `prompt-regression/${name}`,
    );
    const description = expect.stringMatching(/^(no result|not evaluated)/);
    expect(status, name).toMatchObject({ state: 'error', description });
    const suite = result.suites.find((each) => each.suite === name);
    expect(suite, name).toMatchObject({ decision: 'inconclusive' });
    for (const text of [commentOf(world), run.summary]) expect(text, name).toMatch(cause);
  }
  return run;
}

/** Runs into the outage, and checks all that must hold of any. */
async function expectInconclusive(world: World, cause: RegExp, options: RunOptions = {}) {
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const run = await world.runPull(7, options);
  expectEnd(run, 3, { decision: 'inconclusive', passed: 'false' });
  expectNoScore(world, run);
  expect(commentOf(world).split('\n').slice(0, 6).join('\n')).toMatch(cause);
  expect(run.summary).toMatch(cause);
  const status = statusOf(world, head);
  expect(status?.state).toBe('error');
  expect(status?.description).toMatch(cause);
  expect(allSaid(world, run)).not.toContain(KEY);
  expect(run.log).not.toMatch(/^\s+at .+:\d+:\d+/m);
  return run;
}

/** The same commit again, the provider being back: the same comment and status turn green. */
async function expectGreenAgain(world: World, cause: RegExp) {
  const { code, outputs, log } = await world.runPull(7);
  expect({ code, ...outputs }, log).toMatchObject({ code: 0, decision: 'pass', delta: '0.00' });
  expect(commentOf(world)).not.toMatch(cause);
  expect(world.github.state.statuses.at(-1)).toMatchObject({ state: 'success' });
}

const IN_A_HURRY = '{ max-retries: 1, timeout: 3s, request-timeout: 2s }';

const refusedKey = { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } };
const stormy = {
  status: 429,
  headers: { 'retry-after': '3600' },
  body: { error: { message: 'Slow down.' } },
};
const page =
  '<!DOCTYPE html><html><head><title>Welcome to our portal</title></head><body>Log in</body></html>';

describe('a provider that', () => {
  it('gives no answer leaves its suite inconclusive, with the cause and no score', async () => {
    const env = { HTTP_PROXY: 'http://somebody:proxy-password@127.0.0.1:2' };
    const run = await runIntoEach(
      {
        'refuses-the-key': { address: { reply: refusedKey }, cause: /key was refused.*401/ },
        // For longer than the run may take.
        'asks-to-wait': {
          address: { reply: stormy },
          cause: /status 429, Slow down; it asks to wait 60 min, and the run has (9|10) min left/,
        },
        'fails-every-request': {
          address: { reply: { status: 502, body: 'upstream is down' } },
          cause: /502/,
        },
        'answers-a-page-with-status-200': {
          address: { reply: { raw: page, contentType: 'text/html' } },
          cause: /Welcome to our portal/,
        },
        'cuts-every-connection': { address: { reply: { destroy: true } }, cause: /no connection/ },
        // Nothing listens on port 2.
        'is-not-there': {
          address: 'http://127.0.0.1:2/v1',
          cause: /no connection \(ECONNREFUSED\)/,
        },
        'is-behind-a-proxy-that-is-not': {
          address: 'http://models.test/v1',
          cause: /models\.test.*no connection \(ECONNREFUSED\)/,
        },
        'is-elsewhere': {
          address: {
            reply: { status: 308, headers: { location: 'http://models.test/v1/chat/completions' } },
          },
          cause: /status 308; redirects are not followed/,
        },
      },
      env,
    );
    expect(run.log + run.summary).not.toContain('proxy-password');
  });

  it.each([
    ['takes requests and never answers', { hang: true }],
    ['stops in the middle of its answers', { stall: '{"id":' }],
  ] as const)('%s leaves the run inconclusive, with the cause and no score', async (_, reply) => {
    await using world = await createBrokenWorld({ reply, limits: IN_A_HURRY });
    await expectInconclusive(world, /within 2 s|limit of 3 s/);
  });
});

describe('a rate limit', () => {
  it('slows the run down, costs no case its score and no retry, and is reported', async () => {
    let asked = 0;
    const busy = {
      status: 429,
      headers: { 'retry-after-ms': '20' },
      body: { error: { message: 'Slow down.' } },
    };
    await using world = await createWorld({
      files: { 'prompt-regression.yml': CONFIG.replace('max-retries: 1', 'max-retries: 0') },
      reply: (body) => (asked++ < 12 && asked > 6 ? busy : modelReply(PLAIN_MODEL, body)),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass', passed: 'true', delta: '0.00' });
    expect(run.summary).toMatch(/limited the run: 6 requests had to be sent again/);
    expect(run.log).toContain('the run is slowed down to what it lets through');
    expect(run.log).not.toContain('has no score');
  });

  it('reported under any status slows the run down, too, as do a busy server and a key that is refused once', async () => {
    const slow = { error: { message: 'Too many requests.' } };
    const refusals: ServerReply[] = [200, 400, 403, 425, 500, 503, 529].map((status) => ({
      status,
      body: slow,
    }));
    let asked = 0;
    await using world = await createWorld({
      reply: (body) =>
        (asked++ > 6 && refusals.shift()) || (asked === 20 ? refusedKey : modelReply(PLAIN_MODEL, body)),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass', passed: 'true', delta: '0.00' });
    expect(refusals).toEqual([]);
    expect(run.log).not.toContain('has no score');
  });

  it('that one request is too large for costs its case alone', async () => {
    const body = { error: { message: 'Request too large on tokens per min: Limit 30000, Requested 41000.' } };
    await using world = await createWorld({
      reply: (request) =>
        !isJudging(request) && /refunds/.test(String(request.messages.at(-1)?.content))
          ? { status: 429, body }
          : modelReply(PLAIN_MODEL, request),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass' });
    expect(run.summary).toContain('Limit 30000, Requested 41000');
  });
});

describe('the time limit', () => {
  it('counts from the start of the run, before its settings are known', async () => {
    await using world = await createBrokenWorld({
      reply: { hang: true },
      limits: '{ max-retries: 0, timeout: 2s, request-timeout: 60s }',
    });
    // Asked before the settings are read: by then all the time is over.
    world.github.before({ operation: 'issues/remove-label' }, () => sleep(2_500));
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const { event, ...at } = await world.checkoutPull(7);
    const { pull_request: pull, ...rest } = event.payload as { pull_request: object };
    const payload = { ...rest, pull_request: { ...pull, labels: [{ name: 'prompt-regression-accepted' }] } };
    const run = await world.run({ ...at, event: { ...event, payload } });
    expectEnd(run, 3);
    expect(statusOf(world, head)?.description).toMatch(/time limit of 2 s/);
    expect(world.github.requestsOf('issues/remove-label')).not.toEqual([]);
    expect(world.openai.requests).toEqual([]);
  });

  it('is held to where a command and its children do not listen to SIGTERM', async () => {
    const agent = [
      "process.on('SIGTERM', () => {});",
      'process.stdin.resume();',
      "import('node:child_process').then((child) => child.spawn('sleep', ['3600'], { stdio: 'inherit' }));",
      'setInterval(() => {}, 1000);',
    ].join('\n');
    const yml = `judge: { model: builtin }
limits: { timeout: 6s }
suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { command: [node, agent.mjs], workers: 2, timeout: 60m }
`;
    await using world = await createWorld({
      files: { 'agent.mjs': agent, 'prompt-regression.yml': yml },
    });
    const head = world.openPull(7, { 'agent.mjs': `${agent}\n` });
    // That it ends at all: left alone, these processes would hold it for an hour.
    const run = await world.runPull(7);
    expectEnd(run, 3);
    expect(statusOf(world, head)?.description).toMatch(/time limit of 6 s/);
  });
});

describe('an outage', () => {
  const DOWN = { status: 500, body: { error: { message: 'The model is down.' } } };
  const systemOf = (request: ChatCompletionRequestBody) => String(request.messages[0]?.content);
  const ofHead = (request: ChatCompletionRequestBody) =>
    !isJudging(request) && systemOf(request).includes('our customers');
  const ofBase = (request: ChatCompletionRequestBody) => !isJudging(request) && !ofHead(request);

  const three = (request: ChatCompletionRequestBody) =>
    /refunds|repairs|returns/.test(String(request.messages.at(-1)?.content));

  it('of a part of the calls leaves the suite inconclusive', async () => {
    const cause = /model agent-1: status 500, The model is down/;
    const address = (hits: NonNullable<Outage['hits']>) => ({ address: { reply: DOWN, hits }, cause });
    const run = await runIntoEach({
      'base-alone': address(ofBase),
      // After the base was measured.
      'head-alone': address(ofHead),
      'three-cases-of-the-base': address((request) => ofBase(request) && three(request)),
    });
    expect(run.log).not.toContain('no longer answers');
  });

  it('of the judge alone leaves the run inconclusive; once it is over, a re-run is green', async () => {
    await using world = await createBrokenWorld({ reply: DOWN, hits: isJudging });
    const cause = /judge agent-1: status 500, The model is down/;
    await expectInconclusive(world, cause);
    world.mend();
    await expectGreenAgain(world, cause);
  });

  it('on the base branch stores no baseline, and the job is red', async () => {
    await using world = await createBrokenWorld({ reply: DOWN });
    const run = await world.runPush();
    expectEnd(run, 3);
    expectNoScore(world, run);
    expect(baselinesOf(world)).toBe('');
    world.mend();
    expect((await world.runPush()).code).toBe(0);
    expect(baselinesOf(world)).not.toBe('');
  });
});
