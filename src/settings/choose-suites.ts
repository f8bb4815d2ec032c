import { UserError } from '../ports/errors.js';
import { suggestName } from '../text/nearest-name.js';
import type { ConfigFile, ConfigSuite } from './config-file.js';
import { SUITE_NAME } from './config-schema.js';
import type { Overrides } from './overrides.js';

/**
 * The suites that are meant: those of the config file, or the one that the inputs describe. Both at once would leave
 * open which of them `prompt` or `dataset` is about, so that is refused; a config file without suites goes with both.
 */
export function chooseSuites(request: {
  readonly config: ConfigFile | null;
  readonly configPath: string | null;
  readonly overrides: Overrides;
  /** Suites of the other side (base or head), which may have been added or removed by the pull request. */
  readonly knownSuites: readonly string[];
}): readonly ConfigSuite[] {
  const { config, configPath, overrides, knownSuites } = request;
  const listed = config?.suites ?? [];
  const describing = (['prompt', 'dataset', 'task', 'watch'] as const).filter(
    (key) => overrides[key] !== undefined,
  );
  if (describing.length === 0) {
    if (listed.length === 0 && knownSuites.length === 0) throw new UserError(nothingToRun(configPath));
    const known = [...knownSuites, ...(config?.mistaken?.keys() ?? [])];
    return selectSuites(listed, overrides.suites, known);
  }
  if (listed.length > 0) {
    throw new UserError(
      `${describing.map((key) => `\`${key}\``).join(', ')} describe${describing.length === 1 ? 's' : ''} a suite, and ${configPath ?? 'the config file'} lists suites: leave ${describing.length === 1 ? 'it out, or write it' : 'them out, or write them'} into a suite of that file.`,
    );
  }
  return [suiteOfInputs(overrides)];
}

function selectSuites(
  listed: readonly ConfigSuite[],
  wanted: readonly string[] | undefined,
  knownSuites: readonly string[],
): readonly ConfigSuite[] {
  if (wanted === undefined) return listed;
  const names = listed.map((suite) => suite.name);
  const unknown = wanted.filter((name) => !names.includes(name) && !knownSuites.includes(name));
  if (unknown.length > 0) {
    throw new UserError(
      unknown.map((name) => `suite: there is no suite ${JSON.stringify(name)}. ${suggestName(name, names)}`),
    );
  }
  return listed.filter((suite) => wanted.includes(suite.name));
}

function suiteOfInputs(overrides: Overrides): ConfigSuite {
  const { prompt, dataset, task, watch } = overrides;
  if (prompt === undefined) {
    throw new UserError(
      'prompt: a suite that no config file lists needs its prompt file; for an agent that is a command, list the suite in a config file.',
    );
  }
  const name = overrides.suites?.[0] ?? nameOfPrompt(prompt);
  if ((overrides.suites?.length ?? 0) > 1) {
    throw new UserError('suite: with `prompt` there is one suite, so give one name, or none.');
  }
  if (!SUITE_NAME.test(name)) {
    throw new UserError(
      `suite: ${JSON.stringify(name)} cannot be a suite's name: use letters, digits, \`.\`, \`_\` and \`-\`, at most 64, and start with a letter or digit.`,
    );
  }
  return { name, target: { prompt }, dataset, task, watch: watch === undefined ? undefined : [...watch] };
}

/** `prompts/support.prompt.yml` → `support`: the same prompt file keeps the same baseline. */
export function nameOfPrompt(prompt: string): string {
  const file = prompt.split('/').at(-1) ?? '';
  const name = file
    .replace(/(?:\.prompt)?\.[A-Za-z]+$/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
  return name === '' ? 'default' : name;
}

function nothingToRun(configPath: string | null): string {
  return configPath === null
    ? 'There is nothing to run: write a config file `prompt-regression.yml`, or give `prompt` and `dataset` (on the command line `--prompt` and `--dataset`).'
    : `There is nothing to run: ${configPath} lists no suites, and neither \`prompt\` nor \`dataset\` is given.`;
}
