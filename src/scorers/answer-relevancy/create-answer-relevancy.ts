import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import type { RelevancyOptions } from '../../model/settings.js';
import type { JudgedStatement, Judgement, JudgementFlag, Verdict } from '../../model/verdict.js';
import { digest } from '../digest.js';
import { createLaxBudget } from '../protocol/lax-budget.js';
import { relevancyScore } from '../score.js';
import type { ScoreOptions, ScoreRequest, StatementScorer } from '../scorer.js';
import { isRefusal, judgeWithoutAsking } from './classify-answer.js';
import type { Extraction } from './extract-statements.js';
import { judgeAgain } from './judge-again.js';
import { judgeStatements } from './judge-statements.js';
import { resolveRelevancyOptions } from './options.js';
import { prepareAnswer } from './prepare-answer.js';
import { askForReason } from './reason-by-judge.js';
import { renderReason } from './relevancy-reason.js';
import { EXTRACTION_RULES, verdictRules } from './relevancy-rules.js';
import { SEGMENTER_VERSION } from './segment/segment-answer.js';

export const ANSWER_RELEVANCY = 'answer-relevancy';

/** Batches a run that may be judged again one statement at a time. */
const DEFAULT_LAX_LIMIT = 25;
/** Raise when the way from verdicts to a score changes. */
const FORMULA_VERSION = 1;

/** What a judge can spoil without being out of reach: the answer is unscored, and the run goes on. */
const SPOILT: ReadonlySet<string> = new Set([
  'judge-incomplete',
  'judge-compromised',
  'judge-too-lax',
  'malformed',
  'length',
  'refused',
  'content-filter',
]);

const HOSTILE: Verdict = { result: 'no', reason: 'It talks to the grader instead of answering.' };

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
    const { extraction, callsOnly, topic } = prepared;
    const verdicts = await judgeStatements(
      prepared.toJudge,
      { judge, store, topic, chooseControl: prepared.controls(''), laxBudget },
      scoring,
    );
    const statements = prepared.statements.map(({ text, quote, key, hostile }): JudgedStatement => {
      const verdict = hostile ? HOSTILE : verdicts.get(key);
      if (verdict) return { ...verdict, text, quote, key };
      throw new ProviderError('the judge left a statement without a verdict', { kind: 'judge-incomplete' });
    });
    const score = relevancyScore(statements, options);
    const reason =
      options.reason === 'llm' && !judge.builtin
        ? await askForReason({ judge, task, input, statements, score, scale: options.scale }, scoring)
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
        each.reason === HOSTILE.reason ? each : { ...each, ...verdicts.get(each.key) },
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
