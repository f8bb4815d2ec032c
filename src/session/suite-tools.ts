import { type Judging, openJudging } from '../judging/open-judging.js';
import type { OwnScorerEffects } from '../judging/own-scorer/open-own-scorer.js';
import { openOwnScorers } from '../judging/own-scorer/open-own-scorers.js';
import type { Effects, Log } from '../model/effects.js';
import type { Journal } from '../model/journal.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { ReviewReason, SettingsChange } from '../model/notes.js';
import type { ChatClient, ProviderSettings } from '../model/provider.js';
import type { PreparedSuite, SuiteSettings } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import type { Agents } from '../produce/gather-evidence.js';
import type { AnswerPlan } from '../produce/produce.js';
import { SideFiles } from '../produce/side-files.js';

type SuiteJudging = Judging &
  AsyncDisposable & {
    readonly changes: readonly SettingsChange[];
    /** Reasons for human review, one phrase each without a full stop; else empty. */
    readonly review: readonly ReviewReason[];
  };

/** The tools that measure a suite: judge, scorers, journal, and the files of both sides. */
export type SuiteTools = AsyncDisposable & {
  readonly judging: SuiteJudging;
  readonly journal: Journal;
  readonly files: SideFiles;
  readonly effects: Effects;
};

export async function openSuiteTools(suite: PreparedSuite, effects: Effects): Promise<SuiteTools> {
  await using opened = new AsyncDisposableStack();
  const journal = opened.use(await effects.journals.open(suite.settings.name));
  const judging = opened.use(await openSuiteJudging(suite, effects, journal));
  const files = opened.use(new SideFiles(suite.prefix, effects));
  const tools = opened.move();
  return { judging, journal, files, effects, [Symbol.asyncDispose]: () => tools.disposeAsync() };
}

/**
 * Opens a suite's judge and scorers, with their own store of verdicts. Throws `UserError` for scorers in the repository
 * that cannot be opened.
 */
export async function openSuiteJudging(
  suite: SuiteSettings,
  effects: OwnScorerEffects & {
    readonly chat: (role: 'judge', provider: ProviderSettings) => ChatClient;
    readonly random: () => number;
    readonly log: Log;
  },
  journal?: Journal,
): Promise<SuiteJudging> {
  const { settings, labels } = suite;
  const { model, provider } = settings.judge;
  await using opened = new AsyncDisposableStack();
  const own = opened.use(await openOwnScorers(settings.scorers, suite, effects));
  const judging = openJudging({
    suite: settings,
    chat: model === BUILTIN_JUDGE ? null : effects.chat('judge', provider),
    salt: String(effects.random()),
    own: own.scorers,
    labels,
    journal,
    log: effects.log,
  });
  const { changes, review } = own;
  const scorers = opened.move();
  return { ...judging, changes, review, [Symbol.asyncDispose]: () => scorers.disposeAsync() };
}

/** Settings for getting and judging the answers of a suite, on either side. */
export function describeAsking(suite: PreparedSuite, { judging, journal }: SuiteTools): AnswerPlan {
  const { settings, prefix, tasks, taskSource } = suite;
  return { suite: settings.name, directory: prefix, tasks, taskSource, judging, journal };
}

/** Whom to ask what, on both sides. */
export function planSides(suite: PreparedSuite, tools: SuiteTools): Agents {
  const { settings, base, head, judgedBy, subset } = suite;
  const asking = describeAsking(suite, tools);
  const hasOwnScorer = settings.scorers.some(({ use }) => use.kind === 'own');
  // The base's scorers have a checkout of their own.
  const runsHere = describeTarget(head.target).runsPrograms || (hasOwnScorer && judgedBy === 'head');
  return {
    base: base === null ? null : { ...asking, side: base },
    head: { ...asking, side: head, rewritten: runsHere ? head.watched.rewritten : [], subset },
    files: tools.files,
  };
}
