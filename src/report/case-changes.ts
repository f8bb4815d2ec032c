import type { Comparison, PairedCase, StatementChange } from '../ports/comparison.js';
import type { Decision } from '../ports/decision.js';
import type { ItemWords } from '../scorers/about-scorer.js';
import { counted, grouped } from '../text/counts.js';
import { capitalised } from '../text/values.js';
import { directionOf } from './figures.js';
import type { ToldCase, ToldStatement } from './told-case.js';

/** The cases of a comparison by what became of them, each list with what matters most first. */
export type CaseChanges = {
  /** What the gate calls broken first, then the largest fall. */
  readonly lower: readonly PairedCase[];
  /** The score is the same, the statements are not. Newly irrelevant and lost ones first. */
  readonly same: readonly PairedCase[];
  /** Largest rise first. */
  readonly higher: readonly PairedCase[];
  /** Neither score nor statements changed. */
  readonly unchanged: readonly PairedCase[];
};

/** Statements that tell nothing of what the change did. */
export const QUIET: ReadonlySet<ToldStatement['kind']> = new Set(['still-irrelevant', 'stray']);

/** The same change of the same statement in several cases: mostly what one new line of the prompt did. */
export type SharedChange = {
  /** As most of the cases say it. */
  readonly change: ToldStatement;
  readonly cases: readonly Saying[];
  /** How many cases more say it in the head, each in the place of another such statement of its base. */
  readonly swapped: number;
  /** All its wordings. */
  readonly changes: ReadonlySet<ToldStatement>;
  /** False where some say it in other words than that. */
  readonly literal: boolean;
};

type Saying = Pick<ToldCase, 'id' | 'input' | 'statements'>;

/** What is told of statements, the worst first. */
const KINDS = [
  'newly-irrelevant',
  'irrelevant',
  'unsure',
  'says-otherwise',
  'lost',
  'partly-lost',
  'no-longer-irrelevant',
] as const;
export const TOLD_KINDS: readonly ToldStatement['kind'][] = [...KINDS, 'stray'];

/** What at least two cases share, in the same or nearly the same words: the worst kind first, the most frequent of each. */
export function sharedChanges(
  cases: readonly Saying[],
  { wordings, pairs }: Pick<Comparison, 'wordings' | 'pairs'>,
): readonly SharedChange[] {
  const wordingOf = (text: string) => wordings.get(text) ?? wordsAlone(text);
  const isOther = (text: string, than: string) =>
    wordsAlone(text) !== wordsAlone(than) && wordingOf(text) !== wordingOf(than);
  const swaps = pairs.flatMap(({ id, statements }) =>
    statements.flatMap(({ kind, text, otherText }) =>
      kind === 'still-irrelevant' && otherText !== null && isOther(text, otherText) ? [{ id, text }] : [],
    ),
  );
  const all = cases.flatMap((row) =>
    row.statements.filter(({ kind }) => !QUIET.has(kind)).map((change) => ({ change, row })),
  );
  const groups = Map.groupBy(
    all,
    ({ change: { kind, wordsOnly, text } }) => `${kind} ${wordsOnly} ${wordingOf(text)}`,
  );
  return [...groups.values()]
    .flatMap((found): SharedChange[] => {
      const saying = [...new Set(found.map(({ row }) => row))];
      const worded = Map.groupBy(found, ({ change }) => wordsAlone(change.text));
      const [most] = [...worded.values()].sort((a, b) => b.length - a.length);
      const [first] = most ?? [];
      if (first === undefined || saying.length < 2) return [];
      const { change, row } = first;
      const changes = new Set(found.map((each) => each.change));
      const swapped =
        change.kind === 'newly-irrelevant'
          ? swaps.filter(
              ({ id, text }) =>
                wordingOf(text) === wordingOf(change.text) && saying.every((each) => each.id !== id),
            )
          : [];
      const texts = [...found.map((each) => each.change.text), ...swapped.map(({ text }) => text)];
      const isTrueOfAll = found.every((other) => other.change.reason === change.reason);
      const reason =
        LOST.has(change.kind) || change.reason === ''
          ? ''
          : `${askedInstead(row) ?? row.id}: ${change.reason}`;
      return [
        {
          change: isTrueOfAll ? change : { ...change, reason },
          cases: saying,
          swapped: new Set(swapped.map(({ id }) => id)).size,
          changes,
          literal: new Set(texts.map(wordsAlone)).size === 1,
        },
      ];
    })
    .sort(
      (a, b) =>
        TOLD_KINDS.indexOf(a.change.kind) - TOLD_KINDS.indexOf(b.change.kind) ||
        b.cases.length - a.cases.length,
    );
}

/** Whether a change is one of those that several cases share. */
export function isAmong(shared: readonly SharedChange[]): (change: ToldStatement) => boolean {
  return (change) => shared.some(({ changes }) => changes.has(change));
}

/** ` in 7 cases`, how many more have it instead of another one, and whether each of them says just that. */
export function renderSharing({ cases, swapped, literal }: SharedChange, { bad, one }: ItemWords): string {
  const more = swapped === 0 ? '' : `, and in ${grouped(swapped)} more instead of another ${bad} ${one}`;
  return ` in ${counted(cases.length, 'case')}${more}${literal ? '' : ', in these or nearly the same words'}`;
}

/** Spelling, spaces and punctuation make no other words. */
function wordsAlone(text: string): string {
  const words = text.normalize('NFC').toLowerCase();
  return words.replace(/[\p{P}\s]+/gu, ' ').trim() || words;
}

/** An id that nobody gave: the first characters of a hash. */
const HASH = /^[0-9a-f]{16}$/;

const ASKED_CHARACTERS = 48;

/** What a case is called where an id says nothing to a reader: the beginning of what was asked. Foreign text; else `null`. */
export function askedInstead({ id, input }: { readonly id: string; readonly input: string }): string | null {
  const asked = input.replace(/\s+/g, ' ').trim();
  if (!HASH.test(id) || asked === '') return null;
  if (asked.length <= ASKED_CHARACTERS) return `“${asked}”`;
  const cut = asked.slice(0, ASKED_CHARACTERS).toWellFormed();
  return `“${cut.replace(/\s+\S*$/u, '')} …”`;
}

/**
 * Puts, in sentences that name cases by id, what was asked in the place of each id that nobody gave: `null` where all
 * were given. As the id it stands between backticks, and cannot end them.
 */
export function nameByQuestion(
  rows: readonly { readonly id: string; readonly input: string }[],
): ((text: string) => string) | null {
  const asked = new Map(rows.flatMap((row) => [[row.id, askedInstead(row)] as const]));
  if ([...asked.values()].every((name) => name === null)) return null;
  return (text) =>
    text.replaceAll(/`([0-9a-f]{16})`/g, (all, id) => {
      const name = asked.get(id) ?? null;
      return name === null ? all : `\`${name.replaceAll('`', "'")}\``;
    });
}

/** Sorts the cases that have a score on both sides. */
export function sortCaseChanges(
  comparison: Comparison,
  { findings }: Pick<Decision, 'findings'>,
): CaseChanges {
  const lower: PairedCase[] = [];
  const same: PairedCase[] = [];
  const higher: PairedCase[] = [];
  const unchanged: PairedCase[] = [];
  for (const pair of comparison.pairs) {
    if (pair.delta === null) continue;
    const direction = directionOf(pair.delta);
    if (direction === 'lower') lower.push(pair);
    else if (direction === 'higher') higher.push(pair);
    else if (pair.statements.some(({ kind }) => !QUIET.has(kind))) same.push(pair);
    else unchanged.push(pair);
  }
  const byHarm = (a: PairedCase, b: PairedCase) => harmOf(b) - harmOf(a);
  const broken = brokenCases({ findings });
  const brokenFirst = (a: PairedCase, b: PairedCase) => Number(broken.has(b.id)) - Number(broken.has(a.id));
  lower.sort((a, b) => brokenFirst(a, b) || (a.delta ?? 0) - (b.delta ?? 0) || byHarm(a, b));
  higher.sort((a, b) => (b.delta ?? 0) - (a.delta ?? 0));
  same.sort(byHarm);
  return { lower, same, higher, unchanged };
}

/** Ids of the cases that fail the gate by themselves. */
export function brokenCases({ findings }: Pick<Decision, 'findings'>): ReadonlySet<string> {
  return new Set(
    findings.flatMap(({ rule, outcome, cases }) =>
      rule === 'case' && outcome === 'fails' ? (cases ?? []) : [],
    ),
  );
}

/** What of a case's statements tells something: where its score moved, also what only some of its runs say. */
export function tellingChanges({
  statements,
  moved,
}: Pick<ToldCase, 'statements' | 'moved'>): readonly ToldStatement[] {
  return statements.filter(({ kind }) => !QUIET.has(kind) || (moved && kind === 'stray'));
}

/** `Statements: 4 newly irrelevant, 2 lost.` Empty where none changed. */
export function renderStatementCounts(
  cases: readonly Pick<Saying, 'statements'>[],
  items: ItemWords,
): string[] {
  const all = cases.flatMap(({ statements }) => statements);
  const named = KINDS.flatMap((kind) =>
    countByName(
      all.filter((change) => change.kind === kind),
      items,
    ),
  );
  return named.length === 0 ? [] : [`${capitalised(items.many)}: ${named.join(', ')}.`];
}

/** `4 newly irrelevant`, `1 lost`, in the order of the changes. */
export function countByName(changes: readonly ToldStatement[], items: ItemWords): string[] {
  const named = Map.groupBy(changes, (change) => nameOfChange(change, items));
  return [...named].map(([name, { length }]) => `${grouped(length)} ${name}`);
}

/** `newly irrelevant`, `no longer toxic`, `lost`; what words alone looked for says so. */
export function nameOfChange(
  { kind, wordsOnly, head }: Pick<ToldStatement, 'kind' | 'wordsOnly' | 'head'>,
  { bad }: ItemWords,
): string {
  switch (kind) {
    case 'newly-irrelevant':
      return wordsOnly ? `${bad} and not in these words at base` : `newly ${bad}`;
    case 'no-longer-irrelevant':
      return wordsOnly ? `${bad} at base and no longer in these words` : `no longer ${bad}`;
    case 'still-irrelevant':
      return `${bad} on both sides`;
    case 'stray':
      return head.runs < head.of ? `${bad} now and then` : `${bad}, as now and then without a change`;
    case 'irrelevant':
      return bad;
    case 'unsure':
      return 'unsure';
    case 'says-otherwise':
      return 'now said otherwise';
    case 'lost':
      return wordsOnly ? 'not found in these words' : 'lost';
    case 'partly-lost':
      return 'partly lost';
    default:
      return kind satisfies never;
  }
}

/** Why the judge says so; of what is lost, what of it is missing. Foreign text. */
export function whyOfChange({ kind, reason }: ToldStatement): string {
  return LOST.has(kind) && reason !== '' ? `missing: ${reason}` : reason;
}

/** How often it was seen, where that is not simply always. */
export function renderRuns({ kind, head, base }: ToldStatement): string {
  if (kind === 'still-irrelevant') {
    if (head.runs >= head.of && base.runs >= base.of) return '';
    return ` (in ${base.runs} of ${counted(base.of, 'run')} before, ${head.runs} of ${head.of} now)`;
  }
  const seen = kind === 'newly-irrelevant' || kind === 'stray' ? head : base;
  return seen.runs >= seen.of ? '' : ` (in ${seen.runs} of ${counted(seen.of, 'run')})`;
}

/** How far a run came that ended early, in words and without a score: `Measured until then: 3 of 20 cases, …`. */
export function renderMeasured({ headCases, unscored }: Comparison): string {
  const scored = headCases - unscored.length;
  return `Measured until then: ${grouped(scored)} of ${counted(headCases, 'case')}: too few for a decision.`;
}

/** How many statements of these cases changed in this way. */
export function countStatements(pairs: readonly PairedCase[], kind: StatementChange['kind']): number {
  return pairs.reduce(
    (sum, pair) => sum + pair.statements.filter((change) => change.kind === kind).length,
    0,
  );
}

/** What the base says and the head does not, or says otherwise. */
export const LOST: ReadonlySet<ToldStatement['kind']> = new Set(['says-otherwise', 'lost', 'partly-lost']);

export function countLost(pairs: readonly PairedCase[]): number {
  return pairs.reduce(
    (sum, { statements }) => sum + statements.filter(({ kind }) => LOST.has(kind)).length,
    0,
  );
}

function harmOf(pair: PairedCase): number {
  return countStatements([pair], 'newly-irrelevant') + countLost([pair]);
}
