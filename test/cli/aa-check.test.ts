import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

const CASES = Array.from({ length: 6 }, (_, index) =>
  JSON.stringify({ id: `c${index}`, input: `Tell me about topic ${index}.` }),
);

/** An agent that adds a word on cats every third time, and a judge that minds it in two of three judgings. */
async function startNoisyProvider() {
  let answers = 0;
  let judgings = 0;
  return startOpenAiServer({
    reply(body) {
      return modelReply(
        {
          answer(input, system) {
            answers += 1;
            const aside = answers % 3 === 0 ? ` Our cat sends her love for the ${answers}th time.` : '';
            return PLAIN_MODEL.answer(input, system) + aside;
          },
          verdict(statement, data) {
            if (!/cat/.test(statement)) return PLAIN_MODEL.verdict(statement, data);
            judgings += 1;
            return judgings % 3 === 0 ? 'yes' : 'no';
          },
        },
        body,
      );
    },
  });
}

/** A folder with a suite of a prompt, both models at this provider. */
async function createSuite({ url }: { readonly url: string }, { run = '' } = {}): Promise<string> {
  const cwd = createFolder();
  await writeTree(cwd, {
    'support.md': 'You answer questions of customers.',
    'cases.jsonl': CASES.join('\n'),
    'prompt-regression.yml': `judge: { model: judge-1, base-url: ${url} }
${run}
suites:
  - { name: support, dataset: cases.jsonl, target: { prompt: support.md, model: agent-1, base-url: ${url} } }
`,
  });
  return cwd;
}

describe('aa-check', () => {
  it('runs a suite twice and prints the spread of each case and what the gate decided', async () => {
    await using provider = await startNoisyProvider();
    const cwd = await createSuite(provider);
    const { code, stdout, stderr } = await type('aa-check --output out', { cwd });
    expect(stderr).toContain('support: 6 cases × 3 runs, twice: 36 answers, at most 36 judge calls');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^support · answer-relevancy: the gate (?:stayed green|turned yellow)\./);
    expect(stdout).toMatch(
      /\n {2}c\d: [01]\.\d\d [01]\.\d\d [01]\.\d\d → [01]\.\d\d [01]\.\d\d [01]\.\d\d\n/,
    );
    expect(provider.requests.filter(({ body }) => body.model === 'agent-1')).toHaveLength(36);
    expect(await readdir(join(cwd, 'out/records'))).toEqual(['support-1.json', 'support-2.json']);
  });

  it('that was cut short is taken up again, and one that came to its end is not', async () => {
    let answers = 0;
    let left = 10;
    await using provider = await startOpenAiServer({
      reply(body) {
        if (left-- <= 0) return { status: 402, body: { error: { message: 'Insufficient Balance' } } };
        if (body.model === 'agent-1') answers += 1;
        return modelReply(PLAIN_MODEL, body);
      },
    });
    const cwd = await createSuite(provider, { run: 'limits: { max-concurrency: 1 }' });
    expect((await type('aa-check --repeat 1', { cwd })).code).toBe(3);
    expect(answers).toBeGreaterThan(2);
    left = Number.POSITIVE_INFINITY;
    expect((await type('aa-check --repeat 1', { cwd })).code).toBe(0);
    expect(answers).toBe(12);
    expect((await type('aa-check --repeat 1', { cwd })).code).toBe(0);
    expect(answers).toBe(24);
  });

  it('says of an agent that always answers the same that nothing differed, for each scorer', async () => {
    const cwd = await createAgent({
      'prompt-regression.yml': `${CONFIG}    scorers: [answer-relevancy, { id: max-length, words: 9 }]\n`,
    });
    const { code, stdout } = await type('aa-check --repeat 1', { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^support · answer-relevancy: the gate stayed green\..*\n {2}8 cases had the same score/,
    );
    expect(stdout).toMatch(/^support · max-length: the gate stayed green/m);
  });

  it('is refused for recorded answers', async () => {
    const cwd = await createAgent({
      'answers.jsonl': '{"id":"case-1","output":"Yes."}',
      'prompt-regression.yml':
        'judge: { model: builtin }\nsuites:\n  - { name: support, dataset: cases.jsonl, target: { recorded: answers.jsonl } }\n',
    });
    const recorded = await type('aa-check', { cwd });
    expect(recorded.code).toBe(2);
    expect(recorded.stderr).toContain('recorded answers, which are the same every time');
  });

  it('ends with exit code 3 where the agent cannot be had', async () => {
    const cwd = await createAgent();
    const { code, stderr } = await type('aa-check --repeat 1', { cwd, env: { CRASH: 'yes' } });
    expect(code).toBe(3);
    expect(stderr).toContain('not measured');
  });

  it('ends without a result at its budget of calls, which is not exceeded', async () => {
    await using provider = await startOpenAiServer({ reply: (body) => modelReply(PLAIN_MODEL, body) });
    const cwd = await createSuite(provider);
    const { code, stdout, stderr } = await type('aa-check --max-calls 4', { cwd });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain('4 calls (max-calls)');
    expect(provider.requests.length).toBeLessThanOrEqual(4);
  });
});
