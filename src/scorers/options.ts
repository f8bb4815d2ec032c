import { z } from 'zod';
import { UserError } from '../model/errors.js';
import { suggestName } from '../text/nearest-name.js';
import { describeJson, getValueAt, isFields } from '../text/values.js';

const SCALE_RULE = 'must be a number above 0';
const CONTEXT_RULE = 'must be a list of texts';

export const SCALE = z
  .number({ error: SCALE_RULE })
  .positive({ error: SCALE_RULE })
  .describe('Highest score.')
  .default(1);

export const REASON = z
  .enum(['verdicts', 'llm'], { error: 'must be verdicts or llm' })
  .describe(
    '`verdicts` builds the reason from the verdicts. `llm` lets the judge write it, with one more call.',
  )
  .default('verdicts');

export const CONTEXT = z
  .array(z.string({ error: CONTEXT_RULE }), { error: CONTEXT_RULE })
  .min(1, { error: 'must hold at least one text' })
  .describe(
    "The same context for every case. Default: the context of the case or the answer, otherwise the answer's tool results.",
  )
  .optional();

export const BOOLEAN_OPTION = z.boolean({ error: 'must be true or false' });

export const TEXT_OPTION = z.string({ error: 'must be a text' }).min(1, { error: 'must not be empty' });

const COUNT_RULE = 'must be a whole number above 0';
export const COUNT_OPTION = z
  .number({ error: COUNT_RULE })
  .int({ error: COUNT_RULE })
  .positive({ error: COUNT_RULE });

const SHARE_RULE = 'must be a number from 0 to 1';

export const SHARE_OPTION = z
  .number({ error: SHARE_RULE })
  .min(0, { error: SHARE_RULE })
  .max(1, { error: SHARE_RULE });

/** Options directly, or in a group. */
export type FactoryOptions<Options> = Options & {
  readonly options?: Options | undefined;
  /** Name of its results, to use a scorer twice. Default: the scorer's own. */
  readonly id?: string | undefined;
};

/**
 * A factory's options, flat or under `options`, merged with the defaults, and its id. `also`: further names that the
 * factory accepts. Throws `UserError` with all unknown or invalid options.
 */
export function readOptions<Schema extends z.ZodObject>(
  about: { readonly id: string; readonly options: Schema },
  optionsInput: unknown,
  config: { readonly also?: readonly string[] } = {},
): { readonly id: string; readonly options: z.output<Schema> } {
  const optionNames = Object.keys(about.options.shape);
  const also = [...(config.also ?? []), 'id'];
  if (!isFields(optionsInput)) {
    const example = `{ ${config.also?.[0] ?? optionNames[0] ?? 'id'}: … }`;
    throw new UserError(
      `${about.id}: its factory was called with ${describeJson(optionsInput)}: give a group of options, such as ${example}`,
    );
  }
  const { id = about.id, options: nested = {}, ...flat } = optionsInput;
  const problems: string[] = [];
  const fail = (problem: string) => problems.push(`${about.id}: ${problem}`);
  if (typeof id !== 'string' || id === '') fail(`id is ${describeJson(id)}: give a text`);
  if (!isFields(nested)) fail(`options is ${describeJson(nested)}, but it is a group of options`);
  const all = Object.entries({ ...flat, ...Object(nested) }).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(all.filter(([name]) => optionNames.includes(name)));
  for (const [name] of all) {
    if (optionNames.includes(name) || also.includes(name)) continue;
    fail(`there is no option ${JSON.stringify(name)}. ${suggestName(name, [...optionNames, ...also])}`);
  }
  const { data, error } = about.options.safeParse(values);
  for (const { path, message } of error?.issues ?? []) {
    fail(`${path.map(String).join('.')} is ${describeJson(getValueAt(values, path))}: ${message}`);
  }
  if (problems.length > 0) throw new UserError(problems);
  return { id: String(id), options: data as z.output<Schema> };
}
