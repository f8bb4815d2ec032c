/** What the store's index keeps of one run on the base branch under one scorer: its mean, without its record. */
export type HistoryPoint = {
  /** `null` outside a repository. */
  readonly commit: string | null;
  /** ISO 8601, UTC: of the record; tells the points of a suite apart. */
  readonly createdAt: string;
  /** Mean over its scored cases in hundredths, 0..100, turned so that higher is better; two decimals at most. */
  readonly mean: number;
  readonly higherIsBetter: boolean;
  /**
   * The record that the run was held against, both judged alike, and by how much the mean of the cases in common moved
   * from there, in the same hundredths. `null` where there was none, or it could not be compared. `accepted`: the mean
   * fell so clearly that its pull request was red at the first look, and yet it was merged.
   */
  readonly since: { readonly createdAt: string; readonly change: number; readonly accepted: boolean } | null;
};

/** A point, put on the yardstick of the newest. */
export type HistoryLevel = Pick<HistoryPoint, 'commit' | 'createdAt'> & {
  /** The newest point's mean less all that moved since, in hundredths. */
  readonly level: number;
};

/** A fall for good that became too clear for chance. `at` and `foundAt` are places in the history. */
export type HistoryFall = {
  /** The first point of the lower level. */
  readonly at: number;
  /** The point with which it was found. */
  readonly foundAt: number;
  /** The first point that was looked at. */
  readonly first: number;
  /** Mean levels before and after, in hundredths. */
  readonly from: number;
  readonly to: number;
};

/** A loss that a pull request inherits, little by little, from the runs since a reference. */
export type SlowLoss = {
  readonly scorer: string;
  /** Commit and date of the reference's run. */
  readonly commit: string | null;
  readonly createdAt: string;
  /** Mean at the reference and of the head, in hundredths, on one yardstick. */
  readonly from: number;
  readonly to: number;
  /** What of it moved between the baseline and the head. */
  readonly change: number;
};

/** What became of a suite under one scorer on the base branch. */
export type SuiteHistory = {
  readonly scorer: string;
  readonly higherIsBetter: boolean;
  /** Oldest first, the newest last: each was held against the one before. */
  readonly levels: readonly HistoryLevel[];
  /** By the order in which they were found. */
  readonly falls: readonly HistoryFall[];
};
