import { isFlag, OPTIONAL_POSITIONALS, POSITIONALS } from './flags.js';
import { INPUTS } from './input-table.js';
import { COMMANDS, type Command } from './overrides.js';

type CommandHelp = {
  readonly line: string;
  readonly more: readonly string[];
  readonly example: readonly string[];
};

const HELP: Readonly<Record<Command, CommandHelp>> = {
  run: {
    line: 'Run the suites, compare with the baseline and decide.',
    more: [
      'Exit code 0: passed. 1: a regression, or below the threshold. 2: bad input or configuration. 3: inconclusive.',
      'The key is taken from the environment variable OPENAI_API_KEY, or from the one that `api-key-env` names in the config file.',
    ],
    example: [
      'prompt-regression run',
      'prompt-regression run --baseline main',
      'prompt-regression run --prompt prompts/support.md --dataset evals/support.jsonl --model gpt-4.1-mini',
    ],
  },
  baseline: {
    line: 'Run the suites and store the result as the baseline of later runs.',
    more: [
      'Nothing is compared and nothing is decided. A run that is not complete is not stored: exit code 3.',
      'The key is taken from the environment variable OPENAI_API_KEY, or from the one that `api-key-env` names in the config file.',
    ],
    example: ['prompt-regression baseline --suite support --store .prompt-regression'],
  },
  compare: {
    line: "Compare two runs' records and decide. Asks no model.",
    more: ['Exit codes are those of `run`.'],
    example: ['prompt-regression compare main.json branch.json --threshold 80%'],
  },
  rejudge: {
    line: "Judge a record's stored answers by today's judge. Asks no agent.",
    more: [
      'Judge, scorers and task are those of the suite of this name; what was asked is taken from its dataset. The record that was given stays as it is; the new one is written to the output folder.',
      'Exit code 0: written. 2: bad input or configuration. 3: the judge could not be had.',
    ],
    example: ['prompt-regression rejudge main.json --judge-model gpt-4.1 --output rejudged'],
  },
  'aa-check': {
    line: 'Measure a suite against itself: its noise, what it can see, its false alarms.',
    more: [
      'Runs the suites of the working copy twice, each case as often as --repeat says (3 times where it is auto), and judges the answers of the first run a second time. Two records of one unchanged agent may be given instead: then no model is asked, and the noise of the judge is not measured.',
      'Exit code 0: measured, whatever came out. 2: bad input or configuration. 3: not measured.',
    ],
    example: [
      'prompt-regression aa-check --suite support',
      'prompt-regression aa-check monday.json tuesday.json',
    ],
  },
  lint: {
    line: 'Check config file, prompt files and datasets. Asks no model and needs no key.',
    more: ['Exit code 0: nothing to mend. 2: every problem, with its file and line.'],
    example: ['prompt-regression lint --config prompt-regression.yml'],
  },
  demo: {
    line: 'Show the check at work on a small agent of its own. Needs no key and no network.',
    more: [
      'Its gate fails on purpose; the exit code is 0 all the same.',
      'With --working-directory another folder of the same layout is shown instead.',
    ],
    example: ['prompt-regression demo', 'prompt-regression demo --working-directory my-copy-of-the-demo'],
  },
};

const WIDTH = 100;

/** The text of `--help`, of one command or (for `null`) of the whole program; ends with a line break. */
export function renderHelp(command: Command | null): string {
  return command === null ? renderOverview() : renderCommand(command);
}

function renderOverview(): string {
  const indent = Math.max(...COMMANDS.map((name) => name.length)) + 4;
  return lines([
    'Usage: prompt-regression <command> [flags]',
    '',
    "Tells whether a prompt change made an agent's answers less relevant.",
    '',
    'Commands:',
    ...COMMANDS.flatMap((name) => entry(name, HELP[name].line, indent)),
    '',
    'Example:',
    `  ${HELP.run.example.at(-1) ?? ''}`,
    '',
    'prompt-regression <command> --help shows the flags of a command; --version shows the version.',
  ]);
}

function renderCommand(command: Command): string {
  const specs = INPUTS.filter((spec) => isFlag(spec) && spec.places.includes(command));
  const names = specs.map((spec) => `--${spec.name} <${spec.value}>`);
  const indent = Math.max(...names.map((name) => name.length)) + 4;
  const files = POSITIONALS[command].map((name) => ` <${name}>`).join('');
  const arguments_ = OPTIONAL_POSITIONALS.has(command) ? ` [${files.trim()}]` : files;
  return lines([
    `Usage: prompt-regression ${command}${arguments_} [flags]`,
    '',
    HELP[command].line,
    ...HELP[command].more.flatMap((text) => wrap(text, WIDTH)),
    '',
    'Flags:',
    ...specs.flatMap((spec, row) => {
      const once = spec.list ? ' May be repeated.' : '';
      const fallback =
        spec.default === null ? '' : ` Default: ${spec.default === '.' ? 'the current one' : spec.default}.`;
      return entry(names[row] ?? '', spec.description.replaceAll('`', '') + fallback + once, indent);
    }),
    ...entry('--help', 'Show this text.', indent),
    '',
    HELP[command].example.length > 1 ? 'Examples:' : 'Example:',
    ...HELP[command].example.map((line) => `  ${line}`),
  ]);
}

function entry(name: string, text: string, indent: number): readonly string[] {
  const [first = '', ...rest] = wrap(text, WIDTH - indent);
  return [`  ${name}`.padEnd(indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function wrap(text: string, width: number): readonly string[] {
  const wrapped: string[] = [];
  for (const word of text.split(' ')) {
    const last = wrapped.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) wrapped.push(word);
    else wrapped[wrapped.length - 1] = `${last} ${word}`;
  }
  return wrapped;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
