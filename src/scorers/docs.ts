/** Where this library and the reference of the same name differ, and why. */
export type Deviation = {
  readonly what: string;
  readonly reference: string;
  readonly here: string;
  readonly why: string;
};

/** What only the documentation tells of a scorer: `npm run generate` reads it, the action never does. */
export type ScorerDocs = {
  /** Where documentation and code of the reference disagree: what was chosen, and why. */
  readonly choices: readonly string[];
  readonly deviations: readonly Deviation[];
};

/** What all judged scorers have in common where they differ from the reference. */
export const JUDGED_DEVIATIONS: readonly Deviation[] = [
  {
    what: 'Denominator',
    reference: 'The number of verdicts that came back, so a judge that skips an item changes the score.',
    here: 'The number of items; an item without a verdict leaves the answer unscored.',
    why: 'What a judge left out is not known to be good or bad.',
  },
  {
    what: 'Repetition',
    reference: 'What an answer says again counts again.',
    here: 'Items in the same words count once; contexts and other lists that a run hands in count each.',
    why: 'Eighty copies of one good sentence must not hide a bad one.',
  },
  {
    what: 'Rounding',
    reference: 'Scores are rounded to hundredths.',
    here: 'Scores are as computed; reports round.',
    why: 'Two roundings can move a delta over a threshold.',
  },
  {
    what: 'Reason',
    reference: 'Always a further call.',
    here: "Built from the verdicts; `reason: 'llm'` asks the judge for the wording.",
    why: 'A call less, and a reason that cannot contradict the score.',
  },
];

/** @param reference What the reference makes of a label that it does not expect. */
export function labelDeviation(reference: string): Deviation {
  return {
    what: 'Labels',
    reference,
    here: 'Read without regard to case and white space; an unknown one is asked again.',
    why: 'Models capitalise, and a slip of the pen is no verdict.',
  };
}

export const SCALE_DEVIATION: Deviation = {
  what: '`scale: 0`',
  reference: 'Counts as 1 without a word.',
  here: 'Refused.',
  why: 'A score that nobody asked for hides a mistake.',
};

/** What those have in common that take the answer apart. */
export const EXTRACTION_DEVIATION: Deviation = {
  what: 'Items',
  reference: 'Whatever list the judge returns, which nobody holds against the answer.',
  here: 'Statements that quote the answer and cover it; the judge then says of each whether it is one that counts.',
  why: 'An item that was made up or left out moves the score.',
};

/** How the scorers that need no judge read messages. */
export const CONVERSATION: Deviation = {
  what: 'Conversations',
  reference: 'All messages of a side, whoever wrote them, are joined by commas into one text.',
  here: 'The last user message is the input, the assistant’s messages are the answer; plain strings are read too.',
  why: 'What was said before is not what this answer is for, and a comma that nobody wrote is no difference.',
};
