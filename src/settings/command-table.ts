type CommandSpec = {
  readonly line: string;
  readonly more: readonly string[];
  /** Files that a command takes without a flag. */
  readonly arguments: readonly string[];
  /** All arguments may be omitted together. */
  readonly argumentsOptional?: true;
  /** Meaning of each exit code, except {@link STOPPED}. */
  readonly exits: Readonly<Record<number, string>>;
  readonly examples: readonly string[];
};

const KEY_SOURCE =
  "The key comes from the provider's variable, such as OPENAI_API_KEY, or from the one in api-key-env.";
const INPUT_ERROR = 'an error in flags, config file or dataset, or a missing key';
const DECISION_EXITS = {
  0: 'passed',
  1: 'a regression, a mean below the threshold, or a change that needs human review',
  2: INPUT_ERROR,
  3: 'inconclusive: agent or judge could not be reached, or a budget was spent',
};

/** Every command has this exit code too. */
export const STOPPED = { code: 130, meaning: 'stopped with Ctrl-C' } as const;

/** Every command, in display order; its flags are the rows of `INPUTS` that list it under `places`. */
export const COMMAND_TABLE = {
  init: {
    line: 'Write a config file, a first dataset and the workflow. Overwrites nothing.',
    more: ['Uses the prompt file or agent, the dataset and the default branch that it finds.'],
    arguments: [],
    exits: {
      0: 'written',
      2: 'nothing written: there is a config file, or --from or --target cannot be used',
    },
    examples: [
      'prompt-regression init',
      'prompt-regression init --from promptfooconfig.yaml',
      'prompt-regression init --action acme/prompt-regression@v1',
    ],
  },
  run: {
    line: 'Run the suites, compare them with the baseline, and pass or fail.',
    more: [
      KEY_SOURCE,
      'A partial run (--case, --tag, --failed) ignores the threshold and is never used as a baseline.',
    ],
    arguments: [],
    exits: DECISION_EXITS,
    examples: [
      'prompt-regression run',
      'prompt-regression run --baseline main',
      'prompt-regression run --failed --verbose',
    ],
  },
  explain: {
    line: 'Run the suites and find the changed lines that caused a red or yellow result.',
    more: [
      'Asks the worst cases again without each changed paragraph, and with only that one.',
      'Makes at most explain.max-calls calls for it, by default as many as max-calls leaves.',
      KEY_SOURCE,
    ],
    arguments: [],
    exits: DECISION_EXITS,
    examples: ['prompt-regression explain', 'prompt-regression explain --suite support'],
  },
  baseline: {
    line: 'Run the suites and store the result as the baseline for later runs.',
    more: [
      'Nothing is compared or decided. Use it to accept an intended change on your machine.',
      KEY_SOURCE,
    ],
    arguments: [],
    exits: { 0: 'stored', 2: INPUT_ERROR, 3: 'incomplete, so not stored' },
    examples: ['prompt-regression baseline --suite support --store .prompt-regression'],
  },
  merge: {
    line: 'Merge the records of all shards of run or baseline, then decide or store.',
    more: [
      'Needs the same flags, files and commit as the shards.',
      KEY_SOURCE,
      'Without a key it makes no further call.',
    ],
    arguments: ['folder'],
    exits: DECISION_EXITS,
    examples: ['prompt-regression merge .prompt-regression/last-run/shards'],
  },
  compare: {
    line: 'Compare two run records and decide. Calls no model without --facts.',
    more: ['Uses the gate of the suite with the same name in the config file, otherwise the default gate.'],
    arguments: ['base.json', 'head.json'],
    exits: DECISION_EXITS,
    examples: ['prompt-regression compare main.json branch.json'],
  },
  label: {
    line: 'Label statements of a run yourself: yes, unsure or no.',
    more: [
      'Asks about the doubtful statements first and saves every answer. Default: the last run.',
      'Your label replaces the verdict. With --key and --as it writes one label and asks nothing.',
    ],
    arguments: ['record.json'],
    argumentsOptional: true,
    exits: { 0: 'labels saved', 2: INPUT_ERROR },
    examples: [
      'prompt-regression label --suite support',
      'prompt-regression label main.json',
      'prompt-regression label --key 0f1e2d3c4b5a69788796 --as no',
    ],
  },
  'judge-check': {
    line: "Compare the judge with your team's labels. Calls no agent.",
    more: ['Prints how many labels the judge agrees with, and the differences.'],
    arguments: [],
    exits: { 0: 'measured', 2: INPUT_ERROR, 3: 'not every label could be checked' },
    examples: ['prompt-regression judge-check', 'prompt-regression judge-check --suite support'],
  },
  coverage: {
    line: 'Show which paragraphs of the prompt no case of the dataset notices.',
    more: [
      'Leaves out one paragraph after the other and asks the nearest cases. Announces the cost first.',
      'For a program, name its prompt files with --file; the working copy must be committed.',
      KEY_SOURCE,
    ],
    arguments: [],
    exits: { 0: 'measured', 2: INPUT_ERROR, 3: 'a budget or the time was spent first' },
    examples: [
      'prompt-regression coverage',
      'prompt-regression coverage --suite support --all --max-calls 9000',
    ],
  },
  lint: {
    line: 'Check config file, prompts, datasets and workflow. Needs no key.',
    more: [
      'The last line says whether the check is ready to be required.',
      'Calls no model. A program that is the agent is asked one question, and may call its own.',
    ],
    arguments: [],
    exits: {
      0: 'ready to require; there may be warnings',
      1: 'not ready to require, and what is missing',
      2: 'errors, each with its file and line',
    },
    examples: ['prompt-regression lint --config prompt-regression.yml'],
  },
  demo: {
    line: 'Show the check on a small built-in agent. Needs no key and no network.',
    more: ['--working-directory shows another folder with the same layout.'],
    arguments: [],
    exits: { 0: 'shown; the demo fails its gate on purpose' },
    examples: ['prompt-regression demo', 'prompt-regression demo --working-directory my-copy-of-the-demo'],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type Command = keyof typeof COMMAND_TABLE;
export const COMMANDS = Object.keys(COMMAND_TABLE) as readonly Command[];

export function findCommand(command: Command): CommandSpec {
  return COMMAND_TABLE[command];
}
