import type { Comparison } from '../../ports/comparison.js';
import type { ReviewReason } from '../../ports/notes.js';
import { counted, grouped } from '../../text/counts.js';
import { bareReason, cutText, plainLine } from '../../text/values.js';

const LONGEST_CAUSE = 300;
const LONGEST_NAME = 60;
/** Cases that one sentence names. */
export const MOST_NAMED = 3;

/** A setting of 0..1 as it was given: `0.8`, `0.025`. */
export function renderSetting(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** `50 cases, 3 runs each`, `50 cases, 3 runs each before and 1 now`. */
export function renderSize(cases: number, baseRuns: number, headRuns: number): string {
  const apart = baseRuns === headRuns ? '' : ` before and ${headRuns} now`;
  return `${counted(cases, 'case')}, ${counted(baseRuns, 'run')} each${apart}`;
}

/** `in 4 of 1,000 runs`. */
export function renderChance(p: number): string {
  const inThousand = Math.round(p * 1000);
  if (inThousand >= 1) return `in ${inThousand === 1000 ? 'all' : inThousand} of 1,000 runs`;
  return 'in fewer than 1 of 1,000 runs';
}

/** How often chance alone looks like what was found: a sentence without its full stop. */
export function renderByChance(p: number): string {
  const inThousand = Math.round(p * 1000);
  const many = inThousand >= 1000 ? 'all' : inThousand >= 1 ? inThousand : 'fewer than 1';
  return `By chance alone, ${many} of 1,000 runs would look like this`;
}

/** The same at the end of a line. */
export const CHANCE_AT_END = / By chance alone, [^.;]+ would look like this\.$/;

/** What such a chance takes to fail: goes on behind {@link renderByChance}. */
export function renderTooOften(level: number): string {
  return `; to fail, it must be fewer than ${renderLimit(level)}`;
}

/**
 * Why a fall is told and does not fail by itself, and what would: a clause without its full stop.
 * @param pEven 1 where it was not computed.
 * @param level what it has to be below to fail.
 */
export function renderNoProof(pEven: number, level: number): string {
  const often =
    pEven < 1
      ? `would do this ${renderChance(pEven)}${renderTooOften(level)}`
      : 'could do this; to fail, more cases must fall';
  return `This alone does not fail it: a harmless rewording ${often}`;
}

/** The same at the end of a line. */
export const NO_PROOF_AT_END = / This alone does not fail it: .+\.$/;

/** A limit on such a chance, in runs of a thousand: `16`, `5.3`. */
function renderLimit(chance: number): string {
  return String(Number((1000 * chance).toFixed(1)));
}

/** Somebody else's message on one line, cut, without last lines and the final full stop. */
export function asClause(text: string, most = LONGEST_CAUSE): string {
  return cutText(plainLine(bareReason(text)), most).replace(/\.$/u, '');
}

/** The order in which ids are told, whatever the dataset's: `q-2` before `q-10`. By hand: a first `Intl.Collator` takes 20 ms. */
export function compareIds(a: string, b: string): number {
  return sortKey(a) < sortKey(b) ? -1 : 1;
}

const sortKey = (id: string) => id.replace(/\d+/g, (digits) => digits.padStart(9, '0'));

/** A case's id on one line, cut, to stand between backticks: it cannot end them. */
export function nameCase(id: string, most = LONGEST_NAME): string {
  return cutText(asClause(id).replaceAll('`', "'"), most);
}

/** The first ids, the others counted. */
export function renderNames(ids: readonly string[]): string {
  return withMore(ids.map((id) => `\`${nameCase(id)}\``));
}

/** The first of a list, the others counted. */
export function withMore(all: readonly string[]): string {
  const more = all.length - MOST_NAMED;
  const named = all.slice(0, MOST_NAMED);
  return [...named, ...(more <= 0 ? [] : [`${grouped(more)} more`])].join(', ');
}

/**
 * Why a person has to look at answers that misled the judge, one phrase: what they say was not judged by the judge's
 * rules. Left out as an error within the limit, a case that got worse would be gone.
 */
export function reviewMisled(comparisons: readonly Pick<Comparison, 'misled'>[]): readonly ReviewReason[] {
  const ids = [...new Set(comparisons.flatMap(({ misled }) => misled))].sort(compareIds);
  return ids.length === 0 ? [] : [{ kind: 'misled-judge', caseIds: ids }];
}
