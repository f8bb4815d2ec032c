import { describe, expect, it } from 'vitest';
import { foundRecord } from '../../src/baseline/found-baseline.js';
import { UserError } from '../../src/ports/errors.js';
import type { Git } from '../../src/ports/git.js';
import type { HistoryPoint } from '../../src/ports/history.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import type { ReferenceChoice } from '../../src/ports/settings.js';
import type { BaselineStore } from '../../src/ports/store.js';
import { readCourse, tellSlowLoss } from '../../src/session/slow-loss.js';
import {
  createBaseline,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createSuiteReport,
  NO_STORE,
  SCORER,
} from '../support/records.js';
import { createScorerSettings } from '../support/suites.js';

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
const commitOf = (day: number) => day.toString(16).padStart(40, '0');
const MEANS = [95, 94, 93, 92, 91];
const POINTS = MEANS.map(
  (mean, day): HistoryPoint => ({
    ...{ commit: commitOf(10 * day + 10), createdAt: dateOf(day), mean, higherIsBetter: true },
    since: day === 0 ? null : { createdAt: dateOf(day - 1), change: -1, accepted: false },
  }),
);
const STORED = createRecord({ commit: commitOf(50), createdAt: dateOf(4) });
const FOUND = foundRecord(STORED, 'same-commit', 'Baseline.');
const SCORERS = [createScorerSettings()];

/** Commits are numbers: a smaller one is an ancestor. What has been asked is counted. */
function createGit(refs: Readonly<Record<string, number>>): { git: Git; asked: string[] } {
  const asked: string[] = [];
  const known: Partial<Git> = {
    resolve: async (ref) => {
      if (ref === 'twice') throw new UserError('"twice" names several commits.');
      if (ref === 'broken') throw new Error('git for-each-ref failed (exit code 128): no message');
      return ref in refs ? commitOf(refs[ref] ?? 0) : null;
    },
    isAncestor: async (ancestor, commit) => {
      asked.push(ancestor);
      return Number.parseInt(ancestor, 16) <= Number.parseInt(commit, 16);
    },
  };
  return { git: known as Git, asked };
}

async function read(
  reference: ReferenceChoice,
  given: {
    readonly found?: Parameters<typeof readCourse>[1];
    readonly store?: Partial<BaselineStore>;
    readonly refs?: Readonly<Record<string, number>>;
    readonly subset?: { readonly of: number };
    readonly warnings?: string[];
    /** The pull request's own, where it is another. */
    readonly own?: ReferenceChoice;
    readonly baseless?: boolean;
  } = {},
) {
  const { git, asked } = createGit(given.refs ?? {});
  const history = async (_: string, scorer: string) => (scorer === SCORER ? POINTS : []);
  const store = { ...NO_STORE, history, ...given.store };
  const log = { ...SILENT_LOG, warning: (line: string) => void given.warnings?.push(line) };
  const course = await readCourse(
    {
      suite: { name: 'support', scorers: SCORERS, reference, givenReference: given.own ?? reference },
      yardstick: given.baseless ? null : {},
      ...(given.subset !== undefined && { subset: given.subset }),
    },
    given.found ?? FOUND,
    { store, git, github: null, log },
  );
  return { course, asked };
}

const AUTO = { kind: 'auto' } as const;
const named = (ref: string) => ({ kind: 'ref', ref }) as const;

describe('the course that a slow loss is looked for in', () => {
  it('is the line to the stored baseline', async () => {
    const { course } = await read(AUTO);
    expect(course).toEqual({ lines: new Map([[SCORER, POINTS]]), reference: null, note: null });
  });

  it.each([
    ['it is switched off', { kind: 'off' }, {}],
    ['only some cases are run', AUTO, { subset: { of: 9 } }],
    ['the baseline is of an older prompt', AUTO, { found: foundRecord(STORED, 'nearest-ancestor', 'Old.') }],
    [
      'the base is run now',
      AUTO,
      { found: { kind: 'run', commit: commitOf(1), rule: 'ran-now', line: 'Now.' } },
    ],
    ['the baseline is in no history', AUTO, { store: { history: async () => [] } }],
  ] as const)('is none where %s', async (_, reference, given) => {
    expect((await read(reference, given)).course).toBeNull();
  });

  it('is none, with a warning, where the store cannot be read', async () => {
    const warnings: string[] = [];
    const history = () => Promise.reject(new Error('Bad Gateway'));
    expect((await read(AUTO, { store: { history }, warnings })).course).toBeNull();
    expect(warnings.join()).toContain('its history cannot be read from the none: Bad Gateway');
  });

  it.each([
    ['of a stored run', 30, 2],
    ['between two runs', 39, 2],
    ['newer than all', 99, 4],
  ])('starts, for a name %s, at the last run up to it', async (_, commit, day) => {
    const { course, asked } = await read(named('v1'), { refs: { v1: commit } });
    expect(course).toMatchObject({ reference: dateOf(day), note: null });
    // By halves: each question may be a request.
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('of a name whose run is gone is none, and that is said', async () => {
    const points = POINTS.slice(1);
    const { course } = await read(named('v1'), { refs: { v1: 15 }, store: { history: async () => points } });
    expect(course).toMatchObject({ lines: new Map(), reference: null });
    expect(course?.note).toMatch(
      /^`reference` is `v1`, and no run of it, .* removed as one of the oldest, or never/,
    );
  });

  it('goes no further back than a store keeps runs', async () => {
    const points = Array.from({ length: 3_000 }, (_, day): HistoryPoint => {
      const since = day === 0 ? null : { createdAt: dateOf(day - 1), change: -0.01, accepted: false };
      return {
        commit: commitOf(day),
        createdAt: dateOf(day),
        mean: 90 - day / 100,
        higherIsBetter: true,
        since,
      };
    });
    const newest = createRecord({ commit: commitOf(2_999), createdAt: dateOf(2_999) });
    const given = {
      found: foundRecord(newest, 'same-commit', 'Baseline.'),
      store: { history: async () => points },
      refs: { v1: 0, v2: 2_700 },
    };
    expect((await read(AUTO, given)).course?.lines.get(SCORER)).toEqual(points.slice(-300));
    expect((await read(named('v1'), given)).course?.note).toContain('removed as one of the oldest');
    expect((await read(named('v2'), given)).course?.reference).toBe(dateOf(2_700));
  });

  it.each([
    ['which the pull request brings', AUTO, { own: named('v9') }],
    ['without a base', named('v9'), { baseless: true }],
    ['also where the line is off', { kind: 'off' }, { own: named('v9') }],
  ] as const)('of a name that nobody knows is a mistake: %s', async (_, reference, given) => {
    const unknown = read(reference, given);
    await expect(unknown).rejects.toThrow(UserError);
    await expect(unknown).rejects.toThrow(
      'reference: suite `support` names "v9", and there is no such commit, tag or branch; name one with a stored run, or set it to `auto` or `off`.',
    );
  });
});

it('a name of the base that is gone stops nobody: the pull request that mends it too is told', async () => {
  for (const own of [named('v9'), AUTO]) {
    for (const [ref, why] of [
      ['twice', '"twice" names several commits.'],
      ['broken', 'git for-each-ref failed (exit code 128): no message'],
    ] as const) {
      const warnings: string[] = [];
      const { course } = await read(named(ref), { own: AUTO, warnings });
      expect(course?.note).toContain('it names no commit here, or several');
      expect(warnings).toEqual([`Suite support: \`reference\` is not used: ${why}`]);
    }
    const { course } = await read(named('v9'), { own });
    expect(course?.note).toBe(
      '`reference` is `v9`, and it names no commit here, or several. So nothing is said of a slow loss; name one with a stored run, or set it to `auto` or `off`.',
    );
  }
});

describe('what a pull request is told', () => {
  const pairs = [createPairedCase('a', { headScores: [90] })];
  const head = createRecord({ commit: commitOf(51), createdAt: dateOf(5) });
  const comparison = createComparison({ pairs, headCases: 1, floorMean: 80, baseMean: 91, headMean: 90 });
  const baseline = createBaseline({ createdAt: dateOf(4) });
  const report = createSuiteReport({ head, comparison, baseline });
  const tell = async (told: typeof report, reference: ReferenceChoice = AUTO) => {
    const { course } = await read(reference, { refs: { v1: 15, v0: 5 } });
    const outcome = tellSlowLoss({ head, report: told }, course, { scorers: SCORERS }).report;
    return outcome.kind === 'evaluated' ? outcome : null;
  };

  it('is the loss of the cases in common, and nothing of the decision', async () => {
    const told = await tell(report);
    expect(told?.slowLosses).toEqual([
      { scorer: SCORER, commit: commitOf(10), createdAt: dateOf(0), from: 95, to: 90, change: -1 },
    ]);
    expect(told?.decision).toBe(report.decision);
    expect((await tell(report, named('v1')))?.slowLosses).toHaveLength(1);
  });

  it('is the same where most of the cases are new, and nothing where most of those of the base are not asked', async () => {
    const added = ['b', 'c', 'd'].map((id) => ({ id, input: id, score: 90 }));
    const more = { ...comparison, headCases: 4, newCases: ['b', 'c', 'd'], added };
    expect((await tell(createSuiteReport({ head, comparison: more, baseline })))?.slowLosses).toEqual(
      (await tell(report))?.slowLosses,
    );
    const fewer = { ...comparison, edited: added.slice(0, 1), removed: added.slice(1) };
    expect(
      (await tell(createSuiteReport({ head, comparison: fewer, baseline })))?.slowLosses,
    ).toBeUndefined();
  });

  it('is nothing where nothing was decided', async () => {
    const decision = createDecision({ outcome: 'inconclusive' });
    expect((await tell({ ...report, decision }))?.slowLosses).toBeUndefined();
  });

  it('is why, where the named run is gone', async () => {
    const told = await tell(report, named('v0'));
    expect(told?.slowLosses).toBeUndefined();
    expect(told?.notes.join()).toContain('`reference` is `v0`');
  });
});
