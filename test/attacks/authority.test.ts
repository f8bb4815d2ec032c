import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, PETS } from '../scenarios/world.js';

const LABEL = 'prompt-regression-accepted';

describe('a base config that cannot be read', () => {
  const BROKEN = CONFIG.replace('threshold: 0.6', 'treshold: 0.6');
  const LENIENT = CONFIG.replace('threshold: 0.6', 'max-drop: 1, case-drop: 1, fail-on: []');

  it("leaves the decision to a person, never to the pull request's own settings", async () => {
    await using world = await createWorld({ files: { 'prompt-regression.yml': BROKEN } });
    const head = world.openPull(7, { 'prompt-regression.yml': LENIENT, 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    const { state, description } = statusOf(world, head) ?? {};
    expect(state).toBe('failure');
    expect(description).toMatch(/^needs a person: the base's config cannot be read/);
    expect(commentOf(world).split('\n')[2]).toMatch(
      /^### ❌ support: Needs a person: the base's config cannot/,
    );
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(JSON.parse(run.outputs['result-json'] ?? '')).toMatchObject({ because: ['review'] });

    // Its repair can be merged: somebody with write access says so on this head.
    world.github.state.collaborators.set('ann', 'maintain').set('rob', 'read');
    const labelled = (login: string) => ({
      payload: { action: 'labeled', label: { name: LABEL }, sender: { login } },
    });
    expectEnd(await world.runPull(7, labelled('rob')), 1);
    expectEnd(await world.runPull(7, labelled('ann')), 0, { decision: 'accepted' });
    expect(statusOf(world, head)).toMatchObject({ state: 'success', description: 'accepted by ann' });
    world.github.assertNoViolations();
  });
});
