import type { JudgedStatement } from '../../../model/verdict.js';
import type { LabelledItem } from '../../judged/item-spec.js';
import { type PromptSide, SIDES } from './rules.js';

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
