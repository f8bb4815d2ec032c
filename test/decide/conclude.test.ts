import { describe, expect, it } from 'vitest';
import {
  concludeScorers,
  decideNotEvaluated,
  decideReview,
  decideSuite,
  decideUnmeasured,
  findNextAsk,
  reviewMisled,
  reviewNothingToScore,
  reviewSuite,
  type ScorerConclusion,
  type SuiteEvidence,
} from '../../src/decide/conclude.js';
import type { Match, Search } from '../../src/model/comparison.js';
import type { FailureKind } from '../../src/model/errors.js';
import type { Decision, GateAsk } from '../../src/model/finding.js';
import type { ReviewReason } from '../../src/model/notes.js';
import { createOutcome } from '../../src/model/outcome.js';
import type { CaseRecord, RunRecord, Sample } from '../../src/model/run-record.js';
import type { GateSettings } from '../../src/model/suite.js';
import { matchesOf } from '../support/compare-judge.js';
import {
  createBaseline,
  createCase,
  createFailedSample,
  createJudgement,
  createRecord,
  createSample,
  createStatement,
  createUnscoredSample,
  SCORER,
} from '../support/records.js';
import { GATE } from './gate/play-gate.js';

const OTHER = 'strict';
const scorers = [SCORER, OTHER].map((id) => ({
  id,
  formula: 'formula-1',
  rubric: 'rubric-1',
  scale: 1,
  higherIsBetter: true,
}));

/** A sample with a score of each scorer. */
function scored(score: number, other: number, text = `scores ${score} and ${other}`): Sample {
  const statements = [createStatement(text)];
  return {
    ...createSample({ score, output: text, statements }),
    judgements: {
      [SCORER]: createJudgement({ score, statements }),
      [OTHER]: createJudgement({ score: other, statements: [] }),
    },
  };
}

const rows = (samples: readonly Sample[], fallen: readonly Sample[] = samples): readonly CaseRecord[] =>
  Array.from({ length: 12 }, (_, index) =>
    createCase(`c${index}`, { samples: index === 0 ? fallen : samples }),
  );
const recordOf = (cases: readonly CaseRecord[]): RunRecord => createRecord({ cases, scorers });

function conclude(head: RunRecord, base: RunRecord, options: Partial<SuiteEvidence> = {}) {
  return concludeScorers({
    scorers: [SCORER, OTHER].map((name) => ({ name, gate: GATE })),
    head,
    base,
    baseline: createBaseline(),
    askable: 'both',
    extraLeft: 100,
    firstRuns: 1,
    tests: 2,
    today: null,
    secondLooks: new Map(),
    ...options,
  });
}

/** What is asked next, with enough extra answers for all scorers unless said otherwise. */
const findAsk = (concluded: readonly ScorerConclusion[], extraLeft = 100) =>
  findNextAsk(concluded, extraLeft);

const good = scored(1, 1);
const base = recordOf(rows([good, good, good]));

describe('several scorers', () => {
  it('each is compared and decided on its own, and the worst decides', () => {
    const head = recordOf(rows([good], [scored(1, 0)]));
    const concluded = conclude(head, base, { askable: 'none' });
    expect(concluded.map(({ scorer }) => scorer)).toEqual([SCORER, OTHER]);
    const suite = decideSuite(concluded);
    expect(suite.decision.because).toEqual(['worse']);
    expect(suite.comparison.scorer).toBe(OTHER);
    expect(suite.scorers?.map(({ decision }) => decision.because)).toEqual([[], ['worse']]);
  });

  it('a single one has no list', () => {
    const [only] = [SCORER].map((name) => ({ name, gate: GATE }));
    const suite = decideSuite(conclude(base, base, { scorers: only === undefined ? [] : [only] }));
    expect(suite).not.toHaveProperty('scorers');
    expect(suite).not.toHaveProperty('scorer');
    expect(suite.decision).toMatchObject({ outcome: 'pass', because: [] });
  });

  it('are asked in their order, but what takes the fewest answers first if not all can be asked', () => {
    const fallen = rows([good]).map((row, at) => ({
      ...row,
      samples: [scored(at > 0 && at < 6 ? 0 : 1, at === 0 ? 0 : 1)],
    }));
    const concluded = conclude(recordOf(fallen), base);
    // Five cases up to three answers each, and one.
    expect(findAsk(concluded, 18)).toMatchObject({ kind: 'answers', scorer: SCORER, upTo: 3 });
    expect(findAsk(concluded, 17)).toMatchObject({ kind: 'answers', scorer: OTHER, caseIds: ['c0'] });
    const [first, second] = concluded;
    if (first === undefined || second === undefined) throw new Error('two scorers');
    expect(findAsk([second, first], 17)).toMatchObject({ scorer: OTHER });
  });

  it('runs of every case wait, too, if not all can be asked', () => {
    const lower = (other: number) => scored(0.8, other);
    const concluded = conclude(recordOf(rows([lower(1)], [lower(0)])), base);
    // Two runs of twelve cases, and one case up to three answers.
    expect(findAsk(concluded, 27)).toMatchObject({ kind: 'head-runs', upTo: 2 });
    expect(findAsk(concluded, 26)).toMatchObject({ kind: 'answers', scorer: OTHER });
  });

  it.each<[ask: GateAsk, answers: number]>([
    [{ kind: 'second-look', caseIds: ['c0', 'c1'], because: 'broke' }, 0],
    [{ kind: 'second-comparison', caseIds: ['c0', 'c1'], because: 'facts' }, 0],
    [{ kind: 'answers', side: 'base', caseIds: ['c0', 'c1'], upTo: 7, because: 'broke' }, 14],
    [{ kind: 'head-runs', upTo: 2, because: 'mean' }, 24],
    [{ kind: 'base-today', runs: 3, because: 'mean' }, 36],
  ])('what %j takes decides whether it goes first', (ask, answers) => {
    const concluded = conclude(base, base).map(
      (each): ScorerConclusion => ({ ...each, gate: { kind: 'ask', ask } }),
    );
    const scorerAsk: GateAsk = {
      kind: 'answers',
      side: 'head',
      caseIds: ['c0'],
      upTo: answers + 1,
      because: 'several',
    };
    const [first, second] = concluded;
    if (first === undefined || second === undefined) throw new Error('two scorers');
    const other = { ...second, gate: { kind: 'ask', ask: scorerAsk } } as const;
    expect(findAsk([other, first], 2 * answers + 1)).toMatchObject({ because: 'several' });
    expect(findAsk([other, first], 2 * answers)).not.toMatchObject({ because: 'several' });
  });

  it('a scorer that asks keeps the suite open', () => {
    const head = recordOf(rows([good], [scored(1, 0)]));
    const concluded = conclude(head, base);
    expect(findAsk(concluded)).toEqual({
      kind: 'answers',
      scorer: OTHER,
      side: 'head',
      caseIds: ['c0'],
      upTo: 3,
      because: 'broke',
    });
    expect(() => decideSuite(concluded)).toThrow(/has not decided/);
  });

  it('if one blocks, the others stop asking', () => {
    const gates = [
      { name: SCORER, gate: { ...GATE, threshold: 1 } },
      { name: OTHER, gate: GATE },
    ];
    const head = recordOf(rows([scored(0.5, 1)], [scored(0.5, 0)]));
    const concluded = conclude(head, base, { scorers: gates });
    expect(findAsk(concluded)).toBeNull();
    const [first, second] = decideSuite(concluded).scorers ?? [];
    expect(first?.decision).toMatchObject({ outcome: 'fail', blocking: true });
    expect(second?.decision.findings).toMatchObject([
      { rule: 'broke', unconfirmed: 'not-asked' },
      { rule: 'mean' },
      { rule: 'several', unconfirmed: 'not-asked' },
    ]);
  });

  it('the second look belongs to the scorer that has one', () => {
    const again = Array.from({ length: 7 }, () => scored(0, 1));
    const head = recordOf(
      rows([good]).map((row, index) =>
        index === 0 ? { ...row, samples: [scored(0, 1)], caseSamples: again } : row,
      ),
    );
    const asked = recordOf(
      base.cases.map((row, index) =>
        index === 0 ? { ...row, caseSamples: Array.from({ length: 7 }, () => good) } : row,
      ),
    );
    const ask = (secondLooks: SuiteEvidence['secondLooks']) =>
      findAsk(conclude(head, asked, { secondLooks }));
    expect(ask(new Map([[SCORER, new Set<string>()]]))).toEqual({
      kind: 'second-look',
      scorer: SCORER,
      caseIds: ['c0'],
      because: 'broke',
    });
    expect(ask(new Map([[SCORER, new Set(['c0'])]]))).toBeNull();
    expect(ask(new Map([[OTHER, new Set<string>()]]))).toBeNull();
  });

  it('a base run of today is compared under the same scorer', () => {
    const low = scored(0.9, 1);
    const today = recordOf(rows([low, low, low]));
    const head = recordOf(rows([low, low, low]));
    const [first] = conclude(head, base, { today, firstRuns: 3 });
    expect(first?.gate).toMatchObject({ kind: 'decided', decision: { outcome: 'pass' } });
    const [fell] = conclude(head, base, { today: base, firstRuns: 3 });
    expect(fell?.gate).toMatchObject({ kind: 'decided', decision: { outcome: 'fail' } });
  });
});

/** An answer with a score of the first scorer, and none of the other. */
function unscoredByOther(score: number, kind: FailureKind): Sample {
  const { judgements, ...sample } = scored(score, 0);
  return { ...sample, judgements: { ...judgements, [OTHER]: { status: 'unscored', kind, reason: 'why' } } };
}

function stopReasonOf(concluded: ScorerConclusion | undefined): string | null {
  const findings = concluded?.gate.kind === 'decided' ? concluded.gate.decision.findings : [];
  const reasons = findings.flatMap((finding) =>
    finding.rule === 'errors' && finding.obstacle.kind === 'stopped' ? [finding.obstacle.reason] : [],
  );
  return reasons[0] ?? null;
}

describe('an undecided check', () => {
  const only = [{ name: SCORER, gate: { ...GATE, threshold: 0.99 } }];
  const decide = (head: RunRecord, of: RunRecord, gate: Partial<GateSettings> = {}) => {
    const settings = only.map((each) => ({ ...each, gate: { ...each.gate, ...gate } }));
    return decideSuite(conclude(head, of, { scorers: settings })).decision;
  };
  const down = createFailedSample('unavailable', 'status 503');
  /** The first answer broke, and some of the others have no score. */
  const partly = (missing: number) =>
    recordOf(
      rows([good], [scored(0, 1)]).map((row, index) =>
        index > 11 - missing ? { ...row, samples: [down] } : row,
      ),
    );
  const rulesOf = ({ findings }: Decision) =>
    findings.map(({ rule, outcome, unconfirmed = null }) => [rule, outcome, unconfirmed]);

  it.each([2, 6, 10])('shows what was found in the other cases, without the mean (%d missing)', (missing) => {
    const decision = decide(partly(missing), base);
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['error'],
      worse: ['c0'],
      mean: null,
    });
    expect(rulesOf(decision)).toEqual([
      ['errors', 'inconclusive', null],
      ['broke', 'worse', 'undecided'],
      ['several', 'worse', 'undecided'],
    ]);
  });

  it('names answers that are gone once', () => {
    const gone = createUnscoredSample('not-scorable', 'nothing to judge');
    const head = recordOf(
      rows([good]).map((row, index) => {
        if (index < 3) return { ...row, samples: [gone] };
        return index < 6 ? { ...row, samples: [down] } : row;
      }),
    );
    expect(rulesOf(decide(head, base))).toEqual([
      ['errors', 'inconclusive', null],
      ['no-longer-answers', 'fails', null],
    ]);
  });

  it('is not decided by it', () => {
    expect(decide(partly(2), base, { failOn: ['worse'] })).toMatchObject({
      outcome: 'inconclusive',
      because: ['error'],
      blocking: false,
    });
  });

  it('shows nothing if nothing got worse, or if no case has a score', () => {
    const unchanged = { ...partly(2), cases: partly(2).cases.slice(1) };
    expect(rulesOf(decide(unchanged, base))).toEqual([['errors', 'inconclusive', null]]);
    expect(rulesOf(decide(recordOf(rows([down])), base))).toEqual([['errors', 'inconclusive', null]]);
  });

  it('shows no answers that were lost on their way', () => {
    const empty = { ...scored(0, 0, ''), answerHash: 'empty' };
    const head = recordOf(rows([good]).map((row, index) => (index < 4 ? { ...row, samples: [empty] } : row)));
    expect(rulesOf(decide(head, base))).toEqual([['errors', 'inconclusive', null]]);
  });

  it('shows what was found, too, if the baseline has too few cases', () => {
    const few = recordOf(
      base.cases.map((row, index) => (index < 5 ? row : { ...row, inputHash: `other ${index}` })),
    );
    const decision = decide(recordOf(rows([good], [scored(0, 1)])), few, { threshold: null });
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['inconclusive'], worse: ['c0'] });
    expect(rulesOf(decision)).toEqual([
      ['baseline', 'inconclusive', null],
      ['broke', 'worse', 'undecided'],
      ['several', 'worse', 'undecided'],
    ]);
  });
});

describe('a scorer without a score', () => {
  const fallen = (again: readonly Sample[], other = 1) =>
    recordOf(
      rows([good]).map((row, index) =>
        index === 0 ? { ...row, samples: [scored(0, other)], caseSamples: again } : row,
      ),
    );
  const outcomes = (head: RunRecord, options: Partial<SuiteEvidence> = {}) =>
    conclude(head, base, options).map(({ gate }) =>
      gate.kind === 'ask' ? gate.kind : gate.decision.outcome,
    );

  it.each([
    ['not-scorable', 1, ['ask', 'pass']],
    ['not-scorable', 0, ['ask', 'ask']],
    // It had not changed, so it cannot have recovered.
    ['scorer', 1, ['ask', 'pass']],
    ['scorer', 0, ['ask', 'inconclusive']],
    ['target', 0, ['ask', 'ask']],
  ] as const)('in a new run (%s, first score %d) ends %j', (kind, other, expected) => {
    expect(outcomes(fallen([unscoredByOther(0, kind)], other))).toEqual(expected);
  });

  it('in a new run of the base counts if the base can be asked, by its own name of the case', () => {
    const again = [unscoredByOther(1, 'scorer')];
    const asked = recordOf(
      base.cases.map((row, index) => (index === 0 ? { ...row, id: 'old', caseSamples: again } : row)),
    );
    const reason = (askable: 'both' | 'head') => stopReasonOf(conclude(fallen([], 0), asked, { askable })[1]);
    expect(reason('both')).toBe('case "old" ran again and has no score: why');
    expect(reason('head')).toBeNull();
  });

  it('in no run of a case leaves its others decided', () => {
    const never = unscoredByOther(1, 'scorer');
    const broken = { samples: [unscoredByOther(0, 'scorer')], caseSamples: [never] };
    const head = recordOf(rows([good]).map((row, index) => (index === 0 ? { ...row, ...broken } : row)));
    const atBase = recordOf(rows([good, good, good], [never, never, never]));
    expect(conclude(head, atBase).map(({ gate }) => gate.kind)).toEqual(['ask', 'decided']);
    expect(stopReasonOf(conclude(head, atBase)[1])).toBeNull();
  });

  it('in a new run of an answer that lost a fact leaves it open', () => {
    const says = (text: string) => scored(1, 1, text);
    const told = recordOf(rows(Array.from({ length: 3 }, () => says('The refund takes five days.'))));
    const head = recordOf(
      rows([says('The refund takes five days.')], [says('Ask the desk.')]).map((row, index) =>
        index === 0 ? { ...row, caseSamples: [createUnscoredSample('malformed')] } : row,
      ),
    );
    const ask = findAsk(conclude(head, told, { matches: new Map() }));
    const searches = ask?.kind === 'match' ? (ask.searches.get('c0') ?? []) : [];
    const found = searches.flatMap((search) => matchesOf(search, () => ({ status: 'dropped' })));
    const matches = new Map([['c0', found]]);
    expect(stopReasonOf(conclude(head, told, { matches })[0])).toContain('the judge replied nonsense');
  });

  it('to a question that the agent no longer answers leaves it open', () => {
    const crashed = createFailedSample('target', 'it crashed');
    const down = createFailedSample('unavailable', 'status 503');
    const cases = rows([good], [crashed]).map((row, index) =>
      index === 0 ? { ...row, caseSamples: [down] } : row,
    );
    expect(stopReasonOf(conclude(recordOf(cases), base)[0])).toContain('status 503');
  });

  it('in a new run does not hide that the run ended before', () => {
    const stopped = { kind: 'budget', reason: 'the budget is used up' } as const;
    const head = { ...fallen([unscoredByOther(0, 'scorer')], 0), stopped };
    expect(stopReasonOf(conclude(head, base)[1])).toBe('the budget is used up');
  });

  it.each([
    ['not-scorable', 'pass'],
    ['scorer', 'inconclusive'],
  ] as const)('in a further run of a case (%s): %s', (kind, outcome) => {
    const further = [good, unscoredByOther(1, kind), good];
    const down = Array.from({ length: 3 }, () => createFailedSample('unavailable', 'status 503'));
    const cases = Array.from({ length: 41 }, (_, index) =>
      createCase(`c${index}`, { samples: index === 0 ? further : [good, good, good] }),
    );
    // With two others it would be one more than 5% of 41 cases.
    const head = recordOf(cases.map((row, index) => (index < 39 ? row : { ...row, samples: down })));
    const many = recordOf(cases.map((row) => ({ ...row, samples: [good, good, good] })));
    const [first, other] = conclude(head, many, { firstRuns: 3 });
    expect(first?.gate).toMatchObject({ decision: { outcome: 'pass' } });
    expect(other?.gate).toMatchObject({ decision: { outcome } });
  });

  it('in any answer leaves it undecided, and the others go on asking', () => {
    const nothing = [unscoredByOther(0, 'not-scorable')];
    const head = recordOf(rows([unscoredByOther(1, 'not-scorable')], nothing));
    expect(outcomes(head)).toEqual(['ask', 'inconclusive']);
  });
});

describe('what answers state', () => {
  const FACT = 'The refund takes five days.';
  const says = (text: string) => scored(1, 1, text);
  const three = [says(FACT), says(FACT), says(FACT)];
  const facts = recordOf(rows(three));
  const lost = recordOf(rows(three, [says('Ask the desk.'), says('Ask us.'), says('Write to us.')]));
  const ask = (matches: readonly Match[]) =>
    conclude(lost, facts, { askable: 'none', firstRuns: 3, matches: new Map([['c0', matches]]) });

  const searchesIn = (asked: ReturnType<typeof findAsk>) =>
    asked?.kind === 'match' ? (asked.searches.get('c0') ?? []) : [];
  const dropAll = (searches: readonly Search[]) =>
    searches.flatMap((search) => matchesOf(search, () => ({ status: 'dropped' })));
  const first = searchesIn(findAsk(ask([])));

  it('is looked for before any gate asks', () => {
    const answers = first.map(({ answer }) => answer.map(({ shown }) => shown).join());
    expect(answers).toEqual(['Ask the desk.', 'Ask us.', 'Write to us.']);
    expect(findAsk(conclude(lost, facts, { askable: 'none', firstRuns: 3 }))).toBeNull();
  });

  it('the second judge call that the rule asks for is a search, too', () => {
    const second = searchesIn(findAsk(ask(dropAll(first))));
    expect(second).toEqual([{ ...first[0], added: [], draw: 1 }]);
  });

  it('an empty answer has lost everything, and no judge has to say so twice', () => {
    const empty = createSample({ score: 1, output: '', statements: [] });
    const silent: Sample = { ...empty, judgements: { ...good.judgements, ...empty.judgements } };
    const head = recordOf(rows(three, [silent, silent, silent]));
    for (const matches of [null, new Map()]) {
      const concluded = conclude(head, facts, { askable: 'none', firstRuns: 3, matches });
      expect(findAsk(concluded)).toBeNull();
      expect(decideSuite(concluded).decision).toMatchObject({ because: ['worse'], worse: ['c0'] });
    }
  });

  it('what the rule confirmed is no longer only possible', () => {
    const found = dropAll(first);
    const concluded = ask([...found, ...dropAll(searchesIn(findAsk(ask(found))))]);
    expect(findAsk(concluded)).toBeNull();
    const confirmedOf = (pairs: readonly { readonly statements: readonly { confirmed?: boolean }[] }[]) =>
      pairs.flatMap(({ statements }) => statements.map(({ confirmed }) => confirmed));
    expect(confirmedOf(concluded[0]?.comparison.pairs ?? [])).toEqual([false]);
    const suite = decideSuite(concluded);
    expect(suite.decision).toMatchObject({ because: ['worse'], worse: ['c0'] });
    expect(confirmedOf(suite.comparison.pairs)).toEqual([true]);
    expect(suite.comparison.pairs[0]?.statements).toMatchObject([
      { kind: 'lost', text: FACT, head: { runs: 0, of: 3 }, base: { runs: 3, of: 3 } },
    ]);
  });
});

const MISLED: ReviewReason = { kind: 'misled-judge', caseIds: ['c0'] };

/** A gate that decided like this. */
function decidedAs(outcome: Decision['outcome']) {
  const decision: Decision = {
    ...createOutcome(outcome, { because: [], blocking: false }),
    findings: [],
    worse: [],
    mean: null,
    review: [],
  };
  return { kind: 'decided', decision } as const;
}

it('of two facts that an answer lost, only the one that the rule confirmed is called so', () => {
  const says = (text: string) => scored(1, 1, text);
  const stated = ['The refund takes five days.', 'Shipping costs four euros.'];
  const both: Sample = {
    ...says(stated.join(' ')),
    judgements: {
      [SCORER]: createJudgement({ score: 1, statements: stated.map((text) => createStatement(text)) }),
      [OTHER]: createJudgement({ score: 1, statements: [] }),
    },
  };
  const three = [both, both, both];
  const lost = recordOf(rows(three, [says('Ask the desk.'), says('Ask us.'), says('Write to us.')]));
  const ask = (matches: readonly Match[]) =>
    conclude(lost, recordOf(rows(three)), {
      askable: 'none',
      firstRuns: 3,
      matches: new Map([['c0', matches]]),
    });
  const answer = (found: readonly Match[], isThere: (text: string) => boolean): readonly Match[] => {
    const asked = findAsk(ask(found));
    const searches = asked?.kind === 'match' ? (asked.searches.get('c0') ?? []) : [];
    return searches.flatMap((search) =>
      matchesOf(search, ({ shown }) => (isThere(shown) ? { status: 'said', by: [] } : { status: 'dropped' })),
    );
  };
  const first = answer([], () => false);
  const second = answer(first, (text) => text.startsWith('Shipping'));
  const suite = decideSuite(ask([...first, ...second]));
  const statements = suite.comparison.pairs.flatMap((pair) => pair.statements);
  expect(statements.filter(({ confirmed }) => confirmed === true).map(({ text }) => text)).toEqual([
    stated[0],
  ]);
});

describe('human review', () => {
  it('if an answer misled the judge, each case once', () => {
    const misled = createUnscoredSample('judge-compromised', 'the judge took a control for relevant');
    const both = { ...misled, judgements: { ...misled.judgements, [OTHER]: misled.judgements[SCORER] } };
    const head = recordOf(rows([good], [both as Sample]));
    const concluded = conclude(head, base, { askable: 'none' });
    expect(reviewMisled(concluded)).toEqual([{ kind: 'misled-judge', caseIds: ['c0'] }]);
    expect(reviewMisled(conclude(base, base))).toEqual([]);
    const suite = decideSuite(concluded);
    const reviewed = reviewSuite(suite, reviewMisled(concluded));
    expect(reviewed.decision.because[0]).toBe('review');
    expect(reviewed.scorers?.map(({ decision }) => decision === reviewed.decision)).toEqual([true, false]);
  });

  it('if a scorer has nothing to score on either side, and nothing else is open', () => {
    const nothing = createUnscoredSample('not-scorable', 'no context');
    const outage = createUnscoredSample('unavailable', 'status 503');
    const review = (headSample: Sample, baseSample: Sample) => {
      const [head, baseRecord] = [recordOf(rows([headSample])), recordOf(rows([baseSample]))];
      const concluded = conclude(head, baseRecord, { askable: 'none' }).slice(0, 1);
      const reasons = reviewNothingToScore(concluded, { head, base: baseRecord });
      return reviewSuite(decideSuite(concluded), reasons).decision;
    };
    expect(review(nothing, nothing)).toMatchObject({
      outcome: 'fail',
      because: ['review', 'error'],
      review: [{ kind: 'nothing-to-score', scorers: [SCORER] }],
    });
    expect(review(nothing, good)).toMatchObject({ outcome: 'inconclusive', review: [] });
    expect(review(outage, nothing)).toMatchObject({ outcome: 'inconclusive', review: [] });
    expect(review(good, good)).toMatchObject({ outcome: 'pass', review: [] });
  });

  it.each<[what: string, headCase: CaseRecord, reasons: readonly object[]]>([
    ['no answer of a case', createCase('c0', { samples: [] }), []],
    ['one that has something', createCase('c0', { samples: [good] }), []],
    [
      'none that has anything',
      createCase('c0', { samples: [unscoredByOther(1, 'not-scorable')] }),
      [{ kind: 'nothing-to-score', scorers: [OTHER] }],
    ],
  ])('of a scorer with nothing to score depends on %s', (_, headCase, reasons) => {
    const nothing = unscoredByOther(1, 'not-scorable');
    const head = recordOf([headCase, ...rows([nothing]).slice(1)]);
    const concluded = conclude(head, recordOf(rows([nothing])), { askable: 'none' });
    const open = concluded.map((each) =>
      each.scorer === OTHER ? { ...each, gate: decidedAs('inconclusive') } : each,
    );
    expect(reviewNothingToScore(open, { head, base: recordOf(rows([nothing])) })).toEqual(reasons);
    // Without a base there is nothing else to score.
    expect(reviewNothingToScore(open, { head, base: null })).toEqual(reasons);
  });

  it('does not hide that another scorer is undecided for another reason', () => {
    const head = recordOf(rows([unscoredByOther(1, 'not-scorable')]));
    const open = conclude(head, head, { askable: 'none' }).map((each) => ({
      ...each,
      gate: decidedAs('inconclusive'),
    }));
    expect(reviewNothingToScore(open, { head, base: head })).toEqual([]);
  });

  it.each<[outcome: Decision['outcome'], reasons: readonly ReviewReason[], expected: Decision['outcome']]>([
    ['pass', [MISLED], 'fail'],
    ['fail', [MISLED], 'fail'],
    ['inconclusive', [MISLED], 'inconclusive'],
    ['inconclusive', [{ kind: 'nothing-to-score', scorers: [SCORER] }], 'fail'],
    ['inconclusive', [MISLED, { kind: 'nothing-to-score', scorers: [SCORER] }], 'fail'],
  ])('makes %s with %j %s, and blocks', (outcome, reasons, expected) => {
    const { decision } = decidedAs(outcome);
    expect(decideReview(decision, reasons)).toMatchObject({
      outcome: expected,
      blocking: true,
      passed: false,
      review: reasons,
    });
    expect(decideReview(decision, [])).toBe(decision);
  });
});

it('nothing to measure is a pass', () => {
  expect(decideUnmeasured({ kind: 'unchanged', stored: false })).toEqual({
    outcome: 'pass',
    because: [],
    blocking: false,
    status: 'success',
    passed: true,
    findings: [],
    worse: [],
    mean: null,
    review: [],
    unmeasured: { kind: 'unchanged', stored: false },
  });
});

it('an evaluation that could not begin blocks', () => {
  const decision = decideNotEvaluated({ reasons: ['no key'], because: 'error', remedy: 'fix-access' });
  expect(decision).toMatchObject({
    outcome: 'inconclusive',
    because: ['error'],
    blocking: true,
    status: 'error',
    passed: false,
    findings: [],
    unmeasured: { kind: 'not-evaluated', reasons: ['no key'] },
    remedy: 'fix-access',
  });
});
