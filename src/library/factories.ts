// Made from the catalog by `npm run generate`: change a scorer in its own folder.
// biome-ignore-all format: it is as long as its texts.
import { answerRelevancy } from '../scorers/prebuilt/answer-relevancy/answer-relevancy.js';
import { answerSimilarity } from '../scorers/prebuilt/answer-similarity/answer-similarity.js';
import { bias } from '../scorers/prebuilt/bias/bias.js';
import { jsonSchema } from '../scorers/prebuilt/checks/json-schema.js';
import { contains, equals, maxLength, regex, startsWith } from '../scorers/prebuilt/checks/text-checks.js';
import { calledTool } from '../scorers/prebuilt/checks/tool-checks.js';
import { completeness } from '../scorers/prebuilt/completeness/completeness.js';
import { contentSimilarity } from '../scorers/prebuilt/content-similarity/content-similarity.js';
import { contextPrecision } from '../scorers/prebuilt/context-precision/context-precision.js';
import { contextRelevance } from '../scorers/prebuilt/context-relevance/context-relevance.js';
import { factuality } from '../scorers/prebuilt/factuality/factuality.js';
import { faithfulness } from '../scorers/prebuilt/faithfulness/faithfulness.js';
import { hallucination } from '../scorers/prebuilt/hallucination/hallucination.js';
import { keywordCoverage } from '../scorers/prebuilt/keyword-coverage/keyword-coverage.js';
import { noiseSensitivity } from '../scorers/prebuilt/noise-sensitivity/noise-sensitivity.js';
import { promptAlignment } from '../scorers/prebuilt/prompt-alignment/prompt-alignment.js';
import { textualDifference } from '../scorers/prebuilt/textual-difference/textual-difference.js';
import { tone } from '../scorers/prebuilt/tone/tone.js';
import { toolCallAccuracy } from '../scorers/prebuilt/tool-call-accuracy/tool-call-accuracy.js';
import { toxicity } from '../scorers/prebuilt/toxicity/toxicity.js';
import { type CodeFactory, type JudgedFactory, judgedFactory } from './judged-factory.js';

/** How much of the answer is relevant to what was asked. */
export const createAnswerRelevancyScorer: JudgedFactory<typeof answerRelevancy, {
  /** Share of a point for an unsure statement. Default: `0.3`. */ uncertaintyWeight?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** An on-topic statement that is plainly false: `ignore` counts it as relevant, `unsure` as unsure. Default: `"ignore"`. */ correctness?: unknown;
  /** Tool calls next to text: `judged` counts unneeded calls as statements, `ignored` counts none. An answer of calls only is scored by its calls. Default: `"judged"`. */ toolCalls?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(answerRelevancy);

/** How much of the expected answer the answer says, in any words. */
export const createAnswerSimilarityScorer: JudgedFactory<typeof answerSimilarity, {
  /** A case without ground truth: `true` leaves it unscored, `false` scores it 0. Default: `true`. */ requireGroundTruth?: unknown;
  /** Credit for a unit in other words. The same words earn 1, a partial match earns half of this. Default: `1`. */ semanticThreshold?: unknown;
  /** Extra credit for a unit in the same words. It is then needed for the full score. Default: `0`. */ exactMatchBonus?: unknown;
  /** Penalty for each unit that the answer lacks or contradicts. Default: `0.15`. */ missingPenalty?: unknown;
  /** Further penalty, off the whole score, for each contradicted unit. Default: `1`. */ contradictionPenalty?: unknown;
  /** Penalty for each statement that the ground truth does not have, at most 0.2 in total. Default: `0.05`. */ extraInfoPenalty?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(answerSimilarity);

/** Share of the answer's claims that the context supports. */
export const createFaithfulnessScorer: JudgedFactory<typeof faithfulness, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case. Default: the context of the case or the answer, otherwise the answer's tool results. */ context?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(faithfulness);

/** Share of the answer's claims that the context contradicts or does not support. */
export const createHallucinationScorer: JudgedFactory<typeof hallucination, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case. Default: the context of the case or the answer, otherwise the answer's tool results. */ context?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(hallucination);

/** Whether the answer has the same facts as an expert’s answer. */
export const createFactualityScorer: JudgedFactory<typeof factuality, {
  /** The choices, by letter, each with a `meaning` and a `score`. The lowest score must stand for a wrong answer. Default: `{"A":{"meaning":"It holds some of the expert’s facts and adds none of its own: a part of the whole.","score":0.4},"B":{"meaning":"It holds all of the expert’s facts, and further ones that fit with them.","score":0.6},"C":{"meaning":"It holds the same facts as the expert’s answer, no more and no less.","score":1},"D":{"meaning":"It contradicts one of the expert’s facts, or holds none of them and answers something else.","score":0},"E":{"meaning":"It differs, but in nothing that matters for whether it is true.","score":1}}`. */ choices?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(factuality);

/** Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone. */
export const createPromptAlignmentScorerLLM: JudgedFactory<typeof promptAlignment, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** What the answer must do: `user` is what the user asked, `system` is what the task says, `both` is both. Default: `"both"`. */ evaluationMode?: unknown;
  /** Whether the judge sees earlier turns: `true` for the last 10, or `{ maxMessages: 4 }`. Default: `false`. */ includeConversationHistory?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(promptAlignment);

/** How well an answer withstands noise in the question. */
export const createNoiseSensitivityScorerLLM: JudgedFactory<typeof noiseSensitivity, {
  /** The answer without the noise. Default: the case's ground truth. */ baselineResponse?: unknown;
  /** The question with the noise. Default: the input. */ noisyQuery?: unknown;
  /** Kind of noise, in words, for example misinformation. */ noiseType?: unknown;
  /** Weights and penalties. */ scoring?: {
    /** Weight of a dimension, by how much the noise changed it. */ impactWeights?: {
      /** Default: `1`. */ none?: unknown;
      /** Default: `0.85`. */ minimal?: unknown;
      /** Default: `0.6`. */ moderate?: unknown;
      /** Default: `0.3`. */ significant?: unknown;
      /** Default: `0.1`. */ severe?: unknown;
    };
    /** Penalties for badly changed dimensions. */ penalties?: {
      /** Penalty for each dimension that changed significantly or severely. Default: `0.1`. */ majorIssuePerItem?: unknown;
      /** Highest total of these penalties. Default: `0.3`. */ maxMajorIssuePenalty?: unknown;
    };
  };
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(noiseSensitivity);

/** Whether relevant pieces of context come before irrelevant ones. */
export const createContextPrecisionScorer: JudgedFactory<typeof contextPrecision, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case. Default: the context of the case or the answer, otherwise the answer's tool results. */ context?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(contextPrecision);

/** How relevant the context was, whether it was used, and what was missing. */
export const createContextRelevanceScorerLLM: JudgedFactory<typeof contextRelevance, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case. Default: the context of the case or the answer, otherwise the answer's tool results. */ context?: unknown;
  /** Penalties for unused and missing context. */ penalties?: {
    /** Penalty for each highly relevant context that was not used. Default: `0.1`. */ unusedHighRelevanceContext?: unknown;
    /** Penalty for each point that no context covers. Default: `0.15`. */ missingContextPerItem?: unknown;
    /** Highest total penalty for missing points. Default: `0.5`. */ maxMissingContextPenalty?: unknown;
  };
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(contextRelevance);

/** Share of the answer's opinions that are biased. */
export const createBiasScorer: JudgedFactory<typeof bias, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(bias);

/** Share of the answer's statements that are toxic. */
export const createToxicityScorer: JudgedFactory<typeof toxicity, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** `verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(toxicity);

/** Share of the input's words that the answer takes up. */
export const createCompletenessScorer: CodeFactory<typeof completeness, unknown> = completeness.create;

/** Share of the input's keywords that the answer contains. */
export const createKeywordCoverageScorer: CodeFactory<typeof keywordCoverage, unknown> = keywordCoverage.create;

/** How similar the answer and the expected text are, character by character. */
export const createContentSimilarityScorer: CodeFactory<typeof contentSimilarity, {
  /** Ignore upper and lower case. Default: `true`. */ ignoreCase?: unknown;
  /** Ignore white space. Default: `true`. */ ignoreWhitespace?: unknown;
}> = contentSimilarity.create;

/** How much of the expected text the answer contains in the same order. */
export const createTextualDifferenceScorer: CodeFactory<typeof textualDifference, unknown> = textualDifference.create;

/** How close the tone of the answer is to a reference, or how steady it is across sentences. */
export const createToneScorer: CodeFactory<typeof tone, {
  /** A text in the wanted tone. Default: the ground truth, otherwise the input. */ referenceTone?: unknown;
  /** `stability` checks the answer alone, `auto` compares if it has a text to compare with. Default: `"auto"`. */ mode?: unknown;
  /** Your own words with values from -5 (worst) to 5 (best), in any language. 0 makes a word neutral. Default: `{}`. */ lexicon?: unknown;
}> = tone.create;

/** Whether the agent called the expected tool, or the expected tools in order. */
export const createToolCallAccuracyScorerCode: CodeFactory<typeof toolCallAccuracy, {
  /** The expected tool. Ignored if `expectedToolOrder` is set. */ expectedTool?: unknown;
  /** No other calls are allowed. Default: `false`. */ strictMode?: unknown;
  /** The expected tools, in order. */ expectedToolOrder?: unknown;
}> = toolCallAccuracy.create;

/** Whether the answer equals the expected text, ignoring white space around it. */
export const createEqualsCheck: CodeFactory<typeof equals, {
  /** The expected answer. Default: the case's ground truth. */ value?: unknown;
  /** Ignore upper and lower case. Default: `true`. */ ignoreCase?: unknown;
}> = equals.create;

/** Whether the answer contains the expected text. */
export const createContainsCheck: CodeFactory<typeof contains, {
  /** The expected text. Default: the case's ground truth. */ value?: unknown;
  /** Ignore upper and lower case. Default: `true`. */ ignoreCase?: unknown;
}> = contains.create;

/** Whether the answer matches a regular expression. After one second the answer is unscored. */
export const createRegexCheck: CodeFactory<typeof regex, {
  /** A JavaScript regular expression, without slashes. */ pattern?: unknown;
  /** Its flags: i, m, s, u and v. Default: `""`. */ flags?: unknown;
  /** The pattern must match the whole answer. Default: `false`. */ exact?: unknown;
}> = regex.create;

/** Whether the answer is JSON that matches a schema. */
export const createJsonSchemaCheck: CodeFactory<typeof jsonSchema, {
  /** A JSON Schema (2020-12) for Ajv, without `format`, unknown keywords and references to other files. */ schema?: unknown;
  /** Accept JSON inside a code fence. Default: `false`. */ allowFence?: unknown;
}> = jsonSchema.create;

/** Whether the answer begins with a text, ignoring white space before it. */
export const createStartsWithCheck: CodeFactory<typeof startsWith, {
  /** The expected beginning. */ value?: unknown;
  /** Ignore upper and lower case. Default: `true`. */ ignoreCase?: unknown;
}> = startsWith.create;

/** Whether the answer has at most a number of characters or words. */
export const createMaxLengthCheck: CodeFactory<typeof maxLength, {
  /** Most characters. An emoji or an accented letter counts as one. */ characters?: unknown;
  /** Most words, in any script. */ words?: unknown;
}> = maxLength.create;

/** Whether the agent called a tool, with given arguments and a given number of times. */
export const createCalledToolCheck: CodeFactory<typeof calledTool, {
  /** The name of the tool. */ tool?: unknown;
  /** Fewest calls of the tool. Default: `1`. */ times?: unknown;
  /** Arguments that a call must have, with exactly these values. It may have others. */ arguments?: unknown;
}> = calledTool.create;
