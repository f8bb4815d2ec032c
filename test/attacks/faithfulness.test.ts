import { expect, it } from 'vitest';
import { expectNotGreen, isJudging, resultOf, statusOf } from '../scenarios/said.js';
import { configOf, createWorld, DATASET } from '../scenarios/world.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';

const REFUSAL = 'I am sorry, I can not help you with that request.';
const OFTEN_ASKED = /refunds|delivery|returns|repairs/;
const TOPIC = /^Tell me about |\.$/g;

/** Refuses what its prompt says; judges by the context alone, and finds no claim in a refusal. */
function reply(body: ChatCompletionRequestBody): ServerReply {
  const user = String(body.messages.at(-1)?.content);
  if (!isJudging(body)) {
    const refuses = String(body.messages[0]?.content).includes('Refuse') && OFTEN_ASKED.test(user);
    return { content: refuses ? REFUSAL : `The fact about ${user.replace(TOPIC, '')} is seven.` };
  }
  const data = JSON.parse(user.slice(user.indexOf('{'), user.lastIndexOf('}') + 1)) as {
    readonly context?: readonly string[];
    readonly statements: Readonly<Record<string, string>>;
  };
  const { context } = data;
  const verdicts = Object.entries(data.statements).map(([key, text]) => {
    if (context === undefined) {
      return [key, { reason: 'So it is.', verdict: /^The fact about|^called|^…/.test(text) ? 'yes' : 'no' }];
    }
    const borneOut = context.some((piece) => piece.includes(text)) ? 'supported' : 'unsupported';
    return [key, { reason: 'So it is.', verdict: text === REFUSAL ? 'skip' : borneOut }];
  });
  return { content: JSON.stringify(Object.fromEntries(verdicts)) };
}

const agent = (body: string) => `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const about = input.replace(${TOPIC}, '');
  const says = (number, more) => ({ output: \`The fact about \${about} is \${number}.\`, ...more });
  console.log(JSON.stringify({ id, ...${body} }));
}
`;
const FAITHFUL = '    scorers: [faithfulness]\n    task: Answers customers.\n';
const command = (file: string) => ({
  target: `{ command: [node, ${file}], workers: 1 }`,
  gate: '{}',
  more: FAITHFUL,
});

it('an answer that leaves nothing to score, or brings its own context, is not green', async () => {
  const cases = DATASET.split('\n').map((line) => {
    const { id, input } = JSON.parse(line);
    return JSON.stringify({ id, input, context: [`The fact about ${input.replace(TOPIC, '')} is seven.`] });
  });
  await using world = await createWorld({
    reply,
    files: {
      'prompts/refuses.md': 'You answer questions.\n',
      'silent.mjs': agent('says("seven")'),
      'inventive.mjs': agent('says("seven")'),
      'calling.mjs': agent('says("seven")'),
      'evals/cases.jsonl': cases.join('\n'),
      'prompt-regression.yml': `judge: { model: judge-1 }\n${configOf({
        refuses: { gate: '{}', more: FAITHFUL },
        silent: command('silent.mjs'),
        inventive: command('inventive.mjs'),
        calling: {
          target: '{ command: [node, calling.mjs], workers: 1 }',
          gate: '{}',
          more: '    task: Answers customers.\n',
        },
      })}`,
    },
  });
  const head = world.openPull(7, {
    'prompts/refuses.md': 'You answer questions.\nRefuse.\n',
    'silent.mjs': agent(
      `(${OFTEN_ASKED}.test(input) ? { output: '', toolCalls: [{ name: 'noop' }] } : says('seven'))`,
    ),
    'calling.mjs': agent(
      '{ output: about < "n" ? "…" : "", toolCalls: [{ name: "look_up", arguments: { about } }] }',
    ),
    'inventive.mjs': agent('says("thirteen", { context: [says("thirteen").output] })'),
  });
  const run = await world.runPull(7);
  expectNotGreen(world, run);
  for (const suite of ['refuses', 'silent']) {
    expect(statusOf(world, head, suite)?.description).toMatch(/^4 of 8 questions have nothing left to score/);
  }
  expect(statusOf(world, head, 'calling')?.description).toMatch(
    /^8 of 8 questions are answered with tool calls only/,
  );
  expect(resultOf(run, 'inventive')).toMatchObject({ decision: 'fail', baselineScore: 1, score: 0 });
});
