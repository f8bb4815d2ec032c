import type { RunRecord } from '../../ports/run-record.js';
import type { StoreRead } from '../../ports/store.js';
import { decodeRecord } from './record-codec.js';

/** Whose record a path promises. */
export type Promised = { readonly suite: string; readonly commit: string | null };

/** A record from the bytes at a path of a store; `unreadable` also where it is not the one that the path promises. */
export async function decodeStored(path: string, bytes: Uint8Array, promised: Promised): Promise<StoreRead> {
  const read = await decodeRecord(bytes);
  if (read.status === 'unreadable') return { ...read, reason: `${path}: ${read.reason}` };
  const wrong = mismatch(read.record, promised);
  return wrong === null ? read : { status: 'unreadable', reason: `${path}: ${wrong}` };
}

function mismatch(record: RunRecord, { suite, commit }: Promised): string | null {
  if (record.suite !== suite) return 'it holds the record of another suite';
  return record.commit === commit ? null : 'it holds the record of another commit';
}
