import type { AboutScorer } from './about-scorer.js';
import { answerRelevancy } from './library/answer-relevancy/about.js';
import { answerSimilarity } from './library/answer-similarity/about.js';
import { bias } from './library/bias/about.js';
import { calledTool } from './library/checks/about-called-tool.js';
import { contains } from './library/checks/about-contains.js';
import { equals } from './library/checks/about-equals.js';
import { jsonSchema } from './library/checks/about-json-schema.js';
import { maxLength } from './library/checks/about-max-length.js';
import { regex } from './library/checks/about-regex.js';
import { startsWith } from './library/checks/about-starts-with.js';
import { completeness } from './library/completeness/about.js';
import { contentSimilarity } from './library/content-similarity/about.js';
import { contextPrecision } from './library/context-precision/about.js';
import { contextRelevance } from './library/context-relevance/about.js';
import { factuality } from './library/factuality/about.js';
import { faithfulness } from './library/faithfulness/about.js';
import { hallucination } from './library/hallucination/about.js';
import { keywordCoverage } from './library/keyword-coverage/about.js';
import { noiseSensitivity } from './library/noise-sensitivity/about.js';
import { promptAlignment } from './library/prompt-alignment/about.js';
import { textualDifference } from './library/textual-difference/about.js';
import { tone } from './library/tone/about.js';
import { toolCallAccuracy } from './library/tool-call-accuracy/about.js';
import { toxicity } from './library/toxicity/about.js';

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
