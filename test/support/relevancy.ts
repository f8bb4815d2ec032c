import type { z } from 'zod';
import { createLlmJudge } from '../../src/judging/llm-judge.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { ChatClient } from '../../src/ports/chat.js';
import type { Judge, VerdictStore } from '../../src/ports/judge.js';
import type { JudgeSettings } from '../../src/ports/settings.js';
import type { Judgement } from '../../src/ports/verdict.js';
import { answerRelevancy } from '../../src/scorers/library/answer-relevancy/answer-relevancy.js';
import type { ScoreRequest, StatementScorer } from '../../src/scorers/scorer.js';

export const JUDGE_SETTINGS: JudgeSettings = {
  model: 'judge-model',
  provider: { baseUrl: null, apiKey: 'key', apiKeySource: 'the test' },
  parameters: {},
};

export function llmJudge(chat: ChatClient, settings: Partial<JudgeSettings> = {}, salt = 'salt'): Judge {
  return createLlmJudge({ ...JUDGE_SETTINGS, ...settings }, chat, { salt });
}

export function relevancy(
  judge: Judge,
  more: Partial<z.output<typeof answerRelevancy.about.options>> & {
    store?: VerdictStore;
    salt?: string;
    laxLimit?: number;
  } = {},
): StatementScorer {
  const { store = createVerdictStore([]), salt = 'salt', laxLimit, ...options } = more;
  return answerRelevancy.create({
    judge,
    store,
    salt,
    options: answerRelevancy.about.options.parse(options),
    ...(laxLimit !== undefined && { laxLimit }),
  });
}

export function createRequest(given: {
  readonly input: string;
  readonly output: string;
  readonly task?: string | null;
  readonly history?: ScoreRequest['history'];
  readonly toolCalls?: ScoreRequest['answer']['toolCalls'];
}): ScoreRequest {
  const { input, output, task = null, history = [], toolCalls = [] } = given;
  return { task, history, input, answer: { status: 'answered', output, toolCalls, finish: 'stop' } };
}

export function score(scorer: StatementScorer, request: ScoreRequest): Promise<Judgement> {
  return scorer.score(request, { signal: new AbortController().signal });
}

/** The judgement's score; fails where there is none. */
export function scoreOf(judgement: Judgement): number {
  if (judgement.status !== 'scored') throw new Error(`unscored: ${judgement.kind}: ${judgement.reason}`);
  return judgement.score;
}
