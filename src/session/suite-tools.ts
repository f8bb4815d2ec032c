import { type Judging, openJudging } from '../judging/open-judging.js';
import type { OwnScorerEffects } from '../judging/own-scorer/open-own-scorer.js';
import type { ScorerSides } from '../judging/own-scorer/open-own-scorers.js';
import { openOwnScorers } from '../judging/own-scorer/open-own-scorers.js';
import type { ChatClient } from '../model/chat.js';
import type { Effects } from '../model/effects.js';
import type { Journal } from '../model/journal.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { Log } from '../model/log.js';
import type { ReviewReason, SettingsChange } from '../model/notes.js';
import type { ProviderSettings, Suite } from '../model/suite.js';
import type { SuiteRun } from '../model/suite-run.js';
import type { TeamLabels } from '../model/team-labels.js';

/** A run's judging; the processes of the repository's own scorers end with it. */
export type SuiteJudging = Judging &
  AsyncDisposable & {
    /** Scorers that the pull request changes. */
    readonly changes: readonly SettingsChange[];
    /** Reasons for human review, one phrase each without a full stop; else empty. */
    readonly review: readonly ReviewReason[];
  };

/** Everything that one suite's run works with. */
export type SuiteTools = AsyncDisposable & {
  readonly judging: SuiteJudging;
  readonly journal: Journal;
  readonly effects: Effects;
};

export async function openSuiteTools(run: SuiteRun, effects: Effects): Promise<SuiteTools> {
  await using opened = new AsyncDisposableStack();
  const journal = opened.use(await effects.journals.open(run.suite));
  const judging = opened.use(await openSuiteJudging(run.suite, run, effects, journal));
  const tools = opened.move();
  return { judging, journal, effects, [Symbol.asyncDispose]: () => tools.disposeAsync() };
}

/**
 * Opens a suite's judge and scorers, with their own store of verdicts. Throws `UserError` for scorers in the repository
 * that cannot be opened.
 */
export async function openSuiteJudging(
  suite: Suite,
  sides: ScorerSides & { readonly labels: TeamLabels },
  effects: OwnScorerEffects & {
    readonly chat: (role: 'judge', provider: ProviderSettings) => ChatClient;
    readonly random: () => number;
    readonly log: Log;
  },
  journal?: Journal,
): Promise<SuiteJudging> {
  const { model, provider } = suite.judge;
  const chat = model === BUILTIN_JUDGE ? null : effects.chat('judge', provider);
  const own = await openOwnScorers(suite.scorers, sides, effects);
  try {
    const judging = openJudging({
      suite,
      chat,
      salt: String(effects.random()),
      own: own.scorers,
      labels: sides.labels,
      ...(journal && { journal }),
      log: effects.log,
    });
    const { changes, review } = own;
    return { ...judging, changes, review, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
  } catch (thrown) {
    await own[Symbol.asyncDispose]();
    throw thrown;
  }
}
