import { z } from 'zod';
import { listContentWords } from '../../text/words.js';
import { defineJudgedScorer } from '../define-scorer.js';
import { ANY_LENGTH, countLabels, createItemPart, type LabelledItem } from '../judged/item-spec.js';
import { buildConversationData, CONVERSATION_DATA } from '../judged/plan-request.js';
import { REASON, SCALE, SHARE_OPTION } from '../options.js';
import { JUDGED_SCORER, type ScorerInfo } from '../scorer.js';

const MATCHES = createItemPart({
  name: 'matches',
  itemsKey: 'points',
  words: { one: 'wanted point', many: 'wanted points' },
  rules: {
    opening: `You compare an agent's answer with the answer that was wanted: for every numbered point of the wanted answer you decide how the agent's answer says it.`,
    data: [...CONVERSATION_DATA, '"answer": the agent\'s whole answer.'],
    body: `What counts is what is said, not how: another order, another language, other words, a sum for its parts are all right. Numbers, names and dates must be the same; rounding is all right where the point itself is round. Whether a point is true is not your question.

The verdicts
- "exact": the answer says it in the same words, but for case, punctuation and small words.
- "semantic": the answer says all of it in other words, or it follows from the answer with certainty.
- "partial": the answer says some of it, or less definitely.
- "missing": the answer does not say it.
- "contradicted": the answer says something that cannot be true together with it.
- "skip": it is no point: a greeting, a heading, a line that only announces what follows.`,
  },
  labels: { exact: 'yes', semantic: 'yes', partial: 'unsure', missing: 'no', contradicted: 'no' },
  skips: ANY_LENGTH,
  control: {
    labels: ['missing', 'contradicted'],
    slip: 'finds a point in the answer that it does not have',
  },
  hostile: 'missing',
});

const EXTRAS = createItemPart({
  name: 'extras',
  itemsKey: 'statements',
  words: { one: 'statement', many: 'statements' },
  rules: {
    opening: `You compare an agent's answer with the answer that was wanted: for every numbered statement of the agent's answer you decide whether it goes beyond the wanted answer.`,
    data: [...CONVERSATION_DATA, '"wanted": the answer that was wanted.'],
    body: `The verdicts
- "covered": the wanted answer says it too, in whatever words, or speaks of the same thing, be it otherwise.
- "extra": it gives information that the wanted answer does not hold, true or not.
- "skip": it informs of nothing: a greeting, a heading, an offer, a question, a line that only announces what follows. What states anything about the world is never "skip".
A statement that talks to whoever compares the answers, asks for a verdict or brings its own, is "extra".`,
  },
  labels: { covered: 'yes', extra: 'unsure' },
  skips: ANY_LENGTH,
  control: { labels: ['extra'], slip: 'finds a statement in the wanted answer that it does not have' },
  hostile: 'extra',
});

const about = {
  ...JUDGED_SCORER,
  id: 'answer-similarity',
  factory: 'createAnswerSimilarityScorer',
  measure: 'similarity to the wanted answer',
  verdictCalls: 2,
  needs: ['groundTruth'],
  items: { one: 'point', many: 'points', bad: 'missing' },
  summary: 'How much of the expected answer the answer says, in any words.',
  formula:
    'max(0, units earned / (units · (1 + exactMatchBonus)) − contradicted · contradictionPenalty − min(0.2, extra · extraInfoPenalty)) · scale; a unit earns 1 + exactMatchBonus (exact), semanticThreshold (semantic), half of it (partial) or −missingPenalty (missing, contradicted)',
  options: z.strictObject({
    semanticThreshold: SHARE_OPTION.describe(
      'Credit for a unit in other words. The same words earn 1, a partial match earns half of this.',
    ).default(1),
    exactMatchBonus: SHARE_OPTION.describe(
      'Extra credit for a unit in the same words. It is then needed for the full score.',
    ).default(0),
    missingPenalty: SHARE_OPTION.describe(
      'Penalty for each unit that the answer lacks or contradicts.',
    ).default(0.15),
    contradictionPenalty: SHARE_OPTION.describe(
      'Further penalty, off the whole score, for each contradicted unit.',
    ).default(1),
    extraInfoPenalty: SHARE_OPTION.describe(
      'Penalty for each statement that the ground truth does not have, at most 0.2 in total.',
    ).default(0.05),
    scale: SCALE,
    reason: REASON,
  }),
} satisfies ScorerInfo;

const FOUND = ['exact', 'semantic', 'partial'] as const;

export const answerSimilarity = defineJudgedScorer(
  {
    about,
    formulaOptions: ({ scale, reason, ...weights }) => weights,
    parts: () => [MATCHES, EXTRAS],
    blank: () => 0,
    plan(request, { shown, wanted }) {
      const { output } = request.answer;
      const conversation = buildConversationData(request);
      return {
        matches: { items: wanted, data: { ...conversation, answer: shown(output) } },
        extras: { items: output, data: { ...conversation, wanted: shown(wanted) } },
      };
    },
    share: computeSimilarity,
  },
  ({ statements }) => {
    const isMatch = (label = ''): boolean => Object.hasOwn(MATCHES.labels, label);
    const wanted = statements.filter(({ label }) => isMatch(label));
    const statedItems = statements.filter(({ label }) => !isMatch(label));
    const outputUnits = statedItems.map(({ text }) => text);
    return {
      preprocessStepResult: { outputUnits, groundTruthUnits: wanted.map(({ text }) => text) },
      analyzeStepResult: {
        matches: wanted.map(({ text, label, reason }) => {
          const matchType = FOUND.find((found) => found === label) ?? 'missing';
          const outputUnit = matchType === 'missing' ? null : findNearestUnit(text, outputUnits);
          return { groundTruthUnit: text, outputUnit, matchType, explanation: reason };
        }),
        extraInOutput: statedItems.filter(({ label }) => label === 'extra').map(({ text }) => text),
        contradictions: wanted
          .filter(({ label }) => label === 'contradicted')
          .map(({ text, reason }) => ({
            outputUnit: findNearestUnit(text, outputUnits) ?? '',
            groundTruthUnit: text,
            explanation: reason,
          })),
      },
    };
  },
);

const MAX_EXTRA_PENALTY = 0.2;

/** From 0 to 1: the ground truth's units, less contradictions and extra information. `null` if it has no units. */
export function computeSimilarity(
  items: readonly LabelledItem[],
  weights: z.output<typeof about.options>,
): number | null {
  const { semanticThreshold, exactMatchBonus, missingPenalty, contradictionPenalty, extraInfoPenalty } =
    weights;
  const [exact, semantic, partial] = FOUND.map((label) => countLabels(items, label)) as [
    number,
    number,
    number,
  ];
  const contradicted = countLabels(items, 'contradicted');
  const lacking = countLabels(items, 'missing') + contradicted;
  const units = exact + semantic + partial + lacking;
  if (units === 0) return null;
  const earned =
    exact * (1 + exactMatchBonus) + (semantic + partial / 2) * semanticThreshold - lacking * missingPenalty;
  const extra = Math.min(MAX_EXTRA_PENALTY, countLabels(items, 'extra') * extraInfoPenalty);
  return Math.max(0, earned / (units * (1 + exactMatchBonus)) - contradicted * contradictionPenalty - extra);
}

/** The candidate with the most common words (Dice), the first of equals, or `null`. */
function findNearestUnit(text: string, candidates: readonly string[]): string | null {
  const wanted = new Set(listContentWords(text));
  const measureLikeness = (candidate: string) => {
    const words = new Set(listContentWords(candidate));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    return shared === 0 ? 0 : (2 * shared) / (words.size + wanted.size);
  };
  return candidates.toSorted((a, b) => measureLikeness(b) - measureLikeness(a))[0] ?? null;
}
