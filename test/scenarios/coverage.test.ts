import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import { caseAbout, RULE_AGENT } from './rule-agent.js';
import { baselinesOf, commentOf, expectEnd, isJudging } from './said.js';
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

describe('the map on a pull request', () => {
  const EDITED = PROMPT.replace('20 euros', '25 euros').replace('200', '250');

  /** The comment and the calls of a pull request that edits the prompt. */
  async function checkEdit(world: World, edited: string) {
    world.openPull(7, { 'prompts/support.md': edited });
    const before = world.openai.requests.length;
    const run = await world.runPull(7);
    expect(run.code, run.log).not.toBe(2);
    return { comment: commentOf(world), calls: world.openai.requests.length - before };
  }

  it('says which cases notice the changed lines, without a call more', async () => {
    await using known = await createWorld({ files: FILES, model: RULE_AGENT });
    expectEnd(await known.dispatch(MEASURE), 0);
    await using unknown = await createWorld({ files: FILES, model: RULE_AGENT });
    const [informed, plain] = [await checkEdit(known, EDITED), await checkEdit(unknown, EDITED)];
    expect(informed.comment).toContain('`about-lamps` notices lines 1–3 of `prompts/support.md` on `main`');
    expect(informed.comment).toContain('No case notices line 5 of `prompts/support.md` on `main`');
    expect(informed.comment).not.toContain('line 4');
    expect(informed.calls).toBe(plain.calls);
    expect(plain.comment).not.toContain('Prompt coverage');
    known.github.assertNoViolations();
  });

  it("a map of an earlier prompt is not the base's: it says nothing", async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    expectEnd(await world.dispatch(MEASURE), 0);
    world.commitToMain({ 'prompts/support.md': PROMPT.replace('# Rules', '# Prices') });
    const { comment } = await checkEdit(world, EDITED);
    expect(comment).not.toContain('Prompt coverage');
  });
});

describe('new cases of a pull request', () => {
  const NEW_RULE = `${PROMPT}- Asked about shelves, say: A shelf costs 40 euros.\n`;
  const NEW_CASES = ['lamps', 'chairs', 'shelves', 'weather'].map(caseAbout).join('\n');

  async function check(world: World, files: Files, inputs: Readonly<Record<string, string>> = {}) {
    world.openPull(7, { 'evals/cases.jsonl': NEW_CASES, ...files });
    const run = await world.runPull(7, { inputs });
    expect(run.code, run.log).not.toBe(2);
    return commentOf(world);
  }

  it('run once on the base, too: the comment says which of them notice the change', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    const comment = await check(world, { 'prompts/support.md': NEW_RULE });
    expect(comment).toContain('the new case `about-shelves` notices this change');
    expect(comment).toContain('the new case `about-weather` does not notice this change');
    const onBase = world.openai.requests.filter(
      ({ body }) => !isJudging(body) && !JSON.stringify(body).includes('shelf'),
    );
    const asked = onBase.filter(({ body }) => JSON.stringify(body.messages.at(-1)).includes('shelves'));
    expect(asked).toHaveLength(1);
  });

  it('a removed line is noticed by a case that asks for it', async () => {
    await using world = await createWorld({
      files: { ...FILES, 'prompts/support.md': NEW_RULE },
      model: RULE_AGENT,
    });
    const comment = await check(world, { 'prompts/support.md': PROMPT });
    expect(comment).toContain('the new case `about-shelves` notices this change');
  });

  it('without budget for it, nothing is said, and the check decides as before', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    // Eight answers of both sides and their judge use it up but for a few calls.
    const comment = await check(world, { 'prompts/support.md': NEW_RULE }, { 'max-calls': '22' });
    expect(comment).toMatch(/✅ support/);
    expect(comment).not.toContain('Prompt coverage');
  });

  it('if only the dataset changes, there is no line to notice', async () => {
    await using world = await createWorld({ files: FILES, model: RULE_AGENT });
    expect(await check(world, {})).not.toContain('Prompt coverage');
  });

  it('of a program, too', async () => {
    const agent = `const { readFileSync } = require('node:fs');
const rules = [...readFileSync('prompts/support.md', 'utf8').matchAll(/^- Asked about (\\w+), say: (.+)$/gm)];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, input } = JSON.parse(line);
  const said = rules.filter(([, subject]) => input.includes(subject)).map(([, , words]) => words);
  console.log(JSON.stringify({ id, output: ['Thank you for asking.', ...said].join(' ') }));
});
`;
    const config = FILES['prompt-regression.yml'].replace(
      'target: { prompt: prompts/support.md, model: agent-1 }',
      'target: { command: [node, agent.cjs] }',
    );
    await using world = await createWorld({
      files: { ...FILES, 'agent.cjs': agent, 'prompt-regression.yml': config },
      model: RULE_AGENT,
    });
    const comment = await check(world, { 'prompts/support.md': NEW_RULE });
    expect(comment).toContain('the new case `about-shelves` notices this change');
    expect(comment).toContain('the new case `about-weather` does not notice this change');
  });
});
