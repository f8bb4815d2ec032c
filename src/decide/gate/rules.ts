import { BROKE } from './broke.js';
import { FACTS } from './facts.js';
import { MEAN } from './mean.js';
import { NO_LONGER_ANSWERS } from './no-longer-answers.js';
import type { Rule } from './rule.js';
import { SENTENCE } from './sentence.js';
import { SEVERAL } from './several.js';
import { THRESHOLD } from './threshold.js';

/** In the order in which they ask, the cheapest first, and in which the docs explain them. */
export const RULES: readonly Rule[] = [NO_LONGER_ANSWERS, THRESHOLD, BROKE, SENTENCE, MEAN, SEVERAL, FACTS];
