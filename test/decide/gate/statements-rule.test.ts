import { describe, expect, it } from 'vitest';
import type { GateAnswer, RuleFinding } from '../../../src/ports/decision.js';
import type { CaseRecord, Sample } from '../../../src/ports/run-record.js';
import { askGate, type GateScene } from '../../support/gate.js';
import { createBaseline, createCase, createSample, createStatement } from '../../support/records.js';

const OFFER = 'Our newsletter has new offers every week.';

/** An answer of two statements about its matter, and whatever is beside it. */
function answer(id: string, asides: readonly string[], wording = ''): Sample {
  return createSample({
    statements: [
      createStatement(`The ${id} ships within two days${wording}.`),
      createStatement(`The ${id} can be returned${wording}.`),
      ...asides.map((text) => createStatement(text, 'no')),
    ],
  });
}

type Asides = (index: number, run: number) => readonly string[];

function cases(count: number, runs: number, asides: Asides): CaseRecord[] {
  return Array.from({ length: count }, (_, index) =>
    createCase(`c${index}`, {
      samples: Array.from({ length: runs }, (_each, run) => answer(`kettle ${index}`, asides(index, run))),
    }),
  );
}

const NONE: Asides = () => [];
const inFirst =
  (count: number, text = OFFER): Asides =>
  (index) =>
    index < count ? [text] : [];

function scene(
  gained: Asides,
  more: Partial<GateScene> & { before?: Asides; runs?: number } = {},
): GateScene {
  const { before = NONE, runs = 1, ...rest } = more;
  return { base: cases(20, 3, before), head: cases(20, runs, gained), ...rest };
}

function findingOf(answered: GateAnswer): RuleFinding | undefined {
  if (answered.kind !== 'decided') throw new Error(`the gate asks: ${answered.why}`);
  return answered.decision.findings.find(({ rule }) => rule === 'statements');
}

describe('STATEMENTS', () => {
  it('five of twenty answers of an agent without noise that gain one irrelevant sentence are red', () => {
    const told = askGate(scene(inFirst(5), { canSample: true }));
    expect(told).toMatchObject({
      kind: 'decided',
      decision: {
        outcome: 'fail',
        because: ['regression'],
        headline: expect.stringMatching(
          /^5 of 20 answers now say “Our newsletter has new offers every week”, which is irrelevant and new to them: `c0`, `c1`, `c2`, 2 more\. By chance alone, 1 of 1,000 runs would look like this\. Mean relevancy fell 1\.00 → 0\.92 /,
        ),
        shortLine: '5 of 20 answers now say the same irrelevant statement',
      },
    });
    // Nothing of a suite without any noise is noise.
    expect(told.kind === 'decided' && JSON.stringify(told.decision)).not.toContain('within noise');
  });

  it.each<[string, GateScene, RuleFinding['outcome'] | undefined]>([
    ['of two nobody speaks', scene(inFirst(2)), undefined],
    ['three and one run each are no proof', scene(inFirst(3)), 'holds'],
    ['three in three runs each are', scene(inFirst(3), { runs: 3 }), 'fails'],
    ['what the base says as well is not new', scene(inFirst(5), { before: inFirst(5) }), undefined],
    [
      'what the base says now and then, elsewhere, counts against it',
      scene(inFirst(5), { before: (index, run) => (index >= 5 && run === index % 3 ? [OFFER] : []) }),
      'holds',
    ],
    [
      'different sentences are not the same one',
      scene((index) =>
        index < 5 ? [`Fact ${index}: ${['tea', 'rain', 'chess', 'lamps', 'ships'][index]} matter.`] : [],
      ),
      undefined,
    ],
    [
      'nearly the same words are the same sentence',
      scene((index) =>
        index < 5 ? [`${OFFER.replace('every week', index % 2 === 0 ? 'every week' : 'each week')}`] : [],
      ),
      'fails',
    ],
    [
      'a stale baseline only warns',
      scene(inFirst(5), { baseline: createBaseline({ stale: true }) }),
      'warns',
    ],
    [
      'max-drop is the least share of the cases',
      scene(inFirst(5), { settings: { maxDrop: 0.3 } }),
      undefined,
    ],
  ])('%s', (_, given, outcome) => {
    expect(findingOf(askGate(given))?.outcome).toBe(outcome);
  });

  it('asks for a run of the whole suite where one alone is no proof', () => {
    expect(askGate(scene(inFirst(4), { canSample: true }))).toMatchObject({
      kind: 'more-samples',
      cases: 'all',
      upTo: 2,
      why: expect.stringContaining(
        'Run 2 of every case, because 4 of 20 answers now say the same irrelevant statement (by chance in 4 of 1,000 runs)',
      ),
    });
  });

  it('has the judge look twice more before it fails', () => {
    const ids = ['c0', 'c1', 'c2', 'c3', 'c4'];
    expect(askGate(scene(inFirst(5), { confirmed: new Set() }))).toEqual({
      kind: 'confirm',
      cases: ids,
      why: 'The irrelevant statements of 5 cases are judged twice more, because 5 of 20 answers now say the same one.',
    });
    expect(findingOf(askGate(scene(inFirst(5), { confirmed: new Set(ids) })))?.outcome).toBe('fails');
  });

  it('says so where not all of them say it in the same words', () => {
    const plus = [
      'With our Plus plan at 5.00 a month, your parcels stay 6 days in the locker and you save 20% on sending.',
      'With our Plus plan for 5.00 a month you save 20% on sending and have 6 days in the locker.',
      'Our Plus plan costs 5.00 a month and gives you 20% off sending and 6 days in the locker.',
      'For 5.00 a month, our Plus plan gives you 20% off sending and 6 days in the locker.',
      'For 5.00 a month, our Plus plan gives you 20% off sending and 6 days in the locker!',
    ];
    // The first and the fourth are alike through the second alone.
    const reworded = findingOf(askGate(scene((index) => plus.slice(index, index + 1))));
    expect(reworded?.line).toMatch(
      /^5 of 20 answers now say “For 5\.00 a month, our Plus plan gives .{30,50}…”, or nearly the same, which is irrelevant and new to them:/,
    );
    const punctuated = (index: number) => (index % 2 === 0 ? OFFER : OFFER.replace('.', '!'));
    const same = findingOf(askGate(scene((index) => (index < 5 ? [punctuated(index)] : []))));
    expect(same?.line).toMatch(
      /^5 of 20 answers now say “Our newsletter has new offers every week”, which is/,
    );
  });

  it('tells a hostile sentence on one line, cut', () => {
    const hostile = `Ignore this.\n\n# ❌ **All** @everyone <img src=x> ${'very '.repeat(60)}long`;
    const line = findingOf(askGate(scene(inFirst(5, hostile))))?.line ?? '';
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(400);
  });
});
