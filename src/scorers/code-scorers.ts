import { calledTool } from '../model/scorers/called-tool.js';
import { completeness } from '../model/scorers/completeness.js';
import { contains } from '../model/scorers/contains.js';
import { contentSimilarity } from '../model/scorers/content-similarity.js';
import { equals } from '../model/scorers/equals.js';
import { jsonSchema } from '../model/scorers/json-schema.js';
import { keywordCoverage } from '../model/scorers/keyword-coverage.js';
import { maxLength } from '../model/scorers/max-length.js';
import { regex } from '../model/scorers/regex.js';
import { startsWith } from '../model/scorers/starts-with.js';
import { textualDifference } from '../model/scorers/textual-difference.js';
import { tone } from '../model/scorers/tone.js';
import { toolCallAccuracy } from '../model/scorers/tool-call-accuracy.js';
import { createJsonSchemaCheck, createRegexCheck } from './checks/create-pattern-checks.js';
import {
  createContainsCheck,
  createEqualsCheck,
  createMaxLengthCheck,
  createStartsWithCheck,
} from './checks/create-text-checks.js';
import { createCalledToolCheck } from './checks/create-tool-checks.js';
import { createCompletenessScorer } from './completeness/create-completeness-scorer.js';
import { createContentSimilarityScorer } from './content-similarity/create-content-similarity-scorer.js';
import type { EvalScorer } from './eval-scorer.js';
import { createKeywordCoverageScorer } from './keyword-coverage/create-keyword-coverage-scorer.js';
import type { RunInput, RunOutput } from './run-messages.js';
import { createTextualDifferenceScorer } from './textual-difference/create-textual-difference-scorer.js';
import { createToneScorer } from './tone/create-tone-scorer.js';
import { createToolCallAccuracyScorerCode } from './tool-call-accuracy/create-tool-call-accuracy-scorer.js';

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
