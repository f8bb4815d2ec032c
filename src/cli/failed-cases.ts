import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../model/errors.js';
import { type EvaluatedSuite, type Report, scorerReports } from '../model/report.js';
import type { ScorerSettings, Suite } from '../model/suite.js';
import { publishFiles } from '../publish/files.js';
import { HOME } from './local-session.js';

const FILE = 'failed.json';
/** A smaller fall, in hundredths, shows as none. */
const SHOWN_FALL = 0.5;
const bySuite = z.record(z.string(), z.array(z.string()));

/** By suite, the ids of the cases that failed in their last run. */
export type FailedCases = ReadonlyMap<string, readonly string[]>;

/** Reads the results of earlier runs. Throws `UserError` if there are none. */
export async function readFailed(folder: string): Promise<FailedCases> {
  const path = join(folder, HOME, FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    throw new UserError(
      'failed: no cases were run here before, so none is known to have failed; run without --failed first',
    );
  }
  try {
    return new Map(Object.entries(bySuite.parse(JSON.parse(text))));
  } catch (cause) {
    throw new UserError(`failed: ${path} is damaged; remove it and run without --failed`, { cause });
  }
}

/**
 * Stores the cases that failed now; others keep their last result. Resolves with the number of cases that failed now.
 */
export async function keepFailed(
  folder: string,
  { suites }: Report,
  settings: readonly Suite[],
): Promise<number> {
  const failed = new Map(await readFailed(folder).catch(() => []));
  let now = 0;
  for (const suite of suites) {
    if (suite.kind !== 'evaluated') continue;
    const run = new Set(suite.head.cases.map(({ id }) => id));
    // A whole run covers every case.
    const known = suite.head.subset === undefined ? [] : (failed.get(suite.suite) ?? []);
    const before = known.filter((id) => !run.has(id));
    const scorers = settings.find(({ name }) => name === suite.suite)?.scorers ?? [];
    const found = listFailed(suite, scorers);
    now += found.length;
    failed.set(suite.suite, [...before, ...found]);
  }
  const text = `${JSON.stringify(Object.fromEntries(failed), null, 2)}\n`;
  await publishFiles(join(folder, HOME), [{ name: FILE, text }]);
  return now;
}

/**
 * The cases that got worse, that the gate names, that are below the threshold, or that are unscored. Without baseline
 * and threshold, all below the highest score.
 */
function listFailed(
  suite: EvaluatedSuite,
  settings: readonly Pick<ScorerSettings, 'name' | 'gate'>[],
): readonly string[] {
  const failed = scorerReports(suite).flatMap(({ comparison, decision, scorer }) => {
    const { threshold = null } = settings.find(({ name }) => name === scorer)?.gate ?? {};
    const least = threshold === null ? (suite.baseline.kind === 'record' ? 0 : 100) : threshold * 100;
    const { pairs, added, edited, unscored } = comparison;
    const scores = [...pairs.map(({ id, head }) => ({ id, score: head })), ...added, ...edited];
    return [
      ...pairs.filter(({ delta }) => (delta ?? 0) <= -SHOWN_FALL).map(({ id }) => id),
      ...decision.worse,
      ...unscored.filter(({ kind }) => kind !== 'not-scorable').map(({ id }) => id),
      ...scores.filter(({ score }) => score !== null && score < least).map(({ id }) => id),
    ];
  });
  return suite.head.cases.map(({ id }) => id).filter((id) => failed.includes(id));
}
