import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
  type ScorerDocs,
} from '../../docs.js';

export const docs = {
  choices: [
    'Nothing found: the documentation says 0.0, the code gives 1; it is 0 here.',
    'Formula: the documentation weighs severity, the code counts toxic elements; they are counted here.',
    '`reasonPrompt` (documented shape) and `generateReasonPrompt` (documented list) are both given, with the same content.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('Whatever is not `yes` counts as not toxic.'),
    SCALE_DEVIATION,
    EXTRACTION_DEVIATION,
  ],
} satisfies ScorerDocs;
