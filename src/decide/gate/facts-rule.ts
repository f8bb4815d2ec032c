import type { StatementChange } from '../../model/comparison.js';
import type { GateAsk } from '../../model/finding.js';
import { askCases, type OpenCase } from './case-evidence.js';
import { NOTHING_FOUND, type RuleContext, type RuleResult } from './rule.js';

/** Runs of each side after which a dropped fact is asked about no more. */
const MOST_RUNS_OF_FACT = 5;

/** Confirmed facts that the head drops or now says otherwise: yellow. Asks last, one answer more at a time. */
export function decideFacts(context: RuleContext): RuleResult {
  const { comparison, comparable, over } = context;
  if (!comparable) return NOTHING_FOUND;
  const all = comparison.pairs.flatMap(({ id, statements }) =>
    statements.filter(({ confirmed }) => confirmed === true).map(({ kind }) => ({ id, kind })),
  );
  const of = (kind: StatementChange['kind']) => all.filter((each) => each.kind === kind);
  const [saysOtherwise, dropped, partlyDropped] = [of('says-otherwise'), of('lost'), of('partly-lost')];
  const found = [...saysOtherwise, ...dropped, ...partlyDropped];
  const asking = { ...NOTHING_FOUND, ask: over === null ? askAboutFacts(context) : null };
  if (found.length === 0) return asking;
  return {
    ...asking,
    finding: {
      rule: 'facts',
      outcome: 'worse',
      caseIds: [...new Set(found.map(({ id }) => id))],
      numbers: {
        saysOtherwise: saysOtherwise.length,
        dropped: dropped.length,
        partlyDropped: partlyDropped.length,
      },
    },
  };
}

function askAboutFacts({ comparison, evidence, askable }: RuleContext): GateAsk | null {
  if (askable === 'none') return null;
  const facts = new Map(comparison.openFacts.map((each) => [each.id, each]));
  const open = evidence.flatMap((each): OpenCase[] => {
    const fact = facts.get(each.id);
    if (fact === undefined) return [];
    const isAtHead = fact.headRuns < MOST_RUNS_OF_FACT;
    if (!isAtHead && (askable === 'head' || fact.baseRuns >= MOST_RUNS_OF_FACT)) return [];
    const { taken } = isAtHead ? each.headNew : each.baseNew;
    return [{ evidence: each, side: isAtHead ? 'head' : 'base', answers: taken + 1 }];
  });
  return askCases(open, 'facts');
}
