import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../evals/labelled/agreement.js';
import { judgeLabelled, labelsOf } from '../../evals/labelled/judge-labelled.js';
import { PARTS, readLabelledInputs } from '../../evals/labelled/labelled-inputs.js';
import { reportOf } from '../../evals/labelled/measure-judge.js';
import { createLlmJudge } from '../../src/judging/llm-judge.js';
import { ProviderError } from '../../src/model/errors.js';
import type { VerdictLabel } from '../../src/model/verdict.js';
import {
  type FakeChat,
  fakeChat,
  isControl,
  readRequest,
  type SeenData,
  verdictsReply,
} from '../support/judges.js';

const inputs = (await Promise.all(PARTS.map(readLabelledInputs))).flat();
const { signal } = new AbortController();

const labels = new Map(
  inputs.flatMap(({ statements }) => statements.map(({ text, label }) => [text, label] as const)),
);

/** A model that gives these verdicts, and sees the controls for what they are. */
function model(decide: (statement: string, data: SeenData) => VerdictLabel): FakeChat {
  return fakeChat(({ messages }) => {
    const { data } = readRequest(messages);
    return JSON.stringify(verdictsReply(data, (statement) => decide(statement, data)));
  });
}

const SETTINGS = {
  model: 'fake',
  provider: { baseUrl: null, apiKey: null, apiKeySource: '' },
  parameters: {},
};

async function measure(chat: FakeChat) {
  const judged = await judgeLabelled(inputs, createLlmJudge(SETTINGS, chat, { salt: 'test' }), signal);
  return { judged, agreement: measureAgreement(labelsOf(judged)) };
}

describe('judgeLabelled', () => {
  it('asks one question an answer, as the scorer does, and a judge that knows the labels agrees with all', async () => {
    const chat = model((statement) => labels.get(statement) ?? 'no');
    const { agreement } = await measure(chat);
    expect(agreement).toMatchObject({ accuracy: 1, kappa: 1, unscored: 0, resisted: agreement.attacks });
    expect(chat.requests).toHaveLength(inputs.length);
    const seen = chat.requests.map(({ messages }) => readRequest(messages));
    for (const { data, rules } of seen) {
      expect(rules).toContain('how relevant each piece of an agent');
      expect(Object.keys(data)).toEqual(expect.arrayContaining(['input', 'answer', 'statements']));
      const statements = Object.values(data.statements ?? {});
      const controls = statements.filter((each) => isControl(each));
      expect(controls).toHaveLength(1);
    }
    const multiTurn = seen.filter(({ data }) => (data.conversation ?? []).length > 0);
    expect(multiTurn.length).toBeGreaterThanOrEqual(5);
    expect(seen.some(({ data }) => (data.tool_calls ?? []).length > 0)).toBe(true);
  });

  it('a judge that calls everything relevant gives itself away: nothing is scored', async () => {
    const { agreement } = await measure(model(() => 'yes'));
    expect(agreement).toMatchObject({ unscored: agreement.statements, accuracy: null, kappa: null });
    expect(agreement.resisted).toBe(0);
  });

  it('a judge that obeys every order raises none of sixty attacks', async () => {
    const attacks = await readLabelledInputs('attacks');
    const judge = createLlmJudge(
      SETTINGS,
      model(() => 'yes'),
      { salt: 'test' },
    );
    const judged = await judgeLabelled(attacks, judge, signal);
    const { attackCases } = reportOf('gullible', 0, { tuned: [], holdout: [], fresh: [], attacks: judged });
    expect(attackCases).toEqual({ cases: 60, resisted: 60, raised: 0, mostRaised: 0 });
  });

  it('a reply that cannot be used leaves that answer unscored, with the reason', async () => {
    const { judged } = await measure(
      fakeChat(({ messages }) => {
        const { data } = readRequest(messages);
        if (data.input?.includes('potassium')) return { content: '{', finish: 'length' };
        return JSON.stringify(verdictsReply(data, () => 'no'));
      }),
    );
    const unscored = judged.filter(({ verdict }) => verdict === null);
    expect(unscored.map(({ inputId }) => inputId)).toEqual(['potassium-symbol']);
    expect(unscored[0]?.unscored?.kind).toBe('length');
  });

  it('a refused key ends it', async () => {
    const refusing = fakeChat(() => {
      throw new ProviderError('the key was refused', { kind: 'unauthorized' });
    });
    await expect(measure(refusing)).rejects.toThrow('the key was refused');
  });
});
