import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SCORERS } from '../../src/scorers/catalog.js';
import {
  buildConfigJsonSchema,
  configSchema,
  listKnownKeys,
  renderConfigSchema,
} from '../../src/settings/config-schema.js';

const validate = new Ajv2020({ allErrors: true }).compile(buildConfigJsonSchema());

test('the published schema is current', () => {
  const published = readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8');
  expect(
    published === renderConfigSchema(),
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

const SUITE = 'name: s, dataset: d.csv, target: { prompt: p.md, model: m }';

test.each([
  'threshold: 0.8',
  'max-drop: 1.5%',
  'case-drop: off',
  'lost-facts: 5',
  'tags: { billing: { threshold: 90%, max-drop: 0.01 }, legal: {} }',
  'max-cost-rise: 20%, max-time-rise: 0.5',
  'fail-on: [regression, cost, worse]',
  'on-missing-baseline: fail',
])('the schema takes a gate of a suite and of its scorers with %s, as the action does', (gate) => {
  const file = parse(
    `{ suites: [{ ${SUITE}, gate: { ${gate} }, scorers: [{ id: equals, gate: { ${gate} } }, { path: a.ts, gate: { ${gate} } }] }] }`,
  );
  expect(validate(file)).toBe(true);
  expect(configSchema.safeParse(file).success).toBe(true);
});

test.each([
  '{ shard: 1/2 }',
  '{ limits: { timeout: 20 } }',
  '{ suites: [{ name: s, target: { prompt: p, command: [a] } }] }',
  '{ suites: [{ name: s, target: { prompt: p }, gate: { threshold: 80 } }] }',
  '{ suites: [{ name: a/b, target: { prompt: p } }] }',
  `{ suites: [{ ${SUITE}, gate: { max-fall: 0.1 } }] }`,
  `{ suites: [{ ${SUITE}, gate: { tags: { billing: { lost-facts: 3 } } } }] }`,
  `{ suites: [{ ${SUITE}, scorers: [{ id: equals, gate: { threshold: 80 } }] }] }`,
  `{ suites: [{ ${SUITE}, scorers: [{ path: a.ts, gate: { fail-on: [costs] } }] }] }`,
  `{ suites: [{ ${SUITE}, scorers: [{ id: equals, gate: { tags: [billing] } }] }] }`,
])('the schema refuses %s', (text) => {
  expect(validate(parse(text))).toBe(false);
});

test('the schema has the gate once, and every description of a key is beside that key', () => {
  const text = renderConfigSchema();
  expect(text.match(/Smallest fall of the mean that counts/g)).toHaveLength(1);
  expect(text.match(/Overrides of the suite's gate for this scorer/g)).toHaveLength(SCORERS.length + 2);
});

test('known keys are found at any depth, those of every form of a target', () => {
  const schema = buildConfigJsonSchema();
  expect(listKnownKeys(schema, [])).toEqual([
    'judge',
    'limits',
    'store',
    'prices',
    'run-label',
    'explain',
    'suites',
  ]);
  expect(listKnownKeys(schema, ['suites', 3, 'target'])).toEqual(
    expect.arrayContaining(['prompt', 'command', 'workers', 'recorded']),
  );
  const gate = listKnownKeys(schema, ['suites', 0, 'gate']);
  expect(gate).toEqual(expect.arrayContaining(['threshold', 'tags', 'max-time-rise']));
  expect(listKnownKeys(schema, ['suites', 0, 'scorers', 1, 'gate'])).toEqual(gate);
  expect(listKnownKeys(schema, ['suites', 0, 'gate', 'tags', 'billing'])).toEqual(['threshold', 'max-drop']);
  expect(listKnownKeys(schema, ['judge', 'model', 'x'])).toEqual([]);
});
