import { NO_USAGE, type Usage } from '../model/answer.js';
import type { Match } from '../model/comparison.js';
import type { Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import { type Journal, NO_JOURNAL } from '../model/journal.js';
import { BUILTIN_JUDGE, type Judge } from '../model/judge.js';
import type { ChatClient } from '../model/provider.js';
import type { RunRecord } from '../model/run-record.js';
import type { DecidingSettings, JudgeSettings } from '../model/suite.js';
import { NO_LABELS, type TeamLabels, type Verdict } from '../model/verdict.js';
import { openScorer } from '../scorers/catalog.js';
import { scoreTurns } from '../scorers/score-turns.js';
import type { Scorer } from '../scorers/scorer.js';
import { digest } from '../text/json.js';
import { createBuiltinJudge } from './builtin-judge.js';
import { createLlmJudge } from './llm-judge.js';
import { type MatchRequest, matchPieces } from './match-pieces.js';
import { createMatchStore, createVerdictStore } from './verdict-store.js';

/**
 * Opens the judge that the settings name.
 * @param chat The judge's provider; only the built-in judge needs none.
 * @throws UserError if a model has no provider.
 */
export function openJudge(
  settings: JudgeSettings,
  chat: ChatClient | null,
  options: { readonly salt: string; readonly log?: Log | undefined },
): Judge {
  if (settings.model === BUILTIN_JUDGE) return createBuiltinJudge();
  if (chat === null) {
    throw new UserError(`judge: ${settings.model} needs a provider, and none was opened for it`);
  }
  return createLlmJudge(settings, chat, options);
}

/** A suite's judge and scorers, shared by both sides of a run so that the same statement gets the same verdict. */
export type Judging = JudgingRules &
  VerdictUpdates & {
    /** Takes over the verdicts of an earlier run; a verdict that applies again costs nothing. */
    learn(record: RunRecord): void;
    /** Compares answers piece by piece; `null` if the judge compares words only. */
    readonly match: PieceMatcher | null;
    spent(): Usage;
  };

/** What scores depend on. A record with other rules is judged again. */
export type JudgingRules = {
  readonly fingerprint: RunRecord['judge'];
  readonly scorers: readonly Scorer[];
  readonly labels: TeamLabels;
};

/** Further verdicts on single statements. */
export type VerdictUpdates = {
  replaceVerdict(key: string, verdict: Verdict): void;
  /** A further verdict on a statement, by its number. */
  findDraw(key: string, draw: number): Verdict | undefined;
  keepDraw(key: string, draw: number, verdict: Verdict): void;
};

export type PieceMatcher = (
  wanted: MatchRequest,
  options: { readonly signal: AbortSignal; readonly log?: Log },
) => Promise<readonly Match[]>;

/**
 * Opens a suite's judge and scorers.
 * @param salt One per run and unpredictable: answers cannot know the places of control statements.
 */
export function openJudging(options: {
  readonly suite: DecidingSettings;
  readonly chat: ChatClient | null;
  readonly salt: string;
  readonly own?: ReadonlyMap<string, Scorer>;
  readonly journal?: Journal | undefined;
  readonly labels?: TeamLabels;
  /** Logs changes in the form of the judge's questions. */
  readonly log?: Log;
}): Judging {
  const { suite, chat, salt, own, journal = NO_JOURNAL, labels = NO_LABELS, log } = options;
  const judge = rememberReplies(openJudge(suite.judge, chat, { salt, log }), journal);
  // The built-in judge's verdicts cost nothing, so the journal does not keep them.
  const store = createVerdictStore(judge.builtin ? NO_JOURNAL : journal);
  const matches = createMatchStore(journal);
  return {
    fingerprint: { name: judge.name, fingerprint: judge.fingerprint, builtin: judge.builtin },
    scorers: suite.scorers.map((scorer) =>
      scoreTurns(own?.get(scorer.name) ?? openScorer(scorer, { judge, store, labels, salt })),
    ),
    labels,
    learn: (record) => store.learn(record),
    replaceVerdict: (key, verdict) => store.replaceVerdict(key, verdict),
    findDraw: (key, draw) => store.verdict(buildDrawKey(key, draw)),
    keepDraw: (key, draw, verdict) => store.keepVerdict(buildDrawKey(key, draw), verdict),
    match: judge.builtin
      ? null
      : (wanted, options) => matchPieces(wanted, { judge, store: matches, salt }, options),
    spent: () => chat?.usage() ?? NO_USAGE,
  };
}

function rememberReplies(judge: Judge, journal: Journal): Judge {
  if (judge.builtin) return judge;
  return {
    ...judge,
    async ask(question, options) {
      if (question.mayRecall !== true) return judge.ask(question, options);
      const { name, rules, data } = question;
      const key = digest([judge.fingerprint, name, rules, data], 64);
      const recorded = journal.take('reply', key);
      if (recorded !== undefined) return recorded;
      const reply = await judge.ask(question, options);
      journal.keep('reply', key, reply);
      return reply;
    },
  };
}

function buildDrawKey(key: string, draw: number): string {
  return `${key} draw ${draw}`;
}
