import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultJson } from '../../src/publish/result-schema.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd, expectNoResult, isJudging, partOf, statusOf } from './said.js';
import { CONFIG, createWorld, DATASET, HARMLESS, type Model, modelReply, type World } from './world.js';

const CASES = 8;
const BROKEN = /warranty/;
const HEAD = { 'prompts/support.md': HARMLESS };
const GOOD = 1;

/** Share of an answer's five sentences that are relevant; `time` counts the answers to this case under this prompt. */
type Agent = (asked: { input: string; head: boolean; time: number }) => number;

/**
 * An agent whose answers differ each time, and a judge that knows which sentences are relevant. The other cases gain at
 * head what the broken one loses, so that the mean does not move.
 */
function createModel(agent: Agent): Model {
  const times = new Map<string, number>();
  let answers = 0;
  return {
    answer(input, system) {
      const head = system.includes('our customers');
      const time = times.get(input + system) ?? 0;
      times.set(input + system, time + 1);
      answers += 1;
      const relevant = Math.round(5 * agent({ input, head, time }));
      const about = input.replace('Tell me about ', '').replace('.', '');
      return Array.from({ length: 5 }, (_, index) =>
        index < relevant
          ? `Point ${index + 1} of visit ${answers} is what we know about ${about}.`
          : `Point ${index + 1} of visit ${answers} tells how much our parrot enjoys music.`,
      ).join(' ');
    },
    verdict: (statement, { answer }) =>
      answer.includes(statement) && !statement.includes('parrot') ? 'yes' : 'no',
  };
}

/** Base: the broken case is good, four others lack a sentence. Head: these are good, `head` gives the broken one. */
function agentWith(head: (time: number) => number): Agent {
  return ({ input, head: atHead, time }) => {
    if (BROKEN.test(input)) return atHead ? head(time) : GOOD;
    return atHead || !/refunds|invoices|delivery|repairs/.test(input) ? GOOD : 0.8;
  };
}

/** True for a statement that is judged again on purpose: the seed is not the usual 1. */
function isSecondLook(body: ChatCompletionRequestBody): boolean {
  return isJudging(body) && body['seed'] !== 1;
}

/** A suite whose agent and judge are this model; the suite's name is the model's. */
type Suite = {
  readonly model: Model;
  /** More lines of the suite. */
  readonly yml?: string;
  readonly gate?: string;
  /** True if the provider is out of reach; `answers` counts the agent's until now. */
  readonly down?: (body: ChatCompletionRequestBody, answers: number) => boolean;
};

/** One run of several suites on the same change, and the result of each. */
async function runSuites(suites: Readonly<Record<string, Suite>>) {
  const blocks = Object.entries(suites).map(
    ([name, { yml = '', gate = 'threshold: 0.6' }]) => `  - name: ${name}
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: ${name} }
${yml}    gate: { ${gate} }
`,
  );
  const sent = (name: string) => world.openai.requests.filter(({ body }) => body.model === name);
  const answersOf = (name: string) => sent(name).filter(({ body }) => !isJudging(body)).length;
  const world: World = await createWorld({
    files: {
      'prompt-regression.yml': `${CONFIG.split('suites:')[0]}suites:\n${blocks.join('')}`,
    },
    reply(body): ServerReply {
      const suite = suites[body.model];
      if (suite === undefined) throw new Error(`no suite ${body.model}`);
      return suite.down?.(body, answersOf(body.model)) === true
        ? { status: 500 }
        : modelReply(suite.model, body);
    },
  });
  const head = world.openPull(7, HEAD);
  const run = await world.runPull(7);
  const result: ResultJson = JSON.parse(run.outputs['result-json'] ?? '');
  const of = (name: string) => ({
    suite: result.suites.find(({ suite }) => suite === name),
    state: statusOf(world, head, name)?.state,
    answers: Map.groupBy(
      sent(name).filter(({ body }) => !isJudging(body)),
      ({ body }) => (JSON.stringify(body.messages).includes('our customers') ? 'head' : 'base'),
    ),
    secondLooks: sent(name).filter(({ body }) => isSecondLook(body)).length,
    summary: partOf(run.summary, name),
  });
  return { world, run, of };
}

describe('one broken answer while the mean stays', () => {
  const STATEMENT = 'The warranty covers every part of the kettle for two years.';
  const steady = createModel(agentWith(() => GOOD));
  const collapsing = () => createModel(agentWith(() => 0.2));
  const slipped = new Set<string>();

  let ran: Awaited<ReturnType<typeof runSuites>>;
  beforeAll(async () => {
    ran = await runSuites({
      collapses: { model: collapsing() },
      'slips-once': { model: createModel(agentWith((time) => (time === 0 ? 0.2 : GOOD))) },
      misjudged: {
        model: {
          answer: (input, system) =>
            BROKEN.test(input) && system.includes('our') ? STATEMENT : steady.answer(input, system),
          verdict(text, data) {
            if (text !== STATEMENT) return steady.verdict(text, data);
            const first = !slipped.has(text);
            slipped.add(text);
            return first ? 'no' : 'yes';
          },
        },
      },
      'one-run': { model: collapsing(), yml: '    repeat: 1\n' },
      'may-fall': { model: collapsing(), gate: 'threshold: 0.6, case-drop: off' },
    });
  });
  afterAll(() => ran.world[Symbol.asyncDispose]());

  const expectAnswers = (name: string, answers: { readonly base: number; readonly head: number }) => {
    const { base = [], head = [] } = Object.fromEntries(ran.of(name).answers);
    expect({ base: base.length, head: head.length }).toEqual(answers);
  };

  it('fails after both sides were asked seven more times and judged again', () => {
    expectEnd(ran.run, 1, { decision: 'fail' });
    const { suite, state, secondLooks, summary } = ran.of('collapses');
    expect({ state, ...suite }).toMatchObject({
      state: 'failure',
      decision: 'fail',
      delta: 0,
      worse: ['case-5'],
    });
    expectAnswers('collapses', { base: 3 * CASES + 7, head: CASES + 7 });
    expect(secondLooks).toBeGreaterThan(0);
    expect(ran.run.summary).toContain(
      '1 good answer became irrelevant; confirmed: it was asked again, with the same result',
    );
    // Its answers are all worded differently; the diff shows one of them.
    expect(summary).toMatch(/1\.00 → 0\.20\n```diff\n[^`]*! Point \d of visit .*\(irrelevant\)/);
  });

  it('passes if the answer recovers when it is asked again', () => {
    const { suite, state, secondLooks } = ran.of('slips-once');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass', worse: [] });
    // The third contradiction ends the asking.
    expectAnswers('slips-once', { base: 3 * CASES, head: CASES + 3 });
    expect(secondLooks).toBe(0);
  });

  it('passes if the judge corrects itself on the second look', () => {
    const { suite, state, secondLooks } = ran.of('misjudged');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass', worse: [] });
    expect(secondLooks).toBe(2);
  });

  it('fails also with `repeat: 1`, which only sets the first runs', () => {
    const { suite, state } = ran.of('one-run');
    expect({ state, ...suite }).toMatchObject({ state: 'failure', decision: 'fail', worse: ['case-5'] });
    expectAnswers('one-run', { base: 3 * CASES + 7, head: CASES + 7 });
  });

  it('is worth a look with `case-drop: off`, after both sides were asked four more times', () => {
    const { suite, state, summary } = ran.of('may-fall');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass', worse: ['case-5'] });
    expectAnswers('may-fall', { base: 3 * CASES + 4, head: CASES + 4 });
    expect(summary).toContain('🟡');
  });
});

describe('an outage while a broken answer is asked again', () => {
  it('decides nothing and shows what was found so far, whether the agent or the judge is away', async () => {
    const { world, run, of } = await runSuites({
      'agent-away': {
        model: createModel(agentWith(() => 0.2)),
        down: (body, answers) => !isJudging(body) && answers > 4 * CASES,
      },
      'judge-away': {
        model: createModel(agentWith(() => 0.2)),
        down: (body) => isSecondLook(body) && body['seed'] === 3,
      },
    });
    await using _ = world;
    expectEnd(run, 3, { decision: 'inconclusive' });
    expectNoResult(run);
    for (const name of ['agent-away', 'judge-away']) {
      const { suite, state, summary } = of(name);
      expect({ state, ...suite }, name).toMatchObject({ state: 'error', decision: 'inconclusive' });
      expect(summary, name).toContain('500');
      expect(summary, name).toMatch(/Tell me about warranty\.[^\n]* 1\.00 → 0\.20/);
      expect(summary, name).toContain('not confirmed, because the check has no result');
    }
  });
});

it('a case without an id is named by its question', async () => {
  const asked = 'Tell me about the `warranty`, which I would like to know all of';
  const rows = DATASET.split('\n').map((line) => {
    const { input } = JSON.parse(line);
    return JSON.stringify({ input: BROKEN.test(input) ? asked : input });
  });
  await using world = await createWorld({
    model: createModel(agentWith(() => 0.2)),
    files: { 'evals/cases.jsonl': rows.join('\n') },
  });
  world.openPull(7, HEAD);
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  for (const text of [commentOf(world), run.summary, run.log]) {
    expect(text).toMatch(/Tell me about the \\?`warranty\\?`, which/);
  }
  world.github.assertNoViolations();
});
