import { expect, it } from 'vitest';

/** What a constant of the code decides, told by a value on either side of it. */
export type Boundary<Value> = {
  readonly constant: number;
  /** The same number as the documentation prints it, or its reasons want it: else the row would move with the constant. */
  readonly value: number;
  readonly outcome: (value: Value) => unknown;
  readonly below: readonly [value: Value, outcome: unknown];
  readonly above: readonly [value: Value, outcome: unknown];
};

/** Keeps the type of the value together with the row. */
export function boundary<Value>(row: Boundary<Value>): () => Promise<void> {
  return async () => {
    const { constant, value, outcome, below, above } = row;
    expect(constant).toBe(value);
    expect(below[1]).not.toEqual(above[1]);
    expect({ below: await outcome(below[0]), above: await outcome(above[0]) }).toEqual({
      below: below[1],
      above: above[1],
    });
  };
}

/** One test a constant. */
export function testBoundaries(rows: Readonly<Record<string, () => Promise<void>>>): void {
  it.each(Object.entries(rows))('%s', (_, holds) => holds());
}
