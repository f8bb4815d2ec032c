import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { shellAgent } from '../support/shell-agent.js';
import { commentOf, expectEnd, resultOf, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, modelReply, PETS, PLAIN_MODEL } from './world.js';

const CONFIG_OF_AGENT = `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, 'target: { command: [node, agent.mjs] }')}`;

/** Keeps its answers by question in two folders, as agents do with the answers of a model. */
const cachingAgent = (more = '') => `import { createInterface } from 'node:readline';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
const folders = [tmpdir(), process.env.XDG_CACHE_HOME ?? homedir() + '/.cache'];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const folder = folders[Number(id.at(-1)) % 2] + '/acme-agent';
  mkdirSync(folder, { recursive: true });
  const cached = folder + '/' + id;
  if (!existsSync(cached)) writeFileSync(cached, 'Here is what we know: ' + input + ${JSON.stringify(more)});
  console.log(JSON.stringify({ id, output: readFileSync(cached, 'utf8') }));
}
`;

it("an agent's cache in the temporary folder or the cache folder does not answer for the other side", async () => {
  const files = { 'agent.mjs': cachingAgent(), 'prompt-regression.yml': CONFIG_OF_AGENT };
  await using world = await createWorld({ files });
  world.openPull(7, { 'agent.mjs': cachingAgent(' Our cat sends her love.') });
  const home = world.project.folder;
  const run = await world.runPull(7, { env: { HOME: home, TMPDIR: home } });
  expectEnd(run, 1, { decision: 'fail' });
  expect(resultOf(run, 'support')).toMatchObject({ baselineScore: 1, score: 0.5 });
});

/** Its code is installed outside the checkout, as by `pip install -e`: every checkout runs the code that came last. */
const INSTALLED_AGENT = `import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const installed = readFileSync(process.env.HOME + '/installed.txt', 'utf8');
  console.log(JSON.stringify({ id, output: installed + input }));
}
`;

it('against a stored baseline, a fresh run of the base never acquits a command', async () => {
  const config = CONFIG_OF_AGENT.replace('threshold: 0.6', 'threshold: 0.1');
  await using world = await createWorld({
    files: { 'agent.mjs': INSTALLED_AGENT, 'prompt-regression.yml': config },
  });
  const env = { HOME: world.project.folder };
  const install = (text: string) => writeFile(`${env.HOME}/installed.txt`, text);
  await install('Here is what we know: ');
  expectEnd(await world.runPush({ env }), 0);

  world.openPull(7, { 'agent.mjs': `${INSTALLED_AGENT}// Newer.\n` });
  await install('Our cat sends her love. Here is what we know: ');
  const run = await world.runPull(7, { env });
  expectEnd(run, 1, { decision: 'fail' });
  expect(resultOf(run, 'support')).toMatchObject({ baselineScore: 1, score: 0.5 });
  expect(run.log).not.toMatch(/base .* runs now|at base|base is asked again/);
  expect(commentOf(world)).toContain(
    '8 answers gained the same irrelevant statement; confirmed: the 5 worst were asked again',
  );
});

const IDENTICAL = 'All answers are word for word the same as on main.';

it('a base that gives the answers of a changed head is pointed out, and stays green', async () => {
  const config = CONFIG_OF_AGENT.replace('node, agent.mjs', 'sh, agent.sh');
  const files = { 'agent.sh': shellAgent(), 'prompt-regression.yml': config };
  await using world = await createWorld({ files });
  world.openPull(7, { 'agent.sh': shellAgent('', '# Rewritten.') });
  const env = { GITHUB_ACTION_REPOSITORY: 'acme/action', GITHUB_ACTION_REF: 'v1' };
  expectEnd(await world.runPull(7, { env }), 0, { decision: 'pass' });
  expect(commentOf(world, 7)).toMatch(
    new RegExp(
      `${IDENTICAL}.* \\[If you expected a difference\\]\\(<https://\\S+/action/blob/v1/docs/baselines.md#if-the-agent-is-a-command>\\)`,
    ),
  );

  world.openPull(8, { 'agent.sh': shellAgent().replace('Here is', 'This is') });
  expectEnd(await world.runPull(8), 0, { decision: 'pass' });
  expect(commentOf(world, 8)).not.toContain(IDENTICAL);
});

/** Answers off the matter, or fails, at these cases. */
const agentAt = (ids: readonly string[], reply: string) => `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const good = { output: 'Here is what we know: ' + input };
  console.log(JSON.stringify({ id, ...(${JSON.stringify(ids)}.includes(id) ? ${reply} : good) }));
}
`;

it.each([
  [['case-1', 'case-4', 'case-6'], 1, 'failure'],
  [['case-4'], 0, 'success'],
] as const)('what the head answers in %j, which the base fails, is shown', async (ids, code, state) => {
  const base = agentAt(ids, "{ error: 'no such table' }");
  await using world = await createWorld({
    files: { 'agent.mjs': base, 'prompt-regression.yml': CONFIG_OF_AGENT },
  });
  const head = world.openPull(7, { 'agent.mjs': agentAt(ids, "{ output: 'Our cat sends her love.' }") });
  const run = await world.runPull(7);
  expectEnd(run, code);
  const status = statusOf(world, head);
  expect(status?.state).toBe(state);
  if (code === 1) {
    expect(resultOf(run, 'support')?.because).toContain('review');
    expect(status?.description).toMatch(/^needs human review/);
    expect(commentOf(world)).toMatch(/base branch's agent failed in 3 of 8 cases/);
  }
  for (const text of [commentOf(world), run.log]) {
    expect(text).toContain('Failed on main, so not compared');
    const shown = text.match(
      /Tell me about [^:]+: the agent reports an error: no such table; this PR: 0\.00, irrelevant: “Our cat/g,
    );
    expect(new Set(shown).size).toBe(ids.length);
  }
});

it('cases that a provider failed at base need no human review', async () => {
  await using world = await createWorld({
    reply: (body) => {
      const [system = '', user = ''] = body.messages.map(({ content }) => String(content));
      const fails =
        system.trim() === BASE_FILES['prompts/support.md'].trim() && /refunds|returns|repairs/.test(user);
      return fails ? { status: 500 } : modelReply(PLAIN_MODEL, body);
    },
  });
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectEnd(run, 3, { decision: 'inconclusive' });
  expect(statusOf(world, head)?.description).not.toContain('needs human review');
});
