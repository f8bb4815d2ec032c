import type { JudgedStatement, Judgement } from '../../model/verdict.js';
import type { AboutScorer, ScoreRequest } from '../scorer.js';
import type { ItemPart } from './item-part.js';

export type Scored = Extract<Judgement, { readonly status: 'scored' }>;

/** The items of one part in one request. */
export type PlannedPart = {
  /** A text, judged in pieces, or a list. */
  readonly items: string | readonly string[];
  /** Tool calls, judged after the pieces. */
  readonly calls?: readonly string[];
  /** Screened data that an item's verdict depends on. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Screened data that shows where an item belongs: an item's verdict is the same in another answer. */
  readonly around?: Readonly<Record<string, unknown>>;
};

export type PlanTools<Options> = {
  readonly options: Options;
  /** A foreign text without forged verdicts. */
  readonly shown: (text: string) => string;
  /** The expected answer; never empty if the scorer needs one. */
  readonly wanted: string;
  /** The agent's context; never empty if the scorer needs one. */
  readonly context: readonly string[];
};

export type ItemOptions = {
  /** Highest score, > 0. */
  readonly scale: number;
  /** `llm`: the judge writes the reason. */
  readonly reason: 'verdicts' | 'llm';
  /** The same for every case. */
  readonly context?: readonly string[] | undefined;
  /** Takes the place of the ground truth. */
  readonly baselineResponse?: string | undefined;
};

/** A scorer whose score follows from one label per item. */
export type ItemScorerSpec<Options extends ItemOptions> = {
  readonly about: AboutScorer;
  /** True if the built-in judge can answer its questions. */
  readonly offline?: boolean;
  /** True if an answer cannot be scored without its request. */
  readonly needsInput?: boolean;
  /** True if the case's context goes before the context that the agent reports. */
  readonly trustsCase?: boolean;
  /** Raised when the formula changes; default 1. */
  readonly formulaVersion?: number;
  /** The options that the formula depends on; by default only the scale. */
  readonly formulaOptions?: (options: Options) => unknown;
  /** The options that the verdicts depend on; by default the context. */
  readonly rubricOptions?: (options: Options) => unknown;
  readonly parts: (options: Options) => readonly ItemPart[];
  /** Items by the name of their part; a missing part has no question. */
  readonly plan: (request: ScoreRequest, tools: PlanTools<Options>) => Readonly<Record<string, PlannedPart>>;
  /** The share of an answer without text, if nobody has to be asked about it. */
  readonly blank?: (options: Options) => number;
  /** The scored items; default all. */
  readonly counted?: (items: readonly JudgedStatement[]) => readonly JudgedStatement[];
  /** 0..1 from the items, in the order of the parts and their items; `null` if there is nothing to score. */
  readonly share: (items: readonly JudgedStatement[], options: Options) => number | null;
};

export type LabelledItem = Pick<JudgedStatement, 'label' | 'text'>;

/** How many items have one of these labels. */
export function countOf(items: readonly LabelledItem[], ...labels: readonly string[]): number {
  return items.filter(({ label }) => label !== undefined && labels.includes(label)).length;
}

/** The share of the items that have one of these labels; 0 without items. */
export function shareOf(items: readonly LabelledItem[], ...labels: readonly string[]): number {
  return items.length === 0 ? 0 : countOf(items, ...labels) / items.length;
}

export function yesOrNo(isYes: boolean): 'yes' | 'no' {
  return isYes ? 'yes' : 'no';
}
