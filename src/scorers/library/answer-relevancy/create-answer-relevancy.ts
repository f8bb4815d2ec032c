import { ProviderError } from '../../../ports/errors.js';
import type { Judge, VerdictStore } from '../../../ports/judge.js';
import type { RelevancyOptions } from '../../../ports/settings.js';
import type { JudgedStatement, Judgement, JudgementFlag, Verdict } from '../../../ports/verdict.js';
import { digest } from '../../digest.js';
import { askForReason } from '../../judged/protocol/ask-for-reason.js';
import { isRefusal, judgeWithoutAsking } from '../../judged/protocol/classify-answer.js';
import type { Extraction } from '../../judged/protocol/extract-statements.js';
import { EXTRACTION_RULES } from '../../judged/protocol/extraction-rules.js';
import { judgeAgain } from '../../judged/protocol/judge-again.js';
import { judgeKeyed } from '../../judged/protocol/judge-keyed.js';
import { createLaxBudget, DEFAULT_LAX_LIMIT } from '../../judged/protocol/lax-budget.js';
import { HOSTILE_REASON, SPOILT } from '../../judged/protocol/spoilt.js';
import { SEGMENTER_VERSION } from '../../judged/segment/segment-answer.js';
import { relevancyScore } from '../../score.js';
import type { ScoreOptions, ScoreRequest, StatementScorer } from '../../scorer.js';
import { resolveRelevancyOptions } from './options.js';
import { prepareAnswer } from './prepare-answer.js';
import { renderReason } from './relevancy-reason.js';
import { REASON_RULES, verdictRules } from './relevancy-rules.js';

export const ANSWER_RELEVANCY = 'answer-relevancy';

/** Raise when the way from verdicts to a score changes. */
const FORMULA_VERSION = 1;

const HOSTILE: Verdict = { result: 'no', reason: HOSTILE_REASON };

export interface RelevancyScorer extends StatementScorer {
  readonly id: typeof ANSWER_RELEVANCY;
}

/**
 * Scores how relevant an answer is to what was asked: statements, one verdict each, a weighted share.
 *
 * @param config.store Verdicts that are known; what is new is kept there.
 * @param config.salt Seeds the choice of control statements: the same within a run, not to be foretold across runs.
 * @param config.laxLimit Batches that may be judged again one statement at a time; default 25.
 * @throws UserError where an option is out of range.
 */
export function createAnswerRelevancy(config: {
  readonly judge: Judge;
  readonly store: VerdictStore;
  readonly options: RelevancyOptions;
  readonly salt: string;
  readonly laxLimit?: number;
}): RelevancyScorer {
  const { judge, store, salt } = config;
  const options = resolveRelevancyOptions(config.options);
  const rules = verdictRules(options.correctness);
  const rubric = digest([rules]);
  const laxBudget = createLaxBudget(config.laxLimit ?? DEFAULT_LAX_LIMIT);
  const name = `${ANSWER_RELEVANCY}/verdicts`;
  const preparing = { judge, store, extraction: options.extraction, name, rules, rubric, salt };

  async function judgeAnswered(request: ScoreRequest, scoring: ScoreOptions): Promise<Judgement> {
    const { task, input } = request;
    const prepared = await prepareAnswer(request, preparing, scoring);
    const { extraction, callsOnly } = prepared;
    const verdicts = await judgeKeyed(prepared, { judge, store, laxBudget }, scoring);
    const statements = prepared.statements.map(({ text, quote, key, hostile }): JudgedStatement => {
      const verdict = hostile ? HOSTILE : verdicts.get(key);
      if (verdict) return { ...verdict, text, quote, key };
      throw new ProviderError('the judge left a statement without a verdict', { kind: 'judge-incomplete' });
    });
    const score = relevancyScore(statements, options);
    const reason =
      options.reason === 'llm' && !judge.builtin
        ? await askForReason(
            {
              judge,
              name: `${ANSWER_RELEVANCY}/reason`,
              rules: REASON_RULES,
              data: { task, input },
              statements,
              score,
              scale: options.scale,
            },
            scoring,
          )
        : null;
    return {
      status: 'scored',
      score,
      reason: reason ?? renderReason(statements),
      statements,
      flags: flagsOf(extraction, callsOnly),
      extractionKey: extraction.key,
    };
  }

  return {
    id: ANSWER_RELEVANCY,
    fingerprint: {
      id: ANSWER_RELEVANCY,
      formula: digest([FORMULA_VERSION, options.uncertaintyWeight, options.scale]),
      rubric: digest([rules, EXTRACTION_RULES, options.extraction, SEGMENTER_VERSION]),
      scale: options.scale,
      higherIsBetter: true,
    },
    async score(request, scoring) {
      const early = judgeWithoutAsking(request.answer);
      if (early) return early;
      try {
        return await judgeAnswered(request, scoring);
      } catch (error) {
        if (!(error instanceof ProviderError) || !SPOILT.has(error.kind)) throw error;
        return { status: 'unscored', kind: error.kind, reason: error.message };
      }
    },
    async judgeAgain(request, { keys, draw }, scoring) {
      if (judgeWithoutAsking(request.answer)) return new Map();
      const prepared = await prepareAnswer(request, preparing, scoring);
      return judgeAgain(prepared, { judge, keys, draw, laxBudget }, scoring);
    },
    withVerdicts(judgement, verdicts) {
      const statements = judgement.statements.map((each) =>
        // What talks to the grader is *no* by rule, also where another answer says it harmlessly.
        each.reason === HOSTILE_REASON ? each : { ...each, ...verdicts.get(each.key) },
      );
      return {
        ...judgement,
        score: relevancyScore(statements, options),
        reason: renderReason(statements),
        statements,
      };
    },
  };
}

function flagsOf(extraction: Extraction, callsOnly: boolean): JudgementFlag[] {
  const flags: JudgementFlag[] = [];
  if (isRefusal(extraction.statements)) flags.push('refusal');
  if (extraction.hostile.size > 0) flags.push('addresses-grader');
  if (callsOnly) flags.push('tool-calls-only');
  return flags;
}
