import type { ConfirmationGap, Finding, GateAsk } from '../../model/finding.js';
import type { GateSettings } from '../../model/suite.js';
import type { CaseEvidence } from './case-evidence.js';
import type { GateInput } from './gate-input.js';
import type { SilentCases } from './silent-cases.js';

/** A number that a rule compares with. */
export type Threshold = { readonly value: number; readonly unit: string; readonly because: string };

/** A rule for the docs, in Markdown. */
export type RuleWords = {
  /** When it is red, for the README; empty if the README does not list it. */
  readonly summary: string;
  readonly suspicious: string;
  readonly asks: string;
  readonly red: string;
  readonly yellow: string;
};

export type Rule = {
  /** As the docs call it. */
  readonly name: string;
  readonly thresholds: Readonly<Record<string, Threshold>>;
  readonly describe: (defaults: GateSettings) => RuleWords;
  readonly decide: (context: RuleContext) => RuleResult;
};

export type RuleContext = GateInput & {
  /** Every case with a score on both sides, worst first. Empty if base and head cannot be compared. */
  readonly evidence: readonly CaseEvidence[];
  /** True if the head's run is whole and within the error limit: else none of its scores counts. */
  readonly measured: boolean;
  /** True if there is also a baseline that the head's scores can be compared with. */
  readonly comparable: boolean;
  readonly stale: boolean;
  readonly silent: SilentCases;
  /** Ids of the cases that must pass. */
  readonly mustPass: ReadonlySet<string>;
  /** Suite-wide head runs. */
  readonly runs: number;
  /** How many there may be. */
  readonly maxRuns: number;
  /** The reason why no rule may ask any more; `null` while one may. */
  readonly over: ConfirmationGap | null;
};

/** The value of `fail-on` under which a red rule fails the job. */
type FailReason = 'regression' | 'threshold' | 'cost';

export type RuleResult = {
  /** Empty while the rule asks. */
  readonly findings: readonly Finding[];
  readonly ask: GateAsk | null;
  readonly fails: FailReason | null;
};

type RuleDefinition<Suspicion> = Omit<Rule, 'decide'> & {
  /** The value of `fail-on` under which a red result fails the job. */
  readonly fails: FailReason;
  /** The suspicious cases; `null` without any. */
  readonly suspect: (context: RuleContext) => Suspicion | null;
  /** Its next request; `null` if it needs nothing more. */
  readonly ask: (suspicion: Suspicion, context: RuleContext) => GateAsk | null;
  readonly red: (suspicion: Suspicion, context: RuleContext) => readonly Finding[];
  /** Other findings: yellow, or only numbers. */
  readonly yellow: (suspicion: Suspicion, context: RuleContext) => readonly Finding[];
};

const NOTHING_FOUND: RuleResult = { findings: [], ask: null, fails: null };

export function defineRule<Suspicion>(rule: RuleDefinition<Suspicion>): Rule {
  const { name, thresholds, describe } = rule;
  const decide = (context: RuleContext): RuleResult => {
    const suspicion = rule.suspect(context);
    if (suspicion === null) return NOTHING_FOUND;
    const ask = context.over === null ? rule.ask(suspicion, context) : null;
    if (ask !== null) return { ...NOTHING_FOUND, ask };
    const red = rule.red(suspicion, context);
    const yellow = rule.yellow(suspicion, context);
    if (rule.fails !== 'threshold' && context.stale) {
      return { ...NOTHING_FOUND, findings: [...red.map(markStale), ...yellow] };
    }
    return { findings: [...red, ...yellow], ask: null, fails: red.length > 0 ? rule.fails : null };
  };
  return { name, thresholds, describe, decide };
}

/** A fall from the answers of an older prompt may have another cause than this change. */
function markStale(finding: Finding): Finding {
  return { ...finding, outcome: 'worse', unconfirmed: 'stale' };
}

/** Head runs of every case that a rule may ask for, the first ones included. */
export const MAX_RUNS: Threshold = {
  value: 3,
  unit: 'runs of every case',
  because: 'a fourth run hardly narrows the mean, and costs as much as the first',
};

/** Most answers to each case of a group that a rule asks for, on each side. */
export const GROUP_RUNS: Threshold = {
  value: 10,
  unit: 'answers to each case of a group',
  because:
    'a group has few cases, so only more answers show that it fell: by simulation, 43 of 100 groups of ten among twenty, and 20 with three answers',
};

/** True if every case can run once more at head. */
export function mayRunAgain({ askable, runs, maxRuns }: RuleContext): boolean {
  return askable !== 'none' && runs < maxRuns;
}

/** Doublings of the number of cases from which rules ask for more answers. */
export function countDoublings(cases: number): number {
  return Math.max(0, Math.floor(Math.log2(cases / MANY_CASES.value)));
}

export const MANY_CASES: Threshold = {
  value: 50,
  unit: 'cases × scorers; one answer more per side for each doubling',
  because: 'more cases fall without a cause',
};

/** Hundredths are compared with settings such as 0.45, which have no exact binary form. */
export const ROUNDING = 1e-7;
