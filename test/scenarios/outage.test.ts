import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
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

const OUTAGES: readonly (readonly [string, Outage, RegExp])[] = [
  ['refuses the key', { reply: refusedKey }, /key was refused.*401/],
  [
    'asks to wait for longer than the run may take',
    { reply: stormy },
    /status 429, Slow down; it asks to wait 60 min, and the run has 10 min left/,
  ],
  [
    'takes requests and never answers',
    { reply: { hang: true }, limits: IN_A_HURRY },
    /within 2 s|limit of 3 s/,
  ],
  [
    'stops in the middle of its answers',
    { reply: { stall: '{"id":' }, limits: IN_A_HURRY },
    /within 2 s|limit of 3 s/,
  ],
  ['fails every request', { reply: { status: 503, body: 'upstream is down' } }, /503/],
  [
    'answers a page with status 200',
    { reply: { raw: page, contentType: 'text/html' } },
    /Welcome to our portal/,
  ],
  ['cuts every connection', { reply: { destroy: true } }, /no connection/],
];

describe.concurrent('a provider that', () => {
  it.each(OUTAGES)(
    '%s leaves the run inconclusive, with the cause and no score',
    async (_, outage, cause) => {
      await using world = await createBrokenWorld(outage);
      await expectInconclusive(world, cause);
    },
  );

  it('is not there leaves the run inconclusive, with the cause and no score', async () => {
    await using world = await createWorld();
    const cause = /no connection \(ECONNREFUSED\)/;
    // Nothing listens on port 2.
    await expectInconclusive(world, cause, { inputs: { 'base-url': 'http://127.0.0.1:2/v1' } });
    await expectGreenAgain(world, cause);
  });

  it('was given no key is not asked, and the report says where the key is looked for', async () => {
    await using world = await createWorld();
    const run = await expectInconclusive(world, /no API key/, { inputs: { 'openai-api-key': '' } });
    expect(world.openai.requests).toEqual([]);
    expect(run.log).toContain('OPENAI_API_KEY');
  });
});

describe.concurrent('a rate limit', () => {
  it('slows the run down, costs no case its score and no try, and is told', async () => {
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
    expect(run.summary).toMatch(/: the run was slowed down, 6 requests were refused and sent again\./);
    expect(run.log).toContain('the run is slowed down to what it lets through');
    expect(run.log).not.toContain('has no score');
  });
});

describe.concurrent('the time limit', () => {
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
limits: { timeout: 4s }
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
    expect(statusOf(world, head)?.description).toMatch(/time limit of 4 s/);
  });
});

describe.concurrent('an outage', () => {
  const DOWN = { status: 503, body: { error: { message: 'The model is overloaded.' } } };
  const systemOf = (request: ChatCompletionRequestBody) => String(request.messages[0]?.content);
  const ofHead = (request: ChatCompletionRequestBody) =>
    !isJudging(request) && systemOf(request).includes('our customers');
  const ofBase = (request: ChatCompletionRequestBody) => !isJudging(request) && !ofHead(request);

  it.each([
    ['the base alone', ofBase],
    ['the head alone, after the base was measured', ofHead],
    [
      'three cases of the base',
      (request: ChatCompletionRequestBody) =>
        ofBase(request) && /refunds|repairs|returns/.test(String(request.messages.at(-1)?.content)),
    ],
    [
      'three cases of the head',
      (request: ChatCompletionRequestBody) =>
        ofHead(request) && /refunds|repairs|returns/.test(String(request.messages.at(-1)?.content)),
    ],
  ])('of %s leaves the run inconclusive', async (_, hits) => {
    await using world = await createBrokenWorld({ reply: DOWN, hits });
    const run = await expectInconclusive(world, /model agent-1: status 503, The model is overloaded/);
    expect(run.log).not.toContain('no longer answers');
  });

  it('of the judge alone leaves the run inconclusive; once it is over, a re-run is green', async () => {
    await using world = await createBrokenWorld({ reply: DOWN, hits: isJudging });
    const cause = /judge agent-1: status 503, The model is overloaded/;
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
