import { ACTION, EVALUATING, EVERYWHERE, type InputSpec, input } from './input-spec.js';
import { parseBaseUrl, parseLines, parsePath, parseSecret, parseText } from './input-values.js';

/** What is run: config file, suite, prompt, models and keys. */
export const SUITE_INPUTS: readonly InputSpec[] = [
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
    places: EVALUATING,
    value: 'file',
    parse: parsePath,
  }),
  input({
    name: 'dataset',
    key: 'dataset',
    description:
      'Dataset for `prompt`: JSON Lines, JSON, YAML or CSV. Default: the `testData` of a `.prompt.yml`.',
    places: EVALUATING,
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
      'Globs whose change triggers a run, one per line; prompt, dataset and config file always count. Default: prompt, dataset, config file and the workflow file.',
    places: EVALUATING,
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
    places: EVALUATING,
    value: 'model',
    parse: parseText,
  }),
  input({
    name: 'judge-base-url',
    key: 'judgeBaseUrl',
    description: "Address of the judge's provider. Default: the target's.",
    places: EVALUATING,
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
];
