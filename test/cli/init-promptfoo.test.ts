import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { secretOf } from '../build/workflow-rules.js';
import { type Model, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { type, writeTree } from './terminal.js';

const FILES = {
  'evals/promptfooconfig.yaml': `
description: A shop
prompts:
  - file://../prompts/shop.txt
  - raw: 'You sell. {{ question }}'
    label: Short one
  - file://make.py:prompt
  - '{% if city %}{{city}}{% endif %} {{question}}'
providers:
  - openai:chat:gpt-4o-mini
  - id: anthropic:messages:claude-sonnet-4-5
    config: { temperature: 0, tools: [] }
  - file://agent.py
defaultTest:
  vars: { tags: retail }
  assert:
    - { type: regex, value: '\\S' }
    - { type: is-json }
    - { type: answer-relevance, threshold: 0.8 }
tests:
  - description: A refund
    vars: { question: How do I return a lamp?, city: file://city.txt }
    assert:
      - { type: icontains, value: '{{city}}' }
      - { type: contains, value: '30 days' }
      - { type: llm-rubric, value: Is polite. }
      - { type: javascript, value: 'output.length < 100' }
  - vars: { question: Do you ship? }
    assert: [{ type: contains, value: ship }, { type: factuality, value: We ship. }]
  - file://more.csv
evaluateOptions: { maxConcurrency: 2 }
`,
  'evals/more.csv': 'question,city,__expected\nWhere are you?,Bonn,icontains: Bonn\n',
  'evals/city.txt': 'Bonn\n',
  'prompts/shop.txt': 'You sell {{ tags }} in {{city}}.\n\n{{question}}\n',
};

it('init --from takes what has a counterpart, says what has not, and lint accepts the files', async () => {
  const cwd = createFolder();
  await writeTree(cwd, FILES);
  const { code, stdout } = await type('init --from evals/promptfooconfig.yaml', { cwd });
  expect(code).toBe(0);
  expect(stdout.slice(0, stdout.indexOf('\n\n'))).toMatchInlineSnapshot(`
    "promptfoo                                          taken  here
    prompt file://make.py:prompt                       no     evals/promptfooconfig.yaml:7: made by code; make it a command: docs/agents.md of prompt-regression
    provider openai:chat:gpt-4o-mini                   yes    model gpt-4o-mini
    provider anthropic:messages:claude-sonnet-4-5      yes    model anthropic/claude-sonnet-4-5
    provider option tools                              no     evals/promptfooconfig.yaml:12: make a program the agent, which calls the tools: docs/agents.md of prompt-regression
    provider file://agent.py                           no     evals/promptfooconfig.yaml:13: your own agent: docs/agents.md of prompt-regression
    setting evaluateOptions                            no     evals/promptfooconfig.yaml:31: \`limits\` and \`repeat\`: docs/config.md of prompt-regression
    prompt {% if city %}{{city}}{% endif %} {{questi…  no     evals/promptfooconfig.yaml:8: it has {% if city %}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt.txt
    assertion answer-relevance, its threshold          no     evals/promptfooconfig.yaml:19: \`gate: { threshold: 0.8 }\` of the suite limits the mean score
    prompt shop                                        yes    prompts/promptfoo/shop.txt
    prompt short-one                                   yes    prompts/promptfoo/short-one.txt
    assertion regex (3)                                yes    scorer evals/promptfooconfig-assertions.mjs
    assertion is-json (3)                              yes    scorer evals/promptfooconfig-assertions.mjs
    assertion answer-relevance (3)                     yes    scorer answer-relevancy
    assertion icontains (2)                            yes    scorer evals/promptfooconfig-assertions.mjs
    assertion contains (2)                             yes    scorer evals/promptfooconfig-assertions.mjs
    assertion llm-rubric                               no     evals/promptfooconfig.yaml:26: taken only if every test has one: add one to \`defaultTest\`, delete the files that \`init\` wrote, and run it again
    assertion javascript                               yes    scorer evals/promptfooconfig-assertions.mjs
    assertion factuality                               yes    scorer factuality, groundTruth
    tests                                              yes    3 cases; the variable question is the question
    file evals/city.txt                                yes    its text in the dataset; change it in both"
  `);
  const config = parse(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8'));
  expect(config.suites.map((suite: { name: string }) => suite.name)).toEqual([
    'shop-gpt-4o-mini',
    'shop-claude-sonnet-4-5',
    'short-one-gpt-4o-mini',
    'short-one-claude-sonnet-4-5',
    // Its prompt is to be written: it has template logic.
    'prompt-gpt-4o-mini',
    'prompt-claude-sonnet-4-5',
  ]);
  expect(config.suites[1]).toMatchInlineSnapshot(`
    {
      "dataset": "evals/promptfooconfig.jsonl",
      "name": "shop-claude-sonnet-4-5",
      "scorers": [
        {
          "id": "answer-relevancy",
        },
        {
          "name": "assertions",
          "path": "evals/promptfooconfig-assertions.mjs",
        },
        {
          "id": "factuality",
        },
      ],
      "target": {
        "model": "anthropic/claude-sonnet-4-5",
        "parameters": {
          "temperature": 0,
        },
        "prompt": "prompts/promptfoo/shop.txt",
      },
      "watch": [
        "prompts/shop.txt",
        "evals/city.txt",
      ],
    }
  `);
  expect(await readFile(join(cwd, 'prompts/promptfoo/shop.txt'), 'utf8')).toBe(
    'You sell {{given_tags}} in {{city}}.\n\n{{question}}\n',
  );
  const rows = (await readFile(join(cwd, 'evals/promptfooconfig.jsonl'), 'utf8')).trim().split('\n');
  expect(rows.map((row) => JSON.parse(row))).toMatchInlineSnapshot(`
    [
      {
        "city": "Bonn",
        "given_tags": "retail",
        "id": "1-a-refund",
        "input": "How do I return a lamp?",
        "question": "How do I return a lamp?",
      },
      {
        "city": "",
        "given_tags": "retail",
        "groundTruth": "We ship.",
        "id": "case-2",
        "input": "Do you ship?",
        "question": "Do you ship?",
      },
      {
        "city": "Bonn",
        "given_tags": "retail",
        "id": "case-3",
        "input": "Where are you?",
        "question": "Where are you?",
      },
    ]
  `);
  expect((await type('lint', { cwd })).code).not.toBe(2);
});

it('init --from writes nothing without a prompt that can be taken, and says why', async () => {
  const cwd = createFolder();
  await writeTree(cwd, {
    'promptfooconfig.yaml':
      'prompts: [prompts.py]\nproviders: [openai:gpt-4o]\ntests: [{ vars: { input: Hi } }]\n',
  });
  const { code, stderr } = await type('init --from promptfooconfig.yaml', { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('promptfooconfig.yaml: no prompt could be taken, so nothing was written\n');
  expect(stderr).toMatch(
    /error: prompt prompts\.py +no +promptfooconfig\.yaml:1: made by code; make it a command/,
  );
});

it('init --from runs no config that is code', async () => {
  const cwd = createFolder();
  await writeTree(cwd, { 'promptfooconfig.js': 'module.exports = { prompts: ["x"] };\n' });
  const { code, stderr } = await type('init --from promptfooconfig.js', { cwd });
  expect([code, stderr]).toEqual([
    2,
    'error: promptfooconfig.js: is code, which `init` does not run; save what it exports as JSON, and name that file\n',
  ]);
});

it('init --from says of values that nobody expects that they are not taken', async () => {
  const cwd = createFolder();
  const odd = '{ toString: 1, valueOf: 1 }';
  await writeTree(cwd, {
    'promptfooconfig.yaml': `
prompts: ['Answer {{question}}', { raw: ${odd} }, { id: ${odd} }, [[${odd}]]]
providers: ['constructor:chat:x', { id: ${odd} }, ${odd}, [[1]], { id: 'openai:chat:m', config: { apiBaseUrl: ${odd} } }]
tests:
  - { vars: { question: Who is it? } }
  - { description: ${odd}, vars: { question: What is it?, other: ${odd} }, assert: [{ type: ${odd} }, ${odd}, 7] }
  - { path: ${odd} }
  - ${odd}
`,
  });
  const { code, stderr } = await type('init --from promptfooconfig.yaml', { cwd });
  expect(stderr).not.toContain('Unexpected');
  expect(code, stderr).toBe(0);
});

it('the workflow gives every suite its key, and one judge judges all', async () => {
  const cwd = createFolder();
  await writeTree(cwd, FILES);
  const { stdout } = await type('init --from evals/promptfooconfig.yaml', { cwd });
  expect(stdout).toMatch(/gh secret set OPENAI_API_KEY\n +gh secret set ANTHROPIC_API_KEY\n/);
  const { jobs } = parse(await readFile(join(cwd, '.github/workflows/prompt-regression.yml'), 'utf8'));
  const step = jobs.relevancy.steps[1];
  expect(step.env).toEqual({
    OPENAI_API_KEY: secretOf('OPENAI_API_KEY'),
    ANTHROPIC_API_KEY: secretOf('ANTHROPIC_API_KEY'),
  });
  const config = parse(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8'));
  expect(config.judge).toEqual({ model: 'gpt-6.1-terra', 'base-url': 'https://api.openai.com/v1' });
  expect((await type('lint', { cwd })).stdout).not.toContain('There is no key');
});

it('the original prompt is measured where its variables can stay; else both are watched, and it says which one is measured', async () => {
  const cwd = createFolder();
  await writeTree(cwd, {
    'promptfooconfig.yaml':
      "prompts: [file://prompts/kept.txt, file://prompts/copied.md, 'Hi {{question}}']\nproviders: [openai:gpt-4o]\ntests: [{ vars: { question: Why?, tags: a } }]\n",
    'prompts/kept.txt': 'Help.\n{{question}}\n',
    'prompts/copied.md': '{{tags}}: {{question}}\n',
  });
  const { stdout } = await type('init --from promptfooconfig.yaml', { cwd });
  expect(stdout.match(/^warning: .*$/gm)).toEqual([
    'warning: prompts/promptfoo/copied.txt is measured, and prompts/copied.md is only watched: make each change in both.',
    "warning: prompts/promptfoo/prompt.txt is measured, and the text in promptfooconfig.yaml is only watched: make each change in both, or replace the text by file://prompts/promptfoo/prompt.txt and delete the suite's `watch`.",
  ]);
  const { suites } = parse(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8'));
  expect(
    suites.map(({ watch, target }: { watch?: string[]; target: { prompt: string } }) => [
      target.prompt,
      watch,
    ]),
  ).toEqual([
    ['prompts/kept.txt', undefined],
    ['prompts/promptfoo/copied.txt', ['prompts/copied.md']],
    ['prompts/promptfoo/prompt.txt', ['promptfooconfig.yaml']],
  ]);
});

const SHOP = `You answer for a shop of lamps.
return: You can return it within 30 days.
ship: We ship to Austria.
where: We are in Bonn.
pay: You can pay by card.`;

/** Answers with the line of its prompt that begins with a word of the question. */
const SHOP_MODEL: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) => {
    const [, fact] =
      [...system.matchAll(/^(\w+): (.+)$/gm)]
        .map(([, word = '', text = '']) => [word, text])
        .find(([word = '']) => input.toLowerCase().includes(word)) ?? [];
    return fact ?? 'We sell lamps.';
  },
};

it('an imported assertion that main passes is red alone if a branch breaks it; one that main fails is not', async () => {
  await using openai = await startOpenAiServer({ reply: (body) => modelReply(SHOP_MODEL, body) });
  const ask = (question: string, ...assert: readonly object[]) => ({ vars: { question }, assert });
  const config = {
    prompts: ['file://chat.json'],
    providers: [{ id: 'openai:chat:gpt-4o', config: { apiBaseUrl: openai.url } }],
    tests: [
      ask('How do I return it?', { type: 'contains', value: '30 days' }),
      ask('Do you ship?', { type: 'icontains', value: 'austria' }, { type: 'not-contains', value: 'abroad' }),
      ask('Where are you?', { type: 'contains', value: 'Berlin' }),
      ask('How can I pay?'),
      ask('What do you sell?'),
    ],
  };
  const renderChat = (system: string) =>
    JSON.stringify([
      { role: 'system', content: system },
      { role: 'user', content: '{{question}}' },
    ]);
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.commit({ 'promptfooconfig.yaml': JSON.stringify(config), 'chat.json': renderChat(SHOP) });
  const cwd = repository.path;
  expect((await type('init --from promptfooconfig.yaml', { cwd })).code).toBe(0);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'import');
  const first = await type('run', { cwd });
  expect(first.code, first.stdout).toBe(0);
  expect(first.stdout).toContain('assertions 0.67');
  const runBranch = async (name: string, system: string) => {
    repository.git('checkout', '--quiet', '-b', name, 'main');
    repository.commit({ 'chat.json': renderChat(system) });
    return type('run', { cwd });
  };
  const broken = await runBranch('broken', SHOP.replace('Austria.', 'Austria and abroad.'));
  expect([broken.code, broken.stdout]).toEqual([
    1,
    expect.stringMatching(
      /❌ chat · assertions: 1 of 3 answers became bad[\s\S]*It fails not-contains "abroad"\./,
    ),
  ]);
  const harmless = await runBranch('harmless', SHOP.replace('in Bonn', 'in Bonn on the Rhine'));
  expect(harmless.code, harmless.stdout).toBe(0);
});
