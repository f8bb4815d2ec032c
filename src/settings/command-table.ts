type CommandSpec = {
  /** One line, for the overview. */
  readonly line: string;
  readonly more: readonly string[];
  /** Files that a command takes without a flag in front. */
  readonly arguments: readonly string[];
  /** True where all of the arguments may be left out, together. */
  readonly argumentsOptional?: true;
  /** What each exit code means. Stopping a command is every command's own: {@link STOPPED}. */
  readonly exits: Readonly<Record<number, string>>;
  readonly examples: readonly string[];
};

const KEY =
  'The key is taken from the environment variable OPENAI_API_KEY, or from the one that `api-key-env` names in the config file.';
const MISTAKE = 'a mistake to fix: in flags, config file or dataset, or no key';
const DECIDED = {
  0: 'passed',
  1: 'a regression, or below the threshold',
  2: MISTAKE,
  3: 'inconclusive: the agent or the judge could not be reached, or a limit was used up',
};

/** Told with the others, of every command. */
export const STOPPED = { code: 130, meaning: 'stopped with Ctrl-C' } as const;

/**
 * Every command, in the order in which they are shown: the one source of what the command line takes and of
 * `--help`. Its flags are the rows of `INPUTS` that name it as a place.
 */
export const COMMAND_TABLE = {
  run: {
    line: 'Run the suites, compare with the baseline and decide.',
    more: [
      KEY,
      'With --case, --tag or --failed only these cases are run. Such a run is for looking: the threshold, which is for the mean of all cases, is not tested, it is never kept as a baseline, and none can be held against it.',
      'With --watch the suites run again whenever one of their files is saved. What was asked and judged before costs nothing. Ctrl-C ends it.',
    ],
    arguments: [],
    exits: DECIDED,
    examples: [
      'prompt-regression run',
      'prompt-regression run --baseline main',
      'prompt-regression run --failed --verbose',
    ],
  },
  baseline: {
    line: 'Run the suites and store the result as the baseline of later runs.',
    more: [
      'Nothing is compared and nothing is decided. This is also how you accept an intended change on your machine: the new answers become what later runs are held against.',
      KEY,
    ],
    arguments: [],
    exits: { 0: 'stored', 2: MISTAKE, 3: 'not complete, so not stored' },
    examples: ['prompt-regression baseline --suite support --store .prompt-regression'],
  },
  compare: {
    line: "Compare two runs' records and decide. Asks no model.",
    more: ['The gate is that of the suite of this name in the config file, else the default one.'],
    arguments: ['base.json', 'head.json'],
    exits: DECIDED,
    examples: ['prompt-regression compare main.json branch.json'],
  },
  'aa-check': {
    line: 'Run a suite twice without a change: how much its scores differ, and whether the gate stays green.',
    more: [
      'Runs each case 3 times, or as often as --repeat says, and then once more as often. The records of both runs are in the output folder.',
    ],
    arguments: [],
    exits: { 0: 'measured, whatever came out', 2: MISTAKE, 3: 'not measured' },
    examples: ['prompt-regression aa-check --suite support'],
  },
  label: {
    line: "Label a record's statements: yes, unsure or no, as your team sees it.",
    more: [
      "Asks about one statement after the other, the doubtful ones first, and saves every answer at once in the suite's file of labels; what has a label is not asked again. Without a record it is the one of the last run.",
      'A label replaces the verdict from then on. With --key and --as one label is written and nothing is asked.',
    ],
    arguments: ['record.json'],
    argumentsOptional: true,
    exits: { 0: 'labelled, as far as you went', 2: MISTAKE },
    examples: [
      'prompt-regression label --suite support',
      'prompt-regression label main.json',
      'prompt-regression label --key 0f1e2d3c4b5a69788796 --as no',
    ],
  },
  'judge-check': {
    line: 'Compare the judge with the labels of your team. Asks no agent.',
    more: [
      'Says how many labels the judge agrees with, by label, and lists where they differ. What a stored baseline or an earlier check knows is not asked again.',
    ],
    arguments: [],
    exits: { 0: 'measured', 2: MISTAKE, 3: 'not all labels could be measured' },
    examples: ['prompt-regression judge-check', 'prompt-regression judge-check --suite support'],
  },
  lint: {
    line: 'Check config file, prompt files and datasets. Asks no model and needs no key.',
    more: ['What is not wrong and may still surprise you is a warning.'],
    arguments: [],
    exits: { 0: 'nothing to fix; there may be warnings', 2: 'every problem, with its file and line' },
    examples: ['prompt-regression lint --config prompt-regression.yml'],
  },
  demo: {
    line: 'Show the check at work on a small agent of its own. Needs no key and no network.',
    more: ['With --working-directory another folder of the same layout is shown instead.'],
    arguments: [],
    exits: { 0: 'shown; its gate fails on purpose' },
    examples: ['prompt-regression demo', 'prompt-regression demo --working-directory my-copy-of-the-demo'],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Commands of the command line. */
export type Command = keyof typeof COMMAND_TABLE;
export const COMMANDS = Object.keys(COMMAND_TABLE) as readonly Command[];

export function commandSpec(command: Command): CommandSpec {
  return COMMAND_TABLE[command];
}
