import type { SharedStatement, StatementChange } from '../../model/comparison.js';
import type { Finding, GateAsk } from '../../model/finding.js';
import { askCases, type CaseEvidence, type NewAnswers, type OpenCase } from './case-evidence.js';
import { asking, NOTHING_FOUND, type RuleContext, type RuleResult, regression, suspicion } from './rule.js';
import { signTest } from './sign-tests.js';

/** Fewer answers may share a sentence by accident. */
const FEWEST_ANSWERS = 3;
/** The same for recorded answers, which have no further runs. */
const FEWEST_RECORDED = 5;
/** 3 to 0, 5 to 1. */
const GAINS_BELOW = 0.13;
/** So many of the cases run again, each twice on both sides. */
const ASKED_CASES = 5;
const ANSWERS = 2;
/** The head repeats the sentence in this share of its runs. */
const REPEATS = 0.6;

type SharedCase = SharedStatement['cases'][number];

type Candidate = {
  readonly gained: readonly SharedCase[];
  readonly lost: number;
  readonly p: number;
  /** Some of `gained`, which run again. */
  readonly asked: readonly { readonly shared: SharedCase; readonly evidence: CaseEvidence }[];
};

/** Rule 4: several answers gained the same off-topic sentence. */
export function decideSentence(context: RuleContext): RuleResult {
  const { comparison, comparable, askable, over } = context;
  if (!comparable) return NOTHING_FOUND;
  const fewest = askable === 'none' ? FEWEST_RECORDED : FEWEST_ANSWERS;
  const candidates = comparison.shared
    .map((statement) => candidateOf(statement, context))
    .filter(({ gained, p }) => gained.length >= fewest && p <= GAINS_BELOW)
    .sort((a, b) => b.gained.length - a.gained.length);
  if (askable === 'none') {
    const [found] = candidates.filter(({ gained }) => share(gained) >= REPEATS);
    return found === undefined ? NOTHING_FOUND : regression(context, findingOf(found));
  }
  const standings = candidates.map((candidate) => ({ candidate, open: openOf(candidate, askable) }));
  const confirmed = standings.find(({ candidate, open }) => open.length === 0 && isRepeated(candidate));
  if (confirmed !== undefined) return regression(context, findingOf(confirmed.candidate));
  const suspect = standings.find(({ open }) => open.length > 0);
  const next = suspect && askCases(suspect.open, 'sentence');
  if (!next || suspect === undefined) return NOTHING_FOUND;
  if (over === null) return asking(next);
  return suspicion(findingOf(suspect.candidate), over);
}

function candidateOf({ cases }: SharedStatement, { evidence }: RuleContext): Candidate {
  const gained = cases.filter(({ head, base }) => head > 0 && base === 0);
  const lost = cases.filter(({ head, base }) => head === 0 && base > 0).length;
  const byId = new Map(gained.map((shared) => [shared.id, shared]));
  const asked = evidence
    .flatMap((each) => {
      const shared = byId.get(each.id);
      return shared === undefined ? [] : [{ shared, evidence: each }];
    })
    .slice(0, ASKED_CASES);
  return { gained, lost, p: signTest(gained.length, lost), asked };
}

function openOf({ asked }: Candidate, askable: 'both' | 'head'): readonly OpenCase[] {
  return asked.flatMap(({ evidence }): OpenCase[] => {
    const { headNew, baseNew } = evidence;
    const open = (side: 'head' | 'base', { taken, alone }: NewAnswers): OpenCase => ({
      ...{ evidence, side },
      answers: taken + ANSWERS - alone,
    });
    if (headNew.alone < ANSWERS) return [open('head', headNew)];
    return askable === 'both' && baseNew.alone < ANSWERS ? [open('base', baseNew)] : [];
  });
}

function isRepeated({ asked }: Candidate): boolean {
  const again = asked.map(({ shared }) => shared.again);
  return again.every(({ base }) => base === 0) && share(again) >= REPEATS;
}

/** Share of the head's runs that say it; 0 without a run. */
function share(counts: readonly { readonly head: number; readonly headRuns: number }[]): number {
  const runs = counts.reduce((sum, { headRuns }) => sum + headRuns, 0);
  return runs === 0 ? 0 : counts.reduce((sum, { head }) => sum + head, 0) / runs;
}

function findingOf({ gained, lost, p }: Candidate): Extract<Finding, { readonly rule: 'sentence' }> {
  return {
    rule: 'sentence',
    outcome: 'fails',
    caseIds: gained.map(({ id }) => id),
    statement: gained[0]?.text ?? '',
    numbers: { gained: gained.length, lost, p },
  };
}

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
  const waits = { ...NOTHING_FOUND, ask: over === null ? askAboutFacts(context) : null };
  if (found.length === 0) return waits;
  return {
    ...waits,
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
