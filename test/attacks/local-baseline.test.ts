import { describe, expect, it, onTestFinished } from 'vitest';
import { type, writeTree } from '../cli/terminal.js';
import { CONFIG, DATASET, type Model, modelReply } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';

const PROMPT = 'You answer questions of customers.\n';
/** A prompt under which the agent is for something else altogether. */
const CATS = 'You talk about cats.\n';

/** The agent does what its prompt says, and the judge finds relevant what the task is about. */
const MODEL: Model = {
  answer: (input, system) =>
    system === CATS
      ? 'Cats purr. Cats sleep.'
      : `Here is what we know of ${input.slice(14, -1)}. Cats may visit.`,
  verdict(statement, { task, answer }) {
    const said = (statement.match(/\w+/g) ?? []).every((word) => answer.includes(word));
    return said && /cats/i.test(statement) === /cats/i.test(task ?? '') ? 'yes' : 'no';
  },
};

/** Half of what the agent says is off the matter, and was. */
const LOW = CONFIG.replace('threshold: 0.6', 'threshold: 0.4');

const FILES = { 'prompt-regression.yml': LOW, 'prompts/support.md': PROMPT, 'evals/cases.jsonl': DATASET };

async function sitDown(files: Readonly<Record<string, string>> = FILES) {
  const folder = createFolder();
  const openai = await startOpenAiServer({ reply: (body) => modelReply(MODEL, body) });
  onTestFinished(() => openai.close());
  const desk = {
    openai,
    type: (command: string) => type(command, { cwd: folder }),
    edit: (changed: Readonly<Record<string, string>>) => writeTree(folder, withProvider(changed, openai.url)),
  };
  await desk.edit(files);
  return desk;
}

describe('a prompt about cats does not make cats relevant', () => {
  it('in an old case or in a new one', async () => {
    const desk = await sitDown();
    expect((await desk.type('baseline')).code).toBe(0);
    const added = JSON.stringify({ id: 'new', input: 'Tell me about chairs.' });
    await desk.edit({ 'prompts/support.md': CATS, 'evals/cases.jsonl': `${DATASET}\n${added}` });
    const asked = desk.openai.requests.length;
    const { code, stdout } = await desk.type('run');
    expect(stdout).toContain('0.50 → 0.00');
    expect(code).toBe(1);
    const judged = desk.openai.requests.slice(asked).map(({ body }) => String(body.messages.at(-1)?.content));
    expect(judged.filter((text) => text.includes('chairs') && text.includes(PROMPT.trim()))).not.toEqual([]);
    expect(judged.filter((text) => text.includes(CATS.trim()))).toEqual([]);
  });

  it('where the record keeps no text: nothing is asked, and nothing decided', async () => {
    const desk = await sitDown({ ...FILES, 'prompt-regression.yml': `${LOW}store: { text: none }\n` });
    await desk.type('baseline');
    const unchanged = await desk.type('run');
    expect(unchanged.code, unchanged.stdout).toBe(0);
    expect(unchanged.stdout).toContain('no answer got worse');

    await desk.edit({ 'prompts/support.md': CATS });
    const asked = desk.openai.requests.length;
    const { code, stdout } = await desk.type('run');
    expect(code).toBe(3);
    expect(stdout).toContain('does not contain the task of its answers');
    expect(stdout).toContain('run `prompt-regression baseline` again');
    expect(desk.openai.requests).toHaveLength(asked);
  });
});
