import type { Usage } from '../ports/answer.js';
import { NO_USAGE } from '../ports/answer.js';
import type { ChatClient } from '../ports/chat.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { Verdict } from '../ports/verdict.js';
import { openScorer } from '../scorers/catalog.js';
import type { Scorer } from '../scorers/scorer.js';
import { openJudge } from './open-judge.js';
import { createVerdictStore } from './verdict-store.js';

/** A suite's judge and scorers, shared by both sides of a run so that the same statement gets the same verdict. */
export type Judging = {
  readonly fingerprint: RunRecord['judge'];
  readonly scorers: readonly Scorer[];
  /** Takes over the verdicts of an earlier run: where they hold again, they cost nothing. */
  learn(record: RunRecord): void;
  /** What was judged again and better: from now on it is what is known. */
  replaceVerdict(key: string, verdict: Verdict): void;
  /** What judging has cost so far, and how many verdicts were known already. */
  spent(): { readonly usage: Usage; readonly reused: number };
};

/**
 * Opens what judges a suite's answers.
 *
 * @param salt unpredictable, one a run: answers cannot know where control statements stand.
 */
export function openJudging(options: {
  readonly suite: SuiteSettings;
  readonly chat: ChatClient | null;
  readonly salt: string;
  /** Scorers of the repository's own, by name. */
  readonly own?: ReadonlyMap<string, Scorer>;
}): Judging {
  const { suite, chat, salt, own } = options;
  const judge = openJudge(suite.judge, chat, { salt });
  const store = createVerdictStore([]);
  return {
    fingerprint: { name: judge.name, fingerprint: judge.fingerprint, builtin: judge.builtin },
    scorers: suite.scorers.map(
      (scorer) => own?.get(scorer.name) ?? openScorer(scorer, { judge, store, salt }),
    ),
    learn: (record) => store.learn(record),
    replaceVerdict: (key, verdict) => store.replaceVerdict(key, verdict),
    spent: () => ({ usage: chat?.usage() ?? NO_USAGE, reused: store.reused() }),
  };
}
