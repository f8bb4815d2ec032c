import { z } from 'zod';
import { FAILURE_KINDS } from '../model/errors.js';

/** A line to the process of a scorer in the repository; without a run it asks for the file's export. */
export type HostRequest = { readonly id: string; readonly run?: object & { readonly output: unknown } };

const kind = z.enum(FAILURE_KINDS);

/** One line back, under the request's id. */
export const hostReplySchema = z.object({
  id: z.string(),
  /** The file's export; `agent`: it reads messages; `scale`: its highest possible score. */
  scorer: z
    .object({
      id: z.string(),
      type: z.literal('agent').optional(),
      scale: z.number().positive(),
      higherIsBetter: z.boolean(),
    })
    .optional(),
  result: z
    .object({
      score: z.number().nullable(),
      reason: z.string().optional().catch(undefined),
      unscored: z
        .object({ kind: kind.catch('not-scorable'), reason: z.string() })
        .optional()
        .catch(undefined),
    })
    .optional(),
  /** The file's error, or the reason why it failed on this answer; `kind` if its judge failed. */
  error: z.string().optional(),
  kind: kind.optional(),
});

export type HostReply = z.infer<typeof hostReplySchema>;
export type HostedScorer = NonNullable<HostReply['scorer']>;
export type HostResult = NonNullable<HostReply['result']>;
