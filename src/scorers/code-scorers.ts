import type { EvalScorer } from './eval-scorer.js';
import { calledTool } from './library/checks/about-called-tool.js';
import { contains } from './library/checks/about-contains.js';
import { equals } from './library/checks/about-equals.js';
import { jsonSchema } from './library/checks/about-json-schema.js';
import { maxLength } from './library/checks/about-max-length.js';
import { regex } from './library/checks/about-regex.js';
import { startsWith } from './library/checks/about-starts-with.js';
import { createJsonSchemaCheck, createRegexCheck } from './library/checks/create-pattern-checks.js';
import {
  createContainsCheck,
  createEqualsCheck,
  createMaxLengthCheck,
  createStartsWithCheck,
} from './library/checks/create-text-checks.js';
import { createCalledToolCheck } from './library/checks/create-tool-checks.js';
import { completeness } from './library/completeness/about.js';
import { createCompletenessScorer } from './library/completeness/create-completeness-scorer.js';
import { contentSimilarity } from './library/content-similarity/about.js';
import { createContentSimilarityScorer } from './library/content-similarity/create-content-similarity-scorer.js';
import { keywordCoverage } from './library/keyword-coverage/about.js';
import { createKeywordCoverageScorer } from './library/keyword-coverage/create-keyword-coverage-scorer.js';
import { textualDifference } from './library/textual-difference/about.js';
import { createTextualDifferenceScorer } from './library/textual-difference/create-textual-difference-scorer.js';
import { tone } from './library/tone/about.js';
import { createToneScorer } from './library/tone/create-tone-scorer.js';
import { toolCallAccuracy } from './library/tool-call-accuracy/about.js';
import { createToolCallAccuracyScorerCode } from './library/tool-call-accuracy/create-tool-call-accuracy-scorer.js';
import type { RunInput, RunOutput } from './run-messages.js';

/** Opens a scorer that needs no judge. The options may be as a user or as the catalog's schema gave them. */
export type CodeOpener = (options: Readonly<Record<string, unknown>>) => EvalScorer<RunInput, RunOutput>;

/** By id, every scorer and check that needs no judge. */
export const CODE_OPENERS: Readonly<Record<string, CodeOpener>> = Object.fromEntries([
  opener(completeness.id, createCompletenessScorer),
  opener(keywordCoverage.id, createKeywordCoverageScorer),
  opener(contentSimilarity.id, createContentSimilarityScorer),
  opener(textualDifference.id, createTextualDifferenceScorer),
  opener(tone.id, createToneScorer),
  opener(toolCallAccuracy.id, createToolCallAccuracyScorerCode),
  opener(equals.id, createEqualsCheck),
  opener(contains.id, createContainsCheck),
  opener(regex.id, createRegexCheck),
  opener(jsonSchema.id, createJsonSchemaCheck),
  opener(startsWith.id, createStartsWithCheck),
  opener(maxLength.id, createMaxLengthCheck),
  opener(calledTool.id, createCalledToolCheck),
]);

function opener<Options extends object>(
  id: string,
  create: (options: Options) => EvalScorer<RunInput, RunOutput>,
): readonly [string, CodeOpener] {
  // Every factory validates what it is given by the catalog's schema.
  return [id, (options) => create(options as Options)];
}
