import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BASE_FILES, CONFIG, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { GitProject } from '../support/git-project.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import { type as typeCommand, writeTree } from './terminal.js';

const PROMPT = 'You answer questions of customers.\nName the price.\nSign with a name.\n';
/** Three changed lines, of which the second adds a sentence about a cat to two answers. */
const CHANGED = `You answer the questions of our customers.
Name the price of everything.
Add: By the way, our cat sends her love.
Sign with a name.
`;

it('explains a yellow result of the working copy, and ends with its exit code', async () => {
  await using openai = await startOpenAiServer({
    reply: (body) =>
      modelReply(
        {
          ...PLAIN_MODEL,
          answer: (input, system) => PLAIN_MODEL.answer(input, /refunds|invoices/.test(input) ? system : ''),
        },
        body,
      ),
  });
  const files = {
    ...BASE_FILES,
    'prompts/support.md': PROMPT,
    'prompt-regression.yml': CONFIG.replace('threshold: 0.6', 'case-drop: 0.45'),
  };
  const project = new GitProject(withProvider(files, openai.url));
  await using _project = project;
  const folder = await project.clone();
  await writeTree(folder, { 'prompts/support.md': CHANGED });

  const plain = await typeCommand('run', { cwd: folder, env: {} });
  expect(plain.code, plain.stdout).toBe(0);
  expect(plain.stdout).not.toContain('Caused by');
  const explained = await typeCommand('explain', { cwd: folder, env: {} });
  expect(explained.code, explained.stdout).toBe(0);
  expect(explained.stdout).toContain('Caused by prompts/support.md line 3');
  const page = await readFile(join(folder, '.prompt-regression/last-run/comment.md'), 'utf8');
  expect(page).toContain('For a coding agent');
});

it('says that nothing was tested if the base cannot be asked', async () => {
  await using openai = await startOpenAiServer({ reply: (body) => modelReply(PLAIN_MODEL, body) });
  await using project = new GitProject(
    withProvider({ ...BASE_FILES, 'prompts/support.md': PROMPT }, openai.url),
  );
  const folder = await project.clone();
  await writeTree(folder, { 'notes.md': 'The record of this working copy belongs to no commit.\n' });
  expect((await typeCommand('baseline', { cwd: folder, env: {} })).code).toBe(0);
  await writeTree(folder, { 'prompts/support.md': CHANGED });
  const said = 'The cause of support was not looked for: it needs a confirmed finding';
  const { code, stderr } = await typeCommand('explain', { cwd: folder, env: {} });
  expect(code, stderr).toBe(1);
  expect(stderr).toContain(said);
  expect((await typeCommand('run', { cwd: folder, env: {} })).stderr).not.toContain(said);
});
