import {
  MOST_REPEATS,
  parseBaseline,
  parseBaseUrl,
  parseChoice,
  parseCount,
  parseDuration,
  parseFailOn,
  parseLabelKey,
  parseLines,
  parsePath,
  parseRepeat,
  parseSecret,
  parseSha,
  parseShare,
  parseSwitch,
  parseText,
} from './input-values.js';
import type { InputOf, InputPlace, InputSpec, Overrides } from './overrides.js';

/** Commands that read suites as the action does. */
const LOCAL: readonly InputPlace[] = ['run', 'baseline', 'lint'];
/** Commands that look at an agent or at answers without deciding anything. */
const LOOKING: readonly InputPlace[] = ['rejudge', 'aa-check'];
const DECIDING: readonly InputPlace[] = ['action', ...LOCAL, 'compare'];
const EVALUATING: readonly InputPlace[] = ['action', ...LOCAL, ...LOOKING];
const EVERYWHERE: readonly InputPlace[] = [...EVALUATING, 'compare', 'history', 'label', 'judge-check'];
const ACTION: readonly InputPlace[] = ['action'];

/** A row with the usual rest: no declared default, optional, one value, no secret. */
function input<Key extends keyof Overrides>(
  given: Pick<InputOf<Key>, 'name' | 'key' | 'description' | 'places' | 'value' | 'parse'> &
    Partial<InputOf<Key>>,
): InputOf<Key> {
  return { default: null, required: false, list: false, secret: false, ...given };
}

/**
 * Every input and flag, in the order in which they are shown: the one source of `action.yml`, the README's table, the
 * flags and `--help`. A new one is a row here and a key of `Overrides`.
 */
export const INPUTS: readonly InputSpec[] = [
  // What is run: config file, suite, prompt, models and keys.
  input({
    name: 'config',
    key: 'config',
    description:
      'Config file, relative to the working directory. Default: `prompt-regression.yml` when it exists.',
    places: EVERYWHERE,
    value: 'file',
    parse: parsePath,
  }),
  input({
    name: 'suite',
    key: 'suites',
    description:
      'Run only these suites of the config file, one name per line. With `prompt` it is the name of the suite that the inputs describe.',
    places: EVERYWHERE,
    value: 'name',
    list: true,
    parse: parseLines,
  }),
  input({
    name: 'prompt',
    key: 'prompt',
    description:
      'Prompt file (`.md`, `.txt`, `.json` or `.prompt.yml`). Describes one suite by inputs, so the config file must not list suites then.',
    places: [...EVALUATING, 'history'],
    value: 'file',
    parse: parsePath,
  }),
  input({
    name: 'dataset',
    key: 'dataset',
    description:
      'Dataset for `prompt`: JSON Lines, JSON, YAML, CSV or TSV. Default: the `testData` of a `.prompt.yml`.',
    places: [...EVALUATING, 'history'],
    value: 'file',
    parse: parsePath,
  }),
  input({
    name: 'task',
    key: 'task',
    description:
      "What the agent is for, in words: relevance is judged against it. Default: the base branch's system prompt.",
    places: EVALUATING,
    value: 'text',
    parse: parseText,
  }),
  input({
    name: 'watch',
    key: 'watch',
    description:
      'Files that trigger a run when they change, as globs, one per line. Each line must match a file. Prompt, dataset and config file always count. Default: prompt, dataset, config file and the workflow file.',
    // A suite given by flags has no other files than its prompt and dataset.
    places: ACTION,
    value: 'glob',
    list: true,
    parse: parseLines,
  }),
  input({
    name: 'model',
    key: 'model',
    description:
      'Model that answers the prompt. Required unless the prompt file or the config file names it.',
    places: EVALUATING,
    value: 'model',
    parse: parseText,
  }),
  input({
    name: 'base-url',
    key: 'baseUrl',
    description: 'Address of any OpenAI-compatible provider. Default: `https://api.openai.com/v1`.',
    places: EVALUATING,
    value: 'address',
    parse: parseBaseUrl,
  }),
  input({
    name: 'openai-api-key',
    key: 'openaiApiKey',
    description: "The provider's key. Default: the environment variable `OPENAI_API_KEY`.",
    places: ACTION,
    value: 'key',
    secret: true,
    parse: parseSecret,
  }),
  input({
    name: 'judge-model',
    key: 'judgeModel',
    description:
      "Model that judges the answers, or `builtin` for the offline judge. Default: the target's model, with a notice.",
    places: [...EVALUATING, 'judge-check'],
    value: 'model',
    parse: parseText,
  }),
  input({
    name: 'judge-base-url',
    key: 'judgeBaseUrl',
    description: "Address of the judge's provider. Default: the target's.",
    places: [...EVALUATING, 'judge-check'],
    value: 'address',
    parse: parseBaseUrl,
  }),
  input({
    name: 'judge-api-key',
    key: 'judgeApiKey',
    description:
      "The judge's key. Default: the target's key where both use one provider, else the environment variable `OPENAI_API_KEY`.",
    places: ACTION,
    value: 'key',
    secret: true,
    parse: parseSecret,
  }),
  // How it is decided, shown and stored.
  input({
    name: 'threshold',
    key: 'threshold',
    description:
      'Lowest acceptable mean of the first scorer (answer relevancy by default), as `0.8` or `80%`. Default: none.',
    places: DECIDING,
    value: 'share',
    parse: parseShare,
  }),
  input({
    name: 'max-drop',
    key: 'maxDrop',
    description:
      'Smallest fall of the mean below the baseline that counts as a regression, as `0.02` or `2%`. Default: `0.02`.',
    places: [...DECIDING, 'aa-check', 'history'],
    value: 'share',
    parse: parseShare,
  }),
  input({
    name: 'case-drop',
    key: 'caseDrop',
    description:
      'How far a single case must fall, in every run of it, to count as a regression, as `0.5` or `50%`. Default: `0.5`.',
    places: [...DECIDING, 'aa-check'],
    value: 'share',
    parse: parseShare,
  }),
  input({
    name: 'fail-on',
    key: 'failOn',
    description:
      'What fails the job, one per line: `regression`, `threshold`, `error`, `inconclusive`; or `none`. Default: all four.',
    places: DECIDING,
    value: 'reason',
    list: true,
    parse: parseFailOn,
  }),
  input({
    name: 'baseline',
    key: 'baseline',
    description:
      "What to compare with: `auto` (the stored record, else the base is run now), `stored`, `none`, a git ref to run now, or the path of a run's record (`.json` or `.json.gz`), which the action reads from the base commit.",
    default: 'auto',
    places: ['action', 'run'],
    value: 'baseline',
    parse: parseBaseline,
  }),
  input({
    name: 'comment',
    key: 'comment',
    description: '`update` keeps one comment on the pull request up to date; `off` writes none.',
    default: 'update',
    places: ACTION,
    value: 'choice',
    parse: parseChoice(['update', 'off']),
  }),
  input({
    name: 'comment-key',
    key: 'commentKey',
    description:
      'Tells several comments on one pull request apart. Default: made from workflow, job and suites.',
    places: ACTION,
    value: 'text',
    parse: parseText,
  }),
  input({
    name: 'status',
    key: 'status',
    description:
      '`true` sets the commit status `prompt-regression/<suite>` on the head commit; `false` does not.',
    default: 'true',
    places: ACTION,
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'pull-request',
    key: 'pullRequest',
    description:
      'For `workflow_dispatch`: number of the open pull request to evaluate. Without one, a run on the default branch measures the baseline anew.',
    places: ACTION,
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: Number.MAX_SAFE_INTEGER }),
  }),
  input({
    name: 'sha',
    key: 'sha',
    description:
      "For `workflow_dispatch`: the head commit that was looked at, in full. The run stops if the pull request's head is another one. Required for a fork's.",
    places: ACTION,
    value: 'commit',
    parse: parseSha,
  }),
  input({
    name: 'accept',
    key: 'accept',
    description:
      'For `workflow_dispatch` with `pull-request` and `sha`: why a regression of that commit is accepted. Nothing is measured then. Whoever starts the run needs write access.',
    places: ACTION,
    value: 'text',
    parse: parseText,
  }),
  input({
    name: 'force-run',
    key: 'forceRun',
    description:
      '`true` measures anew even if the same files and settings were decided before on this pull request. Else that decision is shown again.',
    default: 'false',
    places: ACTION,
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'dangerously-run-fork-prompt',
    key: 'dangerouslyRunForkPrompt',
    description:
      "For `workflow_dispatch` with a fork's pull request: `true` gives the fork's prompts to a suite's command, which has this repository's secrets and its tools. Read them first.",
    default: 'false',
    places: ACTION,
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'max-calls',
    key: 'maxCalls',
    description:
      "Most model calls of the whole run, of agent and judge together; once they are used up the run ends as inconclusive. A run of a fork's prompts needs a limit. Default: `limits.max-calls` of the config file, else no limit.",
    places: ['action', 'run', 'baseline', 'rejudge', 'aa-check', 'judge-check'],
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: Number.MAX_SAFE_INTEGER }),
  }),
  input({
    name: 'cache-path',
    key: 'cachePath',
    description:
      'Folder for the journal of what was paid for, so that a run goes on where a killed one ended. Keep it between runs with `actions/cache`, or on your own runner name one outside the checkout. Needs the key as an input. Default: none is kept.',
    places: ACTION,
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'working-directory',
    key: 'workingDirectory',
    description: 'Folder that all paths are relative to.',
    default: '.',
    places: [...EVERYWHERE, 'demo'],
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'github-token',
    key: 'githubToken',
    description: 'Token for comment, status, stored baselines and fetching commits.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner, not of JavaScript
    default: '${{ github.token }}',
    places: ACTION,
    value: 'token',
    secret: true,
    parse: parseSecret,
  }),
  input({
    name: 'output',
    key: 'output',
    description:
      'Folder that the run record and the report are written to. Default: a folder in `.prompt-regression`.',
    places: ['run', 'baseline', 'compare', 'rejudge', 'aa-check'],
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'store',
    key: 'store',
    description: 'Folder with the baselines. Default: `.prompt-regression`.',
    places: ['run', 'baseline', 'history'],
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'repeat',
    key: 'repeat',
    description: `Runs of every case: a number up to ${MOST_REPEATS}, or \`auto\` for 1, and more where the result is unclear. Default: \`auto\`.`,
    places: ['run', 'aa-check'],
    value: 'number',
    parse: parseRepeat,
  }),
  input({
    name: 'baseline-repeat',
    key: 'baselineRepeat',
    description: 'Runs of every case that a baseline has. Default: 3.',
    places: ['action', 'run', 'baseline', 'aa-check'],
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: MOST_REPEATS }),
  }),
  input({
    name: 'timeout',
    key: 'timeoutMs',
    description: 'Time for the whole run, for example `90s` or `20m`. Default: `20m`.',
    places: ['run', 'baseline', 'rejudge', 'aa-check', 'judge-check'],
    value: 'time',
    parse: parseDuration,
  }),
  // What is looked at, and how it is shown.
  input({
    name: 'case',
    key: 'cases',
    description: 'Run only the case with this id; `*` stands for any characters, as in `refund-*`.',
    places: ['run'],
    value: 'id',
    list: true,
    parse: parseLines,
  }),
  input({
    name: 'tag',
    key: 'tags',
    description: 'Run only cases with this tag.',
    places: ['run'],
    value: 'tag',
    list: true,
    parse: parseLines,
  }),
  input({
    name: 'failed',
    key: 'failed',
    description: 'Run only the cases that failed when they were run last.',
    places: ['run'],
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'watch',
    key: 'onSave',
    description: 'Run again whenever a prompt, a dataset, the config file or another watched file is saved.',
    places: ['run'],
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'verbose',
    key: 'verbose',
    description: 'Show every case, with its question, its statements and both answers.',
    places: ['run', 'compare', 'judge-check'],
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'json',
    key: 'json',
    description:
      'Print the result as JSON instead of the report (schemas/result.schema.json describes that of `run` and `compare`).',
    places: ['run', 'compare', 'aa-check', 'lint', 'history'],
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'key',
    key: 'key',
    description: 'Key of one statement, as a report or a run record has it; with `as`.',
    places: ['label'],
    value: 'key',
    parse: parseLabelKey,
  }),
  input({
    name: 'as',
    key: 'as',
    description: 'What that statement is: `yes`, `unsure` or `no`.',
    places: ['label'],
    value: 'label',
    parse: parseChoice(['yes', 'unsure', 'no']),
  }),
  input({
    name: 'show-verdict',
    key: 'showVerdict',
    description: 'Show what the judge says before you answer. Default: after it.',
    places: ['label'],
    value: 'switch',
    parse: parseSwitch,
  }),
];
