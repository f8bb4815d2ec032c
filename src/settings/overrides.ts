import type { FailOn } from '../ports/decision.js';
import { UserError } from '../ports/errors.js';
import type { BaselineChoice } from '../ports/settings.js';
import { shownValue } from '../text/values.js';
import type { InputSpec } from './input-spec.js';

/** Everything that action inputs or flags can say, checked one by one; what was not given is not there. */
export type Overrides = {
  readonly config?: string;
  readonly suites?: readonly string[];
  readonly prompt?: string;
  readonly dataset?: string;
  readonly task?: string;
  readonly watch?: readonly string[];
  readonly model?: string;
  readonly baseUrl?: string;
  readonly openaiApiKey?: string;
  readonly judgeModel?: string;
  readonly judgeBaseUrl?: string;
  readonly judgeApiKey?: string;
  /** 0..1. */
  readonly threshold?: number;
  /** 0..1. */
  readonly maxDrop?: number;
  /** 0..1. */
  readonly caseDrop?: number;
  readonly failOn?: readonly FailOn[];
  readonly baseline?: BaselineChoice;
  readonly comment?: 'update' | 'off';
  readonly commentKey?: string;
  readonly status?: boolean;
  readonly pullRequest?: number;
  /** Full commit id. */
  readonly sha?: string;
  /** Evaluate although the same files were decided before. */
  readonly forceRun?: boolean;
  readonly workingDirectory?: string;
  readonly githubToken?: string;
  /** Folder that record and report are written to. */
  readonly output?: string;
  /** Folder of the file store. */
  readonly store?: string;
  readonly repeat?: number | 'auto';
  readonly baselineRepeat?: number;
  /** For the whole run. */
  readonly timeoutMs?: number;
  /** Model calls of the whole run. */
  readonly maxCalls?: number;
};

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
