import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { CHECK, type CheckResult, createCheck, type Given, quoted } from './check.js';
import { schemaProblems } from './json-schema-keywords.js';
import { schemaMismatch } from './schema-mismatch.js';

const about = {
  ...CHECK,
  id: 'json-schema',
  factory: 'createJsonSchemaCheck',
  measure: 'conformance with the schema',
  summary: 'Whether the answer is JSON, and JSON of the wanted form.',
  options: z
    .strictObject({
      schema: z
        .record(z.string(), z.unknown(), { error: 'must be a JSON Schema' })
        .describe(
          'A JSON Schema (2020-12) of these keywords: type, enum, const, properties, required, additionalProperties, items, prefixItems, min and max of items, lengths, properties and numbers, multipleOf, pattern, uniqueItems, anyOf, oneOf, allOf, not, local $ref. Any other is refused.',
        ),
      allowFence: z
        .boolean({ error: 'must be true or false' })
        .describe('A code fence around the whole answer is taken off.')
        .default(false),
    })
    .superRefine(({ schema }, context) => {
      const problems = schemaProblems(schema);
      for (const message of problems) context.addIssue({ code: 'custom', path: ['schema'], message });
    }),
} satisfies AboutScorer;

export type JsonSchemaOptions = z.input<typeof about.options>;

/**
 * 1 where the answer is JSON that fits a JSON Schema, else 0.
 * @throws UserError naming every option that does not exist or is out of range, and every keyword of the schema that
 * could not be checked.
 */
export function createJsonSchemaCheck(given: Given<JsonSchemaOptions>, id: string = about.id) {
  const options = readOptions(about, given);
  return createCheck({ id, name: 'JSON Schema', description: about.summary }, (run) => {
    const output = answerText(run);
    const found = checkJsonSchema(output, options);
    return { ...found, shown: { output, fits: found.passed } };
  });
}

const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/u;

export function checkJsonSchema(
  answer: string,
  { schema, allowFence }: z.output<typeof about.options>,
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

export const jsonSchema = codeScorer(about, createJsonSchemaCheck);
