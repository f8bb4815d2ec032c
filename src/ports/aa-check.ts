/** One case of an A/A check. Scores and deviations are 0..1 of the scale. */
export type AaCase = {
  readonly id: string;
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** Of all samples of both runs. */
  readonly mean: number;
  /** Standard deviation of the samples' scores; `null` of a single one. */
  readonly answerNoise: number | null;
  /** Standard deviation of one judging of one answer; `null` where no answer was judged again. */
  readonly judgeNoise: number | null;
  /** Different answers among the samples. */
  readonly answers: number;
};

/** How often the gate fails by chance: samples of one unchanged agent, labelled base and head at random. */
export type FalseAlarms = {
  readonly relabellings: number;
  readonly cases: number;
  /** Samples a case that were labelled base, and at most how many were left for head. */
  readonly baseRuns: number;
  readonly headRuns: number;
  /** Relabellings in which MEAN failed; `null` where there are too few cases for it. */
  readonly mean: number | null;
  /** Relabellings in which SPREAD failed. */
  readonly spread: number;
  /** Relabellings in which CASE failed, without the judge's second look; `null` where it takes more samples than there are. */
  readonly byCase: number | null;
  /** Samples a case in each of the two runs with which CASE is measured. */
  readonly caseTakes: number;
  /** Relabellings in which the gate wanted more samples than there are, and decided without them. */
  readonly short: number;
};

export const AA_REPORT_FORMAT = 'prompt-regression/aa-check';

/** What a suite shows when nothing changed. Scores, drops and deviations are 0..1 of the scale. */
export type AaReport = {
  readonly format: typeof AA_REPORT_FORMAT;
  readonly version: 1;
  readonly suite: string;
  readonly scorer: string;
  readonly judge: string;
  readonly means: { readonly first: number | null; readonly second: number | null };
  /** What the gate says of the second run against the first. */
  readonly pair: { readonly outcome: 'pass' | 'fail' | 'inconclusive'; readonly line: string };
  /** Pooled standard deviation of the samples of one case; `null` where no case has two. */
  readonly answerNoise: number | null;
  /** Standard deviation of one judging of one answer, and over how many answers; `null` where none was judged again. */
  readonly judgeNoise: { readonly deviation: number; readonly answers: number } | null;
  readonly falseAlarms: FalseAlarms;
  /** The noisiest first. */
  readonly cases: readonly AaCase[];
  /** Cases without a score in one of the runs. */
  readonly leftOut: readonly string[];
};
