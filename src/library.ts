import { randomUUID } from 'node:crypto';
import { judgeAnswer } from './judge/judge-answer.js';
import { openJudge } from './judge/open-judge.js';
import { renderPrompt } from './judge/question-messages.js';
import { createVerdictStore } from './judge/verdict-store.js';
import { bindJudged } from './library-judged.js';
import { checkRun, unknownOptions, unreadableOutput } from './library-problems.js';
import { createLimiter } from './llm/limiter.js';
import { openChatClient } from './llm/open-chat-client.js';
import type { ModelParameters } from './model/chat.js';
import { type FailureKind, UserError } from './model/errors.js';
import type { Judge } from './model/judge.js';
import type { Judgement, JudgementFlag, VerdictLabel } from './model/verdict.js';
import { createAnswerRelevancy } from './scorers/answer-relevancy/create-answer-relevancy.js';
import { type PartialRelevancyOptions, resolveRelevancyOptions } from './scorers/answer-relevancy/options.js';
import { type RunInput, type RunOutput, readAnswer, readAsked } from './scorers/run-messages.js';
import type { ScoreStep } from './scorers/scorer.js';

export { ProviderError, UserError } from './model/errors.js';
export type { Judge, Question } from './model/judge.js';
export { checks } from './scorers/checks/checks.js';
export { createJsonSchemaCheck, createRegexCheck } from './scorers/checks/create-pattern-checks.js';
export {
  createContainsCheck,
  createEqualsCheck,
  createMaxLengthCheck,
  createStartsWithCheck,
} from './scorers/checks/create-text-checks.js';
export { createCalledToolCheck } from './scorers/checks/create-tool-checks.js';
export { createCompletenessScorer } from './scorers/completeness/create-completeness-scorer.js';
export { createContentSimilarityScorer } from './scorers/content-similarity/create-content-similarity-scorer.js';
export { createKeywordCoverageScorer } from './scorers/keyword-coverage/create-keyword-coverage-scorer.js';
export type { RunInput, RunMessage, RunOutput } from './scorers/run-messages.js';
export { createTextualDifferenceScorer } from './scorers/textual-difference/create-textual-difference-scorer.js';
export { createToneScorer } from './scorers/tone/create-tone-scorer.js';
export { createToolCallAccuracyScorerCode } from './scorers/tool-call-accuracy/create-tool-call-accuracy-scorer.js';

export type AnswerRelevancyConfig = PartialRelevancyOptions & {
  /**
   * Who judges: `openai/<model>` at any OpenAI-compatible provider (`openai/gpt-4.1-mini`; the prefix may be left out),
   * `builtin` for the offline judge, or a judge of your own.
   */
  readonly model: string | Judge;
  /** What the agent is for, in words; default: the system message of a run's input, if it has one. */
  readonly task?: string | undefined;
  /** Default: environment variable OPENAI_BASE_URL, else api.openai.com. */
  readonly baseUrl?: string | undefined;
  /** Default: environment variable OPENAI_API_KEY. */
  readonly apiKey?: string | undefined;
  /** The judge's, under the provider's own names; default temperature 0 and a seed, `null` leaves one out. */
  readonly parameters?: ModelParameters | undefined;
  /** Model calls in flight; default 16. */
  readonly maxConcurrency?: number | undefined;
  /** Tries after the first one; default 4. */
  readonly maxRetries?: number | undefined;
  /** For one attempt of one call; default 60,000. */
  readonly requestTimeoutMs?: number | undefined;
};

export type ScorerRun = {
  /** What was asked: a text, or messages of which the last user message is the question. */
  readonly input: RunInput;
  /** What the agent answered: a text, or its messages with their tool calls. */
  readonly output: RunOutput;
  /** Handed through; relevancy does not look at it. */
  readonly groundTruth?: unknown;
  /** Default: a new UUID. */
  readonly runId?: string | undefined;
  /** Handed through. */
  readonly requestContext?: unknown;
  readonly signal?: AbortSignal | undefined;
};

export type ScorerResult = {
  readonly runId: string;
  readonly input: RunInput;
  readonly output: RunOutput;
  readonly groundTruth?: unknown;
  readonly requestContext?: unknown;
  /** From 0 to the scale; `null` where no score could be had: see `unscored`. */
  readonly score: number | null;
  readonly reason: string;
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string };
  readonly preprocessStepResult?: { readonly statements: readonly string[] };
  readonly analyzeStepResult?: {
    readonly results: readonly { readonly result: VerdictLabel; readonly reason: string }[];
  };
  readonly flags: readonly JudgementFlag[];
  /** What was asked in each step; missing where the step needed no call. */
  readonly preprocessPrompt?: string;
  readonly analyzePrompt?: string;
  readonly generateReasonPrompt?: string;
};

export interface AnswerRelevancyScorer {
  readonly id: string;
  /**
   * Scores one answer.
   * @throws UserError where input or output is missing.
   * @throws ProviderError where every call would fail the same way (key refused, no such model), and on abort.
   */
  run(run: ScorerRun): Promise<ScorerResult>;
}

/**
 * A scorer of how relevant an answer is to what was asked: `((yes + uncertaintyWeight · unsure) / statements) · scale`.
 * Statements that it has judged already keep their verdict and cost no further call.
 *
 * @throws UserError naming every setting that is out of range or does not exist.
 */
export function createAnswerRelevancyScorer(config: AnswerRelevancyConfig): AnswerRelevancyScorer {
  const options = resolveRelevancyOptions(config, unknownOptions(config));
  const salt = randomUUID();
  const scorer = createAnswerRelevancy({
    judge: resolveJudge(config, salt),
    store: createVerdictStore([]),
    options,
    salt,
  });
  return {
    id: scorer.id,
    async run(run) {
      const prompts: Record<ScoreStep, string[]> = { preprocess: [], analyze: [], 'generate-reason': [] };
      checkRun(run);
      const given = {
        runId: run.runId ?? randomUUID(),
        input: run.input,
        output: run.output,
        ...('groundTruth' in run && { groundTruth: run.groundTruth }),
        ...('requestContext' in run && { requestContext: run.requestContext }),
      };
      const unreadable = unreadableOutput(run.output);
      if (unreadable !== null) {
        return { ...given, ...resultOf({ status: 'unscored', kind: 'harness', reason: unreadable }) };
      }
      const asked = readAsked(run.input);
      const judgements = await judgeAnswer({
        scorers: [scorer],
        request: { ...asked, task: config.task ?? asked.task },
        answer: readAnswer(run.output),
        signal: run.signal ?? new AbortController().signal,
        onQuestion: (step, question) => prompts[step].push(renderPrompt(question)),
      });
      const judgement = judgements[scorer.id];
      if (!judgement) throw new Error(`the scorer ${scorer.id} gave no judgement`);
      return { ...given, ...resultOf(judgement), ...promptsOf(prompts) };
    },
  };
}

function resultOf(
  judgement: Judgement,
): Pick<
  ScorerResult,
  'score' | 'reason' | 'unscored' | 'flags' | 'preprocessStepResult' | 'analyzeStepResult'
> {
  if (judgement.status === 'unscored') {
    const { kind, reason } = judgement;
    return { score: null, reason, unscored: { kind, reason }, flags: [] };
  }
  const { score, reason, flags, statements } = judgement;
  return {
    score,
    reason,
    flags,
    preprocessStepResult: { statements: statements.map(({ text }) => text) },
    analyzeStepResult: { results: statements.map(({ result, reason: why }) => ({ result, reason: why })) },
  };
}

function promptsOf(
  prompts: Readonly<Record<ScoreStep, readonly string[]>>,
): Pick<ScorerResult, 'preprocessPrompt' | 'analyzePrompt' | 'generateReasonPrompt'> {
  const joined = (step: ScoreStep): string | undefined =>
    prompts[step].length === 0 ? undefined : prompts[step].join('\n\n');
  const [preprocessPrompt, analyzePrompt, generateReasonPrompt] = [
    joined('preprocess'),
    joined('analyze'),
    joined('generate-reason'),
  ];
  return {
    ...(preprocessPrompt !== undefined && { preprocessPrompt }),
    ...(analyzePrompt !== undefined && { analyzePrompt }),
    ...(generateReasonPrompt !== undefined && { generateReasonPrompt }),
  };
}

function resolveJudge(config: AnswerRelevancyConfig, salt: string): Judge {
  if (typeof config.model !== 'string') return config.model;
  const model = modelName(config.model);
  const provider = {
    baseUrl: config.baseUrl ?? (process.env['OPENAI_BASE_URL'] || null),
    apiKey: config.apiKey ?? (process.env['OPENAI_API_KEY'] || null),
    apiKeySource: 'option apiKey or environment variable OPENAI_API_KEY',
  };
  const chat =
    model === 'builtin'
      ? null
      : openChatClient({
          provider,
          maxRetries: config.maxRetries ?? 4,
          requestTimeoutMs: config.requestTimeoutMs ?? 60_000,
          limiter: createLimiter(config.maxConcurrency ?? 16),
        });
  return openJudge({ model, provider, parameters: config.parameters ?? {} }, chat, { salt });
}

function modelName(model: string): string {
  const slash = model.indexOf('/');
  const provider = slash < 0 ? 'openai' : model.slice(0, slash);
  const name = model.slice(slash + 1).trim();
  if (provider === 'openai' && name !== '') return name;
  throw new UserError(
    name === ''
      ? `model: ${JSON.stringify(model)} names no model: give for example openai/gpt-4.1-mini, or builtin`
      : `model: ${JSON.stringify(model)} names the provider ${JSON.stringify(provider)}, but only openai/ is known, for every OpenAI-compatible provider: give openai/${model} with baseUrl`,
  );
}

/** The other judged scorers, each with the factory, the options and the result that the reference documents. */
export const {
  createAnswerSimilarityScorer,
  createFaithfulnessScorer,
  createHallucinationScorer,
  createBiasScorer,
  createToxicityScorer,
  createContextPrecisionScorer,
  createContextRelevanceScorerLLM,
  createFactualityScorer,
  createPromptAlignmentScorerLLM,
  createNoiseSensitivityScorerLLM,
} = bindJudged(resolveJudge);
