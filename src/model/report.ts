import type { ChosenBaseline } from './baseline.js';
import type { ChangedFile } from './changed-file.js';
import type { Comparison, DatasetChanges, ShownCase } from './comparison.js';
import type { ChangeCoverage } from './coverage.js';
import type { Explanation } from './explanation.js';
import type { Decision } from './finding.js';
import type { Note, SettingsChange } from './notes.js';
import type { RunRecord } from './run-record.js';
import type { Cost } from './spending.js';

/** Calls, tokens and time; `cost` only if the config file gives prices. */
export type Spending = RunRecord['usage'] & { readonly seconds: number; readonly cost?: Cost };

/** The average cost of one answer of the agent; `null` if not known. */
export type AnswerCost = {
  readonly tokens: number | null;
  /** In the currency of the prices. */
  readonly amount: number | null;
  /** Median. */
  readonly seconds: number | null;
};

export type ScorerReport = {
  readonly scorer: string;
  readonly decision: Decision;
  readonly comparison: Comparison;
};

/** A file by its path from the repository's top, and a line number from 1. */
export type Place = { readonly file: string; readonly line: number };

/** Everything that a report says about one suite. */
export type SuiteReport = {
  readonly suite: string;
  /** With several scorers, the worst one's decision. */
  readonly decision: Decision;
  readonly changes?: readonly SettingsChange[];
  readonly notes: readonly Note[];
  /** The pull request's changes to the dataset; missing if there is no base. */
  readonly dataset?: DatasetChanges;
  readonly shown?: ShownCases;
  /** So many calls suffice in any case; set if the budget of calls was too small. */
  readonly callsNeeded?: number;
  /** Set if the time was up while a provider was too busy: its last answer, a clause, and how often. */
  readonly overload?: { readonly reason: string; readonly times: number };
} & (
  | {
      readonly kind: 'evaluated';
      /** Of the scorer that decides. */
      readonly comparison: Comparison;
      /** All of the suite's scorers, in its order; missing if there is only one. */
      readonly scorers?: readonly ScorerReport[];
      /**
       * Set if this is one of several scorers, reported separately. The first one also reports what concerns
       * the whole suite. `scorers`: all of them.
       */
      readonly part?: {
        readonly scorer: string;
        readonly first: boolean;
        readonly scorers: readonly ScorerReport[];
      };
      readonly baseline: ChosenBaseline;
      readonly head: RunRecord;
      /** The record that the head is compared with; missing without one. */
      readonly base?: RunRecord;
      /** Both sides' answers to the head's cases; `base` is `null` without a record. */
      readonly answerCosts?: { readonly base: AnswerCost | null; readonly head: AnswerCost };
      /** Everything that was spent on the suite, including a base that ran now. If missing, use the head's usage. */
      readonly spent?: Spending;
      /** The watched files that the pull request changed, those first that most likely changed answers. */
      readonly changedFiles?: readonly ChangedFile[];
      /** The cases that notice the changed lines; missing if unknown. */
      readonly changeCoverage?: ChangeCoverage;
      /** The changed lines that caused the findings; missing if nobody looked for them. */
      readonly explanations?: readonly Explanation[];
      /** Path of the file with the recorded answers; missing for a live agent. */
      readonly answersFile?: string;
      /** The head's answers to cases that the base failed; missing if there are none. */
      readonly failedAtBase?: readonly FailedAtBase[];
      /** The agent is a program whose files changed, but a base that ran now gave exactly the head's answers. */
      readonly identicalAnswers?: true;
    }
  /** Nothing was compared: no watched file changed, or only the dataset did. */
  | {
      readonly kind: 'unchanged';
      readonly spent?: Spending;
    }
  | {
      /** The evaluation was due but could not begin, for example without a key. */
      readonly kind: 'not-evaluated';
      readonly spent?: Spending;
      /** Place of the first error; missing if there is none with a line. */
      readonly place?: Place;
    }
);

export type FailedAtBase = {
  readonly id: string;
  readonly input: string;
  /** Why the base's agent failed. Foreign text. */
  readonly reason: string;
  /** The head's, in hundredths; `null` without a score. */
  readonly score: number | null;
  /** The head's irrelevant statements. Foreign text. */
  readonly irrelevant: readonly string[];
};

/** Cases of the head's dataset that do not decide before the merge. */
export type ShownCases = {
  /** The head's answers, under the head's ids. */
  readonly record: RunRecord;
  readonly spent: readonly RunRecord[];
  readonly byScorer: readonly { readonly scorer: string; readonly cases: readonly ShownCase[] }[];
  /** Number of further ones, which were not run. */
  readonly waiting: number;
};

export type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

export function listScorerReports(suite: EvaluatedSuite): readonly ScorerReport[] {
  return suite.scorers ?? [{ ...suite, scorer: suite.comparison.scorer }];
}

/**
 * True if the suite, or one of its scorers, has no result. Then nobody can accept it, because an outage must not become
 * green. Scorers that have nothing to score are for a person to accept.
 */
export function lacksResult(suite: SuiteReport): boolean {
  const { outcome, review } = suite.decision;
  if (outcome === 'inconclusive') return true;
  if (suite.kind !== 'evaluated' || review.some(({ kind }) => kind === 'nothing-to-score')) return false;
  return listScorerReports(suite).some(({ decision }) => decision.outcome === 'inconclusive');
}

/** The commit and the run that a report is about, and the addresses that it links to. */
export type ReportOrigin = {
  /** The evaluated head commit; `null` outside a repository. */
  readonly headSha: string | null;
  /** Link to the run's log; `null` on a developer's machine. */
  readonly runUrl: string | null;
  /** `https://github.com/owner/name`; `null` on a developer's machine. */
  readonly repositoryUrl: string | null;
  /** Link to the HTML report, or to the artifacts that contain it; `null` if no later step uploads it. */
  readonly reportUrl: string | null;
  /** URL of this tool's files, `https://github.com/owner/prompt-regression/blob/v1`; `null` if unknown. */
  readonly homeUrl: string | null;
};

/** The pull request that a report is about. */
export type ReportTarget = {
  /** True if a maintainer can accept a failure here. */
  readonly acceptable: boolean;
  /** ISO time; missing if the run ended before it could begin. */
  readonly createdAt?: string;
  /** The pull request of the comment; missing if there is none. */
  readonly pullRequest?: PullRequestHead;
};

export type Report = ReportOrigin &
  ReportTarget & {
    readonly suites: readonly SuiteReport[];
    readonly overall: Decision;
    /** True if the run ended before any suite could be evaluated. Then all of them have the same result. */
    readonly endedEarly?: true;
    readonly notices: readonly Note[];
  };

/**
 * The reason why GitHub withholds secrets from a pull request's run: a fork's also gets a read-only token, Dependabot's
 * gets its own secrets.
 */
export type Restriction = 'fork' | 'dependabot';

export type PullRequestHead = {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  /** Set if its head is in another repository, which labels cannot accept. */
  readonly fork?: true;
};

export type PullRequestRef = PullRequestHead & {
  /** `null` if the run has the secrets and rights that the workflow gives it. */
  readonly restricted: Restriction | null;
};
