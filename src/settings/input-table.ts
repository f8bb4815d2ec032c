import type { InputSpec } from './input-spec.js';
import { RUN_INPUTS } from './run-inputs.js';
import { SUITE_INPUTS } from './suite-inputs.js';

export { COMMANDS, type Command, type InputSpec } from './input-spec.js';

/**
 * Every input and flag, in the order in which they are shown: the one source of `action.yml`, the README's table, the
 * flags and `--help`. A new one is a row here and a key of `Overrides`.
 */
export const INPUTS: readonly InputSpec[] = [...SUITE_INPUTS, ...RUN_INPUTS];
