import { decideNotStored } from '../decide/gate/decision-table.js';
import { isComplete } from '../decide/gate/usable-record.js';
import { findTrend, historyPointOf } from '../decide/trend.js';
import type { Effects } from '../ports/effects.js';
import { messageOf } from '../ports/errors.js';
import type { HistoryPoint, SuiteHistory } from '../ports/history.js';
import { type EvaluatedSuite, type SuiteReport, scorerReports } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ScorerSettings } from '../ports/settings.js';
import { capitalised } from '../text/values.js';
import type { SuiteOutcome } from './session.js';

/**
 * Stores what was measured as baselines, whatever its scores; incomplete runs are left out. `stored` is false where one
 * should have been and was not: a job whose purpose is the baseline must not be green without it. The outcomes come back
 * with a note of what became of each, and with the history that it goes on.
 *
 * @param gates of each suite's scorers.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  gates: ReadonlyMap<string, readonly Pick<ScorerSettings, 'name' | 'gate'>[]>,
  { store, log }: Pick<Effects, 'store' | 'log'>,
): Promise<{ readonly stored: boolean; readonly outcomes: readonly SuiteOutcome[] }> {
  const noted: SuiteOutcome[] = [];
  let stored = true;
  for (const outcome of outcomes) {
    const { head, report } = outcome;
    if (head === null) {
      noted.push(outcome);
      continue;
    }
    if (report.kind !== 'evaluated') {
      // A record that held, and has learned what the judge says of new labels: no new point of the history.
      noted.push({ head, report: await storeBaseline(report, head, new Map()) });
      continue;
    }
    const points = listPoints(report);
    const history = isComplete(head) ? await goOn(report.suite, points) : [];
    const told = await storeBaseline(report, head, points);
    noted.push({ head, report: history.length === 0 ? told : { ...told, history } });
  }
  return { stored, outcomes: noted };

  /** What was stored before, and what is stored now. It explains, so no store fails for it. */
  async function goOn(
    suite: string,
    points: ReadonlyMap<string, HistoryPoint>,
  ): Promise<readonly SuiteHistory[]> {
    const histories: SuiteHistory[] = [];
    for (const { name: scorer, gate } of gates.get(suite) ?? []) {
      const point = points.get(scorer);
      if (point === undefined) continue;
      try {
        const before = await store.history(suite, scorer);
        histories.push(findTrend([...before, point], { scorer, maxDrop: gate.maxDrop }));
      } catch (thrown) {
        log.warning(
          `Suite ${suite}: its history cannot be read from the ${store.name}: ${messageOf(thrown)}`,
        );
      }
    }
    return histories;
  }

  async function storeBaseline<Suite extends SuiteReport>(
    report: Suite,
    head: RunRecord,
    points: ReadonlyMap<string, HistoryPoint>,
  ): Promise<Suite> {
    const noted = (note: string): Suite => ({ ...report, notes: [capitalised(note), ...report.notes] });
    if (!isComplete(head)) {
      const missed = 'the run is not complete, so it was not stored as a baseline.';
      log.warning(`Suite ${head.suite}: ${missed}`);
      return noted(missed);
    }
    try {
      await store.write(head, points);
      const of = head.commit === null ? '' : `of commit ${head.commit.slice(0, 7)} `;
      return noted(`stored as the baseline ${of}in the ${store.name}.`);
    } catch (thrown) {
      stored = false;
      const failed = `the baseline was not stored in ${store.name}: ${messageOf(thrown)}`;
      log.error(`Suite ${head.suite}: ${failed}`);
      return { ...noted(failed), decision: decideNotStored(report.decision, failed) };
    }
  }
}

/** By scorer, what the store's index keeps of a run. */
function listPoints(report: EvaluatedSuite): ReadonlyMap<string, HistoryPoint> {
  const { head, baseline } = report;
  const base = baseline.kind === 'record' ? baseline : null;
  return new Map(
    scorerReports(report).flatMap((told) => {
      const point = historyPointOf(head, told, base);
      return point === null ? [] : [[told.comparison.scorer, point] as const];
    }),
  );
}
