import { type Coverage, coverageSchema, type Noticing } from '../../model/coverage.js';
import type { RunRecord } from '../../model/run-record.js';
import { packJson, unpackJson } from './record-codec.js';

/** Bytes of JSON: a prompt has at most 60 blocks, and each names at most every case. */
const MAX_COVERAGE_BYTES = 20_000_000;

/** Gzipped JSON of a map. `none` drops the prompt's text and the statements; lines and case ids stay. */
export async function encodeCoverage(coverage: Coverage, text: RunRecord['text']): Promise<Uint8Array> {
  const kept = text === 'none' ? removeTexts(coverage) : coverage;
  return await packJson(Buffer.from(JSON.stringify(kept)));
}

/** Throws an `Error` with the reason for bytes that are no map. */
export async function decodeCoverage(bytes: Uint8Array): Promise<Coverage> {
  const { value, reason } = await unpackJson(bytes, MAX_COVERAGE_BYTES);
  if (reason !== null) throw new Error(reason);
  const { data } = coverageSchema.safeParse(value);
  if (data === undefined) throw new Error('it is not a coverage map of this release');
  return data;
}

function removeTexts(coverage: Coverage): Coverage {
  const { blocks, placebo, unscored } = coverage;
  const dropStatements = (noticedBy: readonly Noticing[]) => noticedBy.map((each) => ({ ...each, text: '' }));
  return {
    ...coverage,
    blocks: blocks.map((block) => ({ ...block, text: '', noticedBy: dropStatements(block.noticedBy) })),
    placebo: placebo && { ...placebo, noticedBy: dropStatements(placebo.noticedBy) },
    unscored: unscored && { ...unscored, reason: '' },
  };
}
