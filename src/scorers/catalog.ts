import type { ScorerSettings } from '../model/suite.js';
import type { ScorerDefinition } from './define-scorer.js';
import { answerRelevancy } from './prebuilt/answer-relevancy.js';
import { answerSimilarity } from './prebuilt/answer-similarity.js';
import { jsonSchema } from './prebuilt/checks/json-schema.js';
import { contains, equals, maxLength, regex, startsWith } from './prebuilt/checks/text-checks.js';
import { calledTool, toolCallAccuracy } from './prebuilt/checks/tool-checks.js';
import { faithfulness, hallucination } from './prebuilt/claims.js';
import { completeness } from './prebuilt/completeness.js';
import { contextPrecision, contextRelevance } from './prebuilt/contexts.js';
import { factuality } from './prebuilt/factuality.js';
import { bias, toxicity } from './prebuilt/harms.js';
import { keywordCoverage } from './prebuilt/keyword-coverage.js';
import { noiseSensitivity } from './prebuilt/noise-sensitivity.js';
import { promptAlignment } from './prebuilt/prompt-alignment.js';
import { contentSimilarity, textualDifference } from './prebuilt/text-similarity.js';
import { tone } from './prebuilt/tone.js';
import type { Scorer, ScorerInfo, ScorerTools } from './scorer.js';

/** Every prebuilt scorer, in the docs' order. A new scorer is a file and a line here. */
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

export const SCORERS: readonly ScorerInfo[] = CATALOG.map(({ about }) => about);

export function findScorer(id: string): ScorerInfo | null {
  return SCORERS.find((about) => about.id === id) ?? null;
}

/** True if a judge reads the answers for this scorer. */
export function isJudgedScorer({ use }: ScorerSettings): boolean {
  return use.kind === 'prebuilt' && findScorer(use.id)?.kind === 'judged';
}

/** True for the one judged scorer that the built-in judge knows. */
export function hasBuiltinJudge({ use }: ScorerSettings): boolean {
  return use.kind === 'prebuilt' && use.id === 'answer-relevancy';
}

/** True if a team's labels replace the verdicts. */
export function acceptsLabels({ use }: ScorerSettings): boolean {
  return use.kind === 'prebuilt' && findScorer(use.id)?.takesLabels === true;
}

export function openScorer({ name, use }: ScorerSettings, tools: ScorerTools): Scorer {
  const definition = use.kind === 'prebuilt' ? CATALOG.find(({ about }) => about.id === use.id) : undefined;
  if (definition === undefined || use.kind !== 'prebuilt')
    throw new Error(`there is no scorer behind ${name}`);
  const scorer = definition.open(use.options, tools);
  return name === use.id ? scorer : renameScorer(scorer, { name, use: use.id });
}

/** A suite may use a scorer twice, under two names. */
function renameScorer<Kind extends Scorer>(scorer: Kind, { name, use }: { name: string; use: string }): Kind {
  return { ...scorer, id: name, fingerprint: { ...scorer.fingerprint, id: name, use } };
}
