import { describe, expect, it } from 'vitest';
import { allSaid, commentOf, expectEnd, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, DATASET, HARMLESS, PETS } from './world.js';

/** Markdown without what keeps its text from coming alive. */
function asRead(markdown: string): string {
  return markdown.replaceAll(/[\\\u200b]/g, '');
}

describe('a pull request with mistakes', () => {
  it.each([
    [
      'in its config',
      {
        'prompt-regression.yml': CONFIG.replace('gate: { threshold: 0.6 }', 'gates: {}\n    repeat: many'),
      },
      [/prompt-regression\.yml:6: .*gates.*gate/, /prompt-regression\.yml:7: .*repeat/],
    ],
    [
      'in its dataset',
      { 'evals/cases.jsonl': `${DATASET}\n{"id": "case-1", "input": "Again?"}\nnot JSON\n{"id": "x"}\n` },
      [/evals\/cases\.jsonl:9: .*case-1/, /evals\/cases\.jsonl:10: /, /evals\/cases\.jsonl:11: .*input/],
    ],
    ['in its prompt’s path', { 'prompts/support.md': null }, [/prompts\/support\.md.*no such file/]],
  ])(
    '%s costs nothing: all of them are told at once, and the suite’s status is an error',
    async (_, files, problems) => {
      await using world = await createWorld();
      const head = world.openPull(7, files);
      const run = await world.runPull(7);
      expectEnd(run, 2, { passed: 'false' });
      for (const problem of problems) {
        expect(run.log).toMatch(new RegExp(`^::error::.*${problem.source}`, 'm'));
        expect(asRead(run.summary)).toMatch(problem);
        expect(asRead(commentOf(world))).toMatch(problem);
      }
      expect(run.log.match(/^::error::/gm)).toHaveLength(problems.length);
      expect(run.log).not.toMatch(/^\s+at .+:\d+:\d+/m);
      expect(statusOf(world, head)).toMatchObject({
        context: 'prompt-regression/support',
        state: 'error',
        description: expect.stringMatching(/; mend it$/),
      });
      expect(world.openai.requests).toEqual([]);
    },
  );

  it('is evaluated once they are mended, in the same comment', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': null });
    await world.runPull(7);
    expect(commentOf(world)).toMatch(/Not evaluated/);
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 0);
    expect(commentOf(world)).not.toMatch(/Not evaluated/);
  });

  it('in an input is told with the nearest known name, and nothing is asked', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7, { inputs: { threshold: '12', comment: 'on', suite: 'suport' } });
    expectEnd(run, 2);
    expect(run.log).toMatch(/^::error::.*threshold.*12/m);
    expect(run.log).toMatch(/^::error::.*comment.*on/m);
    const unknown = await world.runPull(7, { inputs: { suite: 'suport' } });
    expectEnd(unknown, 2);
    expect(unknown.log).toMatch(/^::error::.*suport.*support/m);
    expect(world.openai.requests).toEqual([]);
  });

  it('in the config of both sides is told all the same, and never as a pass', async () => {
    const broken = CONFIG.replace('dataset:', 'datasets:');
    await using world = await createWorld({ files: { 'prompt-regression.yml': broken } });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 2, { decision: 'inconclusive', passed: 'false' });
    expect(asRead(commentOf(world))).toMatch(/Not evaluated: .*prompt-regression\.yml:4: .*datasets/);
    expect(allSaid(world, run)).not.toMatch(/✅|\bpass\b/);
  });

  it('that the base made is repaired by it, once a person has looked', async () => {
    const broken = CONFIG.replace('dataset:', 'datasets:');
    await using world = await createWorld({ files: { 'prompt-regression.yml': broken } });
    world.openPull(7, { 'prompt-regression.yml': CONFIG });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', delta: '0.00' });
    expect(run.log).toContain('Needs a person: the base');
  });
});

describe('a run that cannot even start', () => {
  it.each([
    [
      'the event’s file is not there',
      { GITHUB_EVENT_PATH: '/not/there.json' },
      /GITHUB_EVENT_PATH: .*\/not\/there\.json/,
    ],
    [
      'the event’s file is no JSON',
      { GITHUB_EVENT_PATH: import.meta.filename },
      /GITHUB_EVENT_PATH: .*mistakes\.test\.ts.* JSON/,
    ],
    ['the state’s file is not there', { GITHUB_STATE: '/not/there' }, /GITHUB_STATE: .*\/not\/there/],
    ['the API’s address is none', { GITHUB_API_URL: 'api github' }, /GITHUB_API_URL: "api github"/],
    [
      'the API’s address is of another kind',
      { GITHUB_API_URL: 'ftp://github.test' },
      /GITHUB_API_URL: "ftp:/,
    ],
    ['the address of GraphQL is none', { GITHUB_GRAPHQL_URL: '/graphql' }, /GITHUB_GRAPHQL_URL: "\/graphql"/],
    ['the server’s address is none', { GITHUB_SERVER_URL: 'github' }, /GITHUB_SERVER_URL: "github"/],
    ['the repository is none', { GITHUB_REPOSITORY: 'agents' }, /agents.*owner\/name/],
    ['the event is not evaluated', { GITHUB_EVENT_NAME: 'issue_comment' }, /`issue_comment`/],
    ['an input is wrong', { INPUT_THRESHOLD: 'high' }, /threshold.*high/],
    ['no such pull request is open', { INPUT_SHA: 'a'.repeat(40) }, /sha: /],
  ])('since %s ends with exit code 2 and says so, without a stack', async (_, env, problem) => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.run({ ...(await world.checkoutPull(7)), env });
    expectEnd(run, 2, { passed: 'false', decision: 'inconclusive' });
    expect(run.log).toMatch(new RegExp(`^::error::.*${problem.source}`, 'm'));
    expect(run.log).not.toMatch(/^\s+at /m);
    expect(asRead(run.summary)).toMatch(problem);
    expect(world.github.state).toMatchObject({ statuses: [], comments: [] });
    expect(world.openai.requests).toEqual([]);
  });
});

describe('the first pull request with a prompt', () => {
  it.each([
    ['above the threshold passes', 'You answer questions of customers.\n', 0, 'pass'],
    ['below the threshold fails', PETS, 1, 'fail'],
  ])('%s, and says loudly that there is no baseline', async (_, prompt, code, decision) => {
    const { 'README.md': _readme, ...files } = BASE_FILES;
    const none = Object.fromEntries(Object.keys(files).map((path) => [path, null]));
    await using world = await createWorld({ files: none });
    const head = world.openPull(7, { ...files, 'prompts/support.md': prompt });
    const run = await world.runPull(7);
    expect({ code: run.code, decision: run.outputs['decision'] }, run.log).toEqual({ code, decision });
    for (const text of [commentOf(world), run.summary, run.log])
      expect(text).toMatch(/No baseline: new prompt/);
    expect(run.outputs).toMatchObject({ 'baseline-score': '', delta: '' });
    expect(statusOf(world, head)).toMatchObject({ state: code === 0 ? 'success' : 'failure' });
    expect(commentOf(world)).toContain('own system prompt');
  });
});
