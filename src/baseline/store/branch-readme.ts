/** First file of the branch: says what it is to whoever comes upon it. */
export const BRANCH_README = `# Baselines of prompt-regression

This branch holds the baselines that pull requests are compared with. It is written by the prompt-regression action
and shares no history with the code.

**Who can read it:** everybody who can read this repository; in a public repository, everybody. By default a record
keeps the questions of the dataset, the agent's answers and the judge's reasons. \`store: { text: statements }\` in the
config file leaves out the answers, \`text: none\` leaves out all text. What was stored once stays in the history of this
branch; to get rid of it, delete the branch. The next run on the base branch makes a new one.

- \`v1/<suite>/runs/<commit>/<run>-<attempt>.json.gz\`: the record of one run (gzipped JSON).
- \`v1/<suite>/files/<fingerprint>/<commit>\`: an empty file that says at which commits the watched files had this content.

Do not merge this branch, and do not edit it by hand.
`;
