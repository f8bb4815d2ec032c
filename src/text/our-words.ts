/** Words with at least six letters in our markers, statuses, outputs, tables and headings. */
const OUR_WORDS: ReadonlySet<string> = new Set(
  `prompt-regression prompt-regression-accepted prompt-regression-banner prompt-regression-data prompt-regression-decision
  accepted answer answered answer-relevancy answers baseline because blocking broken changed comment commit compared
  dataset decision dropped edited error evaluated failed failure headline inconclusive irrelevant judged
  measured missing newlyirrelevant newly-irrelevant not-evaluated passed pending prompt prompts pull-request question
  reason record regression regressions relevancy relevant removed result review scorer scorers scores statement
  statements status success suites target threshold unchanged unclear unreadable unscored unsure verdict verdicts`.split(
    /\s+/,
  ),
);

/** True for a value whose redaction would garble our own text. */
export function isOurWord(value: string): boolean {
  return OUR_WORDS.has(value.trim().toLowerCase());
}
