import type { Comparison } from '../../ports/comparison.js';
import type { Decision } from '../../ports/decision.js';
import type { RunRecord } from '../../ports/run-record.js';
import { wordsOf } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { compareIds, nameCase, renderNames, withMore } from './gate-words.js';

/**
 * Cases of the base that the pull request removes or edits, while it changes the agent: asked of it again as the base has
 * them.
 */
export type DroppedCases = {
  readonly removed: number;
  readonly edited: number;
} & (
  | {
      readonly status: 'asked';
      /** What the gate says of all that the base asks. */
      readonly decision: Decision;
      /** Of these cases alone, under the scorer that decides; `null` where the base could not be asked. */
      readonly comparison: Comparison | null;
    }
  /** The head's agent cannot be asked like that. Reasons have no full stop. */
  | { readonly status: 'cannot-be-asked'; readonly reason: string }
  | { readonly status: 'not-asked'; readonly reason: string }
);

/**
 * Why a person has to look at the cases that the pull request drops, one phrase: the gate fails with them as the base has
 * them, and not without; or they cannot be asked.
 */
export function reviewDropped(dropped: DroppedCases | null, head: RunRecord): readonly string[] {
  if (dropped === null || dropped.status === 'not-asked') return [];
  if (dropped.status === 'cannot-be-asked')
    return [`${nameDropped(dropped)} cannot be ${asBaseHas(dropped)}: ${dropped.reason}`];
  if (!isForPerson(dropped.decision)) return [];
  const { shortLine } = dropped.decision;
  const falls = listFalls(dropped.comparison, head);
  return [
    `${nameDropped(dropped)}, ${asBaseHas(dropped)}: ${falls.length === 0 ? shortLine : withMore(falls)}`,
  ];
}

/** Then their falls are among the reasons why a person has to look, which are told first. */
function isForPerson({ outcome, blocking }: Decision): boolean {
  return outcome === 'fail' && blocking;
}

/** What came of them in one line, for the report. */
export function tellDropped(dropped: DroppedCases, head: RunRecord): string {
  const what = `${nameDropped(dropped)}, ${dropped.status === 'asked' ? '' : 'not '}${asBaseHas(dropped)}`;
  if (dropped.status !== 'asked') return `${what}: ${dropped.reason}.`;
  const { comparison, decision } = dropped;
  const open = decision.outcome === 'inconclusive';
  if (open || comparison === null) return `${what}: not decided.`;
  const falls = listFalls(comparison, head);
  const kept = comparison.pairs.filter(
    ({ id, base, head: now }) =>
      base !== null && now !== null && now >= base && !comparison.misled.includes(id),
  ).length;
  const unknown = dropped.removed + dropped.edited - falls.length - kept;
  const came = [
    ...(falls.length === 0 ? [] : [isForPerson(decision) ? 'see above' : withMore(falls)]),
    ...(kept === 0 ? [] : [falls.length === 0 ? 'no score fell' : `${counted(kept, 'other')} did not fall`]),
    ...(unknown === 0 ? [] : [`${grouped(unknown)} without a score`]),
  ].join('; ');
  const all = decision.outcome === 'fail' ? ` With all that the base asks: ${decision.headline}` : '';
  return `${what}: ${came}.${all}`;
}

/** Said after a decision that is about these cases too. */
export function aboutDropped(dropped: DroppedCases): string {
  return `This came up when ${nameDropped(dropped)} ${isOne(dropped) ? 'was' : 'were'} ${asBaseHas(dropped)}.`;
}

type Counts = Pick<DroppedCases, 'removed' | 'edited'>;

function isOne({ removed, edited }: Counts): boolean {
  return removed + edited === 1;
}

/** `2 removed cases`, `2 removed and 1 edited cases`. */
function nameDropped({ removed, edited }: Counts): string {
  const counts = [
    ...(removed > 0 ? [`${grouped(removed)} removed`] : []),
    ...(edited > 0 ? [`${grouped(edited)} edited`] : []),
  ];
  return `${counts.join(' and ')} ${isOne({ removed, edited }) ? 'case' : 'cases'}`;
}

function asBaseHas(counts: Counts): string {
  return `asked again as the base has ${isOne(counts) ? 'it' : 'them'}`;
}

/** What no longer answers, what misled the judge, then what fell, the largest fall first. */
function listFalls(comparison: Comparison | null, head: RunRecord): readonly string[] {
  if (comparison === null) return [];
  const words = wordsOf(head, comparison.scorer);
  const silent = comparison.unscored.filter(({ noLongerAnswers }) => noLongerAnswers);
  const fallen = comparison.pairs
    .flatMap(({ id, base, head: now }) =>
      base === null || now === null || now >= base || comparison.misled.includes(id)
        ? []
        : [{ id, base, now }],
    )
    .sort((a, b) => a.now - a.base - (b.now - b.base));
  return [
    ...silent.map(({ id }) => `\`${nameCase(id)}\` no longer answers`),
    ...comparison.misled.map((id) => `\`${nameCase(id)}\` misled the judge`),
    ...fallen.map(({ id, base, now }) => `\`${nameCase(id)}\` ${words.worse} ${words.move(base, now)}`),
  ];
}

/**
 * Why a person has to look at answers that misled the judge, one phrase: what they say was not judged by the judge's
 * rules. Left out as an error within the limit, a case that got worse would be gone.
 */
export function reviewMisled(comparisons: readonly Pick<Comparison, 'misled'>[]): readonly string[] {
  const ids = [...new Set(comparisons.flatMap(({ misled }) => misled))].sort(compareIds);
  if (ids.length === 0) return [];
  const whose = ids.length === 1 ? 'an answer' : 'answers';
  return [`${whose} to ${renderNames(ids)} made the judge break its rules, and at base none did`];
}
