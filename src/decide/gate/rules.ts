import { BROKE } from './broke.js';
import { COST, TIME } from './cost.js';
import { FACTS } from './facts.js';
import { MEAN, MEAN_OF_GROUP } from './mean.js';
import { MUST_PASS } from './must-pass.js';
import { NO_LONGER_ANSWERS } from './no-longer-answers.js';
import type { Rule } from './rule.js';
import { SENTENCE } from './sentence.js';
import { SEVERAL } from './several.js';
import { THRESHOLD, THRESHOLD_OF_GROUP } from './threshold.js';

/** In the order in which they ask, the cheapest first, and in which the docs explain them. */
export const RULES: readonly Rule[] = [
  NO_LONGER_ANSWERS,
  MUST_PASS,
  THRESHOLD,
  THRESHOLD_OF_GROUP,
  BROKE,
  SENTENCE,
  MEAN,
  MEAN_OF_GROUP,
  SEVERAL,
  FACTS,
  COST,
  TIME,
];
