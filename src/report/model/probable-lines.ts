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
import { type Block, code, joinLines, type Line, type SignedLine, strong } from './blocks.js';
import { focusLines } from './focus-lines.js';

const MAX_CHANGES = 5;
const MAX_LIKELY = 3;

/** Changed lines that may explain what happened. */
export type ProbableLines = {
  /** Those first that share words with what happened; a replaced line before the one that replaces it. */
  readonly lines: readonly ProbableLine[];
  /** The number of changes: a line that replaces another counts once. */
  readonly changes: number;
  /** How many lines the first five changes have. */
  readonly shown: number;
  /** The first lines of the changes, at most three, that have words of what the answers gained or lost. */
  readonly likely: readonly ProbableLine[];
  readonly files: readonly ChangedFile[];
};

export type ProbableLine = ChangedLine & { readonly path: string };

/** What happened, in words: what the answers gained or lost, and what was asked. */
export type OutcomeWords = { readonly answers: string; readonly questions: string };

/** The changed lines of the agent, those first that share words with what happened. */
export function findProbableLines(suite: EvaluatedSuite, happened: OutcomeWords): ProbableLines {
  const files = listAgentFiles(suite);
  const changes = files.flatMap(({ path, before, after }) =>
    listChangedPlaces(before, after)
      .flatMap(pairLines)
      .map((lines) => ({ path, lines, text: lines.map(({ text }) => text).join('\n') })),
  );
  const sorted = sortBySharedWords(changes, `${happened.answers}\n${happened.questions}`);
  const placed = sorted.map(({ path, lines: own, text }) => ({
    lines: own.map((line) => ({ ...line, path })),
    isLikely: sharesWords(text, happened.answers),
  }));
  const likely = placed.filter(({ isLikely }) => isLikely).slice(0, MAX_LIKELY);
  return {
    lines: placed.flatMap(({ lines }) => lines),
    changes: changes.length,
    shown: placed.slice(0, MAX_CHANGES).flatMap(({ lines }) => lines).length,
    likely: likely.flatMap(({ lines }) => chooseShown(lines) ?? []),
    files,
  };
}

/** The line of a change that is in the new text, if there is one. */
function chooseShown<Line extends ChangedLine>(lines: readonly Line[]): Line | undefined {
  return lines.find(({ sign }) => sign === '+') ?? lines[0];
}

/** As many removed as added lines replace each other; others stand alone. */
function pairLines(lines: readonly ChangedLine[]): readonly (readonly ChangedLine[])[] {
  const removed = lines.filter(({ sign }) => sign === '-');
  const added = lines.filter(({ sign }) => sign === '+');
  if (removed.length !== added.length) return lines.map((line) => [line]);
  return removed.map((line, at) => [line, ...added.slice(at, at + 1)]);
}

/** The changed files that answers depend on: the config file only if it changes the target. */
export function listAgentFiles({ changedFiles = [], changes = [] }: EvaluatedSuite): readonly ChangedFile[] {
  const isTargetChanged = changes.some((change) => change.kind === 'setting' && change.decides === 'head');
  return changedFiles.filter(
    ({ role }) => role === 'prompt' || role === 'agent' || (role === 'settings' && isTargetChanged),
  );
}

/** Where a pull request most likely changed the result; else any line that it changed. */
export function findProbablePlace(suite: EvaluatedSuite, { lines }: ProbableLines): Place | null {
  const first = chooseShown(lines);
  if (first !== undefined) return { file: first.path, line: first.newNumber };
  const [other] = suite.changedFiles ?? [];
  if (other === undefined) return null;
  const [line] = listChangedPlaces(other.before, other.after).flat();
  return { file: other.path, line: line?.newNumber ?? 1 };
}

/** How the changed lines are introduced. */
export type LinesIntro = {
  /** `Probably from`. */
  readonly intro: string;
  /** False if the answers show several things that different lines may cause. */
  readonly isOneCause: boolean;
  /** False if the lines are named and cause nothing. Default: true. */
  readonly isCause?: boolean;
  /** True if it was tested that no single line is the cause. */
  readonly isShared?: boolean;
  /** After the place of a single change: `, the only change to the prompt`. */
  readonly after?: string;
  /** True if the lines are shown elsewhere: then only their place. */
  readonly placeOnly?: boolean;
};

/**
 * The lines with their place, linked to the pull request's diff. Of several changes one is named only if its words say
 * so. `diffUrl`: the page of the files.
 */
export function renderProbableLines(
  probable: ProbableLines,
  { intro, isOneCause, isCause = true, isShared = false, after = '', placeOnly = false }: LinesIntro,
  diffUrl: string | null,
): readonly Block[] {
  const { lines, changes, shown, likely } = probable;
  const [first] = lines;
  if (first === undefined) return [];
  const place = lines.find(({ sign, path }) => sign === '+' && path === first.path) ?? first;
  if (placeOnly) {
    const named = changes === 1 ? [linkToLine(place, diffUrl), after] : nameSome(likely, diffUrl);
    return [{ kind: 'paragraph', line: [strong(intro), ' ', ...named, '.'] }];
  }
  if (lines.length === 1) {
    const removed = first.sign === '-' ? ' (removed)' : '';
    const text = code(`${first.sign} ${first.text.trim()}`);
    const title = [strong(intro), ' ', linkToLine(place, diffUrl), `${removed}${after}: `];
    return [{ kind: 'paragraph', line: [...title, text] }];
  }
  const named = describePlaces(probable, place, { isOneCause, isShared, after, diffUrl });
  const title = isCause || changes === 1 ? [' ', ...named] : [];
  const more = lines.length - shown;
  const rest: readonly SignedLine[] =
    more === 0 ? [] : [{ sign: ' ', text: `… ${formatCount(more, 'more line')}` }];
  return [
    {
      kind: 'diff',
      title: [strong(intro), ...title],
      lines: [
        ...focusLines(lines.slice(0, shown)).map(({ sign, text, path }) => ({
          sign,
          text: path === first.path ? text : `${path}: ${text}`,
        })),
        ...rest,
      ],
    },
  ];
}

type PlaceWords = Required<Pick<LinesIntro, 'isOneCause' | 'isShared' | 'after'>> & {
  readonly diffUrl: string | null;
};

/** The one place that is named before the lines, or how many of them it may be. */
function describePlaces(
  { changes, likely }: ProbableLines,
  place: ProbableLine,
  { isOneCause, isShared, after, diffUrl }: PlaceWords,
): Line {
  if (changes === 1) return [linkToLine(place, diffUrl), `${after}:`];
  if (likely.includes(place) && isOneCause && !isShared) {
    return [linkToLine(place, diffUrl), ', or another changed line:'];
  }
  return [`${isShared ? 'several' : 'one or more'} of these changed lines`, ...suchAs(likely, diffUrl), ':'];
}

function nameSome(likely: readonly ProbableLine[], diffUrl: string | null): Line {
  return ['one or more of the changed lines', ...suchAs(likely, diffUrl)];
}

/** `, such as prompts/support.md line 8 and prompts/support.md line 14`, if words say so. */
function suchAs(likely: readonly ProbableLine[], diffUrl: string | null): Line {
  if (likely.length === 0) return [];
  const links = likely.map((line): Line => [linkToLine(line, diffUrl)]);
  return [', such as ', ...joinLines(links, likely.length === 2 ? ' and ' : ', ')];
}

/** The lines of the first change alone. */
export function takeFirstChange({ lines, likely, files }: ProbableLines): ProbableLines {
  const [first, second] = lines;
  const isPair = first?.sign === '-' && second?.sign === '+';
  const own = lines.slice(0, isPair ? 2 : 1);
  return { lines: own, changes: 1, shown: own.length, likely: likely.slice(0, 1), files };
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
