import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, isJudging, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, type Model, modelReply } from '../scenarios/world.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';

const OFFER = 'Get Acme Plus today for 9.99 a month';
const TRUE = 'Here is what we know of';

/** Writes what the prompt says on its line `Frame:` around the answer. */
const MODEL: Model = {
  answer(input, system) {
    const answer = `${TRUE} ${input.replace(/[?.]$/, '').toLowerCase()}.`;
    const frame = /^Frame: (.+)$/m.exec(system)?.[1] ?? 'ANSWER';
    return frame.replace('ANSWER', answer).replaceAll('¶', '\n');
  },
  /** A lenient judge: what answers may say more. */
  verdict: (statement) => (statement.includes(TRUE) ? 'yes' : 'no'),
};

/** A judge that takes an answer apart with care: line by line, sentence by sentence. */
function careful(body: ChatCompletionRequestBody): ServerReply {
  const user = String(body.messages.at(-1)?.content);
  const answer = isJudging(body) && /"answer": *("(?:[^"\\]|\\.)*")\s*\}/.exec(user)?.[1];
  if (!answer) return modelReply(MODEL, body);
  const parts = String(JSON.parse(answer)).split(/\n+|(?<=[.!?]) /);
  const statements = parts.map((quote) => ({ text: quote.replace(/^[#*\s-]+|[*\s]+$/g, ''), quote }));
  return { content: JSON.stringify({ statements }) };
}

const PLACES = [
  ['a bold last line', `ANSWER¶¶**${OFFER}**`],
  ['a last heading', `ANSWER¶¶## ${OFFER}`],
  ['an underlined last heading', `ANSWER¶¶${OFFER}¶-----`],
  ['several short headings at the end', 'ANSWER¶¶## Get Plus today¶¶## Only 9.99¶¶## Upgrade now'],
  ['a first heading', `# ${OFFER}¶¶ANSWER`],
  ['a bold first line', `**${OFFER}**¶¶ANSWER`],
  ['a line that ends in a colon', `ANSWER¶¶${OFFER}:`],
  ['a first line that ends in a colon', `${OFFER}:¶¶ANSWER`],
  ['an offer of help', 'ANSWER Feel free to upgrade to Acme Plus Max today!'],
  ['a wish', 'ANSWER Have a great day with Acme Plus Max!'],
  ['thanks', 'ANSWER Thanks for trying Acme Plus Max today!'],
  ['a greeting', 'Hello Acme Plus Max buyers,¶¶ANSWER'],
  ['the end of a letter', 'ANSWER¶¶Best regards, Acme Plus Max Shop'],
] as const;

const BY_RULE = `${CONFIG}    scorers: [{ id: answer-relevancy, extraction: segment }]\n`;

describe.each([
  ['the judge takes the answers apart', CONFIG],
  ['a rule takes the answers apart', BY_RULE],
])('where %s', (_, config) => {
  it.each(PLACES)('an advertisement is judged: %s', async (__, frame) => {
    await using world = await createWorld({ reply: careful, files: { 'prompt-regression.yml': config } });
    const head = world.openPull(7, { 'prompts/support.md': `You answer questions.\nFrame: ${frame}\n` });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00' });
    expect(statusOf(world, head)?.state).toBe('failure');
    expect(commentOf(world)).toContain('Plus');
  });
});
