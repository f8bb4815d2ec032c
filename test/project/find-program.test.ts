import { describe, expect, it } from 'vitest';
import { buildSuiteName } from '../../src/cli/init/write-project.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { findPrograms, findVariables, listRequiredKeyVariables } from '../../src/project/find-program.js';
import { readSources } from '../../src/project/find-sources.js';
import { openMemoryTree } from '../cli/memory-tree.js';

const PROMPT = parsePromptFile('You help.\n', 'prompts/support.md');

async function find(files: Readonly<Record<string, string>>) {
  const reader = openMemoryTree(files);
  return findPrograms(reader, await readSources(reader, Object.keys(files)), [PROMPT]);
}

const READ = 'open("prompts/support.md")';

describe('the program that is the agent', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['of its name', { 'agent.py': '' }, ['agent.py']],
    ['of its name, in a folder and in JavaScript', { 'src/chatbot.mjs': '' }, ['src/chatbot.mjs']],
    ['that reads the prompt', { 'app.py': READ }, ['app.py']],
    ['that reads the folder of the prompt', { 'run.ts': "join('prompts', name)" }, ['run.ts']],
    [
      'that imports what reads it',
      { 'main.mjs': "import './load.mjs'", 'load.mjs': "read('support.md')" },
      ['main.mjs', 'load.mjs'],
    ],
    ['that has a model', { 'main.py': 'from openai import OpenAI' }, ['main.py']],
    [
      'that asks a model by its address',
      { 'x.py': 'post("https://a.example/v1/chat/completions")' },
      ['x.py'],
    ],
    [
      'that imports what asks a model from its package',
      { 'main.py': 'from shop import answers', 'src/shop/answers.py': 'import anthropic' },
      ['main.py', 'src/shop/answers.py'],
    ],
    ['whatever its name', { 'src/triage/reply.py': `sys.argv; ${READ}` }, ['src/triage/reply.py']],
    ['in Ruby', { 'lib/x.rb': 'File.read("prompts/support.md")\nSTDIN.each_line' }, ['lib/x.rb']],
    ['in Go', { 'x.go': 'func main() { os.ReadFile("prompts/support.md"); os.Stdin }' }, ['x.go']],
    [
      'that a manifest names',
      { 'lib/a.py': READ, 'lib/b.py': READ, 'pyproject.toml': 'ask = "lib.b:main"' },
      ['lib/b.py', 'lib/a.py'],
    ],
    [
      'that package.json names',
      { 'a.mjs': READ, 'src/b.mjs': READ, 'package.json': '{"scripts":{"x":"node src/b.mjs"}}' },
      ['src/b.mjs', 'a.mjs'],
    ],
    ['not another that reads nothing', { 'app.py': 'print()' }, []],
    ['not one that names another folder', { 'app.py': 'open("my-prompts/x")' }, []],
    ['not a test', { 'tests/agent.py': '', 'agent.test.ts': '', 'test_agent.py': '' }, []],
    ['not a tool for developers', { 'scripts/a.py': `sys.argv; ${READ}`, 'eval.py': READ }, []],
    [
      'that reads questions before one that is named so',
      { 'agent.py': '', 'app.py': `sys.stdin; ${READ}` },
      ['app.py', 'agent.py'],
    ],
    [
      'that reads the prompt before one that is named so',
      { 'agent.py': '', 'app.py': READ },
      ['app.py', 'agent.py'],
    ],
    ['that does both before one that does one', { 'app.py': READ, 'bot.py': READ }, ['bot.py', 'app.py']],
    [
      'that is started before one that is only imported',
      { 'lib.py': READ, 'x.py': `import lib\nif __name__ == "__main__": lib` },
      ['x.py', 'lib.py'],
    ],
  ])('is one %s', async (_, files, expected) => {
    expect((await find(files)).map(({ path }) => path)).toEqual(expected);
  });

  it.each<[string, string, string, boolean]>([
    ['that reads standard input', 'x.py', `sys.stdin; ${READ}`, true],
    ['that reads arguments', 'x.ts', `process.argv; ${READ}`, true],
    ['of a usual name', 'src/main.py', READ, true],
    ['that nothing starts', 'services/reply.py', READ, false],
    ['that nothing starts, whatever its name', 'app/services/support_assistant.rb', READ, false],
    ['that is a server', 'main.py', `app = FastAPI()\n${READ}`, false],
    ['that is a route', 'app/chat/index.ts', `export async function POST(req) {}\n${READ}`, false],
    ['that is a page', 'app.py', `import streamlit as st\n${READ}`, false],
    ['that is a chat bot', 'bot.py', `from telegram.ext import Application\n${READ}`, false],
    ['that is a server on request', 'main.py', `app = FastAPI()\nsys.stdin\n${READ}`, true],
  ])('can be run: one %s', async (_, path, text, expected) => {
    expect(await find({ [path]: text })).toMatchObject([{ path, canStart: expected }]);
  });
});

it.each<[string, string, string, string, boolean]>([
  ['imported by its path', 'lib/agent.ts', 'lib/x.ts', "import { ask } from './agent.js'", false],
  ['imported by an alias', 'lib/agent.ts', 'app/x.ts', "import { ask } from '@/lib/agent'", false],
  ['required', 'bot.js', 'x.js', "const bot = require('./bot')", false],
  [
    'imported as a module of Python',
    'src/pkg/agent.py',
    'src/pkg/x.py',
    'from pkg.agent import Agent',
    false,
  ],
  ['imported from its package', 'src/pkg/agent.py', 'src/pkg/x.py', 'from . import agent, config', false],
  ['imported whole', 'bot.py', 'x.py', 'import os, bot', false],
  ['only mentioned', 'agent.py', 'x.py', '# from time to time an agent', true],
  ['named like a package', 'agent.ts', 'x.ts', "import { ask } from 'my-agent'", true],
  ['imported by a test alone', 'agent.py', 'tests/test_agent.py', 'from agent import ask', true],
])('a usual name does not start what is %s', async (_, path, other, text, expected) => {
  const [program] = await find({ [other]: text, [path]: READ });
  expect(program).toMatchObject({ path, canStart: expected });
});

it.each(['', 'services/'])(
  'a program in Go has the packages of its module that it imports: %j',
  async (module) => {
    const programs = await find({
      [`${module}go.mod`]: 'module acme/bot',
      [`${module}cmd/bot/main.go`]: 'import "acme/bot/answers"\nfunc main() { run(os.Args[1]) }',
      [`${module}cmd/bot/question.go`]: 'func run(question string) {}',
      [`${module}cmd/bot/question_test.go`]: 'func TestRun() { os.Stdin }',
      [`${module}answers/answers.go`]: 'import "acme/bot/internal/llm"',
      [`${module}internal/llm/llm.go`]: 'os.Getenv("A_KEY"); post("/v1/chat/completions")',
      [`${module}cmd/migrate/main.go`]: 'func main() { migrate() }',
    });
    expect(programs).toMatchObject([
      { path: `${module}cmd/bot/main.go`, canStart: true, readsLines: false, keyVariables: ['A_KEY'] },
      { path: `${module}internal/llm/llm.go`, canStart: false },
    ]);
  },
);

it('a program that others import can be run if its own text starts it', async () => {
  const [program] = await find({
    'agent.py': `${READ}\nif __name__ == "__main__": run()`,
    'x.py': 'import agent',
  });
  expect(program).toMatchObject({ path: 'agent.py', canStart: true });
});

it.each<[string, string, readonly string[], readonly string[], readonly string[]]>([
  ['a library', 'from openai import OpenAI', ['OPENAI_API_KEY'], [], []],
  ['a library after others', 'import json, os, anthropic', ['ANTHROPIC_API_KEY'], [], []],
  [
    'a library in JavaScript',
    "import OpenAI from 'openai'; import { groq } from '@ai-sdk/groq'",
    ['GROQ_API_KEY', 'OPENAI_API_KEY'],
    [],
    [],
  ],
  [
    'a library of CommonJS',
    "const OpenAI = require('openai'); const { Groq } = require('groq-sdk')",
    ['GROQ_API_KEY', 'OPENAI_API_KEY'],
    [],
    [],
  ],
  ['a library of agents', 'from agents import Agent, Runner', ['OPENAI_API_KEY'], [], []],
  ['not own modules of that name', 'from agents import billing', [], [], []],
  ['a scoped library', "import Anthropic from '@anthropic-ai/sdk'", ['ANTHROPIC_API_KEY'], [], []],
  ['not a name that begins like it', 'import openai_tools', [], [], []],
  [
    'keys by their names',
    'os.environ["A_KEY"], process.env.B_TOKEN, os.getenv("C_SECRET")',
    ['A_KEY', 'B_TOKEN', 'C_SECRET'],
    [],
    [],
  ],
  [
    'variables without which it fails',
    'os.environ["LLM_URL"], os.environ.get("MODE")',
    [],
    ['LLM_URL'],
    ['MODE'],
  ],
  ['none that every machine has', 'os.environ["HOME"], process.env.PORT, process.env.GITHUB_SHA', [], [], []],
])('the variables of %s', (_, text, keyVariables, requiredVariables, otherVariables) => {
  expect(findVariables(text)).toEqual({ keyVariables, requiredVariables, otherVariables });
});

it.each<[string, readonly string[]]>([
  ['import openai', ['OPENAI_API_KEY']],
  ['import openai\nos.environ["ACME_KEY"]', ['ACME_KEY']],
  ['import openai\nos.environ.get("ACME_KEY")', []],
])('the keys without which %j fails', (text, expected) => {
  expect(listRequiredKeyVariables(text)).toEqual(expected);
});

it.each([
  ['agent.py', 'agent'],
  ['app/main.py', 'agent'],
  ['packages/bot/src/index.ts', 'bot'],
  ['services/Help Desk/app.py', 'help-desk'],
  ['prompts/concierge.md', 'concierge'],
  ['apps/bot/prompts/system.md', 'bot'],
  ['prompts/system.prompt.yml', 'agent'],
])('the suite of %s is named %s', (path, name) => {
  expect(buildSuiteName(path)).toBe(name);
});
