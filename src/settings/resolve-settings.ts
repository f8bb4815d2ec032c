import { UserError } from '../model/errors.js';
import type { SelfJudgeNotice } from '../model/notes.js';
import type { Limits, PublishSettings, Settings, StoreSettings, Suite } from '../model/suite.js';
import { suggestName } from '../text/nearest-name.js';
import { quoteAsCode, renderFirst } from '../text/values.js';
import type { ConfigFile, ConfigSuite } from './config-file.js';
import { DEFAULT_BRANCH, DEFAULT_LIMITS, DEFAULT_STORE_FOLDER, STARTER_CONFIG } from './defaults.js';
import type { Overrides } from './overrides.js';
import { type ResolveRequest, resolveSuite } from './resolve-suite.js';

/** A missing key is only an error when a call needs it. Throws `UserError` if every suite is wrong. */
export function resolveSettings(chosen: readonly ConfigSuite[], request: ResolveRequest): Settings {
  const { config, overrides } = request;
  const notices: SelfJudgeNotice[] = [];
  const invalid = new Map(
    [...(config.invalid ?? [])].filter(([name]) => overrides.suites?.includes(name) ?? true),
  );
  const suites = chosen.flatMap((suite): readonly Suite[] => {
    try {
      const resolved = resolveSuite(suite, request);
      notices.push(...resolved.notices);
      return [resolved.suite];
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      invalid.set(suite.name, thrown.problems);
      return [];
    }
  });
  if (suites.length === 0 && invalid.size > 0) throw new UserError([...invalid.values()].flat());
  return {
    suites,
    invalid,
    limits: resolveLimits(config.limits, overrides),
    store: resolveStore(request),
    baseline: overrides.baseline ?? { kind: 'auto' },
    publish: request.shell === 'cli' ? PUBLISH_NOTHING : resolvePublish(overrides),
    runLabel: config['run-label'] ?? null,
    explain: { maxCalls: config.explain?.['max-calls'] ?? null },
    prices: config.prices ?? {},
    notices,
  };
}

/** For the command line, and for a run whose pull request is unknown. */
export const PUBLISH_NOTHING: PublishSettings = { comment: 'off', status: false };

export function resolvePublish({ comment, status }: Overrides): PublishSettings {
  return { comment: comment ?? 'update', status: status ?? true };
}

function resolveLimits(limits: ConfigFile['limits'], overrides: Overrides): Limits {
  return {
    maxConcurrency: limits?.['max-concurrency'] ?? DEFAULT_LIMITS.maxConcurrency,
    maxRetries: limits?.['max-retries'] ?? DEFAULT_LIMITS.maxRetries,
    timeoutMs: limits?.timeout ?? DEFAULT_LIMITS.timeoutMs,
    requestTimeoutMs: limits?.['request-timeout'] ?? DEFAULT_LIMITS.requestTimeoutMs,
    maxCalls: overrides.maxCalls ?? limits?.['max-calls'] ?? DEFAULT_LIMITS.maxCalls,
    maxTokens: overrides.maxTokens ?? limits?.['max-tokens'] ?? DEFAULT_LIMITS.maxTokens,
    extraRuns: limits?.['extra-runs'] ?? DEFAULT_LIMITS.extraRuns,
  };
}

/** Only the job's token can reach the branch, so the command line stores its baselines in a folder. */
function resolveStore({ config, overrides, shell }: ResolveRequest): StoreSettings {
  const given = config.store;
  const text = given?.text ?? 'full';
  const folder = overrides.store ?? given?.file;
  if (folder !== undefined) return { kind: 'file', location: folder, text };
  const branch = given?.branch ?? DEFAULT_BRANCH;
  return shell === 'cli'
    ? { kind: 'file', location: DEFAULT_STORE_FOLDER, text }
    : { kind: 'branch', location: branch, text };
}

/**
 * The config file's suites, or the selected ones.
 * @param knownSuites names on the other side (base or head), if the pull request may have added or removed suites.
 */
export function chooseSuites(
  config: ConfigFile,
  {
    wanted,
    knownSuites,
  }: { readonly wanted: readonly string[] | undefined; readonly knownSuites: readonly string[] },
): readonly ConfigSuite[] {
  const listed = config.suites ?? [];
  if (wanted === undefined) return listed;
  const names = listed.map((suite) => suite.name);
  const allNames = [...names, ...knownSuites, ...(config.invalid?.keys() ?? [])];
  const unknown = wanted.filter((name) => !allNames.includes(name));
  if (unknown.length > 0) {
    throw new UserError(
      unknown.map((name) => `suite: there is no suite ${JSON.stringify(name)}. ${suggestName(name, names)}`),
    );
  }
  return listed.filter((suite) => wanted.includes(suite.name));
}

/** @param others config files of other folders of the repository */
export function createNothingToRunError(
  path: string,
  state: 'does not exist' | 'lists no suites',
  others: readonly string[] = [],
): UserError {
  const remedy =
    others.length === 0
      ? `\`prompt-regression init\` writes one. By hand, put this into it: \`${STARTER_CONFIG}\``
      : `Is it ${renderFirst(others, MAX_CONFIGS, quoteAsCode)}? Run in its folder, or with \`--working-directory\``;
  return new UserError(`There is nothing to run: the config file \`${path}\` ${state}. ${remedy}`);
}

const MAX_CONFIGS = 3;
