import { expect, test } from 'vitest';
import { concludeRecords } from '../../src/decide/conclude.js';
import type { Decision, RuleFinding } from '../../src/ports/decision.js';
import type { Look } from '../../src/ports/report.js';
import { lookOf, noteDraws, reviewLostDraws } from '../../src/session/earlier-draws.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import {
  createBaseline,
  createDecision,
  createFailedSample,
  createRecord,
  createSample,
  createScoredCase,
} from '../support/records.js';

const SCORER = 'answer-relevancy';
const head = createRecord({
  cases: [
    createScoredCase('a', [0.5, 0.75]),
    createScoredCase('b', [], { samples: [createFailedSample(), createSample({ score: 1 })] }),
    createScoredCase('new', [0.25]),
  ],
});
const base = createRecord({ cases: [createScoredCase('a', [1]), createScoredCase('b', [1])] });
const SCORES = [[50, 75], [100], [25]];
const EARLIER: Look = { looks: 2, wasRed: false, failedAt: null, scores: { [SCORER]: [[10], [], [20]] } };
const LOST: Look = { looks: 2, wasRed: true, failedAt: null, scores: null };

const passed = createDecision({});
const failed = (because: Decision['because'], blocking = true) =>
  createDecision({ outcome: 'fail', because, blocking });

/** `fails`: the rule that did, under the only scorer. */
function look(
  before: Look | null,
  decision: Decision,
  { review = [], fails }: { review?: readonly string[]; fails?: RuleFinding['rule'] } = {},
): Look {
  const concluded = concludeRecords({
    scorers: [{ name: SCORER, gate: DEFAULT_GATE }],
    ...{ head, base, baseline: createBaseline(), canSample: false },
  }).map((each) =>
    fails === undefined || each.gate.kind !== 'decided'
      ? each
      : {
          ...each,
          gate: {
            ...each.gate,
            decision: { ...decision, findings: [{ rule: fails, outcome: 'fails', line: '' } as const] },
          },
        },
  );
  return lookOf(before, { head, concluded, decision, review });
}

test('a look has the scores of every case, new ones too, after those of the looks before', () => {
  expect(look(null, passed)).toEqual({
    looks: 1,
    wasRed: false,
    failedAt: null,
    scores: { [SCORER]: SCORES },
  });
  expect(look(EARLIER, passed)).toEqual({
    ...{ looks: 3, wasRed: false, failedAt: null },
    scores: { [SCORER]: [[10, 50, 75], [100], [20, 25]] },
  });
});

test.each<[string, Look, Partial<Look>]>([
  ['a regression', look(EARLIER, failed(['regression'])), { wasRed: true, failedAt: 3 }],
  ['a threshold that is missed', look(EARLIER, failed(['threshold'])), { wasRed: true, failedAt: null }],
  ['what only warns', look(EARLIER, failed(['regression'], false)), { wasRed: false, failedAt: null }],
  ['a person who has to look', look(EARLIER, passed, { review: ['why'] }), { wasRed: true, failedAt: null }],
])('of what a run ends with, %s is known later', (_, known, expected) => {
  expect(known).toMatchObject(expected);
});

test('a red stays one, and fails at the look that it failed at first', () => {
  const red = look(null, failed(['regression']));
  expect(look(red, passed)).toMatchObject({ looks: 2, wasRed: true, failedAt: 1 });
});

test.each<[string, Look, boolean]>([
  ['in scores', look(null, failed(['regression']), { fails: 'mean' }), true],
  ['in what answers say', look(null, failed(['regression']), { fails: 'statements' }), false],
  ['where a person has to look', look(null, passed, { review: ['why'] }), false],
  ['where the scores are lost already', look(LOST, passed), false],
])('a fall %s rests on scores: %s', (_, known, isKept) => {
  expect(known.scores !== null).toBe(isKept);
});

test('what a red rested on and nobody knows any more takes a person, whatever the new run says', () => {
  expect(reviewLostDraws(LOST, passed)).toHaveLength(1);
  expect(reviewLostDraws(LOST, failed(['regression']))).toEqual([]);
  expect(reviewLostDraws({ ...LOST, wasRed: false }, passed)).toEqual([]);
  expect(reviewLostDraws(EARLIER, passed)).toEqual([]);
  expect(reviewLostDraws(null, passed)).toEqual([]);
});

test('that there were looks before is told', () => {
  expect(noteDraws(null)).toEqual([]);
  expect(noteDraws(EARLIER)).toEqual([
    'The same files and settings were decided 2 times before. Those scores count too, and only a fall that is even less likely by chance fails now.',
  ]);
  expect(noteDraws({ ...LOST, looks: 1, failedAt: 1 })).toEqual([
    'The same files and settings were decided once before. The comment does not keep all that this rested on, so this run counts by itself, and a fall fails by the same limit as then.',
  ]);
});
