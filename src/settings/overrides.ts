import { UserError } from '../model/errors.js';
import { shownValue } from '../text/values.js';
import type { INPUT_TABLE, InputSpec } from './inputs/input-table.js';

/** All values of action inputs or flags, each checked; missing ones are left out. */
export type Overrides = {
  readonly [Key in keyof typeof INPUT_TABLE]?: ReturnType<(typeof INPUT_TABLE)[Key]['parse']>;
};

/** One given input: its row of the table, its name for messages, and its text. */
export type InputText = { readonly spec: InputSpec; readonly label: string; readonly text: string };

/**
 * Checks every given text by its row of `INPUTS`. An empty text counts as not given. Throws `UserError` with all
 * problems, `others` (found while reading) first. Values of secrets are never quoted.
 */
export function parseOverrides(given: Iterable<InputText>, others: readonly string[] = []): Overrides {
  const { overrides, problems } = checkOverrides(given);
  if (others.length + problems.size > 0) throw new UserError([...others, ...problems.values()]);
  return overrides;
}

/** The valid values, and the problems of the others by their key. */
export function checkOverrides(given: Iterable<InputText>): {
  readonly overrides: Overrides;
  readonly problems: ReadonlyMap<keyof Overrides, string>;
} {
  const problems = new Map<keyof Overrides, string>();
  const values: Record<string, unknown> = {};
  for (const { spec, label, text } of given) {
    if (text.trim() === '') continue;
    try {
      values[spec.key] = spec.parse(text);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      const is = spec.secret ? 'is not usable' : `is ${shownValue(text.trim())}`;
      problems.set(spec.key, `${label} ${is}: ${thrown.message}.`);
    }
  }
  // The table's type ties each key to the type that its `parse` gives.
  return { overrides: values as Overrides, problems };
}
