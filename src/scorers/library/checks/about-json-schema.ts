import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK } from '../../check-options.js';
import { schemaProblems } from './about-json-schema-keywords.js';

export const jsonSchema = {
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
  choices: [
    'The reference has no such check; `checks.jsonSchema(schema)` beside the others. What is not checked is refused, so that no answer passes unlooked at.',
  ],
} satisfies AboutScorer;
