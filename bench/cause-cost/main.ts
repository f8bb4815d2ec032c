/**
 * Calls and time of a check with and without the search for the cause: 1, 3 and 8 changed lines, of which one adds an
 * irrelevant sentence to every answer. Agent and judge answer after 100 ms.
 *
 * Usage: node --import ./test/support/typescript-hooks.mjs bench/cause-cost/main.ts
 */
import { setTimeout } from 'node:timers/promises';
import { createWorld, modelReply, PLAIN_MODEL } from '../../test/scenarios/world.js';

const CASES = 30;
const REPLY_MS = 100;
const CAT = 'Add: By the way, our cat sends her love.';

const DATASET = Array.from({ length: CASES }, (_row, at) =>
  JSON.stringify({ id: `case-${at + 1}`, input: `Tell me about order ${at + 1}.` }),
).join('\n');

const configOf = (maxCalls: string) => `${maxCalls}suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1 }
`;

function promptOf(changes: number): string {
  const rules = Array.from({ length: 8 }, (_rule, at) =>
    at < changes - 1 ? `Mind rule ${at + 1} always.` : `Mind rule ${at + 1}.`,
  );
  return [...rules, ...(changes > 0 ? [CAT] : []), 'Sign with a name.', ''].join('\n');
}

type Cost = { readonly calls: number; readonly seconds: number; readonly outcome: string };

async function measure(changes: number, maxCalls: string): Promise<Cost> {
  await using world = await createWorld({
    files: {
      'prompts/support.md': promptOf(0),
      'prompt-regression.yml': configOf(maxCalls),
      'evals/cases.jsonl': DATASET,
    },
    async reply(body) {
      await setTimeout(REPLY_MS);
      return modelReply(PLAIN_MODEL, body);
    },
  });
  world.openPull(7, { 'prompts/support.md': promptOf(changes) });
  const start = performance.now();
  const run = await world.runPull(7);
  const seconds = (performance.now() - start) / 1000;
  const [suite] = JSON.parse(run.outputs['result-json'] ?? '{"suites":[]}').suites;
  const [cause] = suite?.causes ?? [];
  const outcome = cause === undefined ? suite?.decision : `${cause.result}, repaired: ${cause.repaired}`;
  return { calls: world.openai.requests.length, seconds, outcome };
}

process.stdout.write('| changed paragraphs | calls | with the cause | time | with the cause | result |\n');
process.stdout.write('|---:|---:|---:|---:|---:|---|\n');
// The first run also loads the code.
await measure(1, 'explain: { max-calls: 0 }\n');
for (const changes of [1, 3, 8]) {
  const plain = await measure(changes, 'explain: { max-calls: 0 }\n');
  const explained = await measure(changes, '');
  const ratio = (one: number, two: number) => `${one.toFixed(0)} (× ${(one / two).toFixed(2)})`;
  const time = (seconds: number) => `${seconds.toFixed(1)} s`;
  const cells = [
    String(changes),
    String(plain.calls),
    ratio(explained.calls, plain.calls),
    time(plain.seconds),
    `${time(explained.seconds)} (× ${(explained.seconds / plain.seconds).toFixed(2)})`,
    explained.outcome,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
