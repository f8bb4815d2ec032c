import { z } from 'zod';
import type { JsonSchema } from '../../ports/chat.js';

/** What a judge is told of the wanted reply, and how the reply is read. */
export type ReplySchema<Reply> = {
  readonly json: JsonSchema;
  parse(value: unknown): z.ZodSafeParseResult<Reply>;
};

/**
 * A step's schema as JSON Schema, as strict as it can be. A reply is always an object, because providers know no other
 * kind: a schema of anything else is asked for as `{ "value": … }`.
 */
export function replySchemaOf<Reply>(schema: z.ZodType<Reply>): ReplySchema<Reply> {
  const json = jsonSchemaOf(schema);
  if (json['type'] === 'object') return { json, parse: (value) => schema.safeParse(value) };
  return {
    json: jsonSchemaOf(z.strictObject({ value: schema })),
    parse: (value) => schema.safeParse(Object.hasOwn(Object(value), 'value') ? Object(value).value : value),
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // What the judge writes is what the schema takes in: transforms come after.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      // A judge leaves nothing out: what has a default is asked for like the rest.
      if (zodSchema instanceof z.ZodDefault) delete jsonSchema.default;
      if (jsonSchema.type !== 'object' || jsonSchema.properties === undefined) return;
      const open = zodSchema instanceof z.ZodObject && zodSchema.def.catchall !== undefined;
      if (!open) jsonSchema.additionalProperties = false;
      const shape: Readonly<Record<string, unknown>> =
        zodSchema instanceof z.ZodObject ? zodSchema.shape : {};
      const required = Object.keys(jsonSchema.properties).filter(
        (name) => jsonSchema.required?.includes(name) || shape[name] instanceof z.ZodDefault,
      );
      if (required.length > 0) jsonSchema.required = required;
    },
  });
  return rest;
}
