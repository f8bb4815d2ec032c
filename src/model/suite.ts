import type { SelfJudgeNotice } from './notes.js';
import type { ModelParameters, ProviderSettings } from './provider.js';
import type { BudgetLimits, Prices } from './spending.js';
import { describeTarget, type TargetSettings } from './target-settings.js';

/** A scorer under the name that its suite gives it. */
export type NamedScorer = {
  /** Unique in its suite: its key in run records and its name in reports. */
  readonly name: string;
  readonly use:
    | {
        readonly kind: 'prebuilt';
        readonly id: string;
        /** Options by the catalog's schema, defaults included. */
        readonly options: Readonly<Record<string, unknown>>;
      }
    | OwnScorerSettings;
};

export type ScorerSettings = NamedScorer & { readonly gate: GateSettings };

/** A scorer in the repository, in its own processes. */
export type OwnScorerSettings = {
  readonly kind: 'own';
  readonly path: string;
  /** Program and arguments, started without a shell. Without it, our own process loads the file. */
  readonly command?: readonly string[];
  readonly env: readonly string[];
  readonly workers: number;
  /** For one answer. */
  readonly timeoutMs: number;
};

export type JudgeSettings = {
  /** A model's name, or `builtin`. */
  readonly model: string;
  readonly provider: ProviderSettings;
  readonly parameters: ModelParameters;
};

export type Limits = BudgetLimits & {
  /** Model calls in flight, target and judge together. */
  readonly maxConcurrency: number;
  readonly maxRetries: number;
  /** For the whole run. */
  readonly timeoutMs: number;
  /** For one attempt of one model call. */
  readonly requestTimeoutMs: number;
  /** Most extra answers that the gate may ask for: per case on average, both sides together. */
  readonly extraRuns: number;
};

export type StoreSettings = {
  readonly kind: 'branch' | 'file';
  readonly location: string;
  readonly text: 'full' | 'statements' | 'none';
};

export function listPassedVariables({ target, scorers }: Suite): readonly string[] {
  return [
    ...describeTarget(target).env,
    ...scorers.flatMap(({ use }) => (use.kind === 'own' ? use.env : [])),
  ];
}

/** The settings that each side has of its own: the agent under test, its dataset, and lines for the reader. */
export type AgentSettings = {
  /** Relative to the working directory, like every path of a suite. */
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly provider: ProviderSettings;
  /** The side's own path of the labels file, to report its errors to the head. */
  readonly givenLabels: string | null;
  /** Lines of the watch list that the user wrote. Each must match a file. */
  readonly givenWatch: readonly string[];
  /** Tags that the side's own gates name. Each must be in its dataset. */
  readonly givenTags: readonly string[];
};

/** The settings that decide how both sides are measured. */
export type DecidingSettings = {
  readonly name: string;
  readonly task: string | null;
  /** File of statements that the team has labelled; `null` for none. */
  readonly labels: string | null;
  /** Globs whose change triggers a run. */
  readonly watch: readonly string[];
  readonly scorers: readonly ScorerSettings[];
  readonly judge: JudgeSettings;
  /** Runs of every case before the first rule. */
  readonly repeat: number;
  readonly baselineRepeat: number;
};

/** A dataset, a target, scorers and a gate, under one name. */
export type Suite = DecidingSettings & AgentSettings;

export function takeAgentSettings(suite: AgentSettings): AgentSettings {
  const { dataset, target, provider, givenLabels, givenWatch, givenTags } = suite;
  return { dataset, target, provider, givenLabels, givenWatch, givenTags };
}

export function takeDecidingSettings(suite: DecidingSettings): DecidingSettings {
  const { name, task, labels, watch, scorers, judge, repeat, baselineRepeat } = suite;
  return { name, task, labels, watch, scorers, judge, repeat, baselineRepeat };
}

export type BaselineChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'stored' }
  | { readonly kind: 'none' }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'record'; readonly path: string };

export type PublishSettings = {
  readonly comment: 'update' | 'off';
  readonly status: boolean;
};

/** How the causes of findings are looked for. */
export type ExplainSettings = {
  /** Limit of calls for the explanation, 0 for none; `null` for as many as the check itself made. */
  readonly maxCalls: number | null;
};

/** All settings of a run, from inputs or flags and the config file. */
export type Settings = {
  readonly suites: readonly Suite[];
  /** Problems by suite name, for suites with invalid settings next to valid ones. */
  readonly invalid: ReadonlyMap<string, readonly string[]>;
  readonly limits: Limits;
  readonly store: StoreSettings;
  readonly baseline: BaselineChoice;
  readonly publish: PublishSettings;
  /** A pull request is measured once it has this label; `null` measures all. */
  readonly runLabel: string | null;
  readonly explain: ExplainSettings;
  /** By model, per million tokens; empty if the config file gives none. */
  readonly prices: Prices;
  readonly notices: readonly SelfJudgeNotice[];
};

export function listSuiteNames({ suites, invalid }: Settings): readonly string[] {
  return [...suites.map(({ name }) => name), ...invalid.keys()];
}

/** Values of `fail-on`: reasons that fail the job. `worse` makes a yellow check red. */
export const FAIL_ON = ['regression', 'threshold', 'cost', 'error', 'inconclusive', 'worse'] as const;

export type FailOn = (typeof FAIL_ON)[number];

/** Limits of the mean, of all cases or of a group. */
export type MeanLimits = { readonly threshold: number | null; readonly maxDrop: number };

/** Scores, drops and limits are 0..1 of the scorer's scale. */
export type GateSettings = MeanLimits & {
  /** The fall of one case that is red once confirmed; `null`: `case-drop: off`. */
  readonly caseDrop: number | null;
  /** So many answers that lose a confirmed fact are red, in a suite of up to 49 cases; `null`: `lost-facts: off`. */
  readonly lostFacts: number | null;
  /** By tag: the cases that have it are a group with limits of its own. */
  readonly tags: Readonly<Record<string, MeanLimits>>;
  /** Shares by which the median of an answer's tokens, and of its time, may rise; `null`: no limit. */
  readonly maxCostRise: number | null;
  readonly maxTimeRise: number | null;
  readonly failOn: readonly FailOn[];
  readonly onMissingBaseline: 'pass' | 'fail';
};
