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

it('a base whose judge was retired needs human review, and the pull request that names another one can be merged', async () => {
  const config = `judge: { model: judge-1 }\n${CONFIG}`;
  await using world = await createWorld({
    files: { 'prompt-regression.yml': config.replace('judge-1', 'retired') },
    reply: (body) =>
      body.model === 'retired'
        ? { status: 404, body: { error: { message: 'The model does not exist.', code: 'model_not_found' } } }
        : modelReply(PLAIN_MODEL, body),
  });
  const head = world.openPull(7, { 'prompt-regression.yml': config });
  expectEnd(await world.runPull(7), 1, { decision: 'fail', passed: 'false' });
  expect(statusOf(world, head)?.description).toMatch(/^needs human review/);
  expect(commentOf(world).match(/The model does not exist/g)).toHaveLength(1);

  world.github.state.collaborators.set('ann', 'write');
  world.github.setPull({ number: 7, labels: [LABEL] });
  const label = { payload: { action: 'labeled', label: { name: LABEL }, sender: { login: 'ann' } } };
  expectEnd(await world.runPull(7, label), 0);
  expect(statusOf(world, head)?.state).toBe('success');
});

it('a workflow file that the pull request changes is named first', async () => {
  const path = '.github/workflows/check.yml';
  await using world = await createWorld({ files: { [path]: 'on: pull_request\n' } });
  const env = { GITHUB_WORKFLOW_REF: `${REPOSITORY}/${path}@refs/pull/7/merge` };
  const line = `The workflow file \`${path}\` changed, and this run used the pull request's version.`;
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
    const config = (targets: Readonly<Record<'copy' | 'link' | 'recorded' | 'model', string>>) =>
      `judge: { model: agent-1 }\n${configOf(Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, { target }])))}`;
    const model = '{ prompt: prompts/same.md, model: agent-1 }';
    await using world = await createWorld({
      files: {
        'prompts/same.md': GOOD,
        'prompts/link.md': GOOD,
        'prompt-regression.yml': config({
          copy: TARGET,
          link: '{ prompt: prompts/link.md, model: agent-1 }',
          recorded: TARGET,
          model,
        }),
      },
    });
    const head = world.openPull(7, {
      'prompts/support.md': PETS,
      'prompts/copy.md': GOOD,
      'prompts/link.md': { link: 'support.md' },
      'evals/good.jsonl': answers,
      'prompt-regression.yml': config({
        copy: '{ prompt: prompts/copy.md, model: agent-1 }',
        link: '{ prompt: prompts/copy.md, model: agent-1 }',
        recorded: '{ recorded: evals/good.jsonl }',
        model: model.replace('agent-1', 'agent-2'),
      }),
    });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    const said = (suite: string) => firstLines(partOf(commentOf(world), suite));
    for (const [suite, reason] of [
      ['copy', '`prompts/support.md` changed and is no longer used'],
      ['link', '`prompts/link.md` changed and is no longer used'],
      ['recorded', 'recorded answers (`evals/good.jsonl`)'],
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
