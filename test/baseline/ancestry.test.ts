import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAncestors, findNearest } from '../../src/baseline/ancestry.js';

/** A straight history: the greater number is the younger commit. */
const straight = async (ancestor: string, commit: string) => Number(ancestor) <= Number(commit);

describe('findAncestors', () => {
  it('takes what is in the history, and counts what nobody can tell', async () => {
    const isAncestor = async (ancestor: string, commit: string) =>
      ancestor === '3' ? null : straight(ancestor, commit);
    expect(await findAncestors(['1', '9', '3', '5'], '5', isAncestor)).toEqual({
      ancestors: ['1', '5'],
      unknown: 1,
    });
  });

  it('asks a few questions at a time', async () => {
    let running = 0;
    let most = 0;
    let asked = 0;
    const isAncestor = async () => {
      asked++;
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return true;
    };
    const commits = Array.from({ length: 700 }, (_, index) => String(index));
    const { ancestors, unknown } = await findAncestors(commits, 'x', isAncestor);
    expect({ asked, unknown, found: ancestors.length }).toEqual({ asked: 700, unknown: 0, found: 700 });
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('nearestOf', () => {
  it('is the youngest of a straight history, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(), { minLength: 1 }), async (numbers) => {
        expect(await findNearest(numbers.map(String), straight)).toBe(String(Math.max(...numbers)));
      }),
    );
  });
});
