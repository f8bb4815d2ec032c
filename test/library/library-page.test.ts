import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { codeBlocks, ROOT } from '../build/code-blocks.js';
import { compile } from '../build/compile.js';
import { PLAIN_ENV } from '../cli/terminal.js';
import { createSharedFolder } from '../support/folder.js';
import { readRequest, verdictsReply } from '../support/judges.js';
import {
  type ChatCompletionRequestBody,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';

/** The part of the AI SDK that the page uses, by its documentation; a model gives a text and its finish reason. */
const AI_SDK = {
  'package.json':
    '{ "name": "ai", "type": "module", "exports": { "types": "./index.d.ts", "default": "./index.js" } }',
  'index.d.ts': `export type LanguageModel = string | { readonly modelId: string; doGenerate(options: object): PromiseLike<object> };
export declare function generateText(options: {
  model: LanguageModel;
  system?: string;
  prompt: string;
  abortSignal?: AbortSignal;
}): Promise<{ readonly text: string }>;
`,
  'index.js': `export async function generateText({ model, system, prompt, abortSignal }) {
  const messages = [{ role: 'system', content: system }, { role: 'user', content: [{ type: 'text', text: prompt }] }];
  const { content } = await model.doGenerate({ prompt: messages, abortSignal });
  return { text: content.map(({ text }) => text).join('') };
}
`,
};

const RUN_JUDGED = `import { relevancyJudgedBy } from './EXAMPLE';
const model = {
  modelId: 'x',
  async doGenerate({ prompt: [system, user], abortSignal }) {
    if (abortSignal.aborted || !system.content.includes('BEGIN DATA')) throw new Error('not asked as it should be');
    const data = JSON.parse(user.content[0].text.split('\\n').slice(1, -1).join('\\n'));
    if (data.answer === 'Down.') throw new Error('the provider is down');
    const reply = data.statements
      ? Object.fromEntries(Object.entries(data.statements).map(([key, text]) => [key, { reason: 'r', verdict: /Paris/.test(text) ? 'yes' : 'no' }]))
      : { statements: data.answer.split(/(?<=\\.) /).map((text) => ({ text, quote: text })) };
    return { content: [{ type: 'text', text: 'Here it is:\\n\\n' + JSON.stringify(reply) }] };
  },
};
const scorer = relevancyJudgedBy(model, 'x, temperature 0');
const input = 'What is the capital of France?';
const told = await scorer.run({ input, output: 'Paris is the capital. Our shop has a sale today.' });
const down = await scorer.run({ input, output: 'Down.' });
console.log(JSON.stringify([told.score, down.score, down.unscored]));
`;

const folder = createSharedFolder();
beforeAll(async () => {
  await mkdir(join(folder, 'node_modules/ai'), { recursive: true });
  await symlink(ROOT, join(folder, 'node_modules/prompt-regression'));
  for (const name of ['@types', 'vitest']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(AI_SDK))
    await writeFile(join(folder, 'node_modules/ai', name), text);
});

/** A model that judges what the page's examples ask. */
function judge({ messages }: ChatCompletionRequestBody): ServerReply {
  const { data } = readRequest(messages as never);
  const verdictOf = (item: string) => {
    if ('contexts' in data) return item.includes('light') ? 'relevant' : 'irrelevant';
    if ('context' in data) return item.includes('thirty days') ? 'supported' : 'unsupported';
    return /Paris|You asked/.test(item) ? 'yes' : 'no';
  };
  return { content: JSON.stringify(verdictsReply(data, verdictOf)) };
}

const blocks = [...codeBlocks('docs/library.md', 'ts')];
const nameOf = (word: string) => `example-${blocks.findIndex((block) => block.includes(word))}.ts`;
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...PLAIN_ENV, ...env } });

test('every example of docs/library.md compiles, and does what the page says', async () => {
  await using server = await startOpenAiServer({ reply: judge });
  const env = { OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: server.url };
  for (const [at, block] of blocks.entries()) await writeFile(join(folder, `example-${at}.ts`), block);
  const files = blocks.map((_, at) => `example-${at}.ts`);
  await compile(folder, { files, noEmit: true, skipLibCheck: true });
  await writeFile(join(folder, 'judged.js'), RUN_JUDGED.replace('EXAMPLE', nameOf("from 'ai'")));
  const { stdout } = await run(['judged.js']);
  expect(JSON.parse(stdout)).toEqual([
    0.5,
    null,
    expect.objectContaining({ reason: expect.stringContaining('the provider is down') }),
  ]);
  const printed: [string, RegExp][] = [
    ['const relevancy =', /^0\.5 /],
    ['const faithfulness =', /^yes You have thirty days .*\nunsure We pay for the postage/],
    ['const short =', /^\{ 'short-enough': 1 \} 2 6 words give 1\n$/],
    ['export const warmth', /^$/],
    ['item.inputData', /^Process this data 1\nAnother task 1\n.*'output-quality': 1.*validation: 0\.5/s],
    ['retrievedContext', /^1 .*\n\{ 'context-precision': 1 \}\n$/s],
    ['const looksUp =', /^0\n$/],
  ];
  // One after the other in one process, since each start takes a second.
  const NEXT = '=== next ===\n';
  const imports = printed.map(
    ([word]) => `await import('./${nameOf(word)}'); process.stdout.write('${NEXT.trim()}\\n');`,
  );
  await writeFile(join(folder, 'all.js'), imports.join('\n'));
  const outputs = (await run(['all.js'], env)).stdout.split(NEXT);
  for (const [at, [, output]] of printed.entries()) expect(outputs[at]).toMatch(output);
  const tests = blocks.filter((block) => block.includes("from 'vitest'"));
  const [passing = '', failing = ''] = tests;
  await writeFile(join(folder, 'passing.test.ts'), passing);
  await writeFile(join(folder, 'failing.test.ts'), failing);
  const vitest = run([join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder], env);
  const ended = await vitest.catch((thrown: { stdout: string; stderr: string }) => thrown);
  const said = stripVTControlCharacters(ended.stdout + ended.stderr);
  expect(said).toMatch(/Test Files {2}1 failed \| 1 passed \(2\)/);
  // The page shows what a failure of the matcher looks like.
  expect(said).toMatch(
    /expected a score of at least 0\.8, and it is 0\.5:\n {2}no {6}“By the way, our shop has a sale\.”/,
  );
  expect(printed.length + tests.length + 1).toBe(blocks.length);
}, 120_000);
