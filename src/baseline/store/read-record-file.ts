import { readFile } from 'node:fs/promises';
import { messageOf } from '../../ports/errors.js';
import type { FileTree } from '../../ports/files.js';
import type { StoreRead } from '../../ports/store.js';
import { decodeRecord } from './record-codec.js';

/** A run record from a file that somebody named, JSON or gzipped JSON. */
export async function readRecordFile(path: string): Promise<StoreRead> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing ? { status: 'absent' } : { status: 'unreadable', reason: messageOf(error) };
  }
  return decodeFile(path, bytes);
}

/** The same from a file of a commit, by its path from the top of the repository. */
export async function readRecordOfTree(tree: FileTree, path: string): Promise<StoreRead> {
  const bytes = await tree.readBytes(path);
  return bytes === null ? { status: 'absent' } : decodeFile(path, bytes);
}

async function decodeFile(path: string, bytes: Uint8Array): Promise<StoreRead> {
  const read = await decodeRecord(bytes);
  return read.status === 'found' ? read : { ...read, reason: `${path}: ${read.reason}` };
}
