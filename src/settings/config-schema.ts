import { z } from 'zod';
import { isFields } from '../text/values.js';
import { gateConfig, scorerList } from './scorer-config.js';
import { targetConfig } from './target-config.js';
import {
  amount,
  baseUrl,
  branch,
  choice,
  count,
  duration,
  filePath,
  group,
  list,
  MAX_REPEATS,
  parameters,
  text,
  variable,
} from './values.js';

const SUITE_NAME_RULE =
  'must start with a letter or digit and hold only letters, digits, `.`, `_` and `-`, at most 64';
/** The name is part of the status and of the store's paths. */
export const SUITE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const judge = group({
  model: text().describe('A model, or `builtin` for the offline judge.').optional(),
  'base-url': baseUrl()
    .describe("Address of an OpenAI-compatible provider. Default: the target's.")
    .optional(),
  'api-key-env': variable()
    .describe("Environment variable that holds the key. Default: the provider's, such as OPENAI_API_KEY.")
    .optional(),
  parameters: parameters().optional(),
});

const limits = group({
  'max-concurrency': count(1, 1000).describe('Model calls in flight. Default: 16.').optional(),
  'max-retries': count(0, 20)
    .describe('Retries of a failed call. Waiting for a rate limit does not count. Default: 4.')
    .optional(),
  timeout: duration().describe('For the whole run. Default: 20m.').optional(),
  'request-timeout': duration()
    .describe(
      'For one attempt of one request: a judge call, or a question to a prompt or http target. Default: 2m.',
    )
    .optional(),
  'max-calls': count(1)
    .describe(
      'Maximum model calls of the run, agent and judge together. Default: 5,000, or 25 per base question if that is more.',
    )
    .optional(),
  'max-tokens': count(1)
    .describe('Tokens of the whole run after which no further call begins. Default: no limit.')
    .optional(),
  'extra-runs': count(0, MAX_REPEATS)
    .describe('Most extra answers per case on average, base and head together. Default: 6.')
    .optional(),
});

const store = group({
  branch: branch().describe('Branch for baselines. Default: prompt-regression-data.').optional(),
  file: text().describe('Folder for baselines, instead of a branch.').optional(),
  text: choice(['full', 'statements', 'none'])
    .describe('How much text a record keeps. Default: full.')
    .optional(),
}).refine((given) => given.branch === undefined || given.file === undefined, {
  error: 'must name `branch` or `file`, not both',
});

const price = group({
  input: amount().describe('Per million input tokens.'),
  output: amount().describe('Per million output tokens.'),
});

const explain = group({
  'max-calls': count(0)
    .describe(
      'Most model calls for finding the changed lines that caused a red result; 0 switches it off. Default: as many as the check itself made.',
    )
    .optional(),
});

const GLOBS_RULE = 'must be a list of globs';
const suite = group({
  name: text(SUITE_NAME_RULE, SUITE_NAME),
  dataset: filePath()
    .describe('JSON Lines, JSON, YAML, CSV or TSV. Default: the testData of a .prompt.yml.')
    .optional(),
  task: text().describe("The agent's task. Default: the base's system prompt.").optional(),
  labels: filePath().describe("Your team's labels as JSON Lines. A label replaces the verdict.").optional(),
  watch: list(text('must be a glob'), GLOBS_RULE)
    .describe('Globs of files whose change triggers a run.')
    .optional(),
  target: targetConfig.describe('The agent under test.'),
  scorers: scorerList
    .describe('Scorers, each with its own delta and gate. Default: answer-relevancy.')
    .optional(),
  repeat: count(1, MAX_REPEATS)
    .describe('Initial runs per case; unclear cases run again. Default: 1.')
    .optional(),
  'baseline-repeat': count(1, MAX_REPEATS).describe('Runs per case in a baseline. Default: 3.').optional(),
  gate: gateConfig.optional(),
});

/** The config file, in the file's own kebab-case names. A new key is one line here. */
export const configSchema = group({
  judge: judge.optional(),
  limits: limits.optional(),
  store: store.optional(),
  prices: z
    .record(z.string(), price, { error: 'must be a group of models, each with `input` and `output`' })
    .describe('Prices by model, in your currency. Default: none, and no cost is shown.')
    .optional(),
  'run-label': text()
    .describe('Measure a pull request only once it has this label. Default: none, measure all.')
    .optional(),
  explain: explain.optional(),
  suites: list(suite, 'must be a list of suites').optional(),
});

export type ConfigFile = z.output<typeof configSchema> & {
  readonly invalid?: ReadonlyMap<string, readonly string[]>;
};
export type ConfigSuite = NonNullable<ConfigFile['suites']>[number];

export type ConfigJsonSchema = { readonly [key: string]: unknown };

/** The published JSON Schema of the config file, for editors. It has no defaults. */
export function buildConfigJsonSchema(): ConfigJsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { io: 'input' });
  return {
    $schema,
    title: 'prompt-regression config file',
    description: 'The suites that prompt-regression runs, and how it judges and decides.',
    ...rest,
  };
}

export function renderConfigSchema(): string {
  return `${JSON.stringify(buildConfigJsonSchema(), null, 2)}\n`;
}

/** Keys that the schema knows in the group at `path`, of all its forms; empty if there is no such group. */
export function listKnownKeys(schema: ConfigJsonSchema, path: readonly PropertyKey[]): readonly string[] {
  const definitions = isFields(schema['$defs']) ? schema['$defs'] : {};
  let forms: readonly ConfigJsonSchema[] = listForms(schema, definitions);
  for (const key of path) {
    forms = forms.flatMap((form) => {
      const inner =
        typeof key === 'number'
          ? form['items']
          : (readProperties(form)[String(key)] ?? form['additionalProperties']);
      return isFields(inner) ? listForms(inner, definitions) : [];
    });
  }
  return [...new Set(forms.flatMap((form) => Object.keys(readProperties(form))))];
}

/** No group of the config file is deeper. */
const MAX_GROUP_DEPTH = 5;

/** Groups of the config file that have a key of this name, as `suites[].gate`, the outermost first; empty for the file itself. */
export function findGroupsWithKey(schema: ConfigJsonSchema, key: string): readonly string[] {
  const definitions = isFields(schema['$defs']) ? schema['$defs'] : {};
  const found = new Set<string>();
  let groups: readonly { readonly path: string; readonly schema: ConfigJsonSchema }[] = [
    { path: '', schema },
  ];
  for (let depth = 0; depth < MAX_GROUP_DEPTH; depth += 1) {
    const forms = groups.flatMap((group) =>
      listForms(group.schema, definitions).map((form) => ({ path: group.path, form })),
    );
    for (const { path, form } of forms) if (Object.hasOwn(readProperties(form), key)) found.add(path);
    groups = forms.flatMap(({ path, form }) => [
      ...(isFields(form['items']) ? [{ path: `${path}[]`, schema: form['items'] }] : []),
      ...Object.entries(readProperties(form))
        .filter((entry): entry is [string, ConfigJsonSchema] => isFields(entry[1]))
        .map(([name, inner]) => ({ path: path === '' ? name : `${path}.${name}`, schema: inner })),
    ]);
  }
  return [...found];
}

/** The group itself, the definition that it refers to, or each group that it may be. */
function listForms(schema: ConfigJsonSchema, definitions: ConfigJsonSchema): readonly ConfigJsonSchema[] {
  const forms = schema['anyOf'];
  if (Array.isArray(forms)) return forms.filter(isFields);
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return [schema];
  const definition = definitions[reference.replace('#/$defs/', '')];
  return isFields(definition) ? [definition] : [];
}

function readProperties(schema: ConfigJsonSchema): ConfigJsonSchema {
  return isFields(schema['properties']) ? schema['properties'] : {};
}
