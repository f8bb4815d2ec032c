import { type Concluded, type ConcludeFacts, concludeRecords, nextAsk } from '../decide/conclude.js';
import type { Matches } from '../ports/comparison.js';
import type { ControlRun } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import type { RunRecord } from '../ports/run-record.js';
import type { CallPlan } from '../ports/spending.js';
import { type Known, lookAgain, nothingConfirmed } from '../produce/look-again.js';
import type { ProducePlan } from '../produce/produce.js';

/** The gate is asked no more often than this; then it decides on what there is. */
const MOST_ROUNDS = 30;

export type GateQuestion = Omit<
  ConcludeFacts,
  'scorers' | 'head' | 'base' | 'canSample' | 'confirmed' | 'matches' | 'control'
> & {
  /** How the head is asked, where the gate wants to see more of it. */
  readonly asked: Omit<ProducePlan, 'samples' | 'previous'>;
  readonly plan: Pick<CallPlan, 'compared' | 'maxHeadSamples'>;
  /** Runs the base again today; missing where the baseline is not a stored one, or its agent cannot be asked. */
  readonly runControl?: () => Promise<Exclude<ControlRun, { readonly kind: 'askable' }>>;
};

/**
 * Asks the gates of all scorers, and gets them what they want to see, until every one has decided; what words do not find
 * on the other side is searched by the judge in between.
 */
export async function askGate(
  records: { readonly head: RunRecord; readonly base: RunRecord | null },
  { asked, plan, runControl, ...facts }: GateQuestion,
  effects: Effects,
): Promise<{ readonly concluded: readonly Concluded[]; readonly known: Known }> {
  const { scorers } = asked.suite;
  const confirmed = nothingConfirmed(asked.judging);
  // What is merged fails nobody: words have to do.
  const matches: Matches | null = plan.compared && asked.judging.match !== null ? new Map() : null;
  let known: Known = { ...records, confirmed, matches, notes: [], votes: [] };
  let control: ControlRun | undefined = runControl && { kind: 'askable' };
  for (let round = 0; ; ) {
    const { head, base, confirmed, matches } = known;
    const mayAsk = round < MOST_ROUNDS;
    const canSample = mayAsk && plan.maxHeadSamples > 0;
    const concluded = concludeRecords({
      ...facts,
      ...{ scorers, head, base, canSample },
      ...(mayAsk && { confirmed }),
      ...(matches !== null && { matches }),
      ...(control && { control }),
    });
    const ask = nextAsk(concluded);
    if (ask === null) return { concluded, known };
    if (ask.kind !== 'match') round += 1;
    if (ask.kind !== 'control') known = await lookAgain(ask, known, asked, effects);
    else if (runControl !== undefined) {
      effects.log.info(ask.why);
      control = await runControl();
      known = { ...known, notes: [...known.notes, ask.why] };
    }
  }
}
