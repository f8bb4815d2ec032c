import { ANSWER_SIMILARITY } from './answer-similarity/answer-similarity.js';
import { BIAS } from './bias/bias.js';
import { CONTEXT_PRECISION } from './context-precision/context-precision.js';
import { CONTEXT_RELEVANCE } from './context-relevance/context-relevance.js';
import { FACTUALITY } from './factuality/factuality.js';
import { FAITHFULNESS } from './faithfulness/faithfulness.js';
import { HALLUCINATION } from './hallucination/hallucination.js';
import type { ItemScorerConfig } from './items/create-item-scorer.js';
import type { JudgedScorer } from './items/define-scorer.js';
import type { ItemOptions } from './items/item-spec.js';
import { NOISE_SENSITIVITY } from './noise-sensitivity/noise-sensitivity.js';
import { PROMPT_ALIGNMENT } from './prompt-alignment/prompt-alignment.js';
import type { StatementScorer } from './scorer.js';
import { TOXICITY } from './toxicity/toxicity.js';

type Tools = Omit<ItemScorerConfig<unknown>, 'options'>;
export type JudgedOpener = (options: Readonly<Record<string, unknown>>, tools: Tools) => StatementScorer;

/** By id, every judged scorer but answer relevancy. The options are as the catalog's schema gave them. */
export const JUDGED_OPENERS: Readonly<Record<string, JudgedOpener>> = Object.fromEntries([
  openerOf(ANSWER_SIMILARITY),
  openerOf(FAITHFULNESS),
  openerOf(HALLUCINATION),
  openerOf(BIAS),
  openerOf(TOXICITY),
  openerOf(CONTEXT_PRECISION),
  openerOf(CONTEXT_RELEVANCE),
  openerOf(FACTUALITY),
  openerOf(PROMPT_ALIGNMENT),
  openerOf(NOISE_SENSITIVITY),
]);

function openerOf<Options extends ItemOptions>({
  about,
  create,
}: JudgedScorer<Options, object>): readonly [string, JudgedOpener] {
  return [about.id, (options, tools) => create({ ...tools, options: options as unknown as Options })];
}
