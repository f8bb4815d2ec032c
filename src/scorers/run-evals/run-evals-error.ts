import { messageOf } from '../../ports/errors.js';
import type { EvalsResult } from './eval-types.js';

/** `onItemComplete` has thrown. Every item was run all the same, and nothing of the result is lost. */
export class RunEvalsError<Item = unknown, Answer = unknown, Scorers = unknown> extends Error {
  override readonly name = 'RunEvalsError';
  /** What `runEvals` would have given. */
  readonly result: EvalsResult<Item, Answer, Scorers>;
  /** Everything that was thrown, in order; the first is the `cause`. */
  readonly errors: readonly unknown[];

  constructor(result: EvalsResult<Item, Answer, Scorers>, errors: readonly unknown[]) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`onItemComplete failed: ${messageOf(first)}${more}`, { cause: first });
    this.result = result;
    this.errors = errors;
  }
}
