import type { Verdict } from '../../../ports/verdict.js';
import type { ControlChooser } from './control-statement.js';
import type { ItemsTopic } from './items-question.js';
import type { ItemVerdict } from './items-reply.js';

/** Items that are due to be judged, and all that a judge is asked about them with. */
export type PreparedItems<Label extends string = string> = {
  /** By key, the texts that a judge has to decide on. */
  readonly toJudge: ReadonlyMap<string, string>;
  readonly topic: ItemsTopic<Label>;
  /** @param seed Another one gives other control items at other places. */
  readonly controls: (seed: string) => ControlChooser;
  /** The only right labels for a control item. */
  readonly controlLabels: readonly Label[];
  /** What a judge does that gets a control item wrong, in words. */
  readonly slip: string;
  readonly toVerdict: (given: ItemVerdict<Label>) => Verdict;
  /** A verdict that is known already, as this scorer reads it; `null` where it cannot. */
  readonly readKnown: (verdict: Verdict) => Verdict | null;
};
