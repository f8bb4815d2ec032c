import { expect, test } from 'vitest';
import { createMissingFileMessage } from '../../src/files/missing-file.js';

const CONFIG = `suites:
  - name: other
    dataset: evals/suport.jsonl
  - name: support
    dataset: ./evals/suport.jsonl
    labels: labels.jsonl
    target: { prompt: prompt.md }
    scorers:
      - answer-relevancy
      - path: evals/prize.ts
      - ./evals/tone.ts
    target2: { recorded: evals/support.json }
`;
const PATHS = ['evals/support.jsonl', 'evals/price.ts', 'prompts/prompt.md', 'evals/link.jsonl'];

const tell = await createMissingFileMessage(
  { name: 'head', read: async (path) => (path === 'c.yml' ? CONFIG : null), paths: async () => PATHS },
  'c.yml',
);

test.each([
  ['dataset', 'evals/suport.jsonl', 5, 'did you mean "evals/support.jsonl"?'],
  ['prompt', 'prompt.md', 7, 'did you mean "prompts/prompt.md"?'],
  ['scorers', 'evals/prize.ts', 10, 'did you mean "evals/price.ts"?'],
  ['scorers', 'evals/tone.ts', 11, 'check the path'],
  ['recorded', 'evals/support.json', 12, 'did you mean "evals/support.jsonl"?'],
  ['labels', 'labels.jsonl', 6, 'check the path'],
])('a missing %s %s is told at line of the config, with what is near', (key, path, line, advice) => {
  const told = tell({ key, suite: 'support', path });
  expect(told).toMatch(
    new RegExp(
      `^c\\.yml:${line}: ${key}: suite "support" names "${path}", and the head has no such file[:;] `,
    ),
  );
  expect(told).toContain(advice);
});

test('what an input names has no line, and what is listed is a link or a submodule', () => {
  expect(tell({ key: 'dataset', suite: 'support', path: 'evals/link.jsonl' })).toMatch(
    /^dataset: .*symbolic links are not followed/,
  );
});
