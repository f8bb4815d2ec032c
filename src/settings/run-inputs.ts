import { ACTION, DECIDING, EVERYWHERE, type InputSpec, input } from './input-spec.js';
import {
  MOST_REPEATS,
  parseBaseline,
  parseChoice,
  parseFailOn,
  parseRepeat,
  parseSecret,
  parseSha,
  parseSwitch,
  parseText,
} from './input-values.js';
import { parseCount, parseDuration, parseShare } from './quantities.js';

/** How it is decided, shown and stored. */
export const RUN_INPUTS: readonly InputSpec[] = [
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
    places: [...DECIDING, 'aa-check'],
    value: 'share',
    parse: parseShare,
  }),
  input({
    name: 'case-drop',
    key: 'caseDrop',
    description:
      'Fall of a single case below its baseline, in every run of it, that counts as a regression, as `0.5` or `50%`. Default: `0.5`.',
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
      "What to compare with: `auto` (the stored record, else the base is run now), `stored`, `none`, a git ref to run now, or the path of a run's record (`.json` or `.json.gz`).",
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
    description: 'For `workflow_dispatch`: number of the pull request to evaluate.',
    places: ACTION,
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: Number.MAX_SAFE_INTEGER }),
  }),
  input({
    name: 'sha',
    key: 'sha',
    description:
      "For `workflow_dispatch`: the head commit that was looked at, in full. The run stops if the pull request's head is another one.",
    places: ACTION,
    value: 'commit',
    parse: parseSha,
  }),
  input({
    name: 'force-run',
    key: 'forceRun',
    description:
      '`true` evaluates although this pull request was decided before on the same files and settings; else that decision is shown again.',
    default: 'false',
    places: ACTION,
    value: 'switch',
    parse: parseSwitch,
  }),
  input({
    name: 'max-calls',
    key: 'maxCalls',
    description:
      'Most model calls of the whole run, of agent and judge together; once they are used up the run ends *inconclusive*. Default: `limits.max-calls` of the config file, else no limit.',
    places: ['action', 'run', 'baseline', 'rejudge', 'aa-check'],
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: Number.MAX_SAFE_INTEGER }),
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
    description: 'Folder that the run record and the report are written to.',
    places: ['run', 'baseline', 'compare', 'rejudge', 'aa-check'],
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'store',
    key: 'store',
    description: 'Folder with the baselines. Default: `.prompt-regression`.',
    places: ['run', 'baseline'],
    value: 'folder',
    parse: parseText,
  }),
  input({
    name: 'repeat',
    key: 'repeat',
    description: `Samples a case: a number up to ${MOST_REPEATS}, or \`auto\` for 1 and more where the gate needs them. Default: \`auto\`.`,
    places: ['run', 'aa-check'],
    value: 'number',
    parse: parseRepeat,
  }),
  input({
    name: 'baseline-repeat',
    key: 'baselineRepeat',
    description: 'Samples a case that a baseline keeps. Default: 3.',
    places: ['run', 'baseline', 'aa-check'],
    value: 'number',
    parse: (text) => parseCount(text, { from: 1, to: MOST_REPEATS }),
  }),
  input({
    name: 'timeout',
    key: 'timeoutMs',
    description: 'Time for the whole run, for example `90s` or `20m`. Default: `20m`.',
    places: ['run', 'baseline', 'rejudge', 'aa-check'],
    value: 'time',
    parse: parseDuration,
  }),
];
