import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type, writeTree } from '../cli/terminal.js';
import { CONFIG, DATASET, type Model, modelReply } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { TestFolders } from '../support/git-repository.js';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.js';
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

type Desk = {
  readonly folder: string;
  readonly openai: OpenAiServer;
  type(command: string): ReturnType<typeof type>;
  edit(files: Readonly<Record<string, string>>): Promise<void>;
};

async function sitDown(folder: string): Promise<Desk> {
  const openai = await startOpenAiServer({ reply: (body) => modelReply(MODEL, body) });
  onTestFinished(() => openai.close());
  return {
    folder,
    openai,
    type: (command) => type(command, { cwd: folder }),
    edit: (files) => writeTree(folder, withProvider(files, openai.url)),
  };
}

/** A clone with a file that git does not know: what is measured there is of no commit. */
async function openDirtyClone(): Promise<Desk> {
  const folders = new TestFolders();
  onTestFinished(() => folders.remove());
  const clone = folders.clone(folders.bare());
  const desk = await sitDown(clone.path);
  clone.commit(withProvider(FILES, desk.openai.url));
  await desk.edit({ 'notes.txt': 'Not committed.\n' });
  return desk;
}

async function openFolder(files: Readonly<Record<string, string>> = FILES): Promise<Desk> {
  const desk = await sitDown(createFolder());
  await desk.edit(files);
  return desk;
}

const RECORD = join('.prompt-regression', 'last-baseline', 'records', 'support.json');

describe('a prompt about cats does not make cats relevant', () => {
  it.each([
    ['against a baseline of a dirty tree', openDirtyClone, 'run'],
    ['against a baseline outside git', openFolder, 'run'],
    ['against a record that is named', openFolder, `run --baseline ${RECORD}`],
  ])('%s', async (_where, open, command) => {
    const desk = await open();
    expect((await desk.type('baseline')).code).toBe(0);
    await desk.edit({ 'prompts/support.md': CATS });
    const { code, stdout } = await desk.type(command);
    expect(stdout).toContain('0.50 → 0.00');
    expect(code).toBe(1);
  });

  it('in a case that is new either', async () => {
    const desk = await openFolder();
    await desk.type('baseline');
    const added = JSON.stringify({ id: 'new', input: 'Tell me about chairs.' });
    await desk.edit({ 'prompts/support.md': CATS, 'evals/cases.jsonl': `${DATASET}\n${added}` });
    const asked = desk.openai.requests.length;
    expect((await desk.type('run')).code).toBe(1);
    const judged = desk.openai.requests.slice(asked).map(({ body }) => String(body.messages.at(-1)?.content));
    expect(judged.filter((text) => text.includes('chairs') && text.includes(PROMPT.trim()))).not.toEqual([]);
    expect(judged.filter((text) => text.includes(CATS.trim()))).toEqual([]);
  });

  it('where the record keeps no text: nothing is asked, and nothing decided', async () => {
    const desk = await openFolder({ ...FILES, 'prompt-regression.yml': `${LOW}store: { text: none }\n` });
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
