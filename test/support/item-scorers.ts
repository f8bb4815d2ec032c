import { judgeAnswer } from '../../src/judging/judge-answer.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Judge, VerdictStore } from '../../src/model/judge.js';
import type { ChatClient } from '../../src/model/provider.js';
import type { Judgement, ScoredJudgement } from '../../src/model/verdict.js';
import type { ItemOptions } from '../../src/scorers/judged/item-spec.js';
import type { ScoreRequest, ScorerInfo, ScorerTools, StatementScorer } from '../../src/scorers/scorer.js';
import {
  type FakeChat,
  fakeChat,
  itemsOf,
  llmJudge,
  readRequest,
  type SeenData,
  verdictsReply,
} from './judges.js';

/** What a scorer is asked about, with what only some scorers need. */
export function requestOf(given: {
  readonly input?: string;
  readonly output: string;
  readonly context?: readonly string[];
  readonly groundTruth?: string;
  readonly task?: string | null;
  readonly history?: ScoreRequest['history'];
  readonly toolCalls?: ScoreRequest['answer']['toolCalls'];
}): ScoreRequest {
  const { input = 'Tell me about the library.', output, task = null, history = [], toolCalls = [] } = given;
  const { context, groundTruth } = given;
  return {
    task,
    history,
    input,
    answer: { status: 'answered', output, toolCalls, finish: 'stop' },
    ...(context && { context }),
    ...(groundTruth !== undefined && { groundTruth }),
  };
}

export type LabelOf = (item: string, data: SeenData) => string;

/** A model that labels every item by a function of it. */
export function labeller(labelOf: LabelOf): FakeChat {
  return fakeChat(({ messages }) => {
    const { data } = readRequest(messages);
    if (itemsOf(data) === undefined) return JSON.stringify({ reason: 'So it is.' });
    return JSON.stringify(verdictsReply(data, (item) => labelOf(item, data)));
  });
}

/** What of a judged scorer it takes to open one. */
export type Openable<Options> = {
  readonly about: ScorerInfo;
  readonly create: (options: Options, tools: ScorerTools) => StatementScorer;
};

/** A scorer with its defaults, judged by this judge or this model. */
export function open<Options extends ItemOptions>(
  scorer: Openable<Options>,
  judge: Judge | ChatClient,
  more: Partial<Options> & {
    readonly store?: VerdictStore;
    readonly salt?: string;
  } = {},
): StatementScorer {
  const { store = createVerdictStore(), salt = 'salt', ...given } = more;
  return scorer.create(scorer.about.options.parse(given) as Options, {
    judge: 'complete' in judge ? llmJudge(judge) : judge,
    store,
    salt,
  });
}

export async function scoreWith(scorer: StatementScorer, request: ScoreRequest): Promise<Judgement> {
  const { signal } = new AbortController();
  const judgements = await judgeAnswer({ scorers: [scorer], request, answer: request.answer, signal });
  return judgements[scorer.id] as Judgement;
}

export function scoredOf(judgement: Judgement): ScoredJudgement {
  if (judgement.status !== 'scored') throw new Error(`unscored: ${judgement.kind}: ${judgement.reason}`);
  return judgement;
}
