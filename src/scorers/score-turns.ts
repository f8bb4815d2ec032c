import { listTurnMessages } from '../model/answer.js';
import { ProviderError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { Judgement, ScoredJudgement } from '../model/verdict.js';
import { isStatementScorer, type ScoreRequest, type Scorer, type StatementScorer } from './scorer.js';

/** The request of each turn, with the earlier turns as its history; the request itself for a single answer. */
export function listTurnRequests(request: ScoreRequest): readonly ScoreRequest[] {
  const { turns } = request.answer;
  return (
    turns?.map(({ input, ...answer }, index) => ({
      ...request,
      input,
      history: [...request.history, ...turns.slice(0, index).flatMap(listTurnMessages)],
      answer: { status: 'answered', ...answer },
    })) ?? [request]
  );
}

/** A scorer that scores each turn of a conversation like a single answer. The score is their mean. */
export function scoreTurns(scorer: Scorer): Scorer {
  const score: Scorer['score'] = async (request, options) => {
    if (request.answer.turns === undefined) return scorer.score(request, options);
    const requests = listTurnRequests(request);
    return joinJudgements(
      await Promise.all(requests.map((each, index) => nameTurn(index, scorer.score(each, options)))),
    );
  };
  if (!isStatementScorer(scorer)) return { ...scorer, score };
  const conversing: StatementScorer = {
    ...scorer,
    score,
    async judgeAgain(request, again, options) {
      const requests = listTurnRequests(request);
      const verdicts = await Promise.all(requests.map((each) => scorer.judgeAgain(each, again, options)));
      return new Map(verdicts.flatMap((found) => [...found]));
    },
    withVerdicts(judgement, verdicts) {
      const { turns, statements, flags, skipped = [] } = judgement;
      if (turns === undefined) return scorer.withVerdicts(judgement, verdicts);
      const judged = turns.map((turn, index) => {
        const own = statements.filter((statement) => statement.turn === index + 1);
        return scorer.withVerdicts({ status: 'scored', ...turn, statements: own, flags: [] }, verdicts);
      });
      return joinScored(judged, { flags, skipped });
    },
  };
  return conversing;
}

/** Of a failure, too, a reader learns the turn. */
async function nameTurn(index: number, judging: Promise<Judgement>): Promise<Judgement> {
  const named = (reason: string) => `turn ${index + 1}: ${reason}`;
  try {
    const judgement = await judging;
    return judgement.status === 'scored' ? judgement : { ...judgement, reason: named(judgement.reason) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.fatal) throw thrown;
    throw new ProviderError(named(thrown.message), { kind: thrown.kind, cause: thrown });
  }
}

function joinJudgements(judgements: readonly Judgement[]): Judgement {
  const scored = judgements.filter((judgement) => judgement.status === 'scored');
  return (
    judgements.find(({ status }) => status === 'unscored') ??
    joinScored(scored, {
      flags: [...new Set(scored.flatMap(({ flags }) => flags))],
      skipped: scored.flatMap(({ skipped = [] }) => skipped),
    })
  );
}

function joinScored(
  turns: readonly ScoredJudgement[],
  { flags, skipped }: { readonly flags: ScoredJudgement['flags']; readonly skipped: readonly string[] },
): ScoredJudgement {
  return omitUndefined({
    status: 'scored',
    score: turns.reduce((sum, { score }) => sum + score, 0) / turns.length,
    reason: turns
      .flatMap(({ reason }, index) => (reason === '' ? [] : `Turn ${index + 1}: ${reason}`))
      .join(' '),
    statements: turns.flatMap(({ statements }, index) =>
      statements.map((statement) => ({ ...statement, turn: index + 1 })),
    ),
    flags,
    skipped: skipped.length > 0 ? skipped : undefined,
    turns: turns.map(({ score, reason }) => ({ score, reason })),
  });
}
