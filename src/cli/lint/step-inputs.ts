import { attempt } from '../../model/errors.js';
import { INPUTS } from '../../settings/input-table.js';
import { type Overrides, readActionInputs } from '../../settings/overrides.js';
import type { ActionStep } from './read-workflows.js';

/** Stands for the value of every secret that a workflow passes. */
export const SOME_SECRET = 'secret';
/** Stands for a key that is written into a workflow. */
export const PLAIN_KEY = 'plain';

/** The settings that the action reads from a step's inputs. */
export type StepInputs = {
  /** Without the inputs whose value no file shows; those of secrets are `SOME_SECRET` or `PLAIN_KEY`. */
  readonly overrides: Overrides;
  readonly problems: readonly string[];
};

/** Reads a step's inputs as the action does. */
export async function readStepInputs({ inputs }: Pick<ActionStep, 'inputs'>): Promise<StepInputs> {
  const texts = Object.entries(inputs).flatMap(([name, text]) => {
    const spec = INPUTS.find((each) => each.name === name.toLowerCase() && each.places.includes('action'));
    const isExpression = text.includes('${{');
    if (spec?.secret) return [[name, isExpression ? SOME_SECRET : PLAIN_KEY] as const];
    return spec !== undefined && isExpression ? [] : [[name, text] as const];
  });
  const env = Object.fromEntries(texts.map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text]));
  const problems: string[] = [];
  const overrides = await attempt(problems, async () => readActionInputs(env));
  return { overrides: overrides ?? {}, problems };
}
