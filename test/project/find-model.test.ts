import { expect, it } from 'vitest';
import { findModel, findPromptsModel } from '../../src/project/find-model.js';
import { openMemoryTree } from '../cli/memory-tree.js';

const known = (model: string) => ({ model, baseUrl: null, keyVariable: null, path: 'app.py' });

it.each<[string, string, object | null]>([
  ['an OpenAI call', 'client.create(model="gpt-4.1-mini")', known('gpt-4.1-mini')],
  ['a constant', "MODEL: str = 'gpt-4.1'", known('gpt-4.1')],
  ['a constant with a prefix', 'CHAT_MODEL = "o3"', known('o3')],
  ['a key of an object', 'const settings = { model: `gpt-4.1` }', known('gpt-4.1')],
  [
    'a model of Anthropic, by its name',
    'create(model="claude-haiku-4-5")',
    known('anthropic/claude-haiku-4-5'),
  ],
  [
    'a model of the library that is imported',
    'import Groq from "groq-sdk"\ncreate({ model: "llama-3" })',
    known('groq/llama-3'),
  ],
  ['the AI SDK', 'generateText({ model: google("gemini-3-flash") })', known('gemini/gemini-3-flash')],
  ['a name with its provider', 'completion(model="mistral/mistral-small")', known('mistral/mistral-small')],
  [
    "a known provider's address",
    'OpenAI(base_url="https://api.groq.com/openai/v1/")\ncreate(model="llama-3")',
    known('groq/llama-3'),
  ],
  [
    'an address of their own, and its key',
    'import openai\nOpenAI(base_url="https://llm.acme.example/v1", api_key=os.environ["ACME_KEY"])\ncreate(model="llama-3")',
    { model: 'llama-3', baseUrl: 'https://llm.acme.example/v1', keyVariable: 'ACME_KEY', path: 'app.py' },
  ],
  [
    'an address of their own with the usual variable',
    'new OpenAI({ baseURL: "https://llm.acme.example/v1" }); create({ model: "llama-3" })',
    {
      model: 'llama-3',
      baseUrl: 'https://llm.acme.example/v1',
      keyVariable: 'OPENAI_API_KEY',
      path: 'app.py',
    },
  ],
  ['two addresses', 'base_url="https://a.example"\nbase_url="https://b.example"\nmodel="gpt-4"', null],
  [
    'two keys at an address',
    'base_url="https://a.example"\nos.environ["A_KEY"]\nos.environ["B_KEY"]\nmodel="m"',
    null,
  ],
  ['two models', 'model="gpt-4"\nmodel="gpt-5"', null],
  ['one model twice', 'model="gpt-4"\nmodel="gpt-4"', known('gpt-4')],
  ['a model of embeddings', 'model="text-embedding-3-small"', null],
  ['an unknown model without a library', 'model="house-1"', null],
  ['a remodel', 'remodel = "gpt-4"', null],
  ['a model from the environment', 'model=os.environ["MODEL"]', null],
  ["another account's address", 'completion(model="azure/gpt-4")', null],
])('the model of %s', (_, text, expected) => {
  expect(findModel(new Map([['app.py', text]]))).toEqual(expected);
});

it('is of the code that names the prompt, and not of tests or other code', async () => {
  const files = {
    'src/answer.ts': 'read("prompts/support.md"); ask({ model: "gpt-4.1" })',
    'src/other.ts': 'ask({ model: "gpt-3" })',
    'tests/answer.test.ts': 'read("prompts/support.md"); ask({ model: "fake" })',
    'notes.md': 'prompts/support.md: model="gpt-2"',
  };
  const paths = Object.keys(files);
  expect(await findPromptsModel(openMemoryTree(files), paths, 'prompts/support.md')).toMatchObject({
    model: 'gpt-4.1',
    path: 'src/answer.ts',
  });
});
