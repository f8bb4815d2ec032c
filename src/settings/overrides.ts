import type { z } from 'zod';
import type { Env } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import { suggestName } from '../text/nearest-name.js';
import { describeValue } from '../text/values.js';
import { type INPUT_TABLE, INPUTS, type InputSpec } from './input-table.js';

/** All values of action inputs or flags, each checked; missing ones are left out. */
export type Overrides = {
  readonly [Key in keyof typeof INPUT_TABLE]?: z.output<(typeof INPUT_TABLE)[Key]['schema']>;
};

export type InputText = { readonly spec: InputSpec; readonly label: string; readonly text: string };

/** Throws `UserError` with all problems, `others` first. Values of secrets are never quoted. */
export function parseOverrides(inputs: readonly InputText[], others: readonly string[] = []): Overrides {
  const problems = [...others];
  const values = new Map<string, unknown>();
  for (const { spec, label, text } of inputs) {
    const written = text.trim();
    if (written === '') continue;
    const parsed = spec.schema.safeParse(written);
    if (parsed.success) values.set(spec.key, parsed.data);
    else {
      const is = spec.secret ? 'is not usable' : `is ${describeValue(written)}`;
      problems.push(`${label} ${is}: ${parsed.error.issues[0]?.message}.`);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  // The table's type ties each key to its schema.
  return Object.fromEntries(values) as Overrides;
}

const PREFIX = 'INPUT_';

/** Reads the `INPUT_…` variables of the runner. Throws `UserError` with all problems. */
export function readActionInputs(env: Env): Overrides {
  const specs = INPUTS.filter(({ places }) => places.includes('action'));
  const inputs: InputText[] = [];
  const unknown: string[] = [];
  for (const [variable, text = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text.trim() === '') continue;
    const name = variable.slice(PREFIX.length).toLowerCase();
    const spec = specs.find((each) => each.name === name);
    if (spec !== undefined) inputs.push({ spec, label: `Input \`${name}\``, text });
    else {
      const inputNames = specs.map((each) => each.name);
      unknown.push(`Input \`${name}\` is not known. ${suggestName(name, inputNames)}`);
    }
  }
  return parseOverrides(inputs, unknown);
}

export function readSecretInputs(env: Env): readonly (string | undefined)[] {
  return INPUTS.filter(({ secret }) => secret).map(({ name }) => env[PREFIX + name.toUpperCase()]?.trim());
}
