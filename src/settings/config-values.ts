import { z } from 'zod';
import { UserError } from '../model/errors.js';
import {
  countRule,
  DURATION_PATTERN,
  DURATION_RULE,
  parseBaseUrl,
  parseDuration,
  parsePath,
  parseShare,
  SHARE_PATTERN,
  SHARE_RULE,
} from './inputs/input-values.js';

/** No path and no argument can hold a null character. */
const TEXT = /^[^\0]+$/;

/** Every message is a rule without subject and full stop: `config-file.ts` adds key and value. */
export const text = (rule = 'must be text', pattern = TEXT) =>
  z.string({ error: rule }).trim().regex(pattern, { error: rule });

export const count = (from: number, to: number) =>
  z
    .int({ error: countRule({ from, to }) })
    .min(from, { error: countRule({ from, to }) })
    .max(to, {
      error: countRule({ from, to }),
    });

const AMOUNT_RULE = 'must be a number, at least 0';
export const amount = () => z.number({ error: AMOUNT_RULE }).min(0, { error: AMOUNT_RULE });

export const share = () =>
  z
    .union(
      [
        z.number().min(0, { error: SHARE_RULE }).max(1, { error: SHARE_RULE }),
        z.string().regex(SHARE_PATTERN, { error: SHARE_RULE }),
      ],
      { error: SHARE_RULE },
    )
    .transform(asInput(parseShare));

export const duration = () =>
  z
    .string({ error: DURATION_RULE })
    .regex(DURATION_PATTERN, { error: DURATION_RULE })
    .transform(asInput(parseDuration));

export const choice = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be ${words.join(' or ')}` });

export const list = <Item extends z.ZodType>(item: Item, rule: string) =>
  z.array(item, { error: rule }).min(1, { error: rule });

const ARGUMENT_RULE = 'must be text; put it in quotes';
const COMMAND_RULE = (example: string) =>
  `must be a list of program and arguments, for example ${example}; no shell is involved`;
export const command = (example: string) =>
  list(
    z.string({ error: ARGUMENT_RULE }).regex(/^[^\0]*$/, { error: ARGUMENT_RULE }),
    COMMAND_RULE(example),
  ).refine((given) => given[0]?.trim() !== '', { error: COMMAND_RULE(example) });

export const filePath = () => z.string({ error: 'must be the path of a file' }).transform(asInput(parsePath));

export const baseUrl = () => z.string({ error: 'must be an address' }).transform(asInput(parseBaseUrl));

const VARIABLE_RULE = 'must be the name of an environment variable, for example OPENAI_API_KEY';
export const variable = () =>
  z.string({ error: VARIABLE_RULE }).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: VARIABLE_RULE });

const NEVER_PASSED = /^(?:INPUT_|ACTIONS_|GITHUB_(?:TOKEN|ENV|OUTPUT|STATE|PATH|STEP_SUMMARY)$)/i;
const PASSED_RULE =
  "cannot be passed on: the action's inputs, the job's tokens and the runner's files are kept from child processes";
/** Names of environment variables that a child process gets. */
export const passedVariables = () =>
  z.array(
    variable().refine((name) => !NEVER_PASSED.test(name), { error: PASSED_RULE }),
    { error: 'must be a list of names of environment variables' },
  );

/** Keys of every program of the repository: agents and scorers. */
export const program = {
  workers: count(1, 256).describe('Processes in parallel. Default: 2.').optional(),
  timeout: duration().describe('For one answer of the program. Default: 60s.').optional(),
  env: passedVariables().describe('Further environment variables that the program gets.').optional(),
};

const PARAMETERS_RULE = "must be a group of the provider's own parameters, for example { temperature: 0 }";
/** Fields of the request that are not parameters. */
const NOT_PARAMETERS = ['model', 'messages', 'stream', 'n', 'response_format', 'tools'];
export const parameters = () =>
  z
    .record(z.string(), z.unknown(), { error: PARAMETERS_RULE })
    .refine((given) => !NOT_PARAMETERS.some((name) => Object.hasOwn(given, name)), {
      error: `must not set ${NOT_PARAMETERS.join(', ')}`,
    })
    .describe("Sampling settings under the provider's own names.");

export const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be a group of keys' : undefined),
  });

const BRANCH_RULE = 'must be the name of a branch, without refs/heads/';
export const branch = () =>
  z
    .string({ error: BRANCH_RULE })
    .regex(/^(?!refs\/)(?!.*(?:\.\.|\/\/|\/\.|\.lock$|[./]$))[A-Za-z0-9][A-Za-z0-9._/-]*$/, {
      error: BRANCH_RULE,
    });

/** Checks a value by the rule of an input, in that rule's own words. */
function asInput<Given, Value>(parse: (given: Given) => Value) {
  return (given: Given, context: z.core.$RefinementCtx): Value => {
    try {
      return parse(given);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      context.addIssue({ code: 'custom', message: thrown.message });
      return z.NEVER;
    }
  };
}
