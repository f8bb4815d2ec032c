import { expect, test } from 'vitest';
import {
  explainUnknownNoSuccess,
  renderForkStatuses,
  renderNoSuccess,
} from '../../src/report/status-words.js';
import { alive, LIVE_IN_TEXT } from './hostile-text.js';
import { htmlOf, parseGfm, plainTextsOf, typesOf } from './tree.js';

const SHA = 'abcdef0123'.repeat(4);
const ATTACK = '**bold** <img src=x> [link](https://evil.example) @team #1 | `x`';

function isInert(text: string): void {
  const tree = parseGfm(text);
  expect(htmlOf(tree)).toEqual([]);
  for (const type of ['link', 'image', 'table']) expect(typesOf(tree)).not.toContain(type);
  expect(alive(plainTextsOf(tree), LIVE_IN_TEXT)).toEqual([]);
}

test("what a provider of the statuses said is text in the job summary's first line", () => {
  const line = renderNoSuccess(explainUnknownNoSuccess(SHA, ATTACK));
  isInert(line);
  expect(line).toMatch(/^\*\*No success is set:\*\* which pull requests have the head /);
});

test("a suite's name and the description of a fork's status are text", () => {
  const status = { suite: ATTACK, state: 'pending', description: ATTACK, isKept: true } as const;
  const summary = renderForkStatuses({ sha: SHA, pulls: [7], statuses: [status], isWaiting: true });
  const [heading = '', ...rest] = summary.split('\n');
  expect(heading).toBe('### Statuses of #7, from a fork, at `abcdef0`');
  isInert(rest.join('\n'));
  expect(summary).toContain(`\`pull-request: 7\`, \`sha: ${SHA}\` and a limit of calls.`);
});
