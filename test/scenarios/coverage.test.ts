import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { caseAbout, RULE_AGENT } from './rule-agent.js';
import { baselinesOf, expectEnd } from './said.js';
import { CONFIG, createWorld, type World } from './world.js';

const PROMPT = `# Rules

- Asked about lamps, say: A lamp costs 20 euros.
- Asked about chairs, say: A chair costs 90 euros.
- Asked about <b>tables</b> | @acme, say: A table costs 200 euros.
`;
const FILES = {
  'prompts/support.md': PROMPT,
  'evals/cases.jsonl': ['lamps', 'chairs'].map(caseAbout).join('\n'),
  'prompt-regression.yml': `judge: { model: judge-1 }\n${CONFIG}    task: Answer questions about prices.\n`,
};
const MEASURE = { inputs: { coverage: 'true' } };

/** The maps on the branch of baselines. */
function storedMaps({ project }: World) {
  const { remote } = project;
  const { tree = '' } = remote.commit(project.tip('prompt-regression-data')) ?? {};
  const files = remote.walk(tree).filter(({ name }) => name.includes('/coverage/') && name.endsWith('.gz'));
  return files.map(({ name: path, sha }) => {
    const map = JSON.parse(gunzipSync(remote.read('blob', sha) ?? '').toString());
    return { path, map };
  });
}

describe('coverage: true', () => {
  it('on main: the map is stored beside the baselines, the summary names what no case notices', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    const run = await world.dispatch(MEASURE);
    expectEnd(run, 0);
    expect(run.summary).toContain('### support: 2 of 3 blocks noticed (67%)');
    expect(run.summary).toContain('line 5');
    expect(run.summary).toContain('A harmless edit (a heading renamed');
    expect(run.summary).toContain('is noticed by 0 of 2 cases.');
    // The prompt's text is foreign.
    expect(run.summary).not.toMatch(/<b>tables|@acme/);
    expect(run.outputs['html-report']).toMatch(/coverage\.html$/);
    const [stored, ...others] = storedMaps(world);
    expect(others).toEqual([]);
    expect(stored?.path).toMatch(/^v2\/@top\/support\/coverage\/[0-9a-f]{64}\/whole\.json\.gz$/);
    expect(stored?.map).toMatchObject({ suite: 'support', blocks: [{}, {}, { state: 'unnoticed' }] });
    // A measurement is no check of the commit.
    expect(world.github.state.statuses).toEqual([]);
    world.github.assertNoViolations();
  });

  it('a spent budget stores a partial map, which a whole one replaces', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    expectEnd(await world.dispatch({ inputs: { coverage: 'true', 'max-calls': '24' } }), 3);
    expect(storedMaps(world).map(({ path }) => path.split('/').at(-1))).toEqual(['partial.json.gz']);
    expectEnd(await world.dispatch(MEASURE), 0);
    expectEnd(await world.dispatch({ inputs: { coverage: 'true', 'max-calls': '24' } }), 3);
    const whole = storedMaps(world).find(({ path }) => path.endsWith('/whole.json.gz'));
    expect(whole?.map.blocks.map(({ state }: { state: string }) => state)).toEqual([
      'noticed',
      'noticed',
      'unnoticed',
    ]);
  });

  it('nothing but a run of main writes a map: neither a pull request, a fork, nor a branch by hand', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    const change = { 'prompts/support.md': PROMPT.replace('20', '25') };
    const head = world.openPull(7, change);
    world.openPull(8, change, 'stranger/agents');
    world.project.commit('side', change, [world.project.tip('main')]);
    for (const run of [
      await world.runPull(7, MEASURE),
      await world.runPull(8, MEASURE),
      await world.dispatch({ ...MEASURE, branch: 'side' }),
      await world.dispatch({ inputs: { coverage: 'true', 'pull-request': '7', sha: head } }),
    ]) {
      expect(run.code, run.log).toBe(2);
      expect(run.log).toContain('it measures the prompts of the default branch');
    }
    expect(world.openai.requests).toEqual([]);
    expect(baselinesOf(world)).toBe('');
    expect(world.github.state.statuses).toEqual([]);
  });
});
