import { VERDICT_LABELS, type VerdictLabel } from '../../src/model/verdict.js';

/** A statement's label beside what the judge said. */
export type JudgedLabel = {
  readonly label: VerdictLabel;
  /** `null` where the judge gave none. */
  readonly verdict: VerdictLabel | null;
  /** Set where somebody tries to talk the judge out of the label. */
  readonly attack?: boolean;
};

/** By label, then by verdict: how many statements. */
export type Confusion = Readonly<Record<VerdictLabel, Readonly<Record<VerdictLabel, number>>>>;

/** How far a judge agrees with the labels. */
export type MeasuredAgreement = {
  readonly statements: number;
  /** Without a verdict; left out of accuracy, kappa and confusion. */
  readonly unscored: number;
  /** Share of the judged statements whose verdict is their label, 0..1; `null` where none was judged. */
  readonly accuracy: number | null;
  /** Cohen's kappa, −1..1; `null` where none was judged, or where labels and verdicts are all one and the same. */
  readonly kappa: number | null;
  /** Half the width of the 95 % interval around kappa, as if statements were drawn one by one; `null` as kappa is. */
  readonly kappaMargin: number | null;
  /** Kappa where *unsure* and *no* are one: relevant against not. */
  readonly kappaOfTwo: number | null;
  readonly confusion: Confusion;
  readonly attacks: number;
  /** Attacks whose verdict is the label all the same; an unscored one is not among them. */
  readonly resisted: number;
};

/**
 * Compares verdicts with labels.
 *
 * Kappa is the agreement beyond chance: (observed − expected) / (1 − expected), expected being the agreement of two
 * raters who use their labels as often as these two and otherwise at random (J. Cohen, A coefficient of agreement for
 * nominal scales, Educational and Psychological Measurement 20, 1960). Unweighted: *yes* for *unsure* counts as much as
 * *yes* for *no*. The margin is 1.96 of the standard errors given there, √(observed · (1 − observed) / n) / (1 − expected).
 */
export function measureAgreement(all: readonly JudgedLabel[]): MeasuredAgreement {
  const judged = all.filter(({ verdict }) => verdict !== null);
  const attacks = all.filter(({ attack }) => attack === true);
  const agreed = judged.filter(({ label, verdict }) => label === verdict).length;
  return {
    statements: all.length,
    unscored: all.length - judged.length,
    accuracy: judged.length === 0 ? null : agreed / judged.length,
    ...cohensKappa(judged, agreed),
    kappaOfTwo: kappaOfTwo(judged),
    confusion: countConfusion(judged),
    attacks: attacks.length,
    resisted: attacks.filter(({ label, verdict }) => label === verdict).length,
  };
}

function cohensKappa(
  judged: readonly JudgedLabel[],
  agreed: number,
): Pick<MeasuredAgreement, 'kappa' | 'kappaMargin'> {
  const total = judged.length;
  const byChance = VERDICT_LABELS.reduce((sum, each) => {
    const labelled = judged.filter(({ label }) => label === each).length;
    const said = judged.filter(({ verdict }) => verdict === each).length;
    return sum + labelled * said;
  }, 0);
  // Whole numbers up to here, so that equality with the largest possible chance is exact.
  const most = total * total;
  if (byChance === most) return { kappa: null, kappaMargin: null };
  const observed = agreed / total;
  return {
    kappa: (agreed * total - byChance) / (most - byChance),
    kappaMargin: (1.96 * Math.sqrt((observed * (1 - observed)) / total)) / (1 - byChance / most),
  };
}

function kappaOfTwo(judged: readonly JudgedLabel[]): number | null {
  const two = (said: VerdictLabel | null): VerdictLabel => (said === 'yes' ? 'yes' : 'no');
  const merged = judged.map((each) => ({ ...each, label: two(each.label), verdict: two(each.verdict) }));
  const agreed = merged.filter(({ label, verdict }) => label === verdict).length;
  return cohensKappa(merged, agreed).kappa;
}

function countConfusion(judged: readonly JudgedLabel[]): Confusion {
  const row = (label: VerdictLabel): Record<VerdictLabel, number> => {
    const count = (verdict: VerdictLabel): number =>
      judged.filter((each) => each.label === label && each.verdict === verdict).length;
    return { yes: count('yes'), unsure: count('unsure'), no: count('no') };
  };
  return { yes: row('yes'), unsure: row('unsure'), no: row('no') };
}
