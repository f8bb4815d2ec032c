import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOf, partOf, resultOf, statusOf } from '../scenarios/said.js';
import { configOf, createWorld, DATASET, PLAIN_MODEL, type World } from '../scenarios/world.js';
import type { ActionResult } from '../support/run-action.js';

/** A suite whose agent gives the one answer at base, the other where its prompt wants it hostile. */
type Suite = { readonly scorers: string; readonly base?: string; readonly hostile: string };

const BASE_PROMPT = 'You answer questions of customers.\n';
/** One case would do: what is told of one keeps the run from telling of another. */
const FEW = DATASET.split('\n').slice(0, 3).join('\n');

/** One pull request makes the agents of all suites hostile. */
async function createAttack(suites: Readonly<Record<string, Suite>>) {
  const names = Object.keys(suites);
  const prompts = (more: string) =>
    Object.fromEntries(names.map((name) => [`prompts/${name}.md`, `${BASE_PROMPT}Suite ${name}.\n${more}`]));
  const config = configOf(
    Object.fromEntries(
      Object.entries(suites).map(([name, { scorers }]) => [
        name,
        { more: `    scorers:\n      - ${scorers}\n` },
      ]),
    ),
  );
  const world = await createWorld({
    model: {
      ...PLAIN_MODEL,
      answer(input, system) {
        const suite = suites[/^Suite (.+)\.$/m.exec(system)?.[1] ?? ''];
        const hostile = system.includes('Be hostile.') ? suite?.hostile : suite?.base;
        return hostile ?? PLAIN_MODEL.answer(input, system);
      },
    },
    files: { ...prompts(''), 'evals/cases.jsonl': FEW, 'prompt-regression.yml': config },
  });
  const head = world.openPull(7, prompts('Be hostile.\n'));
  return { world, head, run: await world.runPull(7) };
}

/** The run ends in time, and neither it nor the suite is green. */
function expectRed({ world, head, run }: Attack, suite: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(run.code, run.log).not.toBeNull();
  expect(statusOf(world, head, suite)?.state, run.log).toMatch(/^(failure|error)$/);
}

type Attack = { readonly world: World; readonly head: string; readonly run: ActionResult };

describe('a pattern of the base that an answer of the head keeps busy', () => {
  const BUSY = `Here it is ${'a'.repeat(60)}!`;
  let attack: Attack;

  beforeAll(async () => {
    attack = await createAttack({
      regex: { scorers: "{ id: regex, pattern: '^(\\w+\\s?)+\\.$' }", hostile: BUSY },
      schema: {
        scorers: "{ id: json-schema, schema: { type: string, pattern: '^(\\w+\\s?)+\\.$' } }",
        base: '"Here is what we know."',
        hostile: JSON.stringify(BUSY),
      },
    });
  });
  afterAll(() => attack.world[Symbol.asyncDispose]());

  it.each([
    ['the regex check', 'regex'],
    ['a JSON Schema', 'schema'],
  ])('of %s is stopped, and the answer is unscored', (_, suite) => {
    expectRed(attack, suite);
    expect(partOf(commentOf(attack.world), suite)).toMatch(/took longer than 1 s/);
  });
});

describe('an answer of the head', () => {
  const scorers = 'answer-relevancy';
  let attack: Attack;

  beforeAll(async () => {
    attack = await createAttack({
      long: { scorers, hostile: 'Here is what we know. '.repeat(500_000) },
      table: { scorers, hostile: `|a|\n|-|\n${'|b\n'.repeat(300_000)}` },
      code: { scorers, hostile: '```\na\n```\n'.repeat(70_000) },
      tables: { scorers, hostile: '|a|\n|-|\n|b|\n\n'.repeat(50_000) },
      fields: { scorers, hostile: JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ [at]: at }))) },
      quotes: { scorers, hostile: `Our cat says ${'"'.repeat(200_000)}x${'" '.repeat(100_000)}` },
    });
  });
  afterAll(() => attack.world[Symbol.asyncDispose]());

  it.each([
    ['of ten million characters', 'long'],
    ['of 300,000 rows of a table', 'table'],
    ['of 70,000 blocks of code', 'code'],
    ['of 50,000 tables', 'tables'],
    ['of 40,000 objects', 'fields'],
    ['of quotation marks', 'quotes'],
  ])('%s leaves the run its report', (_, suite) => {
    expectRed(attack, suite);
    if (['code', 'tables', 'fields'].includes(suite)) {
      expect(partOf(commentOf(attack.world), suite)).toContain('and at most 1,000 are judged');
    }
    expect(resultOf(attack.run, suite)?.decision, attack.run.log).toMatch(/fail|inconclusive/);
    // What nobody expected is told as a failure too, without a word on any other case.
    expect(attack.run.log).not.toContain('Unexpected:');
    expect(attack.run.log).not.toContain('Not evaluated');
  });
});
