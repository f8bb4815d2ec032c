import { describe, expect, it } from 'vitest';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd, expectNoScore, isJudging } from './said.js';
import { CONFIG, createWorld, HARMLESS, type Model, modelReply, type World } from './world.js';

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

type Sent = World['openai']['requests'];

async function runWith(options: {
  readonly model: Model;
  readonly yml?: string;
  readonly reply?: (body: ChatCompletionRequestBody, usual: () => ServerReply) => ServerReply;
}) {
  const { model, reply } = options;
  const world = await createWorld({
    files: { 'prompt-regression.yml': options.yml ?? CONFIG },
    reply: (body) => {
      const usual = () => modelReply(model, body);
      return reply === undefined ? usual() : reply(body, usual);
    },
  });
  world.openPull(7, HEAD);
  const run = await world.runPull(7);
  const sent: Sent = world.openai.requests;
  const agent = sent.filter(({ body }) => !isJudging(body));
  const again = sent.filter(({ body }) => isAgain(body));
  return { world, run, headAnswers: agent.length - 3 * CASES, again: again.length };
}

describe('one case', () => {
  it('that collapses while the mean stays fails the gate, after it was asked again and judged again', async () => {
    const { world, run, headAnswers, again } = await runWith({ model: createModel(agentWith(() => 0.2)) });
    await using _ = world;
    expectEnd(run, 1, { decision: 'fail', delta: '0.00' });
    // Every case once, the broken one four times; two more verdicts on each of its four answers.
    expect(headAnswers).toBe(CASES + 3);
    expect(again).toBe(4 * 2);
    const comment = commentOf(world);
    expect(comment.split('\n').find((line) => line.startsWith('### '))).toContain(
      'One case broke: `case-5` 1.00 → 0.20 in 4 of 4 runs',
    );
    expect(comment).toContain('Mean relevancy is unchanged at 0.90');
    expect(comment).toContain('lower in 4 of 4 runs');
    expect(comment).toContain(
      'The 16 irrelevant statements of a case that looked broken were judged twice more',
    );
    expect(comment).toContain('was asked 3 times more on its own');
  });

  it('that slips once recovers when it is asked again, and passes', async () => {
    const { world, run, headAnswers, again } = await runWith({
      model: createModel(agentWith((time) => (time === 0 ? 0.2 : 1))),
    });
    await using _ = world;
    expectEnd(run, 0, { decision: 'pass' });
    expect({ headAnswers, again }).toEqual({ headAnswers: CASES + 1, again: 0 });
    expect(commentOf(world)).toContain('it recovered to 1.00');
    expect(commentOf(world)).toContain('lower in 1 of 2 runs');
  });

  it('on whose one statement the judge slipped is judged again, and passes', async () => {
    const slipped = new Set<string>();
    const honest = createModel(agentWith(() => 1));
    const statement = 'The warranty covers every part of the kettle for two years.';
    const model: Model = {
      answer: (input, system) =>
        BROKEN.test(input) && system.includes('our') ? statement : honest.answer(input, system),
      verdict(text, data) {
        if (text !== statement) return honest.verdict(text, data);
        const first = !slipped.has(text);
        slipped.add(text);
        return first ? 'no' : 'yes';
      },
    };
    const { world, run, headAnswers, again } = await runWith({ model });
    await using _ = world;
    expectEnd(run, 0, { decision: 'pass' });
    expect({ headAnswers, again }).toEqual({ headAnswers: CASES + 3, again: 2 });
    expect(commentOf(world)).toContain('judged twice more: by majority it is not irrelevant');
  });

  it('of an agent that says the same every time is asked only once more, which the report tells', async () => {
    const model = createModel(
      agentWith(() => 0.2),
      { repeats: true },
    );
    const { world, run, headAnswers } = await runWith({ model });
    await using _ = world;
    expectEnd(run, 1);
    expect(headAnswers).toBe(CASES + 1);
    expect(commentOf(world)).toContain(
      'the agent gives the same answer every time, so it was not asked again',
    );
  });

  it('is not asked again where the number of samples is given; then it warns', async () => {
    const yml = CONFIG.replace('    gate:', '    repeat: 1\n    gate:');
    const { world, run, headAnswers } = await runWith({ model: createModel(agentWith(() => 0.2)), yml });
    await using _ = world;
    expectEnd(run, 0);
    expect(headAnswers).toBe(CASES);
    expect(commentOf(world)).toContain('in its one run; it takes 4 runs to be sure');
  });

  it('is told by the settings of the base', async () => {
    const yml = CONFIG.replace('{ threshold: 0.6 }', '{ threshold: 0.6, case-drop: 90% }');
    const { world, run, headAnswers } = await runWith({ model: createModel(agentWith(() => 0.2)), yml });
    await using _ = world;
    expectEnd(run, 0);
    expect(headAnswers).toBe(CASES);
  });
});

describe('an outage while a case looks broken', () => {
  it.each<[string, (body: ChatCompletionRequestBody, answers: number) => boolean]>([
    [
      'of the agent, when the case is asked again',
      (body, answers) => !isJudging(body) && answers > 4 * CASES,
    ],
    ['of the judge, when it is asked a second time', (body) => isAgain(body) && body['seed'] === 3],
  ])('%s decides nothing and shows no score', async (_name, hits) => {
    let answers = 0;
    const { world, run } = await runWith({
      model: createModel(agentWith(() => 0.2)),
      reply: (body, usual) => {
        if (!isJudging(body)) answers += 1;
        return hits(body, answers) ? { status: 503 } : usual();
      },
    });
    await using _ = world;
    expectEnd(run, 3, { decision: 'inconclusive' });
    expectNoScore(world, run);
    expect(commentOf(world)).toContain('503');
  });
});
