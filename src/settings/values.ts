import { z } from 'zod';
import { normalizePath } from '../files/readers.js';
import type { BaselineChoice } from '../model/suite.js';
import { LABEL_KEY_PATTERN } from '../model/verdict.js';

// Every message is a rule without subject and full stop; the reader of the file, input or flag adds name and value.

/** A path or argument cannot contain a null character. */
const TEXT = /^[^\0]+$/;

export const text = (rule = 'must be text', pattern = TEXT) =>
  z.string({ error: rule }).trim().regex(pattern, { error: rule });

const countRule = (from: number, to: number) =>
  to >= Number.MAX_SAFE_INTEGER
    ? `must be a whole number, at least ${from}`
    : `must be a whole number from ${from} to ${to}`;

export const count = (from: number, to = Number.MAX_SAFE_INTEGER) => {
  const error = countRule(from, to);
  return z.int({ error }).min(from, { error }).max(to, { error });
};

export const countText = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  text(countRule(from, to), /^\d{1,15}$/)
    .transform(Number)
    .pipe(count(from, to));

/** More samples per case add cost without information. */
export const MAX_REPEATS = 100;

const AMOUNT_RULE = 'must be a number, at least 0';
export const amount = () => z.number({ error: AMOUNT_RULE }).min(0, { error: AMOUNT_RULE });

export const SHARE_RULE = 'must be a number from 0 to 1 or a percentage, for example 0.8 or 80%';
const SHARE = /^(?:0?\.\d+|[01](?:\.0+)?|(?:\d{1,2}|100|\d{0,2}\.\d+)\s*%)$/;

/** `0.8`, `"0.8"` or `"80%"` becomes 0.8. */
export const share = () => {
  const error = SHARE_RULE;
  const number = z.number({ error }).min(0, { error }).max(1, { error });
  return z
    .union([number, z.string({ error }).trim().regex(SHARE, { error })], { error })
    .transform((given) =>
      String(given).endsWith('%') ? Number.parseFloat(`${given}`) / 100 : Number(given),
    );
};

const RISE_RULE =
  'must be a percentage above 0% and at most 1000%, for example 20%, or a number, for example 0.2';
const MAX_RISE = 10;

/** By how much something may rise: `20%` becomes 0.2, and `150%` 1.5. */
export const rise = () => {
  const error = RISE_RULE;
  return z
    .union(
      [
        z.number({ error }),
        z
          .string({ error })
          .trim()
          .regex(/^(?:\d+|\d*\.\d+)\s*%?$/, { error }),
      ],
      { error },
    )
    .transform((given) => (String(given).endsWith('%') ? Number.parseFloat(`${given}`) / 100 : Number(given)))
    .refine((given) => given > 0 && given <= MAX_RISE, { error });
};

const DURATION_RULE = 'must be a time above zero and at most 24 days, for example 500ms, 60s, 20m or 1h';
const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
/** The longest wait that a timer of Node can hold is 2^31 - 1 ms. */
const MAX_DURATION_MS = 24 * 24 * 3_600_000;

export const duration = () =>
  text(DURATION_RULE, /^\d+(?:\.\d+)?(?:ms|s|m|h)$/)
    .transform((given) => {
      const unit = given.replace(/^[\d.]+/, '') as keyof typeof MILLISECONDS;
      return Math.round(Number.parseFloat(given) * MILLISECONDS[unit]);
    })
    .refine((ms) => ms >= 1 && ms <= MAX_DURATION_MS, { error: DURATION_RULE });

export const choice = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be ${words.join(' or ')}` });

export const boolean = () =>
  z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' });

export const list = <Item extends z.ZodType>(item: Item, rule: string) =>
  z.array(item, { error: rule }).min(1, { error: rule });

const ARGUMENT_RULE = 'must be text; put it in quotes';
export const command = (example: string) => {
  const error = `must be a list of program and arguments, for example ${example}; no shell is involved`;
  return list(z.string({ error: ARGUMENT_RULE }).regex(/^[^\0]*$/, { error: ARGUMENT_RULE }), error).refine(
    (given) => given[0]?.trim() !== '',
    { error },
  );
};

export const lines = () =>
  z.string().transform((given) => {
    const entries = given.split('\n').map((line) => line.trim());
    return [...new Set(entries)].filter((line) => line !== '') as readonly string[];
  });

/** Relative, because the file is read from other commits too. */
export const filePath = () =>
  text(
    'must be the path of a file, relative to the working directory, with forward slashes',
    /^(?![/~]|[A-Za-z]:)[^\0\r\n\\]*[^/\0\r\n\\]$/,
  ).transform(normalizePath);

export const actionName = () =>
  text(
    'must name an action and its version, for example owner/prompt-regression@v1',
    /^[\w.-]+(?:\/[\w.-]+)+@[\w./-]+$/,
  );

export const baseUrl = () =>
  text('must be an address')
    .refine((given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ''), {
      error: 'must be an address that starts with https:// or http://, for example https://api.openai.com/v1',
      abort: true,
    })
    // Credentials in it would end up in logs.
    .refine((given) => new URL(given).username + new URL(given).password === '', {
      error: 'must not hold a user name or password; give the key by its own input or environment variable',
    });

/** A part of the run's page, or an address. */
export const reportUrl = () =>
  text(
    'must be `#artifacts`, or an address that starts with https:// or http://',
    /^(?:#[\w-]+|https?:\/\/[^\s/]\S*)$/,
  );

export const secret = () =>
  text(
    'a key must not hold white space, line breaks or letters beyond ASCII; look at how the secret was pasted',
    /^[\x21-\x7e]+$/,
  );

const VARIABLE_RULE = 'must be the name of an environment variable, for example OPENAI_API_KEY';
export const variable = () =>
  z.string({ error: VARIABLE_RULE }).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: VARIABLE_RULE });

const NEVER_PASSED = /^(?:INPUT_|ACTIONS_|GITHUB_(?:TOKEN|ENV|OUTPUT|STATE|PATH|STEP_SUMMARY)$)/i;
const PASSED_RULE =
  "cannot be passed on: the action's inputs, the job's tokens and the runner's files are kept from child processes";
export const passedVariables = () =>
  z.array(
    variable().refine((name) => !NEVER_PASSED.test(name), { error: PASSED_RULE }),
    { error: 'must be a list of names of environment variables' },
  );

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

export const branch = () =>
  text(
    'must be the name of a branch, without refs/heads/',
    /^(?!refs\/)(?!.*(?:\.\.|\/\/|\/\.|\.lock$|[./]$))[A-Za-z0-9][A-Za-z0-9._/-]*$/,
  );

/** `auto`, `stored`, `none`; a path that ends in .json or .json.gz is a run record; anything else is a git ref. */
export const baselineChoice = () =>
  text(
    "must be auto, stored, none, a git ref such as main, or the path of a run's record that ends in .json or .json.gz",
    // A leading hyphen would be read as an option by git.
    /^(?:[^\0\n]+\.json(?:\.gz)?|(?!-|.*\.\.)[^\s:?*[\\]+)$/,
  ).transform((given): BaselineChoice => {
    if (given === 'auto' || given === 'stored' || given === 'none') return { kind: given };
    return /\.json(?:\.gz)?$/.test(given) ? { kind: 'record', path: given } : { kind: 'ref', ref: given };
  });

const SHARD_RULE = 'must be the number of a part and the number of parts, for example 2/5';
export const shardPart = () =>
  text(SHARD_RULE, /^\d{1,4}\/\d{1,4}$/)
    .transform((given) => {
      const [index = 0, count = 0] = given.split('/').map(Number);
      return { index, count };
    })
    .refine(({ index, count: of }) => index >= 1 && index <= of, { error: SHARD_RULE });

/** A statement's complete key: a prefix may match another statement. */
export const labelKey = () =>
  z.string().toLowerCase().regex(LABEL_KEY_PATTERN, {
    error: 'must be the whole key of a statement, 20 hexadecimal digits, copied from a report',
  });

/** A commit's full id, because short ones may become ambiguous. */
export const commitId = () =>
  z
    .string()
    .toLowerCase()
    .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, {
      error: 'must be the full commit id, 40 hexadecimal digits',
    });
