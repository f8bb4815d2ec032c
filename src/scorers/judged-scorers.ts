import type { ItemScorerConfig } from './judged/items/create-item-scorer.js';
import type { JudgedScorer } from './judged/items/define-scorer.js';
import type { ItemOptions } from './judged/items/item-spec.js';
import { ANSWER_RELEVANCY } from './library/answer-relevancy/answer-relevancy.js';
import { ANSWER_SIMILARITY } from './library/answer-similarity/answer-similarity.js';
import { BIAS } from './library/bias/bias.js';
import { CONTEXT_PRECISION } from './library/context-precision/context-precision.js';
import { CONTEXT_RELEVANCE } from './library/context-relevance/context-relevance.js';
import { FACTUALITY } from './library/factuality/factuality.js';
import { FAITHFULNESS } from './library/faithfulness/faithfulness.js';
import { HALLUCINATION } from './library/hallucination/hallucination.js';
import { NOISE_SENSITIVITY } from './library/noise-sensitivity/noise-sensitivity.js';
import { PROMPT_ALIGNMENT } from './library/prompt-alignment/prompt-alignment.js';
import { TOXICITY } from './library/toxicity/toxicity.js';
import type { StatementScorer } from './scorer.js';

type Tools = Omit<ItemScorerConfig<unknown>, 'options'>;
export type JudgedOpener = (options: Readonly<Record<string, unknown>>, tools: Tools) => StatementScorer;

/** By id, every judged scorer. The options are as the catalog's schema gave them. */
export const JUDGED_OPENERS: Readonly<Record<string, JudgedOpener>> = Object.fromEntries([
  openerOf(ANSWER_RELEVANCY),
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
