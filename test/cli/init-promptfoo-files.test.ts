import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Model, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { type Files, importAndLint, importConfig } from './import-config.js';
import { type, writeTree } from './terminal.js';

const QUESTIONS = ['Can I return it?', 'Do you ship?', 'Where are you?', 'Can I pay by card?', 'Is it new?'];

/** A config with five tests. @param parts Further keys of the config. */
const renderConfig = (prompts: unknown, parts: object = {}) =>
  JSON.stringify({
    prompts,
    providers: ['openai:gpt-4o'],
    tests: QUESTIONS.map((question) => ({ vars: { question } })),
    ...parts,
  });

const renderChat = (system: string, user = '{{question}}') =>
  JSON.stringify([
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]);

const SYSTEM = 'You answer for a shop of lamps.\n';
const inEveryTest = (vars: object) => ({ defaultTest: { vars } });

const findWarnings = (stdout: string) => stdout.match(/^warning: .*$/gm) ?? [];

type Imported = Awaited<ReturnType<typeof importConfig>>;

/** What each suite measures, and what it watches beside that. */
const listMeasured = ({ suites }: Imported) =>
  suites.map(({ target, watch = [] }: { target: { prompt: string }; watch?: readonly string[] }) => [
    target.prompt,
    ...watch,
  ]);

it.each([
  [
    'a JSON chat that names the file',
    { 'app/chat.json': renderChat('file://app/sys.md') },
    renderConfig(['file://app/chat.json']),
    'app/chat.json',
  ],
  [
    'a YAML chat that names the file',
    {
      'app/chat.yaml':
        '- role: system\n  content: file://app/sys.md\n- role: user\n  content: "{{ question }}"\n',
    },
    renderConfig([{ id: 'file://app/chat.yaml', label: 'Chat' }]),
    'app/chat.yaml',
  ],
  [
    'a variable of all tests',
    { 'app/chat.json': renderChat('{{ system }}') },
    renderConfig(['file://app/chat.json'], inEveryTest({ system: 'file://app/sys.md' })),
    'app/chat.json',
  ],
  [
    'a variable in each test, and a chat in the config',
    {},
    renderConfig([renderChat('{{system}}')], {
      tests: QUESTIONS.map((question) => ({ vars: { question, system: 'file://./app/sys.md' } })),
    }),
    'promptfooconfig.yaml',
  ],
])(
  'a file that is the whole system message is the prompt that is measured: %s',
  async (_name, files, config, chat) => {
    const imported = await importAndLint({ 'promptfooconfig.yaml': config, 'app/sys.md': SYSTEM, ...files });
    const { notTaken, asked, cases, stdout, lint } = imported;
    expect(notTaken).toEqual([]);
    expect(listMeasured(imported)).toEqual([['app/sys.md', chat]]);
    expect(Object.values(asked)).toEqual([
      QUESTIONS.map((question) => `system: ${SYSTEM} | user: ${question}`),
    ]);
    expect(Object.keys(cases[0]?.vars ?? {})).not.toContain('system');
    expect(stdout).toContain('app/sys.md');
    expect(stdout).not.toContain('its text in the dataset');
    expect(findWarnings(stdout)).toEqual([
      `warning: app/sys.md is measured as the system prompt, and ${chat === 'promptfooconfig.yaml' ? 'the text in promptfooconfig.yaml' : chat}, which puts it before the question, is only watched.`,
    ]);
    expect(lint).toContain(`${chat} is watched, but app/sys.md is measured`);
  },
);

it('in the folder of a config, the paths of a chat begin at the config', async () => {
  const imported = await importConfig(
    {
      'evals/promptfooconfig.yaml': renderConfig(['file://../app/chat.json']),
      'app/chat.json': renderChat('file://../app/sys.md'),
      'app/sys.md': SYSTEM,
    },
    'evals/promptfooconfig.yaml',
  );
  expect(listMeasured(imported)).toEqual([['app/sys.md', 'app/chat.json']]);
});

it.each([
  ['a text', '{{ system }}\n\n{{question}}', ['user: Sell.\n\nWhy?'], 'txt'],
  [
    'a part of the system message',
    renderChat('Rules: {{system}}'),
    ['system: Rules: Sell. | user: Why?'],
    'json',
  ],
  [
    'more than the question asked',
    renderChat('{{system}}', 'Question: {{question}}'),
    ['system: Sell. | user: Question: Why?'],
    'json',
  ],
  [
    'a third message',
    JSON.stringify([
      { role: 'system', content: '{{system}}' },
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: '{{question}}' },
    ]),
    ['system: Sell. | system: Be short. | user: Why?'],
    'json',
  ],
])(
  'if the file is only a part of what is asked, a copy has its text, and all files are watched: %s',
  async (_name, prompt, asked, ending) => {
    const imported = await importConfig({
      'promptfooconfig.yaml': renderConfig([`file://app/p.${ending}`], {
        ...inEveryTest({ system: 'file://app/sys.md' }),
        tests: [{ vars: { question: 'Why?' } }, { vars: { question: 'Who?' } }],
      }),
      [`app/p.${ending}`]: prompt,
      'app/sys.md': 'Sell.\n',
    });
    const copy = `prompts/promptfoo/p.${ending}`;
    expect(listMeasured(imported)).toEqual([[copy, `app/p.${ending}`, 'app/sys.md']]);
    expect(imported.asked['p']?.slice(0, 1)).toEqual(asked);
    expect(imported.cases.map(({ vars }) => Object.keys(vars))).toEqual([['question'], ['question']]);
    expect(findWarnings(imported.stdout)).toEqual([
      `warning: ${copy} is measured, and app/p.${ending} and app/sys.md are only watched: make each change in both.`,
    ]);
  },
);

it('a copy of a chat has the files that it names, with their variables, also if the question stands there', async () => {
  const imported = await importConfig({
    'promptfooconfig.yaml': renderConfig(
      ['file://app/chat.json', 'file://app/ask.json'],
      inEveryTest({ city: 'Bonn' }),
    ),
    'app/chat.json': JSON.stringify([
      { role: 'system', content: 'file://app/sys.md' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'file://app/hi.txt' },
      { role: 'user', content: '{{question}}' },
    ]),
    'app/ask.json': renderChat('file://app/asks.md'),
    'app/sys.md': 'You are in {{city}}.',
    'app/hi.txt': 'Say "hi"!',
    'app/asks.md': 'Answer {{question}} in German.',
  });
  expect(imported.notTaken).toEqual([]);
  expect(listMeasured(imported)).toEqual([
    ['prompts/promptfoo/chat.json', 'app/chat.json', 'app/sys.md', 'app/hi.txt'],
    ['prompts/promptfoo/ask.json', 'app/ask.json', 'app/asks.md'],
  ]);
  expect(imported.asked['chat']?.[1]).toBe(
    'system: You are in Bonn. | user: Hello | assistant: Say "hi"! | user: Do you ship?',
  );
  expect(imported.asked['ask']?.[1]).toBe('system: Answer Do you ship? in German. | user: Do you ship?');
});

it('a file that is named and cannot be read is never asked as its name', async () => {
  const files = {
    'missing.json': renderChat('file://sys.txt'),
    'absolute.json': renderChat('file:///app/sys.txt'),
    'windows.json': renderChat('file://C:\\app\\sys.txt'),
    'several.json': renderChat('file://app/*.txt'),
    'code.json': renderChat('file://app/make.py'),
    'data.json': renderChat('file://app/data.json'),
    'of-test.json': renderChat('file://app/{{question}}.txt'),
    'again.json': renderChat('file://app/again.txt'),
    'parts.json': JSON.stringify([
      { role: 'system', content: [{ type: 'text', text: 'file://app/sys.txt' }] },
      { role: 'user', content: '{{question}}' },
    ]),
    'list.txt': renderChat('file://app/sys.txt'),
    'group.yaml': 'messages: file://app/data.json\n',
  };
  const { notTaken, asked, stdout } = await importConfig({
    'promptfooconfig.yaml': renderConfig([
      'Plain {{question}}',
      ...Object.keys(files).map((path) => `file://${path}`),
      renderChat('file://app/sys.txt'),
    ]),
    ...files,
    'app/sys.txt': SYSTEM,
    'app/other.txt': SYSTEM,
    'app/again.txt': 'file://app/sys.txt',
    'app/make.py': 'print(1)',
    'app/data.json': '[]',
  });
  expect(Object.keys(asked)).toEqual(['prompt']);
  expect(notTaken).toMatchInlineSnapshot(`
    [
      "prompt file://missing.json | no | missing.json:1: it names file://sys.txt, which is sys.txt from the folder of the config: this file does not exist",
      "prompt file://absolute.json | no | absolute.json:1: it names file:///app/sys.txt, which is /app/sys.txt from the folder of the config: an absolute path; write it from the folder of the config",
      "prompt file://windows.json | no | windows.json:1: it names file://C:\\app\\sys.txt, which is C:\\app\\sys.txt from the folder of the config: an absolute path; write it from the folder of the config",
      "prompt file://several.json | no | several.json:1: it names file://app/*.txt, which is not one file of text; write its text out",
      "prompt file://code.json | no | code.json:1: it names file://app/make.py, which is not one file of text; write its text out",
      "prompt file://data.json | no | data.json:1: it names file://app/data.json, which is not one file of text; write its text out",
      "prompt file://of-test.json | no | of-test.json:1: it names file://app/{{question}}.txt, which is app/{{question}}.txt from the folder of the config: this file does not exist",
      "prompt file://again.json | no | again.json:1: a message that is the name of a file: promptfoo reads it only if a .json or .yaml file has it",
      "prompt file://parts.json | no | parts.json:1: not a text or a list of messages with texts",
      "prompt file://list.txt | no | list.txt:1: a message that is the name of a file: promptfoo reads it only if a .json or .yaml file has it",
      "prompt file://group.yaml | no | group.yaml:1: not a text or a list of messages with texts",
      "prompt [{"role":"system","content":"file://app/s… | no | promptfooconfig.yaml:1: a message that is the name of a file: promptfoo reads it only if a .json or .yaml file has it",
    ]
  `);
  expect(findWarnings(stdout).at(-1)).toMatch(
    /^warning: no suite tests the prompts file:\/\/missing\.json, .* and 7 more: the table says why\.$/,
  );
});

it('files of some tests are copied into the dataset and watched', async () => {
  const imported = await importAndLint({
    'promptfooconfig.yaml': renderConfig(['{{system}} {{rules}} {{question}}'], {
      ...inEveryTest({ system: ['file://app/a.md', 'file://app/b.md'] }),
      tests: [
        { vars: { question: 'Why?', rules: '{{own}}', own: 'file://app/rules.txt' } },
        { vars: { question: 'Who?', rules: 'None.', unused: 'file://app/unused.txt' } },
      ],
    }),
    'app/a.md': 'A',
    'app/b.md': 'B',
    'app/rules.txt': 'Rules',
    'app/unused.txt': 'Unused',
  });
  expect(listMeasured(imported)).toEqual([
    ['prompts/promptfoo/prompt.txt', 'promptfooconfig.yaml', 'app/a.md', 'app/rules.txt', 'app/b.md'],
  ]);
  expect(imported.asked['prompt']).toEqual([
    'user: A Rules Why?',
    'user: B Rules Why?',
    'user: A None. Who?',
    'user: B None. Who?',
  ]);
  expect(findWarnings(imported.stdout)).toContain(
    'warning: evals/promptfooconfig.jsonl has the texts of app/a.md, app/rules.txt and app/b.md, which are only watched: make each change in both. A change of a dataset counts after the merge.',
  );
  expect(imported.lint).toContain(
    'promptfooconfig.yaml, app/a.md, app/rules.txt and app/b.md are watched, but only prompts/promptfoo/prompt.txt and evals/promptfooconfig.jsonl are read',
  );
});

it('a value that names files inside a group is not taken', async () => {
  const { stderr } = await importConfig({
    'promptfooconfig.yaml': renderConfig(
      ['{{page}} {{question}}'],
      inEveryTest({ page: { text: 'file://a.md' } }),
    ),
    'a.md': 'A',
  });
  expect(stderr).toContain('its variable page: it names a file inside a group; write its value out');
});

it('a prompt with template logic becomes a suite whose prompt is to be written', async () => {
  const imported = await importAndLint({
    'promptfooconfig.yaml': renderConfig(
      [
        'file://app/a.txt',
        'file://app/b.json',
        'file://app/c.json',
        'file://app/plain.txt',
        'file://make.py',
      ],
      inEveryTest({ city: 'Bonn', user: { name: 'Ann' } }),
    ),
    'app/a.txt': 'You are the desk. {# internal #}\n{{ city | upper }}: {{ question | trim }}\n',
    'app/b.json': renderChat('In {{ env.REGION }}'),
    'app/c.json': renderChat('file://app/sys.md'),
    'app/plain.txt': 'You are the desk.\n{{question}}\n',
    'app/sys.md': 'Help.\n{% if city %}In {{city}}.{% endif %}\n',
  });
  expect(imported.notTaken).toEqual([
    'prompt file://make.py | no | promptfooconfig.yaml:1: made by code; make it a command: docs/agents.md of prompt-regression',
    'prompt file://app/a.txt | no | app/a.txt:1: it has {# internal #}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/a.txt',
    'prompt file://app/b.json | no | app/b.json:1: it has {{ env.REGION }}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/b.txt',
    'prompt file://app/c.json | no | app/sys.md:2: it has {% if city %}, and only {{name}} is filled in; use that or plain text in prompts/promptfoo/c.txt',
  ]);
  expect(listMeasured(imported)).toEqual([
    ['prompts/promptfoo/a.txt', 'app/a.txt'],
    ['prompts/promptfoo/b.txt', 'app/b.json'],
    ['prompts/promptfoo/c.txt', 'app/c.json', 'app/sys.md'],
    ['app/plain.txt'],
  ]);
  // What the user has to write can use every variable of the original.
  expect(imported.cases[0]?.vars).toMatchObject({ city: 'Bonn' });
  expect(imported.stdout).toContain('warning: no suite tests the prompt file://make.py: the table says why.');
  expect(imported.stdout).toContain(
    '\n  1. In prompts/promptfoo/a.txt, write the text of app/a.txt without template logic. Only names in braces, such as {{input}}, are filled in.\n',
  );
  expect(imported.lint).toContain('prompts/promptfoo/a.txt: write your prompt');
  expect(imported.lint).toContain('\nnot ready to require:');
});

it('a template in a file of all tests leaves the tests to the other prompts', async () => {
  const imported = await importConfig({
    'promptfooconfig.yaml': renderConfig(
      ['{{system}} {{question}}', 'file://app/plain.txt'],
      inEveryTest({ system: 'file://app/sys.md' }),
    ),
    'app/sys.md': '{% if a %}A{% endif %}',
    'app/plain.txt': '{{question}}',
  });
  expect(imported.cases).toHaveLength(5);
  expect(listMeasured(imported)).toEqual([
    ['prompts/promptfoo/prompt.txt', 'promptfooconfig.yaml', 'app/sys.md'],
    ['app/plain.txt'],
  ]);
});

it.each([
  { systemPrompt: 'file://app/sys.md' },
  { instructions: 'You sell.' },
  { systemInstruction: { parts: [] } },
  { system: 'You sell.' },
  { passthrough: { instructions: 'You sell.' } },
])('a provider that adds a text to the prompts is not taken: %o', async (config) => {
  const { notTaken, suites } = await importConfig({
    'promptfooconfig.yaml': renderConfig(['file://p.txt'], { providers: [{ id: 'openai:gpt-4o', config }] }),
    'p.txt': '{{question}}',
  });
  const [key = ''] = Object.keys(config.passthrough ?? config);
  expect(notTaken).toEqual([
    `provider openai:gpt-4o | no | promptfooconfig.yaml:1: its config.${config.passthrough ? 'passthrough.' : ''}${key} is asked with each prompt; write it into the prompts as a system message`,
  ]);
  expect(suites[0].target.model).toBe('Replace this with the model');
});

it('what is added before or after each prompt leaves no test', async () => {
  const { stderr, code } = await importConfig({
    'promptfooconfig.yaml': renderConfig(['file://p.txt'], {
      defaultTest: { options: { prefix: 'file://app/sys.md' } },
    }),
    'p.txt': '{{question}}',
  });
  expect(code).toBe(2);
  expect(stderr).toContain('its setting options.prefix may change what is asked');
});

/** Answers with the line of its prompt that begins with a word of the question. */
const SHOP_MODEL: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) => {
    const lines = [...system.matchAll(/^(\w+): (.+)$/gm)].map(([, word = '', text = '']) => [word, text]);
    return lines.find(([word = '']) => input.toLowerCase().includes(word))?.[1] ?? 'We sell lamps.';
  },
};

it('an edit of a file that a prompt names is measured', async () => {
  await using openai = await startOpenAiServer({ reply: (body) => modelReply(SHOP_MODEL, body) });
  const repository = new TestRepository(createFolder());
  const cwd = repository.path;
  repository.git('init', '--quiet', '--initial-branch', 'main');
  const system = 'You answer.\nreturn: You can return it within 30 days.\nship: We ship to Austria.\n';
  const assert = [{ type: 'not-contains', value: 'never' }];
  repository.commit({
    'promptfooconfig.yaml': renderConfig(
      ['file://app/chat.json', 'file://app/chat.yaml', 'file://app/copied.txt'],
      {
        providers: [{ id: 'openai:chat:gpt-4o', config: { apiBaseUrl: openai.url } }],
        defaultTest: { vars: { system: 'file://app/sys.txt' }, assert },
      },
    ),
    'app/chat.json': renderChat('file://app/sys.txt'),
    'app/chat.yaml': '- { role: system, content: "{{system}}" }\n- { role: user, content: "{{question}}" }\n',
    'app/copied.txt': '{{system}}\n{{question}}',
    'app/sys.txt': system,
  });
  expect((await type('init --from promptfooconfig.yaml', { cwd })).code).toBe(0);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'import');
  repository.git('checkout', '--quiet', '-b', 'broken');
  repository.commit({ 'app/sys.txt': system.replace('We ship', 'We never ship') });
  const { code, stdout } = await type('run', { cwd });
  expect([code, stdout]).toEqual([1, expect.stringContaining('❌ chat ·')]);
  expect(stdout).toContain('❌ chat-2 ·');
  // The copy did not change.
  expect(stdout).toContain('✅ copied');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '`app/sys.txt` changed, and this suite asks `prompts/promptfoo/copied.txt`, which did not change.',
  );
});

it('lint is not ready if a copy differs from the files that it stands for', async () => {
  const files = {
    'promptfooconfig.yaml': renderConfig(['file://app/p.txt', 'file://app/chat.json', 'file://make.py'], {
      ...inEveryTest({ system: 'file://app/sys.md' }),
      tests: QUESTIONS.map((question, at) => ({
        vars: { question, page: at === 1 ? 'file://app/page.txt' : 'None' },
      })),
    }),
    'app/p.txt': '{{system}} {{page}} {{question}}',
    'app/chat.json': renderChat('{{system}}'),
    'app/sys.md': 'Sell.',
    'app/page.txt': 'One',
  };
  const { cwd, lint } = await importAndLint(files);
  expect(lint).not.toContain('differ');
  expect(lint.match(/^warning: No suite .*$/gm)).toEqual([
    'warning: No suite tests 1 prompt of promptfooconfig.yaml: file://make.py.',
  ]);
  const lintWith = async (edits: Files) => {
    await writeTree(cwd, { ...files, ...edits });
    const { code, stdout } = await type('lint', { cwd });
    expect(code).toBe(1);
    return stdout.match(/^ {2}- .*(?:differ|not all).*$/gm) ?? [];
  };
  const differs = `  - prompts/promptfoo/p.txt: differs from app/p.txt and app/sys.md, which it is a copy of: make the same change in both`;
  expect(await lintWith({ 'app/sys.md': 'Sell less.' })).toEqual([differs]);
  expect(await lintWith({ 'app/p.txt': '{{system}} {{page}}! {{question}}' })).toEqual([differs]);
  expect(await lintWith({ 'app/page.txt': 'Two' })).toEqual([
    '  - evals/promptfooconfig.jsonl: differs from app/page.txt, which it has copies of: make the same change in both',
  ]);
  expect(await lintWith({ 'app/chat.json': renderChat('{{system}} Be short.') })).toEqual([
    '  - suite chat: app/sys.md is not all that app/chat.json asks now: make the same change in both',
  ]);
  // Both are changed.
  expect(
    await lintWith({
      'app/sys.md': 'Sell less.',
      'prompts/promptfoo/p.txt': 'Sell less. {{page}} {{question}}',
    }),
  ).toEqual([]);
  // The copy is the only prompt.
  const config = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  const unwatched = config.replaceAll(/^ *- app\/(?:p\.txt|sys\.md)\n/gm, '');
  expect(await lintWith({ 'app/p.txt': 'Other {{question}}', 'prompt-regression.yml': unwatched })).toEqual(
    [],
  );
});

it('lint refuses a prompt file that asks the name of a file', async () => {
  const { cwd } = await importConfig({
    'promptfooconfig.yaml': renderConfig(['file://app/chat.json']),
    'app/chat.json': renderChat('file://app/sys.md'),
    'app/sys.md': SYSTEM,
  });
  const config = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  await writeTree(cwd, {
    'prompt-regression.yml': config.replace('prompt: app/sys.md', 'prompt: app/chat.json'),
  });
  expect(await type('lint', { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('app/chat.json: a message is the name of a file'),
  });
});

it('a prompt whose own settings add a text is not taken', async () => {
  const config = { systemPrompt: 'file://app/sys.md' };
  const { notTaken, stdout } = await importConfig({
    'promptfooconfig.yaml': renderConfig(['file://p.txt', { id: 'file://p.txt', label: 'Long', config }]),
    'p.txt': '{{question}}',
  });
  expect(notTaken).toEqual([
    'prompt Long | no | promptfooconfig.yaml:1: its config.systemPrompt changes the text; write it into the prompt',
  ]);
  expect(findWarnings(stdout)).toEqual(['warning: no suite tests the prompt Long: the table says why.']);
});
