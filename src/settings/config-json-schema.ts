import { z } from 'zod';
import { isFields } from '../text/values.js';
import { configSchema } from './config-schema.js';

export type ConfigJsonSchema = { readonly [key: string]: unknown };

/** The published JSON Schema of the config file, for editors: what may be written, before any default. */
export function configJsonSchema(): ConfigJsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { io: 'input' });
  return {
    $schema,
    title: 'prompt-regression config file',
    description: 'The suites that prompt-regression runs, and how it judges and decides.',
    ...rest,
  };
}

/** Text of `schemas/config.schema.json`. */
export function configSchemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

/** Keys that the schema knows in the group at `path`, of all its forms; empty where there is no such group. */
export function knownKeysAt(schema: ConfigJsonSchema, path: readonly PropertyKey[]): readonly string[] {
  let forms: readonly ConfigJsonSchema[] = formsOf(schema);
  for (const key of path) {
    forms = forms.flatMap((form) => {
      const inner =
        typeof key === 'number'
          ? form['items']
          : (propertiesOf(form)[String(key)] ?? form['additionalProperties']);
      return isFields(inner) ? formsOf(inner) : [];
    });
  }
  return [...new Set(forms.flatMap((form) => Object.keys(propertiesOf(form))))];
}

function formsOf(schema: ConfigJsonSchema): readonly ConfigJsonSchema[] {
  const forms = schema['anyOf'];
  return Array.isArray(forms) ? forms.filter(isFields) : [schema];
}

function propertiesOf(schema: ConfigJsonSchema): ConfigJsonSchema {
  return isFields(schema['properties']) ? schema['properties'] : {};
}
