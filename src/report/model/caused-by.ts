import type {
  CauseHunk,
  CauseLines,
  CauseSetting,
  Explanation,
  Relation,
  Tally,
  UnexplainedReason,
} from '../../model/explanation.js';
import type { EvaluatedSuite, Place, SuiteReport } from '../../model/report.js';
import { sha256 } from '../../text/json.js';
import { formatCount, formatNumber } from '../../text/values.js';
import { type Block, code, joinLines, type Line, type SignedLine, strong } from './blocks.js';
import { focusLines } from './focus-lines.js';

const MAX_LINES = 5;

type NamedExplanation = Exclude<Explanation, { readonly kind: 'none' }>;

function listNamedExplanations({ explanations = [] }: EvaluatedSuite): readonly NamedExplanation[] {
  return explanations.filter((each) => each.kind !== 'none');
}

/** The changes that are named as causes, each once. */
export function listNamedHunks(suite: SuiteReport): readonly CauseHunk[] {
  if (suite.kind !== 'evaluated') return [];
  const hunks = listNamedExplanations(suite).flatMap((named) => named.hunks);
  return [...new Map(hunks.map((hunk) => [JSON.stringify(hunk), hunk])).values()];
}

/** The cases in which a cause was looked for, whatever was found. */
export function listTestedIds({ explanations = [] }: EvaluatedSuite): ReadonlySet<string> {
  return new Set(explanations.flatMap(({ caseIds }) => caseIds));
}

/** True if all changes were tested, and none is enough. */
export function isSharedCause({ explanations = [] }: EvaluatedSuite): boolean {
  const [first] = explanations;
  return first?.kind === 'none' && first.because === 'no-single-change';
}

type CauseOptions = {
  readonly diffUrl: string | null;
  /** True if the lines are shown elsewhere: then only their place. */
  readonly placeOnly: boolean;
};

/** The lines that cause what was found, each place once. Empty if none is known: an only change was not tested. */
export function renderCausedBy(
  suite: EvaluatedSuite,
  options: CauseOptions & { readonly isProven: boolean },
): readonly Block[] {
  const { isProven } = options;
  const explanations = listNamedExplanations(suite).filter(({ kind }) => kind === 'named' || isProven);
  const places = Map.groupBy(explanations, ({ hunks }) => JSON.stringify(hunks));
  return [...places.values()]
    .map(([first]) => first)
    .filter((first) => first !== undefined)
    .flatMap((first) => renderCause(first, suite, options));
}

/** `the only change to the prompt`: settings of the check and the dataset may have changed as well. */
export function describeOnlyChange(path: string | undefined, { changedFiles = [] }: EvaluatedSuite): string {
  const file = changedFiles.find((each) => each.path === path);
  return file?.role === 'prompt' ? 'the only change to the prompt' : 'the only change to the agent';
}

/** The lines, then how they were tested. */
function renderCause(
  named: NamedExplanation,
  suite: EvaluatedSuite,
  options: CauseOptions,
): readonly Block[] {
  const lines = renderCauseLines(named, suite, options);
  return named.kind === 'named' && !options.placeOnly
    ? [lines, { kind: 'paragraph', line: [describeTest(named)] }]
    : [lines];
}

function renderCauseLines(
  named: NamedExplanation,
  suite: EvaluatedSuite,
  { diffUrl, placeOnly }: CauseOptions,
): Block {
  const lines = named.hunks.flatMap((hunk) => hunk.lines);
  const settings = named.hunks.flatMap((hunk) => hunk.settings);
  const places: readonly Line[] = [
    ...lines.map((each): Line => [linkToLines(each, diffUrl)]),
    ...settings.map(describeSetting),
  ];
  const shown = placeOnly ? [] : lines.flatMap(listSignedLines);
  const end = shown.length === 0 ? '.' : ':';
  const only = named.kind === 'only-change' ? `, ${describeOnlyChange(lines[0]?.path, suite)}` : '';
  const title: Line = [strong('Caused by'), ' ', ...joinLines(places, ' and '), `${only}${end}`];
  if (shown.length === 0) return { kind: 'paragraph', line: title };
  const [first] = shown;
  // A line of text wraps on a phone, and a diff does not.
  if (first !== undefined && shown.length === 1) {
    return { kind: 'paragraph', line: [...title, ' ', code(`${first.sign} ${first.text.trim()}`)] };
  }
  const more = shown.length - MAX_LINES;
  const rest: readonly SignedLine[] =
    more <= 0 ? [] : [{ sign: ' ', text: `… ${formatCount(more, 'more line')}` }];
  return { kind: 'diff', title, lines: [...shown.slice(0, MAX_LINES), ...rest] };
}

/** `model` `gpt-6-luna` → `gpt-6-nano`. */
function describeSetting({ name, before, after }: CauseSetting): Line {
  return [code(name), ' ', code(describeValue(before)), ' → ', code(describeValue(after))];
}

/** A setting's value; `none` if it is not set. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function linkToLines({ path, line, endLine, added }: CauseLines, diffUrl: string | null) {
  const places = endLine > line ? `lines ${line}–${endLine}` : `line ${line}`;
  const removed = added.some((text) => text.trim() !== '') ? '' : ' (removed)';
  return {
    kind: 'link',
    code: true,
    text: `${path} ${places}${removed}`,
    url: diffUrl && `${diffUrl}#diff-${sha256(path)}R${line}`,
  } as const;
}

function listSignedLines({ removed, added }: CauseLines): readonly SignedLine[] {
  const signed = (sign: '-' | '+', texts: readonly string[]) =>
    texts.filter((text) => text.trim() !== '').map((text): SignedLine => ({ sign, text }));
  return focusLines([...signed('-', removed), ...signed('+', added)]);
}

type TestWords = {
  readonly start: string;
  readonly without: string;
  readonly only: string;
  readonly it: string;
};

const TEST_WORDS: Readonly<Record<Relation, TestWords>> = {
  alone: { start: '', without: 'this change', only: 'this change alone', it: 'it' },
  together: {
    start: 'Only both changes together cause it. ',
    without: 'one of them',
    only: 'both and nothing else',
    it: 'them',
  },
  each: {
    start: 'Each of these changes is enough, so undoing one of them does not repair it. ',
    without: 'both',
    only: 'one of them alone',
    it: 'them',
  },
};

function describeTest(named: Extract<NamedExplanation, { readonly kind: 'named' }>): string {
  const { relation, without, only, repair, caseIds } = named;
  const words = TEST_WORDS[relation];
  const tested = `Tested on ${formatCount(caseIds.length, 'question')}`;
  const gone = `without ${words.without}, the problem is gone from ${nameTally(without)}`;
  const there = `with ${words.only}, ${nameTally(only)} have it`;
  const rest = repair === null ? '' : ` Without ${words.it}, no other answer scores lower.`;
  return `${words.start}${tested}: ${gone}; ${there}.${rest}`;
}

/** `all 18 answers`, `17 of 18 answers`. */
function nameTally({ agree, of }: Tally): string {
  const answers = formatCount(of, 'answer');
  return agree === of ? `all ${answers}` : `${formatNumber(agree)} of ${answers}`;
}

const REASONS: Readonly<Record<UnexplainedReason, string>> = {
  'no-single-change': 'Each change was tested: none of them explains it alone.',
  steady:
    'This was tested and is not certain: the agent gives the same answer every time, so each question counts once, and too few questions changed.',
  'no-change': 'Only white space changed in the prompt.',
  budget: 'This was not tested to the end, because the calls that `explain` allows were used up.',
  'not-here': 'This could not be tested: in a worktree, the agent does not show this difference.',
  stopped: 'This was not tested to the end, because the run ended first.',
  failed: 'This could not be tested, because some answers or verdicts failed.',
};

/** Why no line is named; empty if one is, or if none was looked for. */
export function describeUnexplained(suite: EvaluatedSuite): readonly Block[] {
  const { explanations = [] } = suite;
  const [first] = explanations;
  if (first?.kind !== 'none' || listNamedExplanations(suite).length > 0) return [];
  return [{ kind: 'paragraph', line: [REASONS[first.because]] }];
}

/** The first line that is named; `null` if there is none. */
export function findCausePlace(suite: EvaluatedSuite): Place | null {
  const [line] = listNamedExplanations(suite).flatMap(({ hunks }: { readonly hunks: readonly CauseHunk[] }) =>
    hunks.flatMap((hunk) => hunk.lines),
  );
  return line === undefined ? null : { file: line.path, line: line.line };
}
