import { z } from 'zod';
import type { JudgedStatement } from '../../../model/verdict.js';
import { oneLine } from '../../../text/values.js';
import { defineJudgedScorer } from '../../define-scorer.js';
import { renderTurn } from '../../judged/asked-data.js';
import type { LabelledItem, PlannedPart } from '../../judged/item-spec.js';
import { COUNT, REASON, SCALE } from '../../options.js';
import type { AboutScorer, ScoreRequest } from '../../scorer.js';
import { ASPECTS, alignmentParts, type PromptSide, SIDES } from './rules.js';

const HISTORY_RULE = 'must be true, false or a group with maxMessages';
const DEFAULT_TURNS = 10;

const about = {
  id: 'prompt-alignment',
  factory: 'createPromptAlignmentScorerLLM',
  measure: 'prompt alignment',
  kind: 'judged',
  higherIsBetter: true,
  verdictCalls: 4,
  needs: [],
  items: { one: 'requirement', many: 'requirements', bad: 'unfulfilled' },
  summary:
    'Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone.',
  formula:
    'user: 0.4 intent + 0.3 requirements + 0.2 completeness + 0.1 form and tone; system: 0.35, 0.35, 0.15, 0.15; both: 0.7 user + 0.3 system; · scale. A part that does not apply is left out, and the others count for it',
  options: z.strictObject({
    scale: SCALE,
    evaluationMode: z
      .enum(['user', 'system', 'both'], { error: 'must be user, system or both' })
      .describe(
        'What the answer must do: `user` is what the user asked, `system` is what the task says, `both` is both.',
      )
      .default('both'),
    includeConversationHistory: z
      .union([z.boolean(), z.strictObject({ maxMessages: COUNT.default(DEFAULT_TURNS) })], {
        error: HISTORY_RULE,
      })
      .describe('Whether the judge sees earlier turns: `true` for the last 10, or `{ maxMessages: 4 }`.')
      .default(false),
    reason: REASON,
  }),
} satisfies AboutScorer;

type PromptAlignmentOptions = z.output<typeof about.options>;

/** How well the answer follows the prompts. */
export const promptAlignment = defineJudgedScorer(
  {
    about,
    formulaOptions: ({ evaluationMode }) => evaluationMode,
    rubricOptions: ({ includeConversationHistory }) => includeConversationHistory,
    parts: ({ evaluationMode }) => sidesIn(evaluationMode).flatMap(alignmentParts),
    blank: () => 0,
    plan(request, { options, shown }) {
      const { input, task, answer } = request;
      const prompts = { user: input.trim(), system: task?.trim() ?? '' };
      const sides = sidesIn(options.evaluationMode).filter((side) => prompts[side] !== '');
      const conversation = turnsOf(request, options.includeConversationHistory);
      const entries = sides.flatMap((side): [string, PlannedPart][] => {
        const asked = { conversation, prompt: shown(prompts[side]) };
        const data = {
          ...asked,
          ...(side === 'system' && { input: shown(input) }),
          answer: shown(answer.output),
        };
        return [
          [`${side}-requirements`, { items: prompts[side], data }],
          [`${side}-aspects`, { items: ASPECTS[side], data }],
        ];
      });
      return Object.fromEntries(entries);
    },
    share: alignmentShare,
  },
  ({ statements, reason }, request, { evaluationMode }) => ({
    analyzeStepResult: analysisOf(statements, {
      intent: (evaluationMode === 'system' ? request.task : request.input) ?? '',
      reason,
    }),
  }),
);

function sidesIn(mode: PromptAlignmentOptions['evaluationMode']): readonly PromptSide[] {
  return mode === 'both' ? ['user', 'system'] : [mode];
}

function turnsOf(
  { history }: ScoreRequest,
  include: PromptAlignmentOptions['includeConversationHistory'],
): readonly ReturnType<typeof renderTurn>[] {
  if (include === false) return [];
  return history.slice(-(include === true ? DEFAULT_TURNS : include.maxMessages)).map(renderTurn);
}

const LONGEST_INTENT = 200;

/** The judged items under the documented names; with two sides, weighted scores and joined lists. */
function analysisOf(
  statements: readonly JudgedStatement[],
  { intent, reason }: { readonly intent: string; readonly reason: string },
) {
  const sides = sidesOf(statements);
  const requirements = sides.flatMap(({ side, requirements: own }) =>
    own.map(({ text, label, reason: reasoning }) => ({
      requirement: text,
      isFulfilled: label === SIDES[side].fulfilled,
      reasoning,
    })),
  );
  const intentScore = dimensionShare(sides, 'intent') ?? 0;
  return {
    intentAlignment: {
      score: intentScore,
      primaryIntent: oneLine(intent).slice(0, LONGEST_INTENT),
      isAddressed: intentScore >= 0.5,
      reasoning: reasonsOf(sides, [0]),
    },
    requirementsFulfillment: {
      requirements,
      // Without requirements none is unfulfilled; the score omits this part.
      overallScore: dimensionShare(sides, 'requirements') ?? 1,
    },
    completeness: {
      score: dimensionShare(sides, 'completeness') ?? 0,
      missingElements: requirements
        .filter(({ isFulfilled }) => !isFulfilled)
        .map(({ requirement }) => requirement),
      reasoning: reasonsOf(sides, [1]),
    },
    responseAppropriateness: {
      score: dimensionShare(sides, 'appropriateness') ?? 0,
      formatAlignment: isMet(sides, 2),
      toneAlignment: isMet(sides, 3),
      reasoning: reasonsOf(sides, [2, 3]),
    },
    overallAssessment: reason,
  };
}

type Sides = readonly SideItems<JudgedStatement>[];

function reasonsOf(sides: Sides, indexes: readonly number[]): string {
  return sides
    .flatMap(({ aspects }) => indexes.map((index) => aspects[index]?.reason ?? ''))
    .filter((reason) => reason !== '')
    .join(' ');
}

function isMet(sides: Sides, index: number): boolean {
  return sides.every(({ side, aspects }) => {
    const item = aspects[index];
    return item !== undefined && creditOf(side, item) >= 0.5;
  });
}

type Dimension = 'intent' | 'requirements' | 'completeness' | 'appropriateness';

const WEIGHTS: Readonly<Record<PromptSide, Readonly<Record<Dimension, number>>>> = {
  user: { intent: 0.4, requirements: 0.3, completeness: 0.2, appropriateness: 0.1 },
  system: { intent: 0.35, requirements: 0.35, completeness: 0.15, appropriateness: 0.15 },
};
const SIDE_WEIGHTS: Readonly<Record<PromptSide, number>> = { user: 0.7, system: 0.3 };

/** One side's judged items. */
export type SideItems<Item extends LabelledItem = LabelledItem> = {
  readonly side: PromptSide;
  readonly requirements: readonly Item[];
  /** Intent, completeness, form and tone. */
  readonly aspects: readonly Item[];
};

/** The items of each judged side. */
export function sidesOf<Item extends LabelledItem>(items: readonly Item[]): readonly SideItems<Item>[] {
  return (['user', 'system'] as const).flatMap((side): SideItems<Item>[] => {
    const { fulfilled, unfulfilled, met, partlyMet, unmet } = SIDES[side];
    const having = (...labels: readonly string[]) =>
      items.filter(({ label }) => label !== undefined && labels.includes(label));
    const requirements = having(fulfilled, unfulfilled);
    const aspects = having(met, partlyMet, unmet);
    return aspects.length === 0 ? [] : [{ side, requirements, aspects }];
  });
}

/** 0..1 per dimension; `null` if there is nothing to judge. */
export function dimensionsOf({
  side,
  requirements,
  aspects,
}: SideItems): Readonly<Record<Dimension, number | null>> {
  const { fulfilled } = SIDES[side];
  const [intent, completeness, form, tone] = aspects.map((item) => creditOf(side, item));
  const done = requirements.filter(({ label }) => label === fulfilled).length;
  return {
    intent: intent ?? null,
    requirements: requirements.length === 0 ? null : done / requirements.length,
    completeness: completeness ?? null,
    appropriateness: form === undefined || tone === undefined ? null : (form + tone) / 2,
  };
}

/** 0..1: each side's weighted dimensions; `null` without judged items. */
export function alignmentShare(items: readonly LabelledItem[]): number | null {
  return weighted(sidesOf(items).map((each) => [SIDE_WEIGHTS[each.side], sideShare(each)] as const));
}

/** A dimension over both sides, weighted like the score. */
export function dimensionShare(
  sides: readonly SideItems<JudgedStatement>[],
  dimension: Dimension,
): number | null {
  return weighted(sides.map((each) => [SIDE_WEIGHTS[each.side], dimensionsOf(each)[dimension]] as const));
}

export function creditOf(side: PromptSide, { label }: LabelledItem): number {
  const { met, partlyMet } = SIDES[side];
  if (label === met) return 1;
  return label === partlyMet ? 0.5 : 0;
}

function sideShare(items: SideItems): number | null {
  const dimensions = dimensionsOf(items);
  const names = Object.keys(WEIGHTS[items.side]) as Dimension[];
  return weighted(names.map((name) => [WEIGHTS[items.side][name], dimensions[name]] as const));
}

/** The weighted mean of the existing values. */
function weighted(parts: readonly (readonly [weight: number, value: number | null])[]): number | null {
  const given = parts.flatMap(([weight, value]) => (value === null ? [] : [{ weight, value }]));
  const total = given.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return given.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
}
