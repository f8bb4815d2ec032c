import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from './said.js';
import { configOf, createWorld, HARMLESS, PETS } from './world.js';

const JUDGED = 'judge: { model: judge-1 }\n';
const pointTo = (prompt: string) =>
  `${JUDGED}${configOf({ support: { target: `{ prompt: ${prompt}, model: agent-1 }` } })}`;

/** Long enough for git to detect the rename. */
const RULES = 'You are short.\nYou name prices with their currency.\nYou never promise a date of delivery.\n';
const LONG = (prompt: string) => `${RULES}${prompt}`;

describe('a prompt that is renamed', () => {
  const moved = (text: string) => ({ 'prompts/support.md': null, 'prompts/help.md': LONG(text) });

  it('is compared with its old name: unchanged answers pass, worse ones fail', async () => {
    await using world = await createWorld({
      files: {
        'prompts/support.md': LONG('Be kind.\n'),
        'prompt-regression.yml': pointTo('prompts/support.md'),
      },
    });
    const config = { 'prompt-regression.yml': pointTo('prompts/help.md') };
    const head = world.openPull(7, { ...moved(HARMLESS), ...config });
    expectEnd(await world.runPull(7), 0, { decision: 'pass', 'baseline-score': '1.00' });
    expect(statusOf(world, head, 'support')).toMatchObject({ state: 'success' });
    expect(commentOf(world, 7)).toMatch(/`target\.prompt`: `prompts\/support\.md` → `prompts\/help\.md`/);
    world.openPull(8, { ...moved(PETS), ...config });
    expectEnd(await world.runPull(8), 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  });
});

it('a suite that is added, and one that is removed, leave one comment', async () => {
  const config = (...suites: readonly string[]) =>
    `${JUDGED}${configOf(Object.fromEntries(suites.map((name) => [name, {}])))}`;
  await using world = await createWorld({ files: { 'prompt-regression.yml': config('support') } });
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  await world.runPull(7);
  world.openPull(7, { 'prompts/sales.md': HARMLESS, 'prompt-regression.yml': config('support', 'sales') });
  await world.runPull(7);
  expect(commentOf(world, 7)).toContain('sales');
  world.openPull(7, { 'prompt-regression.yml': config('sales') });
  await world.runPull(7);
  expect(commentOf(world, 7)).toMatch(/removes this suite/);
});

it('a pull request with one suite, 100 changed files and 100 comments costs at most 16 calls of the API', async () => {
  await using world = await createWorld({
    files: { 'prompt-regression.yml': pointTo('prompts/support.md') },
  });
  expectEnd(await world.runPush(), 0);
  const files = Object.fromEntries(
    Array.from({ length: 99 }, (_, index) => [`docs/${index}.md`, `Page ${index}.\n`]),
  );
  world.openPull(7, { ...files, 'prompts/support.md': PETS });
  for (let index = 0; index < 100; index += 1) {
    world.github.addComment({ pullRequest: 7, body: `Comment ${index}`, author: 'ann' });
  }
  const before = world.github.requests.length;
  expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  const calls = world.github.requests.slice(before).map(({ operation }) => operation);
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(16);
  // The next head of the same pull request finds its comment among them.
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  const again = world.github.requests.length;
  expectEnd(await world.runPull(7), 0, { decision: 'pass' });
  // Three more: the statuses that confirm the earlier decision, those that it must not replace, and the search for a
  // suggested repair that does not hold any more.
  expect(world.github.requests.length - again).toBeLessThanOrEqual(19);
});

it('two workflows that run one suite have a comment each and one status, of which the last one counts', async () => {
  await using world = await createWorld({
    files: { 'prompt-regression.yml': pointTo('prompts/support.md') },
  });
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  for (const name of ['quick', 'thorough']) await world.runPull(7, { env: { GITHUB_WORKFLOW: name } });
  expect(world.github.state.comments).toHaveLength(2);
  const contexts = world.github.state.statuses.filter((status) => status.sha === head);
  expect([...new Set(contexts.map(({ context }) => context))]).toEqual(['prompt-regression/support']);
});
