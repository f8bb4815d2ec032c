import type { Judge, VerdictStore } from '../ports/judge.js';
import type { ScorerSettings } from '../ports/settings.js';
import { CODE_OPENERS } from './code-scorers.js';
import { JUDGED_OPENERS } from './judged-scorers.js';
import type { Scorer } from './scorer.js';
import { scorerOfEval } from './scorer-of-eval.js';

/** What a scorer that asks a judge works with. */
export type ScorerTools = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  /** Seeds the choice of control statements. */
  readonly salt: string;
};

type Opener = (options: Readonly<Record<string, unknown>>, tools: ScorerTools) => Scorer;

/** By id. The options are as the catalog's schema gave them. */
const OPENERS: Readonly<Record<string, Opener>> = {
  ...JUDGED_OPENERS,
  ...codeOpeners(),
};

/** Raised when the way from an answer to a score changes, for any scorer that is code: older scores are incomparable. */
const CODE_VERSION = 1;

function codeOpeners(): Readonly<Record<string, Opener>> {
  const openers = Object.entries(CODE_OPENERS).map(([id, open]): [string, Opener] => [
    id,
    (options) => scorerOfEval(open(options), { formula: [CODE_VERSION, id, options] }),
  ]);
  return Object.fromEntries(openers);
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
