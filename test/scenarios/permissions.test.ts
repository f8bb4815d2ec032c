import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { allSaid, commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, KEY, PETS } from './world.js';

describe('a token that may not', () => {
  it.each([
    {
      what: 'comment',
      right: 'comments',
      prompt: PETS,
      ends: [1, 'fail'],
      warned: /Comment not written: .*`permissions: pull-requests: write`/,
    },
    {
      what: 'set a status',
      right: 'statuses',
      prompt: HARMLESS,
      ends: [0, 'pass'],
      warned: /Status prompt-regression\/support not written: .*`permissions: statuses: write`/,
    },
  ] as const)('$what: a warning names the permission, and the decision stands', async (given) => {
    const { right, prompt, warned } = given;
    const [code, decision] = given.ends;
    await using world = await createWorld();
    world.github.state.forbidden.add(right);
    world.openPull(7, { 'prompts/support.md': prompt });
    const run = await world.runPull(7);
    expectEnd(run, code, { decision });
    expect(run.log).toMatch(new RegExp(`^::warning::.*${warned.source}`, 'm'));
    expect(run.log).not.toMatch(/^::error(?! title=)/m);
    expect(run.summary).toContain('support');
    const { comments, statuses } = world.github.state;
    // The other one is written.
    expect({ comments: comments.length, status: statuses.at(-1)?.state }).toEqual(
      right === 'comments' ? { comments: 0, status: 'failure' } : { comments: 1 },
    );
  });
});

it('a token that may not store the baseline makes the job of the base branch red', async () => {
  await using world = await createWorld();
  world.github.state.forbidden.add('contents');
  const run = await world.runPush();
  expectEnd(run, 1, { decision: 'pass', passed: 'false' });
  expect(statusOf(world, world.project.tip('main'))).toMatchObject({
    state: 'failure',
    description: expect.stringMatching(/^the baseline was not stored/),
  });
  expect(run.log).toMatch(/^::error::.*the baseline was not stored.*`permissions: contents: write`/m);
});

describe('a GitHub that is down', () => {
  it('leaves the decision to the exit code', async () => {
    await using world = await createWorld();
    world.github.fail({ status: 'disconnect', times: 10_000 });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(run.summary).toContain('our cat sends her love');
    expect(run.log).toContain('::warning::Comment not written');
    expect(run.log).toContain('::warning::Statuses not written');
    expect(run.log).not.toContain('Cannot read properties');
    // Each call is tried four times: two for the comment and one for each status.
    const tries = world.github.requests.map(({ method, path }) => `${method} ${path}`);
    expect(tries.length, tries.join('\n')).toBeLessThanOrEqual(5 * 4);
  });
});

describe('a pull request of a fork', () => {
  it('that touches no watched file passes, also where the fork is gone', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'README.md': 'Better.\n' });
    for (const right of ['comments', 'statuses'] as const) world.github.state.forbidden.add(right);
    const run = await world.runPull(7, { headRepository: null, inputs: { 'openai-api-key': '' } });
    expectEnd(run, 0, { decision: 'pass' });
  });

  it('whose suite needs no key is evaluated', async () => {
    const answer = (id: number) =>
      JSON.stringify({ id: `case-${id}`, output: 'We deliver within three days of your order.' });
    const files = {
      'evals/cases.jsonl': [1, 2, 3]
        .map((id) =>
          JSON.stringify({ id: `case-${id}`, input: `How long does delivery of order ${id} take?` }),
        )
        .join('\n'),
      'evals/answers.jsonl': [1, 2, 3].map(answer).join('\n'),
      'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG.replace(/target: .*$/m, 'target: { recorded: evals/answers.jsonl }')}`,
    };
    await using world = await createWorld({ files });
    world.openPull(7, { 'evals/answers.jsonl': [1, 2, 3].map((id) => `${answer(id)} `).join('\n') });
    const run = await world.runPull(7, {
      headRepository: 'stranger/agents',
      inputs: { 'openai-api-key': '' },
    });
    expectEnd(run, 0, { decision: 'pass' });
    expect(commentOf(world)).toContain('Built-in judge');
  });
});

describe('a secret', () => {
  it('that a crashing command prints appears in no output, in whatever form', async () => {
    const secret = 'agent-token/with+signs==';
    const agent = `
process.stdin.once('data', () => {
  const token = process.env.AGENT_TOKEN;
  // What is told is the end of it, and the environment may be longer than that.
  process.stderr.write(Buffer.from(token).toString('base64') + ' ' + JSON.stringify(process.env) + '\\n');
  process.stderr.write('cannot log in with ' + token + ' or ' + encodeURIComponent(token) + '\\n');
  process.exit(1);
});
`;
    await using world = await createWorld({
      files: {
        'agent.mjs': agent,
        // Each try starts it anew.
        'evals/cases.jsonl': JSON.stringify({ id: 'one', input: 'Tell me about refunds.' }),
        'prompt-regression.yml': `judge: { model: judge-1 }\n${CONFIG.replace(
          /target: .*$/m,
          'target: { command: [node, agent.mjs], timeout: 100s, env: [AGENT_TOKEN] }',
        )}`,
      },
    });
    world.openPull(7, { 'agent.mjs': `${agent}\n` });
    const run = await world.runPull(7, {
      env: { AGENT_TOKEN: secret, OPENAI_API_KEY: 'sk-of-the-job-0123456789' },
    });
    expect(run.outputs['decision'], run.log).toBe('inconclusive');
    const said = allSaid(world, run);
    expect(said).toContain('cannot log in with *** or ***');
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').slice(0, -2),
    ]) {
      expect(said).not.toContain(form);
    }
    for (const kept of [KEY, 'sk-of-the-job', 'ghs_tokenOfTheRunner']) expect(said).not.toContain(kept);
  });

  it('of a proxy is shown nowhere, neither where the proxy repeats it nor before the run has begun', async () => {
    const config = CONFIG.replace('agent-1 }', 'agent-1, base-url: "http://models.test/v1" }');
    await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
    const proxy = createServer((request, response) => {
      response.writeHead(403).end(`denied: ${request.headers['proxy-authorization']} / user:hunter2secret`);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const env = { HTTP_PROXY: `http://user:hunter2secret@127.0.0.1:${port}` };
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7, { env });
    const begun = await world.runPull(7, { inputs: { 'max-calls': 'hunter2secret' }, env });
    proxy.close();
    expect(allSaid(world, run)).toContain('denied: Basic ***');
    expect(begun.log).toContain('***');
    const said = `${allSaid(world, run)}${allSaid(world, begun)}`;
    for (const form of ['hunter2secret', btoa('user:hunter2secret')]) expect(said).not.toContain(form);
  });
});
