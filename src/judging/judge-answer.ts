import type { Answer } from '../model/answer.js';
import type { Case } from '../model/case.js';
import type { Log } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { Judgement } from '../model/verdict.js';
import type { ScoreInput, ScoreListeners, Scorer } from '../scorers/scorer.js';

export function buildScoreInput(row: Case, tasks: ReadonlyMap<string, string | null>): ScoreInput {
  const { id, tags, history, input, groundTruth, context } = row;
  return omitUndefined({
    caseId: id,
    tags,
    task: tasks.get(id) ?? null,
    history,
    input,
    groundTruth,
    context,
  });
}

export type JudgeAnswerOptions = {
  readonly scorers: readonly Scorer[];
  readonly request: ScoreInput;
  readonly answer: Answer;
  readonly signal: AbortSignal;
  readonly log?: Log;
} & ScoreListeners;

/**
 * Every scorer's judgement of one answer, by scorer id. A failed answer, or a judge without a reply, leaves it unscored.
 * @throws ProviderError if every other call of the run would fail the same way (`fatal`), and on abort.
 */
export async function judgeAnswer(options: JudgeAnswerOptions): Promise<Record<string, Judgement>> {
  const judgements = await Promise.all(
    options.scorers.map(async (scorer) => [scorer.id, await judgeBy(scorer, options)] as const),
  );
  return Object.fromEntries(judgements);
}

async function judgeBy(scorer: Scorer, options: JudgeAnswerOptions): Promise<Judgement> {
  const { answer, request, ...others } = options;
  const scoring = omitKeys(others, 'scorers');
  const { signal } = scoring;
  if (answer.status === 'failed') return { status: 'unscored', kind: answer.kind, reason: answer.message };
  try {
    return await scorer.score({ ...request, answer }, scoring);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fatal || signal.aborted) throw error;
    return { status: 'unscored', kind: error.kind, reason: error.message };
  }
}
