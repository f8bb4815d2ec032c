import { expect, test } from 'vitest';
import { CONFIG, createWorld, type Model, PLAIN_MODEL } from './world.js';

const TOPICS = ['refunds', 'invoices', 'delivery', 'opening hours', 'warranty', 'returns'];
const rows = (task: string) =>
  TOPICS.map((topic, index) =>
    JSON.stringify({ id: `case-${index + 1}`, input: `Tell me about ${topic}.`, task }),
  ).join('\n');

/** Whoever is there for cats may talk about them. */
const MODEL: Model = {
  ...PLAIN_MODEL,
  verdict: (statement, data) =>
    data.task?.includes('cats') && data.answer.includes(statement)
      ? 'yes'
      : PLAIN_MODEL.verdict(statement, data),
};

test('a pull request that moves its dataset is judged under the tasks of the one that it leaves', async () => {
  const files = { 'evals/cases.jsonl': rows('Answers questions of customers.') };
  await using world = await createWorld({ files, model: MODEL });
  world.openPull(7, {
    'prompts/support.md': 'You answer questions of customers.\nAdd: By the way, our cat sends her love.\n',
    'evals/cases.jsonl': null,
    'evals/moved.jsonl': rows('Talks about cats.'),
    'prompt-regression.yml': CONFIG.replace('evals/cases.jsonl', 'evals/moved.jsonl'),
  });
  const run = await world.runPull(7);
  expect(run.outputs['decision']).toBe('fail');
  expect(world.github.state.comments[0]?.body).toContain('edits the task of 6 cases');
});
