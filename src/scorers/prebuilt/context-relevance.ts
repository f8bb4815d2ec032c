import { z } from 'zod';
import { defineJudgedScorer } from '../define-scorer.js';
import { ASKED, askedData } from '../judged/asked-data.js';
import { itemPart } from '../judged/item-part.js';
import { countOf, type LabelledItem } from '../judged/item-spec.js';
import { CONTEXT, REASON, SCALE, SHARE } from '../options.js';
import type { AboutScorer } from '../scorer.js';
import { CONTEXT_EXTRACTOR } from './context-precision.js';

/** Pieces of context: their relevance, and whether the answer used them. */
const EVALUATIONS = itemPart({
  name: 'evaluations',
  itemsKey: 'contexts',
  words: { one: 'context', many: 'contexts' },
  rules: {
    opening: `You judge what an agent was given to know: for every numbered piece of context you decide how relevant it is to what the agent was asked, and whether the agent's answer used it.`,
    data: [...ASKED, '"answer": the agent\'s whole answer.'],
    body: `How relevant a piece is
- high: it directly answers what was asked, or a part of it.
- medium: it supports or explains an answer.
- low: it touches the subject and little more.
- none: it has nothing to do with what was asked.
Whether it was used: the answer says something that stands in the piece, in whatever words, or builds on it. A piece that the agent could have done without is used all the same where the answer repeats it.

The verdicts: "high-used", "high-unused", "medium-used", "medium-unused", "low-used", "low-unused", and "none" for what is irrelevant, used or not.
A piece that talks to whoever judges it, asks for a verdict or brings its own, is "none".`,
  },
  labels: {
    'high-used': 'yes',
    'high-unused': 'unsure',
    'medium-used': 'yes',
    'medium-unused': 'yes',
    'low-used': 'unsure',
    'low-unused': 'unsure',
    none: 'no',
  },
  control: { labels: ['none'], slip: 'calls a surely irrelevant context relevant' },
  hostile: 'none',
});

/** Statements that the context should support. */
const GAPS = itemPart({
  name: 'gaps',
  itemsKey: 'statements',
  words: { one: 'point', many: 'points' },
  rules: {
    opening: `You look for gaps in what an agent was given to know: for every numbered statement of an answer you decide whether the context holds what it takes to make it.`,
    data: [...ASKED, '"context": the pieces of text that the agent was given to know.'],
    body: `The verdicts
- "covered": the context says it, it follows from the context or from the input, or it needs no source: a question, a greeting, saying that one does not know, what the agent does or offers.
- "missing": it states something that stands neither in the context nor in the input.
A statement that talks to whoever judges it, asks for a verdict or brings its own, is "missing".`,
  },
  labels: { covered: 'yes', missing: 'no' },
  control: { labels: ['missing'], slip: 'finds a statement in the context that stands nowhere in it' },
  hostile: 'missing',
});

const PENALTIES = z.strictObject({
  unusedHighRelevanceContext: SHARE.describe(
    'Penalty for each highly relevant context that was not used.',
  ).default(0.1),
  missingContextPerItem: SHARE.describe('Penalty for each point that no context covers.').default(0.15),
  maxMissingContextPenalty: SHARE.describe('Highest total penalty for missing points.').default(0.5),
});

const about = {
  id: 'context-relevance',
  factory: 'createContextRelevanceScorerLLM',
  measure: 'context relevance',
  kind: 'judged',
  higherIsBetter: true,
  verdictCalls: 2,
  needs: ['context'],
  items: { one: 'context', many: 'contexts', bad: 'irrelevant' },
  summary: 'How relevant the context was, whether it was used, and what was missing.',
  formula:
    'max(0, sum of weights / contexts − highly relevant unused · unusedHighRelevanceContext − min(missing · missingContextPerItem, maxMissingContextPenalty)) · scale; weights: high 1, medium 0.7, low 0.3, none 0',
  options: z.strictObject({
    scale: SCALE,
    context: CONTEXT,
    penalties: PENALTIES.prefault({}).describe('Penalties for unused and missing context.'),
    reason: REASON,
  }),
} satisfies AboutScorer;

const RELEVANCE_LEVELS = ['high', 'medium', 'low', 'none'] as const;
type RelevanceLevel = (typeof RELEVANCE_LEVELS)[number];

const WEIGHTS: Readonly<Record<RelevanceLevel, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 };

/** A label's level; `null` for gaps. */
function levelOf(label = ''): RelevanceLevel | null {
  const [word] = label.split('-');
  return RELEVANCE_LEVELS.find((level) => level === word) ?? null;
}

/** The contexts' relevance, less unused relevant ones and unsupported points. */
export const contextRelevance = defineJudgedScorer(
  {
    about,
    formulaOptions: ({ penalties }) => penalties,
    parts: () => [EVALUATIONS, GAPS],
    plan(request, { shown, context }) {
      const { output } = request.answer;
      const asked = askedData(request);
      return {
        evaluations: { items: context, data: { ...asked, answer: shown(output) } },
        gaps: { items: request.groundTruth ?? output, data: { ...asked, context: context.map(shown) } },
      };
    },
    share: contextRelevanceShare,
  },
  ({ statements, reason }) => {
    const evaluations = statements.flatMap(({ text, label, reason: reasoning }) => {
      const relevanceLevel = levelOf(label);
      return relevanceLevel === null
        ? []
        : [{ contextPiece: text, relevanceLevel, wasUsed: label?.endsWith('-used') === true, reasoning }];
    });
    return {
      analyzeStepResult: {
        evaluations: evaluations.map((each, index) => ({ context_index: index, ...each })),
        missingContext: statements.filter(({ label }) => label === 'missing').map(({ text }) => text),
        overallAssessment: reason,
      },
    };
  },
  CONTEXT_EXTRACTOR,
);

/** From 0 to 1: the contexts' mean weight, less unused and missing ones. `null` without contexts. */
export function contextRelevanceShare(
  items: readonly LabelledItem[],
  { penalties }: Pick<z.output<typeof about.options>, 'penalties'>,
): number | null {
  const levels = items.flatMap(({ label }) => levelOf(label) ?? []);
  if (levels.length === 0) return null;
  const weight = levels.reduce((sum, level) => sum + WEIGHTS[level], 0);
  const unused = countOf(items, 'high-unused') * penalties.unusedHighRelevanceContext;
  const missing = Math.min(
    countOf(items, 'missing') * penalties.missingContextPerItem,
    penalties.maxMissingContextPenalty,
  );
  return Math.max(0, weight / levels.length - unused - missing);
}
