import type { ScorerSettings } from '../ports/settings.js';
import type { AboutScorer } from './about-scorer.js';
import type { ScorerDefinition, ScorerTools } from './definition.js';
import { answerRelevancy } from './library/answer-relevancy/answer-relevancy.js';
import { answerSimilarity } from './library/answer-similarity/answer-similarity.js';
import { bias } from './library/bias/bias.js';
import { calledTool } from './library/checks/called-tool.js';
import { contains } from './library/checks/contains.js';
import { equals } from './library/checks/equals.js';
import { jsonSchema } from './library/checks/json-schema.js';
import { maxLength } from './library/checks/max-length.js';
import { regex } from './library/checks/regex.js';
import { startsWith } from './library/checks/starts-with.js';
import { completeness } from './library/completeness/completeness.js';
import { contentSimilarity } from './library/content-similarity/content-similarity.js';
import { contextPrecision } from './library/context-precision/context-precision.js';
import { contextRelevance } from './library/context-relevance/context-relevance.js';
import { factuality } from './library/factuality/factuality.js';
import { faithfulness } from './library/faithfulness/faithfulness.js';
import { hallucination } from './library/hallucination/hallucination.js';
import { keywordCoverage } from './library/keyword-coverage/keyword-coverage.js';
import { noiseSensitivity } from './library/noise-sensitivity/noise-sensitivity.js';
import { promptAlignment } from './library/prompt-alignment/prompt-alignment.js';
import { textualDifference } from './library/textual-difference/textual-difference.js';
import { tone } from './library/tone/tone.js';
import { toolCallAccuracy } from './library/tool-call-accuracy/tool-call-accuracy.js';
import { toxicity } from './library/toxicity/toxicity.js';
import type { Scorer } from './scorer.js';

/** Every prebuilt scorer, in the order of the documentation. A new one is its folder and its line here. */
export const CATALOG: readonly ScorerDefinition[] = [
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

/** What is known of each. */
export const SCORERS: readonly AboutScorer[] = CATALOG.map(({ about }) => about);

/** What is known of the scorer of this id; `null` where there is none. */
export function aboutScorer(id: string): AboutScorer | null {
  return SCORERS.find((about) => about.id === id) ?? null;
}

/** Opens a prebuilt scorer under the name that its suite gives it. */
export function openScorer({ name, use }: ScorerSettings, tools: ScorerTools): Scorer {
  const found = use.kind === 'prebuilt' ? CATALOG.find(({ about }) => about.id === use.id) : undefined;
  if (found === undefined || use.kind !== 'prebuilt') throw new Error(`there is no scorer behind ${name}`);
  const scorer = found.open(use.options, tools);
  return name === use.id ? scorer : renamed(scorer, { name, use: use.id });
}

/** The same scorer under another name: a suite may use one twice. */
function renamed<Kind extends Scorer>(scorer: Kind, { name, use }: { name: string; use: string }): Kind {
  return { ...scorer, id: name, fingerprint: { ...scorer.fingerprint, id: name, use } };
}
