import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, partOf, resultOf, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  configOf,
  createWorld,
  DATASET,
  HARMLESS,
  KEY,
  modelReply,
  PETS,
  PLAIN_MODEL,
  REPOSITORY,
} from '../scenarios/world.js';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.js';

const LABEL = 'prompt-regression-accepted';
const GOOD = BASE_FILES['prompts/support.md'];
const TARGET = '{ prompt: prompts/support.md, model: agent-1 }';

/** What a reader sees before the first table or list of cases. */
function firstLines(comment: string): string {
  return comment.split('\n| Question')[0] ?? '';
}

describe('a base config that cannot be read', () => {
  const BROKEN = CONFIG.replace('threshold: 0.6', 'treshold: 0.6');
  const LENIENT = CONFIG.replace('threshold: 0.6', 'max-drop: 1, case-drop: 1, fail-on: []');

  it("leaves the decision to a person, never to the pull request's own settings", async () => {
    await using world = await createWorld({ files: { 'prompt-regression.yml': BROKEN } });
    const head = world.openPull(7, { 'prompt-regression.yml': LENIENT, 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    const { state, description } = statusOf(world, head) ?? {};
    expect(state).toBe('failure');
    expect(description).toMatch(/^needs human review/);
    expect(commentOf(world)).toMatch(/The base's config .*cannot be read/);
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(JSON.parse(run.outputs['result-json'] ?? '')).toMatchObject({
      because: ['review', 'regression'],
    });

    // Its repair can be merged: somebody with write access says so on this head.
    world.github.state.collaborators.set('ann', 'maintain');
    const payload = { action: 'labeled', label: { name: LABEL }, sender: { login: 'ann' } };
    expectEnd(await world.runPull(7, { payload }), 0, { decision: 'accepted' });
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      description: 'accepted by ann · against main',
    });
    world.github.assertNoViolations();
  });
});

const AGENT = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: \`Here is what we know: \${input}\` }));
}
`;
const COMMAND = `judge: { model: builtin }\n${CONFIG.replace(TARGET, '{ command: [node, agent.mjs] }')}`;
const SCORER = "export default { id: 'own', run: () => ({ score: 1, reason: 'fine' }) };\n";
const OWN = `judge: { model: builtin }\n${CONFIG}    scorers: [{ path: evals/own.ts }]\n`;
const JUDGED = `judge: { model: judge-1 }\n${CONFIG}`;
const PROMPT_FILE = 'prompts/support.prompt.yml';

describe('a base that cannot be measured needs human review, and the pull request that repairs it can be merged', () => {
  it.each([
    {
      what: 'a prompt file that is not valid YAML',
      base: {
        [PROMPT_FILE]: 'messages: [\n  - role',
        'prompt-regression.yml': CONFIG.replaceAll('prompts/support.md', PROMPT_FILE),
      },
      repair: {
        [PROMPT_FILE]:
          'messages:\n  - { role: system, content: You answer. }\n  - { role: user, content: "{{input}}" }\n',
      },
      why: /the base cannot be run/,
    },
    {
      what: 'an agent that crashes on every question',
      base: {
        'agent.mjs': "process.stdin.once('data', () => { throw new Error('no table') });\n",
        'prompt-regression.yml': COMMAND,
      },
      repair: { 'agent.mjs': AGENT },
      why: /Nothing was compared, because/,
    },
    {
      what: 'an agent that never answers',
      base: {
        'agent.mjs': 'process.stdin.resume();\n',
        'prompt-regression.yml': COMMAND.replace('agent.mjs]', 'agent.mjs], timeout: 1s'),
      },
      repair: { 'agent.mjs': AGENT },
      why: /Nothing was compared, because/,
    },
    {
      what: 'a scorer that fails on every answer',
      base: {
        'evals/own.ts': SCORER.replace('({ score', "{ throw new Error('no key') }, x: () => ({ score"),
        'prompt-regression.yml': OWN,
      },
      repair: { 'evals/own.ts': SCORER },
      why: /Nothing was compared, because .*no key/,
    },
    {
      what: 'an agent whose model was retired',
      base: { 'prompt-regression.yml': JUDGED.replace('agent-1', 'retired') },
      repair: { 'prompt-regression.yml': JUDGED },
      why: /Nothing was compared, because/,
    },
    {
      what: 'a judge whose model was retired',
      base: { 'prompt-regression.yml': JUDGED.replace('judge-1', 'retired') },
      repair: { 'prompt-regression.yml': JUDGED },
      why: /The model does not exist/,
    },
  ])('$what', async ({ base, repair, why }) => {
    const reply = (body: Parameters<typeof modelReply>[1]) =>
      body.model === 'retired'
        ? { status: 404, body: { error: { message: 'The model does not exist.', code: 'model_not_found' } } }
        : modelReply(PLAIN_MODEL, body);
    await using world = await createWorld({ files: base, reply });
    const head = world.openPull(7, repair);
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    expect(statusOf(world, head)?.description).toMatch(/^needs human review/);
    expect(commentOf(world).match(new RegExp(why.source, 'g'))).toHaveLength(1);
    expect(commentOf(world)).toContain(LABEL);

    world.github.state.collaborators.set('ann', 'write');
    world.github.setPull({ number: 7, labels: [LABEL] });
    const label = { payload: { action: 'labeled', label: { name: LABEL }, sender: { login: 'ann' } } };
    expectEnd(await world.runPull(7, label), 0);
    expect(statusOf(world, head)?.state).toBe('success');
  });
});

it('a workflow file that the pull request changes is named first', async () => {
  const path = '.github/workflows/check.yml';
  await using world = await createWorld({ files: { [path]: 'on: pull_request\n' } });
  const env = { GITHUB_WORKFLOW_REF: `${REPOSITORY}/${path}@refs/pull/7/merge` };
  const line = `The workflow file \`${path}\` changed: the pull request's own ran.`;
  world.openPull(7, { 'prompts/support.md': PETS });
  await world.runPull(7, { env });
  expect(commentOf(world)).not.toContain('workflow file');
  world.openPull(8, { 'prompts/support.md': PETS, [path]: 'on: [pull_request]\n' });
  await world.runPull(8, { env });
  expect(firstLines(commentOf(world, 8))).toContain(line);
});

describe("an address that only the pull request's config names", () => {
  const targetAt = ({ url }: Pick<OpenAiServer, 'url'>, more = '') => ({
    target: `{ prompt: prompts/support.md, model: agent-1, base-url: "${url}"${more} }`,
  });

  it('gets neither the key of another address nor another secret of the job', async () => {
    await using thief = await startOpenAiServer({ reply: (body) => modelReply(PLAIN_MODEL, body) });
    await using world = await createWorld();
    const honest = targetAt(world.openai);
    world.commitToMain({ 'prompt-regression.yml': configOf({ support: honest, sales: honest }) });
    const head = world.openPull(7, {
      'prompt-regression.yml': configOf({
        support: targetAt(thief),
        sales: targetAt(thief, ', api-key-env: SECOND_KEY'),
        new: targetAt(thief),
      }),
      'prompts/support.md': PETS,
    });
    const run = await world.runPull(7, { env: { SECOND_KEY: 'second-secret-of-the-job' } });
    expect(thief.requests).toEqual([]);
    expectEnd(run, 3);
    for (const suite of ['support', 'sales', 'new']) {
      expect(statusOf(world, head, suite)?.state).toBe('error');
      expect(partOf(commentOf(world), suite)).toContain("only the pull request's config has this address");
    }
  });

  it('gets no key if the model names it, and no identity token', async () => {
    const provider = 'OPENAI_IDENTITY_PROVIDER_ID';
    const ids = { [provider]: 'idp_1', OPENAI_SERVICE_ACCOUNT_ID: 'sa_1' };
    const token = {
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 't',
    };
    await using world = await createWorld();
    const honest = targetAt(world.openai);
    world.commitToMain({ 'prompt-regression.yml': configOf({ support: honest, sales: honest }) });
    const head = world.openPull(7, {
      'prompt-regression.yml': configOf({
        support: { target: '{ prompt: prompts/support.md, model: gemini/agent-1 }' },
        sales: { target: '{ prompt: prompts/support.md, model: agent-1, auth: oidc }' },
        other: honest,
      }),
      'prompts/support.md': PETS,
    });
    const run = await world.runPull(7, {
      env: { GEMINI_API_KEY: 'second-secret-of-the-job', ...ids, ...token },
    });
    expectEnd(run, 1);
    for (const suite of ['support', 'sales']) {
      expect(statusOf(world, head, suite)?.state).toBe('error');
      expect(partOf(commentOf(world), suite)).toContain("only the pull request's config has this address");
    }
  });

  it('gets no key if only the letter case of its path differs', async () => {
    await using world = await createWorld();
    const url = world.openai.url.replace('/v1', '/V1');
    world.openPull(7, { 'prompt-regression.yml': configOf({ support: targetAt({ url }) }) });
    expectEnd(await world.runPull(7), 3);
    expect(world.openai.problems).toEqual([]);
    expect(commentOf(world)).toContain("only the pull request's config has this address");
  });

  it('is asked if the base names it, or has no config file', async () => {
    await using world = await createWorld({ files: { 'prompt-regression.yml': null } });
    const config = configOf({ support: targetAt(world.openai) });
    world.openPull(7, { 'prompt-regression.yml': config });
    expectEnd(await world.runPull(7), 0);
    world.commitToMain({ 'prompt-regression.yml': config });
    world.openPull(8, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(8), 0);
    expect(world.openai.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(
      true,
    );
  });
});

describe('a target that points away from the prompt that regresses', () => {
  const answers = DATASET.split('\n')
    .map((line) => JSON.parse(line) as { id: string; input: string })
    .map(({ id, input }) => JSON.stringify({ id, output: PLAIN_MODEL.answer(input, GOOD) }))
    .join('\n');

  it('needs human review, and the first lines name a changed model', async () => {
    const config = (targets: Readonly<Record<'copy' | 'link' | 'gone' | 'recorded' | 'model', string>>) =>
      `judge: { model: agent-1 }\n${configOf(Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, { target }])))}`;
    const model = '{ prompt: prompts/same.md, model: agent-1 }';
    await using world = await createWorld({
      files: {
        'prompts/same.md': GOOD,
        'prompts/link.md': GOOD,
        'prompts/gone.md': GOOD,
        'prompt-regression.yml': config({
          copy: TARGET,
          link: '{ prompt: prompts/link.md, model: agent-1 }',
          gone: '{ prompt: prompts/gone.md, model: agent-1 }',
          recorded: TARGET,
          model,
        }),
      },
    });
    const head = world.openPull(7, {
      'prompts/support.md': PETS,
      'prompts/copy.md': GOOD,
      'prompts/link.md': { link: 'support.md' },
      'prompts/gone.md': null,
      'prompts/gone-v2.md': PETS,
      'evals/good.jsonl': answers,
      'prompt-regression.yml': config({
        copy: '{ prompt: prompts/copy.md, model: agent-1 }',
        link: '{ prompt: prompts/copy.md, model: agent-1 }',
        gone: '{ prompt: prompts/copy.md, model: agent-1 }',
        recorded: '{ recorded: evals/good.jsonl }',
        model: model.replace('agent-1', 'agent-2'),
      }),
    });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    const said = (suite: string) => firstLines(partOf(commentOf(world), suite));
    for (const [suite, reason] of [
      ['copy', '`prompts/support.md` changed and is no longer used'],
      ['link', '`prompts/link.md` was removed and is no longer used'],
      ['gone', '`prompts/gone.md` was removed and is no longer used'],
      ['recorded', 'Recorded answers (`evals/good.jsonl`)'],
    ] as const) {
      expect(resultOf(run, suite)).toMatchObject({ decision: 'fail' });
      expect(statusOf(world, head, suite)?.description).toMatch(/^needs human review/);
      expect(said(suite)).toContain(reason);
      expect(said(suite)).toMatch(/`target.prompt`.* → /);
    }
    expect(statusOf(world, head, 'model')?.state).toBe('success');
    expect(said('model')).toMatch(/`target.model`: `agent-1` → `agent-2`/);
  });
});
