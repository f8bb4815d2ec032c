import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkImports, parseTable, type Row, readImports } from './import-table.js';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

it('the files of src/ import what the table of ARCHITECTURE.md allows, all of that, and nothing else', () => {
  const paths = globSync('**/*.{ts,mts,cts,js,mjs,cjs}', { cwd: SRC }).sort();
  expect(paths.length).toBeGreaterThan(200);
  const files = new Map(paths.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));
  const table = parseTable(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));
  expect(checkImports(files, table)).toEqual([]);
});

const TABLE = `
| word | meaning |
|---|---|
| room | another table |

| room | may import | from outside |
|---|---|---|
| \`cli.ts\` | report | process |
| \`report\` | report/text, ports | – |
| \`report/text\` | ports | node:path |
| \`ports\` | – | zod |

Afterwards.
`;
const FILES = {
  'cli.ts': "import './report/render.js'; process.exit();",
  'report/render.ts':
    "import type { Size } from '../ports/size.js'; export { cut } from './text/cut.js'; export * from './words.js';",
  'report/words.ts': 'export const words = 1;',
  'report/text/cut.ts':
    "import { dirname, join } from 'node:path'; import type { Size } from '../../ports/size.js';",
  'ports/size.ts': "import { z } from 'zod';",
};

function check(changed: Readonly<Record<string, string>>, rows: readonly Row[] = parseTable(TABLE)) {
  return checkImports(new Map(Object.entries({ ...FILES, ...changed })), rows);
}

describe('the check of the imports', () => {
  it('reads the table with its columns, and is content with files that keep to it', () => {
    expect(parseTable(TABLE).slice(0, 2)).toEqual([
      { room: 'cli.ts', rooms: ['report'], outside: ['process'] },
      { room: 'report', rooms: ['report/text', 'ports'], outside: [] },
    ]);
    expect(check({})).toEqual([]);
    expect(() => parseTable('no table')).toThrow('There is no table with the columns room');
  });

  it.each([
    ["import { a } from './a.js';", ['./a.js']],
    ["import type { A } from './a.js';", ['./a.js']],
    ["import './a.js';", ['./a.js']],
    ["export { a } from './a.js';", ['./a.js']],
    ["export * from './a.js';", ['./a.js']],
    ["const a = await import('./a.js');", ['./a.js']],
    ["type A = import('./a.js').A;", ['./a.js']],
    ["let a: typeof import('./a.js');", ['./a.js']],
    ['await import(path);', ['import()']],
    ["new Function('url', 'return import(url)');", ['import()']],
    ['const { env } = process;', ['process']],
    ['globalThis.fetch(url);', ['globalThis']],
    ['fetch(url);', ['the network']],
    ['new WebSocket(url);', ['the network']],
    ['Date.now();', ['the clock']],
    ['new Date();', ['the clock']],
    ['new Date;', ['the clock']],
    ['Date();', ['the clock']],
    ['f(Date);', ['the clock']],
    ['const { now } = Date;', ['the clock']],
    ["Date['now']();", ['the clock']],
    ['setTimeout(f, 1);', ['the clock']],
    ['const every = setInterval;', ['the clock']],
    ['setImmediate(f);', ['the clock']],
    ['crypto.randomUUID();', ['chance']],
    ["require('./a.cjs');", ['import()']],
    ["import { setTimeout as sleep } from 'node:timers/promises';", ['node:timers/promises']],
    ['performance.now();', ['the clock']],
    ['const { random = Math.random } = options;', ['chance']],
    [
      'new Date(0); Date.parse(text); let a: Date; edges.process.x; edges.fetch(); edges.crypto; const { fetch: f } = { fetch: 1 }; Math.max(1);',
      [],
    ],
    ["// import './a.js'\nconst text = \"import './b.js'\"; `await import('./c.js')`; /process.env/;", []],
  ])('reads %s', (text, imports) => {
    expect(readImports(text)).toEqual(imports);
  });

  it.each([
    [
      'a room that is not in the row',
      'ports/size.ts',
      "import { z } from 'zod'; import '../report/words.js';",
    ],
    ['a package', 'report/words.ts', "import OpenAI from 'openai/client';"],
    ['a module of Node', 'report/words.ts', "import { readFile } from 'node:fs/promises';"],
    ['a global', 'report/words.ts', 'fetch(1);'],
  ])('refuses %s', (_what, path, text) => {
    const [problem, ...rest] = check({ [path]: text });
    expect(problem).toMatch(
      /^src\/(ports\/size|report\/words)\.ts uses (report|openai|node:fs\/promises|the network), which/,
    );
    expect(problem).toContain('or, if the house shall be so, add "');
    expect(rest).toEqual([]);
  });

  it('lets a row name single files of a room, and refuses the others', () => {
    const rows = parseTable(TABLE.replace('report/text, ports', 'report/text/cut.ts, ports'));
    expect(check({}, rows)).toEqual([]);
    expect(check({ 'report/text/fit.ts': '', 'report/words.ts': "import './text/fit.js';" }, rows)).toEqual([
      expect.stringContaining('src/report/words.ts uses report/text/fit.ts, which "report" may not'),
    ]);
    expect(check({ 'report/render.ts': "import '../ports/size.js'; import './words.js';" }, rows)).toEqual([
      expect.stringContaining('"report" may use report/text/cut.ts, and none of its files does'),
    ]);
    const upwards = parseTable(TABLE.replace('| – | zod |', '| report/words.ts | zod |'));
    expect(check({}, upwards)).toContainEqual(
      expect.stringContaining('"ports" may import "report/words.ts", which stands above it'),
    );
  });

  it('reads files of every kind that can be imported', () => {
    const found = check({
      'report/words.ts': "import './more.mjs'; import './most.mjs';",
      'report/more.mts': 'fetch(1);',
      'report/most.mjs': "import './words.js';",
    });
    expect(found).toEqual([
      expect.stringContaining('src/report/more.mts uses the network'),
      expect.stringContaining('src/report/words.ts → src/report/most.mjs → src/report/words.ts'),
    ]);
  });

  it('refuses a circle between files, of one room or of several, each once', () => {
    expect(check({ 'report/words.ts': "import type { A } from './render.js';" })).toEqual([
      expect.stringMatching(
        /^src\/report\/render\.ts → src\/report\/words\.ts → src\/report\/render\.ts: a circle/,
      ),
    ]);
    const own = check({ 'report/words.ts': "import './words.js';" });
    expect(own).toEqual([
      expect.stringMatching(/^src\/report\/words\.ts → src\/report\/words\.ts: a circle/),
    ]);
  });

  it('refuses an entry and a row that nothing uses', () => {
    expect(check({ 'report/text/cut.ts': "import type { Size } from '../../ports/size.js';" })).toEqual([
      expect.stringContaining('"report/text" may use node:path, and none of its files does'),
    ]);
    expect(check({ 'report/text/cut.ts': "import { dirname, join } from 'node:path';" })).toEqual([
      expect.stringContaining('"report/text" may use ports, and none of its files does'),
    ]);
    expect(check({}, [...parseTable(TABLE), { room: 'empty', rooms: ['ports'], outside: [] }])).toEqual([
      '"empty" has a row and no file. Take the row out of the table "Who may import whom" of ARCHITECTURE.md.',
    ]);
  });

  it('refuses a room without a row', () => {
    expect(check({ 'lost/found.ts': '', 'stray.ts': '' })).toEqual([
      expect.stringContaining('src/lost/found.ts: its room has no row'),
      expect.stringContaining('src/stray.ts: its room has no row'),
    ]);
  });

  it('refuses a table that lets a room import from one above it', () => {
    const rows = parseTable(TABLE);
    expect(check({}, [...rows.slice(2), ...rows.slice(0, 2)])).toEqual([
      expect.stringContaining('"report" may import "report/text", which stands above it'),
      expect.stringContaining('"report" may import "ports", which stands above it'),
    ]);
  });
});
