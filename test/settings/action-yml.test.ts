import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { OUTPUT_NAMES } from '../../src/publish/outputs.js';
import { COMMANDS } from '../../src/settings/command-table.js';
import { INPUTS } from '../../src/settings/input-table.js';

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as {
  readonly description: string;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: unknown;
  readonly branding: unknown;
};

test('action.yml declares the outputs that are written, each described', () => {
  expect(Object.keys(action.outputs)).toEqual([...OUTPUT_NAMES]);
  for (const output of Object.values(action.outputs)) expect(output.description).toMatch(/\.$/);
});

test('it runs the committed bundle on Node 24, and another program after the job', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js', post: 'dist/post.js' });
  expect(action.branding).toEqual({ icon: 'trending-down', color: 'purple' });
  // The marketplace takes no longer one.
  expect(action.description.length).toBeLessThanOrEqual(125);
});

test('each input has one row and one key, and a declared default passes its own check', () => {
  for (const place of ['action', ...COMMANDS] as const) {
    const names = INPUTS.filter(({ places }) => places.includes(place)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(new Set(INPUTS.map((spec) => spec.key)).size).toBe(INPUTS.length);
  for (const spec of INPUTS) {
    expect(spec.name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(spec.description).toMatch(/\.$/);
    if (spec.default !== undefined && !spec.default.includes('${{'))
      expect(spec.schema.safeParse(spec.default).success).toBe(true);
  }
});
