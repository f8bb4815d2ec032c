import { readFileSync } from 'node:fs';
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
