import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import type { RelevancyOptions } from '../../model/settings.js';
import type {
  JudgedStatement,
  Judgement,
  JudgementFlag,
  Verdict,
  VerdictLabel,
} from '../../model/verdict.js';
import { digest } from '../digest.js';
import { addressesGrader } from '../protocol/addresses-grader.js';
import { createControlChooser } from '../protocol/control-statement.js';
import { createLaxBudget } from '../protocol/lax-budget.js';
import { relevancyScore } from '../score.js';
import type { ScoreOptions, ScoreRequest, Scorer } from '../scorer.js';
import { isRefusal, judgeWithoutAsking } from './classify-answer.js';
import { type Extraction, extractStatements, LEFT_OUT } from './extract-statements.js';
import { judgeStatements } from './judge-statements.js';
import { resolveRelevancyOptions } from './options.js';
import { askForReason } from './reason-by-judge.js';
import { renderReason } from './relevancy-reason.js';
import { EXTRACTION_RULES, verdictRules } from './relevancy-rules.js';
import { SEGMENTER_VERSION } from './segment/segment-answer.js';
import { renderToolCall, renderTurn } from './tool-calls.js';
import { createVerdictKeys } from './verdict-keys.js';

export const ANSWER_RELEVANCY = 'answer-relevancy';

const LABELS: readonly VerdictLabel[] = ['yes', 'unsure', 'no'];
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

export interface RelevancyScorer extends Scorer {
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

  async function judgeAnswered(request: ScoreRequest, scoring: ScoreOptions): Promise<Judgement> {
    const { task, history, input, answer } = request;
    const answerHash = digest([answer.output, answer.toolCalls]);
    const calls = answer.toolCalls.map(withoutHostileResult).map(renderToolCall);
    const callsOnly = answer.output.trim() === '';
    const extraction = callsOnly
      ? statementsOfCalls(calls)
      : await extractStatements(
          { judge, store, extraction: options.extraction, output: answer.output, answerHash },
          scoring,
        );
    const conversation = history.map(renderTurn);
    const keyOf = createVerdictKeys({
      judged: ['verdict', judge.fingerprint, rubric, task, conversation, input],
      answerHash,
    });
    const keyed = extraction.statements.map((statement, index) => ({
      ...statement,
      key: keyOf(statement.text),
      hostile: extraction.hostile.has(index),
    }));
    const toJudge = new Map(keyed.filter(({ hostile }) => !hostile).map(({ key, text }) => [key, text]));
    const toolCalls = calls.map((call) => (addressesGrader(call) ? LEFT_OUT : call));
    const verdicts = await judgeStatements(
      toJudge,
      {
        judge,
        store,
        topic: {
          name: `${ANSWER_RELEVANCY}/verdicts`,
          rules,
          context: { task, conversation, input, answer: extraction.shown, tool_calls: toolCalls },
          itemsKey: 'statements',
          labels: LABELS,
        },
        chooseControl: createControlChooser({
          salt,
          seed: answerHash,
          foreign: [
            task ?? '',
            ...conversation.map(({ content }) => content),
            input,
            extraction.shown,
            ...toolCalls,
            ...toJudge.values(),
          ],
        }),
        laxBudget,
      },
      scoring,
    );
    const statements = keyed.map(({ text, quote, key, hostile }): JudgedStatement => {
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
  };
}

/** What a tool returned is not the agent's word: it is kept from the judge, and not held against the agent. */
function withoutHostileResult(call: ScoreRequest['answer']['toolCalls'][number]): typeof call {
  if (call.result === undefined || !addressesGrader(renderToolCall({ name: '', result: call.result }))) {
    return call;
  }
  return { ...call, result: LEFT_OUT };
}

function statementsOfCalls(calls: readonly string[]): Extraction {
  const hostile = new Set(calls.keys().filter((index) => addressesGrader(calls[index] ?? '')));
  return {
    statements: calls.map((call) => ({ text: `Tool call: ${call}`, quote: call })),
    key: null,
    hostile,
    shown: '',
  };
}

function flagsOf(extraction: Extraction, callsOnly: boolean): JudgementFlag[] {
  const flags: JudgementFlag[] = [];
  if (isRefusal(extraction.statements)) flags.push('refusal');
  if (extraction.hostile.size > 0) flags.push('addresses-grader');
  if (callsOnly) flags.push('tool-calls-only');
  return flags;
}
