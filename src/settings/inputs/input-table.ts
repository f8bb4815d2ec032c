import { kebabCase } from '../../text/values.js';
import type { Command } from '../command-table.js';
import {
  MOST_REPEATS,
  parseBaseline,
  parseChoice,
  parseCount,
  parseDuration,
  parseLabelKey,
  parseLines,
  parsePath,
  parseRepeat,
  parseSecret,
  parseSha,
  parseSwitch,
  parseText,
} from './input-values.js';

/** Where an input counts: in the action, or as a flag of these commands. */
export type InputPlace = 'action' | Command;

type Row = {
  /** The input's name in a workflow, and the flag's without its hyphens. Default: the key in kebab-case. */
  readonly name?: string;
  /** What the value is, in one word, for `--help`; a flag whose value is `switch` takes none. */
  readonly value: string;
  /** One entry a line; on the command line the flag may be repeated. */
  readonly list?: true;
  /** Never quoted in a message. */
  readonly secret?: true;
  /** Of how one run looks, not of what is run: left out of the commands that are advised after it. */
  readonly once?: true;
  /** Throws `UserError` with the rule alone, without a full stop. */
  readonly parse: (text: string) => unknown;
  readonly places: readonly InputPlace[];
  /** What `action.yml` declares; missing where the default depends on something, as the description then says. */
  readonly default?: string;
  /** One or more whole sentences, for README, `action.yml` and `--help`. */
  readonly description: string;
};

const EVERYWHERE = [
  'action',
  'run',
  'baseline',
  'lint',
  'aa-check',
  'compare',
  'label',
  'judge-check',
] as const;
const ACTION = ['action'] as const;

const FILE = { value: 'file', parse: parsePath };
const SWITCH = { value: 'switch', parse: parseSwitch };
const text = (value: string) => ({ value, parse: parseText });
const lines = (value: string) => ({ value, list: true, parse: parseLines }) as const;
const secret = (value: string) => ({ value, secret: true, parse: parseSecret }) as const;
const count = (to = Number.MAX_SAFE_INTEGER) => ({
  value: 'number',
  parse: (given: string) => parseCount(given, { from: 1, to }),
});

/**
 * Every input and flag, by its key in code, in the order in which they are shown: the one source of `action.yml`, the
 * pages' table, the flags, `--help` and the type of what they give. A new one is a row here.
 */
export const INPUT_TABLE = {
  // What is run: config file, suites and keys.
  config: {
    ...FILE,
    places: EVERYWHERE,
    description:
      'Config file, relative to the working directory. Default: `prompt-regression.yml` when it exists.',
  },
  suites: {
    name: 'suite',
    ...lines('name'),
    places: EVERYWHERE,
    description: 'Run only these suites of the config file, one name per line.',
  },
  openaiApiKey: {
    ...secret('key'),
    places: ACTION,
    description:
      "The provider's key, also the judge's if the agent is a command. Default: the environment variable `OPENAI_API_KEY`.",
  },
  judgeApiKey: {
    ...secret('key'),
    places: ACTION,
    description:
      "The judge's key. Default: the target's key where both use one provider, else the environment variable `OPENAI_API_KEY`.",
  },
  // How it is compared, shown and stored.
  baseline: {
    value: 'baseline',
    parse: parseBaseline,
    places: ['action', 'run'],
    default: 'auto',
    description:
      "What to compare with: `auto` (the stored record, else the base is run now), `stored`, `none`, a git ref, or the path of a run's record (`.json` or `.json.gz`), which the action reads from the base commit.",
  },
  comment: {
    value: 'choice',
    parse: parseChoice(['update', 'off']),
    places: ACTION,
    default: 'update',
    description: '`update` keeps one comment on the pull request up to date; `off` writes none.',
  },
  commentKey: {
    ...text('text'),
    places: ACTION,
    description:
      'Tells several comments on one pull request apart. Default: made from workflow, job and suites.',
  },
  status: {
    ...SWITCH,
    places: ACTION,
    default: 'true',
    description:
      '`true` sets the commit status `prompt-regression/<suite>` on the head commit; `false` does not.',
  },
  pullRequest: {
    ...count(),
    places: ACTION,
    description:
      'For `workflow_dispatch`: number of the open pull request to evaluate. Without one, a run on the default branch measures the baseline anew.',
  },
  sha: {
    value: 'commit',
    parse: parseSha,
    places: ACTION,
    description:
      "For `workflow_dispatch`: the head commit that was looked at, in full. The run stops if the pull request's head is another one. Required for a fork's.",
  },
  accept: {
    ...text('text'),
    places: ACTION,
    description:
      'For `workflow_dispatch` with `pull-request` and `sha`: why a regression of that commit is accepted. Nothing is measured then. Whoever starts the run needs write access.',
  },
  forceRun: {
    ...SWITCH,
    places: ACTION,
    default: 'false',
    description:
      "`true` measures anew even if the same files and settings were decided before on this pull request; the comment says how often and with what results. Otherwise that decision is shown again. It needs write access: a fork's own run ignores it.",
  },
  dangerouslyRunForkPrompt: {
    ...SWITCH,
    places: ACTION,
    default: 'false',
    description:
      "For `workflow_dispatch` with a fork's pull request: `true` gives the fork's prompts to a suite's command, which has this repository's secrets and its tools. Read them first.",
  },
  maxCalls: {
    ...count(),
    places: ['action', 'run', 'baseline', 'aa-check', 'judge-check'],
    description:
      "Most model calls of the whole run, of agent and judge together; once they are used up the run ends as inconclusive. A run of a fork's prompts needs a limit. Default: `limits.max-calls` of the config file, else 5,000, or 25 per base case if that is more.",
  },
  cachePath: {
    ...text('folder'),
    places: ACTION,
    description:
      'Folder for the journal of what was paid for, so that a run goes on where a killed one ended. Keep it between runs with `actions/cache`, or on your own runner name one outside the checkout. Default: none is kept.',
  },
  workingDirectory: {
    ...text('folder'),
    places: [...EVERYWHERE, 'demo'],
    default: '.',
    description: 'Folder that all paths are relative to.',
  },
  githubToken: {
    ...secret('token'),
    places: ACTION,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner, not of JavaScript
    default: '${{ github.token }}',
    description: 'Token for comment, status, stored baselines and fetching commits.',
  },
  output: {
    ...text('folder'),
    places: ['run', 'baseline', 'compare', 'aa-check'],
    description:
      'Folder that the run record and the report are written to. Default: a folder in `.prompt-regression`.',
  },
  store: {
    ...text('folder'),
    places: ['run', 'baseline'],
    description: 'Folder with the baselines. Default: `.prompt-regression`.',
  },
  repeat: {
    value: 'number',
    parse: parseRepeat,
    places: ['run', 'aa-check'],
    description: `Runs of every case: a number up to ${MOST_REPEATS}, or \`auto\` for 1, and more where the result is unclear. Default: \`auto\`.`,
  },
  baselineRepeat: {
    ...count(MOST_REPEATS),
    places: ['action', 'run', 'baseline'],
    description: 'Runs of every case that a baseline has. Default: 3.',
  },
  timeoutMs: {
    name: 'timeout',
    value: 'time',
    parse: parseDuration,
    places: ['run', 'baseline', 'aa-check', 'judge-check'],
    description: 'Time for the whole run, for example `90s` or `20m`. Default: `20m`.',
  },
  // What is looked at, and how it is shown.
  cases: {
    name: 'case',
    ...lines('id'),
    once: true,
    places: ['run'],
    description: 'Run only the case with this id; `*` stands for any characters, as in `refund-*`.',
  },
  tags: {
    name: 'tag',
    ...lines('tag'),
    once: true,
    places: ['run'],
    description: 'Run only cases with this tag.',
  },
  failed: {
    ...SWITCH,
    once: true,
    places: ['run'],
    description: 'Run only the cases that failed when they were run last.',
  },
  onSave: {
    name: 'watch',
    ...SWITCH,
    once: true,
    places: ['run'],
    description: 'Run again whenever a prompt, a dataset, the config file or another watched file is saved.',
  },
  verbose: {
    ...SWITCH,
    once: true,
    places: ['run', 'compare'],
    description: 'Show every case, with its question, its statements and both answers.',
  },
  json: {
    ...SWITCH,
    once: true,
    places: ['run', 'compare'],
    description:
      'Print the result as JSON instead of the report (schemas/result.schema.json describes that of `run` and `compare`).',
  },
  key: {
    value: 'key',
    parse: parseLabelKey,
    places: ['label'],
    description: 'Key of one statement, as a report or a run record has it; with `as`.',
  },
  as: {
    value: 'label',
    parse: parseChoice(['yes', 'unsure', 'no']),
    places: ['label'],
    description: 'What that statement is: `yes`, `unsure` or `no`.',
  },
} as const satisfies Readonly<Record<string, Row>>;

/** One row of the table, whole. */
export type InputSpec = Required<Omit<Row, 'default' | 'list' | 'secret' | 'once'>> & {
  readonly key: keyof typeof INPUT_TABLE;
  readonly default: string | null;
  readonly list: boolean;
  readonly secret: boolean;
  readonly once: boolean;
};

export const INPUTS: readonly InputSpec[] = Object.entries<Row>(INPUT_TABLE).map(([key, row]) => ({
  name: kebabCase(key),
  default: null,
  list: false,
  secret: false,
  once: false,
  ...row,
  // The table's own key.
  key: key as InputSpec['key'],
}));
