import type { StatementChange } from '../../model/comparison.js';
import { askCases, type OpenCase } from './case-evidence.js';
import { defineRule, type RuleContext } from './rule.js';

const THRESHOLDS = {
  answers: {
    value: 5,
    unit: 'answers per side',
    because: 'an agent that says a sentence in 90% of its answers leaves it out of three in 1 of 1,000 cases',
  },
} as const;

type FactChange = { readonly id: string; readonly kind: StatementChange['kind'] };

/** Confirmed facts that the head drops or contradicts. */
export const FACTS = defineRule<readonly FactChange[]>({
  name: 'Facts',
  thresholds: THRESHOLDS,
  describe: () => ({
    summary: '',
    suspicious: 'every base answer says a fact and no head answer does',
    asks: `new answers of these cases, up to ${THRESHOLDS.answers.value} per side`,
    red: '–',
    yellow: 'three or more answers per side agree, and a second judge call too',
  }),
  fails: 'regression',

  suspect({ comparison, comparable }) {
    if (!comparable) return null;
    return comparison.pairs.flatMap(({ id, statements }) =>
      statements.filter(({ confirmed }) => confirmed === true).map(({ kind }) => ({ id, kind })),
    );
  },

  ask: (_, context) => askAboutFacts(context),

  red: () => [],

  yellow(changes) {
    const count = (kind: StatementChange['kind']) => changes.filter((each) => each.kind === kind).length;
    const numbers = {
      saysOtherwise: count('says-otherwise'),
      dropped: count('lost'),
      partlyDropped: count('partly-lost'),
    };
    if (changes.length === 0) return [];
    return [{ rule: 'facts', outcome: 'worse', caseIds: [...new Set(changes.map(({ id }) => id))], numbers }];
  },
});

function askAboutFacts({ comparison, evidence, askable }: RuleContext) {
  if (askable === 'none') return null;
  const facts = new Map(comparison.openFacts.map((each) => [each.id, each]));
  const open = evidence.flatMap((each): OpenCase[] => {
    const fact = facts.get(each.id);
    if (fact === undefined) return [];
    const isAtHead = fact.headRuns < THRESHOLDS.answers.value;
    if (!isAtHead && (askable === 'head' || fact.baseRuns >= THRESHOLDS.answers.value)) return [];
    const { taken } = isAtHead ? each.headNew : each.baseNew;
    return [{ evidence: each, side: isAtHead ? 'head' : 'base', answers: taken + 1 }];
  });
  return askCases(open, 'facts');
}
