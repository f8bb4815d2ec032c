import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STARTER_PROMPT } from '../../src/cli/init/write-project.js';
import { ROOT, readPage } from '../build/code-blocks.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { shellAgent } from '../support/shell-agent.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

const SHELL_AGENT = shellAgent();
const PYTHON_AGENT = `import json, os, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "output": "30 days."}), flush=True)
`;

const jsonlOf = (...questions: readonly string[]) =>
  questions.map((input, at) => `${JSON.stringify({ id: `q${at}`, input })}\n`).join('');

describe('lint', () => {
  it('tells what there is', async () => {
    const cwd = await createAgent();
    expect(await type('lint', { cwd })).toEqual({
      code: 1,
      stdout: `suite support: 8 cases in cases.jsonl, command sh agent.sh
  warning: 8 cases detect only large drops. Use 30 or more.
not ready to require:
  - suite support: no \`task\`; add one that says what the agent is for
  - judge: \`builtin\` is for a first look; name a model
  - .github/workflows: no workflow runs the action on pull requests here; \`init\` writes one
`,
      stderr: 'Asking command sh agent.sh of suite support one question.\n',
    });
  });

  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `q${at}`, input: `Tell me about lamp ${at}.` }));
  const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

  it.each<[string, Readonly<Record<string, string>>, RegExp | null]>([
    ['enough cases', { 'cases.jsonl': jsonl(rowsOf(40)) }, null],
    [
      'a question under another name that is known',
      { 'cases.jsonl': jsonl(rowsOf(40).map(({ id, input: question }) => ({ id, question }))) },
      null,
    ],
    [
      'a question beside an input',
      { 'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, question: 'Who asks?' }))) },
      null,
    ],
    [
      'a group that is too small for its mean',
      {
        'cases.jsonl': jsonl(rowsOf(40).map((row, at) => ({ ...row, tags: [at < 7 ? 'few' : 'many'] }))),
        'prompt-regression.yml': `${CONFIG}    gate: { tags: { few: {}, many: { threshold: 0.5 } } }\n`,
      },
      /^The group `few` has 7 cases\. Its mean is tested from 8 cases on/m,
    ],
    [
      'five cases',
      { 'cases.jsonl': jsonl(rowsOf(5)) },
      /^5 cases detect only large drops\. Use 30 or more\.$/m,
    ],
    [
      'the same question in other letters',
      { 'cases.jsonl': jsonl([...rowsOf(40), { id: 'again', input: 'tell me about LAMP 3!' }]) },
      /1 case asks the same as another, .*: again \(as q3\)\./,
    ],
    [
      'a slip of a column',
      { 'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, groundTrth: 'x' }))) },
      /The column `groundTrth` is only a variable for the prompt\. Did you mean `groundTruth`\?/,
    ],
    [
      'a question of which only one of two columns was edited',
      { 'cases.jsonl': jsonl(rowsOf(40).map((row, at) => ({ ...row, ask: at === 6 ? 'old' : row.input }))) },
      /^`input` and ask are the same in most cases, and not in q6\. Edit both: the prompt gets ask, and the judge gets `input`\.$/m,
    ],
    [
      'not of a column that is the question in half of the cases',
      {
        'cases.jsonl': jsonl(
          rowsOf(40).map((row, at) => ({ ...row, ask: at % 2 === 0 ? 'old' : row.input })),
        ),
      },
      /^(?!.*Edit both)/s,
    ],
    [
      'a column that the prompt does not use',
      {
        'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, city: 'Bonn' }))),
        'shop.md': 'Be brief.\n',
        'prompt-regression.yml':
          'judge: { model: builtin }\nsuites: [{ name: support, dataset: cases.jsonl, target: { prompt: shop.md, model: m } }]\n',
      },
      /`city` is in the dataset, and shop\.md does not use it\.\nnot ready/,
    ],
  ])('warns of what may surprise: %s', async (_, files, warning) => {
    const cwd = await createAgent(files);
    const { code, stdout } = await type('lint', { cwd });
    expect(code).toBe(1);
    if (warning === null) expect(stdout).not.toMatch(/warning/);
    else expect(stdout.replaceAll(/^ +(warning: )?/gm, '')).toMatch(warning);
  });

  it('warns of what looks like a template and is sent unchanged, with its line', async () => {
    const prompt = `You help in {city}.
{% if vip %}Be kind.{% endif %}
{{{city}}} and {{ city | upper }} and {{#each rows}}
{{- city -}} {# no #}
{json} {"city": 1} {{city}}
`;
    const cwd = await createAgent({
      'cases.jsonl': jsonl(rowsOf(40).map((row) => ({ ...row, city: 'Bonn' }))),
      'shop.md': `---\nmodel: x\n---\n${prompt}`,
      'shop.json': JSON.stringify({ messages: [{ role: 'user', content: '{input}\n{{ city }}' }] }),
      'prompt-regression.yml': `judge: { model: builtin }
suites:
  - { name: a, dataset: cases.jsonl, target: { prompt: shop.md, model: m } }
  - { name: b, dataset: cases.jsonl, target: { prompt: shop.json, model: m } }
`,
    });
    const { code, stdout } = await type('lint', { cwd });
    expect(code).toBe(1);
    const only = 'is sent unchanged: only `{{name}}` is filled in.';
    expect(stdout.split('\n').filter((line) => line.includes('warning: '))).toEqual(
      [
        'shop.md:1: the lines between `---` are sent with the prompt: remove them.',
        'shop.md:4: `{city}` is sent unchanged: write `{{city}}`.',
        `shop.md:5: \`{% if vip %}\` ${only}`,
        `shop.md:5: \`{% endif %}\` ${only}`,
        'shop.md:6: `{{{city}}}` is filled in, and its outer braces are sent: write two braces.',
        `shop.md:6: \`{{ city | upper }}\` ${only}`,
        `shop.md:6: \`{{#each rows}}\` ${only}`,
        `shop.md:7: \`{{- city -}}\` ${only}`,
        `shop.md:7: \`{# no #}\` ${only}`,
        'shop.json:1: `{input}` is sent unchanged: write `{{input}}`.',
      ].map((warning) => `  warning: ${warning}`),
    );
  });

  it.each<[string, string, string, RegExp | null]>([
    ['another model', 'read("shop.md"); ask({ model: "gpt-5-nano" })', 'gpt-5-mini', /gpt-5-nano/],
    [
      'the same model of another provider',
      'read("shop.md"); ask({ model: "gpt-5-mini" })',
      'anthropic/claude-haiku-4-5',
      /gpt-5-mini/,
    ],
    ['the same model', 'read("shop.md"); ask({ model: "gpt-5-mini" })', 'gpt-5-mini', null],
    [
      'the same model by its full name',
      'read("shop.md"); ask({ model: "gpt-5-mini" })',
      'openai/gpt-5-mini',
      null,
    ],
    [
      'several models',
      'read("shop.md"); ask({ model: "gpt-5" }); ask({ model: "gpt-4" })',
      'gpt-5-mini',
      null,
    ],
    ['a model of the environment', 'read("shop.md"); ask({ model: process.env.MODEL })', 'gpt-5-mini', null],
    ['a model for something else', 'ask({ model: "gpt-5-nano" })', 'gpt-5-mini', null],
  ])('warns if the code asks another model with the prompt: %s', async (_, code, model, named) => {
    const suite = (name: string, asked: string) =>
      `  - { name: ${name}, dataset: cases.jsonl, target: { prompt: shop.md, model: ${asked} } }\n`;
    const config = `judge: { model: j }\nsuites:\n${suite('a', model)}`;
    const files = { 'src/answer.ts': code, 'shop.md': 'You help.\n', 'prompt-regression.yml': config };
    const { stdout } = await type('lint', { cwd: await createAgent(files) });
    const [warning = null] = /src\/answer\.ts asks .*/.exec(stdout) ?? [];
    if (named === null) return expect(warning).toBeNull();
    expect(warning).toMatch(named);
    expect(warning).toContain(
      ` with shop.md, and this suite asks ${model}. To test what your product asks, set`,
    );
    const both = { ...files, 'prompt-regression.yml': `${config}${suite('b', named.source)}` };
    expect((await type('lint', { cwd: await createAgent(both) })).stdout).not.toContain('src/answer.ts asks');
  });

  it.each([
    ['it reads', `${PYTHON_AGENT}os.environ.get("MODE")\n`, { MODE: 'fast' }, true],
    [
      'its library reads',
      `${PYTHON_AGENT}def f(): import openai\n`,
      { OPENAI_BASE_URL: 'https://a.example' },
      true,
    ],
    ['it reads, if it is not set here', `${PYTHON_AGENT}os.environ.get("MODE")\n`, {}, false],
    ['it does not read', PYTHON_AGENT, { MODE: 'fast', OPENAI_BASE_URL: 'https://a.example' }, false],
  ])(
    'warns of a variable that is set here and not in the workflow, and that %s',
    async (_, agent, env: Readonly<Record<string, string>>, warns) => {
      const lint = async (more: string) => {
        const repository = new TestRepository(createFolder());
        repository.git('init', '--quiet', '--initial-branch', 'main');
        repository.commit({
          'prompt-regression.yml':
            'judge: { model: j }\nsuites: [{ name: s, dataset: d.jsonl, task: Answers., target: { command: [python3, agent.py], env: [OPENAI_API_KEY] } }]\n',
          'd.jsonl': jsonlOf('How long?'),
          'agent.py': agent,
          '.github/workflows/check.yml': `${readPage('examples/own-agent.yml')}${more}`,
        });
        return (await type('lint', { cwd: repository.path, env })).stdout;
      };
      const warning = /^warning: (\w+) is set on this machine, and agent\.py of suite s reads it\. /m;
      expect(warning.test(await lint(''))).toBe(warns);
      expect(await lint(`# ${Object.keys(env)[0]}\n`)).not.toMatch(warning);
    },
  );

  it('warns of a watched file that the suite does not measure', async () => {
    const cwd = createFolder();
    const suite = (watch: string, target: string) =>
      `{ name: s${watch.length}, dataset: d.jsonl, watch: [${watch}], target: ${target} }`;
    await writeTree(cwd, {
      'prompt-regression.yml': `judge: { model: j }\nsuites:\n  - ${suite('original.md', '{ prompt: copy.md, model: m }')}\n  - ${suite('copy.md, "*.md", d.jsonl', '{ prompt: copy.md, model: m }')}\n  - ${suite('original.md ', '{ command: [cat] }')}\n`,
      'd.jsonl': '{"id":"a","input":"Hi"}\n',
      'original.md': 'Help.\n',
      'copy.md': 'Help.\n',
    });
    const { stdout } = await type('lint', { cwd });
    expect(stdout.match(/^ {2}warning: .*watched.*$/gm)).toEqual([
      '  warning: original.md is watched, but copy.md is measured: a change of original.md alone runs the check and cannot change an answer. If copy.md is a copy, change both, or name original.md as the `prompt`.',
    ]);
  });

  it('tells the problems of all suites at once', async () => {
    const cwd = await createAgent({
      'prompt-regression.yml': `judge: { model: builtin }
suites:
  - { name: one, dataset: bad.jsonl, target: { prompt: none.md, model: m } }
  - { name: two, dataset: good.jsonl, target: { prompt: who.md, model: m } }
  - { name: three, dataset: missing.csv, target: { recorded: nope.jsonl } }
`,
      'bad.jsonl': '{"id":"a","input":"x"}\n{"id":"b"}\n{no json\n',
      'good.jsonl': '{"id":"a","input":"x"}\n',
      'who.md': 'Greet {{who}}: {{input}}\n',
    });
    const { code, stdout, stderr } = await type('lint', { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const problems = stderr.trim().split('\n');
    expect(problems.map((line) => line.slice(0, 90))).toEqual([
      expect.stringContaining('error: prompt-regression.yml:3: prompt: suite "one" names "none.md"'),
      expect.stringContaining('error: bad.jsonl:2: '),
      expect.stringContaining('error: bad.jsonl:3: '),
      expect.stringContaining('error: prompt: who.md, case "a": `{{who}}` has no value'),
      expect.stringContaining('error: prompt-regression.yml:5: recorded: suite "three" names "nope.jsonl"'),
      expect.stringContaining('error: prompt-regression.yml:5: dataset: suite "three" names "missing.csv"'),
    ]);
  });

  it.each([
    ['suites: [', 'is not valid YAML'],
    ['suites: 3', 'must be a list'],
    ['', 'There is nothing to run'],
  ])('of the config %j says what is wrong', async (text, problem) => {
    const cwd = await createAgent({ 'prompt-regression.yml': text });
    const { code, stderr } = await type('lint', { cwd });
    expect({ code, says: stderr.includes(problem) }).toEqual({ code: 2, says: true });
  });
});

describe('lint says whether the check can be required', () => {
  const prompt = (more = '') => `judge: { model: j }
suites:
  - { name: support, dataset: cases.jsonl, target: { prompt: p.md, model: m }${more} }
`;
  const program = (more = '') => `judge: { model: j }
suites:
  - { name: support, dataset: cases.jsonl, task: Answers., target: { command: [sh, agent.sh]${more} } }
`;
  const python = (more = '') => program(more).replace('sh, agent.sh', 'python3, agent.py');
  const cases = jsonlOf('How long?', 'Where?', 'When?', 'Who?', 'Why?');
  const workflow = readPage('examples/pull-request.yml').replace('OWNER', 'acme');
  const stored = readPage('examples/own-agent.yml').replaceAll('OWNER', 'acme');
  const INSTALLATIONS: readonly (readonly [string, (text: string) => string])[] = [
    ['a step installs', (text: string) => text],
    ['a script installs', (text: string) => text.replaceAll(/pip .*/g, './scripts/prepare.sh')],
    [
      'an own action installs',
      (text: string) => text.replaceAll(/run: pip .*/g, 'uses: ./.github/actions/prepare'),
    ],
    [
      'an image has',
      (text: string) =>
        text.replaceAll(/ +- run: pip .*\n/g, '').replaceAll('runs-on:', 'container: a/b\n    runs-on:'),
    ],
  ];
  const READY = 'ready to require: prompt-regression/support (docs/required-check.md of prompt-regression)';
  const asVariable = (name: string) => workflow.replace(' OPENAI_API_KEY:', ` ${name}:`);
  const asInput = workflow.replace(/ {8}env:\n +OPENAI_API_KEY:/, '          openai-api-key:');

  const two = prompt().replace(
    'suites:\n',
    'suites:\n  - { name: sales, dataset: cases.jsonl, target: { prompt: p.md, model: m } }\n',
  );
  const withInput = (input: string) => workflow.replace('with:\n', `with:\n          ${input}\n`);
  const withCheckout = (input: string) =>
    workflow.replace('persist-credentials: false', `persist-credentials: false, ${input}`);

  type Files = {
    readonly config: string;
    readonly workflow?: string;
    readonly other?: string;
    readonly more?: Readonly<Record<string, string>>;
    /** Default: a folder without git. */
    readonly branch?: string;
    readonly cases?: string;
    readonly prompt?: string;
    readonly agent?: string;
  };
  const lint = async ({ config, ...files }: Files) => {
    const cwd = createFolder();
    const tree = {
      'prompt-regression.yml': config,
      'cases.jsonl': files.cases ?? cases,
      'p.md': files.prompt ?? 'You help.\n',
      'agent.sh': SHELL_AGENT,
      'agent.py': files.agent ?? PYTHON_AGENT,
      ...(files.workflow !== undefined && { '.github/workflows/check.yml': files.workflow }),
      ...(files.other !== undefined && { '.github/workflows/other.yml': files.other }),
      ...files.more,
    };
    // Git's processes take most of a test's time.
    if (files.branch === undefined) await writeTree(cwd, tree);
    else {
      const repository = new TestRepository(cwd);
      repository.git('init', '--quiet', '--initial-branch', files.branch);
      repository.commit(tree);
    }
    const { code, stdout, stderr } = await type('lint', { cwd });
    const verdict = stdout.slice(stdout.search(/^(?:check yourself|(?:not )?ready)/m)).trim();
    expect(code, stderr).toBe(/^not ready/m.test(verdict) ? 1 : 0);
    return verdict;
  };

  it.each<[string, Files]>([
    ['a prompt', { config: prompt(), workflow }],
    ['the key as an input', { config: prompt(), workflow: asInput }],
    ['a program with a stored baseline', { config: program(), workflow: stored }],
    [
      'a provider on this machine, which the workflow starts',
      {
        config: prompt().replaceAll(/model: ./g, 'model: ollama/m'),
        workflow: asVariable('X').replace('steps:', 'steps:\n      - run: ollama serve &'),
      },
    ],
    [
      "a provider on a machine of the user's",
      {
        config: prompt().replaceAll(/model: ./g, 'model: ollama/m'),
        workflow: asVariable('X').replace('ubuntu-latest', '[self-hosted, gpu]'),
      },
    ],
    [
      'all permissions',
      {
        config: prompt(),
        workflow: workflow.replace(/permissions:\n(?: {6}.*\n)+/, 'permissions: write-all\n'),
      },
    ],
    ['pull requests of any type', { config: prompt(), workflow: workflow.replace(/ +types: .*\n/, '') }],
    [
      'pull requests when they are ready for review',
      {
        config: prompt(),
        workflow: workflow
          .replace('edited', 'ready_for_review')
          .replace('runs-on:', 'if: github.event.pull_request.draft == false\n    runs-on:'),
      },
    ],
    [
      'pull requests to some branches',
      {
        branch: 'main',
        config: prompt(),
        workflow: workflow.replace('    types:', "    branches: ['*', '!next']\n    types:"),
      },
    ],
    [
      'an `if` that holds',
      {
        branch: 'main',
        config: prompt(),
        workflow: workflow.replace(
          'runs-on:',
          "if: github.event_name == 'pull_request' && (github.base_ref == 'main' || github.ref == 'refs/heads/next')\n    runs-on:",
        ),
      },
    ],
    [
      'a second workflow for a label',
      { config: prompt(), workflow, other: workflow.replace(/types: .*/, 'types: [labeled]') },
    ],
    [
      'pushes to a pattern of branches',
      { branch: 'main', config: program(), workflow: stored.replace('[main]', "['ma*', 'release/**']") },
    ],
    [
      'a baseline of pushes to main by an `if`',
      {
        branch: 'main',
        config: program(),
        workflow: stored
          .replace('push: { branches: [main] }', 'push:')
          .replace(
            "github.event_name != 'pull_request'",
            `\${{ github.event_name != 'pull_request' && github.ref == 'refs/heads/main' }}`,
          ),
      },
    ],
    [
      'a step that clones',
      {
        config: prompt(),
        workflow: workflow.replace(
          /- uses: actions\/checkout.*\n.*/,
          '- run: git clone --depth 1 https://git.example/a .',
        ),
      },
    ],
    [
      'the action in a folder of the repository',
      {
        config: prompt(),
        workflow: workflow.replace('acme/prompt-regression@v1', './.github/actions/check'),
      },
    ],
    ...INSTALLATIONS.map(([what, change]): [string, Files] => [
      `a package that ${what}`,
      {
        config: python(),
        workflow: change(stored),
        agent: `${PYTHON_AGENT}\ndef unused(): import numpy\n`,
      },
    ]),
    [
      'a task that speaks of todos',
      { config: program().replace('Answers.', '"Todo lists: answers questions."'), workflow: stored },
    ],
    [
      'the action under another name',
      { config: prompt(), workflow: workflow.replace('acme/prompt-regression', 'acme/checks') },
    ],
    [
      'the action under another name, with the key as a variable',
      {
        config: program(', env: [OPENAI_API_KEY]'),
        workflow: stored
          .replaceAll('acme/prompt-regression', 'acme/evalgate')
          .replaceAll(/ +env:\n +OPENAI_API_KEY: .*\n/g, '')
          .replaceAll('jobs:', `env: { OPENAI_API_KEY: "\${{ secrets.AI }}" }\njobs:`),
      },
    ],
    [
      'a program with its keys and variables',
      {
        config: python(', env: [OPENAI_API_KEY]'),
        workflow: stored
          .replaceAll(/ +env:\n +OPENAI_API_KEY: .*\n/g, '')
          .replaceAll('jobs:', `env: { LLM_URL: x, OPENAI_API_KEY: "\${{ secrets.AI }}" }\njobs:`),
        agent: `${PYTHON_AGENT}\ndef unused(): import openai; os.environ["LLM_URL"], os.environ.get("MODE", "a"), os.environ.get("OTHER_KEY")\n`,
      },
    ],
    ['a case about todos', { config: prompt(), workflow, cases: cases.replace('Why?', 'TODO: buy milk') }],
    ['a threshold alone', { config: prompt(', gate: { fail-on: [threshold], threshold: 0.8 }'), workflow }],
    [
      'a threshold of a group alone',
      {
        config: prompt(', gate: { fail-on: [threshold], tags: { x: { threshold: 0.5 } } }'),
        workflow,
        cases: cases.replaceAll('}', ',"tags":["x"]}'),
      },
    ],
    ...['main', `\${{ github.base_ref }}`, `\${{ github.event.pull_request.base.sha }}`].map(
      (ref): [string, Files] => [
        `the baseline ${ref}`,
        { branch: 'main', config: prompt(), workflow: withInput(`baseline: "${ref}"`) },
      ],
    ),
    ...[
      `\${{ github.event.pull_request.head.sha }}`,
      `\${{ github.ref }}`,
      `refs/pull/\${{ github.event.number }}/merge`,
    ].map((ref): [string, Files] => [
      `a checkout of ${ref}`,
      { branch: 'main', config: prompt(), workflow: withCheckout(`ref: "${ref}"`) },
    ]),
    [
      'a checkout that names its own repository',
      { config: prompt(), workflow: withCheckout(`repository: "\${{ github.repository }}"`) },
    ],
    [
      'another repository beside the own one',
      {
        config: prompt(),
        workflow: workflow.replace(
          '      - uses: acme',
          '      - uses: actions/checkout@v6\n        with: { repository: acme/x, path: x, ref: main }\n      - uses: acme',
        ),
      },
    ],
    [
      'a watch list without documentation',
      {
        branch: 'main',
        config: python().replace('task:', 'watch: ["!*.md", "!docs/**", "!web/**"], task:'),
        workflow: stored,
        agent: `"""See README.md."""\n${PYTHON_AGENT}open("prompts/support.txt")\n`,
        more: { 'prompts/support.txt': 'You help.\n', 'README.md': 'x', 'docs/a.md': 'x', 'web/a.ts': 'x' },
      },
    ],
    ['enough calls', { config: prompt(), workflow: withInput('max-calls: 200') }],
    ['enough tokens', { config: prompt(), workflow: withInput('max-tokens: 1000000') }],
    [
      'a key as plain text for an own model, which needs none',
      {
        config: prompt()
          .replace('model: m', 'model: m, base-url: "https://llm.acme.example/v1"')
          .replace('model: j', 'model: j, base-url: "https://llm.acme.example/v1"'),
        workflow: workflow.replace(/(OPENAI_API_KEY:) .*/, '$1 none'),
      },
    ],
    ...[`\${{ github.workflow }}-\${{ github.ref }}`, `\${{ github.head_ref || github.run_id }}`].map(
      (group): [string, Files] => [
        `the concurrency group ${group}`,
        { branch: 'main', config: prompt(), workflow: workflow.replace(/group: .*/, `group: ${group}`) },
      ],
    ),
    [
      'a newer run that cancels, without labels',
      {
        config: prompt(),
        workflow: workflow
          .replace(/cancel-in-progress: .*/, 'cancel-in-progress: true')
          .replace(/ +types: .*\n/, ''),
      },
    ],
    [
      'every case with its task',
      {
        config: program().replace('task: Answers., ', ''),
        cases: cases.replaceAll('}\n', ',"task":"Answers."}\n'),
        workflow: stored,
      },
    ],
  ])('%s: it can', async (_, files) => {
    expect(await lint(files)).toBe(READY);
  });

  const job = workflow.slice(workflow.indexOf('jobs:'));
  const on = 'on:\n  pull_request:\n    types: [opened, synchronize, reopened, labeled]\n';
  const called = `on:\n  workflow_call:\n    secrets: { OPENAI_API_KEY: { required: true } }\n${job}`;
  const caller = (more = '    secrets: inherit\n', permissions = 'statuses: write, pull-requests: write') =>
    `${on}jobs:\n  evals:\n    uses: ./.github/workflows/check.yml\n    permissions: { contents: read, ${permissions} }\n${more}`;
  const composite = `runs:
  using: composite
  steps:
    - uses: actions/checkout@v6
    - uses: acme/prompt-regression@v1
      with: { openai-api-key: "\${{ inputs.key }}" }
inputs: { key: { description: The key } }
`;
  const usesComposite = (given: string) =>
    `${workflow.slice(0, workflow.indexOf('      - uses: actions/checkout'))}      - uses: ./.github/actions/evals\n${given}`;
  const fetched = (step: string) => asVariable('X').replace('    steps:\n', `    steps:\n${step}`);
  const inMatrix = (matrix: string) =>
    workflow
      .replace('    steps:', `    strategy: { matrix: ${matrix} }\n    steps:`)
      .replace('with:\n          report', `with:\n          suite: \${{ matrix.suite }}\n          report`);
  const BOTH = READY.replace('prompt-regression/', 'prompt-regression/sales, prompt-regression/');

  it.each<[string, Files, string?]>([
    ['a workflow that another calls', { config: prompt(), workflow: called, other: caller() }],
    [
      'a workflow that another calls with the one secret',
      {
        config: prompt(),
        workflow: called.replaceAll('OPENAI_API_KEY }}', 'openai }}'),
        other: caller(`    secrets: { openai: "\${{ secrets.OPENAI_API_KEY }}" }\n`),
      },
    ],
    [
      'a workflow that another calls with its suite',
      {
        config: prompt(),
        workflow: called.replace(
          'with:\n          report',
          `with:\n          suite: \${{ inputs.suite }}\n          report`,
        ),
        other: caller('    secrets: inherit\n    with: { suite: support }\n'),
      },
    ],
    [
      "the repository's own composite action",
      {
        config: prompt(),
        workflow: usesComposite(`        with: { key: "\${{ secrets.OPENAI_API_KEY }}" }\n`),
        more: { '.github/actions/evals/action.yml': composite },
      },
    ],
    [
      'a key that a step writes to GITHUB_ENV',
      {
        config: prompt(),
        workflow: fetched('      - run: echo "OPENAI_API_KEY=$(vault read k)" >> "$GITHUB_ENV"\n'),
      },
    ],
    [
      'a key that an action fetches',
      {
        config: prompt(),
        workflow: fetched(
          '      - uses: hashicorp/vault-action@v3\n        with: { secrets: "secret/data/ci openai | OPENAI_API_KEY ;" }\n',
        ),
      },
    ],
    [
      'the key of the whole workflow',
      {
        config: prompt(),
        workflow: asVariable('X').replace('jobs:', `env: { OPENAI_API_KEY: "\${{ secrets.AI }}" }\njobs:`),
      },
    ],
    [
      'the key of the job',
      {
        config: prompt(),
        workflow: asVariable('X').replace(
          '    steps:',
          `    env: { OPENAI_API_KEY: "\${{ secrets.AI }}" }\n    steps:`,
        ),
      },
    ],
    [
      'a commit of the action',
      { config: prompt(), workflow: workflow.replace('@v1', `@${'0a1b'.repeat(10)} # v1.2.0`) },
    ],
    ['a matrix of suites', { config: two, workflow: inMatrix('{ suite: [support, sales] }') }, BOTH],
    [
      'a matrix that lists its jobs',
      { config: two, workflow: inMatrix('{ include: [{ suite: support }, { suite: sales, os: x }] }') },
      BOTH,
    ],
    [
      'a matrix that is computed',
      { config: two, workflow: inMatrix(`"\${{ fromJSON(needs.x.outputs.m) }}"`) },
      BOTH,
    ],
    [
      'a suite with its own provider in a workflow of its own',
      {
        config: two.replace('model: m }', 'model: anthropic/m }'),
        workflow: inMatrix('{ suite: [support] }'),
        other: `${inMatrix('{ suite: [sales] }')}`.replace(
          ' OPENAI_API_KEY:',
          ` ANTHROPIC_API_KEY: \${{ secrets.ANTHROPIC }}\n          OPENAI_API_KEY:`,
        ),
      },
      BOTH,
    ],
    [
      'a job that only skips forks',
      {
        config: prompt(),
        workflow: workflow.replace(
          'runs-on:',
          'if: github.event.pull_request.head.repo.full_name == github.repository\n    runs-on:',
        ),
      },
    ],
    [
      'activities in a list',
      {
        config: prompt(),
        workflow: workflow.replace(
          'runs-on:',
          `if: contains(fromJSON('["opened", "synchronize", "reopened"]'), github.event.action) || github.event.label.name == 'x'\n    runs-on:`,
        ),
      },
    ],
    [
      'a job that skips commits by their message',
      {
        config: prompt(),
        workflow: workflow.replace(
          'runs-on:',
          `if: "!contains(github.event.head_commit.message, '[skip ci]')"\n    runs-on:`,
        ),
      },
    ],
    [
      'a job that runs whatever became of those that it needs',
      {
        config: prompt(),
        workflow: `${workflow.replace('runs-on:', 'needs: [build]\n    if: always()\n    runs-on:')}  build:\n    if: github.event_name == 'push'\n    runs-on: ubuntu-latest\n    steps: []\n`,
      },
    ],
    [
      'a program that is compared with a record of the repository',
      {
        config: program(),
        workflow: withInput('baseline: evals/base.json'),
        more: { 'evals/base.json': '{}' },
      },
    ],
    [
      'one job for pull requests and pushes',
      {
        config: program(),
        workflow: workflow
          .replace('  pull_request:', '  push: { branches: [main] }\n  pull_request:')
          .replace('contents: read ', 'contents: write ')
          .replace(
            'with:\n',
            `with:\n          baseline: \${{ github.event_name == 'pull_request' && 'stored' || 'auto' }}\n`,
          ),
      },
    ],
    [
      'a second job that compares with a release and sets no status',
      {
        config: prompt(),
        workflow: `${workflow}${job.slice('jobs:\n'.length).replace('relevancy:', 'release:').replace('with:\n', 'with:\n          baseline: released\n          status: false\n')}`,
      },
    ],
    [
      'branches by a pattern',
      {
        branch: 'main',
        config: prompt(),
        workflow: workflow.replace('    types:', "    branches: ['[lm]ai?n', '!release/**']\n    types:"),
      },
    ],
    ['a run label', { config: `run-label: evals\n${prompt()}`, workflow }],
    ['a prompt with a stored baseline', { config: prompt(), workflow: stored }],
    ['another workflow with errors', { config: prompt(), workflow, other: 'on: [push' }],
  ])('a real workflow: %s: it can', async (_, files, ready = READY) => {
    expect(await lint(files)).toBe(ready);
  });

  it.each<[string, Files, string]>([
    [
      'a job that another job switches on',
      {
        config: prompt(),
        workflow: `${workflow.replace(
          'runs-on:',
          "needs: changes\n    if: needs.changes.outputs.prompts == 'true'\n    runs-on:",
        )}  changes: { runs-on: ubuntu-latest, steps: [] }\n`,
      },
      ".github/workflows/check.yml: does `if: needs.changes.outputs.prompts == 'true'` hold for each pull request? One that it skips stays blocked by the required check.",
    ],
    [
      'a job that needs a job with a condition',
      {
        config: prompt(),
        workflow: `${workflow.replace('runs-on:', 'needs: build\n    runs-on:')}  build:\n    if: vars.EVALS == 'on'\n    runs-on: ubuntu-latest\n    steps: []\n`,
      },
      "does `if: vars.EVALS == 'on'` hold for each pull request?",
    ],
    [
      'a step with a condition',
      {
        config: prompt(),
        workflow: workflow.replace(
          '        id: check',
          "        if: steps.filter.outputs.prompts == 'true'\n        id: check",
        ),
      },
      "does `if: steps.filter.outputs.prompts == 'true'` hold",
    ],
    [
      'a label',
      {
        config: prompt(),
        workflow: workflow.replace(
          'runs-on:',
          "if: contains(github.event.pull_request.labels.*.name, 'evals')\n    runs-on:",
        ),
      },
      "does `if: contains(github.event.pull_request.labels.*.name, 'evals')` hold",
    ],
    [
      'a bot',
      {
        config: prompt(),
        workflow: workflow.replace('runs-on:', "if: github.actor != 'dependabot[bot]'\n    runs-on:"),
      },
      "does `if: github.actor != 'dependabot[bot]'` hold",
    ],
    [
      'a called workflow with a condition',
      {
        config: prompt(),
        workflow: called,
        other: caller("    secrets: inherit\n    if: github.head_ref != 'x'\n"),
      },
      "check.yml, called by .github/workflows/other.yml: does `if: github.head_ref != 'x'` hold",
    ],
    [
      'a baseline that a variable names',
      {
        config: prompt(),
        workflow: workflow.replace('with:\n', `with:\n          baseline: \${{ vars.BASELINE }}\n`),
      },
      'is `baseline` right on pull requests?',
    ],
    [
      'a checkout of a ref that an input names',
      { config: prompt(), workflow: withCheckout(`ref: "\${{ vars.REF }}"`) },
      "vars.REF }}` of actions/checkout the pull request's?",
    ],
    [
      'a checkout of another repository',
      { config: prompt(), workflow: withCheckout('repository: acme/other') },
      'is `repository: acme/other` of actions/checkout this repository? Another one needs a `path`.',
    ],
    ...['max-calls', 'status'].map((name): [string, Files, string] => [
      `${name} of a variable`,
      { config: prompt(), workflow: withInput(`${name}: \${{ vars.X }}`) },
      `is \`${name}: \${{ vars.X }}\` right on pull requests?`,
    ]),
    [
      'a concurrency group of a variable',
      { config: prompt(), workflow: workflow.replace(/group: .*/, `group: \${{ vars.GROUP }}`) },
      'has each pull request a `concurrency` group of its own with `',
    ],
    [
      'a watch list without the code of an agent behind a URL',
      {
        branch: 'main',
        config: program()
          .replace('command: [sh, agent.sh]', 'http: https://agent.acme.example')
          .replace('task:', 'watch: ["!/**"], task:'),
        workflow: stored,
      },
      'suite support: does its program use agent.py? `watch` leaves out changes there.',
    ],
    [
      'a watch list without a folder that the program names',
      {
        branch: 'main',
        config: python().replace('task:', 'watch: ["!knowledge/**"], task:'),
        workflow: stored,
        agent: `${PYTHON_AGENT}import glob; glob.glob("knowledge/*")\n`,
        more: { 'knowledge/prices.json': '{}' },
      },
      'suite support: does its program use knowledge/prices.json? `watch` leaves out changes there.',
    ],
    [
      'a baseline in a folder',
      { config: `store: { file: baselines }\n${program()}`, workflow: stored },
      'does a job commit the folder',
    ],
  ])('a real workflow: %s: a person has to look', async (_, files, question) => {
    const said = await lint(files);
    const [first, item, last, ...others] = said.split('\n');
    expect(first, said).toBe('check yourself, since no file shows it:');
    expect(item).toContain(question);
    expect(last, said).toBe(`then ${READY}`);
    expect(others).toEqual([]);
  });

  it.each<[string, Files, string]>([
    [
      'cases to be written',
      { config: prompt(), workflow, cases: cases.replace('Why?', 'Replace this with a question.') },
      'cases.jsonl: 1 case with “Replace this with …”: write your own questions',
    ],
    [
      'a variable to be written',
      {
        config: prompt(),
        workflow,
        prompt: 'You help {{city}}.\n',
        cases: cases.replaceAll('}\n', ',"city":"Replace this with a city."}\n'),
      },
      'cases.jsonl: 5 cases with “Replace this with …”: write your own questions',
    ],
    ...[
      "!(github.event_name == 'pull_request')",
      "(github.event_name == 'push' && github.ref == 'refs/heads/main')",
      "github.event_name == 'push' && (github.actor == 'a' || github.actor == 'b')",
      "startsWith(github.ref, 'refs/tags/')",
      "github.event.label.name == 'evals'",
      "github.ref_name == 'main'",
    ].map((condition): [string, Files, string] => [
      `an \`if\` of ${condition}`,
      { config: prompt(), workflow: workflow.replace('runs-on:', `if: \${{ ${condition} }}\n    runs-on:`) },
      'pending: an `if` skips them',
    ]),
    [
      'a needed job that is skipped',
      {
        config: prompt(),
        workflow: `${workflow.replace('runs-on:', 'needs: [build]\n    runs-on:')}  build:\n    if: github.event_name == 'push'\n    runs-on: ubuntu-latest\n    steps: []\n`,
      },
      'pending: an `if` skips them',
    ],
    [
      'a workflow that another calls without the secret',
      { config: prompt(), workflow: called, other: caller('') },
      '.github/workflows/check.yml, called by .github/workflows/other.yml: There is no key for api.openai.com',
    ],
    [
      'a workflow that another calls without the permission',
      { config: prompt(), workflow: called, other: caller(undefined, 'pull-requests: write') },
      'called by .github/workflows/other.yml: give the job the permission `statuses: write`',
    ],
    [
      'a workflow of another repository',
      {
        config: prompt(),
        workflow: caller().replace('./.github/workflows/check.yml', 'acme/ci/.github/workflows/evals.yml@v1'),
      },
      '`init` writes one. But .github/workflows/check.yml runs acme/ci/.github/workflows/evals.yml@v1, which `lint` does not read',
    ],
    [
      'a workflow that nothing calls',
      { config: prompt(), workflow: called },
      '.github/workflows: no workflow runs the action on pull requests here',
    ],
    [
      'a composite action that gets no key',
      {
        config: prompt(),
        workflow: usesComposite(''),
        more: { '.github/actions/evals/action.yml': composite },
      },
      '.github/workflows/check.yml: There is no key for api.openai.com',
    ],
    [
      'a matrix without one suite',
      { config: two, workflow: inMatrix('{ suite: [support] }') },
      '.github/workflows/check.yml: no job on pull requests runs suite sales; add it to `suite`',
    ],
    [
      'a suite that does not exist',
      { config: prompt(), workflow: inMatrix('{ suite: [support, suport] }') },
      '.github/workflows/check.yml: suite: there is no suite "suport". Did you mean `support`?',
    ],
    [
      'another config file',
      {
        config: prompt(),
        workflow: workflow.replace('with:\n', 'with:\n          config: evals/other.yml\n'),
      },
      '.github/workflows/check.yml: it reads evals/other.yml: run `lint --config evals/other.yml`, or remove the input `config`',
    ],
    [
      'an action of another project with a key',
      {
        config: prompt(),
        workflow: asInput
          .replace('acme/prompt-regression@v1', 'promptfoo/promptfoo-action@v1')
          .replace(/ +report-url: .*\n/, ''),
      },
      '.github/workflows: no workflow runs the action on pull requests here',
    ],
    [
      'pushes alone',
      { config: prompt(), workflow: workflow.replace(/ {2}pull_request: .*\n.*\n/, '  push:\n') },
      '.github/workflows: no workflow runs the action on pull requests here',
    ],
    [
      'pull_request_target',
      { config: prompt(), workflow: workflow.replace('  pull_request:', '  pull_request_target:') },
      '.github/workflows/check.yml: use `pull_request`: the action refuses pull_request_target',
    ],
    [
      'shards that no job merges',
      { config: prompt(), workflow: workflow.replace('with:\n', 'with:\n          shard: 1/2\n') },
      '.github/workflows/check.yml: add a job with `merge`, which decides: a shard sets no status',
    ],
    [
      'no permission to read the repository',
      { config: prompt(), workflow: workflow.replace(/ +contents: read.*\n/, '') },
      'give the job the permission `contents: read`',
    ],
    [
      'no permissions',
      {
        config: prompt(),
        workflow: workflow.replace('permissions: {}\n', '').replace(/ {4}permissions:\n(?: {6}.*\n){3}/, ''),
      },
      'give the job the permission `statuses: write`',
    ],
    [
      'nothing to compare with',
      { config: prompt(), workflow: workflow.replace('with:\n', 'with:\n          baseline: none\n') },
      'remove `baseline: none`: with it, nothing is compared',
    ],
    [
      'a stored baseline of a prompt that nothing stores',
      { config: prompt(), workflow: workflow.replace('with:\n', 'with:\n          baseline: stored\n') },
      'store the baseline of suite support: `baseline: stored` on pull requests, and a job on pushes',
    ],
    [
      'a stored baseline that only a coverage map replaces',
      {
        config: program(),
        workflow: stored.replace(
          /(baseline:\n[\s\S]*uses: acme.*\n)/,
          '$1        with: { coverage: true }\n',
        ),
      },
      'suite support runs a program, so store its baseline',
    ],
    [
      'a run label that starts no run',
      { config: `run-label: evals\n${prompt()}`, workflow: workflow.replace(', labeled', '') },
      'pending: add labeled to its `types`',
    ],
    [
      'a gate that only fails by cost',
      { config: prompt(', gate: { fail-on: [cost, error, inconclusive] }'), workflow },
      'add regression to `fail-on`: no bad answer ever fails',
    ],
    [
      'OWNER',
      { config: prompt(), workflow: workflow.replace('acme', 'OWNER') },
      '.github/workflows/check.yml: replace OWNER by the account that hosts the action',
    ],
    ...['YOUR-ORG', 'your-org', 'my-company', 'owner', 'Your_Account', 'ORGANIZATION'].map(
      (owner): [string, Files, string] => [
        owner,
        { config: prompt(), workflow: workflow.replace('acme', owner) },
        `.github/workflows/check.yml: replace ${owner} by the account that hosts the action`,
      ],
    ),
    ...[
      'https://github.com/acme/prompt-regression@v1',
      'acme/prompt-regression',
      '<org>/prompt-regression@v1',
    ].map((name): [string, Files, string] => [
      name,
      { config: prompt(), workflow: workflow.replace('acme/prompt-regression@v1', `"${name}"`) },
      `\`uses: ${name}\` must be the action and its version, such as owner/repo@v1`,
    ]),
    [
      'no checkout',
      { config: prompt(), workflow: workflow.replace(/ +- uses: actions\/checkout.*\n.*\n/, '') },
      'add a step with actions/checkout before the action',
    ],
    [
      'a checkout that is switched off',
      {
        config: prompt(),
        workflow: workflow.replace('with: { persist', 'if: false\n        with: { persist'),
      },
      'add a step with actions/checkout before the action',
    ],
    [
      'no checkout before the baseline',
      {
        config: program(),
        workflow: stored.replace(/( +- uses: actions\/checkout.*\n.*\n)([\s\S]*)\1/, '$1$2'),
      },
      'add a step with actions/checkout before the action',
    ],
    [
      'pull requests when they are opened alone',
      { config: prompt(), workflow: workflow.replace(/types: .*/, 'types: opened') },
      'it must run on each pull request, since a skipped workflow leaves a required check pending: add synchronize, reopened to its `types`',
    ],
    [
      'pull requests that were drafts',
      {
        config: prompt(),
        workflow: workflow
          .replace(/ +types: .*\n/, '')
          .replace('runs-on:', `if: \${{ !github.event.pull_request.draft }}\n    runs-on:`),
      },
      'pending: add ready_for_review to its `types`',
    ],
    [
      'pull requests to another branch',
      {
        branch: 'main',
        config: prompt(),
        workflow: workflow.replace('    types:', '    branches: [release]\n    types:'),
      },
      'pending: its `branches` leaves out main, the default branch',
    ],
    [
      'pull requests to any branch but the default',
      {
        branch: 'main',
        config: prompt(),
        workflow: workflow.replace('    types:', "    branches-ignore: ['m*n']\n    types:"),
      },
      'pending: its `branches-ignore` leaves out main, the default branch',
    ],
    ...[
      'false',
      `\${{ github.event_name == 'push' }}`,
      "github.event.action == 'opened' || github.event.action == 'reopened'",
    ].map((condition): [string, Files, string] => [
      `an \`if\` of ${condition}`,
      { config: prompt(), workflow: workflow.replace('runs-on:', `if: ${condition}\n    runs-on:`) },
      'pending: an `if` skips them',
    ]),
    ...['false', "github.event_name == 'schedule'", "github.ref == 'refs/heads/develop'"].map(
      (condition): [string, Files, string] => [
        `a baseline with an \`if\` of ${condition}`,
        {
          branch: 'main',
          config: program(),
          workflow: stored.replace("github.event_name != 'pull_request'", condition),
        },
        'no baseline of suite support would be stored when the default branch changes: in the job on pushes, an `if` skips them',
      ],
    ),
    [
      'a baseline of another branch',
      { branch: 'main', config: program(), workflow: stored.replace('[main]', '[develop]') },
      'in the job on pushes, its `branches` leaves out main, the default branch',
    ],
    [
      'a baseline of a default branch with another name',
      { config: program(), workflow: stored, branch: 'trunk' },
      'in the job on pushes, its `branches` leaves out trunk, the default branch',
    ],
    [
      'a baseline of tags',
      { config: program(), workflow: stored.replace('branches: [main]', "tags: ['v*']") },
      'in the job on pushes, its `tags` leave out every branch',
    ],
    [
      "init's prompt",
      { config: prompt(), workflow, prompt: STARTER_PROMPT },
      'p.md: write your prompt, or name the file that your product uses as `prompt`',
    ],
    ...['import openai, json', 'from numpy import array'].map((line): [string, Files, string] => [
      `a package that no step installs: ${line}`,
      {
        config: python(', env: [OPENAI_API_KEY]'),
        workflow: stored
          .replaceAll(/ +- run: pip .*\n/g, '')
          .replaceAll('jobs:', 'env: { OPENAI_API_KEY: x }\njobs:'),
        agent: PYTHON_AGENT.replace('import', `${line}\nimport`),
      },
      `.github/workflows/check.yml: before the action, install what agent.py of suite support imports in each job: ${line.split(/[ ,]/)[1]}`,
    ]),
    [
      'a package that one job does not install',
      {
        config: python().replace('agent.py', '-m, agent'),
        workflow: stored.replace(/ +- run: pip .*\n/, ''),
        agent: PYTHON_AGENT.replace('import', 'import numpy\nimport'),
      },
      'install what agent.py of suite support imports in each job: numpy',
    ],
    ...['TODO', 'tbd.'].map((text): [string, Files, string] => [
      `the case ${text}`,
      { config: prompt(), workflow, cases: cases.replace('Why?', text) },
      `cases.jsonl: 1 case with “${text}”: write your own questions`,
    ]),
    ...['your-model', 'openai/your-model', '"<model>"', 'TODO'].map((model): [string, Files, string] => [
      `the model ${model}`,
      { config: prompt().replace('model: m', `model: ${model}`), workflow },
      'suite support: write its `model`, with its provider or `base-url`',
    ]),
    [
      'a prompt file with the model your-model',
      {
        config: prompt().replace('p.md, model: m', 'p.prompt.yml'),
        workflow,
        more: {
          'p.prompt.yml':
            'model: your-model\nmessages: [{ role: system, content: You help. }, { role: user, content: "{{input}}" }]\n',
        },
      },
      'suite support: write its `model`',
    ],
    [
      'the judge your-model',
      { config: prompt().replace('model: j', 'model: your-model'), workflow },
      'judge: write its `model`',
    ],
    [
      'the model that init suggests',
      {
        config: `judge: { model: j }
suites:
  - name: support
    dataset: cases.jsonl
    target:
      prompt: p.md
      model: gpt-6-luna # Replace this with the model that your product asks
`,
        workflow,
      },
      'prompt-regression.yml: is gpt-6-luna the model that your product asks? Set `model`, and remove the comment beside it',
    ],
    [
      'few cases',
      { config: prompt(), workflow, cases: jsonlOf('How long?', 'Where?', 'Who?', 'When?') },
      'cases.jsonl: 4 cases; below 5 cases the mean is not tested',
    ],
    ...['TODO', '"todo: describe the agent"', '"TODO describe"', '"[TBD]"', '"..."'].map(
      (task): [string, Files, string] => [
        `the task ${task}`,
        { config: program().replace('Answers.', task), workflow: stored },
        'suite support: write its `task`, what the agent is for',
      ],
    ),
    [
      'a provider on this machine',
      { config: prompt().replaceAll(/model: ./g, 'model: ollama/m'), workflow: asVariable('X') },
      '.github/workflows/check.yml: http://localhost:11434/v1 is on this machine; start that server in the job',
    ],
    [
      "no key of the model's provider",
      { config: prompt().replace('model: m', 'model: anthropic/m'), workflow },
      '.github/workflows/check.yml: There is no key for https://api.anthropic.com',
    ],
    [
      "no key of the judge's provider",
      { config: prompt().replace('model: j', 'model: gemini/j'), workflow },
      'set the input judge-api-key or environment variable GEMINI_API_KEY',
    ],
    [
      'another variable',
      { config: prompt(), workflow: asVariable('OPENAI_KEY') },
      'There is no key for api.openai.com',
    ],
    [
      "a program's variable that is not passed",
      { config: program(', env: [SHOP_TOKEN]'), workflow: stored },
      'pass the variable SHOP_TOKEN, which suite support gives its program',
    ],
    [
      'a program that reads no questions',
      { config: python(), workflow: stored, agent: 'print(input("> "))\n' },
      'suite support: agent.py does not read its questions line by line from standard input: docs/agents.md#example of prompt-regression',
    ],
    [
      'a program that reads its input to the end',
      { config: python(), workflow: stored, agent: 'import sys\nprint(sys.stdin.read())\n' },
      'suite support: agent.py does not read its questions line by line from standard input: docs/agents.md#example of prompt-regression',
    ],
    [
      'a program that fails without a variable',
      { config: python(), workflow: stored, agent: 'import os, sys\nsys.stdin, os.environ["LLM_URL"]\n' },
      '.github/workflows/check.yml: set the variable LLM_URL, without which agent.py of suite support fails',
    ],
    [
      'a program whose library needs a key',
      { config: python(), workflow: stored, agent: 'import sys, openai\nsys.stdin\n' },
      'suite support: add `env: [OPENAI_API_KEY]` to the target: agent.py needs it',
    ],
    [
      'a program that fails without a key',
      {
        config: python(),
        workflow: stored,
        agent: 'import sys, openai\nsys.stdin, os.environ["SHOP_KEY"]\n',
      },
      'suite support: add `env: [SHOP_KEY]` to the target: agent.py needs it',
    ],
    [
      'a program whose baseline is not stored',
      { config: program(), workflow },
      'suite support runs a program, so store its baseline',
    ],
    [
      'a program whose baseline no push stores',
      { config: program(), workflow: stored.replace(/ {2}push: .*\n/, '') },
      'suite support runs a program, so store its baseline',
    ],
    [
      'a program whose checks do not use the baseline',
      { config: program(), workflow: stored.replace(/ +baseline: stored\n/, '') },
      'suite support runs a program, so store its baseline',
    ],
    [
      'a program without a task',
      { config: program().replace('task: Answers., ', ''), workflow: stored },
      'suite support: no `task`; add one that says what the agent is for',
    ],
    [
      'a task to be written',
      { config: program().replace('Answers.', 'Replace this with what the agent is for.'), workflow: stored },
      'suite support: write its `task`, what the agent is for',
    ],
    [
      'the built-in judge',
      { config: prompt().replace('model: j', 'model: builtin'), workflow },
      'judge: `builtin` is for a first look; name a model',
    ],
    [
      'a gate that fails nothing',
      { config: prompt(', gate: { fail-on: [] }'), workflow },
      'suite support: add regression to `fail-on`: no bad answer ever fails',
    ],
    [
      'no workflow',
      { config: prompt() },
      '.github/workflows: no workflow runs the action on pull requests here',
    ],
    [
      'a workflow for another folder',
      {
        config: prompt(),
        workflow: workflow.replace(
          'with:\n          report',
          'with:\n          working-directory: app\n          report',
        ),
      },
      '.github/workflows/check.yml: add a job for this folder, with `working-directory: .`',
    ],
    [
      'a workflow that is not YAML',
      { config: prompt(), workflow: `${workflow}\n- x: [` },
      '.github/workflows: no workflow runs the action on pull requests here',
    ],
    [
      'a path filter',
      {
        config: prompt(),
        workflow: workflow.replace('  pull_request: ', '  pull_request:\n    paths: [prompts/**] '),
      },
      'remove `paths` from pull_request',
    ],
    [
      'no status',
      {
        config: prompt(),
        workflow: workflow.replace(
          'with:\n          report',
          'with:\n          status: false\n          report',
        ),
      },
      'remove `status: false`',
    ],
    ...['error', 'cost', 'threshold'].map((reason): [string, Files, string] => [
      `a gate that fails for ${reason} alone`,
      { config: prompt(`, gate: { fail-on: [${reason}] }`), workflow },
      'suite support: add regression to `fail-on`: no bad answer ever fails',
    ]),
    [
      'a threshold of zero alone',
      { config: prompt(', gate: { fail-on: [threshold], threshold: 0 }'), workflow },
      'suite support: add regression to `fail-on`: no bad answer ever fails',
    ],
    ...['HEAD', '@', 'HEAD~0', 'FETCH_HEAD', `\${{ github.sha }}`, `\${{ github.head_ref }}`].map(
      (ref): [string, Files, string] => [
        `the baseline ${ref}`,
        { branch: 'main', config: prompt(), workflow: withInput(`baseline: "${ref}"`) },
        `.github/workflows/check.yml: remove \`baseline: ${ref}\`: with it, a pull request is compared with itself`,
      ],
    ),
    [
      'a baseline of a branch that does not exist',
      { config: prompt(), workflow: withInput('baseline: mian'), branch: 'main' },
      '`baseline` is mian, and there is no such branch, tag or commit',
    ],
    [
      'a baseline of a file that does not exist',
      { config: prompt(), workflow: withInput('baseline: evals/base.json') },
      '`baseline` is evals/base.json, and there is no such file',
    ],
    ...[
      'main',
      'refs/heads/main',
      `\${{ github.base_ref }}`,
      `\${{ github.event.pull_request.base.sha }}`,
    ].map((ref): [string, Files, string] => [
      `a checkout of ${ref}`,
      { branch: 'main', config: prompt(), workflow: withCheckout(`ref: "${ref}"`) },
      `.github/workflows/check.yml: remove \`ref: ${ref}\` of actions/checkout: these are not the pull request's files`,
    ]),
    ...['!prompts/**', '!agent.py', '!**', '!prompts/support.md', '!knowledge/*.json'].map(
      (line): [string, Files, string] => [
        `a watch list with ${line}`,
        {
          branch: 'main',
          config: python().replace('task:', `watch: ["${line}"], task:`),
          workflow: stored,
          agent: `${PYTHON_AGENT}open("prompts/support.md"), open("knowledge/prices.json")\n`,
          more: { 'prompts/support.md': 'You help.\n', 'knowledge/prices.json': '{}' },
        },
        'which its program is made of or reads: a bad change there would start no check',
      ],
    ),
    [
      'a watch list without a module of the program',
      {
        branch: 'main',
        config: python().replace('task:', 'watch: ["!shop/**"], task:'),
        workflow: stored,
        agent: `${PYTHON_AGENT}from shop.reply import answer\n`,
        more: { 'shop/reply.py': 'answer = 1\n', 'shop/__init__.py': '' },
      },
      'suite support: `watch` leaves out shop/reply.py, which its program is made of or reads',
    ],
    ...['modle: x', 'base-line: stored', 'api-key: x'].map((input): [string, Files, string] => [
      `the input ${input}`,
      { config: prompt(), workflow: withInput(input) },
      `.github/workflows/check.yml: Input \`${input.split(':')[0]}\` is not known.`,
    ]),
    [
      'an input with a wrong value',
      { config: prompt(), workflow: withInput('comment: yes') },
      'Input `comment` is',
    ],
    ...['max-calls: 3', 'max-calls: 40'].map((input): [string, Files, string] => [
      `${input} for five cases`,
      { config: prompt(), workflow: withInput(input) },
      'and one check of these cases takes up to 50 calls: raise it, or checks end undecided',
    ]),
    [
      'a limit of the config file',
      { config: `limits: { max-calls: 10 }\n${program()}`, workflow: stored },
      '`max-calls` is 10, and one check of these cases takes up to 15 calls',
    ],
    [
      'a limit of tokens',
      { config: prompt(), workflow: withInput('max-tokens: 500') },
      '`max-tokens` is 500, and one check of these cases takes about',
    ],
    ...[
      workflow.replace(/(OPENAI_API_KEY:) .*/, '$1 sk-proj-a1b2'),
      asInput.replace(/(openai-api-key:) .*/, '$1 sk-proj-a1b2'),
    ].map((text): [string, Files, string] => [
      'a key as plain text',
      { config: prompt(), workflow: text },
      'environment variable OPENAI_API_KEY: it is plain text',
    ]),
    ...['""', `\${{ '' }}`].map((value): [string, Files, string] => [
      `the key ${value}`,
      { config: prompt(), workflow: workflow.replace(/(OPENAI_API_KEY:) .*/, `$1 ${value}`) },
      'There is no key for api.openai.com',
    ]),
    [
      'a job that needs a job that does not exist',
      { config: prompt(), workflow: workflow.replace('runs-on:', 'needs: tests\n    runs-on:') },
      'check.yml is not valid, so GitHub does not run it: job relevancy needs tests, and there is no such job',
    ],
    [
      'a job without a machine',
      { config: prompt(), workflow: workflow.replace(/ +runs-on: .*\n/, '') },
      'check.yml is not valid, so GitHub does not run it: job relevancy has no `runs-on`',
    ],
    ...['evals', `\${{ github.workflow }}`, `evals-\${{ github.base_ref }}`, `\${{ github.repository }}`].map(
      (group): [string, Files, string] => [
        `the concurrency group ${group}`,
        {
          branch: 'main',
          config: prompt(),
          workflow: workflow.replace(/group: .*/, `group: ${group}`),
        },
        `.github/workflows/check.yml: all pull requests share the \`concurrency\` group ${group}, so that a newer run replaces another's check`,
      ],
    ),
    [
      'a concurrency group of the job',
      { config: prompt(), workflow: workflow.replace('runs-on:', 'concurrency: evals\n    runs-on:') },
      'share the `concurrency` group evals,',
    ],
    [
      'a check that any label cancels',
      { config: prompt(), workflow: workflow.replace(/cancel-in-progress: .*/, 'cancel-in-progress: true') },
      'a run of type edited measures nothing, and cancels the one that does: set `cancel-in-progress:',
    ],
    [
      'a suite that no job runs',
      { config: two, workflow: withInput('suite: support') },
      'no job on pull requests runs suite sales; add it to `suite`',
    ],
    [
      'no permission for the status',
      { config: prompt(), workflow: workflow.replace('statuses: write', 'statuses: read') },
      'give the job the permission `statuses: write`',
    ],
  ])('%s: it cannot', async (_, files, missing) => {
    const said = await lint(files);
    expect(said).toMatch(/^not ready to require:\n {2}- [^\n]+$/);
    expect(said).toContain(missing);
  });
});

it('lint warns of a workflow without a comment, and without the label that accepts a change', async () => {
  const lint = async (change: (workflow: string) => string) => {
    const workflow = change(readPage('examples/pull-request.yml').replace('OWNER', 'acme'));
    const cwd = await createAgent({ '.github/workflows/check.yml': workflow });
    const { stdout } = await type('lint', { cwd });
    return stdout.split('\n').filter((line) => line.startsWith('warning: .github'));
  };
  const noComment = /pull-requests: write.*/;
  expect(await lint((workflow) => workflow)).toEqual([]);
  expect(await lint((workflow) => workflow.replace(noComment, 'pull-requests: read'))).toEqual([
    'warning: .github/workflows/check.yml: without the permission `pull-requests: write`, there is no comment.',
  ]);
  const withoutOne = (workflow: string) =>
    workflow.replace(noComment, 'pull-requests: none').replace('with:\n', 'with:\n          comment: off\n');
  expect(await lint(withoutOne)).toEqual([]);
  expect(await lint((workflow) => workflow.replace(', labeled', ''))).toEqual([
    'warning: .github/workflows/check.yml: the label that accepts a change starts no run, since `types` lacks `labeled`. Add it, and keep opened, synchronize, reopened, edited.',
  ]);
});

describe('lint of the workflows that we offer', () => {
  const config = (names: readonly string[], target: string) =>
    `judge: { model: j }\nsuites:\n${names
      .map((name) => `  - { name: ${name}, dataset: cases.jsonl, task: Answers., target: ${target} }\n`)
      .join('')}`;
  const PROMPT = '{ prompt: p.md, model: m }';
  const files = {
    'cases.jsonl': jsonlOf('How long?', 'Where?', 'When?', 'Who?', 'Why?'),
    'p.md': 'You help.\n',
    'agent.py': PYTHON_AGENT,
  };
  const inFolder = (folder: string, entries: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(entries).map(([path, text]) => [`${folder}/${path}`, text]));
  const CONFIGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'matrix-of-suites.yml': { ...files, 'prompt-regression.yml': config(['support', 'sales'], PROMPT) },
    'monorepo.yml': inFolder('apps/lamps', {
      ...files,
      'prompt-regression.yml': config(['support'], PROMPT),
    }),
    'own-agent.yml': {
      ...files,
      'prompt-regression.yml': config(['support'], '{ command: [python3, agent.py] }'),
    },
  };
  /** They add to a workflow of their own. */
  const ADDED: Readonly<Record<string, string>> = {
    'coverage.yml': 'pull-request.yml',
    'public-forks-companion.yml': 'public-forks.yml',
  };

  it.each(readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.yml')))(
    '%s: it can be required',
    async (name) => {
      const repository = new TestRepository(createFolder());
      repository.git('init', '--quiet', '--initial-branch', 'main');
      const workflows = [name, ...Object.entries(ADDED).flatMap(([own, to]) => (own === name ? [to] : []))];
      repository.commit({
        ...(CONFIGS[name] ?? { ...files, 'prompt-regression.yml': config(['support'], PROMPT) }),
        ...Object.fromEntries(
          workflows.map((each) => [
            `.github/workflows/${each}`,
            readPage(`examples/${each}`).replaceAll('OWNER', 'acme'),
          ]),
        ),
      });
      const isMonorepo = name === 'monorepo.yml';
      const cwd = isMonorepo ? join(repository.path, 'apps/lamps') : repository.path;
      const { code, stdout, stderr } = await type('lint', { cwd });
      expect(stdout, stderr).toMatch(/^ready to require: prompt-regression\/.*\n$/m);
      expect(stdout).not.toMatch(/^warning/m);
      expect(code).toBe(0);
      const names = name === 'matrix-of-suites.yml' ? /support, prompt-regression\/sales \(/ : /support \(/;
      expect(stdout).toMatch(names);
    },
  );
});

describe('lint asks a program one question', () => {
  const lintAgent = async (agent: string, { command = 'python3, agent.py', more = '', env = {} } = {}) => {
    const cwd = createFolder();
    await writeTree(cwd, {
      'prompt-regression.yml': `judge: { model: j }
suites: [{ name: s, dataset: d.jsonl, task: Answers., target: { command: [${command}]${more} } }]
`,
      'd.jsonl': jsonlOf('How long?', 'Where?'),
      'agent.py': agent,
    });
    return { cwd, ...(await type('lint', { cwd, env })) };
  };

  it.each<[string, Parameters<typeof lintAgent>, RegExp]>([
    [
      'a file that is missing',
      ['', { command: 'python3, agnt.py' }],
      /python3 agnt\.py failed: the command ended with code 2 before it answered; stderr: .*No such file/,
    ],
    [
      'an interpreter that is missing',
      [PYTHON_AGENT, { command: 'pythn, agent.py' }],
      /failed: target command "pythn": cannot be started .* check that it is installed/,
    ],
    [
      'a package that is missing',
      [`import gone_package\n${PYTHON_AGENT}`],
      /stderr: ModuleNotFoundError: No module named 'gone_package'/,
    ],
    [
      'an answer that is not JSON',
      ['import sys\nfor line in sys.stdin: print("Hello", flush=True)\n'],
      /wrote text to stdout that is not a JSON object, first: Hello/,
    ],
    [
      'a program that waits for the end of its input',
      ['import sys\nprint([line for line in sys.stdin])\n', { more: ', timeout: 4s' }],
      /gave no answer within 2 s .* must not wait for the end of stdin/,
    ],
    [
      'an error that the agent reports',
      [PYTHON_AGENT.replace('"output": "30 days."', '"error": "no handbook"')],
      /the agent reports an error: no handbook/,
    ],
  ])('%s', async (_, [agent, options], problem) => {
    const { code, stdout } = await lintAgent(agent, options);
    expect(code).toBe(1);
    const [line] = stdout.split('\n').filter((each) => each.startsWith('  - suite s: '));
    expect(line).toMatch(problem);
    expect(line).toMatch(/ Its protocol: docs\/agents\.md#protocol of prompt-regression$/);
  });

  it('with the first case alone', async () => {
    const asked = 'asked.txt';
    const { cwd } = await lintAgent(
      PYTHON_AGENT.replace('    print', `    open("${asked}", "a").write(line)\n    print`),
    );
    const lines = (await readFile(join(cwd, asked), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).input)).toEqual(['How long?']);
  });

  it('only with its key', async () => {
    const agent = `${PYTHON_AGENT.replace('for', 'open("started", "w")\nfor')}`;
    const more = ', env: [SHOP_KEY]';
    const without = await lintAgent(agent, { more });
    expect(without.stdout).toMatch(/^warning: .*agent\.py was not started\..* set SHOP_KEY\.$/m);
    await expect(readFile(join(without.cwd, 'started'))).rejects.toThrow();
    const tried = await lintAgent(agent, { more, env: { SHOP_KEY: 'x' } });
    expect(tried.stdout).not.toMatch(/not started/);
    expect(await readFile(join(tried.cwd, 'started'), 'utf8')).toBe('');
  });
});

it.each([
  ['model: j', '`judge` in'],
  ['model: j, base-url: "http://127.0.0.1:9/v1"', null],
  ['model: builtin', null],
])(
  'lint and run warn of an address in a variable that they do not read: judge { %s }',
  async (judge, keys) => {
    const cwd = await createAgent({
      'prompt-regression.yml': CONFIG.replace('model: builtin', judge),
    });
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    const lint = await type('lint', { cwd, env });
    const warning =
      'OPENAI_BASE_URL is set and not read here: api.openai.com is asked. For another address, set `base-url` of';
    expect(lint.stdout.includes(`${warning} ${keys}`)).toBe(keys !== null);
    const run = await type('run --max-calls 1', { cwd, env });
    expect(run.stderr.includes(`warning: ${warning} ${keys}`)).toBe(keys !== null);
  },
);

describe('a mistake', () => {
  it.each([
    ['run --working-directory nowhere', /there is no folder ".*nowhere"/],
    ['lint --working-directory nowhere', /there is no folder/],
    ['compare a.json b.json --working-directory nowhere', /there is no folder/],
    ['demo --working-directory nowhere', /there is no folder/],
    ['demo --working-directory .', /has no folder base\//],
    ['run --repaet 3', /^error: Flag `--repaet` is not known\. Did you mean `--repeat`\?\n$/],
    ['runn', /Did you mean `run`\?/],
    ['run --baseline gone.json', /`gone\.json`, and there is no such file/],
    ['run --baseline main', /this is not a git repository/],
    [
      'run --config gone.yml',
      /config file `gone\.yml` does not exist\. `prompt-regression init` writes one\. By hand, put this into it: `suites: /,
    ],
    ['run --suite billing', /there is no suite "billing"\. Known: `support`\./],
  ])('%s', async (command, message) => {
    const cwd = await createAgent();
    const { code, stdout, stderr } = await type(command, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(error: |Suite )/);
  });
});
