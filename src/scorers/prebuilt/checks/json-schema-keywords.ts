import { whyNoPattern } from '../../../text/foreign-pattern.js';
import { isFields } from '../../../text/values.js';

/** Keywords that are checked. */
const CHECKED = new Set(
  `type enum const properties required additionalProperties items prefixItems minItems maxItems uniqueItems minLength
  maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minProperties maxProperties
  anyOf oneOf allOf not $ref $defs definitions`.split(/\s+/),
);
/** Keywords that only tell something to readers. */
const TOLD = new Set(
  '$schema $id $comment title description default examples deprecated readOnly writeOnly'.split(' '),
);
const TYPES = new Set('null boolean object array number integer string'.split(' '));
const SCHEMA_MAPS = ['properties', '$defs', 'definitions'];
const SCHEMA_LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const SCHEMAS = ['additionalProperties', 'items', 'not'];
const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const DEEPEST = 64;

/** What of a JSON Schema cannot be checked here, with its place in the schema; empty where all of it can. */
export function schemaProblems(schema: unknown): string[] {
  return problemsAt(schema, schema, '#', 0);
}

/** The part of a schema that a local reference such as `#/$defs/item` names; `undefined` where there is none. */
export function schemaAt(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found =
      (isFields(found) || Array.isArray(found)) && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : undefined;
  }
  return found;
}

function problemsAt(schema: unknown, root: unknown, at: string, depth: number): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isFields(schema)) return [`${at} is no schema`];
  if (depth > DEEPEST) return [`${at} is nested too deeply`];
  const inner = (value: unknown, ...steps: (string | number)[]): string[] =>
    problemsAt(value, root, [at, ...steps].join('/'), depth + 1);
  return [
    ...Object.keys(schema)
      .filter((name) => !CHECKED.has(name) && !TOLD.has(name))
      .map((name) => `${at}/${name} is not checked here`),
    ...valueProblems(schema, root).map((problem) => `${at}/${problem}`),
    ...SCHEMAS.flatMap((name) => (schema[name] === undefined ? [] : inner(schema[name], name))),
    ...SCHEMA_LISTS.flatMap((name) => {
      const list = schema[name];
      if (list === undefined) return [];
      if (!Array.isArray(list) || list.length === 0) return [`${at}/${name} must be a list of schemas`];
      return list.flatMap((part, index) => inner(part, name, index));
    }),
    ...SCHEMA_MAPS.flatMap((name) => {
      const map = schema[name];
      if (map === undefined) return [];
      if (!isFields(map)) return [`${at}/${name} must be schemas by name`];
      return Object.entries(map).flatMap(([key, part]) => inner(part, name, key));
    }),
  ];
}

function valueProblems(schema: Readonly<Record<string, unknown>>, root: unknown): string[] {
  const problems: string[] = [];
  const must = (name: string, right: (value: unknown) => boolean, what: string): void => {
    if (schema[name] !== undefined && !right(schema[name])) problems.push(`${name} must be ${what}`);
  };
  const isType = (value: unknown): boolean => typeof value === 'string' && TYPES.has(value);
  must(
    'type',
    (value) => (Array.isArray(value) ? value.every(isType) : isType(value)),
    [...TYPES].join(', '),
  );
  must('enum', Array.isArray, 'a list');
  must(
    'required',
    (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    'a list of names',
  );
  must('uniqueItems', (value) => typeof value === 'boolean', 'true or false');
  const { pattern } = schema;
  must('pattern', (value) => typeof value === 'string', 'a regular expression');
  const wrong = typeof pattern === 'string' ? whyNoPattern(pattern, 'u') : null;
  if (wrong !== null) problems.push(`pattern ${wrong}`);
  must(
    '$ref',
    (value) => typeof value === 'string' && schemaAt(root, value) !== undefined,
    'a place in this schema',
  );
  for (const name of COUNTS)
    must(name, (value) => Number.isInteger(value) && Number(value) >= 0, 'a whole number');
  for (const name of NUMBERS) must(name, (value) => typeof value === 'number', 'a number');
  must('multipleOf', (value) => typeof value === 'number' && value > 0, 'a number above 0');
  return problems;
}
