import { UserError } from '../ports/errors.js';
import { shownValue } from '../text/values.js';
import type { InputSpec } from './input-spec.js';
import type { Overrides } from './overrides.js';
import { RUN_INPUTS } from './run-inputs.js';
import { SUITE_INPUTS } from './suite-inputs.js';

export { COMMANDS, type Command, type InputSpec } from './input-spec.js';

/**
 * Every input and flag, in the order in which they are shown: the one source of `action.yml`, the README's table, the
 * flags and `--help`. A new one is a row here and a key of `Overrides`.
 */
export const INPUTS: readonly InputSpec[] = [...SUITE_INPUTS, ...RUN_INPUTS];

/** One input as it was given: its row of the table, what a message calls it, and its text. */
export type GivenInput = { readonly spec: InputSpec; readonly label: string; readonly text: string };

/**
 * Checks every given text by its row of `INPUTS`. An empty text counts as not given.
 * Throws `UserError` with all problems, `others` (found while reading) first. Values of secrets are never quoted.
 */
export function parseOverrides(given: Iterable<GivenInput>, others: readonly string[] = []): Overrides {
  const problems = [...others];
  const values: Record<string, unknown> = {};
  for (const { spec, label, text } of given) {
    if (text.trim() === '') continue;
    try {
      values[spec.key] = spec.parse(text);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      const is = spec.secret ? 'is not usable' : `is ${shownValue(text.trim())}`;
      problems.push(`${label} ${is}: ${thrown.message}.`);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  // The table's type ties each key to the type that its `parse` gives.
  return values as Overrides;
}
