/** Why nothing can be decided, or not all of it. */
export type Trouble = {
  readonly because: 'error' | 'inconclusive';
  /** One line that goes on after "Not decided: ", without a full stop and without any score. */
  readonly cause: string;
  /** True where no case has a score: then the job fails whatever `fail-on` says. */
  readonly nothingMeasured: boolean;
};
