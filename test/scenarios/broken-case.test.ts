import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultJson } from '../../src/report/result-schema.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd, expectNoScore, isJudging, statusOf } from './said.js';
import { CONFIG, createWorld, DATASET, HARMLESS, type Model, modelReply, type World } from './world.js';

const CASES = 8;
const BROKEN = /warranty/;
const HEAD = { 'prompts/support.md': HARMLESS };
const GOOD = 1;

/** How many of five sentences of an answer are on the matter; `time` counts the answers of this case under this prompt. */
type Agent = (asked: { input: string; head: boolean; time: number }) => number;

/**
 * An agent whose answers differ each time (or never, where it `repeats`), and a judge that knows which sentences are on
 * the matter. The other cases gain at head what the broken one loses, so that the mean does not move.
 */
function createModel(agent: Agent, options: { readonly repeats?: boolean } = {}): Model {
  const times = new Map<string, number>();
  let answers = 0;
  return {
    answer(input, system) {
      const head = system.includes('our customers');
      const time = times.get(input + system) ?? 0;
      times.set(input + system, time + 1);
      answers += 1;
      const relevant = Math.round(5 * agent({ input, head, time }));
      const mark = options.repeats === true ? 'today' : `of visit ${answers}`;
      const about = input.replace('Tell me about ', '').replace('.', '');
      return Array.from({ length: 5 }, (_, index) =>
        index < relevant
          ? `Point ${index + 1} ${mark} is what we know about ${about}.`
          : `Point ${index + 1} ${mark} tells how much our parrot enjoys music.`,
      ).join(' ');
    },
    verdict: (statement, { answer }) =>
      answer.includes(statement) && !statement.includes('parrot') ? 'yes' : 'no',
  };
}

/** Base: the broken case is good, four others lack a sentence. Head: these are good, the broken one is as `head` says. */
function agentWith(head: (time: number) => number): Agent {
  return ({ input, head: atHead, time }) => {
    if (BROKEN.test(input)) return atHead ? head(time) : GOOD;
    return atHead || !/refunds|invoices|delivery|repairs/.test(input) ? GOOD : 0.8;
  };
}

/** True for a question that is put again on purpose: it has another seed than the usual 1. */
function isAgain(body: ChatCompletionRequestBody): boolean {
  return isJudging(body) && body['seed'] !== 1;
}

/** A suite whose agent and judge are this model, by its own name. */
type Suite = {
  readonly model: Model;
  /** Lines of the suite besides. */
  readonly yml?: string;
  readonly gate?: string;
  /** Answers of the agent until now; true where the provider is out of reach. */
  readonly down?: (body: ChatCompletionRequestBody, answers: number) => boolean;
};

/** One run of several suites on the same change, and what became of each. */
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
  world.openPull(7, HEAD);
  const run = await world.runPull(7);
  const result: ResultJson = JSON.parse(run.outputs['result-json'] ?? '');
  const of = (name: string) => ({
    suite: result.suites.find(({ suite }) => suite === name),
    state: world.github.state.statuses.findLast(({ context }) => context === `prompt-regression/${name}`)
      ?.state,
    headAnswers: answersOf(name) - 3 * CASES,
    again: sent(name).filter(({ body }) => isAgain(body)).length,
    /** Its own part of the comment, from its headline. */
    comment:
      commentOf(world)
        .split(/^#### |^\*\*Notes\*\*$/m)
        .find((part) => part.includes(` ${name}: `)) ?? '',
  });
  return { world, run, of };
}

describe('one case', () => {
  const STATEMENT = 'The warranty covers every part of the kettle for two years.';
  const honest = createModel(agentWith(() => 1));
  const collapsing = () => createModel(agentWith(() => 0.2));
  const slipped = new Set<string>();

  let ran: Awaited<ReturnType<typeof runSuites>>;
  beforeAll(async () => {
    ran = await runSuites({
      collapses: { model: collapsing() },
      'slips-once': { model: createModel(agentWith((time) => (time === 0 ? 0.2 : 1))) },
      misjudged: {
        model: {
          answer: (input, system) =>
            BROKEN.test(input) && system.includes('our') ? STATEMENT : honest.answer(input, system),
          verdict(text, data) {
            if (text !== STATEMENT) return honest.verdict(text, data);
            const first = !slipped.has(text);
            slipped.add(text);
            return first ? 'no' : 'yes';
          },
        },
      },
      'says-the-same': {
        model: createModel(
          agentWith(() => 0.2),
          { repeats: true },
        ),
      },
      'asked-once': { model: collapsing(), yml: '    repeat: 1\n' },
      'may-fall': { model: collapsing(), gate: 'threshold: 0.6, case-drop: 90%' },
    });
  });
  afterAll(() => ran.world[Symbol.asyncDispose]());

  it('that collapses while the mean stays fails the gate, after it was asked again and judged again', () => {
    expectEnd(ran.run, 1, { decision: 'fail' });
    const { suite, state, headAnswers, again, comment } = ran.of('collapses');
    expect({ state, ...suite }).toMatchObject({ state: 'failure', decision: 'fail', delta: 0 });
    // Every case once, the broken one four times; two more verdicts on each of its four answers.
    expect(headAnswers).toBe(CASES + 3);
    expect(again).toBe(4 * 2);
    expect(comment.split('\n')[0]).toContain('One case broke: `case-5` 1.00 → 0.20 in 4 of 4 runs');
    expect(comment).toContain('Mean relevancy is unchanged at 0.90');
    expect(comment).toContain('lower in 4 of 4 runs');
    expect(comment).toContain('The 16 irrelevant statements of 1 case were judged twice more');
    expect(comment).toContain('was asked 3 times more on its own');
  });

  it('that slips once recovers when it is asked again, and passes', () => {
    const { suite, state, headAnswers, again, comment } = ran.of('slips-once');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass' });
    expect({ headAnswers, again }).toEqual({ headAnswers: CASES + 1, again: 0 });
    expect(comment).toContain('it recovered to 1.00');
    expect(comment).toContain('lower in 1 of 2 runs');
  });

  it('on whose one statement the judge slipped is judged again, and passes', () => {
    const { suite, state, headAnswers, again, comment } = ran.of('misjudged');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass' });
    expect({ headAnswers, again }).toEqual({ headAnswers: CASES + 3, again: 2 });
    expect(comment).toContain('judged twice more: by majority it is not irrelevant');
  });

  it('of an agent that says the same every time is asked only once more, and alone warns', () => {
    const { suite, state, headAnswers, comment } = ran.of('says-the-same');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass' });
    expect(headAnswers).toBe(CASES + 1);
    expect(comment).toContain('the agent gives the same answer every time, so this counts once');
  });

  it('is not asked again where the number of samples is given; then it warns', () => {
    const { suite, state, headAnswers, comment } = ran.of('asked-once');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass' });
    expect(headAnswers).toBe(CASES);
    expect(comment).toContain('in its one run; it takes 4 runs to be sure');
  });

  it('is told by the settings of the base', () => {
    const { suite, state, headAnswers } = ran.of('may-fall');
    expect({ state, ...suite }).toMatchObject({ state: 'success', decision: 'pass' });
    expect(headAnswers).toBe(CASES);
  });
});

describe('an outage while a case looks broken', () => {
  it('decides nothing and shows no score, whether the agent is away when asked again, or the judge', async () => {
    const { world, run, of } = await runSuites({
      'agent-away': {
        model: createModel(agentWith(() => 0.2)),
        down: (body, answers) => !isJudging(body) && answers > 4 * CASES,
      },
      'judge-away': {
        model: createModel(agentWith(() => 0.2)),
        down: (body) => isAgain(body) && body['seed'] === 3,
      },
    });
    await using _ = world;
    expectEnd(run, 3, { decision: 'inconclusive' });
    expectNoScore(world, run);
    for (const name of ['agent-away', 'judge-away']) {
      const { suite, state, comment } = of(name);
      expect({ state, ...suite }, name).toMatchObject({ state: 'error', decision: 'inconclusive' });
      expect(comment, name).toContain('500');
    }
  });
});

it('a case that nobody gave an id is called by its question, in the comment, the status, the summary and the log', async () => {
  const asked = 'Tell me about the `warranty`, which I would like to know all of';
  const rows = DATASET.split('\n').map((line) => {
    const { input } = JSON.parse(line);
    return JSON.stringify({ input: BROKEN.test(input) ? asked : input });
  });
  await using world = await createWorld({
    model: createModel(agentWith(() => 0.2)),
    files: { 'evals/cases.jsonl': rows.join('\n') },
  });
  const head = world.openPull(7, HEAD);
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  const told = [commentOf(world), run.summary, run.log, statusOf(world, head)?.description ?? ''];
  for (const text of told) {
    expect(text).toContain("`“Tell me about the 'warranty'");
    // The blocks of single cases have the id above the question: by it a case is chosen.
    expect(text).not.toMatch(/(?<!^\*\*)`[0-9a-f]{16}`/m);
  }
  world.github.assertNoViolations();
});
