import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type Schema = { readonly [key: string]: unknown };

/** One operation of GitHub's own description, cut by `fixtures/cut-openapi.mjs`. */
type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  readonly pathParameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: { readonly required: boolean; readonly schema: Schema } | null;
  readonly responses: Readonly<Record<string, Schema | null>>;
};

type Description = {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
};

type Matched = {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
};

/** GitHub's contract: which requests there are, and what requests and answers must look like. */
export type Contract = {
  /** Finds the operation of a decoded path; `null` where GitHub (or the fixture) has none. */
  match(method: string, path: string): Matched | null;
  requestProblems(matched: Matched, request: { query: URLSearchParams; body: unknown }): string[];
  answerProblems(operation: Operation, answer: { status: number; body: unknown }): string[];
  /** A value that a named schema accepts: every required field, filled plainly, with `fields` laid over it. */
  sample(schema: string, fields: object): unknown;
};

/** Parameters that hold slashes of their own. */
const GREEDY = new Set(['ref', 'path', 'basehead', 'name']);
const MAX_DEPTH = 12;

/** Compiled once: that takes longer than most tests. */
let contract: Contract | undefined;

export function readContract(): Contract {
  contract ??= compileContract();
  return contract;
}

function compileContract(): Contract {
  const file = new URL('../../fixtures/github-openapi.json', import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'github', schemas: description.schemas });
  const compiled = new Map<Schema, ValidateFunction>();

  const problems = (schema: Schema, value: unknown, where: string): string[] => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', '"github#/schemas/')),
      );
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (error) => `${where}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  };

  const patterns = description.operations
    .map((operation) => ({ operation, pattern: pathPattern(operation.path) }))
    .sort((a, b) => b.operation.path.length - a.operation.path.length);

  return {
    match(method, path) {
      for (const { operation, pattern } of patterns) {
        if (operation.method !== method) continue;
        const found = pattern.exec(path);
        if (found !== null) return { operation, parameters: { ...found.groups } };
      }
      return null;
    },
    requestProblems({ operation }, { query, body }) {
      const found: string[] = [];
      for (const [name, text] of query) {
        const parameter = operation.query.find((known) => known.name === name);
        if (parameter === undefined) found.push(`query parameter ${name} is not known to ${operation.id}`);
        else found.push(...problems(parameter.schema, queryValue(parameter.schema, text), `query ${name}`));
      }
      for (const { name, required } of operation.query) {
        if (required && !query.has(name)) found.push(`query parameter ${name} is missing`);
      }
      if (operation.body === null) {
        if (body !== undefined) found.push(`${operation.id} takes no body`);
      } else if (body !== undefined || operation.body.required) {
        found.push(...problems(operation.body.schema, body ?? null, 'body'));
      }
      return found;
    },
    answerProblems(operation, { status, body }) {
      const schema = operation.responses[String(status)];
      if (schema === null)
        return body === undefined ? [] : [`${operation.id} answers ${status} without a body`];
      if (schema !== undefined) return problems(anyOf(schema), body, `answer ${status}`);
      return status < 400 ? [`${operation.id} never answers ${status}`] : [];
    },
    sample: (schema, fields) => overlay(sampleOf({ $ref: `#/schemas/${schema}` }, description, 0), fields),
  };
}

/** GitHub's refusals are described as one of two forms that overlap: an answer that has both is right. */
function anyOf(schema: Schema): Schema {
  const { oneOf, ...rest } = schema;
  return oneOf === undefined ? schema : { ...rest, anyOf: oneOf };
}

function pathPattern(template: string): RegExp {
  const parts = template
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll('.', '\\.') : `(?<${part}>${GREEDY.has(part) ? '.+' : '[^/]+'})`,
    );
  return new RegExp(`^${parts.join('')}$`);
}

function queryValue(schema: Schema, text: string): unknown {
  if (schema['type'] === 'integer') return Number(text);
  if (schema['type'] === 'boolean') return text === 'true';
  return text;
}

function sampleOf(schema: Schema, description: Description, depth: number): unknown {
  if (depth > MAX_DEPTH) return null;
  const inner = (part: unknown) => sampleOf(part as Schema, description, depth + 1);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return inner(description.schemas[reference.split('/').at(-1) ?? ''] ?? {});
  }
  const type = schema['type'];
  if (Array.isArray(type) && type.includes('null')) return null;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return inner(choices.at(-1)?.type === 'null' ? choices.at(-1) : choices[0]);
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...schema['allOf'].map(inner));
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (type === 'object' || schema['properties'] !== undefined) {
    const properties = (schema['properties'] ?? {}) as Record<string, unknown>;
    const required = (schema['required'] ?? []) as readonly string[];
    return Object.fromEntries(required.map((name) => [name, inner(properties[name] ?? {})]));
  }
  if (type === 'string') return sampleText(schema['format']);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return type === 'null' ? null : {};
}

function sampleText(format: unknown): string {
  if (format === 'uri') return 'https://github.test/sample';
  if (format === 'email') return 'someone@github.test';
  return format === 'date-time' ? '2026-01-01T00:00:00Z' : 'sample';
}

function overlay(under: unknown, over: unknown): unknown {
  if (!isPlainObject(under) || !isPlainObject(over)) return over;
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    result[key] = key in result ? overlay(result[key], value) : value;
  }
  return result;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
