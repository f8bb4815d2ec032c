import { readFile } from 'node:fs/promises';
import { messageOf } from '../../ports/errors.js';
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
  const read = await decodeRecord(bytes);
  return read.status === 'found' ? read : { ...read, reason: `${path}: ${read.reason}` };
}
