import type { AboutScorer } from './about-scorer.js';
import { answerRelevancy } from './answer-relevancy.js';
import { answerSimilarity } from './answer-similarity.js';
import { bias } from './bias.js';
import { calledTool } from './called-tool.js';
import { completeness } from './completeness.js';
import { contains } from './contains.js';
import { contentSimilarity } from './content-similarity.js';
import { contextPrecision } from './context-precision.js';
import { contextRelevance } from './context-relevance.js';
import { equals } from './equals.js';
import { factuality } from './factuality.js';
import { faithfulness } from './faithfulness.js';
import { hallucination } from './hallucination.js';
import { jsonSchema } from './json-schema.js';
import { keywordCoverage } from './keyword-coverage.js';
import { maxLength } from './max-length.js';
import { noiseSensitivity } from './noise-sensitivity.js';
import { promptAlignment } from './prompt-alignment.js';
import { regex } from './regex.js';
import { startsWith } from './starts-with.js';
import { textualDifference } from './textual-difference.js';
import { tone } from './tone.js';
import { toolCallAccuracy } from './tool-call-accuracy.js';
import { toxicity } from './toxicity.js';

/** Every prebuilt scorer, in the order of the documentation. */
export const SCORERS: readonly AboutScorer[] = [
  answerRelevancy,
  answerSimilarity,
  faithfulness,
  hallucination,
  factuality,
  promptAlignment,
  noiseSensitivity,
  contextPrecision,
  contextRelevance,
  bias,
  toxicity,
  completeness,
  keywordCoverage,
  contentSimilarity,
  textualDifference,
  tone,
  toolCallAccuracy,
  equals,
  contains,
  regex,
  jsonSchema,
  startsWith,
  maxLength,
  calledTool,
];

/** The scorer of this id; `null` where there is none. */
export function aboutScorer(id: string): AboutScorer | null {
  return SCORERS.find((about) => about.id === id) ?? null;
}
