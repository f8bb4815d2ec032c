import type { Socket } from 'node:net';
import type { StartGit } from './run-git.js';

type GitObject = { readonly id: string; readonly bytes: Buffer };

/** The object that git knows by this name, which has no space and no line end in it; `null` where it knows none. */
export type ReadObject = (name: string) => Promise<GitObject | null>;

/**
 * Reads objects, all by one process of git, since starting one takes longer than reading. It is started for the first
 * object, sees what is fetched meanwhile, and neither outlives this process nor keeps it from ending.
 */
export function openObjects(start: StartGit): ReadObject {
  let reader: ReadObject | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const read = async (name: string) => {
    reader ??= startReader(start);
    try {
      return await reader(name);
    } catch (error) {
      // It ends at an object that is damaged; another one reads on.
      reader = null;
      throw error;
    }
  };
  return (name) => {
    const mine = turn.then(() => read(name));
    turn = mine.catch(() => {});
    return mine;
  };
}

/** One process, which answers one question at a time. */
function startReader(start: StartGit): ReadObject {
  const { child, ended } = start(['cat-file', '--batch']);
  const failure = ended.then(({ code, stderr }) => {
    throw new Error(`git cat-file ended (exit code ${code}): ${stderr || 'no message'}`);
  });
  // It may also end when nothing is asked.
  failure.catch(() => {});
  const handles = [child, child.stdin as Socket, child.stdout as Socket, child.stderr as Socket];
  let answer: (object: GitObject | null) => void = () => {};
  let header: { readonly id: string; readonly size: number } | null = null;
  let pieces: Buffer[] = [];
  let length = 0;
  const take = () => {
    const all = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return all;
  };
  const keep = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  child.stdout.on('data', (piece: Buffer) => {
    keep(piece);
    if (header === null) {
      const all = take();
      const end = all.indexOf('\n');
      if (end < 0) return keep(all);
      // `<id> <type> <size>`, or `<name> missing`.
      const [id = '', , size] = all.toString('utf8', 0, end).split(' ');
      if (size === undefined) return answer(null);
      header = { id, size: Number(size) };
      keep(all.subarray(end + 1));
    }
    const { id, size } = header;
    // A line end follows the object.
    if (length <= size) return;
    header = null;
    answer({ id, bytes: take().subarray(0, size) });
  });
  return async (name) => {
    for (const handle of handles) handle.ref();
    const answered = new Promise<GitObject | null>((resolve) => {
      answer = resolve;
    });
    child.stdin.write(`${name}\n`);
    try {
      return await Promise.race([answered, failure]);
    } finally {
      for (const handle of handles) handle.unref();
    }
  };
}
