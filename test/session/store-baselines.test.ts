import { describe, expect, it } from 'vitest';
import { type Log, SILENT_LOG } from '../../src/model/log.js';
import type { EvaluatedSuite } from '../../src/model/report.js';
import type { BaselineMean, BaselineStore } from '../../src/model/store.js';
import { renderSummary } from '../../src/report/comment/render-comment.js';
import { storeBaselines } from '../../src/session/store-baselines.js';
import {
  createCase,
  createComparison,
  createRecord,
  createReport,
  createSample,
  createSuiteReport,
  NO_STORE,
  SCORER,
} from '../support/records.js';

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

/** A store that keeps the means that it is given. */
function keeping(means: BaselineMean[] = []): BaselineStore {
  return {
    ...NO_STORE,
    means: async (_, scorer) => (scorer === SCORER ? [...means] : []),
    write: async ({ commit, createdAt, cases }, given = new Map()) => {
      for (const mean of given.values()) means.push({ commit, createdAt, cases: cases.length, mean });
    },
  };
}

/** The run of a day on the base branch; the scorer's lower scores are better. */
function runOf(day: number, mean: number): EvaluatedSuite {
  const scorers = [{ id: SCORER, formula: 'f', rubric: 'r', scale: 1, higherIsBetter: false }];
  const cases = [createCase('a', { samples: [createSample()] })];
  const commit = String(day).padStart(40, 'a');
  const head = createRecord({ scorers, cases, commit, createdAt: dateOf(day) });
  return createSuiteReport({ head, comparison: createComparison({ headCases: 1, floorMean: mean }) });
}

async function store(report: EvaluatedSuite, into: BaselineStore, log: Log = SILENT_LOG) {
  const { outcomes, stored } = await storeBaselines(
    [{ report, head: report.head }],
    new Map([['support', [SCORER, 'tone']]]),
    { store: into, log },
  );
  return { stored, told: outcomes[0]?.report ?? report };
}

describe('what is stored of a run on the base branch', () => {
  it('is listed with the last 20 baselines, the newest first, as the scorer gives its numbers', async () => {
    const means: BaselineMean[] = [];
    for (let day = 0; day < 21; day += 1) await store(runOf(day, 90 - day), keeping(means));
    const { told } = await store(runOf(21, 90.6), keeping(means));
    expect(told.baselines?.map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => dateOf(21 - index)),
    );
    const summary = renderSummary(createReport({ suites: [told] }));
    expect(summary).toContain(
      '<summary>Last baselines</summary>\n\n- `aaaaaaa`, 2026-01-22: `answer-relevancy` 0.09, 1 case\n- `aaaaaaa`, 2026-01-21: `answer-relevancy` 0.30, 1 case\n',
    );
    const unchanged = { kind: 'unchanged', suite: 'support', decision: told.decision, notes: [] } as const;
    const { outcomes } = await storeBaselines(
      [{ report: unchanged, head: null }],
      new Map([['support', [SCORER]]]),
      { store: keeping(means), log: SILENT_LOG },
    );
    const [held] = outcomes.map(({ report }) => report);
    expect(held?.baselines).toHaveLength(20);
    expect(renderSummary(createReport({ suites: held === undefined ? [] : [held] }))).toContain(
      '`answer-relevancy` 0.09',
    );
  });

  it('of an incomplete run is nothing', async () => {
    const means: BaselineMean[] = [];
    const run = runOf(0, 90);
    const head = { ...run.head, stopped: { kind: 'budget', reason: 'spent' } } as const;
    const { told } = await store({ ...run, head }, keeping(means));
    expect(means).toEqual([]);
    expect(told.baselines).toBeUndefined();
  });

  it('is stored though the others cannot be listed, and that is said', async () => {
    const means: BaselineMean[] = [];
    const unreadable = () => Promise.reject(new Error('Bad Gateway'));
    const warnings: string[] = [];
    const log = { ...SILENT_LOG, warning: (line: string) => void warnings.push(line) };
    const { stored, told } = await store(runOf(0, 90), { ...keeping(means), means: unreadable }, log);
    expect({ stored, kept: means.length, told: told.baselines?.length }).toEqual({
      stored: true,
      kept: 1,
      told: 1,
    });
    expect(warnings.join()).toContain('its baselines cannot be listed from the none: Bad Gateway');
  });
});
