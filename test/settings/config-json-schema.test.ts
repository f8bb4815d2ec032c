import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configJsonSchema, configSchemaText, knownKeysAt } from '../../src/settings/config-schema.js';

const validate = new Ajv2020({ allErrors: true }).compile(configJsonSchema());

test('the published schema is current', () => {
  const published = readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8');
  expect(
    published === configSchemaText(),
    'schemas/config.schema.json is stale: run `npm run generate` and commit it',
  ).toBe(true);
});

test('the schema takes what may be written', () => {
  const file = parse(`
judge: { model: builtin }
limits: { timeout: 20m }
suites:
  - name: s
    dataset: d.csv
    target: { command: [node, a.mjs], workers: 2 }
    gate: { threshold: 80%, max-drop: 0.02 }
    repeat: 2
`);
  expect(validate(file)).toBe(true);
});

test.each([
  '{ shard: 1/2 }',
  '{ limits: { timeout: 20 } }',
  '{ suites: [{ name: s, target: { prompt: p, command: [a] } }] }',
  '{ suites: [{ name: s, target: { prompt: p }, gate: { threshold: 80 } }] }',
  '{ suites: [{ name: a/b, target: { prompt: p } }] }',
])('the schema refuses %s', (text) => {
  expect(validate(parse(text))).toBe(false);
});

test('known keys are found at any depth, those of every form of a target', () => {
  const schema = configJsonSchema();
  expect(knownKeysAt(schema, [])).toEqual([
    'judge',
    'limits',
    'store',
    'prices',
    'run-label',
    'explain',
    'suites',
  ]);
  expect(knownKeysAt(schema, ['suites', 3, 'target'])).toEqual(
    expect.arrayContaining(['prompt', 'command', 'workers', 'recorded']),
  );
  expect(knownKeysAt(schema, ['judge', 'model', 'x'])).toEqual([]);
});
