import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import { CONFIG, createWorld, DATASET, modelReply, PLAIN_MODEL } from './world.js';

const PROMPT = 'You answer questions of customers.\nBe kind.\nName the price.\n';
const PETS = PROMPT.replace('Name', 'Add: By the way, our cat sends her love.\nName');
const NEW_CASE = `${DATASET}\n${JSON.stringify({ id: 'case-9', input: 'Tell me about discounts.' })}`;
const AGENT = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const output = 'Here is what we know of ' + input;
  console.log(JSON.stringify({ id, output }));
}
`;
const COMMAND = CONFIG.replace(
  /target: .*/,
  'target: { command: [node, agent.mjs] }\n    task: Answers.',
).replace('suites:', 'judge: { model: judge-1 }\nsuites:');

async function annotate(
  change: Files,
  files: Files = { 'prompts/support.md': PROMPT },
  reply?: (body: ChatCompletionRequestBody) => ServerReply,
) {
  await using world = await createWorld({ files, ...(reply && { reply }) });
  world.openPull(7, change);
  const { log } = await world.runPull(7);
  const [, file, line] = /^::(?:error|warning) title=[^\n]*?file=([^,\n]+),line=(\d+)/m.exec(log) ?? [];
  return `${file}:${line}`;
}

describe('the annotation is where the agent changed', () => {
  it.each<[string, Files, Files?]>([
    ['the prompt', {}],
    ['prompt and dataset', { 'evals/cases.jsonl': NEW_CASE }],
    ['prompt and config file', { 'prompt-regression.yml': CONFIG.replace('0.6', '0.7') }],
    [
      'prompt, moved, and config file',
      {
        'prompts/support.md': null,
        'prompts/a.md': PETS,
        'prompt-regression.yml': CONFIG.replace('prompts/support.md', 'prompts/a.md'),
      },
    ],
  ])('%s', async (name, more) => {
    const moved = name.includes('moved');
    expect(await annotate({ 'prompts/support.md': PETS, ...more })).toBe(
      `prompts/${moved ? 'a' : 'support'}.md:3`,
    );
  });

  it('a command, beside files that it does not name', async () => {
    const files = { 'prompt-regression.yml': COMMAND, 'agent.mjs': AGENT };
    const change = AGENT.replace('+ input;', "+ input + ' Our cat sends her love.';");
    const others = { 'README.md': 'More.\n', 'a.json': '{}\n', 'evals/cases.jsonl': NEW_CASE };
    expect(await annotate({ 'agent.mjs': change, ...others }, files)).toBe('agent.mjs:4');
  });

  it('a line that the prompt lost', async () => {
    const files = { 'prompts/support.md': `${PROMPT}Add: The price is 5 €.\nAdd: It comes on Monday.\n` };
    expect(await annotate({ 'prompts/support.md': PROMPT }, files)).toBe('prompts/support.md:3');
  });

  it('a model in the config file', async () => {
    const reply = (body: ChatCompletionRequestBody) => {
      const more = body.model === 'agent-2' ? 'Add: By the way, our cat sends her love.' : '';
      return modelReply(
        { ...PLAIN_MODEL, answer: (input, system) => PLAIN_MODEL.answer(input, system + more) },
        body,
      );
    };
    const change = { 'prompt-regression.yml': CONFIG.replace('agent-1', 'agent-2') };
    expect(await annotate(change, {}, reply)).toBe('prompt-regression.yml:5');
  });
});
