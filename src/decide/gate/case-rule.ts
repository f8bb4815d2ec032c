import type { RuleFinding } from '../../ports/decision.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { binomialTail } from '../compare/chance.js';
import {
  type CaseEvidence,
  type CaseStanding,
  collectCaseEvidence,
  dropNeeded,
  liesLow,
  standingOf,
  surestDrop,
  surestRise,
} from './broken-case.js';
import { compareIds, nameCase, renderNames, withMore } from './gate-words.js';
import { pooledDeviation } from './noise.js';
import { type Ask, type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';

type Low<Standing extends CaseStanding = CaseStanding> = {
  readonly evidence: CaseEvidence;
  readonly standing: Standing;
};
type Doubtful = { readonly evidence: CaseEvidence; readonly since: string };
type Of<Kind extends CaseStanding['kind']> = Low<Extract<CaseStanding, { kind: Kind }>>;

/**
 * CASE, "did a single case break?": one broken case does not move the mean; this finds it. Fails where a case lies at least `case-drop` below its
 * baseline mean, and below every baseline sample, in all of the head samples that it takes to be sure. Of answers that are always the same it takes several such
 * cases, since each is one draw. While that is
 * open the case alone is asked again, until its first recovery; and what the judge held against it is judged twice more
 * before it fails. So asking again can only turn a fail into a pass.
 */
export function decideCase(facts: GateFacts): RuleResult {
  const { comparable, comparison, settings, canSample, stale, confirmed, words, repeated, levels } = facts;
  // Why there is nothing to hold the cases against is said by the findings on errors and baseline.
  if (!comparable) return NOTHING_TO_SAY;
  const all = collectCaseEvidence(facts);
  const terms = {
    cases: all.length / levels,
    deviation: pooledDeviation(comparison.pairs.map(({ baseScores }) => baseScores)),
    caseDrop: settings.caseDrop,
    repeated,
    canSample,
    stale,
    words,
  };
  const standings = all
    .map((evidence) => ({ evidence, standing: standingOf(evidence, terms) }))
    .sort((a, b) => worstFirst(a.evidence, b.evidence));
  const single = only(standings, 'one-answer');
  const singlesBreak = outnumberRises(single.length, all, dropNeeded(terms));
  const broken: readonly Low[] = [...only(standings, 'broken'), ...(singlesBreak ? single : [])];
  const doubtful = [
    ...only(standings, 'doubtful').map(({ evidence, standing: { since } }) => ({ evidence, since })),
    ...(singlesBreak ? [] : single).map(({ evidence }) => ({ evidence, since: ONE_ANSWER })),
  ];
  const sure = broken.filter(({ evidence }) => confirmed?.has(evidence.id) !== false);
  // One case that surely broke is enough to fail; the others need not be looked at again.
  const ask = sure.length > 0 ? null : askFor(broken, only(standings, 'open'), words);
  const told = sure.length > 0 ? sure : broken;
  const failing = told.map(({ evidence }) => evidence);
  const others = broken.length - told.length + doubtful.length;
  return {
    finding: failing.length > 0 ? findBroken(failing, { others, words }) : findDoubtful(doubtful, words),
    because: failing.length > 0 ? 'regression' : null,
    short: shortOf(failing, words),
    ask,
    notes: noteCaseSamples(all.toSorted(worstFirst), { caseDrop: settings.caseDrop, words }),
  };
}

/** Why a case that fell for good only warns. */
const ONE_ANSWER =
  'the agent gives the same answer every time, so this counts once, and only several such cases fail';
/** Three falls and no rise are enough, or five and one. */
const SINGLES_BY_CHANCE = 0.13;

/** True where so many cases of one answer fell that other answers of the same quality would not have them fall alike. */
function outnumberRises(falls: number, all: readonly CaseEvidence[], drop: number): boolean {
  const rises = all.filter((evidence) => surestRise(evidence) >= 100 * drop).length;
  return binomialTail(falls, falls + rises, 0.5) <= SINGLES_BY_CHANCE;
}

function only<Kind extends CaseStanding['kind']>(lows: readonly Low[], kind: Kind): readonly Of<Kind>[] {
  return lows.filter((low): low is Low & Of<Kind> => low.standing.kind === kind);
}

/** By what is sure of the fall, then by id, so that the order of the dataset does not change what is said. */
function worstFirst(a: CaseEvidence, b: CaseEvidence): number {
  return surestDrop(b) - surestDrop(a) || compareIds(a.id, b.id);
}

function findBroken(
  failing: readonly CaseEvidence[],
  { others, words }: { others: number; words: MeasureWords },
): RuleFinding {
  const more = others === 0 ? '' : ` ${counted(others, 'other case')} may have.`;
  const broke = failing.length === 1 ? 'One case broke' : `${grouped(failing.length)} cases broke`;
  return {
    rule: 'case',
    outcome: 'fails',
    line: `${broke}: ${renderFalls(failing, words)}.${more}`,
    cases: failing.map(({ id }) => id),
  };
}

/** One sentence for each reason not to fail. */
function findDoubtful(doubtful: readonly Doubtful[], words: MeasureWords): RuleFinding | null {
  if (doubtful.length === 0) return null;
  const groups = Map.groupBy(doubtful, ({ since }) => since);
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
  if (failing.length > 1) return `${grouped(failing.length)} cases broke`;
  return `case \`${nameCase(first.id, 30)}\` ${words.worse} ${renderFall(first, words)}`;
}

/**
 * What may settle a case comes before what another one still wants: where it fails, the other need not be asked. No
 * scores are named, since the run may yet end without a decision.
 */
function askFor(
  broken: readonly Low[],
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
  return { kind: 'more-samples', cases, upTo, why };
}

/** `1.00 → 0.20 in 4 of 4 runs`; with scores that differ `1.00 → 0.20 or less in 4 of 4 runs`. */
function renderFall({ baseMean, scores }: CaseEvidence, words: MeasureWords): string {
  const highest = Math.max(...scores);
  const less = scores.every((score) => score === highest) ? '' : ` or ${words.less}`;
  const runs = scores.length === 1 ? 'its one run' : `${scores.length} of ${scores.length} runs`;
  return `${words.move(baseMean, highest)}${less} in ${runs}`;
}

/** The worst cases by name, the others counted. */
function renderFalls(cases: readonly CaseEvidence[], words: MeasureWords): string {
  return withMore(cases.map((each) => `\`${nameCase(each.id)}\` ${renderFall(each, words)}`));
}

/** Cases with a note of their own. */
const MOST_NOTES = 5;

/** What was asked again on its own and what came of it, for the report: one line a case, or counted where there are many. */
function noteCaseSamples(
  all: readonly CaseEvidence[],
  { caseDrop, words }: { readonly caseDrop: number; readonly words: MeasureWords },
): readonly string[] {
  // A record given to `compare` may hold own runs of a case that does not lie low against this base.
  const cases = all.filter((each) => each.ownRuns > 0 && liesLow(highestBefore(each), each, caseDrop));
  const told = cases.map((evidence) => ({ evidence, recovery: recoveryOf(evidence, caseDrop) }));
  if (cases.length > MOST_NOTES) {
    const runs = cases.reduce((sum, { ownRuns }) => sum + ownRuns, 0);
    const recovered = told.filter(({ recovery }) => recovery !== null).length;
    return [
      `${counted(cases.length, 'case')} lay far ${words.below} the baseline and were asked again on their own, ${counted(runs, 'time')} in all; ${grouped(recovered)} recovered.`,
    ];
  }
  return told.map(({ evidence, recovery }) => {
    const { id, baseMean, scores, ownRuns } = evidence;
    const came =
      recovery === null ? 'it did not recover' : `it recovered to ${words.score(scores[recovery] ?? 0)}`;
    return `Case \`${nameCase(id)}\` was asked ${counted(ownRuns, 'time')} more on its own, because it had ${words.fallen} ${words.move(baseMean, highestBefore(evidence))}: ${came}.`;
  });
}

/** The best score of the runs before the case was asked again on its own. */
function highestBefore({ scores, ownRuns }: CaseEvidence): number {
  return Math.max(...scores.slice(0, scores.length - ownRuns));
}

/** Index of the first sample of its own that is not low; `null` where all are. */
function recoveryOf(evidence: CaseEvidence, caseDrop: number): number | null {
  const { scores, ownRuns } = evidence;
  const index = scores.findIndex(
    (score, run) => run >= scores.length - ownRuns && !liesLow(score, evidence, caseDrop),
  );
  return index === -1 ? null : index;
}
