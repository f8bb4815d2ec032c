import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LoadedScorer } from '../../../src/library/scorer-host/load-scorer.js';

const LOADER = join(import.meta.dirname, '../../../lib/library/scorer-host/load-scorer.js');

const SCORERS: readonly (readonly [ending: string, text: string])[] = [
  ['ts', "export default { id: 'x', scale: 2, run() {} };"],
  ['mjs', "export default { id: 'x', scale: 2, run() {} };"],
  ['cjs', "module.exports = { id: 'x', scale: 2, run() {} };"],
];

/** Each in a file `mine.ts`; what is said of it. */
const REFUSED: readonly (readonly [text: string, why: string])[] = [
  ['export const a = 1;', 'has no default export: end it with export default createScorer('],
  ['export default 5;', 'exports 5 as its default, which is not a scorer'],
  ["export default { id: 'x' };", 'exports an object without id and run as its default'],
  [
    "export default { id: 'x', scale: 0, run() {} };",
    'has a scorer whose scale is 0: it must be a number above 0',
  ],
  ['\nthrow new Error("no dictionary");', 'cannot be loaded (mine.ts:2): Error: no dictionary'],
  ['const a: number = ;', 'cannot be loaded (mine.ts:1): SyntaxError'],
  ['enum A { B }\nexport default A;', 'types are only taken out, not compiled, so enum'],
  [
    "import './none.js';",
    "Cannot find module 'none.js' imported from mine.ts (write relative imports with the ending",
  ],
  ["import 'no-such-package';", "Cannot find package 'no-such-package'"],
];

/** Loaded by Node.js itself, not by what runs the tests, and all of them by one process. */
const SCRIPT = `
const [loader, ...files] = process.argv.slice(1);
const { loadScorer } = await import(loader);
const loaded = [];
for (const file of files) {
  const [folder, path] = file.split('|');
  loaded.push(await loadScorer(path, folder));
}
console.log(JSON.stringify(loaded));
`;

async function load(files: readonly (readonly [name: string, text: string])[]) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'load-scorer-')));
  try {
    const paths: string[] = [];
    for (const [name, text] of files) {
      const folder = await mkdtemp(join(root, 'file-'));
      await writeFile(join(folder, name), text);
      paths.push(`${folder}|${name}`);
    }
    const script = ['--input-type=module', '-e', SCRIPT, LOADER, ...paths];
    const { stdout } = await promisify(execFile)(process.execPath, script);
    const loaded: readonly LoadedScorer[] = JSON.parse(stdout);
    return loaded;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe("a scorer's file", () => {
  let loaded: readonly LoadedScorer[];
  beforeAll(async () => {
    loaded = await load([
      ...SCORERS.map(([ending, text]) => [`mine.${ending}`, text] as const),
      ...REFUSED.map(([text]) => ['mine.ts', text] as const),
    ]);
  });

  test.each(SCORERS.map(([ending], at) => [ending, at] as const))('may end in .%s', (_, at) => {
    expect(loaded[at]).toEqual({ about: { scale: 2, higherIsBetter: true }, type: null });
  });

  test.each(REFUSED.map(([text, why], at) => [text, why, at] as const))('%s: %s', (_, why, at) => {
    expect(loaded[SCORERS.length + at]).toEqual({ error: expect.stringContaining(why) });
  });
});
