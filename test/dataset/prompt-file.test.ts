import { expect, test } from 'vitest';
import { findSystemPrompt, parsePromptFile } from '../../src/dataset/prompt-file.js';
import { renderPrompt } from '../../src/dataset/render-prompt.js';
import type { Case, Message } from '../../src/model/case.js';
import { problemsIn } from '../support/problems-of.js';

const HISTORY: readonly Message[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi' },
];

function createRow(overrides: Partial<Case> = {}): Case {
  return { id: 'c1', input: 'Why?', history: [], inputHash: 'h', vars: {}, tags: [], ...overrides };
}

const GITHUB = `
name: Support
description: Answers questions
model: openai/gpt-4o-mini
modelParameters:
  temperature: 0.5
  topP: 0.9
  maxCompletionTokens: 200
  reasoning_effort: low
messages:
  - role: system
    content: You help {{name}}.
  - role: user
    content: "{{input}}"
testData:
  - input: a
    expected: b
evaluators:
  - name: similar
    uses: github/similarity
`;

test("GitHub's prompt format", () => {
  const file = parsePromptFile(GITHUB, 'p.prompt.yml');
  expect(file).toEqual({
    path: 'p.prompt.yml',
    kind: 'chat',
    model: 'openai/gpt-4o-mini',
    parameters: { temperature: 0.5, top_p: 0.9, max_completion_tokens: 200, reasoning_effort: 'low' },
    messages: [
      { role: 'system', content: 'You help {{name}}.' },
      { role: 'user', content: '{{input}}' },
    ],
  });
  expect(findSystemPrompt(file)).toBe('You help {{name}}.');
  expect(renderPrompt(file, createRow({ vars: { name: 'Ada' }, history: HISTORY }))).toEqual([
    { role: 'system', content: 'You help Ada.' },
    ...HISTORY,
    { role: 'user', content: 'Why?' },
  ]);
});

test.each([
  ['responseFormat: text', undefined],
  ['responseFormat: json_object', { kind: 'json_object' }],
  [
    `responseFormat: json_schema\njsonSchema: '{"name":"out","strict":true,"schema":{"type":"object"}}'`,
    { kind: 'json_schema', name: 'out', schema: { type: 'object' } },
  ],
  ['jsonSchema: { type: object }', { kind: 'json_schema', name: 'response', schema: { type: 'object' } }],
])('%s', (lines, format) => {
  expect(parsePromptFile(`${lines}\n${GITHUB}`, 'p.prompt.yml').responseFormat).toEqual(format);
});

test.each([
  ['[{"role":"system","content":"Be kind."},{"role":"user","content":"{{input}}"}]', null],
  [
    '{"model":"m","messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"{{input}}"}]}',
    'm',
  ],
])('a JSON prompt file: %s', (text, model) => {
  const file = parsePromptFile(text, 'p.json');
  expect(file).toMatchObject({ kind: 'chat', model, parameters: {} });
  expect(renderPrompt(file, createRow())).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Why?' },
  ]);
});

test.each(['p.md', 'p.txt', 'P.MD'])('%s is the system prompt; history and input follow', (path) => {
  const file = parsePromptFile('Be kind to {{name}}.\n', path);
  expect(file).toMatchObject({ kind: 'text', model: null, parameters: {} });
  expect(findSystemPrompt(file)).toBe('Be kind to {{name}}.');
  expect(renderPrompt(file, createRow({ vars: { name: 'Ada' }, history: HISTORY }))).toEqual([
    { role: 'system', content: 'Be kind to Ada.\n' },
    ...HISTORY,
    { role: 'user', content: 'Why?' },
  ]);
});

test('a model that is a number is shown as it is written', () => {
  const problems = problemsIn(() =>
    parsePromptFile(`model: 3.10\n${'messages: [{ role: user, content: x }]'}`, 'p.yml'),
  );
  expect(problems).toEqual(["p.yml:1: `model` is 3.10: it must be a model's name."]);
});

test('a text that places the input is the question itself', () => {
  const file = parsePromptFile('Answer: {{ input }}', 'p.md');
  expect(renderPrompt(file, createRow({ history: HISTORY }))).toEqual([
    ...HISTORY,
    { role: 'user', content: 'Answer: Why?' },
  ]);
  expect(findSystemPrompt(file)).toBe('Answer: {{ input }}');
});

test('messages that do not end with the user get history and input behind them', () => {
  const file = parsePromptFile('messages: [{ role: system, content: Be kind. }]', 'p.yml');
  expect(renderPrompt(file, createRow({ history: HISTORY })).map((message) => message.content)).toEqual([
    'Be kind.',
    'Hello',
    'Hi',
    'Why?',
  ]);
});

test.each([
  ['the input', { input: 'Why?' }, '{{input}}'],
  ['a column that is the input', { input: 'Why?', vars: { question: 'Why?' } }, 'Q: {{question}}'],
])(
  'messages that end with the beginning of the answer ask once, after the history: %s',
  (_, row, question) => {
    const file = parsePromptFile(
      JSON.stringify([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Example?' },
        { role: 'assistant', content: 'Example.' },
        { role: 'user', content: question },
        { role: 'assistant', content: 'A:' },
      ]),
      'p.json',
    );
    const asked = renderPrompt(file, createRow({ ...row, history: HISTORY }));
    expect(asked.map(({ content }) => content.replace('Q: ', ''))).toEqual([
      'Be kind.',
      'Example?',
      'Example.',
      'Hello',
      'Hi',
      'Why?',
      'A:',
    ]);
  },
);

test.each<[string, readonly (readonly [Message['role'], string])[], readonly string[]]>([
  [
    'in the answer itself',
    [
      ['system', 'S'],
      ['user', 'Use {{x}}.'],
      ['assistant', 'Ok, {{input}}:'],
    ],
    ['S', 'Hello', 'Hi', 'Use X.', 'Ok, Why?:'],
  ],
  [
    'in the system message',
    [
      ['system', 'S {{ input }}'],
      ['assistant', 'Sure: '],
    ],
    ['S Why?', 'Hello', 'Hi', 'Sure: '],
  ],
  [
    'in the system message under the name of its column',
    [
      ['system', 'S {{question}}'],
      ['user', 'Go on.'],
      ['assistant', 'Sure: '],
    ],
    ['S Why?', 'Hello', 'Hi', 'Go on.', 'Sure: '],
  ],
  [
    'nowhere',
    [
      ['system', 'S {{x}}'],
      ['assistant', 'I am here.'],
    ],
    ['S X', 'I am here.', 'Hello', 'Hi', 'Why?'],
  ],
])('messages that end with an assistant message ask once: the input is %s', (_, messages, expected) => {
  const text = JSON.stringify(messages.map(([role, content]) => ({ role, content })));
  const row = createRow({ history: HISTORY, vars: { x: 'X', question: 'Why?' } });
  expect(renderPrompt(parsePromptFile(text, 'p.json'), row).map(({ content }) => content)).toEqual(expected);
});

test('examples that end with an answer get the question behind them', () => {
  const file = parsePromptFile(
    '[{"role":"user","content":"{{example}}"},{"role":"assistant","content":"Yes."}]',
    'p.json',
  );
  const asked = renderPrompt(file, createRow({ vars: { example: 'Is it?' } }));
  expect(asked.map(({ content }) => content)).toEqual(['Is it?', 'Yes.', 'Why?']);
});

test('values come from vars and the row, and names may be of any script', () => {
  const file = parsePromptFile(
    '{{id}} {{ task }} {{context}} {{Stadt-1}} {{first name}} {{質問}} {{a.b}}',
    'p.md',
  );
  const row = createRow({
    task: 'T',
    context: ['x', 'y'],
    vars: { 'Stadt-1': 'Ulm', 'first name': 'Ada', 質問: 'はい', 'a.b': 'ab' },
  });
  expect(renderPrompt(file, row)[0]?.content).toBe('c1 T x\n\ny Ulm Ada はい ab');
});

test('one pass: what a value brings along is never expanded, nor read as a replacement pattern', () => {
  const file = parsePromptFile('A {{city}} Z {{input}}', 'p.md');
  const row = createRow({ input: "{{city}} $& $' $1", vars: { city: '{{input}}' } });
  expect(renderPrompt(file, row)[0]?.content).toBe("A {{input}} Z {{city}} $& $' $1");
});

test('a name without value is refused by file, case and name, all at once', () => {
  const file = parsePromptFile('{{citty}} {{other}} {{citty}}', 'p.md');
  expect(problemsIn(() => renderPrompt(file, createRow({ vars: { city: 'x' } })))).toEqual([
    'prompt: p.md, case "c1": `{{citty}}` has no value: add it to the dataset, as a column or an entry of `vars`. Did you mean `city`?',
    'prompt: p.md, case "c1": `{{other}}` has no value: add it to the dataset, as a column or an entry of `vars`. Known: `city`, `input`, `id`.',
  ]);
  // What a row without an id is called in its place.
  const nameless = createRow({ id: 'h', input: 'Why not?', inputHash: 'h' });
  expect(problemsIn(() => renderPrompt(file, nameless))[0]).toMatch(/^prompt: p\.md, case "Why not\?": /);
});

test.each(['constructor', '__proto__', 'toString'])('{{%s}} is no value of its own', (name) => {
  const file = parsePromptFile(`{{${name}}}`, 'p.md');
  expect(problemsIn(() => renderPrompt(file, createRow()))[0]).toContain(`\`{{${name}}}\` has no value`);
});

test.each(['expected', 'groundTruth'])('the agent is never told the answer: {{%s}}', (name) => {
  const file = parsePromptFile(`{{${name}}}`, 'p.md');
  expect(problemsIn(() => renderPrompt(file, createRow({ groundTruth: 'secret' })))[0]).toContain(
    'would tell the agent the expected answer',
  );
});

test('a prompt that asks every case the same is refused', () => {
  const file = parsePromptFile('messages: [{ role: user, content: Hello }]', 'p.prompt.yml');
  expect(problemsIn(() => renderPrompt(file, createRow()))[0]).toContain(
    'every case would ask the same; put {{input}} into it',
  );
});

test.each<[string, string, readonly string[]]>([
  ['p.md', ' \n', ['p.md:1: the prompt file is empty; write the prompt.']],
  ['p.docx', 'x', ['prompt: p.docx is of no known kind; name a .md, .txt, .json or .prompt.yml file.']],
  ['p.json', '{\n"messages": [}', ['p.json:2: this is not valid JSON: ']],
  [
    'p.json',
    '{\n"messages": [{"role": "user", "content": "{{input}}"}],\n"messag\\u0065s": []}',
    ['p.json:3: this is not valid JSON: the key "messages" is given twice'],
  ],
  ['p.json', '3', ['p.json:1: a prompt file must hold `messages`, and this one is 3.']],
  ['p.prompt.yml', '', ['p.prompt.yml:1: a prompt file must hold `messages`, and this one is null.']],
  ['p.prompt.yml', 'name: x', ['p.prompt.yml:1: `messages` is missing: it must be a list of messages.']],
  [
    'p.prompt.yml',
    'name: x\nmodle: m\nmodelParameters: 3\nresponseFormat: xml\nmessages:\n  - { role: bot, content: x }\n  - { role: user }',
    [
      'p.prompt.yml:2: unknown key `modle`. Did you mean `model`?',
      'p.prompt.yml:5: `messages`, message 1 has the role "bot": it must be system, user, assistant, tool.',
      'p.prompt.yml:5: `messages`, message 2 has the content missing: it must be text.',
      'p.prompt.yml:3: `modelParameters` must be a group, for example temperature: 0.',
      'p.prompt.yml:4: `responseFormat` is "xml": it must be text, json_object or json_schema.',
    ],
  ],
  [
    'p.prompt.yml',
    `messages: [{ role: user, content: x }]\nmodel: 3\nresponseFormat: json_schema`,
    [
      "p.prompt.yml:2: `model` is 3: it must be a model's name.",
      'p.prompt.yml:3: `jsonSchema` must be a JSON Schema',
    ],
  ],
  [
    'p.prompt.yml',
    `messages: [{ role: user, content: x }]\njsonSchema: "{"`,
    ['p.prompt.yml:2: `jsonSchema` must be'],
  ],
])('%s with %j is refused', (path, text, wanted) => {
  const problems = problemsIn(() => parsePromptFile(text, path));
  expect(problems).toHaveLength(wanted.length);
  for (const [index, message] of wanted.entries()) expect(problems[index]).toContain(message);
});
