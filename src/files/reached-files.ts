import { posix } from 'node:path';
import type { FileReader } from '../ports/files.js';

/** More than this is no longer read: a scorer that reaches so many files imports half of its application. */
const MOST_IMPORTED = 500;

/** `import … from './x.ts'`, `export … from`, `import './x.ts'`, `import('./x.ts')`, `require('./x')`. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(["'])(\.{1,2}\/[^"'\n]+)\1/g;

/** As `require` finds them; `import` needs the whole name. */
const ENDINGS = ['', '.js', '.json', '/index.js'];

/**
 * The texts of a file and of all that it reaches by relative imports, by path; empty where there is no such file. Read
 * from the text, without running anything: an import in a comment counts, one whose path is computed does not.
 */
export async function readImportedFiles(
  path: string,
  reader: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, Promise<string | null>>();
  const read = (file: string) => {
    const text = texts.get(file) ?? reader.read(file, 'anything');
    texts.set(file, text);
    return text;
  };
  const known = await follow(posix.normalize(path), MOST_IMPORTED, read, async (file, text) => {
    if (file.endsWith('.json')) return [];
    const found: string[] = [];
    for (const [, , specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      found.push(...(await findImported(posix.join(posix.dirname(file), specifier), read)));
    }
    return found;
  });
  return new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Read = (path: string) => Promise<string | null>;

/** The texts of a file and of all that it leads to, by path; empty where there is no such file. */
async function follow(
  path: string,
  most: number,
  read: Read,
  leadsTo: (path: string, text: string) => Promise<readonly string[]>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  const due = [path];
  for (let file = due.pop(); file !== undefined && known.size < most; file = due.pop()) {
    const text = known.has(file) ? null : await read(file);
    if (text === null) continue;
    known.set(file, text);
    due.push(...(await leadsTo(file, text)));
  }
  return known;
}

async function findImported(path: string, read: Read): Promise<readonly string[]> {
  for (const ending of ENDINGS) {
    const candidate = `${path}${ending}`;
    if ((await read(candidate)) !== null) return [candidate];
  }
  return [];
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/i;

/** `uses: ./.github/workflows/check.yml`, `{ uses: './actions/eval' }`: workflows and actions of the same commit. */
const LOCAL_USE = /\buses["']?\s*:\s*["']?\.\/([^\s"'#,}@]+)/g;

/** GitHub lets a workflow call far fewer. */
const MOST_CALLED = 100;

/** True for the path of a workflow, from the root. */
export function isWorkflow(path: string): boolean {
  return WORKFLOW.test(path);
}

/**
 * What a workflow is made of, by path from the root: its own file, the workflows that it calls and the actions that it
 * takes from its own repository, a folder each, and what these use in turn; empty where there is no such file. Read from
 * the text, so one in a comment counts too.
 */
export async function readCalledWorkflows(
  path: string,
  files: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const read = async (used: string) => {
    if (used.startsWith('..')) return null;
    if (isWorkflow(used)) return files.read(used, 'anything');
    const action = await files.read(`${used}/action.yml`, 'anything');
    return action ?? files.read(`${used}/action.yaml`, 'anything');
  };
  return follow(path, MOST_CALLED, read, async (_, text) =>
    [...text.matchAll(LOCAL_USE)].map(([, local = '']) => posix.normalize(local).replace(/\/$/, '')),
  );
}
