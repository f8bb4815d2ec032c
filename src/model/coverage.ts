import { z } from 'zod';
import type { ReadonlyOutput } from './case.js';

export const COVERAGE_FORMAT = 'prompt-regression/coverage';
export const COVERAGE_VERSION = 1;

/** How an answer changes if a paragraph of the prompt is missing. */
export const EFFECTS = ['breaks', 'falls', 'irrelevant', 'lost-fact'] as const;

const noticing = z.object({
  caseId: z.string(),
  effect: z.enum(EFFECTS),
  /** The statement that is new or missing; empty for a score. Foreign text. */
  text: z.string(),
});
/** One case that notices a missing paragraph. */
export type Noticing = ReadonlyOutput<typeof noticing>;

const block = z.object({
  path: z.string(),
  /** Lines of the file, from 1, both included. */
  lines: z.object({ first: z.number(), last: z.number() }),
  text: z.string(),
  /** `unfinished`: the budget ended before a case noticed it and before all cases ran, or no answer had a score. */
  state: z.enum(['noticed', 'unnoticed', 'unfinished']),
  /** Cases that ran to the end and have a score. */
  asked: z.number(),
  noticedBy: z.array(noticing),
});
export type BlockCoverage = ReadonlyOutput<typeof block>;

const placebo = z.object({
  edit: z.enum(['sentences-swapped', 'heading-renamed']),
  path: z.string(),
  /** From 1. */
  line: z.number(),
  /** Of so many cases these "notice" an edit that changes nothing. */
  asked: z.number(),
  noticedBy: z.array(noticing),
});
export type PlaceboCoverage = ReadonlyOutput<typeof placebo>;

export const coverageSchema = z.object({
  format: z.literal(COVERAGE_FORMAT),
  version: z.literal(COVERAGE_VERSION),
  suite: z.string(),
  createdAt: z.string(),
  /** The covered files: the map is of these contents. */
  files: z.array(z.object({ path: z.string(), hash: z.string() })),
  /** Cases of the dataset. */
  cases: z.number(),
  /** True if every case ran for every block, not only the nearest ones until one noticed it. */
  all: z.boolean(),
  blocks: z.array(block),
  /** `null` if the prompt has neither two sentences to swap nor a heading. */
  placebo: placebo.nullable(),
  /** Cases without a score under the prompt or a variant, which show nothing; `reason`: the first one's. Foreign text. */
  unscored: z.object({ cases: z.number(), reason: z.string() }).nullable(),
  /** Calls of the agent and the judge. */
  calls: z.number(),
});

/** Coverage map: the paragraphs of a prompt that a dataset notices. */
export type Coverage = ReadonlyOutput<typeof coverageSchema>;

/** A paragraph of the base's prompt that a pull request changes, as a stored map knows it. */
export type ChangedBlock = BlockCoverage & {
  /** Number of cases of the map. */
  readonly cases: number;
  readonly createdAt: string;
};

/** The cases that notice a pull request's changes. Only shown: it decides nothing. */
export type ChangeCoverage = {
  readonly blocks: readonly ChangedBlock[];
  /** Missing if the pull request adds no case that can run. */
  readonly newCases?: NewCaseCoverage;
};

/** Ids of the cases that a pull request adds: those whose answers differ under the base's prompt, and the others. */
export type NewCaseCoverage = { readonly noticing: readonly string[]; readonly others: readonly string[] };

/** False if the budget ended it, or if a block has no score. */
export function isWholeCoverage({ blocks }: Coverage): boolean {
  return blocks.every(({ state }) => state !== 'unfinished');
}
