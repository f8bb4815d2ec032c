import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { codeBlocks, ROOT } from '../build/code-blocks.js';
import { compile } from '../build/compile.js';
import { createSharedFolder } from '../support/folder.js';

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

test('every example of docs/library.md compiles, and a model of the AI SDK judges as one of them says', async () => {
  const blocks = [...codeBlocks('docs/library.md', 'ts')];
  expect(blocks.length).toBeGreaterThan(3);
  const files = blocks.map((_, at) => `example-${at}.ts`);
  for (const [at, block] of blocks.entries()) await writeFile(join(folder, `example-${at}.ts`), block);
  await compile(folder, { files, noEmit: true, skipLibCheck: true });
  const judged = `example-${blocks.findIndex((block) => block.includes("from 'ai'"))}.ts`;
  await writeFile(join(folder, 'judged.js'), RUN_JUDGED.replace('EXAMPLE', judged));
  const { stdout } = await promisify(execFile)(process.execPath, ['judged.js'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([
    0.5,
    null,
    expect.objectContaining({ reason: expect.stringContaining('the provider is down') }),
  ]);
}, 60_000);
