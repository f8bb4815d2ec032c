import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { type CaseEvidence, liesLow } from './broken-case.js';
import { cut, oneLine } from './gate-words.js';

const LONGEST_NAME = 60;
/** Cases that one sentence names. */
const MOST_NAMED = 3;
/** Cases with a note of their own. */
const MOST_NOTES = 5;

/** A case's id on one line, cut, to stand between backticks: it cannot end them. */
export function nameCase(id: string, most = LONGEST_NAME): string {
  return cut(oneLine(id).replaceAll('`', "'"), most);
}

/** `1.00 → 0.20 in 4 of 4 runs`; with scores that differ `1.00 → 0.20 or less in 4 of 4 runs`. */
export function renderFall({ baseMean, scores }: CaseEvidence, words: MeasureWords): string {
  const highest = Math.max(...scores);
  const less = scores.every((score) => score === highest) ? '' : ` or ${words.less}`;
  const runs = scores.length === 1 ? 'its one run' : `${scores.length} of ${scores.length} runs`;
  return `${words.move(baseMean, highest)}${less} in ${runs}`;
}

/** The worst cases by name, the others counted. */
export function renderFalls(cases: readonly CaseEvidence[], words: MeasureWords): string {
  return withMore(cases.map((each) => `\`${nameCase(each.id)}\` ${renderFall(each, words)}`));
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

/** What was asked again on its own and what came of it, for the report: one line a case, or counted where there are many. */
export function noteCaseSamples(
  cases: readonly CaseEvidence[],
  { caseDrop, words }: { readonly caseDrop: number; readonly words: MeasureWords },
): readonly string[] {
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
    const first = Math.max(...scores.slice(0, scores.length - ownRuns));
    const came =
      recovery === null ? 'it did not recover' : `it recovered to ${words.score(scores[recovery] ?? 0)}`;
    return `Case \`${nameCase(id)}\` was asked ${counted(ownRuns, 'time')} more on its own, because it had ${words.fallen} ${words.move(baseMean, first)}: ${came}.`;
  });
}

/** Index of the first sample of its own that is not low; `null` where all are. */
function recoveryOf(evidence: CaseEvidence, caseDrop: number): number | null {
  const { scores, ownRuns } = evidence;
  const index = scores.findIndex(
    (score, run) => run >= scores.length - ownRuns && !liesLow(score, evidence, caseDrop),
  );
  return index === -1 ? null : index;
}
