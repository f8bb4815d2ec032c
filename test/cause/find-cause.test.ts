import { describe, expect, test } from 'vitest';
import { buildVariantKey } from '../../src/cause/build-variant.js';
import { chooseLimits } from '../../src/cause/cause-rule.js';
import { type CauseStep, findNextCauseStep, type Observation } from '../../src/cause/find-cause.js';

/** Whether answer number `at` of a case shows the finding, with these hunks of the head. */
type Script = (hunks: ReadonlySet<number>, at: number, caseId: string) => boolean | null;

type Played = {
  readonly result: Exclude<CauseStep, { kind: 'ask' }>;
  /** Answers by case. */
  readonly asked: Readonly<Record<string, number>>;
};

/** Asks until there is a result. Answers differ unless the agent is `steady`. */
function play(
  script: Script,
  { hunks = 4, cases = 3, steady = false }: { hunks?: number; cases?: number; steady?: boolean } = {},
): Played {
  const order = Array.from({ length: hunks }, (_, at) => at);
  const caseIds = Array.from({ length: cases }, (_, at) => `c${at}`);
  const observations = new Map<string, Map<string, Observation[]>>(caseIds.map((id) => [id, new Map()]));
  for (;;) {
    const result = findNextCauseStep({ order, caseIds, observations });
    if (result.kind !== 'ask') {
      const asked = [...observations].map(([id, seen]) => [id, [...seen.values()].flat().length]);
      return { result, asked: Object.fromEntries(asked) };
    }
    for (const { caseId, variant, upTo } of result.asks) {
      const named = new Set(variant.hunks);
      const present = new Set(order.filter((hunk) => named.has(hunk) === (variant.origin === 'base')));
      const key = buildVariantKey(variant);
      const known = observations.get(caseId)?.get(key) ?? [];
      const more = Array.from({ length: upTo - known.length }, (_, more): Observation => {
        const at = known.length + more;
        return {
          hasFinding: script(present, at, caseId),
          answerHash: steady ? [...present].join() : `${[...present].join()} ${at}`,
        };
      });
      observations.get(caseId)?.set(key, [...known, ...more]);
    }
  }
}

const NONE = { kind: 'none', because: 'no-single-change' };

describe('the search for the cause', () => {
  test('one hunk: it goes without it and comes with it, in two cases', () => {
    const { result, asked } = play((present) => present.has(2));
    expect(result).toEqual({
      kind: 'named',
      cause: {
        hunks: [2],
        relation: 'alone',
        caseIds: ['c0', 'c1'],
        without: { agree: 12, of: 12 },
        only: { agree: 12, of: 12 },
      },
    });
    // Two hunks are ruled out with four answers each, and the second case begins with the named one.
    expect(asked).toEqual({ c0: 20, c1: 12, c2: 0 });
  });

  test.each([
    [3, 2],
    [2, 4],
    [1, 5],
  ])('with %i cases, %i contradictions are allowed', (cases, allowed) => {
    const { answers, contradictions } = chooseLimits(cases);
    expect(contradictions).toBe(allowed);
    const noisy =
      (wrong: number): Script =>
      (present, at) => {
        const has = present.has(0);
        // Split over both kinds of variants.
        const isWrong = has ? at < Math.ceil(wrong / 2) : at < Math.floor(wrong / 2);
        return isWrong && (present.size === 1 || present.size === 3) ? !has : has;
      };
    expect(play(noisy(allowed), { cases }).result).toMatchObject({
      kind: 'named',
      cause: { without: { of: Math.min(2, cases) * answers } },
    });
    expect(play(noisy(allowed + 1), { cases }).result).toEqual(NONE);
  });

  test('an answer that cannot be judged contradicts', () => {
    const unknown =
      (count: number): Script =>
      (present, at) =>
        at < count ? null : present.has(0);
    expect(play(unknown(1)).result.kind).toBe('named');
    expect(play(unknown(2)).result).toEqual(NONE);
  });

  test('two cases have to name the same hunk', () => {
    const perCase: Script = (present, _, caseId) => present.has(Number(caseId.slice(1)));
    expect(play(perCase).result).toEqual(NONE);
    expect(play(perCase, { cases: 2 }).result).toEqual(NONE);
    expect(play(perCase, { cases: 1 }).result.kind).toBe('named');
    const inTwo: Script = (present, _, caseId) => (caseId === 'c0' ? present.has(3) : present.has(1));
    expect(play(inTwo).result).toMatchObject({ cause: { hunks: [1], caseIds: ['c1', 'c2'] } });
  });

  test('two that need each other are named together', () => {
    const both: Script = (present) => present.has(1) && present.has(3);
    expect(play(both).result).toMatchObject({ cause: { hunks: [1, 3], relation: 'together' } });
    expect(play(both, { cases: 1 }).result).toEqual(NONE);
  });

  test('two of which each is enough are named, since restoring one does not repair it', () => {
    const either: Script = (present) => present.has(1) || present.has(3);
    expect(play(either).result).toMatchObject({ cause: { hunks: [1, 3], relation: 'each' } });
  });

  test('nothing is named if it goes with any edit, comes with any edit, or never changes', () => {
    expect(play((present) => present.size === 4).result).toEqual(NONE);
    expect(play((present) => present.size > 0).result).toEqual(NONE);
    expect(play(() => true).result).toEqual(NONE);
    expect(play(() => false).result).toEqual(NONE);
  });

  test('a habit of half of all answers names nothing', () => {
    expect(play((_, at) => at % 2 === 0).result).toEqual(NONE);
  });

  test('of an agent that always answers alike, one case proves nothing', () => {
    const one: Script = (present) => present.has(0);
    expect(play(one, { steady: true, cases: 1 }).result).toEqual({ kind: 'none', because: 'steady' });
    expect(play(one, { steady: true }).result).toMatchObject({ cause: { hunks: [0] } });
  });

  test('of such an agent, two other hunks must make no difference', () => {
    // Any edit of the head takes the sentence away, and hunk 0 brings it.
    const fragile: Script = (present) => present.size === 4 || (present.size === 1 && present.has(0));
    expect(play(fragile, { steady: true }).result).toEqual({ kind: 'none', because: 'steady' });
    expect(play(fragile).result).toMatchObject({ cause: { hunks: [0] } });
  });

  test('of such an agent with two hunks, all cases have to agree', () => {
    const inTwo: Script = (present, _, caseId) => present.has(caseId === 'c2' ? 1 : 0);
    expect(play(inTwo, { hunks: 2, steady: true }).result.kind).toBe('none');
    expect(play((present) => present.has(0), { hunks: 2, steady: true }).result).toMatchObject({
      cause: { caseIds: ['c0', 'c1', 'c2'] },
    });
    // Two edits that each take the sentence away say nothing: any edit may do it.
    const both: Script = (present) => present.size === 2;
    expect(play(both, { hunks: 2, steady: true }).result.kind).toBe('none');
  });
});
