import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Answer } from '../../model/answer.js';
import type { StoreLookup } from '../../model/baseline.js';
import { describeError, isAbsent, UserError } from '../../model/errors.js';
import { omitKeys } from '../../model/omit-keys.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { FileTree } from '../../model/repository.js';
import {
  type CaseRecord,
  type RunRecord,
  runRecordSchema,
  type Sample,
  SUBSET_IS_NO_BASELINE,
} from '../../model/run-record.js';
import type { Judgement } from '../../model/verdict.js';
import { tryStoredJson } from '../../text/json.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bytes of JSON. A small file may unpack to a huge one. */
export const MAX_RECORD_BYTES = 100_000_000;
const MAX_SHOWN_PROBLEMS = 3;

/** Gzipped JSON of a record, with its text reduced as the store wants. Throws `UserError` if it is too large. */
export async function encodeRecord(
  record: RunRecord,
  options: { readonly text: RunRecord['text']; readonly largest?: number },
): Promise<Uint8Array> {
  const largest = options.largest ?? MAX_RECORD_BYTES;
  const text = Buffer.from(JSON.stringify(dropText(record, options.text)));
  // Every written record must be readable.
  if (text.byteLength <= largest) return await packJson(text);
  throw new UserError(
    `The record of suite \`${record.suite}\` is too large to store (${renderMegabytes(text.byteLength)} MB, and ${renderMegabytes(largest)} MB can be read). ` +
      'Keep less text (`store: { text: statements }` or `none`), or split the suite.',
  );
}

/** Parses a record's bytes, gzipped or not. Any problem makes it `unreadable`. */
export async function decodeRecord(
  bytes: Uint8Array,
  { largest = MAX_RECORD_BYTES }: { readonly largest?: number } = {},
): Promise<Exclude<StoreLookup, { status: 'absent' }>> {
  const { value, reason } = await unpackJson(bytes, largest);
  if (reason !== null) return describeUnreadable(reason);
  const { data, error } = runRecordSchema.safeParse(value);
  if (data !== undefined) return { status: 'found', record: data };
  const problems = error.issues.slice(0, MAX_SHOWN_PROBLEMS);
  const clauses = problems.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`);
  return describeUnreadable(
    `it is not a run record of this release (${clauses.join('; ')}); \`prompt-regression baseline\`, or a push to the base branch, makes a new one`,
  );
}

export function packJson(text: Uint8Array): Promise<Uint8Array> {
  return pack(text, { level: 9 });
}

/** The value of JSON bytes, gzipped or not, or the reason why there is none. */
export async function unpackJson(
  bytes: Uint8Array,
  largest: number,
): Promise<{ readonly value: unknown; readonly reason: string | null }> {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const json = isPacked ? await unpack(bytes, { maxOutputLength: largest }) : Buffer.from(bytes);
    const value = tryStoredJson(json.toString('utf8'));
    return { value, reason: value === undefined ? 'it is not JSON' : null };
  } catch (error) {
    // The parser's message would quote the file.
    const isLarge = error instanceof RangeError;
    const reason = isLarge ? `it unpacks to more than ${renderMegabytes(largest)} MB` : 'it is not JSON';
    return { value: undefined, reason };
  }
}

function describeUnreadable(reason: string): { readonly status: 'unreadable'; readonly reason: string } {
  return { status: 'unreadable', reason };
}

export function renderMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes.toFixed(megabytes < 1 ? 2 : 1);
}

/** A run record from a path, JSON or gzipped. */
export async function readRecordFile(path: string): Promise<StoreLookup> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return isAbsent(error) ? { status: 'absent' } : describeUnreadable(describeError(error));
  }
  return decodeFile(path, bytes);
}

export async function readRecordOfTree(tree: FileTree, path: string): Promise<StoreLookup> {
  const bytes = await tree.readBytes(path);
  return bytes === null ? { status: 'absent' } : decodeFile(path, bytes);
}

async function decodeFile(path: string, bytes: Uint8Array): ReturnType<typeof decodeRecord> {
  const read = await decodeRecord(bytes);
  return read.status === 'found' ? read : describeUnreadable(`${path}: ${read.reason}`);
}

export async function decodeStoredRecord(path: string, bytes: Uint8Array): Promise<StoreLookup> {
  const read = await decodeFile(path, bytes);
  return read.status === 'found' && read.record.subset !== undefined
    ? describeUnreadable(`${path}: ${SUBSET_IS_NO_BASELINE}`)
    : read;
}

type StoredText = RunRecord['text'];

const TEXT_RANKS: Readonly<Record<StoredText, number>> = { none: 0, statements: 1, full: 2 };

/**
 * `full` keeps all. `statements` drops answers, their context and tool calls. `none` keeps only ids, hashes, labels,
 * scores and tasks; verdicts are still found by key.
 */
export function dropText(record: RunRecord, keep: StoredText): RunRecord {
  if (TEXT_RANKS[record.text] <= TEXT_RANKS[keep]) return record;
  const reduceSamples = (samples: readonly Sample[]) => samples.map((sample) => reduceSample(sample, keep));
  const cases = record.cases.map(
    (row): CaseRecord => ({
      ...row,
      input: keep === 'none' ? '' : row.input,
      samples: reduceSamples(row.samples),
      caseSamples: reduceSamples(row.caseSamples),
    }),
  );
  const tasks = keep === 'none' ? {} : record.tasks;
  return {
    ...record,
    tasks,
    cases,
    text: keep,
  };
}

/** Bytes of JSON that a sample takes in a stored record. */
export function measureSample(sample: Sample, keep: StoredText): number {
  const kept = keep === 'full' ? sample : reduceSample(sample, keep);
  return Buffer.byteLength(JSON.stringify(kept)) + 1;
}

function reduceSample(sample: Sample, keep: StoredText): Sample {
  const judgements = Object.entries(sample.judgements).map(([scorer, judgement]) => [
    scorer,
    keep === 'none' ? removeTexts(judgement) : judgement,
  ]);
  return {
    answer: reduceAnswer(sample.answer, keep),
    answerHash: sample.answerHash,
    judgements: Object.fromEntries(judgements),
  };
}

function reduceAnswer(answer: Answer, keep: StoredText): Answer {
  if (answer.status === 'failed') return keep === 'none' ? { ...answer, message: '' } : answer;
  const toolCalls = answer.toolCalls.map(({ name }) => ({ name }));
  return { ...omitKeys(answer, 'context', 'turns'), output: '', toolCalls };
}

function removeTexts(judgement: Judgement): Judgement {
  if (judgement.status === 'unscored') return { ...judgement, reason: '' };
  return omitUndefined({
    ...judgement,
    reason: '',
    turns: judgement.turns?.map(({ score }) => ({ score, reason: '' })),
    statements: judgement.statements.map(({ key, result, label, off, isCall, labelKey, byTeam, turn }) =>
      omitUndefined({
        key,
        result,
        labelKey,
        byTeam,
        label,
        // Without its words, the judge reads the piece again.
        off: off === undefined ? undefined : '',
        isCall,
        turn,
        reason: '',
        text: '',
        quote: '',
      }),
    ),
  });
}
