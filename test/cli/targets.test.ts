import { describe, expect, it, onTestFinished } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { startAgentServer } from '../support/agent-server.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

describe('a prompt target', () => {
  it('that cannot be reached names the cause and the next command', async () => {
    const cwd = createFolder();
    const page = await startOpenAiServer({
      reply: () => ({ raw: '<html>Log in</html>', contentType: 'text/html' }),
    });
    onTestFinished(() => page.close());
    await writeTree(cwd, {
      'p.md': 'Answer.\n',
      'cases.jsonl': '{"id":"a","input":"x"}',
      'prompt-regression.yml': CONFIG.replace(
        /target: .*/,
        `target: { prompt: p.md, model: m, base-url: "${page.url}" }`,
      ),
    });
    const { code, stdout, stderr } = await type('run', { cwd });
    expect({ code, stdout }).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('; check the base URL'),
    });
    expect(stderr).toContain('What now?\nRun it again:\n');
  });

  it.each([
    ['cases.jsonl', '{"id": "a", "input": "Where?", "v": 107505301260286111, "price": 19.90}'],
    ['cases.yaml', '- { id: a, input: Where?, v: 107505301260286111, price: 19.90 }'],
    ['cases.csv', 'id,input,v,price\na,Where?,107505301260286111,19.90'],
  ])('gets numbers with the digits of %s', async (path, text) => {
    const cwd = createFolder();
    const provider = await startOpenAiServer({ reply: () => ({ content: 'There.' }) });
    onTestFinished(() => provider.close());
    await writeTree(cwd, {
      'p.md': 'Parcel {{v}} costs {{price}}.\n',
      [path]: text,
      'prompt-regression.yml': CONFIG.replace('cases.jsonl', path).replace(
        /target: .*/,
        `target: { prompt: p.md, model: m, base-url: "${provider.url}" }`,
      ),
    });
    expect(await type('run', { cwd })).toMatchObject({ code: 0 });
    expect(provider.requests[0]?.body.messages[0]?.content).toBe('Parcel 107505301260286111 costs 19.90.\n');
  });

  it('may be recorded, with as many runs as there are and no call', async () => {
    const cwd = createFolder();
    const answers = DATASET.split('\n').map((line) => {
      const { id, input } = JSON.parse(line);
      return JSON.stringify({ id, output: input.replace('Tell me about', 'All about') });
    });
    await writeTree(cwd, {
      'cases.jsonl': DATASET,
      'answers.jsonl': answers.join('\n'),
      'prompt-regression.yml': CONFIG.replace(/target: .*/, 'target: { recorded: answers.jsonl }'),
    });
    const { code, stdout, stderr } = await type('run', { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/\d calls/);
    expect(stderr).toContain('8 cases with recorded answers, no judge calls');
  });
});

it('an agent behind a URL gets the numbers of the body with their digits', async () => {
  await using server = await startAgentServer(() => ({ body: { output: 'There.' } }));
  const body = '{ shop: 107505301260286111, prices: [19.90, 007], question: "{{input}}" }';
  const cwd = await createAgent({
    'cases.jsonl': '{"id": "a", "input": "Where?"}',
    'prompt-regression.yml': CONFIG.replace(
      /target: .*/,
      `task: Answers.\n    target: { http: "${server.url}", body: ${body} }`,
    ),
  });
  await type('run', { cwd });
  expect(server.requests[0]?.text).toBe(
    '{"shop":107505301260286111,"prices":[19.90,"007"],"question":"Where?"}',
  );
});

describe('a command', () => {
  const set = (command: string) =>
    createAgent({ 'prompt-regression.yml': CONFIG.replace('[sh, agent.sh]', command) });

  it('in one string cannot be started, and the list to write is named', async () => {
    const { code, stderr } = await type('run', { cwd: await set('["sh agent.sh"]') });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /cannot be started in .*: check that it is installed, and write its command as a list/,
    );
  });

  it('that answered nothing: its next step names no baseline and no answers that are kept', async () => {
    const { code, stderr } = await type('run', { cwd: await set('[node, agnt.mjs]') });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /What now\?\nFix what the message above names, then run it again[^:()]*:\n {2}npx prompt-regression run\n$/,
    );
  });

  it('that prints its logs to stdout gets one message for all cases, with the lines that help', async () => {
    const cwd = await createAgent({
      'agent.sh': 'while read -r line; do echo "asked $line"; done\n',
    });
    const { code, stdout, stderr } = await type('run', { cwd });
    expect(code).toBe(3);
    const said = `${stdout}${stderr}`;
    expect(said).toContain('begin the program with `answers, sys.stdout = sys.stdout, sys.stderr` and write');
    const first = said.match(/not a JSON object, first: asked \{"id":"[^"]*"/g) ?? [];
    expect(new Set(first).size).toBe(1);
  });

  it('without a baseline says why a check fails the worst case', async () => {
    const scorers = '    scorers: [{ id: contains, value: zebra }]\n';
    const cwd = await createAgent({ 'prompt-regression.yml': `${CONFIG}${scorers}` });
    expect((await type('run', { cwd })).stdout).toMatch(/\n.* 0\.00: Expected .*zebra/);
  });
});
