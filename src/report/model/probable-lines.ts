import type { ChangedFile } from '../../model/changed-file.js';
import type { EvaluatedSuite, Place } from '../../model/report.js';
import {
  type ChangedLine,
  diffLines,
  listChangedPlaces,
  sharesWords,
  sortBySharedWords,
} from '../../text/changed-lines.js';
import { sha256 } from '../../text/json.js';
import { formatCount } from '../../text/values.js';
import { type Block, code, type Line, type SignedLine, strong } from './blocks.js';

const MAX_CHANGES = 5;

type SuiteFiles = Pick<EvaluatedSuite, 'changedFiles' | 'changes'>;

/** Changed lines that may explain what happened. */
export type ProbableLines = {
  /** Those first that share words with what happened; a replaced line before the one that replaces it. */
  readonly lines: readonly ProbableLine[];
  /** The number of changes: a line that replaces another counts once. */
  readonly changes: number;
  /** How many lines the first five changes have. */
  readonly shown: number;
  /** True if the first change has words of what the answers gained or lost. */
  readonly sharesWords: boolean;
  readonly files: readonly ChangedFile[];
};

type ProbableLine = ChangedLine & { readonly path: string };

/** What happened, in words: what the answers gained or lost, and what was asked. */
export type OutcomeWords = { readonly answers: string; readonly questions: string };

/** The changed lines of the agent, those first that share words with what happened. */
export function findProbableLines(suite: SuiteFiles, happened: OutcomeWords): ProbableLines {
  const files = listAgentFiles(suite);
  const changes = files.flatMap(({ path, before, after }) =>
    listChangedPlaces(before, after)
      .flatMap(pairLines)
      .map((lines) => ({ path, lines, text: lines.map(({ text }) => text).join('\n') })),
  );
  const sorted = sortBySharedWords(changes, `${happened.answers}\n${happened.questions}`);
  const takeLines = (some: typeof sorted) =>
    some.flatMap(({ path, lines: own }) => own.map((line) => ({ ...line, path })));
  return {
    lines: takeLines(sorted),
    changes: changes.length,
    shown: takeLines(sorted.slice(0, MAX_CHANGES)).length,
    sharesWords: sharesWords(sorted[0]?.text ?? '', happened.answers),
    files,
  };
}

/** As many removed as added lines replace each other; others stand alone. */
function pairLines(lines: readonly ChangedLine[]): readonly (readonly ChangedLine[])[] {
  const removed = lines.filter(({ sign }) => sign === '-');
  const added = lines.filter(({ sign }) => sign === '+');
  if (removed.length !== added.length) return lines.map((line) => [line]);
  return removed.map((line, at) => [line, ...added.slice(at, at + 1)]);
}

/** The changed files that answers depend on: the config file only if it changes the target. */
export function listAgentFiles({ changedFiles = [], changes = [] }: SuiteFiles): readonly ChangedFile[] {
  const isTargetChanged = changes.some((change) => change.kind === 'setting' && change.decides === 'head');
  return changedFiles.filter(
    ({ role }) => role === 'prompt' || role === 'agent' || (role === 'settings' && isTargetChanged),
  );
}

/** Where a pull request most likely changed the result; else any line that it changed. */
export function findProbablePlace(
  suite: EvaluatedSuite,
  { lines }: Pick<ProbableLines, 'lines'>,
): Place | null {
  const first = lines.find(({ sign }) => sign === '+') ?? lines[0];
  if (first !== undefined) return { file: first.path, line: first.newNumber };
  const [other] = suite.changedFiles ?? [];
  if (other === undefined) return null;
  const [line] = listChangedPlaces(other.before, other.after).flat();
  return { file: other.path, line: line?.newNumber ?? 1 };
}

/**
 * The lines with their place, linked to the pull request's diff. Of several changes one is named only if its words say
 * so. `diffUrl`: the page of the files.
 */
export function renderProbableLines(
  probable: ProbableLines,
  { intro, isOneCause }: { readonly intro: string; readonly isOneCause: boolean },
  diffUrl: string | null,
): readonly Block[] {
  const { lines, changes, shown, sharesWords: isLikely } = probable;
  const [first] = lines;
  if (first === undefined) return [];
  const place = lines.find(({ sign, path }) => sign === '+' && path === first.path) ?? first;
  if (lines.length === 1) {
    const removed = first.sign === '-' ? ' (removed)' : '';
    const text = code(`${first.sign} ${first.text.trim()}`);
    return [
      { kind: 'paragraph', line: [strong(intro), ' ', linkToLine(place, diffUrl), `${removed}: `, text] },
    ];
  }
  const paths = new Set(lines.map(({ path }) => path));
  const among = `${formatCount(changes, 'change')}${paths.size > 1 ? ` in ${formatCount(paths.size, 'file')}` : ''}`;
  const isNamed = changes === 1 || (isLikely && isOneCause);
  const title: Line = isNamed
    ? [linkToLine(place, diffUrl), changes === 1 ? ':' : `, or another of ${among}:`]
    : [`one or more of ${among}, such as `, linkToLine(place, diffUrl), ':'];
  const more = lines.length - shown;
  const rest: readonly SignedLine[] =
    more === 0 ? [] : [{ sign: ' ', text: `… ${formatCount(more, 'more line')}` }];
  return [
    {
      kind: 'diff',
      title: [strong(intro), ' ', ...title],
      lines: [
        ...lines.slice(0, shown).map(({ sign, text, path }) => ({
          sign,
          text: path === first.path ? text : `${path}: ${text}`,
        })),
        ...rest,
      ],
    },
  ];
}

function linkToLine({ path, number, sign }: ProbableLine, diffUrl: string | null) {
  return {
    kind: 'link',
    code: true,
    text: `${path} line ${number}`,
    url: diffUrl && `${diffUrl}#diff-${sha256(path)}${sign === '-' ? 'L' : 'R'}${number}`,
  } as const;
}

/** Unchanged lines around changed ones. */
const CONTEXT = 2;
const MAX_DIFF_LINES = 60;

/** A file's changed lines with the lines around them, for readers who want to see all. */
export function renderFileDiff({ before, after }: ChangedFile): readonly SignedLine[] {
  const lines = diffLines(before, after);
  const changed = [...lines.keys()].filter((at) => lines[at]?.sign !== ' ');
  const near = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_item, index) => at - CONTEXT + index)),
  );
  const shown: SignedLine[] = [];
  lines.forEach(({ sign, text }, at) => {
    if (near.has(at)) shown.push({ sign, text });
    else if (near.has(at - 1)) shown.push({ sign: ' ', text: '…' });
  });
  const more = shown.length - MAX_DIFF_LINES;
  return more <= 0
    ? shown
    : [...shown.slice(0, MAX_DIFF_LINES), { sign: ' ', text: `… ${formatCount(more, 'more line')}` }];
}
