import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJsonSchema } from '../../../../src/scorers/prebuilt/checks/json-schema.js';
import { schemaProblems } from '../../../../src/scorers/prebuilt/checks/json-schema-keywords.js';

function fits(answer: string, schema: Record<string, unknown>, allowFence = false): boolean {
  return checkJsonSchema(answer, { schema, allowFence }).passed;
}

const PERSON = {
  $defs: { name: { type: 'string', minLength: 1 } },
  type: 'object',
  properties: {
    name: { $ref: '#/$defs/name' },
    age: { type: 'integer', minimum: 0 },
    tags: { items: { enum: ['a', 'b'] } },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('the json-schema check', () => {
  it.each([
    ['an answer that fits', '{"name":"Ana","age":3,"tags":["a"]}', true, 'fits'],
    ['a missing field', '{"age":3}', false, '# lacks “name”'],
    ['another type', '{"name":"Ana","age":3.5}', false, '#/age must be integer, found 3.5'],
    ['a field too many', '{"name":"Ana","pin":1}', false, '#/pin must not be there'],
    ['an empty name', '{"name":""}', false, '#/name is shorter'],
    ['another value', '{"name":"Ana","tags":["a","c"]}', false, '#/tags/1 must be one of'],
    ['no JSON', 'Sure! {"name":"Ana"}', false, 'Expected JSON, found “Sure!'],
    ['an empty answer', '', false, 'found nothing'],
    ['a prototype as a field', '{"name":"Ana","__proto__":{}}', false, '__proto__'],
    ['a name that every object has', '{"toString":"x"}', false, 'lacks'],
  ])('%s', (_, answer, passed, reason) => {
    const found = checkJsonSchema(answer, { schema: PERSON, allowFence: false });
    expect(found.passed).toBe(passed);
    expect(found.reason).toContain(reason);
  });

  it.each([
    [4, 2, true],
    [5, 2, false],
    [0, 2, true],
    [-6, 3, true],
    [0.3, 0.1, true],
    [0.35, 0.1, false],
    [1_000_000_000.5, 1, false],
    [5e-324, 1, false],
    [1e300, 1, true],
  ])('%d is a multiple of %d: %s', (value, multipleOf, multiple) => {
    expect(fits(JSON.stringify(value), { multipleOf })).toBe(multiple);
  });

  it('compares objects field by field, whatever the names', () => {
    expect(fits('{"toString":0}', { const: {} })).toBe(false);
    expect(fits('{"b":1,"a":[{}]}', { const: { a: [{}], b: 1 } })).toBe(true);
    expect(fits('{"__proto__":1}', { enum: [{}] })).toBe(false);
  });

  it('takes a fence off only where it may', () => {
    const fenced = '```json\n{"name":"Ana"}\n```\n';
    expect(fits(fenced, PERSON)).toBe(false);
    expect(fits(fenced, PERSON, true)).toBe(true);
  });

  it('is not brought down by deep answers or schemas that name themselves', () => {
    expect(fits('['.repeat(200_000) + ']'.repeat(200_000), { items: { $ref: '#' } })).toBe(false);
    expect(fits('1', { $ref: '#' })).toBe(true);
    expect(
      fits('{"next":{"next":{}}}', { properties: { next: { $ref: '#' } }, additionalProperties: false }),
    ).toBe(true);
    expect(
      fits('{"next":{"nxt":{}}}', { properties: { next: { $ref: '#' } }, additionalProperties: false }),
    ).toBe(false);
  });

  it('agrees with a full validator on schemas of the keywords it knows', () => {
    const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.record({
          type: fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string'),
        }),
        fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }) }),
        fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
        fc.record(
          { minLength: fc.nat(3), maxLength: fc.nat(5), pattern: fc.constantFrom('a', '^b', '\\d') },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            minimum: fc.integer({ min: -3, max: 3 }),
            exclusiveMaximum: fc.integer({ min: -3, max: 9 }),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            minItems: fc.nat(2),
            uniqueItems: fc.boolean(),
            items: tie('node'),
            prefixItems: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('node')),
            required: fc.uniqueArray(fc.constantFrom('a', 'b')),
            additionalProperties: fc.oneof(fc.boolean(), tie('node')),
            maxProperties: fc.nat(2),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
            not: tie('node'),
            oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
      ),
    }));
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 1 })),
      fc.array(fc.integer({ min: -2, max: 4 }), { maxLength: 3 }),
      fc.integer({ min: -3, max: 9 }),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(node, value, (schema, given) => {
        // The other validator compares objects by these where they have them; the names have cases of their own.
        fc.pre(!/toString|valueOf|constructor|__proto__/.test(JSON.stringify([schema, given])));
        const full = new Ajv2020({ strict: false, validateSchema: false }).compile(schema);
        expect(schemaProblems(schema)).toEqual([]);
        expect(fits(JSON.stringify(given), schema)).toBe(full(JSON.parse(JSON.stringify(given))));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a schema that cannot be checked whole is refused', () => {
  it.each([
    [{ type: 'text' }, '#/type must be null, boolean'],
    [{ properties: { a: { format: 'email' } } }, '#/properties/a/format is not checked here'],
    [{ if: {} }, '#/if is not checked here'],
    [{ items: 3 }, '#/items is no schema'],
    [{ pattern: '(' }, '#/pattern is no regular expression'],
    [{ $ref: 'https://example.org/schema' }, '#/$ref must be a place in this schema'],
    [{ $ref: '#/$defs/none' }, '#/$ref must be a place in this schema'],
    [{ anyOf: [] }, '#/anyOf must be a list of schemas'],
    [{ minItems: -1 }, '#/minItems must be a whole number'],
    [{ required: 'name' }, '#/required must be a list of names'],
  ])('%j', (schema, problem) => {
    expect(schemaProblems(schema).join('\n')).toContain(problem);
  });
});
