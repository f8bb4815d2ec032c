import { UserError } from '../../src/model/errors.js';

/** The problems that reading something ends with; none where it can be read. Any other error goes through. */
export function problemsIn(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.problems;
    throw thrown;
  }
  return [];
}
