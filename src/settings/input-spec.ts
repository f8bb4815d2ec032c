import type { Overrides } from './overrides.js';

/** Commands of the command line. */
export const COMMANDS = ['run', 'baseline', 'compare', 'rejudge', 'aa-check', 'lint', 'demo'] as const;
export type Command = (typeof COMMANDS)[number];

/** Where an input counts: in the action, or as a flag of these commands. */
export type InputPlace = 'action' | Command;

type InputOf<Key extends keyof Overrides> = {
  /** Kebab-case: the input's name in a workflow, and the flag's without its hyphens. */
  readonly name: string;
  readonly key: Key;
  /** One or more whole sentences, for README, `action.yml` and `--help`. */
  readonly description: string;
  /** What `action.yml` declares; `null` where the default depends on something, as the description then says. */
  readonly default: string | null;
  readonly required: boolean;
  readonly places: readonly InputPlace[];
  /** What the value is, in one word, for `--help`. */
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

/** Commands that read suites as the action does. */
const LOCAL: readonly InputPlace[] = ['run', 'baseline', 'lint'];
/** Commands that look at an agent or at answers without deciding anything. */
const LOOKING: readonly InputPlace[] = ['rejudge', 'aa-check'];
export const DECIDING: readonly InputPlace[] = ['action', ...LOCAL, 'compare'];
export const EVALUATING: readonly InputPlace[] = ['action', ...LOCAL, ...LOOKING];
export const EVERYWHERE: readonly InputPlace[] = [...EVALUATING, 'compare'];
export const ACTION: readonly InputPlace[] = ['action'];

/** A row with the usual rest: no declared default, optional, one value, no secret. */
export function input<Key extends keyof Overrides>(
  given: Pick<InputOf<Key>, 'name' | 'key' | 'description' | 'places' | 'value' | 'parse'> &
    Partial<InputOf<Key>>,
): InputOf<Key> {
  return { default: null, required: false, list: false, secret: false, ...given };
}
