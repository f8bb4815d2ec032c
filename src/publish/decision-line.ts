import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type EarlierDecision, earlierDecisionSchema } from './earlier-decision.js';

/** A longer line is not written: the room is the report's. */
const MOST_BYTES = 6_000;
/** A line that unpacks to more than this is not ours. */
const MOST_UNPACKED_BYTES = 500_000;

const PATTERN = /^<!-- prompt-regression-decision 1 ([A-Za-z0-9+/]+={0,2}) -->$/;

/** The decision as one line that a reader does not see; `null` where it is too long to be kept in a comment. */
export function renderDecisionLine(decision: EarlierDecision): string | null {
  const packed = deflateRawSync(JSON.stringify(decision), { level: 9 }).toString('base64');
  const line = `<!-- prompt-regression-decision 1 ${packed} -->`;
  return line.length <= MOST_BYTES ? line : null;
}

/** The decision in such a line; `null` for any other text, so that whatever is wrong with it leads to a new evaluation. */
export function parseDecisionLine(line: string): EarlierDecision | null {
  const packed = PATTERN.exec(line)?.[1];
  if (packed === undefined) return null;
  try {
    const options = { maxOutputLength: MOST_UNPACKED_BYTES };
    const text = inflateRawSync(Buffer.from(packed, 'base64'), options).toString('utf8');
    return earlierDecisionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
