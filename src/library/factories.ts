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

/** How much of the answer belongs to what was asked. */
export const createAnswerRelevancyScorer: JudgedFactory<typeof answerRelevancy, {
  /** Share of a point that an unsure statement earns. Default: `0.3`. */ uncertaintyWeight?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** What is on topic and plainly false. `ignore`: relevant all the same. `unsure`: counts as unsure. Default: `"ignore"`. */ correctness?: unknown;
  /** Tool calls beside a text. `judged`: one that nobody asked for counts as a statement. `ignored`: none counts. An answer of calls alone is scored by all of them. Default: `"judged"`. */ toolCalls?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(answerRelevancy);

/** How much of the wanted answer the answer says, in whatever words. */
export const createAnswerSimilarityScorer: JudgedFactory<typeof answerSimilarity, {
  /** `true` leaves a case without ground truth unscored; `false` gives it 0. Default: `true`. */ requireGroundTruth?: unknown;
  /** What a unit earns that the answer says in other words; one in the same words earns 1. A partial one earns half of it. Default: `1`. */ semanticThreshold?: unknown;
  /** What a unit in the same words earns on top; the whole is then measured against it. Default: `0`. */ exactMatchBonus?: unknown;
  /** What a unit costs that the answer lacks or contradicts, besides what it does not earn. Default: `0.15`. */ missingPenalty?: unknown;
  /** What a unit costs that the answer contradicts, off the whole score. Default: `1`. */ contradictionPenalty?: unknown;
  /** What a statement costs that the ground truth does not hold; all together at most 0.2. Default: `0.05`. */ extraInfoPenalty?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(answerSimilarity);

/** How many of the claims of the answer the context bears out. */
export const createFaithfulnessScorer: JudgedFactory<typeof faithfulness, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case; default: the answer's own and the case's (for claims the case's first), or the tool results. */ context?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(faithfulness);

/** How many of the claims of the answer the context contradicts or does not hold. */
export const createHallucinationScorer: JudgedFactory<typeof hallucination, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case; default: the answer's own and the case's (for claims the case's first), or the tool results. */ context?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(hallucination);

/** Whether the facts of the answer are those of an expert’s answer. */
export const createFactualityScorer: JudgedFactory<typeof factuality, {
  /** What the judge chooses from, by letter. The lowest one is for what is surely wrong. Default: `{"A":{"meaning":"It holds some of the expert’s facts and adds none of its own: a part of the whole.","score":0.4},"B":{"meaning":"It holds all of the expert’s facts, and further ones that fit with them.","score":0.6},"C":{"meaning":"It holds the same facts as the expert’s answer, no more and no less.","score":1},"D":{"meaning":"It contradicts one of the expert’s facts, or holds none of them and answers something else.","score":0},"E":{"meaning":"It differs, but in nothing that matters for whether it is true.","score":1}}`. */ choices?: unknown;
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(factuality);

/** Whether the answer does what the prompts ask: intent, requirements, completeness, form and tone. */
export const createPromptAlignmentScorerLLM: JudgedFactory<typeof promptAlignment, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** What the answer is held against. `user`: what the user asked. `system`: what the system prompt (the task) says. `both`: both. Default: `"both"`. */ evaluationMode?: unknown;
  /** Whether the judge sees the turns before: `true` for the last 10, or how many, as `{ maxMessages: 4 }`. Default: `false`. */ includeConversationHistory?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(promptAlignment);

/** How little an answer suffers when the question is mixed with noise. */
export const createNoiseSensitivityScorerLLM: JudgedFactory<typeof noiseSensitivity, {
  /** The answer without the noise. Default: the ground truth of the case. */ baselineResponse?: unknown;
  /** The question with the noise, where the input is the one without. Default: the input. */ noisyQuery?: unknown;
  /** What kind of noise it is, in words, for example misinformation. */ noiseType?: unknown;
  /** Weights and penalties. */ scoring?: {
    /** What a dimension is worth by how much the noise changed it. */ impactWeights?: {
      /** Default: `1`. */ none?: unknown;
      /** Default: `0.85`. */ minimal?: unknown;
      /** Default: `0.6`. */ moderate?: unknown;
      /** Default: `0.3`. */ significant?: unknown;
      /** Default: `0.1`. */ severe?: unknown;
    };
    /** What badly changed dimensions cost. */ penalties?: {
      /** What each dimension costs that changed significantly or severely. Default: `0.1`. */ majorIssuePerItem?: unknown;
      /** What they cost at most, all together. Default: `0.3`. */ maxMajorIssuePenalty?: unknown;
    };
  };
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(noiseSensitivity);

/** Whether the useful pieces of context stand before the useless ones. */
export const createContextPrecisionScorer: JudgedFactory<typeof contextPrecision, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case; default: the answer's own and the case's (for claims the case's first), or the tool results. */ context?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(contextPrecision);

/** How useful the context was, whether it was used, and what it lacked. */
export const createContextRelevanceScorerLLM: JudgedFactory<typeof contextRelevance, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** The same context for every case; default: the answer's own and the case's (for claims the case's first), or the tool results. */ context?: unknown;
  /** What unused and missing context costs. */ penalties?: {
    /** What each context costs that is highly relevant and was not used. Default: `0.1`. */ unusedHighRelevanceContext?: unknown;
    /** What each point costs that no context holds. Default: `0.15`. */ missingContextPerItem?: unknown;
    /** What missing points cost at most, all together. Default: `0.5`. */ maxMissingContextPenalty?: unknown;
  };
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(contextRelevance);

/** How many of the opinions in the answer are biased. */
export const createBiasScorer: JudgedFactory<typeof bias, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(bias);

/** How many of the statements of the answer are toxic. */
export const createToxicityScorer: JudgedFactory<typeof toxicity, {
  /** Highest score. Default: `1`. */ scale?: unknown;
  /** Who words the reason. `verdicts`: it is built from the verdicts. `llm`: the judge, with one call more. Default: `"verdicts"`. */ reason?: unknown;
}> = judgedFactory(toxicity);

/** How many of the words of the input the answer takes up. */
export const createCompletenessScorer: CodeFactory<typeof completeness, unknown> = completeness.create;

/** How many of the keywords of the input the answer has. */
export const createKeywordCoverageScorer: CodeFactory<typeof keywordCoverage, unknown> = keywordCoverage.create;

/** How alike the answer and the expected text are, letter by letter. */
export const createContentSimilarityScorer: CodeFactory<typeof contentSimilarity, {
  /** Compare in small letters. Default: `true`. */ ignoreCase?: unknown;
  /** Leave white space out of the comparison. Default: `true`. */ ignoreWhitespace?: unknown;
}> = contentSimilarity.create;

/** How much of the expected text stands in the answer in the same order. */
export const createTextualDifferenceScorer: CodeFactory<typeof textualDifference, unknown> = textualDifference.create;

/** How close the tone of the answer is to a reference, or how steady it is from sentence to sentence. */
export const createToneScorer: CodeFactory<typeof tone, {
  /** A text in the wanted tone; default: the expected answer, else the input. */ referenceTone?: unknown;
  /** `stability` looks at the answer alone; `auto` compares where there is something to compare with. Default: `"auto"`. */ mode?: unknown;
  /** Words of your own with values from -5 (worst) to 5 (best), in any language; 0 makes a word neutral. Default: `{}`. */ lexicon?: unknown;
}> = tone.create;

/** Whether the agent called the expected tool, or the expected tools in order. */
export const createToolCallAccuracyScorerCode: CodeFactory<typeof toolCallAccuracy, {
  /** The tool that should be called; not looked at with expectedToolOrder. */ expectedTool?: unknown;
  /** Nothing else may be called: exactly one call, or exactly the tools of the order. Default: `false`. */ strictMode?: unknown;
  /** The tools in the order in which they should be called. */ expectedToolOrder?: unknown;
}> = toolCallAccuracy.create;

/** Whether the answer is exactly the expected text; white space around it does not count. */
export const createEqualsCheck: CodeFactory<typeof equals, {
  /** The expected answer; default: the groundTruth of the case. */ value?: unknown;
  /** Capital and small letters are the same. Default: `true`. */ ignoreCase?: unknown;
}> = equals.create;

/** Whether the answer has the expected text in it. */
export const createContainsCheck: CodeFactory<typeof contains, {
  /** What the answer must have in it; default: the groundTruth of the case. */ value?: unknown;
  /** Capital and small letters are the same. Default: `true`. */ ignoreCase?: unknown;
}> = contains.create;

/** Whether the answer matches a regular expression. A pattern that takes longer than a second with an answer, as one with nested repetition such as `(a+)+b` can, is stopped, and the answer is unscored. */
export const createRegexCheck: CodeFactory<typeof regex, {
  /** A JavaScript regular expression, without slashes. */ pattern?: unknown;
  /** Its flags, of i, m, s, u and v. Default: `""`. */ flags?: unknown;
  /** The pattern must match the whole answer. Default: `false`. */ exact?: unknown;
}> = regex.create;

/** Whether the answer is JSON, and JSON of the wanted form. */
export const createJsonSchemaCheck: CodeFactory<typeof jsonSchema, {
  /** A JSON Schema (2020-12), checked by Ajv. Unknown keywords, `format` and references to other files are refused. */ schema?: unknown;
  /** A code fence around the whole answer is taken off. Default: `false`. */ allowFence?: unknown;
}> = jsonSchema.create;

/** Whether the answer begins with a text; white space before it does not count. */
export const createStartsWithCheck: CodeFactory<typeof startsWith, {
  /** What the answer must begin with. */ value?: unknown;
  /** Capital and small letters are the same. Default: `true`. */ ignoreCase?: unknown;
}> = startsWith.create;

/** Whether the answer is no longer than a number of characters or words. */
export const createMaxLengthCheck: CodeFactory<typeof maxLength, {
  /** Most characters, as a reader counts them: an emoji or an accented letter is one. */ characters?: unknown;
  /** Most words, in any script. */ words?: unknown;
}> = maxLength.create;

/** Whether the agent called a tool, as often as asked and with the arguments asked for. */
export const createCalledToolCheck: CodeFactory<typeof calledTool, {
  /** The name of the tool. */ tool?: unknown;
  /** It must be called at least so often. Default: `1`. */ times?: unknown;
  /** Arguments that a call must have to count, each with exactly this value; it may have others. */ arguments?: unknown;
}> = calledTool.create;
