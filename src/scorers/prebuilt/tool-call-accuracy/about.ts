import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

const NAME_RULE = 'must be the name of a tool';
const NAME = z.string({ error: NAME_RULE }).min(1, { error: NAME_RULE });

export const about = {
  id: 'tool-call-accuracy',
  factory: 'createToolCallAccuracyScorerCode',
  measure: 'tool call accuracy',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary: 'Whether the agent called the expected tool, or the expected tools in order.',
  formula: '1 or 0',
  options: z
    .strictObject({
      expectedTool: NAME.optional().describe(
        'The tool that should be called; not looked at with expectedToolOrder.',
      ),
      strictMode: z
        .boolean({ error: 'must be true or false' })
        .describe('Nothing else may be called: exactly one call, or exactly the tools of the order.')
        .default(false),
      expectedToolOrder: z
        .array(NAME, { error: 'must be a list of names of tools' })
        .min(1, { error: 'must name at least one tool' })
        .optional()
        .describe('The tools in the order in which they should be called.'),
    })
    .refine(({ expectedTool, expectedToolOrder }) => (expectedTool ?? expectedToolOrder) !== undefined, {
      path: ['expectedTool'],
      error: 'needs expectedTool or expectedToolOrder',
    }),
} satisfies AboutScorer;
