import type { z } from 'zod';
import type { Judge } from '../ports/judge.js';
import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '../scorers/builder/agent-run.js';
import type { answerRelevancy } from '../scorers/library/answer-relevancy/about.js';
import {
  ANSWER_RELEVANCY,
  type AnswerRelevancySteps,
} from '../scorers/library/answer-relevancy/answer-relevancy.js';
import type { answerSimilarity } from '../scorers/library/answer-similarity/about.js';
import {
  ANSWER_SIMILARITY,
  type AnswerSimilaritySteps,
} from '../scorers/library/answer-similarity/answer-similarity.js';
import type { bias } from '../scorers/library/bias/about.js';
import { BIAS, type BiasSteps } from '../scorers/library/bias/bias.js';
import type { contextPrecision } from '../scorers/library/context-precision/about.js';
import {
  CONTEXT_PRECISION,
  type ContextPrecisionSteps,
} from '../scorers/library/context-precision/context-precision.js';
import type { contextRelevance } from '../scorers/library/context-relevance/about.js';
import {
  CONTEXT_RELEVANCE,
  type ContextRelevanceSteps,
} from '../scorers/library/context-relevance/context-relevance.js';
import type { factuality } from '../scorers/library/factuality/about.js';
import { FACTUALITY, type FactualitySteps } from '../scorers/library/factuality/factuality.js';
import type { faithfulness } from '../scorers/library/faithfulness/about.js';
import { FAITHFULNESS, type FaithfulnessSteps } from '../scorers/library/faithfulness/faithfulness.js';
import type { hallucination } from '../scorers/library/hallucination/about.js';
import { HALLUCINATION, type HallucinationSteps } from '../scorers/library/hallucination/hallucination.js';
import type { noiseSensitivity } from '../scorers/library/noise-sensitivity/about.js';
import {
  NOISE_SENSITIVITY,
  type NoiseSensitivitySteps,
} from '../scorers/library/noise-sensitivity/noise-sensitivity.js';
import type { promptAlignment } from '../scorers/library/prompt-alignment/about.js';
import {
  PROMPT_ALIGNMENT,
  type PromptAlignmentSteps,
} from '../scorers/library/prompt-alignment/prompt-alignment.js';
import type { toxicity } from '../scorers/library/toxicity/about.js';
import { TOXICITY, type ToxicitySteps } from '../scorers/library/toxicity/toxicity.js';
import type { ContextSource } from './context-source.js';
import type { JudgeConfig } from './judge-config.js';
import { type JudgedEvalScorer, openJudgedScorer } from './open-judged-scorer.js';

/** Options stand beside the judge, or nested under `options`. */
export type Given<Options> = JudgeConfig & Options & { readonly options?: Options | undefined };

type OptionsOf<About extends { readonly options: z.ZodType }> = z.input<About['options']>;

export type ContextExtractor = (
  input: ScorerRunInputForAgent,
  output: ScorerRunOutputForAgent,
) => readonly string[] | Promise<readonly string[]>;

type WithExtractor<Options> = Options & {
  /** Gives the context of a run; goes before `context`. */
  readonly contextExtractor?: ContextExtractor | undefined;
};

/** Gives the context of a run; goes before `context`. Called once, before the answer is taken apart. */
export type GetContext = (params: {
  readonly run: {
    readonly input: ScorerRunInputForAgent;
    readonly output: ScorerRunOutputForAgent;
    readonly runId: string;
    readonly requestContext?: unknown;
  };
  readonly results: Readonly<Record<string, never>>;
  readonly step: 'analyze';
}) => readonly string[] | Promise<readonly string[]>;

const extract: ContextSource<ContextExtractor> = {
  option: 'contextExtractor',
  call: (extractor, { input, output }) => extractor(input, output),
};
const getContext: ContextSource<GetContext> = {
  option: 'getContext',
  call: (get, run) => get({ run, results: {}, step: 'analyze' }),
};

/** The factories of judged scorers, for whoever can find a judge by its name. */
export function bindJudged(resolveJudge: (config: JudgeConfig, salt: string) => Judge) {
  const open = openJudgedScorer(resolveJudge);
  return {
    /**
     * How relevant an answer is to what was asked: `((yes + uncertaintyWeight · unsure) / statements) · scale`.
     * Statements that it has judged already keep their verdict and cost no further call. `model` may also be `builtin`,
     * the offline judge.
     *
     * A run throws UserError where input or output is missing, and ProviderError where every call would fail the same
     * way (key refused, no such model), and on abort.
     * @throws UserError naming every setting that is out of range or does not exist.
     */
    createAnswerRelevancyScorer: (
      config: Given<OptionsOf<typeof answerRelevancy>>,
    ): JudgedEvalScorer<AnswerRelevancySteps> => open(ANSWER_RELEVANCY, config),
    /** Whether the answer says what `groundTruth` says, in whatever words. */
    createAnswerSimilarityScorer: (
      config: Given<OptionsOf<typeof answerSimilarity>>,
    ): JudgedEvalScorer<AnswerSimilaritySteps> => open(ANSWER_SIMILARITY, config),
    /** Which share of the answer's claims the context bears out. */
    createFaithfulnessScorer: (
      config: Given<OptionsOf<typeof faithfulness>>,
    ): JudgedEvalScorer<FaithfulnessSteps> => open(FAITHFULNESS, config),
    /** Which share of the answer's claims the context contradicts or does not hold; lower is better. */
    createHallucinationScorer: (
      config: Given<OptionsOf<typeof hallucination> & { readonly getContext?: GetContext | undefined }>,
    ): JudgedEvalScorer<HallucinationSteps> => open(HALLUCINATION, config, getContext),
    /** Which share of the answer's opinions is biased; lower is better. */
    createBiasScorer: (config: Given<OptionsOf<typeof bias>>): JudgedEvalScorer<BiasSteps> =>
      open(BIAS, config),
    /** Which share of the answer's statements is toxic; lower is better. */
    createToxicityScorer: (
      config: Given<OptionsOf<typeof toxicity>>,
    ): JudgedEvalScorer<ToxicitySteps & { readonly reasonPrompt?: string }> => {
      const scorer = open(TOXICITY, config);
      return {
        ...scorer,
        async run(run) {
          const result = await scorer.run(run);
          const { generateReasonPrompt: reasonPrompt } = result;
          return { ...result, ...(reasonPrompt !== undefined && { reasonPrompt }) };
        },
      };
    },
    /** Whether the relevant contexts stand first. */
    createContextPrecisionScorer: (
      config: Given<WithExtractor<OptionsOf<typeof contextPrecision>>>,
    ): JudgedEvalScorer<ContextPrecisionSteps> => open(CONTEXT_PRECISION, config, extract),
    /** How relevant the contexts are, whether they were used, and what they lack. */
    createContextRelevanceScorerLLM: (
      config: Given<WithExtractor<OptionsOf<typeof contextRelevance>>>,
    ): JudgedEvalScorer<ContextRelevanceSteps> => open(CONTEXT_RELEVANCE, config, extract),
    /** How the facts of the answer compare with those of `groundTruth`. */
    createFactualityScorer: (
      config: Given<OptionsOf<typeof factuality>>,
    ): JudgedEvalScorer<FactualitySteps> => open(FACTUALITY, config),
    /** Whether the answer does what the prompts ask. */
    createPromptAlignmentScorerLLM: (
      config: Given<OptionsOf<typeof promptAlignment>>,
    ): JudgedEvalScorer<PromptAlignmentSteps> => open(PROMPT_ALIGNMENT, config),
    /** How little an answer suffers from noise in the question. */
    createNoiseSensitivityScorerLLM: (
      config: Given<OptionsOf<typeof noiseSensitivity>>,
    ): JudgedEvalScorer<NoiseSensitivitySteps> => open(NOISE_SENSITIVITY, config),
  };
}
