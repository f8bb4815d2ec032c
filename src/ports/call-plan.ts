/** How often each side of a suite is asked, and what one answer costs. */
export type CallPlan = {
  readonly cases: number;
  /** Samples a case of the base to take now; 0 where a stored record serves or there is no baseline. */
  readonly baseSamples: number;
  /** Stored answers of the base that are judged again; 0 where its record was judged as today. */
  readonly rejudged: number;
  /** Questions whose stored answers take the judge a call at least. */
  readonly rejudgedQuestions: number;
  /** False where one side alone is measured, to become a baseline. */
  readonly compared: boolean;
  /** Samples a case of the head to begin with. */
  readonly headSamples: number;
  /** Most samples a case of the head that the gate may ask for. */
  readonly maxHeadSamples: number;
  /** Most samples more of one case that looks broken; 0 where there are none to be had, or nothing to hold it against. */
  readonly maxCaseSamples: number;
  /** Model calls of our own for one answer: 1 for a prompt, 0 for a command (its calls are its own) or a recording. */
  readonly callsPerAnswer: number;
  /** Most judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
  readonly judgeCallsPerAnswer: number;
  /** True where verdicts of a baseline are known, so that unchanged answers cost no judge call. */
  readonly known: boolean;
};
