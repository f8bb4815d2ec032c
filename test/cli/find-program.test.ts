import { describe, expect, it } from 'vitest';
import {
  findProgram,
  findVariables,
  listRequiredKeyVariables,
  listWatch,
  readsStandardInput,
} from '../../src/cli/init/find-program.js';
import { buildProgramName } from '../../src/cli/init/write-project.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { openMemoryTree } from './memory-tree.js';

const PROMPT = parsePromptFile('You help.\n', 'prompts/support.md');

async function find(files: Readonly<Record<string, string>>) {
  return findProgram(openMemoryTree(files), Object.keys(files), [PROMPT]);
}

describe('the program that is the agent', () => {
  it.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['of its name', { 'agent.py': '' }, 'agent.py'],
    ['of its name, in a folder and in JavaScript', { 'src/chatbot.mjs': '' }, 'src/chatbot.mjs'],
    ['that reads the prompt', { 'app.py': 'open("prompts/support.md")' }, 'app.py'],
    ['that reads the folder of the prompt', { 'run.ts': "join('prompts', name)" }, 'run.ts'],
    [
      'that imports what reads it',
      { 'main.mjs': "import './load.mjs'", 'load.mjs': "read('support.md')" },
      'main.mjs',
    ],
    ['that has a model', { 'main.py': 'from openai import OpenAI' }, 'main.py'],
    [
      'that imports what asks a model from its package',
      { 'main.py': 'from shop import answers', 'src/shop/answers.py': 'import anthropic' },
      'main.py',
    ],
    ['not a server', { 'app.py': 'import openai\napp = FastAPI()\nopen("prompts/support.md")' }, null],
    ['not another that reads nothing', { 'app.py': 'print()' }, null],
    ['not one of another name', { 'tools.py': 'open("prompts/support.md")' }, null],
    ['not one that names another folder', { 'app.py': 'open("my-prompts/x")' }, null],
    ['not a test', { 'tests/agent.py': '', 'agent.test.ts': '', 'test_agent.py': '' }, null],
    [
      'that reads questions before one that is named so',
      { 'agent.py': '', 'app.py': 'sys.stdin; open("support.md")' },
      'app.py',
    ],
    [
      'that reads the prompt before one that is named so',
      { 'agent.py': '', 'app.py': 'open("support.md")' },
      'app.py',
    ],
    [
      'that does both before one that does one',
      { 'app.py': 'open("support.md")', 'bot.py': 'open("support.md")' },
      'bot.py',
    ],
  ])('is one %s', async (_, files, expected) => {
    expect((await find(files))?.path ?? null).toBe(expected);
  });
});

it.each([
  ['for line in sys.stdin:', true],
  ['createInterface({ input: process.stdin })', true],
  ['import { stdin } from "node:process"', true],
  ['fileinput.input()', true],
  ['line = input()', true],
  ['open(0)', true],
  ['print(ask(input("> ")))', false],
  ['app.run()', false],
])('%s reads questions: %s', (text, expected) => {
  expect(readsStandardInput(text)).toBe(expected);
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

describe('documentation that starts no check', () => {
  const program = (text: string) => ({
    path: 'agent.py',
    files: new Map([['agent.py', text]]),
    readsLines: true,
    prompts: [PROMPT, parsePromptFile('You sell.\n', 'system.md')],
    keyVariables: [],
    requiredVariables: [],
    otherVariables: [],
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['none', '', ['agent.py', 'prompts/support.md'], []],
    ['a readme', '', ['agent.py', 'README.md'], ['!*.md']],
    ['docs without Markdown', '', ['docs/a.html'], ['!docs/**']],
    ['but not docs that are read', 'open("docs/a.md")', ['docs/a.md'], []],
    ['but not another folder, which may be read', '', ['README.md', 'kb/a.md'], ['!*.md']],
    ['but not a file that is read', 'open("facts.md")', ['README.md', 'facts.md'], ['!*.md', 'facts.md']],
    ['nor a prompt', '', ['README.md', 'system.md'], ['!*.md', 'system.md']],
    ['and nothing if all is read', 'open("facts.md")', ['facts.md'], []],
    ['and never what was installed or built', '', ['node_modules/x/README.md', '.github/x.md'], []],
  ])('is %s', (_, text, paths, expected) => {
    expect(listWatch(program(text), paths, '')).toEqual(expected);
    expect(listWatch(program(text), [], 'apps/chat')).toEqual(['!/*.md']);
  });
});

it.each([
  ['agent.py', 'agent'],
  ['app/main.py', 'agent'],
  ['packages/bot/src/index.ts', 'bot'],
  ['services/Help Desk/app.py', 'help-desk'],
])('the suite of %s is named %s', (path, name) => {
  expect(buildProgramName(path)).toBe(name);
});
