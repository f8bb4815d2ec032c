import { gitOutput, type RunGit } from './run-git.js';

export type GitObject = { readonly id: string; readonly bytes: Buffer };

/** An object by id or by a name such as `HEAD^{commit}`; `null` if the clone does not have it. */
export type ReadObject = (name: string) => Promise<GitObject | null>;

/** One git process reads all that is asked for at once. What an id names never changes, so it is read only once. */
export function createObjectReader(run: RunGit): ReadObject {
  const objects = new Map<string, GitObject>();
  let names: string[] = [];
  let batch: Promise<ReadonlyMap<string, GitObject>> | null = null;
  const readNext = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const asked = names;
    names = [];
    batch = null;
    return readBatch(run, asked);
  };
  return async (name) => {
    const known = objects.get(name);
    if (known !== undefined) return known;
    names.push(name);
    batch ??= readNext();
    const object = (await batch).get(name);
    if (object === undefined) return null;
    objects.set(object.id, object);
    if (/^[0-9a-f]{40}/.test(name)) objects.set(name, object);
    return object;
  };
}

async function readBatch(run: RunGit, names: readonly string[]): Promise<ReadonlyMap<string, GitObject>> {
  const output = await gitOutput(run, ['cat-file', '--batch'], { input: `${names.join('\n')}\n` });
  const found = new Map<string, GitObject>();
  let at = 0;
  for (const name of names) {
    const end = output.indexOf('\n', at);
    const line = output.toString('utf8', at, end);
    at = end + 1;
    // `<id> <type> <size>`, or `<name> missing`.
    const [, id, size] = /^([0-9a-f]+) [a-z]+ (\d+)$/.exec(line) ?? [];
    if (id === undefined) continue;
    found.set(name, { id, bytes: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return found;
}
