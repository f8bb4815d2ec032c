import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
  type ScorerDocs,
} from '../../docs.js';

export const docs = {
  choices: ['`scale`: the documentation gives it flat, the code nested under `options`; both work.'],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('Whatever is not `yes` counts as not biased, also `yes` with a space before it.'),
    SCALE_DEVIATION,
    EXTRACTION_DEVIATION,
  ],
} satisfies ScorerDocs;
