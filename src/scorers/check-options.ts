import { z } from 'zod';

const SWITCH_RULE = 'must be true or false';
const TEXT_RULE = 'must be a text';

export const IGNORE_CASE = z
  .boolean({ error: SWITCH_RULE })
  .describe('Capital and small letters are the same.')
  .default(true);

/** A text that must say something. */
export const TEXT = z.string({ error: TEXT_RULE }).min(1, { error: 'must not be empty' });

export const COUNT_RULE = 'must be a whole number above 0';
export const COUNT = z
  .number({ error: COUNT_RULE })
  .int({ error: COUNT_RULE })
  .positive({ error: COUNT_RULE });

/** What all checks have in common. */
export const CHECK = {
  kind: 'check',
  higherIsBetter: true,
  needs: [],
  items: null,
  formula: '1 or 0',
  deviations: [],
} as const;
