import type { AgentRunInput, AgentRunOutput } from './builder/agent-run.js';
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
import type { Scorer } from './scorer.js';
import { scorerOfEval } from './scorer-of-eval.js';
import { createTextualDifferenceScorer } from './textual-difference/create-textual-difference-scorer.js';
import { createToneScorer } from './tone/create-tone-scorer.js';
import { createToolCallAccuracyScorerCode } from './tool-call-accuracy/create-tool-call-accuracy-scorer.js';

type Options = Readonly<Record<string, unknown>>;
type CodeScorer = EvalScorer<AgentRunInput, AgentRunOutput>;

/** Raised when the way from an answer to a score changes, for any of them: scores under another one are incomparable. */
const FORMULA_VERSION = 1;

/** By id, every scorer and check that needs no judge. The options are as the catalog's schema gave them. */
export const CODE_OPENERS: Readonly<Record<string, (options: Options) => Scorer>> = Object.fromEntries([
  openerOf('completeness', (options: never) => createCompletenessScorer(options)),
  openerOf('keyword-coverage', (options: never) => createKeywordCoverageScorer(options)),
  openerOf('content-similarity', (options: never) => createContentSimilarityScorer(options)),
  openerOf('textual-difference', (options: never) => createTextualDifferenceScorer(options)),
  openerOf('tone', (options: never) => createToneScorer(options)),
  openerOf('tool-call-accuracy', (options: never) => createToolCallAccuracyScorerCode(options)),
  openerOf('equals', (options: never) => createEqualsCheck(options)),
  openerOf('contains', (options: never) => createContainsCheck(options)),
  openerOf('regex', (options: never) => createRegexCheck(options)),
  openerOf('json-schema', (options: never) => createJsonSchemaCheck(options)),
  openerOf('starts-with', (options: never) => createStartsWithCheck(options)),
  openerOf('max-length', (options: never) => createMaxLengthCheck(options)),
  openerOf('called-tool', (options: never) => createCalledToolCheck(options)),
]);

function openerOf(
  id: string,
  create: (options: never) => CodeScorer,
): readonly [string, (options: Options) => Scorer] {
  return [
    id,
    (options) => scorerOfEval(create(options as never), { formula: [FORMULA_VERSION, id, options] }),
  ];
}
