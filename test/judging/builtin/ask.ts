import { createBuiltinJudge } from '../../../src/judging/builtin/builtin-judge.js';
import type { Scored } from '../../../src/scorers/judged/item-spec.js';
import { createRequest, relevancy, score } from '../../support/relevancy.js';

export type Asked = Parameters<typeof createRequest>[0];

/** An answer judged by the built-in judge, as a run does. */
export async function judge(asked: Asked): Promise<Scored> {
  const judgement = await score(relevancy(createBuiltinJudge()), createRequest(asked));
  if (judgement.status !== 'scored') throw new Error(`${judgement.kind}: ${judgement.reason}`);
  return judgement;
}

export async function scoreOf(asked: Asked): Promise<number> {
  return (await judge(asked)).score;
}

export async function labelsOf(asked: Asked): Promise<readonly string[]> {
  return (await judge(asked)).statements.map(({ result }) => result);
}
