import type { Fact, FactStatus, StatementChange } from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';

/** Facts that no head run says. Only the rule *Facts* can confirm them. */
export function buildDroppedStatements(facts: readonly AllRuns[]): readonly StatementChange[] {
  return facts
    .filter(({ label, head }) => label === 'yes' && !head.includes('said'))
    .map((fact) => describeLoss(fact, false));
}

/** A fact with all base runs in `base` and all head runs in `head`. */
type AllRuns = Pick<
  Fact,
  'text' | 'label' | 'base' | 'head' | 'otherText' | 'reason' | 'effect' | 'labelKey'
>;

/** The worst first. */
const LOSS_KINDS = [
  ['contradicted', 'says-otherwise'],
  ['dropped', 'lost'],
  ['partly', 'partly-lost'],
] as const satisfies readonly (readonly [FactStatus, StatementChange['kind']])[];

/** The kind of loss in most of the head runs that do not say a fact. */
export function classifyLoss(head: readonly FactStatus[]): (typeof LOSS_KINDS)[number][1] {
  const count = (wanted: FactStatus) => head.filter((status) => status === wanted).length;
  const [most] = LOSS_KINDS.toSorted(([a], [b]) => count(b) - count(a));
  return most === undefined || count(most[0]) === 0 ? 'lost' : most[1];
}

const EFFECT_KINDS = { 'takes-back': 'says-otherwise', restricts: 'partly-lost' } as const;

export function describeLoss(fact: AllRuns, confirmed: boolean): StatementChange {
  const { text, base, head, otherText, reason, labelKey } = fact;
  const kind = classifyLoss(head);
  const effect = fact.effect !== undefined && EFFECT_KINDS[fact.effect] === kind ? fact.effect : undefined;
  const countSaying = (runs: readonly FactStatus[]) => runs.filter((status) => status === 'said').length;
  return omitUndefined({
    kind,
    text,
    otherText: kind === 'says-otherwise' || effect !== undefined ? otherText : null,
    reason,
    head: { runs: countSaying(head), of: head.length },
    base: { runs: countSaying(base), of: base.length },
    confirmed,
    effect,
    labelKey,
  });
}

/** Replaces possibly dropped statements with confirmed facts. Facts that were not listed yet come first. */
export function confirmFacts(
  changes: readonly StatementChange[],
  facts: readonly Fact[],
): readonly StatementChange[] {
  const confirmed = new Map(facts.map((fact) => [fact.text, describeLoss(mergeRuns(fact), true)]));
  const updated = changes.map((change) =>
    change.confirmed === undefined ? change : (confirmed.get(change.text) ?? change),
  );
  const listedTexts = new Set(updated.map(({ text }) => text));
  return [...[...confirmed.values()].filter(({ text }) => !listedTexts.has(text)), ...updated];
}

function mergeRuns(fact: Fact): Fact {
  return { ...fact, base: [...fact.base, ...fact.baseCase], head: [...fact.head, ...fact.headCase] };
}
