import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredRuns } from '../../../src/decide/gate/broken-case.js';
import type { GateAnswer, RuleFinding } from '../../../src/ports/decision.js';
import type { CaseRecord } from '../../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../../src/settings/defaults.js';
import { askGate, createCases, type GateScene } from '../../support/gate.js';
import { createBaseline, createFailedSample, createSample, createScoredCase } from '../../support/records.js';

const STEADY = createCases(20, [1, 1, 1, 1, 1]);
const HEAD = createCases(20, [1]);
/** One run is nearly as low as a broken case: several such are no clear falls, which are SPREAD's. */
const UNEVEN = [1, 1, 1, 1, 0.15];

/** A case of these scores; the suite-wide ones, then those of its own. `text` gives all answers that one text. */
function broken(
  scores: readonly number[],
  more: { own?: readonly number[]; text?: string; id?: string } = {},
): CaseRecord {
  const { own = [], text, id = 'x' } = more;
  const samples = (list: readonly number[], from: number) =>
    list.map((score, index) =>
      createSample({ score, answerHash: text ?? `hash:${id}:head:${from + index}` }),
    );
  return createScoredCase(id, [], {
    samples: samples(scores, 0),
    caseSamples: samples(own, scores.length),
  });
}

type Scene = Partial<GateScene> & { readonly x: CaseRecord; readonly was?: readonly number[] };

function ask({ x, was = [1, 1, 1, 1, 1], ...scene }: Scene): GateAnswer {
  return askGate({ head: [...HEAD, x], base: [...STEADY, createScoredCase('x', was)], ...scene });
}

/** With further samples to be had, for CASE alone: no fall of the mean counts. */
function asking(x: CaseRecord, scene: Partial<GateScene> = {}): GateAnswer {
  return ask({ x, canSample: true, ...scene, settings: { maxDrop: 1, ...scene.settings } });
}

function findingOf(answer: GateAnswer): RuleFinding | undefined {
  if (answer.kind !== 'decided') throw new Error(`the gate asks: ${answer.why}`);
  return answer.decision.findings.find(({ rule }) => rule === 'case');
}

describe('requiredRuns', () => {
  it.each([
    [1, 5, 3],
    [30, 5, 3],
    [31, 5, 4],
    [100, 5, 4],
    [101, 5, 5],
    [200, 9, 5],
    [5000, 9, 6],
    [30, 3, 4],
    [30, 4, 4],
    [100, 4, 5],
    [101, 3, 6],
  ])('of %i cases and %i baseline samples: %i', (cases, baseRuns, runs) => {
    expect(requiredRuns({ cases, baseRuns, deviation: 10 })).toBe(runs);
    expect(requiredRuns({ cases, baseRuns, deviation: null })).toBe(runs);
    expect(requiredRuns({ cases, baseRuns, deviation: 30 })).toBe(runs + 2);
  });
});

describe('CASE', () => {
  it('fails where one case broke, though the mean does not tell', () => {
    const answer = ask({ x: broken([0.2], { own: [0.2, 0.2] }) });
    expect(answer).toMatchObject({
      kind: 'decided',
      decision: {
        outcome: 'fail',
        because: ['regression'],
        shortLine: 'case `x` fell 1.00 → 0.20 in 3 of 3 runs',
      },
    });
    expect(findingOf(answer)).toEqual({
      rule: 'case',
      outcome: 'fails',
      line: 'One case broke: `x` 1.00 → 0.20 in 3 of 3 runs.',
      cases: ['x'],
    });
    expect(answer.kind === 'decided' && answer.decision.headline).toMatch(
      /^One case broke: `x` 1\.00 → 0\.20 in 3 of 3 runs\. Mean relevancy fell 1\.00 → 0\.96 \([^)]*\)\. Every run of a case has the same score, so this is not chance\.$/,
    );
    expect(answer.kind === 'decided' && answer.notes).toEqual([
      'Case `x` was asked 2 times more on its own, because it had fallen 1.00 → 0.20: it did not recover.',
    ]);
  });

  it.each<[string, Scene, RuleFinding['outcome'] | null, RegExp]>([
    ['a drop of exactly case-drop', { x: broken([0.5, 0.5, 0.5]) }, 'fails', /`x` 1\.00 → 0\.50 in 3 of 3/],
    [
      'a hundredth less warns',
      { x: broken([0.51, 0.51, 0.51]) },
      'warns',
      /it takes a drop of 0\.50 to fail/,
    ],
    ['0.3 warns', { x: broken([0.7, 0.6, 0.7]) }, 'warns', /^Perhaps broken case: `x` 1\.00 → 0\.70 or less/],
    ['less than 0.3 is nothing', { x: broken([0.71, 0.71, 0.71]) }, null, /^$/],
    ['what the single run alone shows is nothing', { x: broken([0.6]) }, null, /^$/],
    ['one recovery is enough', { x: broken([0.1, 0.1, 0.1, 0.9]) }, null, /^$/],
    ['a recovery to less than case-drop', { x: broken([0.1, 0.1, 0.6]) }, 'warns', /0\.60 or less in 3 of 3/],
    ['not below every baseline sample', { x: broken([0, 0, 0]), was: [1, 1, 1, 1, 0] }, null, /^$/],
    ['below the lowest one', { x: broken([0, 0, 0]), was: [1, 1, 1, 1, 0.1] }, 'fails', /0\.82 → 0\.00/],
    ['case-drop is a setting', { x: broken([0.7, 0.7, 0.7]), settings: { caseDrop: 0.3 } }, 'fails', /0\.70/],
    ['a higher one', { x: broken([0.3, 0.3, 0.3]), settings: { caseDrop: 0.8 } }, 'warns', /drop of 0\.8/],
    ['a lower one than 0.3', { x: broken([0.8, 0.8, 0.8]), settings: { caseDrop: 0.2 } }, 'fails', /0\.80/],
    ['too few runs warn', { x: broken([0.1, 0.1]) }, 'warns', /it takes 3 runs to be sure/],
    ['a single one too', { x: broken([0.1]) }, 'warns', /in its one run; it takes 3 runs to be sure/],
    [
      'one more on 3 baseline samples',
      { x: broken([0.1, 0.1, 0.1]), was: [1, 1, 1] },
      'warns',
      /takes 4 runs/,
    ],
    ['which then fails', { x: broken([0.1, 0.1, 0.1, 0.1]), was: [1, 1, 1] }, 'fails', /in 4 of 4 runs/],
    [
      'fewer than 3 baseline samples only warn',
      { x: broken([0, 0, 0, 0, 0]), was: [1, 1] },
      'warns',
      /the baseline has only 2 runs of it and 3 are needed/,
    ],
    [
      'a stale baseline only warns',
      { x: broken([0, 0, 0]), baseline: createBaseline({ stale: true }) },
      'warns',
      /the base branch has another prompt now than the baseline/,
    ],
  ])('%s', (_, scene, outcome, line) => {
    const finding = findingOf(ask(scene));
    expect(finding?.outcome ?? null).toBe(outcome);
    expect(finding?.line ?? '').toMatch(line);
  });

  it('does not count an answer without a score', () => {
    const x = broken([0.1, 0.1]);
    const failing = { ...x, caseSamples: [createFailedSample('unavailable'), createFailedSample('timeout')] };
    expect(findingOf(ask({ x: failing }))?.outcome).toBe('warns');
  });

  it('lets no failure of the agent pass for a recovery', () => {
    const x = broken([0.1]);
    for (const kind of ['target', 'late'] as const) {
      const failures = Array.from({ length: 4 }, () => createFailedSample(kind));
      expect(findingOf(ask({ x: { ...x, caseSamples: failures } }))?.outcome).toBe('fails');
    }
  });

  it('names the worst cases first, three of them, and counts the others', () => {
    const ids = ['b', 'a', 'd', 'c', 'e'];
    const head = ids.map((id, index) => broken([0.1 * index, 0.1 * index, 0.1 * index], { id }));
    const base = ids.map((id) => createScoredCase(id, [1, 1, 1, 1, 1]));
    const finding = findingOf(
      askGate({ head: [...createCases(40, [1]), ...head], base: [...createCases(40, [1, 1]), ...base] }),
    );
    expect(finding?.outcome).toBe('warns');
    const enough = head.map((row) => ({ ...row, caseSamples: broken([0, 0], { id: `${row.id}2` }).samples }));
    const scene = { head: [...createCases(40, [1]), ...enough], base: [...createCases(40, [1, 1]), ...base] };
    expect(findingOf(askGate(scene))).toMatchObject({
      outcome: 'fails',
      cases: ['b', 'a', 'd', 'c', 'e'],
      line: '5 cases broke: `b` 1.00 → 0.00 in 5 of 5 runs, `a` 1.00 → 0.10 or less in 5 of 5 runs, `d` 1.00 → 0.20 or less in 5 of 5 runs, 2 more.',
    });
  });

  it('says nothing where the head was not measured or there is nothing to hold it against', () => {
    const stopped = { kind: 'budget' as const, reason: 'the calls are used up' };
    expect(findingOf(ask({ x: broken([0, 0, 0]), headRecord: { stopped } }))).toBeUndefined();
    expect(findingOf(ask({ x: broken([0, 0, 0]), base: null }))).toBeUndefined();
  });

  it('is not blocking where regressions are not', () => {
    const answer = ask({ x: broken([0, 0, 0]), settings: { failOn: ['error'] } });
    expect(answer).toMatchObject({ decision: { outcome: 'fail', blocking: false, passed: true } });
  });
});

describe('answers of one text', () => {
  const SAME = { base: [...createCases(20, [1]), createScoredCase('x', [])] };
  const repeated = (score: number, count: number, id = 'x') =>
    createScoredCase(id, [], {
      samples: Array.from({ length: count }, () =>
        createSample({ score, answerHash: `hash:${id}:${score}` }),
      ),
    });
  const base = [...SAME.base.slice(0, 20).map(({ id }) => repeated(1, 3, id)), repeated(1, 3)];

  it('of an agent that repeats itself only warn, one alone', () => {
    const finding = findingOf(ask({ x: repeated(0, 2), base, canSample: true, settings: { maxDrop: 1 } }));
    expect(finding).toMatchObject({
      outcome: 'warns',
      line: expect.stringMatching(
        /in 2 of 2 runs; the agent gives the same answer every time, so this counts once/,
      ),
    });
  });

  it.each([
    ['two falls', 2, 0, 'warns'],
    ['three falls and no rise', 3, 0, 'fails'],
    ['three falls and a rise', 3, 1, 'warns'],
    ['four falls and a rise', 4, 1, 'warns'],
    ['five falls and a rise', 5, 1, 'fails'],
  ] as const)('fail where they outnumber rises: %s', (_, falls, rises, outcome) => {
    const ids = (count: number, name: string) =>
      Array.from({ length: count }, (_each, index) => `${name}${index}`);
    const [low, high] = [ids(falls, 'low'), ids(rises, 'high')];
    const steady = HEAD.map(({ id }) => repeated(1, 3, id));
    const head = [
      ...steady,
      ...low.map((id) => repeated(0.2, 2, id)),
      ...high.map((id) => repeated(1, 2, id)),
    ];
    const was = [
      ...steady,
      ...low.map((id) => repeated(1, 3, id)),
      ...high.map((id) => repeated(0.2, 3, id)),
    ];
    const answer = askGate({ head, base: was, settings: { maxDrop: 1 } });
    expect(findingOf(answer)?.outcome).toBe(outcome);
  });

  it('show only the second time that the agent repeats itself', () => {
    expect(ask({ x: repeated(0, 1), base, canSample: true })).toMatchObject({ cases: ['x'], upTo: 2 });
  });

  it('of an agent that usually does not are asked again, and count as one', () => {
    const noisy = (count: number, score: number) => asking(repeated(score, count));
    expect(noisy(2, 0.2)).toMatchObject({ kind: 'more-samples', cases: ['x'], upTo: 3 });
    expect(findingOf(noisy(3, 0.2))?.outcome).toBe('fails');
    expect(findingOf(noisy(3, 0.4))?.outcome).toBe('warns');
  });

  it('beside another one are asked again up to eight times more than needed', () => {
    const mixed = (own: number, score = 0.4) => {
      const x = broken([score], { own: new Array<number>(own).fill(score), text: 'the usual answer' });
      const other = createSample({ score, answerHash: 'another' });
      return asking({ ...x, samples: [...x.samples, other] });
    };
    expect(mixed(1)).toMatchObject({ kind: 'more-samples', cases: ['x'], upTo: 4 });
    expect(mixed(8)).toMatchObject({ kind: 'more-samples', cases: ['x'], upTo: 11 });
    expect(findingOf(mixed(9))?.line).toMatch(
      /only 2 answers differ, and then it takes a drop of 0\.70 to fail/,
    );
    expect(findingOf(mixed(9, 0.2))?.outcome).toBe('fails');
  });
});

describe('asking a case again', () => {
  it('goes on one by one until it is sure', () => {
    expect(asking(broken([0.2]))).toEqual({
      kind: 'more-samples',
      cases: ['x'],
      upTo: 2,
      why: 'Run 2 of 1 case far below the baseline: `x`.',
    });
    expect(asking(broken([0.2], { own: [0.3] }))).toMatchObject({ upTo: 3 });
    expect(asking(broken([0.2], { own: [0.3, 0.1] })).kind).toBe('decided');
  });

  it('ends with the first recovery, which is told', () => {
    const answer = asking(broken([0.2], { own: [0.95] }));
    expect(answer).toMatchObject({
      kind: 'decided',
      decision: { outcome: 'pass' },
      notes: [
        'Case `x` was asked 1 time more on its own, because it had fallen 1.00 → 0.20: it recovered to 0.95.',
      ],
    });
    expect(findingOf(answer)).toBeUndefined();
  });

  it('says nothing of own runs of a case that does not lie low', () => {
    expect(asking(broken([1], { own: [1] }))).toMatchObject({ notes: [] });
  });

  it('has recovered where it is as good as the worst run of the baseline', () => {
    const base = [...STEADY, createScoredCase('x', [1, 1, 1, 1, 0.2])];
    const answer = asking(broken([0], { own: [0.2] }), { base });
    if (answer.kind !== 'decided') throw new Error('not decided');
    expect(answer.notes).toEqual([expect.stringMatching(/fallen 0\.84 → 0\.00: it recovered to 0\.20\.$/)]);
  });

  it('moves neither mean nor floor', () => {
    const alone = ask({ x: broken([0.2], { own: [0.95] }) });
    const without = ask({ x: broken([0.2]) });
    if (alone.kind !== 'decided' || without.kind !== 'decided') throw new Error('not decided');
    expect(alone.decision.mean).toEqual(without.decision.mean);
  });

  it('waits for samples of the whole suite, which serve it too', () => {
    const answer = asking(broken([0.2]), { settings: { threshold: 0.95 } });
    expect(answer).toMatchObject({ kind: 'more-samples', cases: 'all', upTo: 2 });
    const head = [...createCases(20, [1, 1, 1]), broken([0.2, 0.2, 0.2])];
    expect(asking(broken([]), { head, settings: { threshold: 0.95 } }).kind).toBe('decided');
  });

  it('takes those that lack most, and leaves out those that recovered', () => {
    const two = [broken([0], { own: [0], id: 'y' }), broken([0], { own: [1], id: 'z' })];
    const known = ['y', 'z'].map((id) => createScoredCase(id, UNEVEN));
    const base = [...STEADY, createScoredCase('x', UNEVEN), ...known];
    const answer = asking(broken([0]), { head: [...HEAD, broken([0]), ...two], base });
    expect(answer).toMatchObject({ kind: 'more-samples', cases: ['x'], upTo: 2 });
  });

  it.each<[string, Partial<GateScene>]>([
    ['where it cannot be', { canSample: false }],
    [
      'where another rule blocks already',
      { head: [...createCases(12, [1]), broken([0])], settings: { threshold: 1 } },
    ],
    ['on a stale baseline', { baseline: createBaseline({ stale: true }) }],
    ['where the drop does not fail', { settings: { caseDrop: 0.9 } }],
  ])('is not done %s', (_, more) => {
    expect(asking(broken([0.2]), more).kind).toBe('decided');
  });

  it('counts many in one note', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const rows = ids.map((id, index) => broken([0.2], { own: index < 4 ? [1] : [0.2, 0.9], id }));
    const base = [...STEADY, ...ids.map((id) => createScoredCase(id, [1, 1, 1, 1, 1]))];
    const answer = askGate({ head: [...HEAD, ...rows], base });
    expect(answer.kind === 'decided' && answer.notes).toEqual([
      '6 cases lay far below the baseline and were asked again on their own, 8 times in all; 6 recovered.',
    ]);
  });
});

describe('the second look', () => {
  const sure = broken([0.2], { own: [0.2, 0.2] });

  it('is asked for before a case fails, once', () => {
    expect(askGate({ ...sceneOf(sure), confirmed: new Set() })).toEqual({
      kind: 'confirm',
      cases: ['x'],
      why: 'The irrelevant statements of 1 case are judged twice more, before it counts as broken: `x`.',
    });
    expect(askGate({ ...sceneOf(sure), confirmed: new Set(['x']) })).toMatchObject({
      decision: { outcome: 'fail' },
    });
  });

  it('comes before other cases are asked again, and is not wanted for what only warns', () => {
    const y = broken([0], { id: 'y' });
    const low = broken([0], { own: [0, 0] });
    const scene = { ...sceneOf(low, y), settings: { maxDrop: 1 } };
    expect(askGate({ ...scene, canSample: true, confirmed: new Set() })).toMatchObject({
      kind: 'confirm',
      cases: ['x'],
    });
    expect(askGate({ ...scene, canSample: true, confirmed: new Set(['x']) }).kind).toBe('decided');
    expect(askGate({ ...sceneOf(broken([0.6, 0.6, 0.6])), confirmed: new Set() }).kind).toBe('decided');
  });

  function sceneOf(...rows: readonly CaseRecord[]): GateScene {
    const known = rows.map(({ id }) => createScoredCase(id, rows.length > 1 ? UNEVEN : [1, 1, 1, 1, 1]));
    return { head: [...HEAD, ...rows], base: [...STEADY, ...known] };
  }
});

describe('properties', () => {
  const score = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
  const scores = (min: number, max: number) => fc.array(score, { minLength: min, maxLength: max });
  const row = fc.record({ base: scores(1, 5), suite: scores(1, 3), own: scores(0, 5), text: fc.boolean() });
  const suite = fc.array(row, { minLength: 1, maxLength: 12 });
  type Row = { base: number[]; suite: number[]; own: number[]; text: boolean };

  function sceneOf(rows: readonly Row[]): { head: CaseRecord[]; base: CaseRecord[] } {
    return {
      head: rows.map(({ suite: all, own, text }, index) =>
        broken(all, { own, id: `p${index}`, ...(text && { text: `text ${index}` }) }),
      ),
      base: rows.map(({ base }, index) => createScoredCase(`p${index}`, base)),
    };
  }

  it('a recovered sample never turns a pass into a fail, and never breaks a case', () => {
    fc.assert(
      fc.property(suite, fc.nat(), (rows, which) => {
        const { head, base } = sceneOf(rows);
        const at = which % head.length;
        const recovered = head.map((each, index) => {
          const best = Math.max(...(rows[index]?.base ?? []));
          const sample = createSample({ score: best, answerHash: 'recovered' });
          return index === at ? { ...each, caseSamples: [...each.caseSamples, sample] } : each;
        });
        const before = askGate({ head, base });
        const after = askGate({ head: recovered, base });
        if (before.kind !== 'decided' || after.kind !== 'decided') throw new Error('not decided');
        if (before.decision.outcome === 'pass') expect(after.decision.outcome).toBe('pass');
        expect(findingOf(after)?.cases ?? []).not.toContain(`p${at}`);
      }),
    );
  });

  it('does not hang on the order of the cases', () => {
    fc.assert(
      fc.property(
        suite.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows.keys()], { minLength: rows.length })),
        ),
        fc.boolean(),
        ([rows, order], canSample) => {
          const { head, base } = sceneOf(rows);
          const shuffled = order.flatMap((index) => head[index] ?? []);
          const scene = { base, canSample, confirmed: new Set<string>() };
          const [there, here] = [askGate({ ...scene, head: shuffled }), askGate({ ...scene, head })];
          expect(there.kind).toBe(here.kind);
          if (here.kind === 'decided') expect(findingOf(there)).toEqual(findingOf(here));
          else expect({ ...there, why: '' }).toEqual({ ...here, why: '' });
        },
      ),
    );
  });

  it('always ends: each sample asked for is one that is given, and there are few', () => {
    fc.assert(
      fc.property(suite, scores(8, 8), (rows, further) => {
        let { head } = sceneOf(rows);
        const { base } = sceneOf(rows);
        const settings = { ...DEFAULT_GATE, maxDrop: 1 };
        for (let round = 0; round < 20; round += 1) {
          const answer = askGate({ head, base, settings, canSample: true });
          if (answer.kind === 'decided') return;
          if (answer.kind !== 'more-samples') throw new Error(answer.why);
          if (answer.cases === 'all') {
            head = head.map((each) => ({
              ...each,
              samples: [...each.samples, createSample({ score: further[round % 8] ?? 0 })],
            }));
            continue;
          }
          expect(answer.cases.length).toBeGreaterThan(0);
          const { cases, upTo } = answer;
          head = head.map((each) => {
            const { id, samples, caseSamples } = each;
            if (!cases.includes(id)) return each;
            const index = samples.length + caseSamples.length;
            expect(upTo).toBe(index + 1);
            const sample = createSample({ score: further[index % 8] ?? 0, answerHash: `${id} ${index % 3}` });
            return { ...each, caseSamples: [...caseSamples, sample] };
          });
        }
        throw new Error('the gate did not come to an end');
      }),
    );
  });
});
