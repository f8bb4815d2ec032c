import { suggestName } from '../text/nearest-name.js';
import { INPUTS } from './input-table.js';
import { type GivenInput, type Overrides, parseOverrides } from './overrides.js';

const PREFIX = 'INPUT_';

/**
 * Reads the action's inputs from the `INPUT_…` variables that the runner sets: the input's name in capitals, with its
 * hyphens. An empty one counts as not given. Throws `UserError` with all problems, unknown names included.
 */
export function readActionInputs(env: Readonly<Record<string, string | undefined>>): Overrides {
  const specs = INPUTS.filter((spec) => spec.places.includes('action'));
  const byVariable = new Map(specs.map((spec) => [PREFIX + spec.name.toUpperCase(), spec]));
  const given: GivenInput[] = [];
  const unknown: string[] = [];
  for (const [variable, text = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text.trim() === '') continue;
    const spec = byVariable.get(variable);
    if (spec === undefined) {
      const name = variable.slice(PREFIX.length).toLowerCase();
      unknown.push(
        `Input \`${name}\` is not known. ${suggestName(
          name,
          specs.map((s) => s.name),
        )}`,
      );
    } else {
      given.push({ spec, label: `Input \`${spec.name}\``, text });
    }
  }
  return parseOverrides(given, unknown);
}
