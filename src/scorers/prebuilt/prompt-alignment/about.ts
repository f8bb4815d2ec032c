import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { REASON, SCALE } from '../../options.js';

const HISTORY_RULE = 'must be true, false or a group with maxMessages';
const COUNT_RULE = 'must be a whole number above 0';

export const about = {
  id: 'prompt-alignment',
  factory: 'createPromptAlignmentScorerLLM',
  measure: 'prompt alignment',
  kind: 'judged',
  higherIsBetter: true,
  verdictCalls: 4,
  needs: [],
  items: { one: 'requirement', many: 'requirements', bad: 'unfulfilled' },
  summary: 'Whether the answer does what the prompts ask: intent, requirements, completeness, form and tone.',
  formula:
    'user: 0.4 intent + 0.3 requirements + 0.2 completeness + 0.1 form and tone; system: 0.35, 0.35, 0.15, 0.15; both: 0.7 user + 0.3 system; · scale. A part that does not apply is left out, and the others count for it',
  options: z.strictObject({
    scale: SCALE,
    evaluationMode: z
      .enum(['user', 'system', 'both'], { error: 'must be user, system or both' })
      .describe('Held against what the user asked, what the system prompt (the task) says, or both.')
      .default('both'),
    includeConversationHistory: z
      .union(
        [
          z.boolean(),
          z.strictObject({
            maxMessages: z
              .number({ error: COUNT_RULE })
              .int({ error: COUNT_RULE })
              .positive({ error: COUNT_RULE })
              .default(10),
          }),
        ],
        { error: HISTORY_RULE },
      )
      .describe('Whether the judge sees the turns before, and how many (true: 10).')
      .default(false),
    reason: REASON,
  }),
} satisfies AboutScorer;
