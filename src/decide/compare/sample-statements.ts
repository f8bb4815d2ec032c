import type { Found, Match, Search } from '../../ports/comparison.js';
import type { VerdictLabel } from '../../ports/verdict.js';
import { bareWording } from '../../text/wording.js';
import { alignStatements, type Link } from './align-statements.js';
import type { Scored } from './sample-scores.js';
import { createFeatureReader } from './statement-similarity.js';

/** One statement of one sample; what the sample says several times stands here once, with its worst verdict. */
export type SaidStatement = {
  readonly text: string;
  readonly normalised: string;
  readonly result: VerdictLabel;
  readonly reason: string;
  readonly labelKey?: string;
};

const BADNESS: Readonly<Record<VerdictLabel, number>> = { yes: 0, unsure: 1, no: 2 };

export function saidStatements({ statements }: Scored): readonly SaidStatement[] {
  const said = new Map<string, SaidStatement>();
  for (const { text, result, reason, labelKey } of statements) {
    const normalised = bareWording(text);
    if (normalised === '') continue;
    const before = said.get(normalised);
    if (before !== undefined && BADNESS[before.result] >= BADNESS[result]) continue;
    said.set(normalised, { text, normalised, result, reason, ...(labelKey !== undefined && { labelKey }) });
  }
  return [...said.values()];
}

/** A statement as another sample says it. */
export type SaidElsewhere = {
  readonly statement: SaidStatement;
  readonly index: number;
  readonly kind: Link['kind'];
};

/** Statement `index` of sample `from` as sample `to` says it, by likeness of words; `null` where it does not. */
export type StatementFinder = (from: number, index: number, to: number) => SaidElsewhere | null;

/** Finds the statements of one sample in the other samples of the same case; every two samples are aligned once. */
export function createStatementFinder(samples: readonly (readonly SaidStatement[])[]): StatementFinder {
  const featuresOf = createFeatureReader();
  const texts = samples.map((sample) => sample.map(({ normalised }) => normalised));
  const aligned = new Map<number, readonly (Link | null)[]>();

  const linksOf = (from: number, to: number): readonly (Link | null)[] => {
    const key = from * samples.length + to;
    const known = aligned.get(key);
    if (known !== undefined) return known;
    const links = alignStatements(texts[from] ?? [], texts[to] ?? [], featuresOf);
    aligned.set(key, links);
    aligned.set(to * samples.length + from, turned(links, texts[to]?.length ?? 0));
    return links;
  };

  return (from, index, to) => {
    const link = from === to ? { to: index, kind: 'same' as const } : linksOf(from, to)[index];
    const statement = link ? samples[to]?.[link.to] : undefined;
    return link && statement ? { statement, index: link.to, kind: link.kind } : null;
  };
}

function turned(links: readonly (Link | null)[], length: number): readonly (Link | null)[] {
  const back: (Link | null)[] = new Array<Link | null>(length).fill(null);
  for (const [index, link] of links.entries())
    if (link !== null) back[link.to] = { to: index, kind: link.kind };
  return back;
}

/** Looks up what a judge found of a statement that words did not find; what nobody searched yet is `unknown`. */
export type Searching = (search: Search) => Found;

const UNKNOWN: Found = { status: 'unknown' };

/**
 * @param matches What was searched for this case so far; `null`: nobody will search.
 * @returns `due` holds what was looked up and nobody searched yet.
 */
export function createSearch(matches: readonly Match[] | null): {
  readonly search: Searching;
  readonly due: readonly Search[];
} {
  const due: Search[] = [];
  const search: Searching = (wanted) => {
    if (wanted.among.length === 0) return { status: 'not-said', missing: '' };
    if (matches === null) return UNKNOWN;
    const known = matches.find((match) => isSame(match, wanted));
    if (known === undefined) due.push(wanted);
    return known?.found ?? UNKNOWN;
  };
  return { search, due };
}

function isSame(one: Search, two: Search): boolean {
  return (
    one.statement === two.statement &&
    one.among.length === two.among.length &&
    one.among.every((text, index) => text === two.among[index])
  );
}
