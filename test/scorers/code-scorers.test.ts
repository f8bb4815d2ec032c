import { describe, expect, it } from 'vitest';
import { CODE_OPENERS } from '../../src/scorers/code-scorers.js';

const OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tool-call-accuracy': { expectedTool: 'search' },
  equals: { value: 'x' },
  contains: { value: 'x' },
  regex: { pattern: 'x' },
  'json-schema': { schema: {} },
  'starts-with': { value: 'x' },
  'max-length': { words: 3 },
  'called-tool': { tool: 'search' },
};

describe('every scorer that needs no judge', () => {
  it.each(Object.entries(CODE_OPENERS))('%s', async (id, open) => {
    const scorer = open(OPTIONS[id] ?? {});
    expect(scorer.id).toBe(id);
    expect(scorer.scale).toBe(1);
    expect(scorer.higherIsBetter).toBe(true);
    expect(scorer.description).not.toBe('');
    const { score } = await scorer.run({
      input: 'Name rivers',
      output: 'The Rhine',
      groundTruth: 'The Rhine',
    });
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
    expect(() => open({ ...OPTIONS[id], valve: 'x' })).toThrow('there is no option "valve"');
  });

  it('is one of thirteen', () => {
    expect(Object.keys(CODE_OPENERS)).toHaveLength(13);
  });
});
