import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

it('the files of src/ import what the table of ARCHITECTURE.md allows, all of that, and nothing else', () => {
  const paths = globSync('**/*.{ts,mts,cts,js,mjs,cjs}', { cwd: SRC }).sort();
  expect(paths.length).toBeGreaterThan(200);
  const files = new Map(paths.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));
  const table = parseTable(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));
  expect(checkImports(files, table)).toEqual([]);
});

/** What the files of one folder may import. */
type Row = {
  /** A folder of `src/`, a folder inside one, or a file at the top. */
  readonly folder: string;
  /** Folders below, or single files of them. */
  readonly folders: readonly string[];
  /** Packages, modules of Node, and what reaches out of the program without an import (see `GLOBALS`). */
  readonly outside: readonly string[];
};

/** What `ARCHITECTURE.md` calls the table's columns. */
const HEADER = ['folder', 'may import', 'from outside'];

/** The table of the page whose columns are `HEADER`'s: its rows from the top, a dash for nothing. */
function parseTable(page: string): readonly Row[] {
  const lines = page.split('\n');
  const cells = (line: string | undefined) =>
    line?.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.replaceAll('`', '').trim())
      : null;
  const start = lines.findIndex((line) => cells(line)?.join() === HEADER.join());
  if (start === -1) throw new Error(`There is no table with the columns ${HEADER.join(', ')}.`);
  const list = (cell: string | undefined) =>
    (cell ?? '').split(',').flatMap((entry) => (/^[–\s]*$/.test(entry) ? [] : [entry.trim()]));
  const rows: Row[] = [];
  for (let at = start + 2; ; at += 1) {
    const row = cells(lines[at]);
    if (row === null) return rows;
    const [folder = '', folders, outside] = row;
    rows.push({ folder, folders: list(folders), outside: list(outside) });
  }
}

/** What reaches out without an import, by how a file writes it. */
const GLOBALS: Readonly<Record<string, string>> = {
  process: 'process',
  globalThis: 'globalThis',
  fetch: 'the network',
  WebSocket: 'the network',
  Date: 'the clock',
  'Date.now': 'the clock',
  'performance.now': 'the clock',
  setTimeout: 'the clock',
  setInterval: 'the clock',
  setImmediate: 'the clock',
  'Math.random': 'chance',
  crypto: 'chance',
  require: 'import()',
  Function: 'import()',
  eval: 'import()',
};

/** What one file reaches for: specifiers as written, types and dynamic imports too, and names of `GLOBALS`. */
function readImports(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (!isNode(node)) return;
    found.push(...ofNode(node));
    for (const [name, child] of Object.entries(node)) {
      if (typeof child === 'object' && !isLabel(node, name)) visit(child);
    }
  };
  visit(parseAst(text, { lang: 'ts' }));
  return found;
}

/** True for names of properties and types, and for a date that is made of something else than now. */
function isLabel(node: Node, name: string): boolean {
  switch (name) {
    case 'property':
    case 'key':
      return node['computed'] === false;
    case 'imported':
    case 'typeName':
      return true;
    case 'object':
      return writtenName(node[name]) === 'Date' && node['computed'] === false;
    case 'callee':
      return (
        writtenName(node[name]) === 'Date' &&
        node.type === 'NewExpression' &&
        (node['arguments'] as readonly unknown[]).length > 0
      );
    default:
      return false;
  }
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function ofNode(node: Node): readonly string[] {
  const { source } = node;
  // What is imported by a path that is computed could be anything.
  if (isNode(source)) return [typeof source['value'] === 'string' ? source['value'] : 'import()'];
  const name = GLOBALS[writtenName(node)];
  return name === undefined ? [] : [name];
}

/** `process`, `Math.random`; an empty text for all that is no name. */
function writtenName(node: unknown): string {
  if (!isNode(node)) return '';
  switch (node.type) {
    case 'Identifier':
      return String(node['name']);
    case 'MemberExpression':
      return `${writtenName(node['object'])}.${writtenName(node['property'])}`;
    default:
      return '';
  }
}

const TABLE = 'the table "Who may import whom" of ARCHITECTURE.md';

/**
 * Everything about the files (text by path below `src/`) that the table does not allow, and everything in the table
 * that no file needs or that would lead in a circle of folders. One line each, with the remedy.
 */
function checkImports(files: ReadonlyMap<string, string>, table: readonly Row[]): readonly string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  const graph = new Map<string, readonly string[]>();
  const order = table.map(({ folder }) => folder);
  for (const [path, text] of files) {
    const folder = folderOf(path, order);
    const row = table.find((one) => one.folder === folder);
    if (row === undefined) {
      problems.push(
        `src/${path}: its folder has no row. Move the file to a folder, or give "${folder}" a row in ${TABLE}.`,
      );
      continue;
    }
    used.add(folder);
    const imported = [...new Set(readImports(text))];
    const inside = imported.filter((one) => one.startsWith('.')).map((one) => targetOf(path, one, files));
    graph.set(path, inside);
    const wanted = [
      ...inside.map((target) => ({ entry: entryOf(target, row, order), allowed: row.folders })),
      ...imported.flatMap((one) =>
        one.startsWith('.') ? [] : [{ entry: packageOf(one), allowed: row.outside }],
      ),
    ];
    for (const { entry, allowed } of wanted) {
      if (entry === folder) continue;
      used.add(`${folder} ${entry}`);
      if (allowed.includes(entry)) continue;
      problems.push(
        `src/${path} uses ${entry}, which "${folder}" may not. Move the code to a folder that may, pass it as an argument, or, if the dependency is right, add "${entry}" to the row of "${folder}" in ${TABLE}.`,
      );
    }
  }
  for (const { folder, folders, outside } of table) {
    if (!used.has(folder)) {
      problems.push(`"${folder}" has a row and no file. Take the row out of ${TABLE}.`);
      continue;
    }
    for (const entry of [...folders, ...outside]) {
      if (!used.has(`${folder} ${entry}`)) {
        problems.push(
          `"${folder}" may use ${entry}, and none of its files does. Take "${entry}" out of its row in ${TABLE}.`,
        );
      }
    }
    for (const entry of folders) {
      if (order.indexOf(folderOf(entry, order)) < order.indexOf(folder)) {
        problems.push(
          `"${folder}" may import "${entry}", which stands above it: a folder imports only from folders below. Move the code down, or the row in ${TABLE}.`,
        );
      }
    }
  }
  return [...new Set(problems), ...findCircles(graph)];
}

/** The longest row's name that the path begins with, else the first part of the path. */
function folderOf(path: string, folders: readonly string[]): string {
  const own = folders.filter((folder) => path === folder || path.startsWith(`${folder}/`));
  return own.sort((a, b) => b.length - a.length)[0] ?? (path.split('/')[0] as string);
}

/** The file's folder; the file itself where it is of another folder, and the row names files of that one. */
function entryOf(path: string, row: Row, folders: readonly string[]): string {
  const folder = folderOf(path, folders);
  const single = row.folders.some(
    (entry) => entry !== folder && !folders.includes(entry) && folderOf(entry, folders) === folder,
  );
  return folder !== row.folder && single && !row.folders.includes(folder) ? path : folder;
}

function targetOf(path: string, specifier: string, files: ReadonlyMap<string, string>): string {
  const target = join(dirname(path), specifier);
  return files.has(target) ? target : target.replace(/\.([cm]?)js$/, '.$1ts');
}

/** `openai/client` → `openai`; modules of Node keep their name. */
function packageOf(specifier: string): string {
  return specifier.startsWith('node:')
    ? specifier
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** One line for every way of imports that comes back to where it began. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const back = way.indexOf(path);
    if (back !== -1) {
      const circle = [...way.slice(back), path].map((one) => `src/${one}`).join(' → ');
      circles.push(`${circle}: a circle. Move what both ends need into a file that imports neither.`);
    }
    if (back !== -1 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return circles;
}
