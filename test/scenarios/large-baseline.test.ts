import { expect, it } from 'vitest';
import { baselinesOf, expectEnd } from './said.js';
import { CONFIG, createWorld, PLAIN_MODEL } from './world.js';

const CASES = 1_250;
const LENGTH = 30_000;

const DATASET = Array.from({ length: CASES }, (_, index) =>
  JSON.stringify({ id: `case-${index}`, input: `Tell me about rule ${index}.` }),
).join('\n');

/** One piece for the judge. */
const answer = (input: string) => `\`\`\`\n${input} ${'word '.repeat(LENGTH / 5)}\n\`\`\``;

it('a baseline that cannot be stored ends after a few answers', async () => {
  await using world = await createWorld({
    files: { 'evals/cases.jsonl': DATASET, 'prompt-regression.yml': `${CONFIG}    baseline-repeat: 3\n` },
    model: { ...PLAIN_MODEL, answer },
  });
  const run = await world.runPush();
  expectEnd(run, 3);
  expect(run.log).toMatch(
    /the baseline would have about 3\d\d\.\d MB, and at most 100\.0 MB can be stored; keep less text \(`store: \{ text: none \}`\), lower `baseline-repeat`, or split the suite/,
  );
  expect(run.log).toContain('keep less text (`store: { text: none }`)');
  expect(baselinesOf(world)).toBe('');
  // Of 7,500 calls.
  expect(world.openai.requests.length).toBeLessThan(300);
});

it('a baseline of too many cases is warned of before the first call', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) =>
    JSON.stringify({ id: `c-${index}`, input: 'Hello?' }),
  );
  await using world = await createWorld({ files: { 'evals/cases.jsonl': rows.join('\n') } });
  const run = await world.runPush({ inputs: { 'max-calls': '100' } });
  expectEnd(run, 3);
  expect(run.log).toMatch(
    /::warning.*Suite support: its baseline would have about 1\d\d\.\d MB, and at most 100\.0 MB can be stored\. Keep less text/,
  );
  expect(world.openai.requests).toEqual([]);
});
