import { describe, expect, it } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { CONFIG, createAgent } from './agent.js';
import { startProvider, type, writeTree } from './terminal.js';

const PROMPT = 'You answer questions of customers.\n';
const FACT = 'Refunds arrive within three days.';
const RECORDS = 'base/records/support.json head/records/support.json';

/** The records of a prompt that states a fact, and of the same prompt without it. */
async function recordLoss(url: string, repeat = 3): Promise<string> {
  const cwd = createFolder();
  await writeTree(cwd, {
    'cases.jsonl': DATASET,
    'prompt.md': `${PROMPT}Add: ${FACT}\n`,
    'prompt-regression.yml': `judge: { model: judge-1, base-url: "${url}" }
suites:
  - name: support
    dataset: cases.jsonl
    task: Answer questions of customers.
    target: { prompt: prompt.md, model: agent-1, base-url: "${url}" }
`,
  });
  await type(`run --repeat ${repeat} --output base`, { cwd });
  await writeTree(cwd, { 'prompt.md': PROMPT });
  await type(`run --repeat ${repeat} --output head`, { cwd });
  return cwd;
}

describe('compare --facts', () => {
  it("asks the suite's judge what the answers lost, and no agent", async () => {
    await using server = await startProvider();
    const cwd = await recordLoss(server.url);
    const before = server.requests.length;

    const words = await type(`compare ${RECORDS}`, { cwd });
    expect(words.stdout).toContain('Facts were not compared');
    expect(server.requests).toHaveLength(before);

    const facts = await type(`compare ${RECORDS} --facts`, { cwd });
    expect(facts.stdout).toContain(FACT);
    expect(facts.stdout).not.toContain('Facts were not compared');
    expect(facts.stdout).not.toContain('yellow at most');
    const asked = server.requests.slice(before).map(({ body }) => String(body.messages.at(-1)?.content));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((content) => content.startsWith('BEGIN DATA'))).toBe(true);
  });

  it.each([1, 2])(
    'with %i answers per case, a loss in all cases is yellow, with the remedy',
    async (repeat) => {
      await using server = await startProvider();
      const cwd = await recordLoss(server.url, repeat);
      const { code, stdout } = await type(`compare ${RECORDS} --facts`, { cwd });
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('🟡 support:') });
      expect(stdout).toContain('lost a fact');
      expect(stdout).toContain(
        'A lost fact is yellow at most: red takes 3 answers per case in both records (`run --repeat 3`).',
      );
    },
  );

  it('needs a suite whose judge can be asked', async () => {
    const cwd = await createAgent();
    await type('run --repeat 1 --output base', { cwd });
    await type('run --repeat 1 --output head', { cwd });
    const builtin = await type(`compare ${RECORDS} --facts`, { cwd });
    expect(builtin).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the built-in judge compares no facts'),
    });

    await writeTree(cwd, { 'prompt-regression.yml': CONFIG.replace('name: support', 'name: billing') });
    const unknown = await type(`compare ${RECORDS} --facts`, { cwd });
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the config file has no suite "support"'),
    });
  });
});
