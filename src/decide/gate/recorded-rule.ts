import type { GateInput } from '../../model/finding.js';
import type { RunRecord } from '../../model/run-record.js';
import { MOSTLY_IRRELEVANT } from './broke-rule.js';
import type { CaseEvidence } from './case-evidence.js';
import { NOTHING_FOUND, ROUNDING, type RuleContext, type RuleResult, regression } from './rule.js';
import { NOTEWORTHY } from './several-rule.js';

/** So many falls by `case-drop`, without a rise of that size, are no noise even in a single run. */
const FEWEST_FALLS = 5;
/** With so many runs a side, an agent that always gives the same answer is known to do so. */
const STEADY_RUNS = 3;
/** With so many runs a side, the runs alone show that a case broke. */
const ENOUGH_RUNS = 5;

/** Rules 1 and 2 for recorded answers, which nobody can ask again: the smaller number of runs counts. */
export function decideRecorded(context: RuleContext): RuleResult {
  const { askable, settings, evidence: cases } = context;
  if (askable !== 'none' || cases.length === 0) return NOTHING_FOUND;
  const runs = Math.min(...cases.map((each) => Math.min(each.baseScores.length, each.headScores.length)));
  const broke = settings.caseDrop === null ? [] : brokenCases(cases, runs, settings.caseDrop, context);
  if (broke.length > 0) {
    const numbers = { answers: 0, contradict: 0 };
    return regression(context, { rule: 'broke', outcome: 'fails', caseIds: idsOf(broke), numbers });
  }
  const least = 100 * (settings.caseDrop ?? 1) - ROUNDING;
  const falls = cases.filter(({ drop }) => drop >= least);
  if (falls.length >= FEWEST_FALLS && cases.every(({ drop }) => drop > -least)) {
    const numbers = { falls: falls.length, rises: 0, p: 0.5 ** falls.length };
    return regression(context, { rule: 'several', outcome: 'fails', caseIds: idsOf(falls), numbers });
  }
  const fell = cases.filter((each) => each.drop >= NOTEWORTHY - ROUNDING && isApart(each, runs));
  if (fell.length === 0) return NOTHING_FOUND;
  return {
    ...NOTHING_FOUND,
    finding: {
      ...{ rule: 'fell', outcome: 'worse', caseIds: idsOf(fell), numbers: { runs } },
      unconfirmed: 'recorded',
    },
  };
}

function idsOf(cases: readonly CaseEvidence[]): readonly string[] {
  return cases.map(({ id }) => id);
}

/** One or two runs cannot tell; with more, every head run has to lie below every base run. */
function isApart({ headScores, baseScores }: CaseEvidence, runs: number): boolean {
  return runs < STEADY_RUNS || Math.max(...headScores) < Math.min(...baseScores);
}

function brokenCases(
  cases: readonly CaseEvidence[],
  runs: number,
  caseDrop: number,
  { head, base, comparison }: GateInput,
): readonly CaseEvidence[] {
  if (runs < STEADY_RUNS) return [];
  const least = 100 * caseDrop - ROUNDING;
  if (runs >= ENOUGH_RUNS) {
    return cases.filter(
      ({ headScores, baseScores }) =>
        Math.max(...headScores) <= MOSTLY_IRRELEVANT &&
        Math.min(...baseScores) - Math.max(...headScores) >= least,
    );
  }
  const idsAtBase = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  return cases.filter(
    (each) =>
      each.drop >= least &&
      each.first <= MOSTLY_IRRELEVANT &&
      isSteady(head, each.id) &&
      base !== null &&
      isSteady(base, idsAtBase.get(each.id) ?? each.id),
  );
}

/** True if every run gave the same text. */
function isSteady({ cases }: RunRecord, id: string): boolean {
  const row = cases.find((each) => each.id === id);
  return new Set(row?.samples.map(({ answerHash }) => answerHash)).size === 1;
}
