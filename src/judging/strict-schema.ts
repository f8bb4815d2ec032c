import type { JsonSchema } from '../model/chat.js';
import { isFields } from '../text/values.js';

/** Keywords that providers of strict schemas understand; they refuse a request with any other. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf'],
  ...['$ref', '$defs', 'title', 'description', 'pattern', 'format', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

const FORMATS: readonly unknown[] = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
];

/**
 * Whether a provider can enforce this schema: every object requires every property and allows no other
 * (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export function isStrictSchema(schema: JsonSchema): boolean {
  return schema['type'] === 'object' && isStrict(schema);
}

function isStrict(schema: unknown): boolean {
  if (!isFields(schema)) return false;
  if (!Object.keys(schema).every((keyword) => KNOWN.has(keyword))) return false;
  const { type, items, anyOf, $defs, format } = schema;
  const says = ['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => keyword in schema);
  return (
    says &&
    (format === undefined || FORMATS.includes(format)) &&
    (type !== 'object' || isClosed(schema)) &&
    (type !== 'array' || isStrict(items)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.every(isStrict))) &&
    ($defs === undefined || (isFields($defs) && Object.values($defs).every(isStrict)))
  );
}

function isClosed({ properties, required, additionalProperties }: JsonSchema): boolean {
  if (additionalProperties !== false || !isFields(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  return names.every((name) => required.includes(name)) && Object.values(properties).every(isStrict);
}
