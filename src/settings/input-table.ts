import type { z } from 'zod';
import { toKebabCase } from '../text/values.js';
import type { Command } from './command-table.js';
import {
  actionName,
  baselineChoice,
  boolean,
  choice,
  commitId,
  countText,
  filePath,
  labelKey,
  lines,
  MAX_REPEATS,
  reportUrl,
  secret,
  shardPart,
  text,
} from './values.js';

export type InputPlace = 'action' | Command;

type InputRow = {
  /** The input's name in a workflow, and the flag's without its hyphens. Default: the key in kebab-case. */
  readonly name?: string;
  /** One word for `--help`. A flag with `switch` takes no value. */
  readonly value: string;
  /** One entry a line; on the command line the flag may be repeated. */
  readonly list?: true;
  readonly secret?: true;
  /** Only affects how one run looks, so suggested commands leave it out. */
  readonly once?: true;
  /** Its errors are the rule alone, without a full stop. */
  readonly schema: z.ZodType;
  readonly places: readonly InputPlace[];
  /** The default in `action.yml`. Missing if it depends on something; then the description says how. */
  readonly default?: string;
  /** Whole sentences, for `action.yml` and docs/inputs.md. */
  readonly description: string;
  /** One line for `--help`. Default: the description. */
  readonly flag?: string;
};

const EVERYWHERE = [
  'action',
  'run',
  'explain',
  'merge',
  'baseline',
  'coverage',
  'lint',
  'compare',
  'label',
  'judge-check',
] as const;
const ACTION = ['action'] as const;

const FILE = { value: 'file', schema: filePath() };
const SWITCH = { value: 'switch', schema: boolean() };
const word = (value: string) => ({ value, schema: text() });
const entries = (value: string) => ({ value, list: true, schema: lines() }) as const;
const key = (value: string) => ({ value, secret: true, schema: secret() }) as const;
const number = (to?: number) => ({ value: 'number', schema: countText(1, to) });

/** An expression that the runner evaluates. */
const renderExpression = (name: string) => `\${{ ${name} }}`;

/** Every input and flag, in display order. */
export const INPUT_TABLE = {
  config: {
    ...FILE,
    places: EVERYWHERE,
    description: 'Config file, relative to the working directory. Default: `prompt-regression.yml`.',
    flag: 'Config file. Default: prompt-regression.yml.',
  },
  suites: {
    name: 'suite',
    ...entries('name'),
    places: EVERYWHERE,
    description: 'Run only these suites of the config file, one name per line.',
    flag: 'Use only this suite. May be repeated.',
  },
  openaiApiKey: {
    ...key('key'),
    places: ACTION,
    description:
      'Key of OpenAI, or of a `base-url` without `api-key-env`. If the agent is a program, it is for the judge. Default: the environment variable `OPENAI_API_KEY`.',
  },
  judgeApiKey: {
    ...key('key'),
    places: ACTION,
    description:
      "Key of the judge. Default: the target's key if both use the same provider, otherwise the environment variable of the judge's provider.",
  },
  baseline: {
    value: 'baseline',
    schema: baselineChoice(),
    places: ['action', 'run', 'explain', 'merge'],
    default: 'auto',
    description:
      'The baseline: `auto` (the stored record, otherwise the base runs now), `stored`, `none`, a git ref, or the path of a run record (`.json` or `.json.gz`) in the base commit.',
    flag: 'Baseline: auto, stored, none, a git ref or a path. Default: auto.',
  },
  comment: {
    value: 'choice',
    schema: choice(['update', 'off']),
    places: ACTION,
    default: 'update',
    description: '`update` keeps one comment on the pull request up to date. `off` writes none.',
  },
  status: {
    ...SWITCH,
    places: ACTION,
    default: 'true',
    description: '`true` sets the commit status `prompt-regression/<suite>` on the head commit.',
  },
  reportUrl: {
    value: 'address',
    schema: reportUrl(),
    once: true,
    places: ACTION,
    description:
      "Place where a later step puts the HTML report, so that the comment can link to it: `#artifacts` for the run's artifacts, or an address. Default: no link; the log names the file.",
  },
  pullRequest: {
    ...number(),
    places: ACTION,
    description:
      'For `workflow_dispatch`: number of the open pull request to evaluate. Without it, a run on the default branch measures a new baseline.',
  },
  sha: {
    value: 'commit',
    schema: commitId(),
    places: ACTION,
    description:
      "For `workflow_dispatch`: full hash of the head commit that you reviewed. The run stops if the pull request has another head. Required for a fork's pull request.",
  },
  accept: {
    ...word('text'),
    places: ACTION,
    description:
      'For `workflow_dispatch` with `pull-request` and `sha`: the reason for accepting a regression of that commit. Nothing is measured. Requires write access.',
  },
  forceRun: {
    ...SWITCH,
    places: ACTION,
    default: 'false',
    description:
      "`true` measures again even if this pull request was already decided with the same files and settings. The comment lists all results. Requires write access: a fork's own run ignores it.",
  },
  explain: {
    ...SWITCH,
    places: ACTION,
    default: 'false',
    description:
      '`true` measures again and looks for the changed lines that caused a red or yellow result, within `max-calls`. For `workflow_dispatch`; a red result is explained without it. Ignored for a fork.',
  },
  coverage: {
    ...SWITCH,
    places: ACTION,
    default: 'false',
    description:
      '`true` measures which paragraphs of the prompt no case notices, instead of a baseline, within `max-calls` (default: 2,000). Only on the default branch. The job summary has the result, and the map is stored with the baselines.',
  },
  shard: {
    value: 'part',
    schema: shardPart(),
    places: ['action', 'run', 'baseline'],
    description:
      'Measures only this part of the cases, such as `2/5`, and writes its records to `prompt-regression/shards` in `runner.temp`. A shard neither gates, comments nor sets a status; a job with `merge` does.',
    flag: 'Run only this part of the cases, such as 2/5 (see merge).',
  },
  merge: {
    ...word('folder'),
    places: ACTION,
    description:
      'Folder with the records of all shards. Decides and publishes, and on the base branch stores the baseline. If a shard is missing, the run is inconclusive.',
  },
  maxCalls: {
    ...number(),
    places: ['action', 'run', 'explain', 'merge', 'baseline', 'coverage', 'judge-check'],
    description:
      "Maximum number of model calls in the run, agent and judge together. A run that needs more is inconclusive. Required for a fork's prompts. Default: `limits.max-calls` of the config file, otherwise 5,000, or 25 per base question if that is more; with `coverage` 2,000.",
    flag: 'Maximum number of model calls. Default: limits.max-calls; coverage: 2000.',
  },
  maxTokens: {
    ...number(),
    places: ['action', 'run', 'explain', 'merge', 'baseline', 'coverage', 'judge-check'],
    description:
      "Maximum number of tokens in the run, agent and judge together. A run that needs more is inconclusive. Required if a prompt is more than four times as long as the base's. Default: `limits.max-tokens` of the config file, otherwise no limit.",
    flag: 'Maximum number of tokens in the run. Default: limits.max-tokens.',
  },
  cachePath: {
    ...word('folder'),
    places: ACTION,
    description:
      'Folder for the journal, so that a run can continue an interrupted one. Keep it between runs with `actions/cache`, or, on your own runner, choose a folder outside the checkout. Default: no journal.',
  },
  workingDirectory: {
    ...word('folder'),
    places: [...EVERYWHERE, 'init', 'demo'],
    default: '.',
    description: 'Folder that all paths are relative to, not a symbolic link.',
    flag: 'Folder that all paths are relative to. Default: the current one.',
  },
  githubToken: {
    ...key('token'),
    places: ACTION,
    default: renderExpression('github.token'),
    description: 'Token for the comment, the status, stored baselines and fetching commits.',
  },
  output: {
    ...word('folder'),
    places: ['run', 'explain', 'merge', 'baseline', 'compare', 'coverage'],
    description: 'Folder for records and reports. Default: under .prompt-regression.',
  },
  store: {
    ...word('folder'),
    places: ['run', 'explain', 'merge', 'baseline', 'coverage', 'lint'],
    description: 'Folder with the baselines and coverage maps. Default: .prompt-regression.',
  },
  trustAddresses: {
    ...SWITCH,
    places: ['run', 'explain', 'merge', 'baseline', 'coverage', 'judge-check'],
    description:
      "Send keys to addresses that only this branch's config file names, if it is your own change.",
  },
  repeat: {
    ...number(MAX_REPEATS),
    places: ['run', 'explain', 'merge'],
    description: 'Initial runs per case; unclear cases run again. Default: 1.',
  },
  case: {
    ...entries('id'),
    once: true,
    places: ['run', 'explain'],
    description: 'Run only this case; * matches anything (refund-*). May be repeated.',
  },
  tag: {
    ...entries('tag'),
    once: true,
    places: ['run', 'explain'],
    description: 'Run only cases with this tag. May be repeated.',
  },
  failed: {
    ...SWITCH,
    once: true,
    places: ['run', 'explain'],
    description: 'Run only the cases that got worse or had no score in the last run.',
  },
  watch: {
    ...SWITCH,
    once: true,
    places: ['run'],
    description: 'Run again whenever a watched file is saved.',
  },
  verbose: {
    ...SWITCH,
    once: true,
    places: ['run', 'explain', 'merge', 'compare'],
    description: 'Show every case with its question, statements and both answers.',
  },
  by: {
    value: 'tag',
    schema: choice(['tag']),
    once: true,
    places: ['run', 'merge', 'compare'],
    description: 'Also print a table by tag.',
  },
  json: {
    ...SWITCH,
    once: true,
    places: ['run', 'explain', 'merge', 'compare', 'coverage'],
    description: 'Print the result as JSON (schemas/result.schema.json; coverage: its maps).',
  },
  facts: {
    ...SWITCH,
    places: ['compare'],
    description: 'Ask the judge whether an answer lost or contradicts a fact, as run does.',
  },
  all: {
    ...SWITCH,
    places: ['coverage'],
    description: 'Ask every case about every paragraph. Default: the 30 nearest cases.',
  },
  file: {
    ...entries('file'),
    places: ['action', 'coverage'],
    description:
      'For `coverage` of a program: the text files that it reads, such as its prompt, one per line.',
    flag: 'Text file that the program reads, such as its prompt. May be repeated.',
  },
  from: {
    ...FILE,
    places: ['init'],
    description: 'Take prompts, providers and tests from this promptfoo config.',
  },
  target: {
    ...FILE,
    value: 'target',
    places: ['init'],
    description:
      'Test this file, a program or a prompt. `command` is the program that init finds, `prompt` the prompt. Default: the program, if it reads the prompt.',
  },
  action: {
    value: 'name',
    schema: actionName(),
    places: ['init'],
    description: 'The action as the workflow names it: owner/repo@v1. Default: the clone that runs init.',
  },
  key: {
    value: 'key',
    schema: labelKey(),
    places: ['label'],
    description: 'Key of one statement, from a report or a run record. Needs --as.',
  },
  as: {
    value: 'label',
    schema: choice(['yes', 'unsure', 'no']),
    places: ['label'],
    description: 'Label for that statement: yes, unsure or no.',
  },
} as const satisfies Readonly<Record<string, InputRow>>;

export type InputSpec = InputRow & {
  readonly key: keyof typeof INPUT_TABLE;
  readonly name: string;
  readonly flag: string;
};

export const INPUTS: readonly InputSpec[] = Object.entries<InputRow>(INPUT_TABLE).map(([key, row]) => ({
  name: toKebabCase(key),
  flag: row.description,
  ...row,
  // The table's own key.
  key: key as InputSpec['key'],
}));
