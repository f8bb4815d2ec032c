import type { FailOn } from '../ports/decision.js';
import { UserError } from '../ports/errors.js';
import type { BaselineChoice } from '../ports/settings.js';
import type { VerdictLabel } from '../ports/verdict.js';
import { shownValue } from '../text/values.js';
import type { Command } from './command-table.js';

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
  /** Accept what regressed on a head, for this reason. */
  readonly accept?: string;
  /** Evaluate although the same files were decided before. */
  readonly forceRun?: boolean;
  /** Give a fork's prompt to a command. */
  readonly dangerouslyRunForkPrompt?: boolean;
  /** Folder of the journals. */
  readonly cachePath?: string;
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
  /** Ids of cases; `*` stands for any characters. */
  readonly cases?: readonly string[];
  readonly tags?: readonly string[];
  /** Only the cases that failed last. */
  readonly failed?: boolean;
  /** Run again whenever a watched file is saved. */
  readonly onSave?: boolean;
  /** Nothing is left out of the report. */
  readonly verbose?: boolean;
  /** Key of a statement that is labelled. */
  readonly key?: string;
  readonly as?: VerdictLabel;
  /** Show what the judge says before it is asked. */
  readonly showVerdict?: boolean;
  /** The result as JSON, in the place of the report. */
  readonly json?: boolean;
};

/** Where an input counts: in the action, or as a flag of these commands. */
export type InputPlace = 'action' | Command;

export type InputOf<Key extends keyof Overrides> = {
  /** Kebab-case: the input's name in a workflow, and the flag's without its hyphens. */
  readonly name: string;
  readonly key: Key;
  /** One or more whole sentences, for README, `action.yml` and `--help`. */
  readonly description: string;
  /** What `action.yml` declares; `null` where the default depends on something, as the description then says. */
  readonly default: string | null;
  readonly required: boolean;
  readonly places: readonly InputPlace[];
  /** What the value is, in one word, for `--help`; a flag whose value is `switch` takes none. */
  readonly value: string;
  /** One entry a line; on the command line the flag may be repeated. */
  readonly list: boolean;
  /** Never quoted in a message. */
  readonly secret: boolean;
  /** Throws `UserError` with the rule alone, without a full stop. */
  readonly parse: (text: string) => NonNullable<Overrides[Key]>;
};

/** One row of the table of inputs. */
export type InputSpec = { [Key in keyof Required<Overrides>]: InputOf<Key> }[keyof Overrides];

/** One input as it was given: its row of the table, what a message calls it, and its text. */
export type GivenInput = { readonly spec: InputSpec; readonly label: string; readonly text: string };

/**
 * Checks every given text by its row of `INPUTS`. An empty text counts as not given.
 * Throws `UserError` with all problems, `others` (found while reading) first. Values of secrets are never quoted.
 */
export function parseOverrides(given: Iterable<GivenInput>, others: readonly string[] = []): Overrides {
  const { overrides, problems } = checkOverrides(given);
  if (others.length + problems.size > 0) throw new UserError([...others, ...problems.values()]);
  return overrides;
}

/** What of the given texts is right, and what is wrong with the others, by the key that they are for. */
export function checkOverrides(given: Iterable<GivenInput>): {
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
