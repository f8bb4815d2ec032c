import { z } from 'zod';
import { graphemeCount } from '../../../text/graphemes.js';
import { type Fields, isFields } from '../../../text/values.js';
import { answerText } from '../../builder/run-texts.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { SWITCH } from '../../options.js';
import { CHECK, type CheckResult, createCheck, quoted } from './check.js';
import { schemaAt, schemaProblems } from './json-schema-keywords.js';

/** A schema that could not be checked whole is refused. */
export const jsonSchema = defineCodeScorer(
  {
    ...CHECK,
    id: 'json-schema',
    factory: 'createJsonSchemaCheck',
    measure: 'conformance with the schema',
    summary: 'Whether the answer is JSON, and JSON of the wanted form.',
    options: z
      .strictObject({
        schema: z
          .record(z.string(), z.unknown(), {
            error: ({ input }) =>
              isFields(input) && '_zod' in input
                ? 'is a schema of Zod: give z.toJSONSchema(schema)'
                : 'must be a JSON Schema',
          })
          .describe(
            'A JSON Schema (2020-12) of these keywords: type, enum, const, properties, required, additionalProperties, items, prefixItems, min and max of items, lengths, properties and numbers, multipleOf, pattern, uniqueItems, anyOf, oneOf, allOf, not, local $ref. Any other is refused.',
          ),
        allowFence: SWITCH.describe('A code fence around the whole answer is taken off.').default(false),
      })
      .superRefine(({ schema }, context) => {
        const problems = schemaProblems(schema);
        for (const message of problems) context.addIssue({ code: 'custom', path: ['schema'], message });
      }),
  },
  (options, { id, summary }) =>
    createCheck({ id, name: 'JSON Schema', description: summary }, (run) => {
      const output = answerText(run);
      const found = checkJsonSchema(output, options);
      return { ...found, shown: { output, fits: found.passed } };
    }),
);

const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/u;

export function checkJsonSchema(
  answer: string,
  { schema, allowFence }: { readonly schema: object; readonly allowFence: boolean },
): CheckResult {
  const text = answer.trim();
  const inside = FENCED.exec(text)?.[1];
  if (inside !== undefined && !allowFence) {
    return { passed: false, reason: `Expected JSON alone, found it in a code fence: ${quoted(text)}.` };
  }
  try {
    const value: unknown = JSON.parse(inside ?? text);
    const mismatch = schemaMismatch(value, schema, { root: schema, at: '#' });
    return mismatch === null
      ? { passed: true, reason: 'The answer fits the schema.' }
      : { passed: false, reason: `The answer does not fit the schema: ${mismatch}.` };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) {
      return { passed: false, reason: `Expected JSON, found ${quoted(answer)}.` };
    }
    // Only the depth of the answer can exhaust the stack: the schema's own depth is limited.
    if (thrown instanceof RangeError) return { passed: false, reason: 'The answer is nested too deeply.' };
    throw thrown;
  }
}

type Place = {
  readonly root: unknown;
  readonly at: string;
  /** References that led here from this very value: one that comes again adds nothing, and would never end. */
  readonly via?: readonly string[];
};

/**
 * How a value differs from a JSON Schema (2020-12), the first difference in words; `null` where it fits. The schema
 * has been looked through by `schemaProblems`, so every keyword in it is known.
 */
function schemaMismatch(value: unknown, schema: unknown, place: Place): string | null {
  if (schema === true) return null;
  if (!isFields(schema)) return `${place.at} must not be there`;
  return (
    valueMismatch(value, schema, place.at) ??
    combinedMismatch(value, schema, place) ??
    (typeof value === 'string' ? stringMismatch(value, schema, place.at) : null) ??
    (typeof value === 'number' ? numberMismatch(value, schema, place.at) : null) ??
    (Array.isArray(value) ? listMismatch(value, schema, place) : null) ??
    (isFields(value) ? fieldsMismatch(value, schema, place) : null)
  );
}

function valueMismatch(value: unknown, schema: Fields, at: string): string | null {
  const { type, enum: allowed, const: only } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    return `${at} must be ${types.join(' or ')}, found ${quotedJson(value)}`;
  }
  if (Array.isArray(allowed) && !allowed.some((option) => same(option, value))) {
    return `${at} must be one of ${quoted(JSON.stringify(allowed))}, found ${quotedJson(value)}`;
  }
  if (only !== undefined && !same(only, value))
    return `${at} must be ${quotedJson(only)}, found ${quotedJson(value)}`;
  return null;
}

function combinedMismatch(value: unknown, schema: Fields, place: Place): string | null {
  const mismatch = (part: unknown): string | null => schemaMismatch(value, part, place);
  const { $ref, allOf, anyOf, oneOf, not } = schema;
  const via = place.via ?? [];
  if (typeof $ref === 'string' && !via.includes($ref)) {
    const found = schemaMismatch(value, schemaAt(place.root, $ref), { ...place, via: [...via, $ref] });
    if (found !== null) return found;
  }
  for (const part of list(allOf)) {
    const found = mismatch(part);
    if (found !== null) return found;
  }
  const any = list(anyOf).map(mismatch);
  if (any.length > 0 && !any.includes(null)) return `${place.at} fits no schema of anyOf: ${any[0]}`;
  const one = list(oneOf).map(mismatch);
  const fitting = one.filter((found) => found === null).length;
  if (one.length > 0 && fitting !== 1) return `${place.at} fits ${fitting} schemas of oneOf instead of one`;
  return not !== undefined && mismatch(not) === null ? `${place.at} fits the schema of not` : null;
}

function stringMismatch(value: string, { minLength, maxLength, pattern }: Fields, at: string): string | null {
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength)
    return `${at} is shorter than ${minLength} characters`;
  if (typeof maxLength === 'number' && length > maxLength)
    return `${at} is longer than ${maxLength} characters`;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    return `${at} must match /${pattern}/, found ${quoted(value)}`;
  }
  return null;
}

function numberMismatch(value: number, schema: Fields, at: string): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum)
    return `${at} must be at least ${minimum}, found ${value}`;
  if (typeof maximum === 'number' && value > maximum)
    return `${at} must be at most ${maximum}, found ${value}`;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return `${at} must be above ${exclusiveMinimum}, found ${value}`;
  }
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    return `${at} must be below ${exclusiveMaximum}, found ${value}`;
  }
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) {
    return `${at} must be a multiple of ${multipleOf}, found ${value}`;
  }
  return null;
}

function listMismatch(value: readonly unknown[], schema: Fields, { root, at }: Place): string | null {
  const { minItems, maxItems, uniqueItems, items } = schema;
  if (typeof minItems === 'number' && value.length < minItems)
    return `${at} must have at least ${minItems} items`;
  if (typeof maxItems === 'number' && value.length > maxItems)
    return `${at} must have at most ${maxItems} items`;
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length)
    return `${at} has an item twice`;
  const first = list(schema['prefixItems']);
  for (const [index, item] of value.entries()) {
    const part = index < first.length ? first[index] : items;
    const found = part === undefined ? null : schemaMismatch(item, part, { root, at: `${at}/${index}` });
    if (found !== null) return found;
  }
  return null;
}

function fieldsMismatch(value: Fields, schema: Fields, { root, at }: Place): string | null {
  const { required, properties, additionalProperties, minProperties, maxProperties } = schema;
  for (const name of list(required)) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) return `${at} lacks ${quoted(name)}`;
  }
  const count = Object.keys(value).length;
  if (typeof minProperties === 'number' && count < minProperties)
    return `${at} must have ${minProperties} fields`;
  if (typeof maxProperties === 'number' && count > maxProperties)
    return `${at} has more than ${maxProperties} fields`;
  for (const [name, field] of Object.entries(value)) {
    const known = isFields(properties) && Object.hasOwn(properties, name);
    const part = known ? properties[name] : additionalProperties;
    const found = part === undefined ? null : schemaMismatch(field, part, { root, at: `${at}/${name}` });
    if (found !== null) return found;
  }
  return null;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isFields(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(of)) return value % of === 0;
  // 0.3 is a multiple of 0.1, although binary fractions miss it by a hair.
  const times = value / of;
  return Math.abs(times - Math.round(times)) <= 4 * Number.EPSILON * Math.abs(times);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function quotedJson(value: unknown): string {
  const text = JSON.stringify(value);
  return graphemeCount(text) <= 60 && !/\s/u.test(text) ? text : quoted(text);
}

/** Whether two JSON values are equal, whatever the order of their fields. */
export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).sort(([x], [y]) => (x < y ? -1 : 1))) : part,
  );
}
