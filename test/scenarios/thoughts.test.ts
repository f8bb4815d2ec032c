import { describe, expect, it } from 'vitest';
import type { ChatCompletionRequestBody } from '../support/openai-server.js';
import { expectEnd } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, type Model, modelReply, PLAIN_MODEL } from './world.js';

/** It thinks about pets before it answers. */
const THINKING: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) =>
    `<think>\nMy cat {or my dog} would know.\n</think>\n\n${PLAIN_MODEL.answer(input, system)}`,
};

describe('an agent that thinks aloud', () => {
  it('is judged by its answers, and the report notes it once', async () => {
    await using world = await createWorld({ reply: (body) => modelReply(THINKING, body) });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass', score: '1.00' });
    expect(run.summary.match(/began with thoughts/g)).toHaveLength(1);
    expect(run.summary).toContain('32 answers began with thoughts, which were left out.');
    const asked = world.openai.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.filter((text) => text.includes('BEGIN DATA') && text.includes('my dog'))).toEqual([]);
  });

  it('is judged by its thoughts too with `thoughts: kept`', async () => {
    const config = CONFIG.replace('model: agent-1 }', 'model: agent-1, thoughts: kept }');
    await using world = await createWorld({
      files: { ...BASE_FILES, 'prompt-regression.yml': config.replace('gate: { threshold: 0.6 }', '') },
      reply: (body) => modelReply(THINKING, body),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expect(Number(run.outputs['score'])).toBeLessThan(1);
    expect(run.summary).not.toContain('began with thoughts');
  });
});

describe("a judge's server", () => {
  it('that refuses the schema, the seed and system messages, each with 400 and no words, judges as any other', async () => {
    const isJudge = ({ messages }: ChatCompletionRequestBody) =>
      JSON.stringify(messages).includes('BEGIN DATA');
    const isRefused = (body: ChatCompletionRequestBody) =>
      body.response_format !== undefined ||
      body.seed !== undefined ||
      body.messages.some(({ role }) => role === 'system');
    await using world = await createWorld({
      reply: (body) => {
        if (!isJudge(body)) return modelReply(PLAIN_MODEL, body);
        if (isRefused(body)) return { status: 400, body: { error: 'invalid input error' } };
        const [first] = body.messages;
        const [system = '', data = ''] = String(first?.content).split(/(?=^BEGIN DATA \w+$)/m);
        return modelReply(PLAIN_MODEL, {
          ...body,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: data },
          ],
        });
      },
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass', score: '1.00' });
    expect(run.log.match(/; from now on, /g)).toHaveLength(1);
  });

  it('that never takes a request leaves the run inconclusive, with its words and the fitting step', async () => {
    await using world = await createWorld({
      reply: (body) =>
        JSON.stringify(body).includes('BEGIN DATA')
          ? { status: 400, body: { error: { message: 'Prompts may have 512 tokens.' } } }
          : modelReply(PLAIN_MODEL, body),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 3, { decision: 'inconclusive' });
    expect(run.summary).toContain('Prompts may have 512 tokens');
    expect(run.summary).toContain('change what the provider refuses');
  });

  it('that cannot compare statements is logged in one line with a count', async () => {
    const rewording: Model = {
      ...PLAIN_MODEL,
      answer: (input, system) =>
        system.includes('our customers') ? `All facts: ${input}` : PLAIN_MODEL.answer(input, system),
    };
    await using world = await createWorld({
      reply: (body) =>
        JSON.stringify(body).includes('You compare a new answer')
          ? { content: 'I would rather not.' }
          : modelReply(rewording, body),
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    const lines = run.log.split('\n').filter((line) => line.includes('Statements could not be compared'));
    expect(lines).toEqual([
      expect.stringMatching(/answered "I would rather not\." instead of one JSON.*\(8 answers\)$/),
    ]);
  });
});
