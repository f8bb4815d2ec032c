import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../src/ports/history.js';
import { type Log, SILENT_LOG } from '../../src/ports/log.js';
import type { EvaluatedSuite } from '../../src/ports/report.js';
import type { BaselineStore } from '../../src/ports/store.js';
import { buildAnnotations } from '../../src/report/annotations.js';
import { storeBaselines } from '../../src/session/store-baselines.js';
import {
  createBaseline,
  createCase,
  createComparison,
  createPairedCase,
  createRecord,
  createReport,
  createSample,
  createSuiteReport,
  NO_STORE,
  SCORER,
} from '../support/records.js';
import { createScorerSettings } from '../support/suites.js';

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
const GATES = new Map([['support', [createScorerSettings()]]]);

/** A store that keeps the points that it is given. */
function keeping(points: HistoryPoint[] = []): BaselineStore {
  return {
    ...NO_STORE,
    history: async (_, scorer) => (scorer === SCORER ? [...points] : []),
    write: async (_, given = new Map()) => {
      points.push(...given.values());
    },
  };
}

/** The run of a day on the base branch, held against that of the day before. */
function runOf(day: number, mean: number, before: number | null): EvaluatedSuite {
  const scorers = [{ id: SCORER, formula: 'f', rubric: 'r', scale: 1, higherIsBetter: true }];
  const cases = [createCase('a', { samples: [createSample()] })];
  const head = createRecord({
    scorers,
    cases,
    commit: String(day).repeat(40).slice(0, 40),
    createdAt: dateOf(day),
  });
  const pairs = before === null ? [] : [createPairedCase('a', { headScores: [mean] })];
  const comparison = createComparison({
    pairs,
    headCases: 1,
    floorMean: mean,
    baseMean: before,
    headMean: before === null ? null : mean,
  });
  const first = { kind: 'none', reason: 'first', line: 'first' } as const;
  const baseline = before === null ? first : createBaseline({ createdAt: dateOf(day - 1) });
  return createSuiteReport({ head, comparison, baseline });
}

async function store(report: EvaluatedSuite, into: BaselineStore, log: Log = SILENT_LOG) {
  const { outcomes, stored } = await storeBaselines([{ report, head: report.head }], GATES, {
    store: into,
    log,
  });
  const told = outcomes[0]?.report;
  return { stored, told: told?.kind === 'evaluated' ? told : report };
}

describe('what is stored of a run on the base branch', () => {
  it('goes on the history of the suite, and a lasting loss is told with the run that makes it clear', async () => {
    const points: HistoryPoint[] = [];
    const warned: number[] = [];
    const means = [95, 94, 93, 92, 91, 90, 90, 90];
    for (const [day, mean] of means.entries()) {
      const { told } = await store(runOf(day, mean, means[day - 1] ?? null), keeping(points));
      expect(told.history?.[0]?.levels).toHaveLength(day + 1);
      const warnings = buildAnnotations(createReport({ suites: [told] }));
      if (warnings.some(({ title }) => title.includes('lasting loss'))) warned.push(day);
    }
    expect(warned).toEqual([5]);
  });

  it('of an incomplete run is nothing', async () => {
    const points: HistoryPoint[] = [];
    const run = runOf(0, 90, null);
    const head = { ...run.head, stopped: { kind: 'budget', reason: 'spent' } } as const;
    const { told } = await store({ ...run, head }, keeping(points));
    expect(points).toEqual([]);
    expect(told.history).toBeUndefined();
  });

  it('is stored though the history cannot be read, and that is said', async () => {
    const points: HistoryPoint[] = [];
    const history = () => Promise.reject(new Error('Bad Gateway'));
    const warnings: string[] = [];
    const log = { ...SILENT_LOG, warning: (line: string) => void warnings.push(line) };
    const { stored, told } = await store(runOf(0, 90, null), { ...keeping(points), history }, log);
    expect({ stored, points: points.length, history: told.history }).toEqual({
      stored: true,
      points: 1,
      history: undefined,
    });
    expect(warnings.join()).toContain('its history cannot be read from the none: Bad Gateway');
  });
});
