import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as zod from 'zod';
import { keepOfZod } from '../../src/scorer-host/bundled-modules.js';

it("a scorer's file gets all of zod but what is large and for others than authors of schemas", () => {
  const kept = keepOfZod(zod);
  const left = Object.keys(zod).filter((name) => !Object.hasOwn(kept, name));
  // `z` and `default` stand for all of it, and are given beside the names.
  expect(left).toEqual(expect.arrayContaining(['core', 'default', 'locales', 'z']));
  expect(left).toHaveLength(17);
  for (const name of Object.keys(kept)) expect(kept[name]).toBe(Reflect.get(zod, name));
});

it('what is left out is not in the bundle either', () => {
  const german = zod.locales.de().localeError({ code: 'custom', path: [], input: 1 } as never);
  expect(german).toBe('Ungültige Eingabe');
  const bundle = readFileSync(join(import.meta.dirname, '../../dist/index.js'), 'utf8');
  expect(bundle).not.toContain(german);
});

it('of the requests of the SDK only the chat completion is in the bundle', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
  const bundle = read('dist/*.js');
  expect(bundle.includes("'/chat/completions'")).toBe(true);
  for (const other of ["'/images/generations'", "'/organization/users'"]) {
    expect(read('node_modules/openai/resources/**/*.mjs').includes(other), other).toBe(true);
    expect(bundle.includes(other), other).toBe(false);
  }
});
