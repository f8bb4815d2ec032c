import { suggestName } from '../../text/nearest-name.js';
import { type InputText, type Overrides, parseOverrides } from '../overrides.js';
import { INPUTS } from './input-table.js';

const PREFIX = 'INPUT_';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the action's inputs from the `INPUT_…` variables that the runner sets: the input's name in capitals, with its
 * hyphens. An empty one counts as not given. Throws `UserError` with all problems, unknown names included.
 */
export function readActionInputs(env: Env): Overrides {
  const { given, unknown } = listInputs(env);
  return parseOverrides(given, unknown);
}

/** The secrets among the inputs, whether valid or not. */
export function readSecretInputs(env: Env): readonly (string | undefined)[] {
  return INPUTS.filter(({ secret }) => secret).map(({ name }) => env[PREFIX + name.toUpperCase()]?.trim());
}

function listInputs(env: Env): {
  readonly given: readonly InputText[];
  readonly unknown: readonly string[];
} {
  const specs = INPUTS.filter((spec) => spec.places.includes('action'));
  const byVariable = new Map(specs.map((spec) => [PREFIX + spec.name.toUpperCase(), spec]));
  const given: InputText[] = [];
  const unknown: string[] = [];
  for (const [variable, text = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text.trim() === '') continue;
    const spec = byVariable.get(variable);
    if (spec === undefined) {
      const name = variable.slice(PREFIX.length).toLowerCase();
      const known = specs.map((each) => each.name);
      unknown.push(`Input \`${name}\` is not known. ${suggestName(name, known)}`);
    } else {
      given.push({ spec, label: `Input \`${spec.name}\``, text });
    }
  }
  return { given, unknown };
}
