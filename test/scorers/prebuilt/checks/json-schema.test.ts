import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../../../../src/scorers/prebuilt/checks/json-schema.js';

async function fits(output: string, schema: Record<string, unknown>, allowFence = false): Promise<boolean> {
  return (await jsonSchema.create({ schema, allowFence }).run({ output })).score === 1;
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
    ['another type', '{"name":"Ana","age":3.5}', false, '#/age must be integer, found “3.5”'],
    ['a field too many', '{"name":"Ana","pin":1}', false, '# must NOT have additional properties "pin"'],
    [
      'another value',
      '{"name":"Ana","tags":["c"]}',
      false,
      '#/tags/0 must be equal to one of the allowed values ["a","b"]',
    ],
    ['no JSON', 'Sure! {"name":"Ana"}', false, 'Expected JSON, found “Sure!'],
    ['a prototype as a field', '{"name":"Ana","__proto__":{}}', false, '__proto__'],
    ['a name that every object has', '{"toString":"x"}', false, 'must have'],
  ])('%s', async (_, output, passed, reason) => {
    const result = await jsonSchema.create({ schema: PERSON }).run({ output });
    expect(result.score).toBe(passed ? 1 : 0);
    expect(result.reason).toContain(reason);
  });

  it('knows 0.3 as a multiple of 0.1', async () => {
    expect(await fits('0.3', { multipleOf: 0.1 })).toBe(true);
    expect(await fits('0.35', { multipleOf: 0.1 })).toBe(false);
  });

  it('accepts a fence only if allowed', async () => {
    const fenced = '```json\n{"name":"Ana"}\n```\n';
    expect(await fits(fenced, PERSON)).toBe(false);
    expect(await fits(fenced, PERSON, true)).toBe(true);
  });

  it.each([
    ['a deep answer', '['.repeat(30_000) + ']'.repeat(30_000), { items: { $ref: '#' } }, 'it is nested more'],
    ['a schema that refers to itself without end', '1', { $ref: '#' }, 'Maximum call stack size exceeded'],
  ])('leaves %s unscored, with the reason', async (_, output, schema, reason) => {
    const { unscored } = await jsonSchema.create({ schema }).run({ input: 'x', output });
    expect(unscored?.reason).toContain(`could not look at this answer: ${reason}`);
  });
});

describe('a schema that cannot be checked whole is refused', () => {
  it.each([
    [{ properties: { a: { format: 'email' } } }, 'unknown format "email"'],
    [{ propertees: {} }, 'unknown keyword: "propertees"'],
    [{ $ref: 'https://example.org/schema' }, "can't resolve reference https://example.org/schema"],
  ])('%j', (schema, problem) => {
    expect(() => jsonSchema.create({ schema })).toThrow(problem);
  });
});
