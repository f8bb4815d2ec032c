import type { RuleFinding } from '../../ports/decision.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import {
  type CaseEvidence,
  type CaseStanding,
  collectCaseEvidence,
  SAME_ANSWER,
  standingOf,
  surestDrop,
} from './broken-case.js';
import { counted } from './gate-words.js';
import { nameCase, noteCaseSamples, renderFall, renderFalls, renderNames } from './name-cases.js';
import { agentRepeatsItself } from './repetition.js';
import { type Ask, type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';

type Low<Standing extends CaseStanding = CaseStanding> = {
  readonly evidence: CaseEvidence;
  readonly standing: Standing;
};
type Of<Kind extends CaseStanding['kind']> = Low<Extract<CaseStanding, { kind: Kind }>>;

/**
 * CASE: one broken case does not move the mean; this finds it. Fails where a case lies at least `case-drop` below its
 * baseline mean, and below every baseline sample, in all of the head samples that it takes to be sure. While that is
 * open the case alone is asked again, until its first recovery; and what the judge held against it is judged twice more
 * before it fails. So asking again can only turn a fail into a pass.
 */
export function decideCase(facts: GateFacts): RuleResult {
  const { comparable, settings, canSample, stale, confirmed, words } = facts;
  // Why there is nothing to hold the cases against is said by the findings on errors and baseline.
  if (!comparable) return NOTHING_TO_SAY;
  const all = collectCaseEvidence(facts);
  const repeatsItself = agentRepeatsItself(facts);
  const terms = { cases: all.length, caseDrop: settings.caseDrop, repeatsItself, canSample, stale, words };
  const standings = all
    .map((evidence) => ({ evidence, standing: standingOf(evidence, terms) }))
    .sort((a, b) => worstFirst(a.evidence, b.evidence));
  const broken = only(standings, 'broken');
  const doubtful = only(standings, 'doubtful');
  const sure = broken.filter(({ evidence }) => confirmed?.has(evidence.id) !== false);
  // One case that surely broke is enough to fail; the others need not be looked at again.
  const ask = sure.length > 0 ? null : askFor(broken, only(standings, 'open'), words);
  const told = sure.length > 0 ? sure : broken;
  const failing = told.map(({ evidence }) => evidence);
  const others = broken.length - told.length + doubtful.length;
  const sameAnswer = repeatsItself && failing.some(({ texts }) => texts === 1);
  return {
    finding:
      failing.length > 0 ? findBroken(failing, { others, sameAnswer, words }) : findDoubtful(doubtful, words),
    because: failing.length > 0 ? 'regression' : null,
    short: shortOf(failing, words),
    ask,
    notes: noteCaseSamples(all.filter(({ ownRuns }) => ownRuns > 0).sort(worstFirst), {
      caseDrop: settings.caseDrop,
      words,
    }),
  };
}

function only<Kind extends CaseStanding['kind']>(lows: readonly Low[], kind: Kind): readonly Of<Kind>[] {
  return lows.filter((low): low is Low & Of<Kind> => low.standing.kind === kind);
}

/** By what is sure of the fall, then by id, so that the order of the dataset does not change what is said. */
function worstFirst(a: CaseEvidence, b: CaseEvidence): number {
  return surestDrop(b) - surestDrop(a) || (a.id < b.id ? -1 : 1);
}

function findBroken(
  failing: readonly CaseEvidence[],
  { others, sameAnswer, words }: { others: number; sameAnswer: boolean; words: MeasureWords },
): RuleFinding {
  const more = others === 0 ? '' : ` ${counted(others, 'other case')} may have.`;
  const broke =
    failing.length === 1 ? 'One case broke' : `${failing.length.toLocaleString('en-US')} cases broke`;
  const aside = sameAnswer ? `; ${SAME_ANSWER}` : '';
  return {
    rule: 'case',
    outcome: 'fails',
    line: `${broke}: ${renderFalls(failing, words)}${aside}.${more}`,
    cases: failing.map(({ id }) => id),
  };
}

/** One sentence for each reason not to fail. */
function findDoubtful(doubtful: readonly Of<'doubtful'>[], words: MeasureWords): RuleFinding | null {
  if (doubtful.length === 0) return null;
  const groups = Map.groupBy(doubtful, ({ standing }) => standing.since);
  const sentences = [...groups].map(([since, lows]) => {
    const noun = lows.length === 1 ? 'case' : 'cases';
    return `Perhaps broken ${noun}: ${renderFalls(
      lows.map(({ evidence }) => evidence),
      words,
    )}; ${since}.`;
  });
  return {
    rule: 'case',
    outcome: 'warns',
    line: sentences.join(' '),
    cases: doubtful.map(({ evidence }) => evidence.id),
  };
}

function shortOf(failing: readonly CaseEvidence[], words: MeasureWords): string {
  const [first] = failing;
  if (first === undefined) return '';
  if (failing.length > 1) return `${failing.length.toLocaleString('en-US')} cases broke`;
  return `case \`${nameCase(first.id, 30)}\` ${words.worse} ${renderFall(first, words)}`;
}

/**
 * What may settle a case comes before what another one still wants: where it fails, the other need not be asked. No
 * scores are named, since the run may yet end without a decision.
 */
function askFor(
  broken: readonly Of<'broken'>[],
  open: readonly Of<'open'>[],
  { items, below }: MeasureWords,
): Ask | null {
  if (broken.length > 0) {
    const cases = broken.map(({ evidence }) => evidence.id);
    const whose = `The ${items.bad} ${items.many} of ${counted(cases.length, 'case')} are judged twice more`;
    return {
      kind: 'confirm',
      cases,
      why: `${whose}, before ${cases.length === 1 ? 'it counts' : 'they count'} as broken: ${renderNames(cases)}.`,
    };
  }
  const upTo = Math.min(...open.map(({ standing }) => standing.upTo));
  const cases = open.filter(({ standing }) => standing.upTo === upTo).map(({ evidence }) => evidence.id);
  if (cases.length === 0) return null;
  const why = `Run ${upTo} of ${counted(cases.length, 'case')} far ${below} the baseline: ${renderNames(cases)}.`;
  return { kind: 'cases', cases, upTo, why };
}
