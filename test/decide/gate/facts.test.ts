import { describe, expect, it } from 'vitest';
import type { FactStatus } from '../../../src/model/comparison.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import { createBaseline, createUnscoredSample } from '../../support/records.js';
import {
  findingOf,
  outcomesOf,
  type PlayOptions,
  playGate,
  type ScriptedCase,
  type ScriptedFact,
  steadyCases,
} from './play-gate.js';

const LOST: ScriptedFact = { base: 's', head: 'd' };

type Runs = { readonly base: number; readonly head: number };

/** So many cases that lose one fact each, and whose scores stay. */
function losing(count: number, fact: ScriptedFact = LOST, runs: Runs = { base: 3, head: 1 }) {
  return Array.from({ length: count }, (_, index): ScriptedCase => {
    const [steady] = steadyCases(1, 1, runs);
    return { base: steady?.base ?? [], head: steady?.head ?? [], id: `f${index}`, facts: [fact] };
  });
}

function facts(lost: readonly ScriptedCase[], options: PlayOptions = {}, cases = 12) {
  const runs = { base: lost[0]?.base.length ?? 3, head: lost[0]?.head.length ?? 1 };
  return playGate([...lost, ...steadyCases(cases - lost.length, 1, runs)], options);
}

/** What *Facts* says if three of twelve answers lose this fact. */
const says = (fact: ScriptedFact, options?: PlayOptions, runs?: Runs) =>
  outcomesOf(facts(losing(3, fact, runs), options).decision, 'facts');

describe('suspicious', () => {
  it.each<[base: string, runs: number, head: string, outcomes: string[]]>([
    ['sss', 3, 'd', ['fails']],
    ['ssds', 3, 'd', ['fails']],
    ['sdds', 3, 'd', []],
    ['s', 1, 'd', ['fails']],
    ['d', 1, 'd', []],
    ['sds', 2, 'd', []],
    ['sssds', 5, 'd', ['fails']],
    ['sssdds', 5, 'd', []],
    ['sss', 3, 'sd', []],
    ['sss', 3, 'dsd', []],
    ['sss', 3, 'ddsd', ['fails']],
    ['sss', 3, 'ud', []],
    ['sss', 3, 'dud', []],
    ['sss', 3, 'dp', ['worse']],
  ])('base %s (%i stored), head %s', (base, runs, head, outcomes) => {
    expect(says({ base, head }, {}, { base: runs, head: 1 })).toEqual(outcomes);
  });

  it('the second head answer is the first rerun, and one that states it ends the asking', () => {
    const { asks } = facts(losing(3, { base: 's', head: 'ds' }));
    expect(asks).toEqual([
      { kind: 'answers', side: 'head', caseIds: ['f0', 'f1', 'f2'], upTo: 2, because: 'facts' },
    ]);
    expect(facts(losing(3, { base: 's', head: 'ds' }, { base: 3, head: 2 })).asks).toEqual([]);
  });

  it.each<[VerdictLabel, string[]]>([
    ['yes', ['fails']],
    ['unsure', []],
    ['no', []],
  ])('a statement that was %s at base', (label, outcomes) => {
    expect(says({ ...LOST, label })).toEqual(outcomes);
  });
});

describe('confirmed by seven answers per side', () => {
  it.each<[what: string, base: string, head: string, outcomes: string[]]>([
    ['none contradicts', 's', 'd', ['fails']],
    ['two of the head do', 's', 'ddssd', ['fails']],
    ['three of the head do', 's', 'ddsssd', []],
    ['the last of the head does as well', 's', 'ddssdds', []],
    ['the eighth would', 's', 'ddssddds', ['fails']],
    ['two of the base do', 'sssdds', 'd', ['fails']],
    ['three of the base do', 'sssddds', 'd', []],
    ['a stored one and a new one do', 'sdsds', 'd', ['fails']],
    ['one of each side', 'sssds', 'ddsd', ['fails']],
    ['two of the head and one of the base', 'sssds', 'ddssd', []],
    ['in two the judge knows nothing', 's', 'dduud', ['fails']],
    ['in three the judge knows nothing', 's', 'dduuud', []],
  ])('%s', (_, base, head, outcomes) => {
    expect(says({ base, head })).toEqual(outcomes);
  });

  it.each<[FactStatus, string[]]>([
    ['dropped', ['fails']],
    ['partly', ['fails']],
    ['contradicted', ['fails']],
    ['said', []],
    ['unknown', []],
  ])('a second judge call that gives %s', (second, outcomes) => {
    expect(says({ ...LOST, second })).toEqual(outcomes);
  });

  it('an answer without a score contradicts', () => {
    const failed = createUnscoredSample();
    const again = (count: number, side: 'headAgain' | 'baseAgain') =>
      outcomesOf(
        facts(losing(3).map((each) => ({ ...each, [side]: [...Array(count).fill(failed), 1] }))).decision,
        'facts',
      );
    expect(again(2, 'headAgain')).toEqual(['fails']);
    expect(again(3, 'headAgain')).toEqual([]);
    expect(again(2, 'baseAgain')).toEqual(['fails']);
    expect(again(3, 'baseAgain')).toEqual([]);
  });

  it.each<[side: 'headAgain' | 'baseAgain', count: number, asked: object, outcomes: string[]]>([
    ['headAgain', 3, { head: 27, base: 12 }, ['fails']],
    ['baseAgain', 3, { head: 18, base: 21 }, ['fails']],
    ['headAgain', 7, { head: 39, base: 12 }, ['fails']],
    ['headAgain', 8, { head: 24, base: 0 }, []],
    ['baseAgain', 8, { head: 18, base: 24 }, []],
  ])(
    'answers with nothing to score decide nothing, so others are asked for: %s, %i',
    (side, count, asked, outcomes) => {
      const silent = createUnscoredSample('not-scorable', 'nothing to judge');
      const again = [...Array.from({ length: count }, () => silent), 1];
      const played = facts(losing(3).map((each) => ({ ...each, [side]: again })));
      expect(outcomesOf(played.decision, 'facts')).toEqual(outcomes);
      expect(played.asked).toEqual(asked);
    },
  );

  it.each<[what: string, runs: Runs, baseline: 'stored' | 'ran-now', head: number, base: number]>([
    ['three stored runs', { base: 3, head: 1 }, 'stored', 6, 4],
    ['one stored run', { base: 1, head: 1 }, 'stored', 6, 6],
    ['five stored runs: three base answers are of this check', { base: 5, head: 1 }, 'stored', 6, 3],
    ['five runs of this check', { base: 5, head: 1 }, 'ran-now', 6, 2],
    ['three runs of this check', { base: 3, head: 1 }, 'ran-now', 6, 4],
    ['three first head runs', { base: 3, head: 3 }, 'stored', 4, 4],
  ])('asks for the rest: %s', (_, runs, baseline, head, base) => {
    const rule = baseline === 'stored' ? 'same-commit' : baseline;
    const { asked, decision } = facts(losing(3, LOST, runs), { baseline: createBaseline({ rule }) });
    expect(asked).toEqual({ head: 3 * head, base: 3 * base });
    expect(outcomesOf(decision, 'facts')).toEqual(['fails']);
  });

  it('of five stored runs, those beyond seven answers do not count', () => {
    expect(says({ base: 'ssssdss', head: 'ddssd' }, {}, { base: 5, head: 1 })).toEqual(['fails']);
    expect(says({ base: 'sssdsss', head: 'ddssd' }, {}, { base: 5, head: 1 })).toEqual([]);
  });

  it.each<[cases: number, scorers: number, perSide: number]>([
    [99, 1, 7],
    [100, 1, 8],
    [200, 1, 9],
    [50, 2, 8],
  ])('%i cases and %i scorers: %i answers per side', (cases, scorers, perSide) => {
    const { asked } = facts(losing(1), { scorers }, cases);
    expect(asked).toEqual({ head: perSide - 1, base: perSide - 3 });
  });
});

describe('red from so many answers', () => {
  it.each<[lost: number, cases: number, outcome: string]>([
    [2, 12, 'worse'],
    [3, 12, 'fails'],
    [3, 49, 'fails'],
    [3, 50, 'worse'],
    [4, 50, 'fails'],
    [4, 100, 'worse'],
    [5, 100, 'fails'],
    [22, 1000, 'worse'],
    [23, 1000, 'fails'],
  ])('%i of %i', (lost, cases, outcome) => {
    expect(outcomesOf(facts(losing(lost), {}, cases).decision, 'facts')).toEqual([outcome]);
  });

  it.each<[lostFacts: number | null, lost: number, outcomes: string[]]>([
    [1, 1, ['fails']],
    [5, 4, ['worse']],
    [5, 5, ['fails']],
    [null, 12, []],
  ])('lost-facts: %s, %i of 12', (lostFacts, lost, outcomes) => {
    const { decision, asks } = facts(losing(lost), { gate: { lostFacts } });
    expect(outcomesOf(decision, 'facts')).toEqual(outcomes);
    expect(asks.length > 0).toBe(outcomes.length > 0);
  });

  it.each<[head: string, outcomes: string[]]>([
    ['c', ['fails']],
    ['p', ['worse']],
    ['ppppddd', ['worse']],
    ['dddpppp', ['worse']],
    ['pppdddd', ['fails']],
    ['pppcccd', ['fails']],
  ])('a fact of which the head answers have %s', (head, outcomes) => {
    expect(says({ base: 's', head })).toEqual(outcomes);
  });

  it('counts answers, not facts', () => {
    const many = losing(2).map((each) => ({
      ...each,
      facts: ['One.', 'Two.', 'Three.'].map((text) => ({ ...LOST, text })),
    }));
    const { decision } = facts(many);
    expect(findingOf(decision, 'facts')).toMatchObject({
      outcome: 'worse',
      numbers: { confirmed: 2, dropped: 6, partlyDropped: 0, saysOtherwise: 0 },
    });
  });

  it('then asking ends, and every answer is named that lost a fact in each run so far', () => {
    const { decision, asks, asked } = facts(
      [...losing(20), ...losing(21, { base: 's', head: 's' }).slice(20)],
      {},
      30,
    );
    expect(new Set(asks.flatMap((ask) => ('caseIds' in ask ? ask.caseIds : []))).size).toBe(6);
    expect(asked).toEqual({ head: 36, base: 24 });
    const finding = findingOf(decision, 'facts');
    expect(finding?.caseIds).toHaveLength(20);
    expect(finding).toMatchObject({ outcome: 'fails', numbers: { confirmed: 6, dropped: 6 } });
    expect(finding?.facts).toHaveLength(6);
    expect(decision.worse).toHaveLength(20);
  });

  it('an answer of which a new run states the fact is not named', () => {
    const kept = losing(6, { base: 's', head: 'ddssd' });
    const { decision } = facts([...losing(3), ...kept.slice(3)]);
    expect(findingOf(decision, 'facts')?.caseIds).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
    const partly = facts([...losing(3), ...losing(4, { base: 's', head: 'p' }).slice(3)]);
    expect(findingOf(partly.decision, 'facts')).toMatchObject({
      numbers: { confirmed: 4, dropped: 3, partlyDropped: 1 },
    });
  });
});

describe('a base that cannot be asked', () => {
  const options = { askable: 'head' } as const;

  it.each<[what: string, runs: number, base: string, head: string, outcomes: string[]]>([
    ['no answer contradicts', 3, 'sss', 'd', ['fails']],
    ['one of three stored runs lacks it', 3, 'ssd', 'd', []],
    ['one of four stored runs lacks it', 4, 'sssd', 'd', []],
    ['one of five stored runs lacks it', 5, 'ssssd', 'd', ['fails']],
    ['two of five stored runs lack it', 5, 'sssdd', 'd', []],
    ['two stored runs say too little', 2, 'ss', 'd', []],
    ['one head answer states it', 3, 'sss', 'ddsd', ['fails']],
    ['two head answers state it', 3, 'sss', 'ddssd', []],
  ])('%s', (_, runs, base, head, outcomes) => {
    const { decision, asked } = facts(losing(3, { base, head }, { base: runs, head: 1 }), options);
    expect(outcomesOf(decision, 'facts')).toEqual(outcomes);
    expect(asked.base).toBe(0);
    expect(asked.head > 0).toBe(runs > 2 && base !== 'ssd' && base !== 'sssd' && base !== 'sssdd');
  });
});

describe('recorded answers', () => {
  const options = { askable: 'none' } as const;
  const recorded = (fact: ScriptedFact, runs: Runs, lost = 5, cases = 12) =>
    outcomesOf(facts(losing(lost, fact, runs), options, cases).decision, 'facts');

  it.each<[runs: number, base: string, head: string, outcomes: string[]]>([
    [1, 's', 'd', ['worse: recorded']],
    [1, 's', 's', []],
    [2, 's', 'd', ['worse: recorded']],
    [2, 'sd', 'd', []],
    [2, 'dd', 'd', []],
    [2, 's', 'ds', []],
    [3, 's', 'd', ['fails']],
    [3, 'ssd', 'd', []],
    [3, 's', 'dds', []],
    [4, 'sssd', 'd', ['fails']],
    [4, 'ssdd', 'd', []],
    [4, 's', 'ddds', []],
    [5, 'ssssd', 'd', ['fails']],
    [5, 's', 'dddds', ['fails']],
    [5, 'ssssd', 'dddds', []],
    [6, 'sssssd', 'ddddds', ['fails']],
    [6, 's', 'ddddss', ['fails']],
    [6, 's', 'dddsss', []],
    [6, 'ssssdd', 'd', []],
    [7, 's', 'dddddss', ['fails']],
    [7, 's', 'ddddsss', []],
  ])('%i runs: base %s, head %s', (runs, base, head, outcomes) => {
    expect(recorded({ base, head }, { base: runs, head: runs })).toEqual(outcomes);
  });

  it('a run with nothing to score counts as if it were not there', () => {
    const silent = createUnscoredSample('not-scorable', 'nothing to judge');
    const lost = losing(5, LOST, { base: 4, head: 4 }).map((each) => ({ ...each, head: [silent, 1, 1, 1] }));
    expect(outcomesOf(facts(lost, { ...options, firstRuns: 4 }).decision, 'facts')).toEqual(['fails']);
  });

  it('a run of another case without a score does not matter', () => {
    const other = { id: 'other', base: [1, 1, 1], head: [1, createUnscoredSample(), 1] };
    const rows = [
      ...losing(5, LOST, { base: 3, head: 3 }),
      other,
      ...steadyCases(14, 1, { base: 3, head: 3 }),
    ];
    expect(outcomesOf(playGate(rows, options).decision, 'facts')).toEqual(['fails']);
  });

  it('of the longer side, the extra runs do not count', () => {
    expect(recorded({ base: 'sssdd', head: 'd' }, { base: 5, head: 3 })).toEqual(['fails']);
    expect(recorded({ base: 's', head: 'dddss' }, { base: 3, head: 5 })).toEqual(['fails']);
    expect(recorded({ base: 's', head: 'd' }, { base: 5, head: 2 })).toEqual(['worse: recorded']);
  });

  it.each<[lost: number, cases: number, unconfirmed: (string | undefined)[]]>([
    [4, 12, []],
    [5, 12, ['recorded']],
    [5, 50, []],
    [6, 50, ['recorded']],
  ])('one run per side, lost by %i of %i: too few runs to be sure', (lost, cases, unconfirmed) => {
    const { decision, asks } = facts(losing(lost, LOST, { base: 1, head: 1 }), options, cases);
    const found = decision.findings.filter(({ rule }) => rule === 'facts');
    expect(found.map((each) => each.unconfirmed)).toEqual(unconfirmed);
    expect(asks.filter(({ kind }) => kind === 'second-comparison')).toEqual([]);
  });

  it.each<[head: string, lost: number, unconfirmed: string[]]>([
    ['c', 1, ['recorded']],
    ['cc', 2, ['recorded']],
    ['dc', 1, ['recorded']],
    ['p', 4, []],
    ['d', 4, []],
  ])('%s in %i cases: few answers contradict a fact by chance', (head, lost, unconfirmed) => {
    const runs = { base: 1, head: head.length };
    const { decision } = facts(losing(lost, { base: 's', head }, runs), {
      ...options,
      firstRuns: head.length,
    });
    const found = decision.findings.filter(({ rule }) => rule === 'facts');
    expect(found.map((each) => each.unconfirmed)).toEqual(unconfirmed);
    expect(found.flatMap(({ caseIds }) => caseIds)).toHaveLength(unconfirmed.length === 0 ? 0 : lost);
    expect(decision.outcome).toBe('pass');
  });

  it('with fewer drops than needed, only the cases that contradict are named', () => {
    const rows = losing(4, LOST, { base: 1, head: 1 });
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('no case');
    const mixed = [{ ...first, facts: [{ base: 's', head: 'c' }] }, ...others];
    const { decision } = facts(mixed, options);
    const found = decision.findings.filter(({ rule }) => rule === 'facts');
    expect(found.map(({ caseIds }) => caseIds)).toEqual([['f0']]);
  });

  it.each<[lost: number, cases: number, outcome: string]>([
    [4, 12, 'worse'],
    [5, 12, 'fails'],
    [5, 50, 'worse'],
    [6, 50, 'fails'],
  ])('%i of %i', (lost, cases, outcome) => {
    expect(recorded(LOST, { base: 3, head: 3 }, lost, cases)).toEqual([outcome]);
  });

  it('only the second judge call is asked for', () => {
    const { asks } = facts(losing(5, LOST, { base: 3, head: 3 }), options);
    expect(asks.map(({ kind }) => kind)).toEqual(['second-comparison']);
  });
});

describe('when nothing more is asked', () => {
  it.each<[extraLeft: number, outcomes: string[]]>([
    [0, []],
    [3, ['worse: extra-runs']],
    [29, ['worse', 'worse: extra-runs']],
    [30, ['fails']],
  ])('with %i extra answers left', (extraLeft, outcomes) => {
    expect(says(LOST, { extraLeft })).toEqual(outcomes);
  });

  it.each([6, 9])('if all of %i lost a fact, as many as the extra answers confirm, to the end', (cases) => {
    expect(outcomesOf(facts(losing(cases), { extraLeft: 6 * cases }).decision, 'facts')).toEqual(['fails']);
  });

  it('beside another red rule, only what is confirmed is named', () => {
    const gone = { id: 'gone', base: [1, 1, 1], head: [0] };
    const { decision } = playGate([gone, ...losing(3), ...steadyCases(12)]);
    expect(outcomesOf(decision, 'broke')).toEqual(['fails']);
    expect(outcomesOf(decision, 'facts')).toEqual([]);
  });

  it('beside another scorer that failed, what was not asked again decides nothing, and is not left out', () => {
    const { decision } = facts(losing(3), { blocked: true });
    expect(outcomesOf(decision, 'facts')).toEqual(['info: not-asked']);
    expect(decision).toMatchObject({ outcome: 'pass', because: [], worse: [] });
    expect(outcomesOf(playGate(steadyCases(12), { blocked: true }).decision, 'facts')).toEqual([]);
  });

  it('beside another scorer that failed, what is confirmed, or cannot be, is not said to be unchecked', () => {
    const confirmed = losing(1, LOST, { base: 7, head: 7 }).map((each) => ({ ...each, id: 'sure' }));
    const ranNow = { baseline: createBaseline({ rule: 'ran-now' }), firstRuns: 7 } as const;
    const play = (cases: readonly ScriptedCase[]) => {
      const rest = steadyCases(12, 1, { base: 7, head: 7 });
      const asks = playGate([...cases, ...rest], ranNow).asks.length;
      return playGate([...cases, ...rest], { ...ranNow, blockedAfter: asks }).decision;
    };
    expect(outcomesOf(play(confirmed), 'facts')).toEqual(['worse']);
    const both = facts([...confirmed, ...losing(1)], { ...ranNow, blockedAfter: 1 }).decision;
    const found = both.findings.filter(({ rule }) => rule === 'facts');
    expect(found.map(({ outcome, caseIds }) => [outcome, caseIds])).toEqual([
      ['worse', ['sure']],
      ['info', ['f0']],
    ]);
    const recorded = losing(5, LOST, { base: 1, head: 1 });
    expect(outcomesOf(facts(recorded, { askable: 'none', blocked: true }).decision, 'facts')).toEqual([
      'worse: recorded',
    ]);
  });

  it('against a baseline of an older prompt it is yellow', () => {
    expect(says(LOST, { baseline: createBaseline({ stale: true }) })).toEqual(['worse: stale']);
  });
});

it('one batch of cases is asked after the other, each up to the second judge call', () => {
  const { asks } = facts(losing(12), {}, 30);
  expect(asks.map((ask) => ('caseIds' in ask ? ask.caseIds.length : 0)).slice(0, 3)).toEqual([6, 6, 6]);
  expect(asks.at(-1)).toEqual({
    kind: 'second-comparison',
    caseIds: ['f0', 'f1', 'f10', 'f11', 'f2', 'f3'],
    because: 'facts',
  });
});

describe('the answers that are named', () => {
  it('lost the whole fact in each run so far', () => {
    const runs = { base: 3, head: 3 };
    const named = (count: number, name: string, fact: ScriptedFact) =>
      losing(count, fact, runs).map((each, index) => ({ ...each, id: `${name}${index}` }));
    const { decision } = playGate([
      ...named(6, 'a-confirmed', LOST),
      ...named(2, 'b-lost', { base: 's', head: 'dcd' }),
      ...named(2, 'c-stated', { base: 's', head: 'dds' }),
      ...named(2, 'd-unknown', { base: 's', head: 'ddu' }),
      ...named(2, 'e-partly', { base: 's', head: 'ppp' }),
      ...steadyCases(16, 1, runs),
    ]);
    expect(findingOf(decision, 'facts')?.caseIds).toEqual([
      ...Array.from({ length: 6 }, (_, index) => `a-confirmed${index}`),
      'b-lost0',
      'b-lost1',
    ]);
  });

  it('are counted by what became of their facts', () => {
    const { decision } = facts([
      ...losing(1, { base: 's', head: 'c' }),
      ...losing(2, { base: 's', head: 'p' }).slice(1),
    ]);
    expect(findingOf(decision, 'facts')).toMatchObject({
      outcome: 'worse',
      facts: [
        { caseId: 'f0', text: 'A fact.' },
        { caseId: 'f1', text: 'A fact.' },
      ],
      numbers: { confirmed: 2, saysOtherwise: 1, dropped: 0, partlyDropped: 1 },
    });
  });

  it('decide nothing if another scorer blocks, although several head answers lack the fact', () => {
    expect(says(LOST, { blocked: true }, { base: 3, head: 3 })).toEqual(['info: not-asked']);
    expect(says(LOST, { lack: 'no-key' }, { base: 3, head: 3 })).toEqual(['worse: no-key']);
  });
});

describe('once enough answers agree', () => {
  /** All have seven head answers, so all are under way; some of them have seven base answers, too. */
  const first = (complete: readonly ScriptedFact[]) => {
    const runs = { base: 7, head: 7 };
    const rows = complete.flatMap((fact, index) =>
      losing(1, fact, runs).map((each) => ({ ...each, id: `w${index}` })),
    );
    const open = losing(4, LOST, { base: 3, head: 7 });
    const baseline = createBaseline({ rule: 'ran-now' });
    const [ask] = playGate([...rows, ...open, ...steadyCases(12, 1, runs)], { baseline, firstRuns: 1 }).asks;
    return ask?.kind;
  };
  const partly: ScriptedFact = { base: 's', head: 'p' };

  it.each<[what: string, complete: ScriptedFact[], kind: string]>([
    ['three', [LOST, LOST, LOST], 'second-comparison'],
    ['two', [LOST, LOST], 'answers'],
    ['two and a partly dropped fact', [LOST, LOST, partly], 'answers'],
  ])('the second judge call comes before other answers: %s', (_, complete, kind) => {
    expect(first(complete)).toBe(kind);
  });

  it('an unseen fact is yellow if nothing can be asked', () => {
    const runs = { base: 7, head: 7 };
    const rows = losing(3, LOST, runs);
    const baseline = createBaseline({ rule: 'ran-now' });
    const { decision } = playGate([...rows, ...steadyCases(9, 1, runs)], { baseline, lack: 'no-key' });
    expect(outcomesOf(decision, 'facts')).toEqual(['worse: no-key']);
  });
});
