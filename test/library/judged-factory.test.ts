import { describe, expect, test } from 'vitest';
import { createBuiltinJudge } from '../../src/judging/builtin-judge.js';
import * as library from '../../src/library/index.js';
import { UserError } from '../../src/model/errors.js';
import type { Judge } from '../../src/model/judge.js';
import { SPECIMENS } from '../scorers/judged/judged-scorers.js';
import { labeller } from '../support/item-scorers.js';
import { fakeChat, llmJudge } from '../support/judges.js';

const specimen = (id: string) => {
  const found = SPECIMENS.find(({ scorer }) => scorer.about.id === id);
  if (!found) throw new Error(`no specimen of ${id}`);
  return found;
};
const judgeFor = (id: string): Judge => llmJudge(labeller(specimen(id).honest));
const runOf = (id: string) => {
  const { request } = specimen(id);
  return {
    input: request.input,
    output: request.answer.output,
    groundTruth: request.groundTruth,
    context: request.context,
  };
};

const FACTORIES = SPECIMENS.map(({ scorer: { about } }) => [about.id, about.factory] as const);

describe.each(FACTORIES)('%s', (id, factory) => {
  const create = (more: object = {}, model: Judge = judgeFor(id)) =>
    (Reflect.get(library, factory) as (config: object) => ReturnType<typeof library.createBiasScorer>)({
      model,
      ...specimen(id).options,
      ...more,
    });

  test('gives the documented result', async () => {
    const run = { ...runOf(id), runId: 'run-1', requestContext: { a: 1 } };
    const result = await create().run(run);
    expect(result).toMatchObject({
      runId: 'run-1',
      input: run.input,
      output: run.output,
      groundTruth: run.groundTruth,
      requestContext: { a: 1 },
      reason: expect.stringMatching(/./),
      analyzePrompt: expect.stringContaining('a reason of at most'),
    });
    expect(result.score).toBeCloseTo(specimen(id).score, 10);
    expect(result.unscored).toBeUndefined();
    const { preprocessStepResult, analyzeStepResult } = result as unknown as Record<string, unknown>;
    expect({ preprocessStepResult, analyzeStepResult }).toEqual({
      preprocessStepResult: undefined,
      ...specimen(id).steps,
    });
    expect(JSON.stringify(result)).not.toMatch(/eagle circles|bassoon section/);
  });

  test('is described by its metadata', () => {
    const { about } = specimen(id).scorer;
    expect(create({ scale: 10 })).toMatchObject({
      id,
      description: about.summary,
      higherIsBetter: about.higherIsBetter,
      scale: 10,
    });
    expect(create({ id: 'another' }).id).toBe('another');
    expect(() => create({ id: '' })).toThrow(`${id}: id is "": give a text`);
  });

  test('takes options flat or nested, merges them and refuses what it does not know', async () => {
    const nested = create({ options: { scale: 10 } });
    expect((await nested.run(runOf(id))).score).toBeCloseTo(specimen(id).score * 10, 10);
    expect(() => create({ scael: 10 })).toThrow(/no option "scael"\. Did you mean `scale`/);
    expect(() => create({ scale: 0, bogus: 1 })).toThrow(/bogus[\s\S]*scale is 0/);
    expect(() => create({ scale: 0 })).toThrow(UserError);
  });

  test("the judge's wording has a separate prompt", async () => {
    const result = await create({ reason: 'llm' }).run(runOf(id));
    expect(result.reason).toBe('So it is.');
    expect(result.generateReasonPrompt).toContain('"score": ');
  });

  if (specimen(id).scorer.offline !== true) {
    test('the built-in judge is refused at once', () => {
      expect(() => create({}, createBuiltinJudge())).toThrow(`${id} needs a judge model`);
      expect(() => create({}, createBuiltinJudge())).toThrow("give model: 'openai/gpt-6-luna', for example");
    });
  }

  test('a judge that never gives JSON is named, with the question and what to do', async () => {
    const { reason, unscored } = await create({}, llmJudge(fakeChat(() => 'I rather not.'))).run(runOf(id));
    expect(unscored?.kind).toBe('malformed');
    expect(reason).toMatch(
      new RegExp(
        `^the judge \\S+ gave no usable reply to ${id}/\\S+, asked 3 times: the judge answered "I rather not." instead of one JSON object without repeated keys; try a stronger judge model$`,
      ),
    );
  });
});
