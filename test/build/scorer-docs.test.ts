import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCORERS } from '../../src/scorers/catalog.js';
import type { ScorerDocs } from '../../src/scorers/docs.js';
import { docs as checks } from '../../src/scorers/prebuilt/checks/docs.js';
import { ROOT } from './code-blocks.js';

test('what only the documentation tells of scorers is imported by no program, so it is in no bundle', () => {
  const importing = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) =>
    /\bfrom '[^']*\/docs\.js'/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((path) => !/^src\/scorers\/prebuilt\/[\w-]+\/docs\.ts$/.test(path))).toEqual([]);
});

test.each(SCORERS.map(({ id, kind }) => [id, kind] as const))(
  'the documentation of %s names no difference twice, and leaves nothing blank',
  async (id, kind) => {
    const { choices, deviations } = (
      kind === 'check' ? checks[id] : (await import(`../../src/scorers/prebuilt/${id}/docs.ts`)).docs
    ) as ScorerDocs;
    const names = deviations.map(({ what }) => what);
    expect(new Set(names).size).toBe(names.length);
    for (const text of [...choices, ...deviations.flatMap(Object.values)]) expect(text).toMatch(/\S/);
  },
);
