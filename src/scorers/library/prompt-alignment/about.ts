import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { JUDGED_DEVIATIONS, SCALE_DEVIATION } from '../../judged-deviations.js';
import { REASON, SCALE } from '../../judged-options.js';

const HISTORY_RULE = 'must be true, false or a group with maxMessages';
const COUNT_RULE = 'must be a whole number above 0';

export const PROMPT_ALIGNMENT_OPTIONS = z.strictObject({
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
});

export const promptAlignment = {
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
  options: PROMPT_ALIGNMENT_OPTIONS,
  choices: [
    'Mode `both`: documented are two analyses, 70 % user and 30 % system; the code has one and counts it twice. There are two here.',
    '`missingElements` are the requirements that are not fulfilled; `primaryIntent` is the prompt itself, shortened.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    SCALE_DEVIATION,
    {
      what: 'Scores of the parts',
      reference:
        'Numbers that the judge thinks of; nobody checks that they fit its own list of requirements.',
      here: 'One verdict for every sentence of the prompts and for every aspect; the parts are shares of them (met 1, partly 0.5).',
      why: 'A number that follows from verdicts can be explained and repeated.',
    },
    {
      what: 'No requirements',
      reference: 'Whatever the judge says.',
      here: 'The part is left out and the others count for it.',
      why: '0 ÷ 0 is no score.',
    },
    {
      what: 'A prompt that is missing',
      reference: 'An error.',
      here: 'Mode `both` goes by the other one; where the only one is missing, the run is not scorable.',
      why: 'One case must not stop the others.',
    },
  ],
} satisfies AboutScorer;
