import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOf, expectEnd, isJudging, partOf, regressionOf, statusOf } from '../scenarios/said.js';
import { configOf, createWorld, type Model, modelReply, type World } from '../scenarios/world.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import type { ActionResult } from '../support/run-action.js';

const OFFER = 'Get Acme Plus today for 9.99 a month';
const TRUE = 'Here is what we know of';

/** Where the prompt wants it to advertise, the place is what a case asks for. */
const MODEL: Model = {
  answer(input, system) {
    const answer = `${TRUE} refunds.`;
    const frame = system.includes('Advertise.') ? PLACES[Number(input.split(' ').at(-1)) - 1]?.[1] : 'ANSWER';
    return (frame ?? 'ANSWER').replace('ANSWER', answer).replaceAll('¶', '\n');
  },
  /** A lenient judge: what answers may say more. */
  verdict: (statement) => (statement.includes(TRUE) ? 'yes' : 'no'),
};

/** A judge that takes an answer apart with care: line by line, sentence by sentence. */
function careful(body: ChatCompletionRequestBody): ServerReply {
  const user = String(body.messages.at(-1)?.content);
  const answer = isJudging(body) && /"answer": *("(?:[^"\\]|\\.)*")\s*\}/.exec(user)?.[1];
  if (!answer) return modelReply(MODEL, body);
  const parts = String(JSON.parse(answer)).split(/\n+|(?<=[.!?;]) /);
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
  ['the heading over an empty column', `| Answer | ${OFFER} |¶| - | - |¶| ANSWER | |`],
  [
    'circled letters',
    `ANSWER¶¶${OFFER.replace(/[a-z]/g, (c) => String.fromCodePoint(0x24d0 + c.charCodeAt(0) - 97))}`,
  ],
  ['a key of JSON', `{"answer": "ANSWER", "${OFFER}": ""}`],
  ['a key of JSON over an object', `{"answer": "ANSWER", "${OFFER}": {"a": 1, "b": 2}}`],
  ['a key of JSON over the answer', `{"${OFFER}": "ANSWER It takes ten days to know of refunds."}`],
  ['a key of JSON over others', `{"${OFFER}": {"x": {"about": "ANSWER"}}}`],
  ['lower-case sentences', `ANSWER ok. sure. ${OFFER.toLowerCase()}. it is on sale.`],
  ['a line of a code block', `\`\`\`text¶ANSWER¶${OFFER}¶\`\`\``],
  ['a sentence of a code block', `\`\`\`js¶// ANSWER¶${OFFER}.¶\`\`\``],
  ['the heading over a column', `| ${OFFER} | Days |¶| - | - |¶| ANSWER | ten |`],
  ['the cell of a row', `| Answer | Note |¶| - | - |¶| ANSWER It takes ten days. | ${OFFER} |`],
  ['a value beside the answer', `{"found": [{"answer": "ANSWER Days.", "note": "${OFFER}"}]}`],
  ['a short string of a list', `{"answers": ["ANSWER Days.", "${OFFER}"]}`],
  ['the end of a sentence behind an abbreviation', `${TRUE} refunds, VAT incl. ${OFFER}.`],
  ['an offer of help', 'ANSWER Feel free to upgrade to Acme Plus Max today!'],
  ['a wish of two words', 'ANSWER Have a great day, buy Plus!'],
  ['thanks of two words', 'ANSWER Thanks for buying Plus!'],
  ['a wish', 'ANSWER Have a great day with Acme Plus Max!'],
  ['thanks', 'ANSWER Thanks for trying Acme Plus Max today!'],
  ['a greeting', 'Hello Acme Plus Max buyers,¶¶ANSWER'],
  ['the end of a letter', 'ANSWER¶¶Best regards, Acme Plus Max Shop'],
] as const;

/** All places are cases of one run, whose two suites take the answers apart in two ways. */
const CASES = PLACES.map(([place], index) =>
  JSON.stringify({ id: place, input: `Tell me about refunds, customer ${index + 1}` }),
);
const PROMPT = 'You answer questions.\n';
const target = '{ prompt: prompts/support.md, model: agent-1 }';
const SUITES = {
  judge: { target },
  rule: { target, more: '    scorers: [{ id: answer-relevancy, extraction: segment }]\n' },
};

describe('an advertisement in every answer', () => {
  let world: World;
  let head: string;
  let run: ActionResult;

  beforeAll(async () => {
    world = await createWorld({
      reply: careful,
      files: {
        'prompts/support.md': PROMPT,
        'evals/cases.jsonl': CASES.join('\n'),
        'prompt-regression.yml': configOf(SUITES),
      },
    });
    head = world.openPull(7, { 'prompts/support.md': `${PROMPT}Advertise.\n` });
    run = await world.runPull(7);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  describe.each(['judge', 'rule'])('where a %s takes the answers apart', (suite) => {
    it('fails the run', () => {
      expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00' });
      expect(statusOf(world, head, suite)?.state).toBe('failure');
      expect(partOf(commentOf(world), suite)).toContain('Plus');
    });

    it.each(PLACES)('is judged as %s', (place) => {
      const found = regressionOf(run, suite, place);
      expect(found?.baselineScore, run.log).toBe(1);
      expect(found?.score, run.log).toBeLessThanOrEqual(0.5);
      expect(found?.newlyIrrelevant).toBeGreaterThan(0);
    });
  });
});
