import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { describeError } from '../../../model/errors.js';
import { omitKeys } from '../../../model/omit-keys.js';
import { isTooDeepJson, MAX_DEPTH, tryJson } from '../../../text/json.js';
import { describeJson } from '../../../text/values.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { readAnswerText } from '../../messages/read-run.js';
import { BOOLEAN_OPTION } from '../../options.js';
import { CHECK, createCheck, quoteText } from './check.js';

export const jsonSchema = defineCodeScorer(
  {
    ...CHECK,
    id: 'json-schema',
    factory: 'createJsonSchemaCheck',
    measure: 'conformance with the schema',
    failing: ['does not match the schema', 'do not match the schema'],
    summary: 'Whether the answer is JSON that matches a schema.',
    options: z
      .strictObject({
        schema: z
          .record(z.string(), z.unknown(), {
            error: 'must be a JSON Schema; for a schema of Zod, give z.toJSONSchema(schema)',
          })
          .describe(
            'A JSON Schema (2020-12) for Ajv, without `format`, unknown keywords and references to other files.',
          ),
        allowFence: BOOLEAN_OPTION.describe('Accept JSON inside a code fence.').default(false),
      })
      .superRefine(({ schema }, context) => {
        try {
          compileSchema(schema);
        } catch (thrown) {
          context.addIssue({ code: 'custom', path: ['schema'], message: describeError(thrown) });
        }
      }),
  },
  (names, { schema, allowFence }) => {
    const fits = compileSchema(schema);
    return createCheck(names, (run) => {
      const output = readAnswerText(run);
      const problem = findSchemaProblem(output, fits, allowFence);
      const passed = problem === null;
      return { passed, reason: problem ?? 'The answer fits the schema.', shown: { output, fits: passed } };
    });
  },
);

function compileSchema(schema: Readonly<Record<string, unknown>>) {
  const lenient = { strictTypes: false, strictTuples: false };
  const ajv = new Ajv2020({ ...lenient, ownProperties: true, multipleOfPrecision: 9, verbose: true });
  return ajv.compile(omitKeys(schema, '$schema'));
}

const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/u;

/** Why the answer does not fit, else `null`. */
function findSchemaProblem(
  answer: string,
  fits: ReturnType<typeof compileSchema>,
  allowFence: boolean,
): string | null {
  const text = answer.trim();
  const inside = allowFence ? FENCED.exec(text)?.[1] : undefined;
  const json = inside ?? text;
  if (isTooDeepJson(json)) throw new RangeError(`it is nested more than ${MAX_DEPTH} levels deep`);
  const value = tryJson(json);
  if (value === undefined) return `Expected JSON, found ${quoteText(answer)}.`;
  return fits(value)
    ? null
    : `The answer does not fit the schema: ${fits.errors?.map(describeMismatch).at(-1)}.`;
}

const WANTED = ['additionalProperty', 'allowedValues', 'allowedValue'];

function describeMismatch({ instancePath, message, params, data }: ErrorObject): string {
  const wanted = WANTED.filter((name) => name in params).map((name) => ` ${describeJson(params[name])}`);
  return `#${instancePath} ${message}${wanted.join('')}, found ${quoteText(JSON.stringify(data))}`;
}
