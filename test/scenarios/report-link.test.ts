import { expect, it } from 'vitest';
import { commentOf } from './said.js';
import { createWorld, PETS, REPOSITORY } from './world.js';

it('the comment links to the HTML report only if the workflow says where it is', async () => {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = async (inputs: Readonly<Record<string, string>>) =>
    await world.runPull(7, { inputs: { 'force-run': 'true', ...inputs }, env: { GITHUB_RUN_ID: '77' } });

  const alone = await run({});
  expect(commentOf(world)).not.toMatch(/\[[^\]]*report\]/i);
  expect(alone.log).toContain(`HTML report: ${alone.outputs['html-report']}`);

  await run({ 'report-url': '#artifacts' });
  expect(commentOf(world)).toMatch(
    new RegExp(`\\[[^\\]]*report\\]\\(<https://\\S+/${REPOSITORY}/actions/runs/77#artifacts>\\)`, 'i'),
  );

  await run({ 'report-url': 'https://pages.example/7/report.html' });
  expect(commentOf(world)).toMatch(/report\]\(<https:\/\/pages\.example\/7\/report\.html>\)/i);
  // Each case has its place in the page.
  expect(commentOf(world)).toContain(
    '[Tell me about refunds.](<https://pages.example/7/report.html#case-case-1>)',
  );
});
