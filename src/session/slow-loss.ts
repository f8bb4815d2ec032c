import { isDeepStrictEqual } from 'node:util';
import { createIsAncestor, lastUpTo } from '../baseline/ancestry.js';
import type { FoundBaseline } from '../baseline/found-baseline.js';
import { RETENTION } from '../baseline/store/branch-files.js';
import { findSlowLoss, historyPointOf, lineTo } from '../decide/trend.js';
import type { Effects } from '../ports/effects.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { HistoryPoint } from '../ports/history.js';
import { scorerReports } from '../ports/report.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { ReadySuite } from '../ports/suite-run.js';
import { codeSpan } from '../text/values.js';
import type { SuiteOutcome } from './session.js';

type CourseRequest = Pick<ReadySuite, 'subset'> & {
  readonly suite: Pick<SuiteSettings, 'name' | 'scorers' | 'reference' | 'givenReference'>;
  /** `null` where the head's own settings decide. */
  readonly yardstick: object | null;
};

const REMEDY = 'name one with a stored run, or set it to `auto` or `off`';

/** The stored runs that led to the one that a pull request is held against. */
export type Course = {
  /** By scorer, oldest first. */
  readonly lines: ReadonlyMap<string, readonly HistoryPoint[]>;
  /** Date of the run that `reference` names; `null` where it names none. */
  readonly reference: string | null;
  readonly note: string | null;
};

/**
 * Reads the course of a suite: names of files alone, of a list that the search for the baseline has read already. `null`
 * where nothing is to be said of a slow loss: it is switched off, or the baseline is not a stored one. Nothing is decided
 * by it, so a store that cannot be read is a warning, and a name of the base's that is gone a note: else nobody could
 * mend it. Throws `UserError` for a `reference` that does not exist and is the head's own.
 */
export async function readCourse(
  { suite, subset, yardstick }: CourseRequest,
  found: FoundBaseline,
  { store, git, github, log }: Pick<Effects, 'store' | 'git' | 'github' | 'log'>,
): Promise<Course | null> {
  const { reference, givenReference: own, name, scorers } = suite;
  const resolve = async (ref: string) => (git === null ? ref : git.resolve(ref));
  const isNew = yardstick === null || !isDeepStrictEqual(own, reference);
  if (isNew && own.kind === 'ref' && (await resolve(own.ref)) === null) {
    throw new UserError(
      `reference: suite \`${name}\` names ${JSON.stringify(own.ref)}, and there is no such commit, tag or branch; ${REMEDY}.`,
    );
  }
  const isStored = found.kind === 'record' && !found.used.stale;
  if (reference.kind === 'off' || !isStored || subset !== undefined) return null;
  const lines = new Map<string, readonly HistoryPoint[]>();
  try {
    for (const { name: scorer } of scorers) {
      const line = lineTo(found.used.createdAt, await store.history(name, scorer));
      // Whoever fills the store, a folder that nobody prunes too: the time grows with the cube of their number.
      lines.set(scorer, line.slice(-RETENTION.kept));
    }
  } catch (thrown) {
    log.warning(`Suite ${name}: its history cannot be read from the ${store.name}: ${messageOf(thrown)}`);
    return null;
  }
  const line = [...lines.values()].find(({ length }) => length > 0);
  if (line === undefined) return null;
  if (reference.kind === 'auto') return { lines, reference: null, note: null };
  // Whoever may push a branch may give it the name of the tag: that stops nobody's pull request.
  const commit = await resolve(reference.ref).catch((thrown: unknown) => {
    log.warning(`Suite ${name}: \`reference\` is not used: ${messageOf(thrown)}`);
    return null;
  });
  const isAncestor = createIsAncestor({ git, ancestry: github?.ancestry ?? null });
  const start = commit === null ? null : await lastUpTo(line, commit, isAncestor);
  if (start !== null) return { lines, reference: start.createdAt, note: null };
  const gone =
    commit === null
      ? 'it names no commit here, or several'
      : 'no run of it, or of a commit before it, is kept: it was removed as one of the oldest, or never stored';
  const note = `\`reference\` is ${codeSpan(reference.ref)}, and ${gone}. So nothing is said of a slow loss; ${REMEDY}.`;
  return { lines: new Map(), reference: null, note };
}

/** Adds what the pull request inherits of a slow loss to the report of its suite. */
export function tellSlowLoss(
  outcome: SuiteOutcome,
  course: Course | null,
  { scorers }: Pick<SuiteSettings, 'scorers'>,
): SuiteOutcome {
  const { report } = outcome;
  if (course === null || report.kind !== 'evaluated') return outcome;
  const { lines, reference, note } = course;
  const base = report.baseline.kind === 'record' ? report.baseline : null;
  const slowLosses = scorers.flatMap(({ name: scorer, gate: { maxDrop } }) => {
    const told = scorerReports(report).find((each) => each.scorer === scorer);
    const line = lines.get(scorer) ?? [];
    if (told === undefined || told.decision.outcome === 'inconclusive') return [];
    // New cases are no part of what is shown, so however many they are, they take nothing from the line.
    const { pairs, edited, removed } = told.comparison;
    const head = historyPointOf(report.head, told, base, pairs.length + edited.length + removed.length);
    if (head === null) return [];
    // The mean that the comment shows, of the cases in common.
    const shown = { ...head, mean: told.comparison.headMean ?? head.mean };
    return findSlowLoss(line, shown, { scorer, maxDrop, reference, scorers: scorers.length }) ?? [];
  });
  const notes = note === null ? report.notes : [note, ...report.notes];
  return { ...outcome, report: { ...report, notes, ...(slowLosses.length > 0 && { slowLosses }) } };
}
