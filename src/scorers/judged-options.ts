import { z } from 'zod';

const SCALE_RULE = 'must be a number above 0';
const CONTEXT_RULE = 'must be a list of texts';

export const SCALE = z
  .number({ error: SCALE_RULE })
  .positive({ error: SCALE_RULE })
  .describe('Highest score.')
  .default(1);

export const REASON = z
  .enum(['verdicts', 'llm'], { error: 'must be verdicts or llm' })
  .describe('Who words the reason: built from the verdicts, or the judge.')
  .default('verdicts');

export const EXTRACTION = z
  .enum(['judge', 'segment'], { error: 'must be judge or segment' })
  .describe('Who takes an answer apart: the judge, or a segmenter that needs no call.')
  .default('judge');

export const CONTEXT = z
  .array(z.string({ error: CONTEXT_RULE }), { error: CONTEXT_RULE })
  .min(1, { error: 'must hold at least one text' })
  .describe("The same context for every case; default: the answer's own, the case's, or the tool results.")
  .optional();

const SHARE_RULE = 'must be a number from 0 to 1';

/** A weight or a penalty. */
export const SHARE = z
  .number({ error: SHARE_RULE })
  .min(0, { error: SHARE_RULE })
  .max(1, { error: SHARE_RULE });
