import type { Judge, VerdictStore } from '../model/judge.js';
import type { RelevancyOptions, ScorerSettings } from '../model/settings.js';
import { createAnswerRelevancy } from './answer-relevancy/create-answer-relevancy.js';
import { BIAS } from './bias/bias.js';
import { FAITHFULNESS } from './faithfulness/faithfulness.js';
import { HALLUCINATION } from './hallucination/hallucination.js';
import type { JudgedScorer } from './items/define-scorer.js';
import type { ItemOptions } from './items/item-spec.js';
import { JUDGED_OPENERS } from './judged-scorers.js';
import type { Scorer } from './scorer.js';
import { TOXICITY } from './toxicity/toxicity.js';

/** What a scorer that asks a judge works with. */
export type ScorerTools = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  /** Seeds the choice of control statements. */
  readonly salt: string;
};

type Options = Readonly<Record<string, unknown>>;
type Opener = (options: Options, tools: ScorerTools) => Scorer;

/** By id. The options are as the catalog's schema gave them. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'answer-relevancy': (options, tools) =>
    createAnswerRelevancy({ ...tools, options: options as RelevancyOptions }),
  ...JUDGED_OPENERS,
  faithfulness: judged(FAITHFULNESS),
  hallucination: judged(HALLUCINATION),
  bias: judged(BIAS),
  toxicity: judged(TOXICITY),
};

function judged<Given extends ItemOptions, Steps extends object>(scorer: JudgedScorer<Given, Steps>): Opener {
  return (options, tools) => scorer.create({ ...tools, options: options as Given & Options });
}

/** Opens a prebuilt scorer under the name that its suite gives it. */
export function openScorer({ name, use }: ScorerSettings, tools: ScorerTools): Scorer {
  const open = use.kind === 'prebuilt' && Object.hasOwn(OPENERS, use.id) ? OPENERS[use.id] : undefined;
  if (open === undefined || use.kind !== 'prebuilt') throw new Error(`there is no scorer behind ${name}`);
  const scorer = open(use.options, tools);
  return name === use.id ? scorer : renamed(scorer, { name, use: use.id });
}

/** The same scorer under another name: a suite may use one twice. */
function renamed<Kind extends Scorer>(scorer: Kind, { name, use }: { name: string; use: string }): Kind {
  return { ...scorer, id: name, fingerprint: { ...scorer.fingerprint, id: name, use } };
}
