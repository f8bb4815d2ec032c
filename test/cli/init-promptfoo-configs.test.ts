import { appendFile, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import type { EvalScorer } from '../../src/scorers/eval-scorer.js';
import { readPage } from '../build/code-blocks.js';
import { createFolder } from '../support/folder.js';
import { type Files, importAndLint, importConfig } from './import-config.js';
import { type, writeTree } from './terminal.js';

/** A config with one prompt, one model and these tests. */
const withTests = (tests: string, prompt = '{{question}}') => ({
  'promptfooconfig.yaml': `prompts: [${JSON.stringify(prompt)}]\nproviders: openai:gpt-4o\ntests:\n${tests}`,
});

it('a translation: texts, files and messages, with variables that are numbers, lists and files', async () => {
  const { notTaken, asked, cases } = await importConfig({
    'promptfooconfig.yaml': `
description: Translations
prompts:
  - 'Translate into {{language}}: {{ input }}'
  - file://prompts/formal.json
  - id: file://prompts/chat.yaml
    label: yaml chat
  - prompts/plain.txt
providers:
  - openai:chat:gpt-4o
tests:
  - vars: { language: [French, German], input: '{{greeting}}, {{name}}!', greeting: Hello, name: Ada }
  - vars:
      language: French
      input: file://texts/long.txt
      price: 19.90
      parcel: 107505301260286111
`,
    'prompts/formal.json': JSON.stringify([
      { role: 'system', content: 'You translate into {{language}}.' },
      { role: 'user', content: '{{input}} ({{price}} {{parcel}})' },
    ]),
    'prompts/chat.yaml':
      '- role: user\n  content: "{{input}}"\n- role: assistant\n  content: "In {{language}}: "\n',
    'prompts/plain.txt': 'To {{language}}.\n{{input}}\n',
    'texts/long.txt': 'Two\nlines.\n\n',
  });
  expect(notTaken).toEqual([]);
  expect(cases.map(({ id }) => id)).toEqual(['case-1', 'case-2', 'case-3']);
  const system = 'system: You translate into';
  expect(asked).toEqual({
    prompt: [
      'user: Translate into French: Hello, Ada!',
      'user: Translate into German: Hello, Ada!',
      'user: Translate into French: Two\nlines.',
    ],
    formal: [
      `${system} French. | user: Hello, Ada! ( )`,
      `${system} German. | user: Hello, Ada! ( )`,
      `${system} French. | user: Two\nlines. (19.90 107505301260286111)`,
    ],
    'yaml-chat': [
      'user: Hello, Ada! | assistant: In French: ',
      'user: Hello, Ada! | assistant: In German: ',
      'user: Two\nlines. | assistant: In French: ',
    ],
    plain: [
      'user: To French.\nHello, Ada!\n',
      'user: To German.\nHello, Ada!\n',
      'user: To French.\nTwo\nlines.\n',
    ],
  });
});

it('prompts with anything but a variable of the tests are not taken, each with its line', async () => {
  const { notTaken, asked } = await importConfig({
    'promptfooconfig.yaml': `prompts:
  - 'Plain {{question}}'
  - '{{ user.name }} asks {{question}}'
  - '{{- question -}}'
  - '{# note #}{{question}}'
  - '{% if question %}{{question}}{% endif %}'
  - '{{ question or "Hi" }}'
  - '{{ question | upper }}'
  - 'In {{ env.SHOP }}: {{question}}'
  - '{{ question }} {{ shop }}'
  - '{{{question}}}'
  - '{{ items[0] }} {{question}}'
  - raw: file://prompts/two.md
  - raw: 'Raw {{question}}'
    label: My raw one
    config: { temperature: 0 }
  - raw: '{{question}}'
    config: { prefix: 'Please: ' }
  - file://prompts/late.txt
  - file://prompts/three.txt
  - file://prompts/missing.txt
  - file://prompts/object.json
  - file://prompts/broken.json
  - langfuse://shop:1:text
  - exec:python prompt.py
  - file://prompts/make.js
  - 5
  - 'Says nothing of it'
providers: [openai:gpt-4o]
tests: [{ vars: { question: Hi?, items: [[a]], user: { name: Ada } } }]
`,
    'prompts/two.md': 'From a file: {{question}}\n\n---\n\nThanks.\n',
    'prompts/late.txt': 'One\n{{question}}\n{%- for x in y %}\n',
    'prompts/three.txt': '{{question}}\n---\n{{question}}!\n',
    'prompts/object.json': '{"messages": "{{question}}"}',
    'prompts/broken.json': '[{"role": "user", "content": "Hello"',
  });
  expect(asked).toEqual({
    prompt: ['user: Plain Hi?'],
    two: ['user: From a file: Hi?\n\n---\n\nThanks.\n'],
    'my-raw-one': ['user: Raw Hi?'],
  });
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "prompt {{ question }} {{ shop }} | no | promptfooconfig.yaml:10: no test has the variable shop; give the tests one",
      "prompt option config | no | promptfooconfig.yaml:16: the settings of the model are \`parameters\` of the target",
      "prompt {{question}} | no | promptfooconfig.yaml:17: its config.prefix changes the text; write it into the prompt",
      "prompt file://prompts/three.txt | no | prompts/three.txt:1: several prompts in one file; write each into a file of its own",
      "prompt file://prompts/missing.txt | no | promptfooconfig.yaml:21: this file does not exist",
      "prompt file://prompts/object.json | no | prompts/object.json:1: not a text or a list of messages with texts",
      "prompt file://prompts/broken.json | no | prompts/broken.json:1: its JSON is broken: Expected ',' or '}' after property value in JSON at position 36 (line 1 column 37)",
      "prompt langfuse://shop:1:text | no | promptfooconfig.yaml:24: kept in another service; copy it into a file",
      "prompt exec:python prompt.py | no | promptfooconfig.yaml:25: made by code; make it a command: docs/agents.md of prompt-regression",
      "prompt file://prompts/make.js | no | promptfooconfig.yaml:26: made by code; make it a command: docs/agents.md of prompt-regression",
      "prompt 5 | no | promptfooconfig.yaml:27: not a text",
      "prompt {{ user.name }} asks {{question}} | no | promptfooconfig.yaml:3: it has {{ user.name }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-2.txt",
      "prompt {{- question -}} | no | promptfooconfig.yaml:4: it has {{- question -}}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-3.txt",
      "prompt {# note #}{{question}} | no | promptfooconfig.yaml:5: it has {# note #}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-4.txt",
      "prompt {% if question %}{{question}}{% endif %} | no | promptfooconfig.yaml:6: it has {% if question %}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-5.txt",
      "prompt {{ question or "Hi" }} | no | promptfooconfig.yaml:7: it has {{ question or "Hi" }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-6.txt",
      "prompt {{ question | upper }} | no | promptfooconfig.yaml:8: it has {{ question | upper }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-7.txt",
      "prompt In {{ env.SHOP }}: {{question}} | no | promptfooconfig.yaml:9: it has {{ env.SHOP }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-8.txt",
      "prompt {{{question}}} | no | promptfooconfig.yaml:11: it has {{{question}}}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-9.txt",
      "prompt {{ items[0] }} {{question}} | no | promptfooconfig.yaml:12: it has {{ items[0] }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/prompt-10.txt",
      "prompt file://prompts/late.txt | no | prompts/late.txt:3: it has {%- for x in y %}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/late.txt",
      "prompt Says nothing of it | no | promptfooconfig.yaml:28: it does not ask {{question}}, the question of the tests",
    ]
  `);
});

it('lint names the tests that the promptfoo config has got since', async () => {
  const tests = (...questions: readonly string[]) =>
    questions.map((question) => `  - { vars: { question: ${question} } }\n`).join('');
  const { cwd, lint } = await importAndLint({
    ...withTests(tests('How long?', 'Where?')),
    // It begins with the same name, and is no promptfoo config.
    'promptfoo.yaml': 'a: 1\n',
  });
  expect(lint).not.toContain('whose question');
  expect(lint).not.toContain('as the `prompt`');
  await writeTree(cwd, withTests(tests('How long?', 'Where?', 'Why not?', 'When?')));
  const stale = (await type('lint', { cwd })).stdout;
  expect(stale).toContain(
    '  warning: promptfooconfig.yaml has 2 tests whose question evals/promptfooconfig.jsonl lacks: “Why not?” and “When?”. Add the question to evals/promptfooconfig.jsonl, or delete promptfooconfig.yaml if you no longer use it.\n',
  );
  const path = join(cwd, 'evals/promptfooconfig.jsonl');
  const rows = ['Why not?', 'When?', 'Own?'].map((input) => `${JSON.stringify({ id: input, input })}\n`);
  await appendFile(path, rows.join(''));
  expect((await type('lint', { cwd })).stdout).not.toContain('whose question');
});

it('what a test may change about its question is not taken, and a variable never becomes empty', async () => {
  const { notTaken, cases } = await importConfig({
    ...withTests(`  - vars: { question: 'One {{shop}}', shop: Bonn }
  - vars: { question: 'In {{ env.SHOP }}?' }
  - vars: { question: '{% raw %}x{% endraw %}' }
  - vars: { question: '{{question}}' }
  - vars: { question: '{{a}}', a: '{{b}}', b: '{{a}}' }
  - vars: { question: file://missing.txt }
  - vars: { question: file://ask.py }
  - vars: { question: Two, unused: file://missing.txt }
  - vars: { question: Three }
    options: { prefix: 'Please: ' }
  - vars: { question: Four }
    provider: openai:gpt-4o-mini
  - vars: { question: Five }
    threshold: 0.5
    metadata: { plan: free }
    options: { transform: output.trim() }
  - vars: { shop: Bonn }
  - vars: file://vars.yaml
  - file://tests/missing.yaml
  - file://tests/broken.yaml
  - file://tests/rows.xlsx
  - https://docs.google.com/spreadsheets/d/abc/edit
  - file://tests/make.py:create_tests
  - just text
  - 7
  - file://tests/good*.yaml
  - { path: tests/lines.jsonl }
`),
    'tests/broken.yaml': '- vars: { question: [\n',
    'tests/good-1.yaml': '- vars: { question: Six }\n- [1]\n',
    'tests/good-2.yaml': 'vars: { question: Seven }\nmetadata: { tags: [billing, legal] }\n',
    'tests/lines.jsonl': '{"vars": {"question": 8.50}}\n',
  });
  expect(cases.map(({ input }) => input)).toEqual(['One Bonn', 'Two', 'Five', 'Six', 'Seven', '8.50']);
  expect(cases.find(({ input }) => input === 'Seven')).toMatchObject({ tags: ['billing', 'legal'] });
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "tests file://tests/missing.yaml | no | promptfooconfig.yaml:22: this file does not exist",
      "tests file://tests/broken.yaml | no | promptfooconfig.yaml:23: not a readable YAML, JSON, JSON Lines or CSV file",
      "tests file://tests/rows.xlsx | no | promptfooconfig.yaml:24: this file does not exist",
      "tests https://docs.google.com/spreadsheets/d/abc… | no | promptfooconfig.yaml:25: kept in another service; save them as a CSV file",
      "tests file://tests/make.py:create_tests | no | promptfooconfig.yaml:26: made by code; save them as JSON Lines",
      "tests just text | no | promptfooconfig.yaml:27: this file does not exist",
      "tests 7 | no | promptfooconfig.yaml:28: not a readable YAML, JSON, JSON Lines or CSV file",
      "test | no | tests/good-1.yaml:2: not a group of keys",
      "test | no | promptfooconfig.yaml:12: its setting options.prefix may change what is asked; delete it, or write the question out",
      "test | no | promptfooconfig.yaml:14: its setting provider may change what is asked; delete it, or write the question out",
      "test setting threshold | no | promptfooconfig.yaml:17: \`gate: { threshold: 0.8 }\` of the suite limits the mean score",
      "test setting metadata | no | promptfooconfig.yaml:18: its tags are taken; write other keys as columns of the dataset",
      "test setting options.transform | no | promptfooconfig.yaml:19: the answer is scored as the model gives it; to change it first, make a program the agent: docs/agents.md of prompt-regression",
      "test | no | promptfooconfig.yaml:21: its vars are not a group of names and values",
      "test | no | promptfooconfig.yaml:5: its variable question: it has {{ env.SHOP }}, and only {{name}} is filled in; use that or plain text",
      "test | no | promptfooconfig.yaml:6: its variable question: it has {% raw %}, and only {{name}} is filled in; use that or plain text",
      "test | no | promptfooconfig.yaml:7: its variable question: the variable question is inside itself",
      "test | no | promptfooconfig.yaml:8: its variable question: the variable a is inside itself",
      "test | no | promptfooconfig.yaml:9: its variable question: this file does not exist",
      "test | no | promptfooconfig.yaml:10: its variable question: not one file of text; write its value out",
      "variable unused | no | promptfooconfig.yaml:11: this file does not exist",
      "test | no | promptfooconfig.yaml:20: it has no value for question, the question",
    ]
  `);
});

it('tables: a cell has a type only from the list, with its threshold', async () => {
  const { notTaken, cases, suites, cwd } = await importConfig({
    'promptfooconfig.yaml':
      "prompts: ['{{question}}']\nproviders: [openai:gpt-4o]\ntests: file://tests.csv\n",
    'tests.csv': `question,__expected,__description,__metric,__threshold,__prefix
What is the capital?,Bonn,Old capital,,,
Where do I read on?,https://example.org/help,,,,
What does it say?,note: bring an umbrella,,tone,0.5,
Near?,similar(0.8): Bonn,,,,
Any?,"icontains-any: a, b",,,,
Code?,javascript: output.length > 3,,,,
Poem?,grade: Is a poem.,,,,
Before?,x,,,,Please:
,,,,,
`,
  });
  expect(cases.map(({ id, groundTruth }) => [id, groundTruth])).toEqual([
    ['1-old-capital', undefined],
    ['case-2', undefined],
    ['case-3', undefined],
    ['case-4', 'Bonn'],
    ['case-5', undefined],
    ['case-6', undefined],
    ['case-7', undefined],
  ]);
  expect(suites[0].scorers).toEqual([
    { id: 'answer-relevancy' },
    { path: 'evals/promptfooconfig-assertions.mjs', name: 'assertions' },
    { id: 'answer-similarity' },
  ]);
  expect(await readAssertions(cwd)).toMatchInlineSnapshot(`
    "const ASSERTIONS = {
      '1-old-capital': [
        { type: 'equals', value: "Bonn" },
      ],
      'case-2': [
        { type: 'equals', value: "https://example.org/help" },
      ],
      'case-3': [
        { type: 'equals', value: "note: bring an umbrella" },
      ],
      'case-5': [
        { type: 'icontains-any', value: ["a","b"] },
      ],
      'case-6': [
        { type: 'javascript', value: (output) => (output.length > 3) },
      ],
    };"
  `);
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "test setting metric | no | tests.csv:4: the \`name\` of the scorer",
      "test setting threshold | no | tests.csv:4: \`gate: { threshold: 0.8 }\` of the suite limits the mean score",
      "test | no | tests.csv:9: its setting options.prefix may change what is asked; delete it, or write the question out",
      "assertion similar, its threshold | no | tests.csv:5: \`gate: { threshold: 0.8 }\` of the suite limits the mean score",
      "assertion llm-rubric | no | tests.csv:8: taken only if every test has one: add one to \`defaultTest\`, delete the files that \`init\` wrote, and run it again",
    ]
  `);
});

it('no case is scored by what only another test has', async () => {
  const { notTaken, cases, suites, config, cwd } = await importConfig(
    withTests(`  - vars: { question: A }
    assert: [{ type: icontains, value: Bonn }, { type: llm-rubric, value: Is kind. }]
  - vars: { question: B }
    assert:
      - { type: contains, value: Ship, weight: 2, metric: ships }
      - { type: llm-rubric, value: 'Names {{question}}.', rubricPrompt: x }
  - vars: { question: C }
    assert:
      - { type: icontains, value: 3.10, threshold: 0.9, config: { a: 1 } }
      - { type: icontains, value: second }
      - { type: similar, value: 3.10, transform: output.trim() }
      - { type: not-contains, value: x }
      - { type: assert-set, threshold: 0.5, assert: [{ type: contains, value: x }] }
      - { type: equals, value: { a: 1 } }
      - { type: contains, value: '{{ env.SHOP }}' }
      - { type: contains, value: file://x.txt }
      - { type: regex, value: '(' }
      - { $ref: '#/assertionTemplates/short' }
      - { type: llm-rubric, value: Is short. }
`),
  );
  expect(suites[0].scorers).toEqual([
    { id: 'answer-relevancy' },
    { path: 'evals/promptfooconfig-assertions.mjs', name: 'assertions' },
    { id: 'prompt-alignment', 'evaluation-mode': 'system' },
  ]);
  expect(cases.map(({ groundTruth, task }) => [groundTruth, task])).toEqual([
    [undefined, 'The answer must meet this: Is kind.'],
    [undefined, 'The answer must meet this: Names B.'],
    [undefined, 'The answer must meet this: Is short.'],
  ]);
  expect(await readAssertions(cwd)).toMatchInlineSnapshot(`
    "const ASSERTIONS = {
      'case-1': [
        { type: 'icontains', value: "Bonn" },
      ],
      'case-2': [
        { type: 'contains', value: "Ship" },
      ],
      'case-3': [
        { type: 'icontains', value: "3.10" },
        { type: 'icontains', value: "second" },
        { type: 'not-contains', value: "x" },
      ],
    };"
  `);
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "assertion contains, its weight | no | promptfooconfig.yaml:8: all assertions count alike; delete those that should not decide",
      "assertion contains, its metric | no | promptfooconfig.yaml:8: the \`name\` of the scorer",
      "assertion llm-rubric, its rubricPrompt | no | promptfooconfig.yaml:9: \`judge\` names the model, and its rules are fixed: docs/judge.md of prompt-regression",
      "assertion icontains, its threshold | no | promptfooconfig.yaml:12: \`gate: { threshold: 0.8 }\` of the suite limits the mean score",
      "assertion icontains, its config | no | promptfooconfig.yaml:12: the options of the scorer: docs/scorers.md of prompt-regression",
      "assertion similar | no | promptfooconfig.yaml:14: its transform may change what is checked; the answer is scored as the model gives it; to change it first, make a program the agent: docs/agents.md of prompt-regression",
      "assertion assert-set | no | promptfooconfig.yaml:16: write its assertions one by one",
      "assertion equals | no | promptfooconfig.yaml:17: its value is not a text; write your own scorer: docs/config.md#your-own-scorer of prompt-regression",
      "assertion contains | no | promptfooconfig.yaml:18: it has {{ env.SHOP }}, and only {{name}} is filled in; use that or plain text",
      "assertion contains | no | promptfooconfig.yaml:19: in a file; write the text into the config",
      "assertion regex | no | promptfooconfig.yaml:20: is not a regular expression: Invalid regular expression: /(/: Unterminated group",
      "assertion #/assertionTemplates/short | no | promptfooconfig.yaml:21: write the assertion out",
    ]
  `);
  expect(config).not.toMatch(/[&*]a\d/);
});

/** The table of assertions in the scorer that an import wrote. */
async function readAssertions(cwd: string): Promise<string> {
  const text = await readFile(join(cwd, 'evals/promptfooconfig-assertions.mjs'), 'utf8');
  return text.slice(text.indexOf('const ASSERTIONS'), text.indexOf('};') + 2);
}

/** The scorer that an import wrote, loaded as the scorer's process loads it. */
async function loadAssertions(cwd: string): Promise<EvalScorer> {
  await mkdir(join(cwd, 'node_modules'));
  await symlink(join(import.meta.dirname, '../..'), join(cwd, 'node_modules/prompt-regression'));
  const { href } = pathToFileURL(join(cwd, 'evals/promptfooconfig-assertions.mjs'));
  const { default: scorer } = await import(/* @vite-ignore */ href);
  return scorer;
}

/** The scores of answers to the case of one test with these assertions. */
async function scoreAnswers(assertions: readonly object[], answers: readonly string[]) {
  const { suites, notTaken, cases, cwd } = await importConfig({
    'promptfooconfig.yaml': JSON.stringify({
      prompts: ['{{question}}'],
      providers: ['openai:gpt-4o'],
      tests: [
        { vars: { question: 'Where?', city: 'Bonn' }, assert: assertions },
        { vars: { question: 'Why?' } },
      ],
    }),
  });
  expect(notTaken).toEqual([]);
  expect(cases.map(({ groundTruth }) => groundTruth)).toEqual([undefined, undefined]);
  expect(suites[0].scorers).toEqual([
    { id: 'answer-relevancy' },
    { path: 'evals/promptfooconfig-assertions.mjs', name: 'assertions' },
  ]);
  const scorer = await loadAssertions(cwd);
  const score = (output: string, caseId: string) => scorer.run({ input: 'Where?', output, caseId });
  expect(await score('', 'case-2')).toMatchObject({ score: null, reason: 'no assertions' });
  return Promise.all(answers.map((output) => score(output, 'case-1')));
}

it.each<[object, readonly [answer: string, passes: boolean][]]>([
  [
    { type: 'contains', value: 'a.b' },
    [
      ['x a.b', true],
      ['A.B', false],
      ['axb', false],
    ],
  ],
  [
    { type: 'icontains', value: 'Bonn' },
    [
      ['in bonn', true],
      ['in Berlin', false],
    ],
  ],
  [
    { type: 'not-contains', value: 'as an AI (yet)' },
    [
      ['Fine.\nas an AI (yet)', false],
      ['As an AI (yet)', true],
      ['', true],
    ],
  ],
  [
    { type: 'not-icontains', value: '返品' },
    [
      ['返品できます', false],
      ['はい', true],
    ],
  ],
  [
    { type: 'contains-any', value: ['two years', '24 months'] },
    [
      ['For\n24 months.', true],
      ['For 24 Months.', false],
    ],
  ],
  [
    { type: 'icontains-any', value: 'two years, "24, or more"' },
    [
      ['TWO YEARS', true],
      ['24, or more', true],
      ['24', false],
    ],
  ],
  [
    { type: 'icontains-all', value: ['lamp', 'bulb'] },
    [
      ['A bulb\nfor a Lamp', true],
      ['A bulb', false],
    ],
  ],
  [
    { type: 'not-contains-any', value: ['lamp', 'bulb'] },
    [
      ['A bulb', false],
      ['A chair', true],
    ],
  ],
  [
    { type: 'not-contains-all', value: ['lamp', 'bulb'] },
    [
      ['A bulb', true],
      ['bulb, lamp', false],
    ],
  ],
  [
    { type: 'starts-with', value: 'Dear' },
    [
      ['Dear Ada', true],
      ['dear Ada', false],
      ['Oh Dear', false],
    ],
  ],
  [
    { type: 'not-starts-with', value: 'Dear' },
    [
      ['Dear Ada', false],
      ['Oh Dear', true],
    ],
  ],
  [
    { type: 'not-regex', value: '^\\d|TBD$' },
    [
      ['7 lamps', false],
      ['Buy 7', true],
      ['Buy\nTBD', false],
    ],
  ],
  [
    { type: 'equals', value: '{{city}}' },
    [
      ['Bonn', true],
      ['bonn', false],
      ['In Bonn', false],
    ],
  ],
  [
    { type: 'not-equals', value: 7 },
    [
      ['7', false],
      ['8', true],
    ],
  ],
  [
    { type: 'is-json', value: { type: 'object', required: ['a'] } },
    [
      ['{"a": 1}', true],
      ['{"b": 1}', false],
      ['a', false],
    ],
  ],
  [
    { type: 'not-is-json' },
    [
      ['{}', false],
      ['Hi', true],
    ],
  ],
  [
    { type: 'word-count', value: { max: 2 } },
    [
      ['one two', true],
      ['one  two three', false],
      ['', true],
    ],
  ],
  [
    { type: 'not-word-count', value: 2 },
    [
      ['one two', false],
      ['one', true],
    ],
  ],
  [
    { type: 'javascript', value: 'output.length < 3;' },
    [
      ['ab', true],
      ['abc', false],
    ],
  ],
  [
    {
      type: 'javascript',
      value: 'const [first] = output;\nreturn { pass: first === "{{city}}"[0], score: 1, reason: "" };',
    },
    [
      ['Berlin', true],
      ['Ulm', false],
    ],
  ],
])('%j of a single test passes the same answers', async (assertion, answers) => {
  const scored = await scoreAnswers(
    [assertion],
    answers.map(([answer]) => answer),
  );
  expect(scored.map(({ score }) => score === 1)).toEqual(answers.map(([, passes]) => passes));
});

it('an answer passes a test if it passes all assertions, and the reason names those that it fails', async () => {
  const assertions = [
    { type: 'contains', value: '30 days' },
    { type: 'contains', value: 'it\'s "free"' },
    { type: 'not-icontains-any', value: ['as an AI', 'sorry'] },
    { type: 'javascript', value: 'output.length < 50' },
  ];
  const good = 'Within 30 days, it\'s "free".';
  expect(await scoreAnswers(assertions, [good, `Sorry: ${good}`, 'Within 30 weeks.'])).toMatchObject([
    { score: 1, reason: 'It passes every assertion.' },
    { score: 0, reason: 'It fails not-icontains-any ["as an AI","sorry"].' },
    { score: 0, reason: 'It fails contains "30 days" and contains "it\'s \\"free\\"".' },
  ]);
});

it('a set of assertions is taken as its assertions', async () => {
  const set = {
    type: 'assert-set',
    assert: [
      { type: 'contains', value: 'a' },
      { type: 'contains', value: 'b' },
    ],
  };
  expect(await scoreAnswers([set], ['a b', 'a'])).toMatchObject([
    { score: 1 },
    { score: 0, reason: 'It fails contains "b".' },
  ]);
});

it('a variable that no prompt asks is filled in where tests use it, and is no column', async () => {
  const { cwd, suites } = await importConfig(
    withTests(`  - vars: { question: 'About {{topic}}?', topic: refunds, context: Facts. }
    assert: [{ type: contains, value: '{{topic}}' }]
`),
  );
  expect(JSON.parse(await readFile(join(cwd, suites[0].dataset), 'utf8'))).toEqual({
    id: 'case-1',
    input: 'About refunds?',
    question: 'About refunds?',
    context: ['Facts.'],
  });
  expect(await readAssertions(cwd)).toContain('"refunds"');
});

it.each([
  'file://check.js',
  'context.vars.city === output',
  'await judge(output)',
  'output.length <',
  "require('fs')",
  'output) }, process.exit(',
])('code that a scorer cannot run by itself is not taken: %s', async (value) => {
  const { notTaken, stdout } = await importConfig(
    withTests(
      `  - vars: { question: A }\n    assert: [{ type: javascript, value: ${JSON.stringify(value)} }]\n`,
    ),
  );
  expect(notTaken).toEqual([expect.stringContaining('assertion javascript | no |')]);
  expect(stdout).not.toContain('-assertions.mjs');
});

it('every assertion that is not taken has a remedy', async () => {
  const types = [
    ...['cost', 'latency', 'javascript', 'contains-json', 'levenshtein', 'rouge-n', 'search-rubric'],
    ...['context-recall', 'is-valid-openai-tools-call', 'trajectory:tool-used', 'moderation', 'is-refusal'],
    ...[
      'select-best',
      'g-eval',
      'assert-set',
      'human',
      'conversation-relevance',
      'python',
      'perplexity',
      'is-sql',
    ],
  ];
  const { notTaken } = await importConfig({
    'promptfooconfig.yaml': JSON.stringify({
      prompts: ['{{question}}'],
      providers: ['openai:gpt-4o'],
      tests: [{ vars: { question: 'A' }, assert: types.map((type) => ({ type, value: 'x', threshold: 1 })) }],
    }),
  });
  expect(notTaken.map((row) => row.split(' | ')[0])).toEqual(types.map((type) => `assertion ${type}`));
  const plain = notTaken.filter(
    (row) => !/: (?:the scorer|`|code|say in|each model|make it|write|label|no counterpart; write)/.test(row),
  );
  expect(plain).toEqual([]);
});

/** Assertions in the first column of a table of the page. */
function assertionsOf(heading: string): readonly string[] {
  const page = readPage('docs/coming-from-promptfoo.md');
  const section = page.slice(page.indexOf(heading)).split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.flatMap((row) => {
    const all = [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const types = all.filter((name) => name !== 'not-');
    return types.length === all.length ? types : types.flatMap((type) => [type, `not-${type}`]);
  });
  const settings = [
    'tests',
    'defaultTest',
    'scenarios',
    'metadata.tags',
    'promptfoo eval',
    'threshold',
    'weight',
  ];
  return [...new Set(names)].filter((name) => !settings.includes(name));
}

it('the page says of each assertion whether it is taken', async () => {
  const [taken, notTaken] = [assertionsOf('## What maps to what'), assertionsOf('## What is not taken')];
  expect(taken.length).toBeGreaterThan(20);
  expect(notTaken.length).toBeGreaterThan(15);
  for (const type of [...taken, ...notTaken]) {
    const values: Readonly<Record<string, unknown>> = { 'is-json': {}, 'word-count': 7 };
    const value = values[type.replace(/^not-/, '')] ?? 'x';
    const imported = await importConfig({
      'promptfooconfig.yaml': JSON.stringify({
        prompts: ['{{question}}'],
        providers: ['openai:gpt-4o'],
        defaultTest: { assert: [{ type, value }] },
        tests: ['A', 'B'].map((question) => ({ vars: { question, context: 'Lamps are on sale.' } })),
      }),
    });
    expect(imported.notTaken.length > 0, type).toBe(notTaken.includes(type));
  }
});

it('faithfulness is taken if every case with a context has it', async () => {
  const asserted = { vars: { question: 'A', context: 'Facts.' }, assert: [{ type: 'context-faithfulness' }] };
  const importTests = (...tests: readonly object[]) =>
    importConfig({
      'promptfooconfig.yaml': JSON.stringify({ prompts: ['{{question}}'], providers: ['openai:m'], tests }),
    });
  const whole = await importTests(asserted, { vars: { question: 'B' } });
  expect(whole.notTaken).toEqual([]);
  expect(whole.suites[0].scorers).toEqual([{ id: 'answer-relevancy' }, { id: 'faithfulness' }]);
  expect(whole.cases.map(({ context }) => context)).toEqual([['Facts.'], undefined]);
  const other = await importTests(asserted, { vars: { question: 'B', context: 'More.' } });
  expect(other.notTaken.join()).toContain('its scorer would apply to every case with a context');
});

it('a task says what the agent is for, and then what the answer must meet', async () => {
  const { cases, stdout } = await importConfig({
    'promptfooconfig.yaml': `prompts: [file://chat.json]
providers: openai:gpt-4o
defaultTest: { vars: { shop: Lumen }, assert: [{ type: llm-rubric, value: Is polite }] }
tests: [{ vars: { question: A } }, { vars: { question: B }, assert: [{ type: llm-rubric, value: 'Names {{question}}.' }] }]
`,
    'chat.json': JSON.stringify([
      { role: 'system', content: '# Role\nYou answer for {{shop}}. Be short.' },
      { role: 'user', content: '{{question}}' },
    ]),
  });
  expect(cases.map(({ task }) => task)).toEqual([
    'You answer for Lumen. The answer must meet this: Is polite.',
    'You answer for Lumen. The answer must meet this: Is polite. Names B.',
  ]);
  expect(stdout).toContain('it is the first sentence of the prompt, and the llm-rubric');
});

it('a rubric of all tests is part of the task of each suite, behind its own purpose', async () => {
  const { cases, suites, stdout, lint } = await importAndLint({
    'promptfooconfig.yaml': `prompts:
  - 'You work at the desk of Lumen. Question: {{question}}'
  - '[{"role": "system", "content": "You are the chat of Lumen. Be short."}, {"role": "user", "content": "{{question}}"}]'
providers: openai:gpt-4o
defaultTest: { assert: [{ type: llm-rubric, value: Is polite. }] }
tests: [{ vars: { question: Q1 } }, { vars: { question: Q2 } }]
`,
  });
  expect(suites.map(({ task }: { task: string }) => task)).toEqual([
    'You work at the desk of Lumen. The answer must meet this: Is polite.',
    'You are the chat of Lumen. The answer must meet this: Is polite.',
  ]);
  expect(cases.map(({ task }) => task)).toEqual([undefined, undefined]);
  expect(stdout).toContain(
    'Read the `task` of the suites: it is the first sentence of the prompt, and the llm-rubric.',
  );
  expect(lint).not.toContain('no `task`');
});

it('prompts with their own purposes have their own datasets if the rubrics of the tests differ', async () => {
  const { suites, cwd } = await importConfig({
    'promptfooconfig.yaml': `prompts:
  - { raw: 'You work at the desk of Lumen. Question: {{question}}', label: desk }
  - { raw: 'You are the chat of Lumen. {{question}}', label: chat }
providers: openai:gpt-4o
tests:
  - { vars: { question: Q1 }, assert: [{ type: llm-rubric, value: Is polite. }] }
  - { vars: { question: Q2 }, assert: [{ type: llm-rubric, value: Is short. }] }
`,
  });
  const readTasks = async ({ dataset }: { dataset: string }) =>
    parseDataset(await readFile(join(cwd, dataset), 'utf8'), dataset).map(({ task }) => task);
  expect(suites.map(({ dataset }: { dataset: string }) => dataset)).toEqual([
    'evals/promptfooconfig-desk.jsonl',
    'evals/promptfooconfig-chat.jsonl',
  ]);
  expect(await Promise.all(suites.map(readTasks))).toEqual([
    [
      'You work at the desk of Lumen. The answer must meet this: Is polite.',
      'You work at the desk of Lumen. The answer must meet this: Is short.',
    ],
    [
      'You are the chat of Lumen. The answer must meet this: Is polite.',
      'You are the chat of Lumen. The answer must meet this: Is short.',
    ],
  ]);
});

it('a chat without a system message gets the first sentence as task', async () => {
  const chat = (text: string) => JSON.stringify([{ role: 'user', content: text }]);
  const { suites, lint } = await importAndLint(
    withTests('  - vars: { question: A }\n', chat('You answer for a shop of lamps. {{question}}')),
  );
  expect(suites[0].task).toBe('You answer for a shop of lamps.');
  expect(lint).not.toContain('no `task`');
  const other = await importConfig(withTests('  - vars: { question: A }\n', chat('Reply: {{question}}')));
  expect(other.suites[0].task).toBeUndefined();
  expect(other.stdout).toContain('Write a `task` for the suites without one');
});

it('scenarios are tests, once for each of their configs', async () => {
  const { cases, notTaken, cwd } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['In {{language}}: {{question}}']
providers: openai:gpt-4o
defaultTest: { vars: { language: English } }
tests: [{ vars: { question: Hi? } }]
scenarios:
  - config:
      - { vars: { language: French, greeting: Bonjour } }
      - { vars: { language: German, greeting: Hallo }, assert: [{ type: contains, value: '{{greeting}}' }] }
    tests: file://asked.yaml
  - file://alone.yaml
  - tests: [{ vars: { question: Without? } }]
`,
    'alone.yaml': 'config: [{ vars: { question: Alone? } }]\n',
    'asked.yaml': '- vars: { question: One? }\n- { description: second, vars: { question: Two? } }\n',
  });
  expect(notTaken).toEqual([
    'scenario | no | promptfooconfig.yaml:11: it has no config; write its tests into `tests`',
  ]);
  expect(cases.map(({ input, vars }) => [vars['language'], input])).toEqual([
    ['English', 'Hi?'],
    ['French', 'One?'],
    ['French', 'Two?'],
    ['German', 'One?'],
    ['German', 'Two?'],
    ['English', 'Alone?'],
  ]);
  expect(await readAssertions(cwd)).toMatchInlineSnapshot(`
    "const ASSERTIONS = {
      'case-4': [
        { type: 'contains', value: "Hallo" },
      ],
      '5-second': [
        { type: 'contains', value: "Hallo" },
      ],
    };"
  `);
});

it('two assertions that expect the same of the same tests are both taken', async () => {
  const { suites, notTaken } = await importConfig(
    withTests(`  - vars: { question: A }
    assert: [{ type: factuality, value: x }, { type: similar, value: x }]
  - vars: { question: B }
    assert: [{ type: factuality, value: y }, { type: similar, value: y }]
`),
  );
  expect(notTaken).toEqual([]);
  expect(suites[0].scorers).toEqual([
    { id: 'answer-relevancy' },
    { id: 'factuality' },
    { id: 'answer-similarity' },
  ]);
});

it('providers: one that is unknown or unreadable leaves the others, and two models share no anchor', async () => {
  const { notTaken, suites, config } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['{{question}}']
env: { OPENAI_API_KEY: x }
providers:
  - openai:gpt-4o
  - id: openai:chat:gpt-4.1
    label: Big
    prompts: [one]
    config: { temperature: 0.20, max_tokens: 500, apiKey: sk-x, tools: [], seed: '{{ env.SEED }}' }
  - openai:responses:gpt-5-mini: { config: { reasoning_effort: low } }
  - file://provider.yaml
  - file://missing.yaml
  - file://agent.py
  - azure:chat:my-deployment
  - bedrock:anthropic.claude-3
  - openai:assistant:asst_1
  - openai:embedding:text-embedding-3-small
  - exec:node agent.mjs
  - https://example.org/chat
  - { id: https, config: { url: https://example.org } }
  - id: openai:chat:gpt-4o
    config: { apiHost: proxy.example.org }
  - id: openai:chat:gpt-4o
    config: { apiBaseUrl: '{{ env.PROXY }}' }
  - ollama:chat:llama3.1:8b
  - { label: nothing }
  - null
  - 5
tests: [{ vars: { question: Hi? } }]
`,
    'provider.yaml': 'id: groq:llama-3.3-70b\nconfig: { temperature: 1 }\n',
  });
  expect(suites.map(({ target }: { target: object }) => target)).toMatchInlineSnapshot(`
    [
      {
        "model": "gpt-4o",
        "prompt": "prompts/promptfoo/prompt.txt",
      },
      {
        "model": "gpt-4.1",
        "parameters": {
          "max_tokens": 500,
          "temperature": 0.2,
        },
        "prompt": "prompts/promptfoo/prompt.txt",
      },
      {
        "model": "gpt-5-mini",
        "parameters": {
          "reasoning_effort": "low",
        },
        "prompt": "prompts/promptfoo/prompt.txt",
      },
      {
        "model": "groq/llama-3.3-70b",
        "parameters": {
          "temperature": 1,
        },
        "prompt": "prompts/promptfoo/prompt.txt",
      },
      {
        "model": "ollama/llama3.1:8b",
        "prompt": "prompts/promptfoo/prompt.txt",
      },
    ]
  `);
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "provider option prompts | no | promptfooconfig.yaml:7: its suites ask every prompt; delete those that you do not need",
      "provider option apiKey | no | promptfooconfig.yaml:8: a secret of the workflow, whose variable \`api-key-env\` names",
      "provider option tools | no | promptfooconfig.yaml:8: make a program the agent, which calls the tools: docs/agents.md of prompt-regression",
      "provider option seed | no | promptfooconfig.yaml:8: if the provider takes it in a chat completion, add it to \`parameters\` of the target: docs/providers.md of prompt-regression",
      "provider file://missing.yaml | no | promptfooconfig.yaml:11: a file that cannot be read",
      "provider file://agent.py | no | promptfooconfig.yaml:12: your own agent: docs/agents.md of prompt-regression",
      "provider azure:chat:my-deployment | no | promptfooconfig.yaml:13: its address is not a plain apiHost; set \`model\` and \`base-url\` of the suites: docs/providers.md of prompt-regression",
      "provider bedrock:anthropic.claude-3 | no | promptfooconfig.yaml:14: unknown here; set \`model\` and \`base-url\` of the suites: docs/providers.md of prompt-regression",
      "provider openai:assistant:asst_1 | no | promptfooconfig.yaml:15: your own agent: docs/agents.md of prompt-regression",
      "provider openai:embedding:text-embedding-3-small | no | promptfooconfig.yaml:16: unknown here; set \`model\` and \`base-url\` of the suites: docs/providers.md of prompt-regression",
      "provider exec:node agent.mjs | no | promptfooconfig.yaml:17: your own agent: docs/agents.md of prompt-regression",
      "provider https://example.org/chat | no | promptfooconfig.yaml:18: your own agent: docs/agents.md of prompt-regression",
      "provider https | no | promptfooconfig.yaml:19: your own agent: docs/agents.md of prompt-regression",
      "provider openai:chat:gpt-4o (2) | no | promptfooconfig.yaml:20 and promptfooconfig.yaml:22: its address is not a plain apiBaseUrl; set \`model\` and \`base-url\` of the suites: docs/providers.md of prompt-regression",
      "provider label | no | promptfooconfig.yaml:25: unknown here; set \`model\` and \`base-url\` of the suites: docs/providers.md of prompt-regression",
      "provider (2) | no | promptfooconfig.yaml:26 and promptfooconfig.yaml:27: it has no id",
      "setting env | no | promptfooconfig.yaml:2: set the variables in the workflow, below \`env:\`",
    ]
  `);
  expect(config).not.toMatch(/[&*]a\d|sk-x/);
});

it.each([
  ['ollama:chat:llama3', 'http://127.0.0.1:8943', 'http://127.0.0.1:8943/v1'],
  ['ollama:llama3', 'http://127.0.0.1:8943/', 'http://127.0.0.1:8943/v1'],
  ['ollama:chat:llama3', 'http://127.0.0.1:8943/v1', 'http://127.0.0.1:8943/v1'],
  ['ollama:chat:llama3', 'https://example.org/ollama', 'https://example.org/ollama/v1'],
  ['anthropic:messages:llama3', 'https://example.org', 'https://example.org/v1'],
  ['google:llama3', 'https://example.org', 'https://example.org/v1beta/openai'],
  ['localai:chat:llama3', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  // vLLM, llamafile and LM Studio are OpenAI providers with another address.
  ['openai:chat:llama3', 'http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
])('the address of %s at %s', async (id, apiBaseUrl, expected) => {
  const { suites } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['{{question}}']\nproviders: ${JSON.stringify([{ id, config: { apiBaseUrl } }])}\ntests: [{ vars: { question: Hi? } }]\n`,
  });
  expect(suites[0].target).toMatchObject({ model: 'llama3', 'base-url': expected });
});

it.each([
  ['localai:llama3', { model: 'llama3', 'base-url': 'http://localhost:8080/v1' }],
  ['ollama:chat:llama3', { model: 'ollama/llama3' }],
  ['anthropic:llama3', { model: 'anthropic/llama3' }],
  ['google:llama3', { model: 'gemini/llama3' }],
  ['openrouter:meta-llama/llama3', { model: 'openrouter/meta-llama/llama3' }],
])('%s at its usual address has the name of its provider', async (id, expected) => {
  const { suites } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['{{question}}']\nproviders: ${id}\ntests: [{ vars: { question: Hi? } }]\n`,
  });
  const { prompt: _, ...target } = suites[0].target;
  expect(target).toEqual({
    ...('base-url' in expected && { 'api-key-env': 'LOCALAI_API_KEY' }),
    ...expected,
  });
});

it.each([
  [{ apiHost: 'acme.openai.azure.com', apiVersion: '2024-10-21' }, 'AZURE_API_KEY'],
  [{ apiBaseUrl: 'https://acme.openai.azure.com/', apiKeyEnvar: 'ACME_KEY' }, 'ACME_KEY'],
])('the deployment of an Azure account, named by %j', async (config, variable) => {
  const { suites } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['{{question}}']\nproviders: ${JSON.stringify([{ id: 'azure:chat:gpt', config }])}\ntests: [{ vars: { question: Hi? } }]\n`,
  });
  expect(suites[0].target).toMatchObject({
    model: 'gpt',
    'base-url': 'https://acme.openai.azure.com/openai/v1',
    'api-key-env': variable,
  });
});

it('a label of a provider names its suites', async () => {
  const { suites } = await importConfig({
    'promptfooconfig.yaml':
      "prompts: ['{{question}}']\nproviders: [{ id: openai:gpt-4o, label: Big one }, openai:gpt-4o-mini]\ntests: [{ vars: { question: Hi? } }]\n",
  });
  expect(suites.map(({ name }: { name: string }) => name)).toEqual(['prompt-big-one', 'prompt-gpt-4o-mini']);
});

it.each([
  [
    ['openrouter:openai/gpt-oss', 'groq:openai/gpt-oss'],
    ['prompt-openrouter-gpt-oss', 'prompt-groq-gpt-oss'],
  ],
  [[{ id: 'openai:gpt-4o', label: 'haiku' }], ['prompt-haiku']],
  [['openai:gpt-4o'], ['prompt']],
  [
    ['openai:gpt-4o', 'openai:gpt-5', { id: 'openai:gpt-4o', config: { temperature: 1 } }],
    ['prompt-gpt-4o', 'prompt-gpt-5', 'prompt-gpt-4o-2'],
  ],
])('the providers %j name the suites', async (providers, names) => {
  const { suites } = await importConfig({
    'promptfooconfig.yaml': JSON.stringify({
      prompts: ['{{question}}'],
      providers,
      tests: [{ vars: { question: 'Hi?' } }],
    }),
  });
  expect(suites.map(({ name }: { name: string }) => name)).toEqual(names);
});

it('without a provider that can be taken, the model is to be written, and lint says so', async () => {
  const cwd = createFolder();
  await writeTree(cwd, {
    'promptfooconfig.yaml':
      "prompts: ['{{question}}']\nproviders: [bedrock:anthropic.claude-3]\ntests: [{ vars: { question: Hi? } }]\n",
  });
  const { stdout } = await type('init --from promptfooconfig.yaml', { cwd });
  expect(stdout).toMatch(
    /1\. No provider was taken: write the `model` of the suites: docs\/providers\.md of prompt-regression/,
  );
  expect((await type('lint', { cwd })).stdout).toMatch(
    /^ {2}- suite prompt: write its `model`, with its provider or `base-url`: docs\/providers\.md of prompt-regression/m,
  );
});

it("a provider's options that are not carried over are each in the table", async () => {
  const { notTaken } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['{{question}}']
providers:
  - id: ollama:chat:llama3
    label: Local
    delay: 500
    transform: output.trim()
    config: { num_ctx: 8192, num_predict: 50, apiKeyRequired: false, temperature: 0 }
tests: [{ vars: { question: Hi? } }]
`,
  });
  expect(notTaken.map((row) => row.split(' | ')[0])).toEqual([
    'provider option delay',
    'provider option transform',
    'provider option num_ctx',
    'provider option num_predict',
    'provider option apiKeyRequired',
  ]);
});

it('a chat that ends with the beginning of the answer may ask in any message', async () => {
  const { asked } = await importConfig(
    withTests(
      '  - vars: { question: Hi?, x: X }\n',
      '[{"role":"system","content":"S"},{"role":"user","content":"Use {{x}}."},{"role":"assistant","content":"Ok, {{question}}:"}]',
    ),
  );
  expect(asked).toEqual({ prompt: ['system: S | user: Use X. | assistant: Ok, Hi?:'] });
});

it('names that are columns here become others, and ask the same', async () => {
  const { asked, cases } = await importConfig({
    'promptfooconfig.yaml': `prompts:
  - '{{task}} {{id}} {{input}} {{context}} {{tags}} {{given_id}}: {{query}}'
  - '[{"role": "user", "content": "{{input}} {{task}}: {{query}}"}]'
providers: [openai:gpt-4o]
tests:
  - vars:
      query: Q1
      task: T
      id: 007
      input: I
      context: "['a', 'b']"
      tags: [x]
      given_id: G
    assert: [{ type: llm-rubric, value: Is kind. }]
  - vars: { query: Q2, input: J, context: '' }
    assert: [{ type: llm-rubric, value: Is short. }]
`,
  });
  expect(asked).toEqual({
    prompt: ["user: T 007 I ['a', 'b'] x G: Q1", 'user:   J   : Q2'],
    'prompt-2': ['user: I T: Q1', 'user: J : Q2'],
  });
  expect(cases[0]?.task).toBe('The answer must meet this: Is kind.');
});

it.each<[string, Files, string]>([
  [
    'a chat that only a system message asks',
    withTests('  - vars: { question: Hi? }\n', '[{"role": "system", "content": "{{question}}"}]'),
    "no user's message has {{question}}",
  ],
  [
    'a prompt that another config fills',
    withTests('  - vars: { question: Hi? }\n', 'Hello {{name}}, {{question}}'),
    'no test has the variable name',
  ],
  [
    'a default that changes every question',
    {
      'promptfooconfig.yaml':
        "prompts: ['{{question}}']\ndefaultTest: { options: { suffix: '!' } }\ntests: [{ vars: { question: Hi } }]\n",
    },
    'its setting options.suffix may change what is asked',
  ],
])('nothing is written for %s', async (_, files, reason) => {
  const { code, stderr, notTaken } = await importConfig(files);
  expect(code).toBe(2);
  expect(stderr).toMatch(/no (?:prompt|test) could be taken, so nothing was written/);
  expect(notTaken.join('\n')).toContain(reason);
});

it('a text that begins like a list is a text, and a text file may hold messages', async () => {
  const { asked, notTaken } = await importConfig({
    'promptfooconfig.yaml': `prompts: ['[INST] {{question}} [/INST]', file://chat.txt, file://p.j2]
providers: [openai:gpt-4o]
tests: [{ vars: { question: 'He said "Hi"' } }]
`,
    'chat.txt': '[{"role": "user", "content": "Ask: {{question}}"}]',
    'p.j2': 'Jinja: {{question}}',
  });
  expect(notTaken).toEqual([]);
  expect(asked).toEqual({
    prompt: ['user: [INST] He said "Hi" [/INST]'],
    chat: ['user: Ask: He said "Hi"'],
    p: ['user: Jinja: He said "Hi"'],
  });
});
