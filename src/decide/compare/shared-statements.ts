import type { PairedCase, SharedStatement } from '../../model/comparison.js';
import { areAlike, normalizeWording, readWords, type Words } from '../../text/words.js';

export const MIN_SHARING_ANSWERS = 3;
/** Only so many of the commonest wordings are compared. */
const MAX_WORDINGS = 300;

type CaseCounts = SharedStatement['cases'][number];

/** Statements that several cases say as irrelevant, in the same or nearly the same words, on whichever side. */
export function findSharedStatements(
  pairs: readonly Omit<PairedCase, 'statements'>[],
  wordings: ReadonlyMap<string, string>,
): readonly SharedStatement[] {
  const all = pairs.flatMap(({ id, irrelevant, ...pair }) => {
    const runs = { headRuns: pair.headScores.length, baseRuns: pair.baseScores.length };
    const again = { headRuns: pair.headCaseScores.length, baseRuns: pair.baseCaseScores.length };
    return (irrelevant ?? []).map(
      ({ text, head, base, headCase, baseCase }): CaseCounts => ({
        id,
        text,
        ...runs,
        head: head.length,
        base: base.length,
        again: { ...again, head: headCase.length, base: baseCase.length },
      }),
    );
  });
  const known = all.filter(({ text }) => wordings.has(text));
  return [...Map.groupBy(known, ({ text }) => wordings.get(text)).values()].flatMap((group) => {
    // A case with two wordings counts once, with the wording that it uses most.
    const sorted = group.toSorted((a, b) => b.head + b.base - a.head - a.base);
    const rows = [...Map.groupBy(sorted, ({ id }) => id).values()].flatMap((same) => same.slice(0, 1));
    return rows.length < MIN_SHARING_ANSWERS ? [] : [{ cases: rows }];
  });
}

/** Maps each irrelevant text to one text for all in the same or nearly the same words. Texts beyond the limit are missing. */
export function groupWordings(irrelevant: readonly string[]): ReadonlyMap<string, string> {
  const groups: { readonly words: Words[]; readonly texts: string[] }[] = [];
  const commonest = [...Map.groupBy(irrelevant, normalizeWording)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  for (const [wording, texts] of commonest.slice(0, MAX_WORDINGS)) {
    const words = readWords(wording);
    const near = groups.find((group) => group.words.some((each) => areAlike(each, words)));
    if (near === undefined) groups.push({ words: [words], texts: [...texts] });
    else {
      near.words.push(words);
      near.texts.push(...texts);
    }
  }
  return new Map(groups.flatMap(({ texts }) => texts.map((text) => [text, texts[0] ?? text] as const)));
}
