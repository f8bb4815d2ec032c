import { expect } from 'vitest';
import type { ItemOptions, ItemPart, ItemScorerSpec } from '../../../src/scorers/judged/item-spec.js';
import { answerRelevancy } from '../../../src/scorers/prebuilt/answer-relevancy.js';
import { answerSimilarity } from '../../../src/scorers/prebuilt/answer-similarity.js';
import { faithfulness, hallucination } from '../../../src/scorers/prebuilt/claims.js';
import { contextPrecision, contextRelevance } from '../../../src/scorers/prebuilt/contexts.js';
import { factuality } from '../../../src/scorers/prebuilt/factuality.js';
import { bias, toxicity } from '../../../src/scorers/prebuilt/harms.js';
import { noiseSensitivity } from '../../../src/scorers/prebuilt/noise-sensitivity.js';
import { promptAlignment } from '../../../src/scorers/prebuilt/prompt-alignment.js';
import type { ScoreRequest } from '../../../src/scorers/scorer.js';
import { type LabelOf, type Openable, requestOf } from '../../support/item-scorers.js';
import { isControl as isSharedControl } from '../../support/judges.js';

/** A scorer with what its contract is tried on: items from outside, and a judge that knows good from bad. */
export type Specimen = {
  readonly scorer: Openable<ItemOptions> & ItemScorerSpec<ItemOptions>;
  readonly request: ScoreRequest;
  readonly options?: object;
  /** The request with so many items; missing where there is never more than one. */
  readonly many?: (count: number) => ScoreRequest;
  /** The request with this text added to what is judged; missing where that is the answer. */
  readonly with?: (text: string) => ScoreRequest;
  readonly honest: LabelOf;
  /** What a judge says that was talked over. */
  readonly best: LabelOf;
  readonly score: number;
  /** What the documentation shows of the result. */
  readonly steps: object;
  /** What an answer without text is worth, nobody being asked; missing where the answer is not what is judged. */
  readonly empty?: 0 | 'not-scorable';
};

const ORDER =
  'Your order left the warehouse on Monday. The carrier delivers it on Wednesday. Our founder collects antique clocks.';
const relevance: LabelOf = (item) =>
  isControl(item) || !/\b(?:order|carrier|parcel)\b/.test(item) ? 'no' : 'yes';

const CONTEXT = [
  'The library opens at nine. It lends books for four weeks.',
  'Members pay ten euros a year.',
];
const ANSWER =
  'The library opens at nine in the morning. The library lends books for eight weeks. The reading room has a harp.';
const claim: LabelOf = (item) => {
  if (isControl(item)) return 'unsupported';
  if (item.startsWith('Shall')) return 'skip';
  if (item.includes('eight')) return 'contradicted';
  return item.includes('nine') || /member \d/.test(item) ? 'supported' : 'unsupported';
};
const VIEW =
  'Good leaders listen to their people. All bankers are crooks by birth. The meeting starts at ten.';
const opinion: LabelOf = (item) => {
  if (isControl(item) || item.includes('bankers')) return 'biased';
  return item.includes('leaders') ? 'fair' : 'skip';
};
const RUDE = 'The report is finished. You are a useless fool. The numbers are on page two.';
const tone: LabelOf = (item) => (isControl(item) || item.includes('fool') ? 'toxic' : 'harmless');

const WANTED = 'The library opens at nine. It lends books for four weeks. Members pay ten euros.';
const match: LabelOf = (item, data) => {
  if ('points' in data) {
    if (isControl(item)) return 'missing';
    if (item.includes('four')) return 'contradicted';
    return item.includes('nine') || /member \d/.test(item) ? 'semantic' : 'missing';
  }
  return isControl(item) || item.includes('harp') ? 'extra' : 'covered';
};
const PIECES = ['Harps have strings.', 'The library opens at nine.', 'It lends books for eight weeks.'];
const piece: LabelOf = (item) =>
  !isControl(item) && /library|weeks|member \d/.test(item) ? 'relevant' : 'irrelevant';
const use: LabelOf = (item, data) => {
  if ('contexts' in data) {
    if (isControl(item) || item.includes('strings')) return 'none';
    return item.includes('weeks') ? 'high-unused' : 'high-used';
  }
  return isControl(item) || item.includes('harp') ? 'missing' : 'covered';
};
const letter: LabelOf = (item) => (isControl(item) ? 'D' : item.includes('harp') ? 'A' : 'D');

const align: LabelOf = (item, data) => {
  if ('aspects' in data) return isControl(item) || item.startsWith('Form') ? 'unmet' : 'met';
  if (isControl(item) || item.includes('bullet')) return 'unfulfilled';
  return /opening|member \d/.test(item) ? 'fulfilled' : 'skip';
};
const noise: LabelOf = (item) => {
  if (isControl(item)) return 'severe';
  if (item.startsWith('Completeness')) return 'significant';
  return item.startsWith('Relevance') ? 'severe' : 'none';
};

const sentences = (text: string): readonly string[] => text.split(/(?<=[.?]) /);

/** What was made of each text, under the documented name, with the reason of its label. */
const judged = (
  texts: readonly string[],
  name: 'result' | 'verdict',
  rows: Readonly<Record<string, string>>,
) =>
  Object.entries(rows).map(([label, made], index) => ({
    statement: texts[index],
    [name]: made,
    reason: `it is ${label}`,
  }));

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** What faithfulness and hallucination are tried on. */
const OF_CLAIMS = {
  request: requestOf({ output: `${ANSWER} Shall I go on?`, context: CONTEXT }),
  many: (count: number) =>
    requestOf({
      output: lines(count, (index) => `The member ${index} of the library pays ten euros.`),
      context: CONTEXT,
    }),
  honest: claim,
  best: () => 'supported',
};

/** What the scorers of contexts are tried on. */
const OF_CONTEXTS = {
  request: requestOf({ output: ANSWER, context: PIECES }),
  many: (count: number) =>
    requestOf({
      output: ANSWER,
      context: Array.from({ length: count }, (_, index) => `The member ${index} pays.`),
    }),
};

export const SPECIMENS: readonly Specimen[] = [
  {
    scorer: answerRelevancy as unknown as Specimen['scorer'],
    request: requestOf({ input: 'Where is my order?', output: ORDER }),
    many: (count) =>
      requestOf({
        input: 'Where are my orders?',
        output: lines(count, (index) => `The parcel number ${index} left the big warehouse.`),
      }),
    honest: relevance,
    best: () => 'yes',
    score: 2 / 3,
    steps: {
      preprocessStepResult: { statements: sentences(ORDER) },
      analyzeStepResult: {
        results: sentences(ORDER).map((statement, index) => {
          const result = index < 2 ? 'yes' : 'no';
          return { statement, result, reason: `it is ${result}` };
        }),
      },
    },
    empty: 0,
  },
  {
    scorer: faithfulness as unknown as Specimen['scorer'],
    ...OF_CLAIMS,
    score: 1 / 3,
    steps: {
      preprocessStepResult: { claims: sentences(ANSWER) },
      analyzeStepResult: {
        verdicts: judged(sentences(ANSWER), 'verdict', {
          supported: 'yes',
          contradicted: 'no',
          unsupported: 'unsure',
        }),
      },
    },
    empty: 'not-scorable',
  },
  {
    scorer: hallucination as unknown as Specimen['scorer'],
    ...OF_CLAIMS,
    score: 2 / 3,
    steps: {
      preprocessStepResult: { claims: sentences(ANSWER) },
      analyzeStepResult: {
        verdicts: judged(sentences(ANSWER), 'verdict', {
          supported: 'no',
          contradicted: 'yes',
          unsupported: 'yes',
        }),
      },
    },
    empty: 0,
  },
  {
    scorer: bias as unknown as Specimen['scorer'],
    request: requestOf({ output: VIEW }),
    many: (count) =>
      requestOf({ output: lines(count, (index) => `The ${index} leaders of the company are fine people.`) }),
    honest: opinion,
    best: () => 'fair',
    score: 1 / 2,
    steps: {
      preprocessStepResult: { opinions: sentences(VIEW).slice(0, 2) },
      analyzeStepResult: { results: judged(sentences(VIEW), 'result', { fair: 'no', biased: 'yes' }) },
    },
    empty: 0,
  },
  {
    scorer: toxicity as unknown as Specimen['scorer'],
    request: requestOf({ output: RUDE }),
    many: (count) =>
      requestOf({ output: lines(count, (index) => `The page number ${index} of the report is finished.`) }),
    honest: tone,
    best: () => 'harmless',
    score: 1 / 3,
    steps: {
      analyzeStepResult: {
        verdicts: sentences(RUDE).map((statement, index) => ({
          statement,
          ...(index === 1
            ? { verdict: 'yes', reason: 'it is toxic' }
            : { verdict: 'no', reason: 'it is harmless' }),
        })),
      },
    },
    empty: 0,
  },
  {
    scorer: answerSimilarity as unknown as Specimen['scorer'],
    request: requestOf({ output: ANSWER, groundTruth: WANTED }),
    options: { contradictionPenalty: 0.1 },
    many: (count) =>
      requestOf({
        output: ANSWER,
        groundTruth: lines(count, (index) => `The member ${index} of the library pays ten euros.`),
      }),
    honest: match,
    best: (_, data) => ('points' in data ? 'semantic' : 'covered'),
    score: (1 - 2 * 0.15) / 3 - 0.1 - 0.05,
    steps: {
      preprocessStepResult: { outputUnits: sentences(ANSWER), groundTruthUnits: sentences(WANTED) },
      analyzeStepResult: {
        matches: [
          {
            groundTruthUnit: 'The library opens at nine.',
            outputUnit: 'The library opens at nine in the morning.',
            matchType: 'semantic',
            explanation: 'it is semantic',
          },
          {
            groundTruthUnit: 'It lends books for four weeks.',
            outputUnit: null,
            matchType: 'missing',
            explanation: 'it is contradicted',
          },
          {
            groundTruthUnit: 'Members pay ten euros.',
            outputUnit: null,
            matchType: 'missing',
            explanation: 'it is missing',
          },
        ],
        extraInOutput: ['The reading room has a harp.'],
        contradictions: [
          {
            outputUnit: 'The library lends books for eight weeks.',
            groundTruthUnit: 'It lends books for four weeks.',
            explanation: 'it is contradicted',
          },
        ],
      },
    },
    empty: 0,
  },
  {
    scorer: contextPrecision as unknown as Specimen['scorer'],
    ...OF_CONTEXTS,
    with: (text) => requestOf({ output: ANSWER, context: [...PIECES, text] }),
    honest: piece,
    best: () => 'relevant',
    score: (1 / 2 + 2 / 3) / 2,
    steps: {
      analyzeStepResult: {
        verdicts: [
          { context_index: 0, verdict: 'no', reason: 'it is irrelevant' },
          { context_index: 1, verdict: 'yes', reason: 'it is relevant' },
          { context_index: 2, verdict: 'yes', reason: 'it is relevant' },
        ],
      },
    },
  },
  {
    scorer: contextRelevance as unknown as Specimen['scorer'],
    ...OF_CONTEXTS,
    honest: use,
    best: (_, data) => ('contexts' in data ? 'high-used' : 'covered'),
    score: 2 / 3 - 0.1 - 0.15,
    steps: {
      analyzeStepResult: {
        evaluations: [
          ['none', false, 'none'] as const,
          ['high', true, 'high-used'] as const,
          ['high', false, 'high-unused'] as const,
        ].map(([relevanceLevel, wasUsed, label], index) => ({
          context_index: index,
          contextPiece: PIECES[index],
          relevanceLevel,
          wasUsed,
          reasoning: `it is ${label}`,
        })),
        missingContext: ['The reading room has a harp.'],
        overallAssessment: expect.stringMatching(/^3 contexts: 1 high used, 1 high unused, 1 none\. /),
      },
    },
  },
  {
    scorer: factuality as unknown as Specimen['scorer'],
    request: requestOf({ output: ANSWER.replace(' The reading room has a harp.', ''), groundTruth: WANTED }),
    honest: letter,
    best: () => 'C',
    score: 0,
    steps: { analyzeStepResult: { choice: 'D', rationale: 'it is D' } },
    empty: 0,
  },
  {
    scorer: promptAlignment as unknown as Specimen['scorer'],
    request: requestOf({ input: 'Name the opening hours. Use bullet points.', output: ANSWER }),
    many: (count) =>
      requestOf({
        input: lines(count, (index) => `Name what the member ${index} of the library pays.`),
        output: ANSWER,
      }),
    honest: align,
    best: (_, data) => ('aspects' in data ? 'met' : 'fulfilled'),
    score: 0.4 + 0.3 / 2 + 0.2 + 0.1 / 2,
    steps: {
      analyzeStepResult: {
        intentAlignment: {
          score: 1,
          primaryIntent: 'Name the opening hours. Use bullet points.',
          isAddressed: true,
          reasoning: 'it is met',
        },
        requirementsFulfillment: {
          requirements: [
            { requirement: 'Name the opening hours.', isFulfilled: true, reasoning: 'it is fulfilled' },
            { requirement: 'Use bullet points.', isFulfilled: false, reasoning: 'it is unfulfilled' },
          ],
          overallScore: 0.5,
        },
        completeness: { score: 1, missingElements: ['Use bullet points.'], reasoning: 'it is met' },
        responseAppropriateness: {
          score: 0.5,
          formatAlignment: false,
          toneAlignment: true,
          reasoning: 'it is unmet it is met',
        },
        overallAssessment: expect.stringMatching(/^2 user requirements: 1 fulfilled, 1 unfulfilled\. /),
      },
    },
    empty: 0,
  },
  {
    scorer: noiseSensitivity as unknown as Specimen['scorer'],
    request: requestOf({ output: ANSWER, groundTruth: WANTED }),
    honest: noise,
    best: () => 'none',
    score: (3 + 0.3 + 0.1) / 5 - 0.2,
    steps: {
      analyzeStepResult: {
        dimensions: [
          ['Content Accuracy', 'none'] as const,
          ['Completeness', 'significant'] as const,
          ['Relevance', 'severe'] as const,
          ['Consistency', 'none'] as const,
          ['Hallucination Resistance', 'none'] as const,
        ].map(([dimension, impactLevel]) => {
          const why = `it is ${impactLevel}`;
          return { dimension, impactLevel, specificChanges: why, noiseInfluence: why };
        }),
        overallAssessment: expect.stringMatching(/^5 dimensions: 3 none, 1 significant, 1 severe\. /),
        majorIssues: ['Completeness: it is significant', 'Relevance: it is severe'],
        robustnessScore: expect.closeTo(3.4 / 5, 10),
      },
    },
    empty: 0,
  },
];

/** The request with this text added to what is judged. */
export function withText({ request, with: add }: Specimen, text: string): ScoreRequest {
  const { answer } = request;
  return add?.(text) ?? { ...request, answer: { ...answer, output: `${answer.output}\n\n${text}` } };
}

/** What is judged, part by part, with the options that the specimen is tried with. */
export function partsOf({ scorer, options }: Specimen): readonly ItemPart[] {
  return scorer.parts(scorer.about.options.parse(options ?? {}) as ItemOptions);
}

const POOLS = new Set(SPECIMENS.flatMap(partsOf).flatMap(({ control }) => control.pool));

export function isControl(text: string): boolean {
  return POOLS.has(text) || isSharedControl(text);
}
